"""How fast the program is on one core, in processor time: games, knockouts, commands and their memory."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from functools import partial
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from benchmark.games import SIZES, drawn_population, drawn_tree, measure_games, measure_knockout

from studies.pages import table
from studies.work import ROOT, Study, Work, machine

KNOCKOUTS = (150, 500)
#: Commands by what they do. They are run once before they are measured, so that all is compiled.
COMMANDS: Mapping[str, tuple[str, ...]] = {
    "`senet-gp --help`": ("--help",),
    "`senet-gp match senet random random --games 6000`": (
        *("match", "senet", "random", "random", "--games", "6000", "--workers", "1"),
    ),
    "`senet-gp evolve senet`": ("evolve", "senet", "--seed", "1", "--workers", "1", "--out", "run"),
    "`senet-gp evolve hexapawn`": ("evolve", "hexapawn", "--seed", "1", "--workers", "1", "--out", "run"),
}
_SMALL = ("--population", "16", "--generations", "2", "--final-games", "2")
#: Runs a command from a small process, since a process is counted as at least as large as the one that began
#: it; then prints the seconds and KiB of the command.
_MEASURED = """
import os, resource, subprocess, sys
code = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
spent = resource.getrusage(resource.RUSAGE_CHILDREN)
print(spent.ru_utime + spent.ru_stime, spent.ru_maxrss)
sys.exit(code)
"""
_FIRST = ("evolve", "senet", *_SMALL, "--workers", "1", "--out", "run")


def _measure(work: Work) -> Any:
    return {
        "machine": machine(),
        "games": work.keep("games a second", lambda: _games(work)),
        "knockouts": work.keep("seconds of knockouts", lambda: _knockouts(work)),
        "commands": {
            what: work.keep(what, partial(_command, work, words)) for what, words in COMMANDS.items()
        },
        "compiling": 0 if work.small else work.keep("seconds of compiling", _compiling),
    }


def _games(work: Work) -> Any:
    random_games, trees = measure_games(
        [drawn_tree(nodes, Random(nodes)) for nodes in SIZES],
        seconds=work.pick(0.5, 0.02),
        repeats=work.pick(5, 1),
        counted=work.pick(20, 2),
    )
    return {"random": random_games, "trees": [[tree.nodes, tree.games_per_second] for tree in trees]}


def _knockouts(work: Work) -> Any:
    entrants = work.pick(512, 16)
    found = [
        measure_knockout(drawn_population(nodes, entrants, Random(nodes)), repeats=work.pick(5, 1))
        for nodes in KNOCKOUTS
    ]
    return [[one.nodes, one.games, one.seconds, one.seconds_translating] for one in found]


def _command(work: Work, words: tuple[str, ...]) -> list[float]:
    """The processor seconds and the MiB of a command whose kernels are compiled."""
    if work.small and words[0] == "evolve":
        words = (*words[:2], *_SMALL, *words[2:])
    if not work.small:
        _spent(words)
    return _spent(words)


def _compiling() -> float:
    """The processor seconds that a tiny run takes more if it finds no compiled code."""
    with TemporaryDirectory() as cache:
        first, again = (_spent(_FIRST, SENET_GP_CACHE=cache)[0] for _ in range(2))
    return first - again


def _spent(words: tuple[str, ...], **environment: str) -> list[float]:
    """The processor seconds of a command with all its processes, and the MiB of the largest of them."""
    with TemporaryDirectory() as directory:
        done = subprocess.run(  # noqa: S603 - the words are those above
            [sys.executable, "-S", "-c", _MEASURED, sys.executable, "-m", "senet_gp", *words],
            cwd=directory,
            env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
            stdout=subprocess.PIPE,
            check=False,
        )
    if done.returncode:
        sys.exit(f"senet-gp {' '.join(words)} failed with exit code {done.returncode}")
    seconds, kibibytes = map(float, done.stdout.split())
    return [seconds, kibibytes / 1024]


def _blocks(result: Any) -> dict[str, str]:
    games = [["random mover", f"{result['games']['random']:,.0f}"]]
    games += [[f"expression of {nodes:,} nodes", f"{rate:,.0f}"] for nodes, rate in result["games"]["trees"]]
    (nodes, played, seconds, translating), larger = result["knockouts"]
    generation = (
        f"The knockout of a generation of 512, {played:,} games, takes {seconds + translating:.2f} s"
        f" with trees of {nodes:.0f} nodes and {larger[2] + larger[3]:.2f} s with trees of {larger[0]:.0f}."
    )
    commands = [
        [what, f"{seconds:.1f}", f"{mebibytes:.0f}"]
        for what, (seconds, mebibytes) in result["commands"].items()
    ]
    return {
        "speed-games": f"{table(['player against a random mover', 'games a second'], games)}\n\n{generation}",
        "speed-commands": table(["command", "processor seconds", "MiB"], commands),
        "speed-first": f"The first run on a machine takes {result['compiling']:.0f} s more, to compile.",
        "speed-machine": f"Measured on one core of this machine: {result['machine']}.",
    }


STUDY = Study(
    "How fast is the program on one core?",
    3,
    _measure,
    _blocks,
    ("speed-games", "speed-commands", "speed-first", "speed-machine"),
    times=True,
)
