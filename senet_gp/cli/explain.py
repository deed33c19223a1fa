"""``senet-gp explain``."""

from __future__ import annotations

import click

from senet_gp.arena.workers import Workers
from senet_gp.cli import compile_kernels, options
from senet_gp.cli.help_pages import GAME, Verb, option
from senet_gp.cli.output import print_json


@click.command(
    "explain",
    cls=Verb,
    examples=[
        "senet-gp explain runs/senet-1",
        "senet-gp explain hand:HC5",
        "senet-gp explain runs/senet-1@20",
    ],
)
@click.argument("player", metavar="PLAYER", shell_complete=options.player_names)
@options.champions_game
@options.rules
@option(
    "--games",
    group=GAME,
    type=click.IntRange(2, 10_000_000),
    help="How many games measure each part.  [default: 4000; 200 if the game or a word has no kernel]",
)
@options.seed
@options.workers
@options.as_json
def command(
    player: str,
    game_name: str | None,
    parameters: dict[str, int],
    games: int | None,
    seed: int,
    workers: Workers | None,
    *,
    as_json: bool,
) -> None:
    """Say what PLAYER's expression looks at, how much its parts matter, and which choices decided its games.

    PLAYER is an expression: a run directory, a champion file, hand:NAME, random-tree:N, or expr:TEXT. To
    measure a part, it is replaced wherever it occurs by its mean value in real games; it matters as much as
    the player then wins less. docs/reading.md explains an example.
    """
    from senet_gp.arena.local_pool import pool_of
    from senet_gp.cli.entrants import expression_from
    from senet_gp.cli.progress import progress
    from senet_gp.insight.explanation import explain

    who, game = expression_from(player, game_name, parameters, "explained: name a run")
    compile_kernels(game)
    with pool_of(workers) as pool, progress("steps") as show:
        explanation = explain(who, game, games=games, seed=seed, pool=pool, show=show)
    if as_json:
        print_json(explanation.as_json())
        return
    from senet_gp.cli.insight_view import ExplanationView

    ExplanationView(explanation).show()
