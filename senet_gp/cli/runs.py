"""Playing a run in the terminal: progress while it goes on, a report when it has ended."""

from __future__ import annotations

import time

import click
from rich.box import SIMPLE
from rich.table import Table

from primitives import vocabulary
from senet_gp.arena.match import MatchReport, play_match
from senet_gp.arena.panel import panel_of
from senet_gp.arena.pool import WorkerError, WorkerPool
from senet_gp.arena.verdict import seat_verdict
from senet_gp.arena.workers import Workers
from senet_gp.cli import Interrupted, compile_kernels
from senet_gp.cli.console import Console
from senet_gp.cli.options import LIMIT_GROWTH
from senet_gp.cli.run_view import run_view
from senet_gp.cli.sparring import sparring_at_this_terminal
from senet_gp.errors import SenetGpError, printable
from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.registry import suite_row
from senet_gp.evolution.loop import Evolution
from senet_gp.evolution.memory import MOST_NODES, in_mib, most_nodes
from senet_gp.evolution.room import PopulationTooLargeError
from senet_gp.evolution.run_directory import RunDirectory
from senet_gp.files import quoted
from senet_gp.games.board.game import BoardGame
from senet_gp.games.board.rulebook import Rulebook
from senet_gp.games.registry import in_words
from senet_gp.games.small import if_solvable
from senet_gp.players.champion import Champion
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer
from senet_gp.trees.text import to_indented_lisp

GAMES_AGAINST_EACH = 200
#: In games with more positions the verdict is left to the verb of this name.
_MOST_POSITIONS = 20_000


def play_run(
    run: RunDirectory, *, workers: Workers | None, quiet: bool, memory_limit: int, spar_every: int = 0
) -> None:
    """Play a run from where it stands to its end, saving what is done, and report.

    Args:
        run: where it is.
        workers: worker processes; by default one for each core.
        quiet: whether nothing is shown.
        memory_limit: the most memory that this process may take, in bytes.
        spar_every: individuals of every so many generations play the person at this terminal; 0 for never.

    Raises:
        Interrupted: if the person stops it; what was done is saved.
        FileError: if another process plays it, or a file cannot be read or written.
        SenetGpError: if memory runs out, or would; what was done is saved.
    """
    start = time.perf_counter()
    if spar_every:
        run.admit_person()
    with run.locked(), WorkerPool(workers) as pool:
        config = run.config
        state = run.load_state()  # not before the lock: it cuts logs that another process may be writing
        if not quiet:
            begun = f", from generation {state.generation} on" if state.generation else ""
            click.echo(
                f"Evolving {in_words(config.rules)}: {_count(config.population, 'individual')}, "
                f"{_count(config.generations, 'generation')}{begun}{_begun_with(config)}, "
                f"seed {config.seed}, {_count(pool.workers, 'worker')}, into {printable(str(run.path))}"
            )
            for line in _about_people(run, state.generation, spar_every):
                click.echo(line)
        resume = f"senet-gp resume {quoted(run.path)}"
        resume += f" --spar human --spar-every {spar_every}" if spar_every else ""
        go_on = f"go on with: {resume}"
        saved = state.generation
        compile_kernels(config.rules, f"interrupted {_done(saved)}; {go_on}")
        room = most_nodes(memory_limit, config.population)
        try:
            sparring = sparring_at_this_terminal(config, spar_every) if spar_every else None
            evolution = Evolution(config, pool, state, sparring, most_nodes=room)
            # The table would be drawn over the person's board.
            with run_view(config, pool, quiet=quiet, lines=spar_every > 0) as show:
                for generation in evolution:
                    run.save(generation, evolution.state)
                    saved = generation.number
                    show(generation)
            champion, reports = _crowned(evolution, pool)
        except KeyboardInterrupt:
            raise Interrupted(f"interrupted {_kept(run, saved)}; {go_on}") from None
        except WorkerError as error:
            raise SenetGpError(f"{error}; stopped {_kept(run, saved)}; {go_on}") from None
        except MemoryError:
            raise SenetGpError(f"memory ran out; stopped {_kept(run, saved)}; {go_on}") from None
        except PopulationTooLargeError as error:
            limit = f"a higher limit than --memory-limit {in_mib(memory_limit)}, or with "
            raise SenetGpError(
                f"{error}; stopped {_kept(run, saved)}; go on with {limit if room < MOST_NODES else ''}"
                f"growth limited: {resume} --when-full {LIMIT_GROWTH}"
            ) from None
        champion.write(run.champion_file)
    if not quiet:
        _report(run, champion, reports, time.perf_counter() - start)


