"""Measure how fast the page of ``senet-gp serve`` is: its first board, a hint, and an analysed game.

    python scripts/measure_page.py [TIMES]

The compiled code is in the cache already: the first game is played before anything is measured. It prints the
median and the greatest number of seconds. Needs senet-gp[test].
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support"))

from served import Server, served  # noqa: E402 - the tests' own client

GAME = {"game": "senet", "second": "expr:(sub their_distance my_distance)"}


def main(times: int) -> None:
    """Measure everything so many times, and print it."""
    seconds: dict[str, list[float]] = {}
    for number in range(times + 1):
        found = measured(number)
        if number:
            for what, value in found.items():
                seconds.setdefault(what, []).append(value)
    for what, values in seconds.items():
        print(f"{what:<60} {median(values):6.2f} s  (at most {max(values):.2f} s)")


def measured(seed: int) -> dict[str, float]:
    """The seconds of each measurement, in a new server."""
    with tempfile.TemporaryDirectory() as place:
        directory = Path(place) / "games"
        directory.mkdir()
        begun = time.perf_counter()
        with served(directory) as server:
            state = server.done("games/new", **GAME, first="person", seed=seed)
            shown = time.perf_counter()
            server.done("hint", file=state["file"], after=0)
            hinted = time.perf_counter()
            file = _whole_game(server, seed)
            played = time.perf_counter()
            _analysed(server, file)
            ended = time.perf_counter()
    return {
        "from the command to the first board": shown - begun,
        "the first hint, right after it": hinted - shown,
        "an analysed game, from request to result": ended - played,
    }


def _whole_game(server: Server, seed: int) -> str:
    """The file of a game that is played to its end."""
    state = server.done("games/new", **GAME, first="hand:HC5", seed=seed)
    while state["outcome"] is None:
        state = server.done("game/step", file=state["file"], after=state["after"])
    return str(state["file"])


def _analysed(server: Server, file: str) -> None:
    """Analyse a game."""
    job = server.done("analyse", file=file)
    while job["state"] == "running":
        time.sleep(0.1)
        job = server.seen("analyse", job=job["job"])


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
