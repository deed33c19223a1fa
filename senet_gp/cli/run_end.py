"""What is shown when a run has ended: its champion, the champion's results, and where the files are."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from textwrap import fill
from typing import Any

import click

from senet_gp.arena.match import play_match
from senet_gp.arena.panel import strong_opponents, texts_of
from senet_gp.arena.pool import Pool
from senet_gp.arena.verdict import QUICK_WALK, seat_verdict
from senet_gp.cli.console import Console, figures, names, print_table
from senet_gp.cli.output import command_for, plural, print_json, program, rules_of
from senet_gp.cli.progress import progress
from senet_gp.engine.every_line import EveryLine
from senet_gp.engine.measurement import Measurement
from senet_gp.evolution.configuration.across_parts import usual_name
from senet_gp.evolution.configuration.common_options import INDIVIDUALS, PROVEN
from senet_gp.evolution.configuration.presets import preset_values
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.evolution.run.measured_winners import generations_by_time, learning_curves, time_in_words
from senet_gp.evolution.run.run import panel_games
from senet_gp.games.registry import DEFAULT_GAME
from senet_gp.games.small import Rulebook, SmallGame, if_solvable
from senet_gp.insight.way_of_play import way_of_play
from senet_gp.players.champion import Champion, PlayersBySize, SizedPlayer
from senet_gp.players.player import ExpressionPlayer, RandomPlayer
from senet_gp.runtime.errors import SenetGpError, UsageError, from_here, printable, quoted
from senet_gp.runtime.files import is_there
from senet_gp.trees.individual import Individual
from senet_gp.trees.like_terms import with_like_terms
from senet_gp.trees.python_source import to_python
from senet_gp.trees.text import to_infix, to_lisp

#: After a run of at least this many seconds, a few more are spent on its champion.
TELL_MORE_AFTER = 5.0
#: Games of each winner against each group of strong opponents: differences of some three points are seen.
_GAMES_OF_WINNERS = 1000
#: The most lines of a formula; what is longer is cut.
_MAX_LINES = 16
#: The preset that breeds stronger players than the usual tests.
_STRONG = "strong"
_COLUMNS = 100
#: The nodes of a player that is read within minutes.
_SHORT = 30
_BY_TESTS = (
    "In the run's tests each was better than all smaller ones; games were only played to show their strength."
)
_STRONGER = "Breed stronger ones"
#: The shares of points against net that players bred in a minute have, by nodes: docs/results.md has them.
_IN_A_MINUTE = {30: 0.43, 200: 0.46}


def print_champion(run: RunDirectory) -> None:
    """Print the champion of a run that has ended, its results, and the best players by size, as JSON."""
    champion = Champion.read(run.champion_file)
    # A person may have removed the file: players by size are then not known.
    by_size = PlayersBySize.read(run.sizes_file) if is_there(run.sizes_file) else None
    front, opponents = (by_size.front, by_size.opponents) if by_size else ([], [])
    print_json(
        {
            "game": champion.game.name,
            "directory": str(from_here(run.path)),
            "champion": to_lisp(champion.tree),
            "nodes": len(champion.tree),
            "generation": champion.origin["generation"],
            **({"island": champion.origin["island"]} if run.config.islands > 1 else {}),
            "results": champion.results,
            "sizes": [_size_as_json(one, opponents) for one in front],
        }
    )


def _size_as_json(player: SizedPlayer, opponents: Sequence[str]) -> dict[str, Any]:
    """A player of the front; its share is that against the first group of opponents."""
    against = {
        name: {"share": one.share, "interval": list(one.interval)}
        for name, one in zip(opponents, player.against, strict=True)
    }
    return {
        "nodes": len(player.tree),
        **against[opponents[0]],
        "against": against,
        "expression": to_lisp(player.tree),
    }


def tell_ended(run: RunDirectory) -> None:
    """Say on standard error that a run has ended already."""
    path, champion = (printable(str(from_here(each))) for each in (run.path, run.champion_file))
    click.echo(f"{path} has ended already; its champion is in {champion}", err=True)


def tell_champion(run: RunDirectory, champion: Champion, seconds: float, pool: Pool) -> None:
    """Print the champion, how it plays, its results against fixed opponents, and what can be done next.

    After a short run that takes no time that could be felt: what must be measured is left out.

    Args:
        run: the run, which has ended.
        champion: its champion.
        seconds: how long the run took.
        pool: where games are played.
    """
    # A run that was stopped just before its end has not been a short one.
    whole = max(seconds, run.seconds(pool.workers)) >= TELL_MORE_AFTER
    has_front = run.config.several_objectives and is_there(run.sizes_file)
    front = PlayersBySize.read(run.sizes_file) if has_front else None
    if front is not None:
        _tell_front(front)
    Console().print(f"\nThe champion {_how_it_came(run, champion)}.", soft_wrap=True)
    _tell_formula(champion)
    player = ExpressionPlayer(champion.tree, champion.vocabulary, "champion")
    if whole:
        with contextlib.suppress(SenetGpError):  # it never has a choice
            click.echo(fill(way_of_play(player, champion.game, pool).text, _COLUMNS) + "\n")
    if front is None:
        _tell_results(champion, _against_strong(player, run, champion, pool) if whole else [])
    luck = "Luck is subtracted in scores and intervals.\n" if champion.game.stochastic else ""
    click.echo(luck)
    if whole and strong_opponents(champion.game):
        _tell_growth(run, champion, pool)
    game = if_solvable(champion.game)
    if game is not None:
        _tell_verdict(champion, game)
        _tell_shortest(run, champion, game)
    click.echo(f"{seconds:.0f} s. The run's files are in {quoted(run.path)}:")
    kept = "two checkpoints" if run.config.generations > 1 else "a checkpoint"
    individuals = ", individuals.csv" if run.config.log == INDIVIDUALS else ""
    logs = f"{kept};\n  the logs generations.csv, timing.csv, sizes.csv{individuals}"
    if run.config.islands > 1:
        logs = f"migrations.csv; of each island, in islands, {logs}"
    click.echo(
        f"  champion.json, sizes.json, config.toml, provenance.json, {logs}"
        f"{', sparring.csv' if run.admits_person else ''}"
    )
    _tell_next(run, champion, front)


def _how_it_came(run: RunDirectory, champion: Champion) -> str:
    """How a run came to its champion, as the end of a sentence."""
    origin = champion.origin
    if origin.get("until") == PROVEN:
        came = (
            f"won generation {origin['generation']}, the first whose winner is proven to do as well as "
            "perfect play"
        )
    elif run.config.several_objectives and is_there(run.sizes_file):
        return "is the strongest of them"
    else:
        came = run.config.fitness.crowned.format(generation=origin["generation"])
    if run.config.islands > 1:
        came += f", and comes from island {origin['island']}"
    return came


def _tell_front(sizes: PlayersBySize) -> None:
    """Print the players that are stronger than all smaller ones, and the formulas that fit a line."""
    games = sizes.players[0].against[0].games
    click.echo(f"\nThe strongest players of each size, {games:,} games against each of these:\n")
    print_table(
        [*figures("nodes", *sizes.opponents), *names("")],
        [
            (
                str(len(player.tree)),
                *(_share_and_interval(one) for one in player.against),
                "champion" if player.is_champion else "",
            )
            for player in sizes.front
        ],
    )
    if sizes.by_tests:
        click.echo(f"\n{_BY_TESTS}")
    lines = {len(player.tree): to_infix(player.tree, player.tree.vocabulary) for player in sizes.front}
    short = {nodes: line for nodes, line in lines.items() if len(line.splitlines()) == 1}
    if short:
        click.echo("\nAs formulas, where they fit a line:\n")
    for nodes, line in short.items():
        click.echo(f"  {nodes:>3}  {line.strip()}")


def _share_and_interval(measured: Measurement) -> str:
    low, high = measured.interval
    return f"{measured.share:.1%} ({100 * low:.1f} to {high:.1%})"


def _tell_formula(champion: Champion) -> None:
    """Print the champion's expression, with like terms added up if that makes it shorter."""
    simplified = with_like_terms(champion.tree, champion.vocabulary)
    size = f"{plural(len(champion.tree), 'node')}, depth {champion.tree.depth}"
    if len(simplified) < len(champion.tree):
        size += f"; with like terms added up, this one of {len(simplified)} chooses the same"
    click.echo(f"It is an expression of {size}:\n")
    _print_formula(simplified)


