"""``senet-gp match``, ``tournament`` and ``verdict``: how strong players are."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from senet_gp.arena.workers import Workers
from senet_gp.cli import compile_kernels, options
from senet_gp.cli.help_pages import GAME, OUTPUT, Verb, option
from senet_gp.cli.output import plural, print_json
from senet_gp.games.registry import in_words, parameters_of
from senet_gp.runtime.checks import MAX_GAMES
from senet_gp.runtime.errors import UsageError, printable, shortened

if TYPE_CHECKING:
    from senet_gp.arena.match import RoundRobin
    from senet_gp.arena.pool import Pool
    from senet_gp.arena.tournament import Standing
    from senet_gp.games.protocol import Game
    from senet_gp.players.player import Player

#: Up to this many games a pair, intervals hold the true rating more often than 95 % (docs/measuring.md).
_FEW_GAMES = 20
#: How many games each pair plays, or a duel has, by default; and a duel with a person.
_GAMES = 200
_GAMES_OF_A_PERSON = 3
#: How much of a player's name a line of a match shows.
_LONGEST_NAME = 65


@click.command(
    "match",
    cls=Verb,
    examples=[
        "senet-gp match senet hand:HC5 random --games 200",
        "senet-gp match senet runs/senet-1 net",
        "senet-gp match senet human hand:V8 --games 2",
    ],
)
@options.game
@options.player("a")
@options.player("b", "OPPONENT")
@option(
    "--games",
    group=GAME,
    type=click.IntRange(1, MAX_GAMES),
    default=1000,
    show_default=True,
    help="How many games are played.",
)
@option(
    "--record",
    group=OUTPUT,
    type=options.PATH,
    help="Write the record of each game into this new directory; the games are then played choice by choice, "
    "which is slow.",
)
@options.rules
@options.seed
@options.workers
@options.as_json
def match(
    game_name: str,
    a: str,
    b: str,
    games: int,
    record: Path | None,
    parameters: dict[str, int],
    seed: int,
    workers: Workers | None,
    *,
    as_json: bool,
) -> None:
    """Play many games of GAME between two players, in pairs with the same throws and exchanged seats.

    senet-gp --help says how PLAYER and OPPONENT are written; human is you. A game that has not ended after
    its maximal number of turns, 500 in Senet, is a draw. The interval is for the share of points; in games
    with throws, the luck of the throws is subtracted first.
    """
    from senet_gp.arena.local_pool import pool_of
    from senet_gp.arena.match import play_match
    from senet_gp.arena.record import Recorder
    from senet_gp.cli.entrants import (
        entrants_from,
        progress_of_games,
        saying_what_is_saved,
    )
    from senet_gp.players.parsing import game_for

    game = game_for([a, b], game_name, parameters)
    first, second = entrants_from([a, b], game, as_json=as_json, games_a_pair=games)
    recorder = None if record is None else Recorder.into(record, games)
    compile_kernels(game)
    saved = "nothing is saved" if record is None else f"those that have ended are in {record}"
    bar = progress_of_games(games, [first, second])
    with pool_of(workers) as pool, saying_what_is_saved(saved), bar as show:
        report = play_match(
            first, second, games=games, seed=seed, pool=pool, game=game, show=show, recorder=recorder
        )
    if as_json:
        print_json(report.as_json())
        return
    low, high = report.interval
    click.echo(f"{plural(games, 'game')} of {in_words(game)}, seed {seed}")
    for name, wins in zip(report.players, report.wins, strict=True):
        click.echo(f"  {wins:>8} won by  {printable(shortened(name, _LONGEST_NAME))}")
    if report.draws:
        click.echo(f"  {report.draws:>8} drawn")
    click.echo(f"score of the first named: {report.score:.1%}")
    adjusted = report.measured.share
    label = "with luck subtracted: " if game.stochastic else "estimate of its true score:"
    click.echo(f"  {label}  {adjusted:.1%}  (95 % interval {low:.1%} to {high:.1%})")
    if game.self_losses:
        lost = sum(report.self_losses)
        click.echo(f"lost by the move that the loser made: {lost / games:.1%} of the games")
        for name, count in zip(report.players, report.self_losses, strict=True):
            click.echo(f"  {count:>8} by  {printable(shortened(name, _LONGEST_NAME))}")
    share = report.first_mover_wins / games
    click.echo(f"won by the first mover: {share:.1%};  turns a game: {report.mean_turns:.1f}")
    if record is not None:
        click.echo(f"{games} records written into {printable(str(record))}")


@click.command(
    "tournament",
    cls=Verb,
    examples=[
        "senet-gp tournament senet hand:HC1 hand:HC5 random-tree:3",
        "senet-gp tournament senet runs/* --plot ratings.svg",
        "senet-gp tournament hexapawn human minimax random --knockout",
    ],
)
@options.game
@click.argument(
    "players", metavar="PLAYER PLAYER…", nargs=-1, required=True, shell_complete=options.player_names
)
@option(
    "--games",
    group=GAME,
    type=click.IntRange(1, MAX_GAMES),
    help="How many games each pair plays, an even number; in a knockout, how many a duel has.  "
    "[default: 200; in a knockout with a person, 3]",
)
@option(
    "--knockout",
    group=GAME,
    is_flag=True,
    help="Instead, play a knockout in which each duel is the best of --games.",
)
@options.rules
@options.seed
@options.workers
@options.as_json
@options.new_file("--plot", "Draw ratings and results into this new file.", picture=True)
def tournament(
    game_name: str,
    players: tuple[str, ...],
    games: int | None,
    parameters: dict[str, int],
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
    from senet_gp.arena.games import is_person
    from senet_gp.arena.local_pool import pool_of
    from senet_gp.arena.tournament import INTERVAL_METHOD, play_tournament
    from senet_gp.cli.entrants import (
        entrants_from,
        progress_of_games,
        saying_what_is_saved,
    )
    from senet_gp.players.parsing import game_for

    if plot is not None:
        from senet_gp.show.plots.players import draw_tournament

    game = game_for(players, game_name, parameters)
    # Sorted, so that nothing depends on the order in which they are named.
    announced = None if knockout else games or _GAMES
    named = entrants_from(players, game, as_json=as_json, games_a_pair=announced)
    entrants = sorted(named, key=lambda player: player.name)
    people = any(map(is_person, entrants))
    games = games or (_GAMES_OF_A_PERSON if knockout and people else _GAMES)
    if len(entrants) < 2:
        raise UsageError("a tournament needs at least two players: name another")
    if games % 2 and not knockout:
        raise UsageError(
            f"--games is {games}, but both players of a pair move first equally often: give an even number"
        )
    meetings = len(entrants) - 1 if knockout else len(entrants) * (len(entrants) - 1) // 2
    if games * meetings > MAX_GAMES:
        raise UsageError(f"that would be more than {MAX_GAMES:,} games: ask for fewer with --games")
    if plot is not None and knockout:
        raise UsageError("a knockout cannot be drawn: leave out --plot")
    compile_kernels(game)
    with pool_of(workers) as pool, saying_what_is_saved():
        if knockout:
            _play_knockout(entrants, games, seed, pool, game, as_json=as_json)
            return
        with progress_of_games(games * meetings, entrants) as show:
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
                "table": table,
                "players": list(played.players),
                "parameters": parameters_of(game),
                "interval_method": INTERVAL_METHOD,
                "points": played.points.tolist(),
                "first_mover_wins": played.results.first_mover_wins,
                "mean_turns": float(played.results.turns.mean()),
            }
        )
        return
    _print(played, table, in_words(game), seed)


def _print(played: RoundRobin, table: list[Standing], game: str, seed: int) -> None:
    """Print the ratings and the cross table."""
    from senet_gp.cli.console import Console, figures, names, print_table

    order = [standing.entrant for standing in table]
    points = played.points[order][:, order]
    click.echo(f"{game}, {played.games} games a pair, seed {seed}\n")
    print_table(
        [*figures(""), *names("player"), *figures("rating", "95 % interval", "won", "lost", "drawn")],
        [(str(place), *_cells(standing)) for place, standing in enumerate(table, 1)],
    )
    click.echo("\nPoints of 100, row against column, in the same order:\n")
    places = range(1, len(table) + 1)
    print_table(
        figures("", *map(str, places)),
        [
            (
                str(place),
                *("-" if i == place else f"{100 * own / played.games:.0f}" for i, own in enumerate(row, 1)),
            )
            for place, row in enumerate(points, 1)
        ],
    )
    click.echo()
    first = played.results.first_mover_wins / played.results.turns.size
    turns = played.results.turns.mean()
    click.echo(f"won by the first mover: {first:.1%};  turns a game: {turns:.1f}")
    for remark in _remarks(played, table):
        click.echo()
        Console().print(remark)


def _cells(standing: Standing) -> tuple[str, ...]:
    rating, interval = f"{round(standing.rating):+d}", standing.interval_in_words
    results = (str(standing.wins), str(standing.losses), str(standing.draws))
    return (printable(shortened(standing.player)), rating, interval, *results)


def _remarks(played: RoundRobin, table: list[Standing]) -> Iterator[str]:
    """Remarks on the intervals where there are few games, or some players lost no game to others."""
    from senet_gp.arena.tournament import places_without_a_loss

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


def _play_knockout(
    entrants: Sequence[Player], games: int, seed: int, pool: Pool, game: Game, *, as_json: bool
) -> None:
    """Play a knockout, and print in which round each player lost.

    Raises:
        Leave: if a person leaves a game.
        EOFError: if there is no more input.
    """
    from senet_gp.arena.games import is_person
    from senet_gp.arena.knockout import knockout_between
    from senet_gp.arena.tournament import TOURNAMENT
    from senet_gp.cli.entrants import TerminalHost
    from senet_gp.cli.game_view import GameView
    from senet_gp.runtime.streams import key_of

    people = any(map(is_person, entrants))
    host = TerminalHost(GameView(game, ascii_only=False), entrants, games) if people else None
    key, rng = key_of(seed, TOURNAMENT), random.Random(seed)
    result = knockout_between(entrants, key=key, rng=rng, pool=pool, game=game, games=games, host=host)
    order = sorted(range(len(entrants)), key=lambda index: -result.ranks[index])
    table = [(entrants[index].name, result.ranks[index]) for index in order]
    if as_json:
        rows = [{"player": name, "round": rank} for name, rank in table]
        found = {"game": game.name, "parameters": parameters_of(game), "games": games, "seed": seed}
        print_json({**found, "table": rows})
        return
    click.echo(f"{in_words(game)}, knockout, best of {games}, seed {seed}")
    for name, rank in table:
        ended = "won the knockout" if rank == result.ranks[result.winner] else f"lost in round {rank}"
        click.echo(f"  {ended:<18} {printable(name)}")


@click.command(
    "verdict",
    cls=Verb,
    examples=[
        "senet-gp verdict hexapawn minimax",
        "senet-gp verdict senet net --rule pieces=2",
    ],
)
@options.game
@options.player("player")
@options.rules
@options.table_of_chances
@option(
    "--games",
    group=GAME,
    type=click.IntRange(100, 10_000_000),  # the intervals of fewer games contain the regret too seldom
    help="In games with throws: estimate from this many games, at least 100, half of them in each seat, "
    "instead of finding it exactly.  [default with many positions: 20000]",
)
@options.seed
@options.as_json
def verdict(
    game_name: str,
    player: str,
    parameters: dict[str, int],
    table: Path | None,
    games: int | None,
    seed: int,
    *,
    as_json: bool,
) -> None:
    """Prove PLAYER's worst result in GAME, a small game, against every line of play.

    For each seat: the worst result to which the opponent's moves and PLAYER's own choices between equal moves
    can lead, with a shortest line that leads there. A position in which both players can be to move counts
    twice among those met. Some games measure more: in Pursuit, in which states PLAYER misses an immediate
    win, allows one, or repeats a move. Perfect play never does.

    In a game with throws that can be solved, such as senet with one to three pieces a side (--rule pieces=2):
    PLAYER's chance of winning against perfect play, and what it gives away in a game.
    """
    from senet_gp.arena.exact_verdict import exact_verdict, listed_verdict
    from senet_gp.arena.verdict import verdict
    from senet_gp.cli.progress import progress
    from senet_gp.games.dice.game import if_numbered
    from senet_gp.games.small import small_game
    from senet_gp.players.parsing import game_for, player_from_text

    game = game_for([player], game_name, parameters)
    if game.stochastic:
        numbered = if_numbered(game)
        if numbered is None:
            options.refuse_unread("for games whose boards have numbers", "table", "games", "seed")
            regret = listed_verdict(game, player_from_text(player, game))
        else:
            with progress("evaluating", as_share=True) as show:
                regret = exact_verdict(numbered, player_from_text(player, game), table, games, seed, show)
        if as_json:
            print_json(regret.as_json())
            return
        click.echo(f"{printable(player)} at {in_words(game)}, against perfect play:")
        for line in regret.lines():
            click.echo(f"  {line}")
        return
    options.refuse_unread("for games with throws", "table", "games", "seed")
    small = small_game(game_name, parameters_of(game))
    who = player_from_text(player, small)
    with progress("positions") as show:
        proven = verdict(small, who, show)
    if as_json:
        print_json(proven.as_json())
        return
    click.echo(f"{printable(player)} at {in_words(small)}, against every line of play:")
    for seat in proven.seats:
        click.echo(f"  {seat}")
        click.echo(f"    the worst line from {seat.start}: {' '.join(seat.line)}")
    for line in proven.measure.lines() if proven.measure else []:
        click.echo(f"  {line}")
