"""``senet-gp match``."""

from __future__ import annotations

from pathlib import Path

import click

from senet_gp.arena.workers import Workers
from senet_gp.cli import compile_kernels, options
from senet_gp.cli.help_pages import GAME, OUTPUT, Verb, option
from senet_gp.cli.output import plural, print_json
from senet_gp.games.registry import in_words
from senet_gp.runtime.checks import MAX_GAMES
from senet_gp.runtime.errors import printable


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
def command(
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
        check_memory_for,
        entrants_from,
        progress_of_games,
        unless_a_person_leaves,
    )
    from senet_gp.players.parsing import game_for

    check_memory_for(games)
    game = game_for([a, b], game_name, parameters)
    first, second = entrants_from([a, b], game, as_json=as_json, games_a_pair=games)
    recorder = None if record is None else Recorder.into(record, games)
    compile_kernels(game)
    saved = "nothing is saved" if record is None else f"those that have ended are in {record}"
    bar = progress_of_games(games, [first, second])
    with pool_of(workers) as pool, unless_a_person_leaves(saved), bar as show:
        report = play_match(
            first, second, games=games, seed=seed, pool=pool, game=game, show=show, recorder=recorder
        )
    if as_json:
        print_json(report.as_json())
        return
    low, high = report.interval
    click.echo(f"{plural(games, 'game')} of {in_words(game)}, seed {seed}")
    for name, wins in zip(report.players, report.wins, strict=True):
        click.echo(f"  {wins:>8} won by  {_shortened(name)}")
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
            click.echo(f"  {count:>8} by  {_shortened(name)}")
    share = report.first_mover_wins / games
    click.echo(f"won by the first mover: {share:.1%};  turns a game: {report.mean_turns:.1f}")
    if record is not None:
        click.echo(f"{games} records written into {printable(str(record))}")


def _shortened(name: str) -> str:
    name = printable(name)
    return name if len(name) <= 66 else name[:65] + "…"