def _print_formula(tree: Individual) -> None:
    """Print an expression, or its first lines."""
    lines = to_infix(tree, tree.vocabulary).splitlines()
    for line in lines[:_MAX_LINES]:
        click.echo(f"  {line}")
    if len(lines) > _MAX_LINES:
        click.echo(f"  … {len(lines) - _MAX_LINES} more lines")
    click.echo()


def _against_strong(
    player: ExpressionPlayer, run: RunDirectory, champion: Champion, pool: Pool
) -> list[dict[str, Any]]:
    """The champion's results against the strong opponents of its game, in the form of ``results``."""
    opponents = texts_of(strong_opponents(champion.game))
    games = panel_games(champion)
    results = []
    with progress("measuring", quiet=not opponents) as show:
        for number, text in enumerate(opponents):
            show(number, len(opponents), f"against {text}")
            match = play_match(player, text, game=champion.game, games=games, seed=run.config.seed, pool=pool)
            results.append(match.as_json())
    return results


def _tell_results(champion: Champion, further: list[dict[str, Any]]) -> None:
    """Print the champion's results against fixed opponents."""
    results = [*further, *champion.results]
    games = max((match["games"] for match in results), default=0)
    click.echo(f"Against fixed opponents, {games} games each:\n")
    print_table(
        [*names("opponent"), *figures("won", "lost", "drawn", "score", "95 % interval")],
        [_result_cells(match) for match in results],
    )
    click.echo("\nrandom-tree:N is a random expression.")