def _done(saved: int) -> str:
    """When a run was stopped, if so many generations are saved."""
    return f"after generation {saved}, which is saved" if saved else "before a generation was saved"


def _kept(run: RunDirectory, saved: int) -> str:
    """The same, once that is true."""
    run.write_checkpoint()
    return _done(saved)


def _about_people(run: RunDirectory, played: int, spar_every: int) -> list[str]:
    """What is to be known of a person's games in a run of which so many generations are played."""
    if not run.admits_person:
        return []
    so_far = run.games_against_person()
    lines = [f"{_count(so_far, 'game')} against a person counted in it so far."] if so_far else []
    following = spar_every and (played // spar_every + 1) * spar_every
    if not spar_every:
        lines.append("It goes on without games against a person; with them: --spar human.")
    elif following > run.config.generations:
        lines.append(f"No {_ordinal(spar_every)} generation is left in which you would play.")
    else:
        every = _ordinal(spar_every)
        lines.append(f"Two individuals of every {every} generation, next of generation {following},")
        lines.append("play you: who beats you breeds more.")
    return [*lines, "A run with a person's games cannot be repeated by its seed."]


def _ordinal(number: int) -> str:
    ending = "th" if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _begun_with(config: Config) -> str:
    """How many players were put into the first population, if any."""
    seeds = len(config.seed_with)
    return f", begun with {_count(seeds, 'given player')}" if seeds else ""


def _report_verdict(champion: Champion, game: BoardGame) -> None:
    """Say what is proven of the champion of a small game, if that takes no more than seconds."""
    player = ExpressionPlayer(champion.tree, champion.vocabulary, "champion")
    rulebook = Rulebook(game)
    found = [seat_verdict(rulebook, player, seat, _MOST_POSITIONS) for seat in (0, 1)]
    verdicts = [verdict for verdict in found if verdict is not None]
    if verdicts:
        click.echo("Against every line of play (senet-gp verdict tells more):")
        for verdict in verdicts:
            click.echo(f"  {verdict}")
        click.echo()


def _crowned(evolution: Evolution, pool: WorkerPool) -> tuple[Champion, list[MatchReport]]:
    """The champion of a run that has come to its end, and its matches against the fixed opponents."""
    config = evolution.config
    tree, generation = evolution.champion()
    words = vocabulary(config.rules, config.vocabulary)
    player = ExpressionPlayer(tree, words, "champion")
    reports = [
        play_match(
            player,
            player_from_text(opponent, config.rules),
            games=GAMES_AGAINST_EACH,
            seed=config.seed,
            pool=pool,
            rules=config.rules,
        )
        for opponent in panel_of(config.rules)
    ]
    results = [report.as_json() for report in reports]
    return Champion(tree, words, config.rules, evolution.origin(generation), results), reports


def _report(run: RunDirectory, champion: Champion, reports: list[MatchReport], seconds: float) -> None:
    """Say who won, what it looks like, how it does, and where the files are."""
    console = Console()
    size = f"{len(champion.tree)} nodes, depth {champion.tree.depth}"
    generation = champion.origin["generation"]
    won = suite_row(run.config.fitness).crowned.format(generation=generation)
    console.print(f"\nThe champion {won}. It is an expression of {size}:\n")
    click.echo(to_indented_lisp(champion.tree))
    table = Table(
        box=SIMPLE,
    )
    table.add_column("opponent")
    table.add_column("won", justify="right")
    table.add_column("lost", justify="right")
    table.add_column("drawn", justify="right")
    table.add_column("score", justify="right")
    table.add_column("95 % interval", justify="right")
    click.echo(f"\nAgainst fixed opponents, {GAMES_AGAINST_EACH} games each:")
    for report in reports:
        low, high = report.interval
        wins, losses = report.wins
        table.add_row(
            report.players[1],
            str(wins),
            str(losses),
            str(report.draws),
            f"{report.score:.0%}",
            f"{low:.0%} to {high:.0%}",
        )
    console.print(table)
    game = if_solvable(champion.rules)
    if game is not None:
        _report_verdict(champion, game)
    path = quoted(run.path)
    click.echo("random-tree:N is a random expression; the words are told in docs/vocabulary.md.")
    click.echo(f"{seconds:.0f} s. The run's files are in {path}:")
    click.echo(
        "  champion.json, config.toml, two checkpoints; the logs generations.csv, timing.csv, ancestry.csv"
        f"{', sparring.csv' if run.admits_person else ''}"
    )
    click.echo(f"See all of it:        senet-gp report {path}")
    click.echo(f"Measure the champion: senet-gp match {run.config.game} {path} random --games 10000")
    click.echo(f"Take it with you:     senet-gp export {path} --format python --out champion.py")
