"""Plant wrong claims in copies of the example games, and see that each is found and does no harm.

    python scripts/plant_claims.py --only fast_tapatan

Each plant changes one line of a game of docs/examples/board_games. Two processes then use the changed game:
one calls ``check_game``, which has to name the function at fault in a sentence; the other asks ``verdict``,
``table`` and ``match`` without a check, which may answer or refuse, but must neither end by a signal nor take
more than its share of processor time. The exit code is 1 if one of them does something else.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "docs" / "examples" / "board_games" / "board_games_example"
#: Seconds of processor time that a process may take.
_BUDGET = 240
_DONE = "done"

_CHECK = """
import importlib, sys
from senet_gp.testing import GameFaultError, check_game
importlib.import_module("board_games_example." + sys.argv[1])
try:
    check_game(sys.argv[1], seconds=0)
except GameFaultError as fault:
    print(fault)
"""
_USE = """
import importlib, sys
from senet_gp.cli import main
importlib.import_module("board_games_example." + sys.argv[1])
for line in sys.argv[2:]:
    sys.argv = ["senet-gp", *line.split()]
    try:
        main()
    except SystemExit as error:
        print(line, "ends with", error.code or 0)
print("done")
"""
_TREE = "table {game} --tree"
#: What is asked of each game.
_COMMANDS = {
    "tapatan": ("verdict {game} minimax", "table {game}", _TREE, "match {game} minimax random --games 4"),
    "dash": ("table {game}", "match {game} random expr:their_steps --games 4"),
}
_COMMANDS["fast_tapatan"] = (
    *_COMMANDS["tapatan"],
    "match {game} random expr:my_longest --games 400",
    "match {game} search:2+:expr:my_longest random --games 4",
)
_COMMANDS["fast_dash"] = (
    "verdict {game} minimax",
    "table {game}",
    "match {game} random expr:their_steps --games 400",
    "match {game} search:2:expr:my_last random --games 4",
)


@dataclass(frozen=True)
class Plant:
    """A wrong claim.

    Attributes:
        game: the game, and the file that has it.
        old: the text that is replaced.
        new: what replaces it.
        named: what the sentence of ``check_game`` names; empty if the claim is allowed.
    """

    game: str
    old: str
    new: str
    named: str


def _method(text: str) -> tuple[str, str]:
    """A method that is added to a plain game, before its result."""
    return "    def result(", f"    {text}\n\n    def result("


_TAPATAN = "    most_turns = 60\n"
_FAST = "    max_afterstates = 24\n"
_DASH = "    stochastic = True\n"
_KERNELS = "@kernel\ndef _rank("
_FAST_DASH = "    numbering = __name__\n"
_SQUARE = "grid_symmetries(3, 3, mirror=True, turn=True)"
_UNEVEN = "[tuple(range(1, 10)), (2, 1, 3, 4, 5, 6, 7, 8, 9)]"
_STEP = 'f"{start}-{to}": position.moved'
_PLACE = "{str(point): position.moved"

PLANTS = {
    # Tapatan in plain Python.
    "a plain game repeats positions": Plant("tapatan", _TAPATAN, f"{_TAPATAN}    cyclic = False\n", "cyclic"),
    "a plain game lasts longer": Plant("tapatan", _TAPATAN, "    most_turns = 4\n", "most_turns"),
    "nothing is thrown": Plant("tapatan", _TAPATAN, f"{_TAPATAN}    stochastic = True\n", "stochastic"),
    "a move loses": Plant("tapatan", "return 1 if any", "return -1 if any", "self_losses"),
    "uneven symmetries": Plant("tapatan", _SQUARE, _UNEVEN, "symmetries"),
    "few pieces": Plant("tapatan", "        return self.pieces\n", "        return 2\n", "position_from"),
    "an empty notation": Plant(
        "tapatan", _PLACE, '{"" if point == 5 else str(point): position.moved', "notation"
    ),
    "a long notation": Plant("tapatan", _PLACE, "{str(point) * 101: position.moved", "notation"),
    "a notation of two lines": Plant("tapatan", _STEP, 'f"{start}\\n{to}": position.moved', "notation"),
    "a piece is lost": Plant(
        "tapatan",
        *_method("def swapped(self, position):\n        return Pieces(position.theirs, position.mine - {9})"),
        "swapped",
    ),
    "a text of pieces alone": Plant(
        "tapatan",
        *_method('def text(self, position):\n        return "x" * len(position.mine) + "-"'),
        "position_from",
    ),
    "a text of two lines": Plant(
        "tapatan",
        *_method('def text(self, position):\n        return super().text(position) + "\\n"'),
        "text",
    ),
    "a word leaves its range": Plant("tapatan", "my_longest: 3", "my_longest: 2", "my_longest"),
    # Dash in plain Python.
    "a die is thrown": Plant("dash", _DASH, "    stochastic = False\n", "stochastic"),
    "a plain race lasts longer": Plant("dash", _DASH, f"{_DASH}    most_turns = 5\n", "most_turns"),
    "runners beside the board": Plant(
        "dash", "position.theirs.count(HOME)", "position.mine.count(HOME)", "beside"
    ),
    "a reached position is refused": Plant("dash", "side[1] <= HOME", "side[1] < HOME", "position_from"),
    "luck with another mean": Plant(
        "dash", *_method("def luck(self, position, throws):\n        return throws[0]"), "luck"
    ),
    "a loaded die": Plant(
        "dash", *_method("def throw_chances(self, position):\n        return {(6,): 1.0}"), "throw_chances"
    ),
    "any throw is possible": Plant(
        "dash", *_method("def check_throws(self, position, throws):\n        pass"), "check_throws"
    ),
    # Tapatan with kernels.
    "a game with kernels repeats positions": Plant(
        "fast_tapatan", "cyclic = True", "cyclic = False", "cyclic"
    ),
    "more moves": Plant("fast_tapatan", _FAST, "    max_afterstates = 3\n", "max_afterstates"),
    "a game with kernels lasts longer": Plant("fast_tapatan", _TAPATAN, "    most_turns = 4\n", "most_turns"),
    "swapped loses a piece": Plant(
        "fast_tapatan", "return theirs, mine, 0", "return theirs & ~512, mine, 0", "swapped"
    ),
    "a line is missing": Plant("fast_tapatan", "0b1000100010, 0b10101000)", "0b1000100010)", "symmetries"),
    "a result that is none": Plant("fast_tapatan", "result = 1\n", "result = 3\n", "result"),
    "nothing is listed": Plant(
        "fast_tapatan", "    return count\n", "    return count if placing else 0\n", "successors"
    ),
    "too little is listed": Plant("fast_tapatan", "    return count\n", "    return -count\n", "successors"),
    "two on a square": Plant(
        "fast_tapatan", "((mine | theirs) >> target)", "(mine >> target)", "one_side_a_square"
    ),
    "one notation of two moves": Plant("fast_tapatan", 'f"{start}-{target}"', "str(target)", "notation"),
    "a word of other values": Plant(
        "fast_tapatan", "    return most\n", "    return most + 1\n", "my_longest"
    ),
    "reached boards are refused": Plant(
        "fast_tapatan", "if most > PIECES", "if most >= PIECES", "position_from"
    ),
    "uneven symmetries of kernels": Plant("fast_tapatan", _SQUARE, _UNEVEN, "symmetries"),
    "a smaller board": Plant("fast_tapatan", "Geometry(grid(3, 3))", "Geometry(grid(3, 2))", "symmetries"),
    # Dash with kernels.
    "swapped loses who is home": Plant(
        "fast_dash",
        _KERNELS,
        "@kernel\ndef swapped(_numbers, mine, theirs, state):\n"
        f"    return theirs & ~(1 << HOME), mine & ~(1 << HOME), state\n\n\n{_KERNELS}",
        "swapped",
    ),
    "another order": Plant(
        "fast_dash", "((rear, front), (front, rear))", "((front, rear), (rear, front))", "afterstates"
    ),
    "another winner": Plant("fast_dash", "WON if to == other == HOME", "WON if to == HOME", "afterstates"),
    "another player moves": Plant(
        "fast_dash", "THROWS_AGAIN if to in MARKED", "THROWS_AGAIN if to == 4", "afterstates"
    ),
    "a turn without end": Plant(
        "fast_dash",
        "1 << to | 1 << other, left, runner, 0, state, result)",
        "mine, theirs, runner, 0, state, THROWS_AGAIN)",
        "afterstates",
    ),
    "more boards": Plant("fast_dash", "MAX_AFTERSTATES = 6, 2", "MAX_AFTERSTATES = 6, 1", "MAX_AFTERSTATES"),
    "many more boards": Plant(
        "fast_dash",
        "    return count\n\n\n@kernel\ndef _rank",
        "    return count * 2000\n\n\n@kernel\ndef _rank",
        "MAX_AFTERSTATES",
    ),
    "luck of the kernels": Plant("fast_dash", "throw - (1 + SIDES) / 2", "throw - 3.0", "luck"),
    "another die": Plant(
        "fast_dash", "below(streams, seat, SIDES)", "below(streams, seat, SIDES - 1)", "thrown"
    ),
    "a law that is not there": Plant(
        "fast_dash",
        _KERNELS,
        "@kernel\ndef law(_numbers: Numbers, _mine: int, _theirs: int, _state: int) -> int:\n"
        f"    return 1 << 40\n\n\n{_KERNELS}",
        "law",
    ),
    "a throw that is no number of its own": Plant(
        "fast_dash",
        _FAST_DASH,
        f"{_FAST_DASH}\n    def throw_of(self, throws):\n        return 1\n",
        "throw_of",
    ),
    "position_of loses a piece": Plant(
        "fast_dash", "(min(side), max(side))", "(max(side), max(side))", "position_of"
    ),
    "a board of two numbers": Plant(
        "fast_dash", "return mine, theirs, 0\n", "return mine, theirs\n", "board_of"
    ),
    "one number of many boards": Plant(
        "fast_dash",
        "SIDE_BOARDS + theirs_rank if",
        "SIDE_BOARDS + min(theirs_rank, 50) if",
        "number_of_board",
    ),
    "one board of many numbers": Plant(
        "fast_dash", "_side(number % SIDE_BOARDS)", "_side(0)", "board_of_number"
    ),
    "numbers beyond the last": Plant("fast_dash", "(SIDE_BOARDS**2,)", "(SIDE_BOARDS,)", "number_of_board"),
    "far numbers": Plant(
        "fast_dash", "return mine_rank * SIDE", "return (1 << 50) + mine_rank * SIDE", "number_of_board"
    ),
    "no number": Plant(
        "fast_dash",
        "if max(mine_rank, theirs_rank) < SIDE",
        "if max(mine_rank, theirs_rank) < 9 < SIDE",
        "number_of_board",
    ),
    "an order of few": Plant(
        "fast_dash",
        "    def groups(",
        "    def order(self, game, group):\n        import numpy\n\n        return numpy.arange(5)\n\n"
        "    def groups(",
        "order",
    ),
    "numbering that is refused": Plant(
        "fast_dash",
        "        return (SIDE_BOARDS**2,)",
        "        from senet_gp.runtime import errors\n\n        raise errors.UsageError('too many runners')",
        "",
    ),
    "a word of another side": Plant(
        "fast_dash", "return lowest_bit(mine)\n", "return highest_bit(mine)\n", "my_last"
    ),
    "a word far from its range": Plant(
        "fast_dash", "+ highest_bit(mine)\n", "+ highest_bit(mine) + 100\n", "their_steps"
    ),
}


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (_BUDGET, _BUDGET + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(program: str, arguments: list[str], place: Path) -> subprocess.CompletedProcess[str]:
    """Run a program with the games of a place."""
    return subprocess.run(  # noqa: S603 - our own
        [sys.executable, "-c", program, *arguments],
        cwd=place,
        env=os.environ | {"PYTHONPATH": os.pathsep.join((str(place), str(ROOT)))},
        preexec_fn=_limit,
        capture_output=True,
        text=True,
        check=False,
    )


def planted(plant: Plant, place: Path) -> None:
    """Copy the games, and change one."""
    copy = place / PACKAGE.name
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    file = copy / f"{plant.game}.py"
    text = file.read_text(encoding="utf-8")
    assert text.count(plant.old) == 1, f"{plant.old!r} is {text.count(plant.old)} times in {file.name}"
    file.write_text(text.replace(plant.old, plant.new), encoding="utf-8")


def _ending(done: subprocess.CompletedProcess[str]) -> str:
    if done.returncode < 0:
        return f"ends by signal {-done.returncode} after {done.stdout.strip()[-200:]}"
    return f"fails: {done.stderr.strip()[-600:]}"


def unchecked(plant: Plant, place: Path) -> str:
    """What goes wrong where the game is used without a check; empty if nothing does."""
    lines = [line.format(game=plant.game) for line in _COMMANDS[plant.game]]
    done = run(_USE, [plant.game, *lines], place)
    if done.returncode or not done.stdout.rstrip().endswith(_DONE):
        return _ending(done)
    return ""


def overlooked(plant: Plant, place: Path) -> str:
    """What is wrong with what ``check_game`` says; empty if it is right."""
    done = run(_CHECK, [plant.game], place)
    sentence = done.stdout.strip()
    if done.returncode:
        return f"the check {_ending(done)}"
    if not plant.named:
        return f"is allowed, but the check says: {sentence}" if sentence else ""
    if not sentence:
        return "passes the check"
    if "\n" in sentence or not re.search(rf"\b{re.escape(plant.named)}\b", sentence):
        return f"is told without {plant.named}: {sentence}"
    return ""


def main() -> int:
    """Plant the claims and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--only", help="only plants whose name or game has this text")
    parser.add_argument("--every", type=int, default=1, help="one of so many plants  [default: 1]")
    chosen = parser.parse_args()
    only = chosen.only or ""
    plants = [(name, plant) for name, plant in PLANTS.items() if only in name or only == plant.game]
    plants, wrong = plants[:: chosen.every], 0
    for name, plant in plants:
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder)
            planted(plant, place)
            for fault in (overlooked(plant, place), unchecked(plant, place)):
                wrong += bool(fault)
                if fault:
                    print(f"{plant.game}, {name}: {fault}", flush=True)
    print(f"{len(plants)} wrong claims, {wrong} answers that are wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
