"""The game records in the directory."""

from __future__ import annotations

import contextlib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from senet_gp.arena.record import FORMAT, heading_of
from senet_gp.errors import SenetGpError
from senet_gp.serve.directory import found_files
from senet_gp.serve.players import shown_name


def records_json() -> list[dict[str, Any]]:
    """What the headings of all records say, the newest first; a file that is no record is left out."""
    found = []
    for path in found_files(""):
        with contextlib.suppress(SenetGpError, OSError):
            if not _begins_as_record(path):
                continue
            head, changed = heading_of(path), path.stat().st_mtime
            found.append(
                {
                    "file": str(path),
                    "game": head.get("game", ""),
                    "players": [shown_name(head.get(side, ""), head.get("game", "")) for side in "xo"],
                    "result": head.get("result", ""),
                    "turns": int(head["turns"]),
                    "seed": int(head["seed"]) if head.get("seed", "").isdecimal() else None,
                    "date": datetime.fromtimestamp(changed, UTC).isoformat(timespec="seconds"),
                }
            )
    return sorted(found, key=lambda record: str(record["date"]), reverse=True)


def _begins_as_record(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(FORMAT)) == FORMAT.encode()
