"""Measure how much of the program an ordinary day of commands executes.

    python scripts/ordinary_day.py [--least 80] [--pieces 40]

The commands of a day, some of them mistyped, run at a terminal under coverage. Printed are the share of the
statements that they execute, that of each package, and the functions with most statements that no command
executes: what is hardly ever run may not be worth its upkeep. What other people use is not counted, nor are
compiled functions. The exit code is 1 if a command does not end as it should, or the share is below --least.
"""

from __future__ import annotations

import argparse
import json
import os
import pty
import shlex
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
#: The page in the browser and the page that is given away, checks for authors of games, notebooks, executors,
#: and loops of DEAP's own.
NOT_COUNTED = (
    *("senet_gp/serve/", "senet_gp/cli/serve.py", "senet_gp/trees/javascript"),
    *("senet_gp/trees/python_to_javascript.py", "senet_gp/games/senet/plain_rules.py"),
    *("senet_gp/testing/", "senet_gp/show/notebooks.py", "senet_gp/evolution/run/progress_line.py"),
    *("senet_gp/arena/dask_pool.py", "senet_gp/arena/executor_pool.py"),
    "senet_gp/evolution/loop/deap_toolbox.py",
)
PLAN = """
game = "hexapawn"
population = 16
generations = 3
final_games = 20

[variants.usual]

[variants.paper.crossover]
name = "paper"
"""


class Command(NamedTuple):
    """A command of the day: its arguments, what is typed at its prompts, and how it ends."""

    line: str
    typed: str = ""
    code: int = 0


DAY = [
    Command("evolve hexapawn --population 128 --generations 5 --out runs/hexapawn"),
    Command("evolve senet --population 64 --generations 4 --out runs/senet"),
    Command(
        "evolve senet --preset strong --population 24 --generations 2 --cases 512 --labelled 1024 "
        "--size-limit 40 --out runs/strong"
    ),
    Command("evolve tictactoe --population 64 --generations 5 --out runs/tictactoe"),
    Command("resume runs/senet --generations 6"),
    Command("report runs/senet"),
    Command("explain runs/senet --games 400"),
    Command("export runs/senet --format latex"),
    Command("export runs/hexapawn --simplify"),
    Command("export runs/senet --format python --out player.py"),
    Command("export runs/senet --format svg --out tree.svg"),
    Command("export runs/strong --front --format csv"),
    Command("match senet runs/senet hand:HC5 --games 400"),
    Command("tournament senet hand:HC1 hand:HC5 runs/senet --games 100 --plot ratings.svg"),
    Command("verdict hexapawn runs/hexapawn"),
    Command("play hexapawn --seed 1 --no-keep", "hint\n1\n\n" + "1!\n" * 20),
    Command(
        "play senet --rule pieces=3 --seed 2 --record game.txt",
        "help\nhint\nwhy 2\n12>1\n1\nundo\n1!\nundo\nmore\n" + "1!\n" * 200,
    ),
    Command("replay game.txt"),
    Command("analyse game.txt --page analysis.html"),
    Command("watch senet hand:HC5 runs/senet --delay 0 --seed 3"),
    Command("experiment plan.toml --seeds 2"),
    Command("learn machine hexapawn --games 1000 --out machine.json --plot curve.svg"),
    Command("table tictactoe --out tictactoe.txt"),
    Command("doctor"),
    Command("evlve senet", code=2),
    Command("evolve senet --popluation 20", code=2),
    Command("evolve senet --selection tournamnt", code=2),
    Command("match senet 'expr:(sub my_moves hitts)' random", code=2),
    Command("play senet --against runs/missing", code=2),
]


class Piece(NamedTuple):
    """A function of a module: how many statements it has, and how many of them were executed."""

    module: str
    name: str
    statements: int
    executed: int


def run(command: Command, directory: Path) -> int:
    """Run a command under coverage, its output being a terminal; its exit code."""
    terminal, end = pty.openpty()
    typed = directory / "typed.txt"
    typed.write_text(command.typed)
    environment = os.environ | {
        "COVERAGE_FILE": str(directory / "coverage"),
        "PYTHONPATH": str(ROOT),
        "TERM": "xterm",
        "COLUMNS": "100",
    }
    arguments = ["-m", "coverage", "run", f"--rcfile={ROOT / 'setup.cfg'}", "-m", "senet_gp"]
    with typed.open() as lines:
        process = subprocess.Popen(  # noqa: S603 - our own
            [sys.executable, *arguments, *shlex.split(command.line)],
            cwd=directory,
            env=environment,
            stdin=lines,
            stdout=end,
            stderr=end,
        )
    os.close(end)
    shown = b"".join(iter(lambda: read(terminal), b""))
    os.close(terminal)
    if process.wait() != command.code:
        sys.stdout.write(shown.decode(errors="replace"))
    return process.returncode


def read(terminal: int) -> bytes:
    """What a command has shown since; nothing once it has ended."""
    try:
        return os.read(terminal, 1 << 16)
    except OSError:  # its end is closed
        return b""


def pieces(directory: Path) -> Iterator[Piece]:
    """All functions that count, and what stands outside functions, with what the day executed of them."""
    tool = [sys.executable, "-m", "coverage"]
    environment = os.environ | {"COVERAGE_FILE": str(directory / "coverage")}
    file = directory / "executed.json"
    for step in (["combine", "--quiet"], ["json", "--quiet", "-o", str(file)]):
        subprocess.run([*tool, *step], cwd=ROOT, env=environment, check=True)  # noqa: S603 - our own
    modules: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))["files"]
    for module, found in modules.items():
        if not module.startswith(NOT_COUNTED):
            for name, function in found["functions"].items():
                summary = function["summary"]
                yield Piece(module, name or "(module)", summary["num_statements"], summary["covered_lines"])


def share(some: list[Piece]) -> float:
    """The share of the statements of some functions that was executed."""
    return sum(piece.executed for piece in some) / max(1, sum(piece.statements for piece in some))


def main() -> int:
    """Run all commands, and print what they execute."""
    parser = argparse.ArgumentParser(description="Measure what an ordinary day executes.")
    parser.add_argument(
        "--least", type=float, default=0, help="percent of the statements, below which it fails"
    )
    parser.add_argument("--pieces", type=int, default=40, help="how many functions are named")
    options = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as place:
        directory = Path(place)
        (directory / "plan.toml").write_text(PLAN)
        for command in DAY:
            code = run(command, directory)
            sys.stdout.write(f"{code}  senet-gp {command.line}\n")
            sys.stdout.flush()
            failed += code != command.code
        counted = list(pieces(directory))
    packages: defaultdict[str, list[Piece]] = defaultdict(list)
    for piece in counted:
        packages["/".join(Path(piece.module).parts[:-1][:2])].append(piece)
    for package, found in sorted(packages.items()):
        sys.stdout.write(f"{share(found):7.1%}  {package}\n")
    sys.stdout.write("\nMost statements that are not executed:\n")
    for piece in sorted(counted, key=lambda one: one.executed - one.statements)[: options.pieces]:
        sys.stdout.write(f"{piece.statements - piece.executed:5}  {piece.module}: {piece.name}\n")
    total = share(counted)
    statements = sum(piece.statements for piece in counted)
    sys.stdout.write(f"\n{total:.1%} of {statements:,} statements are executed\n")
    return int(failed > 0 or 100 * total < options.least)


if __name__ == "__main__":
    sys.exit(main())
