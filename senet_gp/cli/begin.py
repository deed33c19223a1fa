"""The directory of a run that ``senet-gp evolve`` begins, or goes on with."""

from __future__ import annotations

import dataclasses
import json
import shlex
import sys
from pathlib import Path
from typing import Any

from senet_gp.cli.options import LIMIT_GROWTH
from senet_gp.errors import UsageError
from senet_gp.evolution.config import Config
from senet_gp.evolution.memory import max_nodes
from senet_gp.evolution.run_directory import RunDirectory
from senet_gp.files.reading import is_there
from senet_gp.quoting import quoted, shortened

_LONGEST_VALUE = 60


def run_for(
    config: Config, out: Path | None, *, go_on: bool, memory_limit: int, when_full: str
) -> RunDirectory:
    """Begin a run, or open the one that is there if it may go on.

    Args:
        config: the options of the run.
        out: its directory; by default the next one that is free.
        go_on: whether a run that is there goes on, instead of being refused.
        memory_limit: the memory that this process may use, in bytes.
        when_full: whether growth is limited if memory is full.

    Raises:
        FileError: if the directory cannot be made or used.
        UsageError: if the run that is there has other options, or the memory limit is too low for any run.
    """
    # In any case, so that a limit that is too low is refused before the directory is made.
    affordable = max_nodes(memory_limit, config.population, config.islands)
    limited = config
    if when_full == LIMIT_GROWTH:
        limited = dataclasses.replace(config, max_nodes=min(config.max_nodes or affordable, affordable))
    command = shlex.join(["senet-gp", *sys.argv[1:]])
    if out is None:
        return RunDirectory.create_next(Path("runs"), limited, command)
    if not go_on:
        return RunDirectory.create(out, limited, command)
    if not is_there(out / "config.toml"):
        return RunDirectory.open_or_create(out, limited, command)
    run = RunDirectory.open(out)
    _check_same(run, config, limited=when_full == LIMIT_GROWTH)
    # The limit of the run's beginning stays, or its result would depend on the machine that goes on with it.
    if limited.max_nodes and not run.config.max_nodes and not run.has_ended():
        run.limit_growth(limited.max_nodes)
    return run


def _check_same(run: RunDirectory, wanted: Config, *, limited: bool) -> None:
    """Check that a run has the options of the command.

    Args:
        run: the run.
        wanted: the options of the command.
        limited: whether the command limits growth by the memory of this machine.

    Raises:
        UsageError: if one differs.
    """
    set_at_end = run.set_at_end(wanted)
    for option in dataclasses.fields(Config):
        there, here = getattr(run.config, option.name), getattr(wanted, option.name)
        if option.name in set_at_end:
            continue
        # A run that was full may have been limited since.
        if there == here or (option.name == "max_nodes" and (limited or not here)):
            continue
        path = quoted(run.path)
        instead = "choose another directory with --out"
        if option.name == "generations" and here > there:
            instead += f", or play more generations with senet-gp resume {path} --generations {here}"
        raise UsageError(
            f"{path} holds a run with other options: {option.name} is {_written(there)} there and "
            f"{_written(here)} here, so {instead}"
        )


def _written(value: Any) -> str:
    """A value of an option, in a message."""
    return shortened(value if isinstance(value, str) else json.dumps(value), _LONGEST_VALUE)
