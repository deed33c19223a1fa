"""A run played in the terminal: what is checked before, its progress while it goes on, its results."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import ExitStack
from enum import Enum, auto

import click

from primitives import vocabulary_of
from senet_gp.arena.local_pool import pool_of
from senet_gp.arena.pool import Pool, WorkerError
from senet_gp.arena.workers import Workers
from senet_gp.cli import Interrupted, compile_kernels, compiling
from senet_gp.cli.entrants import check_memory_for
from senet_gp.cli.game_view import GameView
from senet_gp.cli.options import LIMIT_GROWTH
from senet_gp.cli.output import program, tell_slow_words
from senet_gp.cli.people import tell_game, tell_result
from senet_gp.cli.plugin_option import repeated
from senet_gp.cli.run_end import tell_champion
from senet_gp.cli.run_view import run_view
from senet_gp.engine.playthrough import Playthrough
from senet_gp.evolution.config import MOST_GENERATIONS, Config
from senet_gp.evolution.evaluation.registry import SUITES
from senet_gp.evolution.final import finalists_each
from senet_gp.evolution.loop import Generation
from senet_gp.evolution.node_budget import MAX_NODES, PopulationTooLargeError, max_nodes
from senet_gp.evolution.operator_rows import chances_by
from senet_gp.evolution.options import PROVEN
from senet_gp.evolution.run import RunHooks, play_run
from senet_gp.evolution.run_directory import RunDirectory
from senet_gp.evolution.setup import OPTION, operators_from
from senet_gp.evolution.sparring import Opponent, Sparring, SparringGame, check_counts
from senet_gp.games.registry import in_words
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


def check_memory_for_final(config: Config) -> None:
    """Check that the results of the final round robin, which ends a run with knockouts, fit into memory.

    Raises:
        UsageError: if they do not.
    """
    if SUITES[config.fitness].ends_in_round_robin:
        finalists = config.islands * finalists_each(config)
        check_memory_for(finalists * (finalists - 1) // 2 * config.final_games, "--final-games")


def check_sparring(config: Config, every: int) -> None:
    """Make sure that a run has a generation in which individuals play the person.

    Raises:
        UsageError: if it has none, such games cannot count in it, or its selection does not say how likely
            individuals become parents, which the person is told.
    """
    check_counts(config)
    chances_by(config.selection)
    if every > config.generations:
        raise UsageError(
            f"--spar-every is {every}, but the run has only {config.generations} generations, so you would "
            "never play: give a smaller number"
        )


def play_at_terminal(
    run: RunDirectory,
    *,
    workers: Workers | None,
    shown: Shown,
    memory_limit: int,
    spar_every: int = 0,
    operators: str | None = None,
) -> None:
    """Play a run from its last generation to its end, save every generation, and print the results.

    Args:
        run: the run.
        workers: worker processes; by default one for each core.
        shown: what is shown.
        memory_limit: how much memory this process may take, in bytes.
        spar_every: in every so many generations, individuals play the person at this terminal; 0 for never.
        operators: the name of the function that registers operators from outside, if there is one.

    Raises:
        Interrupted: if the person stops it; what was done is saved.
        FileError: if another process plays it, or a file cannot be read or written.
        SenetGpError: if memory runs out, or would run out; what was done is saved.
    """
    start = time.perf_counter()
    planned = run.config.generations
    if shown is Shown.NOTHING:
        compiling_notice.be_silent()
    resume = f"{program()} resume {quoted(run.path)}{repeated()}"
    resume += f" {OPTION} {quoted(operators)}" if operators else ""
    resume += f" --spar human --spar-every {spar_every}" if spar_every else ""
    go_on = f"go on with: {resume}"
    registers = operators_from(operators) if operators else None
    with pool_of(workers) as pool:
        with _View(run, pool, go_on, shown, spar_every) as view:
            try:
                champion = play_run(
                    run,
                    pool=pool,
                    hooks=RunHooks(prepare=registers, on_begin=view.begin, on_generation=view.show),
                    sparring=_sparring(run.config, spar_every) if spar_every else None,
                    memory_limit=memory_limit,
                )
            except KeyboardInterrupt:
                raise Interrupted(f"interrupted {view.done}; {go_on}") from None
            except WorkerError as error:
                raise SenetGpError(f"{error}; stopped {view.done}; {go_on}") from None
            except MemoryError as error:
                failed = origins.told(error) or "memory ran out"
                raise SenetGpError(f"{failed}; stopped {view.done}; {go_on}") from None
            except PopulationTooLargeError as error:
                lower = max_nodes(memory_limit, run.config.population, run.config.islands) < MAX_NODES
                limit = (
                    f"a higher limit than --memory-limit {in_mib(memory_limit)}, or with " if lower else ""
                )
                raise SenetGpError(
                    f"{error}; stopped {view.done}; go on with {limit}growth limited: "
                    f"{resume} --when-full {LIMIT_GROWTH}"
                ) from None
        if shown is Shown.ALL:
            tell_champion(run, champion, time.perf_counter() - start, pool)
            # A run that ended with a proven winner has fewer because it has what it was for.
            proven = champion.origin.get("until") == PROVEN
            if run.config.generations < min(planned, _FEW_GENERATIONS) and not proven:
                click.echo(
                    f"The time was over after {_count(run.config.generations, 'generation')} (what a "
                    f"teacher learns counts, too); for more: {resume} --generations 100"
                )


class _View(ExitStack):
    """Shows a run while it is played, and knows how far it is."""

    def __init__(self, run: RunDirectory, pool: Pool, go_on: str, shown: Shown, spar_every: int) -> None:
        super().__init__()
        self._run = run
        self._pool = pool
        self._go_on = go_on
        self._shown = shown
        self._spar_every = spar_every
        self._saved = 0
        self._of_islands: dict[int, int] = {}  # of a run with islands

    def begin(self, config: Config, played: int) -> None:
        """Say which run is played, compile its kernels, and begin to show how far it is."""
        self._saved = played
        if self._shown is Shown.ALL:
            self._tell_beginning(config)
        if self._shown is not Shown.NOTHING:
            _tell_speed(config)
        interrupted = f"interrupted {self.done}; {self._go_on}"
        compile_kernels(config.game_value, interrupted)
        if config.minutes:
            from senet_gp.evolution.all_kernels import compile_run

            # No minute of the run goes by with compiling what its suite needs.
            with compiling(interrupted):
                compile_run(config)
        # A bar would cover the person's board.
        quiet = self._shown is Shown.NOTHING or self._spar_every > 0
        if config.islands > 1:
            self._of_islands = dict.fromkeys(range(1, config.islands + 1), played)
        seconds = self._run.seconds(self._pool.workers)
        view = run_view(config, self._pool, quiet=quiet, played=played, seconds=seconds)
        self._show = self.enter_context(view)

    def show(self, generation: Generation) -> None:
        """Show a generation, which has been saved."""
        self._saved = generation.number
        if generation.island:
            self._of_islands[generation.island] = generation.number
            self._saved = min(self._of_islands.values())
        if generation.sparring:
            _tell_effect(generation.sparring, self._run.config, self._spar_every)
        self._show(generation)

    @property
    def done(self) -> str:
        """The words that say after which generation the run stops, if it stops now."""
        return (
            f"after generation {self._saved}, which is saved"
            if self._saved
            else "before a generation was saved"
        )

    def _tell_beginning(self, config: Config) -> None:
        begun = f", from generation {self._saved} on" if self._saved else ""
        click.echo(
            f"Evolving {in_words(config.game_value)}: {_where(config)}, "
            f"{_budget(config)}{begun}{_begun_with(config)}, "
            f"seed {config.seed}, {_count(self._pool.workers, 'worker')}, "
            f"into {printable(str(from_here(self._run.path)))}"
        )
        for line in _about_people(self._run, self._saved, self._spar_every):
            click.echo(line)


def _tell_speed(config: Config) -> None:
    """Say that a run is slow if a compiled game is played with words that have no kernel."""
    if config.game_value.family:
        tell_slow_words(vocabulary_of(config.game_value, config.vocabulary).without_kernel)


def _about_people(run: RunDirectory, played: int, spar_every: int) -> list[str]:
    """What a person should know about their games in a run of which so many generations are played."""
    if not run.admits_person:
        return []
    so_far = run.games_against_person()
    lines = [f"{_count(so_far, 'game')} against a person counted in this run so far."] if so_far else []
    following = spar_every and (played // spar_every + 1) * spar_every
    if not spar_every:
        lines.append("It goes on without further games against a person; --spar human adds some.")
    elif following > run.config.generations:
        lines.append(f"You do not play: no {_ordinal(spar_every)} generation is left in this run.")
    else:
        every = _ordinal(spar_every)
        lines.append(f"Two individuals of every {every} generation play you, next in generation {following};")
        lines.append("those that beat you are selected more often.")
    return [*lines, "A run with games against a person cannot be repeated by its seed."]


def _ordinal(number: int) -> str:
    ending = "th" if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _where(config: Config) -> str:
    """The population of a run, or those of its islands."""
    individuals = _count(config.population, "individual")
    return individuals if config.islands == 1 else f"{config.islands} islands of {individuals}"


def _budget(config: Config) -> str:
    """How long a run lasts."""
    if not config.minutes:
        generations = _count(config.generations, "generation")
        return f"until a winner is proven, at most {generations}" if config.until_proven else generations
    at_most = (
        f" or {_count(config.generations, 'generation')}" if config.generations < MOST_GENERATIONS else ""
    )
    return f"{config.minutes:g} {'minute' if config.minutes == 1 else 'minutes'}{at_most}"


def _begun_with(config: Config) -> str:
    """How many players were put into the first population, if any."""
    seeds = len(config.seed_with)
    return f", begun with {_count(seeds, 'given player')}" if seeds else ""


def _sparring(config: Config, every: int) -> Sparring:
    """Let individuals play the person at this terminal, in every so many generations."""
    table = GameView(config.game_value, ascii_only=False)
    return Sparring(HumanPlayer(table, announcer=_Announcer(table, config.generations)), every)


class _Announcer:
    """Announces the games of a run to the person (see :class:`senet_gp.engine.playthrough.Announcer`)."""

    def __init__(self, table: GameView, generations: int) -> None:
        self._table = table
        self._generations = generations

    def game_begins(self, playthrough: Playthrough[Player]) -> None:
        """Say which game begins, and which pieces the person has."""
        (game,) = (player.game for player in playthrough.players if isinstance(player, Opponent))
        heading = f"Generation {game.generation} of {self._generations}, game {game.number} of {game.games}"
        tell_game(self._table, heading, playthrough, f", {game.nodes} nodes")

    def game_ends(self, playthrough: Playthrough[Player]) -> None:
        """Name the winner."""
        tell_result(self._table, playthrough)


def _tell_effect(games: Sequence[SparringGame], config: Config, every: int) -> None:
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
        before, after = game.chance
        result = _RESULTS[game.outcome]
        table.say(f"  opponent {game.number} {result}: {after:.2%} instead of {before:.2%}")
    if not left:
        following = games[-1].generation + every
        last = following > config.generations
        again = "you have played your last game" if last else f"you play again in generation {following}"
        table.say(f"The run goes on; {again}.\n")
