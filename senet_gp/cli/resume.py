"""``senet-gp resume``."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING

import click

from senet_gp.arena.pool import SerialPool
from senet_gp.cli import options
from senet_gp.cli.help_pages import OUTPUT, Verb, option
from senet_gp.runtime import interruption

if TYPE_CHECKING:
    from senet_gp.evolution.config import Config
    from senet_gp.evolution.run_directory import RunDirectory


@click.command(
    "resume",
    cls=Verb,
    examples=[
        "senet-gp resume runs/senet-1",
        "senet-gp resume runs/senet-1 --generations 60",
    ],
)
@click.argument("directory", type=options.PATH)
@option(
    "--generations",
    group="Run",
    type=click.IntRange(1),
    help="Play up to this many generations in all, as if the run had been started so; also if it has ended.",
)
@options.playing
@option("--quiet", group=OUTPUT, is_flag=True, help="Show neither progress nor the results at the end.")
def command(
    directory: Path,
    generations: int | None,
    *,
    playing: options.Playing,
    quiet: bool,
) -> None:
    """Go on with the run in DIRECTORY where it was stopped or killed.

    The result is the same as if it had never been stopped, with any number of workers. Only a run with
    --minutes may come to more or fewer generations: time depends on the machine, and a network that teaches
    learns again.
    """
    from senet_gp.cli.run_end import tell_ended
    from senet_gp.cli.runs import Shown, check_memory_for_final, check_sparring, play_at_terminal
    from senet_gp.evolution.node_budget import max_nodes
    from senet_gp.evolution.run_directory import RunDirectory

    run = RunDirectory.open(directory)
    check_memory_for_final(run.config)
    # From here on the run can be saved and resumed.
    interruption.check()
    affordable = None
    if generations is not None or not run.has_ended():
        _check_operators(run, generations, playing.operators)
        affordable = max_nodes(playing.memory_limit, run.config.population, run.config.islands)
    check_sparring(_extended(run.config, generations), playing)
    # Nothing is changed before all of this has been checked.
    if generations is not None:
        run.extend(generations)
    if run.has_ended():
        tell_ended(run)
        return
    if affordable is not None and playing.limits_growth:
        run.limit_growth(affordable)
    play_at_terminal(run, playing, Shown.NOTHING if quiet else Shown.ALL)


def _extended(config: Config, generations: int | None) -> Config:
    """The configuration of a run, with another number of generations if one is given."""
    return config if generations is None else dataclasses.replace(config, generations=generations)


def _check_operators(run: RunDirectory, generations: int | None, operators: str | None) -> None:
    """Check, before anything is changed, that the run has the operators that it needs.

    Args:
        run: the run.
        generations: how many generations it is to have, if it is extended.
        operators: the name of the function that registers operators from outside, if there is one.

    Raises:
        UsageError: if there is no such function.
        OperatorError: if it needs one.
        FileError: if no checkpoint belongs to the run.
    """
    from senet_gp.evolution.loop import Evolution
    from senet_gp.evolution.run import operators_from

    register = operators_from(operators) if operators else None
    for population in run.populations:
        evolution = Evolution(
            _extended(population.config, generations), SerialPool(), population.read_state()
        )
        if register is not None:
            register(evolution)
        evolution.check_operators()