def _result_cells(match: dict[str, Any]) -> tuple[str, ...]:
    low, high = match["interval"]
    wins, losses = match["wins"]
    figures_of_match = (str(wins), str(losses), str(match["draws"]), f"{match['adjusted_score']:.0%}")
    return (match["players"][1], *figures_of_match, f"{low:.0%} to {high:.0%}")


def _tell_growth(run: RunDirectory, champion: Champion, pool: Pool) -> None:
    """Print how strong winners were when parts of the run's time were over."""
    log = run.read_logs()[champion.origin.get("island", 1) - 1]
    winners = {
        number: ExpressionPlayer(log.winner(number), champion.vocabulary, "winner")
        for number in generations_by_time(log)
    }
    with progress("measuring") as show:
        show(0, 1, "how its strength grew")
        curves = learning_curves(
            winners,
            strong_opponents(champion.game),
            games=_GAMES_OF_WINNERS,
            seed=run.config.seed,
            pool=pool,
            game=champion.game,
        )
    if not curves:  # no compiled code plays them
        return
    click.echo(
        f"How strength grew: the winners of generations, {_GAMES_OF_WINNERS:,} games against each of these:\n"
    )
    print_table(
        figures("after", "generation", *curves),
        [
            (
                time_in_words(log.seconds_until(number)),
                str(number),
                *(str(curve[number]) for curve in curves.values()),
            )
            for number in winners
        ],
    )
    click.echo()


def _tell_next(run: RunDirectory, champion: Champion, front: PlayersBySize | None) -> None:
    """Name the commands that go on from here, but not what this champion or its front does not allow."""
    path = quoted(run.path)
    game = run.config.game_value
    # The strongest of the strong ones comes last.
    opponent = [RandomPlayer.name, *texts_of(strong_opponents(game))][-1]
    commands = {
        "Play against it": f"play {game.name}{rules_of(game)} --against {path}",
        "What it looks at": f"explain {path}",
        "See the whole run": f"report {path}",
        "Measure it": f"match {game.name}{rules_of(game)} {path} {opponent} --games 10000",
    }
    if run.config.several_objectives:
        if front is not None and len(front.players[0].tree) <= _SHORT < len(champion.tree):
            commands["A shorter one"] = f"explain {path}@{_SHORT}"
        commands["All sizes"] = f"export {path} --front --format csv"
    usual = run.config.fitness.name
    if usual == usual_name(game.name, "fitness"):
        with contextlib.suppress(UsageError):  # the preset is not for this game
            if preset_values(_STRONG, game.name)["fitness"]["name"] != usual:
                again = f"evolve {game.name}{rules_of(game)} --preset {_STRONG} --minutes 1"
                commands[_STRONGER] = again
    with contextlib.suppress(UsageError):
        to_python(champion.tree, champion.vocabulary)
        commands["Use it in Python"] = f"export {path} --format python --out champion.py"
    width = max(map(len, commands)) + 1
    for what, command in commands.items():
        click.echo(f"{what + ':':<{width}} {command_for(command)}")
    if _STRONGER in commands and game.name == DEFAULT_GAME and not rules_of(game):
        shares = " and ".join(f"{share:.0%} with {nodes} nodes" for nodes, share in _IN_A_MINUTE.items())
        click.echo(f"\nA minute of --preset strong on one core comes, on average, to {shares} against net.")


def _tell_verdict(champion: Champion, game: SmallGame) -> None:
    """Print what can be proven of the champion of a small game within seconds."""
    player = ExpressionPlayer(champion.tree, champion.vocabulary, "champion")
    rulebook = Rulebook(game)
    verdicts = [verdict for seat in (0, 1) if (verdict := seat_verdict(rulebook, player, seat, QUICK_WALK))]
    if verdicts:
        click.echo(f"Against every line of play ({program()} verdict shows more):")
        for verdict in verdicts:
            click.echo(f"  {verdict}")
        click.echo()


def _tell_shortest(run: RunDirectory, champion: Champion, game: SmallGame) -> None:
    """Print the shortest player by size that does as well as perfect play, if the champion is longer."""
    lines = EveryLine.of(game, champion.vocabulary)
    if lines is None or not is_there(run.sizes_file):
        return
    proven = [one.tree for one in PlayersBySize.read(run.sizes_file).players if lines.is_perfect(one.tree)]
    if proven and len(proven[0]) < len(champion.tree):
        nodes = plural(len(proven[0]), "node")
        click.echo(f"The shortest player found that does as well as perfect play has {nodes}:\n")
        _print_formula(proven[0])
