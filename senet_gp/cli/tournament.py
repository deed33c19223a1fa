"""``senet-gp tournament``."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

import click

from senet_gp.arena.workers import Workers
from senet_gp.checks import MAX_GAMES
from senet_gp.cli.completion import game_names, player_names
from senet_gp.cli.options import json_option, parameters_option, seed_option, workers_option
from senet_gp.cli.output import check_picture, print_json

if TYPE_CHECKING:
    from senet_gp.arena.ratings import Standing
    from senet_gp.arena.round_robin import RoundRobin


#: With so few games a pair, intervals contain the true rating more often than 95 % (docs/measuring.md).
_FEW_GAMES = 20
_GAMES = 200


@click.command("tournament")
@click.argument("game_name", metavar="GAME", shell_complete=game_names)
@click.argument("players", metavar="PLAYER PLAYER…", nargs=-1, required=True, shell_complete=player_names)
@click.option(
    "--games",
    type=click.IntRange(1, MAX_GAMES),
    help="How many games each pair plays, an even number; in a knockout, how many a duel has.  "
    "[default: 200; in a knockout with a person, 3]",
)
@click.option(
    "--knockout", is_flag=True, help="Instead, play a knockout in which each duel is the best of --games."
)
@parameters_option
@seed_option
@workers_option
@json_option
@click.option("--plot", type=click.Path(path_type=Path), help="Draw ratings and results into this new file.")
def command(
    game_name: str,
    players: tuple[str, ...],
    games: int | None,
    parameters: tuple[tuple[str, int], ...],
    seed: int,
    workers: Workers | None,
    plot: Path | None,
    *,
    knockout: bool,
    as_json: bool,
) -> None:
    """Play a round robin in GAME, every player against every other, and rate the players.

    Games are played in pairs with the same throws and exchanged seats. Ratings are on the Elo scale of chess,
    with mean 0. human is you, also in a knockout.
    """
    from senet_gp.arena.local_pool import pool_of
    from senet_gp.arena.ratings import INTERVAL_METHOD
    from senet_gp.arena.tournaments import play_tournament
    from senet_gp.cli import compile_kernels
    from senet_gp.cli.entrants import entrants_from, unless_a_person_leaves
    from senet_gp.cli.games_memory import check_memory_for
    from senet_gp.cli.knockout import play_knockout, usual_games
    from senet_gp.cli.progress import games_bar
    from senet_gp.errors import UsageError
    from senet_gp.games.registry import in_words, parameters_of
    from senet_gp.players.parsing import game_for

    if plot is not None:
        from senet_gp.plots.tournament import draw_tournament

    game = game_for(players, game_name, dict(parameters))
    # Sorted, so that nothing depends on the order in which they are named.
    announced = None if knockout else games or _GAMES
    named = entrants_from(players, game, as_json=as_json, games_a_pair=announced)
    entrants = sorted(named, key=lambda player: player.name)
    games = games or (usual_games(entrants) if knockout else _GAMES)
    if len(entrants) < 2:
        raise UsageError("a tournament needs at least two players: name another")
    if games % 2 and not knockout:
        raise UsageError(
            f"--games is {games}, but both players of a pair move first equally often: give an even number"
        )
    if games * len(entrants) * (len(entrants) - 1) > 2 * MAX_GAMES:
        raise UsageError(f"that would be more than {MAX_GAMES} games: ask for fewer with --games")
    # A knockout keeps only one result for each duel.
    check_memory_for(0 if knockout else games * len(entrants) * (len(entrants) - 1) // 2)
    if plot is not None:
        if knockout:
            raise UsageError("a knockout cannot be drawn: leave out --plot")
        check_picture(plot)
    compile_kernels(game)
    with pool_of(workers) as pool, unless_a_person_leaves():
        if knockout:
            play_knockout(entrants, games, seed, pool, game, as_json=as_json)
            return
        with games_bar(games * len(entrants) * (len(entrants) - 1) // 2, entrants) as show:
            tournament = play_tournament(entrants, game=game, games=games, seed=seed, pool=pool, show=show)
    played, table = tournament.played, tournament.standings
    if plot is not None:
        draw_tournament(played, table, plot)
    if as_json:
        print_json(
            {
                "game": game_name,
                "games": games,
                "seed": seed,
                "table": [standing.as_json() for standing in table],
                "players": list(played.players),
                "parameters": parameters_of(game),
                "interval_method": INTERVAL_METHOD,
                "points": played.points.tolist(),
                "first_mover_wins": int((played.results.outcomes == 1).sum()),
                "mean_turns": float(played.results.turns.mean()),
            }
        )
        return
    _print(played, table, in_words(game), seed)


def _print(played: RoundRobin, table: list[Standing], game: str, seed: int) -> None:
    """Print the ratings and the cross table."""
    from rich.box import SIMPLE
    from rich.table import Table

    from senet_gp.cli.console import Console
    from senet_gp.errors import printable

    order = [standing.entrant for standing in table]
    points = played.points[order][:, order]
    ratings = Table(
        box=SIMPLE, title=f"{game}, {played.games} games a pair, seed {seed}", title_justify="left"
    )
    ratings.add_column("", justify="right", no_wrap=True, min_width=len(str(len(table))))
    ratings.add_column("player", overflow="ellipsis", no_wrap=True, max_width=25)
    for heading in ("rating", "95 % interval", "won", "lost", "drawn"):
        ratings.add_column(heading, justify="right", no_wrap=True)
    cross = Table(box=None, padding=(0, 0, 0, 1))
    cross.add_column("", justify="right", no_wrap=True)
    for number in range(1, len(table) + 1):
        cross.add_column(str(number), justify="right", no_wrap=True, min_width=3)
    for number, (standing, row) in enumerate(zip(table, points, strict=True), 1):
        results = (str(standing.wins), str(standing.losses), str(standing.draws))
        rating, interval = _whole(standing.rating), _in_words(standing.interval)
        ratings.add_row(str(number), printable(standing.player), rating, interval, *results)
        shares = [f"{100 * own / played.games:.0f}" if i != number else "-" for i, own in enumerate(row, 1)]
        cross.add_row(str(number), *shares)
    console = Console()
    console.print(ratings)
    click.echo("Points of 100, row against column, in the same order:\n")
    console.print(cross)
    click.echo()
    first, turns = (played.results.outcomes == 1).mean(), played.results.turns.mean()
    click.echo(f"won by the first mover: {first:.1%};  turns a game: {turns:.1f}")
    for remark in _remarks(played, table):
        click.echo()
        console.print(remark)


def _whole(points: float) -> str:
    return f"{round(points):+d}"


def _in_words(interval: tuple[float, float]) -> str:
    low, high = interval
    if isfinite(low) and isfinite(high):
        return f"{_whole(low)} to {_whole(high)}"
    if isfinite(low):
        return f"{_whole(low)} or more"
    return f"{_whole(high)} or less" if isfinite(high) else "no bound"


def _remarks(played: RoundRobin, table: list[Standing]) -> Iterator[str]:
    """Remarks on the intervals where there are few games, or some players lost no game to others."""
    from senet_gp.arena.ratings import places_without_a_loss

    places = [f"{place} and {place + 1}" for place in places_without_a_loss(played, table)]
    if places:
        yield (
            f"Between places {', '.join(places)} the players above won every game, so their distance is "
            "unknown, and with it the mean of the ratings: some intervals have no bound."
        )
    if played.games <= _FEW_GAMES:
        yield (
            f"{played.games} games a pair are few: the intervals take that into account, and are rather too "
            "wide than too narrow."
        )
