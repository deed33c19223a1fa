"""``senet-gp evolve``."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from senet_gp.cli import options
from senet_gp.cli.help_pages import OUTPUT, option
from senet_gp.cli.output import typed
from senet_gp.cli.run_options import RUN, RunVerb
from senet_gp.evolution.configuration.config import Config, ResolvedConfig
from senet_gp.evolution.configuration.presets import preset_values, presets
from senet_gp.games.registry import DEFAULT_GAME
from senet_gp.runtime import interruption
from senet_gp.runtime.errors import UsageError, from_here
from senet_gp.runtime.files import is_there

if TYPE_CHECKING:
    from senet_gp.evolution.record.run_directory import RunDirectory

#: The value of ``--seed-with`` that drops the seeds that the configuration file names.
_NO_SEEDS = "none"


def _preset_help() -> str:
    listed = "; ".join(f"{name}: {what}" for name, what in presets().items())
    return f"Begin with options that come with senet-gp; options given here override them. {listed}."


@click.command(
    "evolve",
    cls=RunVerb,
    usual="preset population generations minutes size-limit fitness seed config out workers",
    examples=[
        "senet-gp evolve tictactoe",
        "senet-gp evolve senet --preset strong --out runs/strong",
        "senet-gp evolve senet --fitness regret --generations 20 --seed 2",
    ],
)
@click.argument("game_name", metavar="[GAME]", required=False, shell_complete=options.game_names)
@options.usual_rules
@option(
    "--objectives",
    group=options.BREEDING,
    metavar="score[,nodes]",
    help="What is to be good: score alone, or score,nodes, so that individuals compete within size classes, "
    "and a population holds the best of every size.  [default: score]",
)
@option(
    "--seed-with",
    group=RUN,
    metavar="PLAYER",
    multiple=True,
    help="Put this player into the first population: hand:NAME (hand:S is all of S1 to S8), expr:TEXT, "
    "random-tree:N, a run directory, or a champion file; can be repeated. none drops the seeds of --config.  "
    "[default: none]",
)
@option(
    "--config",
    "config_file",
    group=RUN,
    type=options.PATH,
    help="Read options from this TOML file, such as a run's config.toml; options given here override it.",
)
@option(
    "--preset",
    group=RUN,
    help=_preset_help,
    metavar=f"[{'|'.join(presets())}]",
    shell_complete=options.names_of(presets()),
)
@option(
    "--show",
    group=RUN,
    is_flag=True,
    help="Print the configuration as a TOML file, which --config reads, and begin nothing.",
)
@option(
    "--out",
    group=OUTPUT,
    type=options.PATH,
    help="The run's directory, new or empty.  [default: runs/GAME-1, or the next number that is free]",
)
@option(
    "--go-on",
    group=OUTPUT,
    is_flag=True,
    help="Begin the run in --out, or go on with it if it is there and has the same options; if it has ended, "
    "say so. So a job that is started again can repeat its command.",
)
@options.playing
@option(
    "--quiet",
    group=OUTPUT,
    is_flag=True,
    help="Print the run's directory and nothing else: neither progress nor the results at the end.",
)
@options.as_json
def evolve(
    game_name: str | None,
    parameters: dict[str, int],
    seed_with: tuple[str, ...],
    config_file: Path | None,
    preset: str | None,
    out: Path | None,
    *,
    playing: options.Playing,
    show: bool,
    go_on: bool,
    quiet: bool,
    as_json: bool,
    **flags: Any,
) -> None:
    """Evolve players of GAME; the defaults below are those of senet, and --show prints those of a game.

    Senet's are those of the paper of 1995, and senet is evolved if no game is named. Each
    test, credit and operator has options of its own: --help-all.

    Writes a directory with the configuration, the logs, and the champion, and measures the champion against
    fixed opponents. The result depends on the options alone, not on the number of workers.
    """
    from senet_gp.cli.run_end import print_champion, tell_ended
    from senet_gp.cli.runs import Shown, check_sparring, play_at_terminal
    from senet_gp.evolution.configuration.config_files import as_toml
    from senet_gp.evolution.run.run import operators_from

    if go_on and out is None:
        raise UsageError("--go-on needs the run's directory: name it with --out")
    if playing.spar_every and (quiet or as_json):
        raise UsageError("a person plays on standard output: leave out --spar, or --quiet and --json")
    given = {"game": game_name, "parameters": parameters or None, "seed_with": _seeds(seed_with)} | flags
    config = _config_from(
        config_file, preset, {name: value for name, value in given.items() if value is not None}
    )
    if show:
        click.echo(as_toml(config), nl=False)
        return
    check_sparring(config, playing)
    if playing.operators:
        operators_from(playing.operators)  # before the directory is made, in case there is no such function
    # From here on the run can be saved and resumed.
    interruption.check()
    run = _run_for(config, out, playing, go_on=go_on)
    if quiet and not as_json:
        click.echo(from_here(run.path))
    if not run.has_ended():
        shown = Shown.NOTHING if quiet else Shown.PROGRESS if as_json else Shown.ALL
        play_at_terminal(run, playing, shown)
    elif not quiet:
        tell_ended(run)
    if as_json:
        print_champion(run)


def _seeds(players: Sequence[str]) -> tuple[str, ...] | None:
    """The seeds that were given; None if the configuration decides.

    Raises:
        UsageError: if there are seeds and none.
    """
    if _NO_SEEDS in players and len(players) > 1:
        raise UsageError("--seed-with none means no seeds: leave out either none or the other players")
    if not players:
        return None
    return () if _NO_SEEDS in players else tuple(players)


def _config_from(config_file: Path | None, preset: str | None, given: Mapping[str, Any]) -> ResolvedConfig:
    """The configuration in a file or a preset, if one is named, with the options that override it.

    Raises:
        FileError: if a file cannot be read.
        UsageError: if an option does not fit, or has no effect in this run.
    """
    from senet_gp.evolution.configuration.config_files import read_values
    from senet_gp.evolution.configuration.effects import refuse_unread

    if preset and config_file:
        raise UsageError("--preset and --config both name options: leave out one of them")
    below = [preset_values(preset, given.get("game", DEFAULT_GAME))] if preset else []
    below += [read_values(config_file, game=given.get("game"))] if config_file else []
    try:
        config = Config.layered(*below, flat=given, written=True).resolved()
    except UsageError as error:
        if config_file is None:
            raise
        raise UsageError(f"with the options in {config_file}: {error}") from None
    refuse_unread(config, given)
    return config


def _run_for(
    config: ResolvedConfig, out: Path | None, playing: options.Playing, *, go_on: bool
) -> RunDirectory:
    """Begin a run, or open the one that is there if it may go on.

    Args:
        config: the options of the run.
        out: its directory; by default the next one that is free.
        playing: how it is played; growth may be limited by memory.
        go_on: whether a run that is there goes on, instead of being refused.

    Raises:
        FileError: if the directory cannot be made or used.
        UsageError: if the run that is there has other options, or the memory limit is too low for any run.
    """
    from senet_gp.evolution.loop.node_budget import max_nodes
    from senet_gp.evolution.record.run_directory import RunDirectory

    # In any case, so that a limit that is too low is refused before the directory is made.
    affordable = max_nodes(playing.memory_limit, config.population, config.islands)
    limited = config
    if playing.limits_growth:
        limited = dataclasses.replace(config, max_nodes=min(config.max_nodes or affordable, affordable))
    command = typed()
    if out is None:
        return RunDirectory.create_next(Path("runs"), limited, command)
    if not go_on:
        return RunDirectory.create(out, limited, command)
    if not is_there(out / "config.toml"):
        return RunDirectory.open_or_create(out, limited, command)
    run = RunDirectory.open(out)
    run.check_options(config)
    # The limit of the run's beginning stays, or its result would depend on the machine that goes on with it.
    if limited.max_nodes and not run.config.max_nodes and not run.has_ended():
        run.limit_growth(limited.max_nodes)
    return run
