"""The digests of tiny runs that tests/reliability holds, by version; run it to note those of this version.

python tests/support/golden_runs.py         all that this version has
python tests/support/golden_runs.py NAME    one, as that of a new game; the others stay
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tiny_runs import begun, to_its_end

import senet_gp
from senet_gp.evolution.config import Config
from senet_gp.evolution.run_directory import RunDirectory
from senet_gp.evolution.seeding import seeds_of_1995
from senet_gp.files.documents import digest

FILE = Path(__file__).parents[1] / "reliability" / "golden_runs.json"
_TINY = {"population": 16, "generations": 4, "random_games": 8, "final_games": 4, "seed": 1995}
#: The runs that are not a game's with its defaults; every operator is in one of them all.
_RUNS: dict[str, dict[str, Any]] = {
    "senet, extended": {
        "game": "senet",
        **_TINY,
        "vocabulary": "extended",
        "seed_with": seeds_of_1995(),
        "selection": "tournament",
        "crossover": "one-point",
        "elite": "best",
        "mutation": "mixed",
        "mutant_share": 0.3,
        "size_limit": 200,
    },
    # Version 0.1.0 had no counterexamples.
    "tictactoe": {"game": "tictactoe", **_TINY, "counterexamples": 0.0},
    "tictactoe, counterexamples": {"game": "tictactoe", **_TINY, "counterexamples": 0.5},
}


#: The parts of a document that hold no results.
_NO_RESULTS = {"version", "sha256", "config", "provenance"}


def _rounded(text: str) -> str:
    """A number as it is on any machine: the last digits may depend on libraries and processors."""
    return f"{float(text):.9f}"


def _content(file: Path) -> dict[str, Any]:
    """The part of a document that holds results: without its checksum, versions and the names of options."""
    content: dict[str, Any] = json.loads(file.read_text(), parse_float=_rounded)
    return {key: value for key, value in content.items() if key not in _NO_RESULTS}


def golden_digests(name: str, begin: Callable[[Path, Config], RunDirectory] = begun) -> dict[str, str]:
    """The SHA-256 of what a tiny run leaves, file by file; ``begin`` makes its directory."""
    with tempfile.TemporaryDirectory() as place:
        values = _RUNS.get(name, {"game": name, **_TINY})
        path = to_its_end(begin(Path(place) / "run", Config.from_values(values)))
        return {
            "generations.csv": digest({"text": (path / "generations.csv").read_text()}),
            "checkpoint.json": digest(_content(path / "checkpoint.json")),
            "champion.json": digest(_content(path / "champion.json")),
        }


def noted() -> dict[str, dict[str, dict[str, str]]]:
    """The digests in the file: by version, run, and name of the file."""
    versions: dict[str, dict[str, dict[str, str]]] = json.loads(FILE.read_text()) if FILE.exists() else {}
    return versions


#: The names of the runs whose digests are noted for this version; if none is yet, for the one before.
GOLDEN_RUNS = tuple(noted().get(senet_gp.__version__) or list(noted().values())[-1])


def main(names: Sequence[str]) -> None:
    """Note the digests of this version, of the runs of these names or of all; others stay."""
    versions = noted()
    digests = {name: golden_digests(name) for name in names or GOLDEN_RUNS}
    versions[senet_gp.__version__] = versions.get(senet_gp.__version__, {}) | digests
    FILE.write_text(json.dumps(versions, indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
