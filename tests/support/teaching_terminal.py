"""A person at a real pseudo-terminal teaches a blank hexapawn machine, as docs/hexapawn.md tells.

The person opens with each pawn in turn and then asks for a hint at every move. They play a move that wins or,
if there is none, one that loses as late as possible; among equal moves the seed decides.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

from terminal import TerminalSession

CHOICE, ANOTHER = "your choice (? for help): ", "q ends: "
_OPENINGS = ("1-4", "2-5", "3-6")
_HINT = re.compile(r"^ +(\d+)  (\S+) +(wins|loses) in (\d+) moves?$", re.MULTILINE)
#: A terminal that shows all signs, without colours.
PLAIN = {"TERM": "xterm", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}


def taught(machine: str, games: int, seed: int, columns: int, directory: Path, *options: str) -> str:
    """Teach a machine in this many games; returns everything that the terminal has shown."""
    play = ("play", "hexapawn", "--against", f"matchbox:{machine}", "--learn", "--seed", str(seed))
    rng = random.Random(seed)
    played, opened = 0, False
    with TerminalSession(*play, *options, cwd=directory, **PLAIN, COLUMNS=str(columns)) as session:
        while played < games:
            shown = session.wait_for(CHOICE, ANOTHER).replace("\r", "")
            if shown.endswith(ANOTHER):
                played, opened = played + 1, False
                session.type("\n" if played < games else "q\n")
            elif not opened:
                opened = True
                session.type(f"{_OPENINGS[played % 3]}!\n")
            elif hints := _HINT.findall(shown):
                session.type(f"{rng.choice(_best(hints))}!\n")
            else:
                session.type("h\n")
        session.ended()
    return session.output.replace("\r", "")


def _best(hints: list[tuple[str, str, str, str]]) -> list[str]:
    """The numbers of the winning moves or, if there are none, of those that lose last."""
    _, _, gets, moves = hints[0]
    return [hint[0] for hint in hints if hint[2] == gets and (gets == "wins" or hint[3] == moves)]
