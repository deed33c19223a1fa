"""The time that commands take from start to end, each in a new process."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from senet_gp.benchmark.processes import output_of

_SENET_GP = ("-m", "senet_gp")
_TINY_RUN = (
    *_SENET_GP,
    *("evolve", "--population", "16", "--generations", "2", "--final-games", "2", "--workers", "1", "--out"),
)


def _seconds(arguments: Sequence[str], environment: Mapping[str, str] | None = None) -> float:
    begin = time.perf_counter()
    output_of(arguments, environment)
    return time.perf_counter() - begin


def measure_startup(*, repeats: int, cold: bool) -> dict[str, float]:
    """The seconds of ``senet-gp --help``, ``import senet_gp``, and a tiny run.

    Args:
        repeats: the number of measurements of each command; the result is their median.
        cold: whether also to measure, once, a tiny run that starts without compiled code.
    """
    with TemporaryDirectory() as name:
        directory = Path(name)
        commands: dict[str, Sequence[str]] = {
            "help": (*_SENET_GP, "--help"),
            "import": ("-c", "import senet_gp"),
        }
        seconds = {
            what: median(_seconds(arguments) for _ in range(repeats)) for what, arguments in commands.items()
        }
        seconds["tiny_run"] = median(
            _seconds((*_TINY_RUN, str(directory / f"run-{number}"))) for number in range(repeats)
        )
        if cold:
            cache = {"SENET_GP_CACHE": str(directory / "cache")}
            seconds["tiny_run_cold"] = _seconds((*_TINY_RUN, str(directory / "cold")), cache)
    return seconds
