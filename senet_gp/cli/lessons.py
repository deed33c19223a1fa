"""``senet-gp explain --lessons``: what the players of several runs have in common."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from senet_gp.arena.local_pool import pool_of
from senet_gp.arena.panel import fast_players, yardsticks
from senet_gp.arena.pool import Pool
from senet_gp.arena.workers import Workers
from senet_gp.cli import compile_kernels
from senet_gp.cli.console import figures, print_table, texts
from senet_gp.cli.entrants import expression_from
from senet_gp.cli.output import plural, print_json
from senet_gp.cli.progress import progress
from senet_gp.engine.exact_table import is_soon, table_for
from senet_gp.engine.participants import scored_plainly
from senet_gp.games.dice.game import if_numbered
from senet_gp.games.dice.numbering import is_numbered
from senet_gp.games.protocol import Game
from senet_gp.games.registry import in_words
from senet_gp.insight.lessons import Bred, Judge, RuleOfPlay, judged_exactly, judged_in_games, lessons_of
from senet_gp.players.by_size import FILE_NAME, PlayersBySize
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime.errors import UsageError, shortened
from senet_gp.runtime.files import is_there

#: Players of a run that have fewer or more nodes are not looked at.
_SIZES = range(8, 61)
#: The games that measure a player and each of its copies, and those where games are played in plain Python.
_GAMES = 2000
_PLAIN_GAMES = 200


def tell_lessons(
    named: Sequence[str],
    game_name: str | None,
    parameters: dict[str, int],
    file: Path | None,
    games: int | None,
    seed: int,
    workers: Workers | None,
    *,
    as_json: bool,
) -> None:
    """Print the rules that players follow, and what each is worth.

    Args:
        named: the players, written as on the command line.
        game_name: the name of the game, if it is given.
        parameters: the game's parameters that are given.
        file: the file of exact win probabilities, if it is given.
        games: how many games measure a player; None for the usual number.
        seed: the seed of the games.
        workers: where they are played.
        as_json: whether it is printed as JSON.

    Raises:
        UsageError: if a player cannot be looked at.
        FileError: if a file cannot be read.
    """
    bred: list[Bred] = []
    for text in named:
        player, game = expression_from(text, game_name, parameters, "looked at: name a run")
        bred += [Bred(text, one) for one in [*_of_run(text)] or [player]]
    if len({in_words(one.player.vocabulary.game) for one in bred}) > 1:
        raise UsageError("the players play different games: name runs of one")
    compile_kernels(game)
    if games is None:
        plainly = any(scored_plainly(game, one.player.vocabulary) for one in bred)
        games = _PLAIN_GAMES if plainly else _GAMES
    with pool_of(workers) as pool, progress("players") as show:
        judge, by = _judge_of(game, file, games, pool)
        lessons = lessons_of(
            bred,
            game,
            judge,
            seed=seed,
            pool=pool,
            show=show,
        )
    if as_json:
        print_json({"game": game.name, "judged_by": by, "lessons": [each.as_json() for each in lessons]})
        return
    players, runs = plural(len(bred), "player"), plural(len({one.run for one in bred}), "run")
    have = "has" if len(bred) == 1 else "have"
    click.echo(f"{in_words(game)}: what {players} of {runs} {have} in common, judged {by}\n")
    _print_lessons(lessons)


def _of_run(text: str) -> Iterator[ExpressionPlayer]:
    """The players of some sizes of a run; none if the text names no run that has measured them."""
    file = Path(text) / FILE_NAME
    if is_there(file):
        for one in PlayersBySize.read(file).front:
            if len(one.tree) in _SIZES:
                yield ExpressionPlayer(one.tree, one.tree.vocabulary, f"{text}@{len(one.tree)}")


def _judge_of(game: Game, file: Path | None, games: int, pool: Pool) -> tuple[Judge, str]:
    """Who judges the players, and how that is told: perfect play if it is known, else games."""
    numbered = if_numbered(game)
    if file is not None and numbered is None:
        raise UsageError(
            f"--table {shortened(file)} would change nothing: {game.name} has no exact win probabilities"
        )
    if numbered is not None and (file is not None or (is_numbered(numbered) and is_soon(numbered))):
        return judged_exactly(
            table_for(numbered, file), games=games
        ), f"by exact win probabilities in {games:,} games of each"
    name, opponents = list(fast_players(yardsticks(game), game).items())[-1]
    return judged_in_games(opponents, game, games=games, pool=pool), f"by {games:,} games against {name}"


def _print_lessons(lessons: Sequence[RuleOfPlay]) -> None:
    """Print the rules that help, and name what else players look at."""
    # One run alone tells nothing of chance.
    alone = not any(one.interval for one in lessons)
    known = [one for one in lessons if one.helps or (alone and one.worth > 0)]
    print_table(
        [*figures("wins of 100", "95 % interval", "runs"), *texts("rule")],
        [
            (
                f"{one.worth:.1f}",
                "" if one.interval is None else f"{one.interval[0]:.1f} to {one.interval[1]:.1f}",
                str(one.runs),
                one.sentence,
            )
            for one in known
        ],
    )
    rest = [one.theme.name for one in lessons if one not in known]
    if rest:
        click.echo(f"Not shown to help: {', '.join(rest)}.")
