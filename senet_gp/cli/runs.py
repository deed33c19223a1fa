"""A run played in the terminal: what is checked before, its progress while it goes on, its results.

The library prints nothing and changes no exception. Here Ctrl-C, lost workers and full memory become
sentences that say what is saved and how to go on, and a person is told of their games.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from enum import Enum, auto

import click

from senet_gp.arena.local_pool import pool_of
from senet_gp.arena.pool import Pool, WorkerError
from senet_gp.cli import Interrupted, compile_kernels, compiling, options
from senet_gp.cli.entrants import tell_game, tell_result, tell_slow_words
from senet_gp.cli.game_view import GameView
from senet_gp.cli.output import command_for, plural
from senet_gp.cli.run_end import tell_champion
from senet_gp.cli.run_view import RunView
from senet_gp.engine.playthrough import Playthrough
from senet_gp.evolution.configuration.common_options import MAX_GENERATIONS, PROVEN
from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.evaluation.sparring import Opponent, Sparring, SparringGame, check_counts
from senet_gp.evolution.loop.node_budget import MAX_NODES, PopulationTooLargeError, max_nodes
from senet_gp.evolution.loop.state import Generation
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.evolution.run.run import OPTION, RunHooks, operators_from, play_run
from senet_gp.games.registry import in_words
from senet_gp.players.champion import Champion
from senet_gp.players.human import HumanPlayer
from senet_gp.players.player import Player
from senet_gp.runtime import compiling_notice, origins
from senet_gp.runtime.errors import SenetGpError, UsageError, from_here, printable, quoted
from senet_gp.runtime.machine import in_mib

#: A run by the clock that had time for fewer generations says so at its end.
_FEW_GENERATIONS = 10
_RESULTS = {1: "has beaten you", 0: "has drawn", -1: "has lost", None: "was left"}


class Shown(Enum):
    """What is shown of a run.

    Attributes:
        ALL: how it begins, how far it is, and its results.
        PROGRESS: how far it is, on standard error.
        NOTHING: nothing.
    """

    ALL = auto()
    PROGRESS = auto()
    NOTHING = auto()


def check_sparring(config: ResolvedConfig, playing: options.Playing) -> None:
    """Make sure that a run has a generation in which individuals play the person, if they are to.

    Raises:
        UsageError: if it has none, or such games cannot count in it.
    """
    every = playing.spar_every
    if not every:
        return
    check_counts(config)
    if every > config.generations:
        raise UsageError(
            f"--spar-every is {every}, but the run has only {config.generations} generations, so you would "
            "never play: give a smaller number"
        )


def play_at_terminal(run: RunDirectory, playing: options.Playing, shown: Shown) -> None:
    """Play a run from its last generation to its end, save every generation, and print the results.

    Args:
        run: the run.
        playing: how it is played.
        shown: what is shown.

    Raises:
        Interrupted: if the person stops it; what was done is saved.
        FileError: if another process plays it, or a file cannot be read or written.
        SenetGpError: if memory runs out, or would run out; what was done is saved.
    """
    start = time.perf_counter()
    planned = run.config.generations
    if shown is Shown.NOTHING:
        compiling_notice.be_silent()
    resume = command_for(f"resume {quoted(run.path)}")
    if playing.operators:
        resume += f" {OPTION} {quoted(playing.operators)}"
    if playing.spar_every:
        resume += f" --spar human --spar-every {playing.spar_every}"
    with pool_of(playing.workers) as pool:
        with ExitStack() as stack:
            champion = _PlayedRun(run, playing, shown, pool, resume, stack).to_its_end()
        if shown is not Shown.ALL:
            return
        tell_champion(run, champion, time.perf_counter() - start, pool)
        # A run that ended with a proven winner has fewer because it has what it was for.
        proven = champion.origin.get("until") == PROVEN
        if run.config.generations < min(planned, _FEW_GENERATIONS) and not proven:
            click.echo(
                f"The time was over after {plural(run.config.generations, 'generation')} (what a "
                f"teacher learns counts, too); for more: {resume} --generations 100"
            )


@dataclass
class _PlayedRun:
    """A run while it is played at the terminal.

    Attributes:
        run: its directory.
        playing: how it is played.
        shown: what is shown.
        pool: where games are played.
        resume: the command that goes on with it.
        stack: what is closed when it has ended.
        view: what shows it, once it has begun.
    """

    run: RunDirectory
    playing: options.Playing
    shown: Shown
    pool: Pool
    resume: str
    stack: ExitStack
    view: RunView | None = None

    def to_its_end(self) -> Champion:
        """Play it; if it stops before, say what is saved and how to go on."""
        go_on = f"go on with: {self.resume}"
        operators, every = self.playing.operators, self.playing.spar_every
        memory_limit = self.playing.memory_limit
        try:
            return play_run(
                self.run,
                pool=self.pool,
                hooks=RunHooks(
                    prepare=operators_from(operators) if operators else None,
                    on_begin=self._begin,
                    on_generation=self._show,
                ),
                sparring=_sparring(self.run.config, every) if every else None,
                memory_limit=memory_limit,
            )
        except KeyboardInterrupt:
            raise Interrupted(f"interrupted {self._done}; {go_on}") from None
        except WorkerError as error:
            raise SenetGpError(f"{error}; stopped {self._done}; {go_on}") from None
        except MemoryError as error:
            failed = origins.told(error) or "memory ran out"
            raise SenetGpError(f"{failed}; stopped {self._done}; {go_on}") from None
        except PopulationTooLargeError as error:
            config = self.run.config
            lower = max_nodes(memory_limit, config.population, config.islands) < MAX_NODES
            limit = f"a higher limit than --memory-limit {in_mib(memory_limit)}, or with " if lower else ""
            raise SenetGpError(
                f"{error}; stopped {self._done}; go on with {limit}growth limited, with: "
                f"{self.resume} --when-full {options.LIMIT_GROWTH}"
            ) from None

    def _begin(self, config: ResolvedConfig, played: int) -> None:
        """Say which run is played, compile its kernels, and begin to show how far it is."""
        seconds = self.run.seconds(self.pool.workers)
        self.view = RunView(config, self.pool, played=played, seconds=seconds)
        if self.shown is Shown.ALL:
            self._tell_beginning(config, played)
        if self.shown is not Shown.NOTHING and config.game_value.family:
            tell_slow_words(config.vocabulary_value.without_kernel)
        interrupted = f"interrupted {self._done}; go on with: {self.resume}"
        compile_kernels(config.game_value, interrupted)
        if config.minutes:
            from senet_gp.evolution.run.precompile import compile_run

            # No minute of the run goes by with compiling what its suite needs.
            with compiling(interrupted):
                compile_run(config)
        # A bar would cover the person's board.
        quiet = self.shown is Shown.NOTHING or self.playing.spar_every > 0
        self.stack.enter_context(self.view.shown(quiet=quiet))

    def _show(self, generation: Generation) -> None:
        """Show a generation, which has been saved."""
        if generation.sparring:
            _tell_effect(generation.sparring, self.run.config, self.playing.spar_every)
        if self.view is not None:
            self.view.show(generation)

    @property
    def _done(self) -> str:
        """The words that say after which generation the run stops, if it stops now."""
        saved = self.view.saved if self.view else 0
        return f"after generation {saved}, which is saved" if saved else "before a generation was saved"

    def _tell_beginning(self, config: ResolvedConfig, played: int) -> None:
        begun = f", from generation {played} on" if played else ""
        click.echo(
            f"Evolving {in_words(config.game_value)}: {_where(config)}, "
            f"{_budget(config)}{begun}{_begun_with(config)}, "
            f"seed {config.seed}, {plural(self.pool.workers, 'worker')}, "
            f"into {printable(str(from_here(self.run.path)))}"
        )
        for line in _about_people(self.run, self.playing.spar_every):
            click.echo(line)


def _about_people(run: RunDirectory, spar_every: int) -> list[str]:
    """What a person should know about their games in a run, if they play in every N-th generation."""
    if not run.admits_person:
        return []
    so_far = run.games_against_person()
    lines = [f"{plural(so_far, 'game')} against a person counted in this run so far."] if so_far else []
    if spar_every:
        often = "generation" if spar_every == 1 else f"{spar_every} generations"
        lines.append(f"Two individuals play you every {often};")
        lines.append("those that beat you are selected more often.")
    else:
        lines.append("It goes on without further games against a person; --spar human adds some.")
    return [*lines, "A run with games against a person cannot be repeated by its seed."]


def _where(config: ResolvedConfig) -> str:
    """The population of a run, or those of its islands."""
    individuals = plural(config.population, "individual")
    return individuals if config.islands == 1 else f"{config.islands} islands of {individuals}"


def _budget(config: ResolvedConfig) -> str:
    """How long a run lasts."""
    if not config.minutes:
        generations = plural(config.generations, "generation")
        return f"until a winner is proven, at most {generations}" if config.until_proven else generations
    at_most = (
        f" or {plural(config.generations, 'generation')}" if config.generations < MAX_GENERATIONS else ""
    )
    return f"{config.minutes:g} {'minute' if config.minutes == 1 else 'minutes'}{at_most}"


def _begun_with(config: ResolvedConfig) -> str:
    """How many players were put into the first population, if any."""
    seeds = len(config.seed_with)
    return f", begun with {plural(seeds, 'given player')}" if seeds else ""


def _sparring(config: ResolvedConfig, every: int) -> Sparring:
    """Let individuals play the person at this terminal, once in a number of generations."""
    table = GameView(config.game_value, ascii_only=False)
    return Sparring(HumanPlayer(table, announcer=_Announcer(table, config.generations)), every)


class _Announcer:
    """Announces the games of a run to the person (see :class:`senet_gp.engine.playthrough.Announcer`)."""

    def __init__(self, table: GameView, generations: int) -> None:
        self._table = table
        self._generations = generations

    def game_begins(self, playthrough: Playthrough[Player]) -> None:
        """Say which game begins, and which pieces the person has."""
        (one,) = (player for player in playthrough.players if isinstance(player, Opponent))
        heading = f"Generation {one.generation} of {self._generations}, game {one.number} of {one.games}"
        tell_game(self._table, heading, playthrough, f", {len(one.tree)} nodes")

    def game_ends(self, playthrough: Playthrough[Player]) -> None:
        """Name the winner."""
        tell_result(self._table, playthrough)


def _tell_effect(games: Sequence[SparringGame], config: ResolvedConfig, every: int) -> None:
    """Tell the person what the games of a generation have changed, and when the next ones are.

    Args:
        games: the games.
        config: the configuration of the run.
        every: how many generations pass from one with games to the next.
    """
    table = GameView(config.game_value, ascii_only=False)
    left = games[-1].outcome is None
    if left:
        table.say("\nYou left. This game does not count; the run goes on without you.")
    ended = [game for game in games if game.outcome is not None]
    if ended:
        table.say(f"\nThe chance to be selected as a parent (on average {1 / config.population:.2%}):")
    for game in ended:
        chance = f"{game.chance_after:.2%} instead of {game.chance_before:.2%}"
        table.say(f"  opponent {game.game} {_RESULTS[game.outcome]}: {chance}")
    if not left:
        following = games[-1].generation + every
        last = following > config.generations
        again = "you have played your last game" if last else f"you play again in generation {following}"
        table.say(f"The run goes on; {again}.\n")
