"""What the parts of a player are worth and how it plays, as ``senet-gp explain`` measures it."""

from __future__ import annotations

from typing import Any

from studies.pages import percent, table
from studies.work import Study, Work

#: The player that docs/reading.md shows in several formats.
PLAYER = (
    "(add (add (add their_pieces their_distance) (sub (sub (if_then_else (not_ i_am_in_water) "
    "(add 8 their_distance) their_pieces) my_distance) their_moves)) hits)"
)


def _measure(work: Work) -> Any:
    return work.command("explain", f"expr:{PLAYER}", "--games", work.pick(4000, 200))


def _blocks(result: Any) -> dict[str, str]:
    parts = [*((f"`{part['expression']}`", part) for part in result["parts"]), ("the whole", result["whole"])]
    rows = []
    for name, part in parts:
        low, high = part["interval"]
        lost = f"{100 * part['wins_lost']:.1f} ({100 * low:.1f} to {100 * high:.1f})"
        rows.append([name, str(part["replaced_by"]).lower(), lost, percent(part["choices_changed"])])
    return {
        "explained-parts": table(["part", "replaced by", "wins lost", "choices changed"], rows),
        "explained-play": f"> {' '.join(result['plays'])}",
    }


SHOWS = ("explained-parts", "explained-play")
STUDY = Study("What are the parts of a player worth, and how does it play?", 1, _measure, _blocks, SHOWS)
