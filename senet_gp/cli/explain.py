"""``senet-gp explain``."""

from __future__ import annotations

from pathlib import Path

import click

from senet_gp.arena.workers import Workers
from senet_gp.cli import compile_kernels, options
from senet_gp.cli.help_pages import GAME, Verb, option
from senet_gp.cli.output import print_json
from senet_gp.runtime.errors import UsageError


@click.command(
    "explain",
    cls=Verb,
    examples=[
        "senet-gp explain runs/senet-1",
        "senet-gp explain hand:HC5",
        "senet-gp explain runs/senet-1 runs/senet-2 --lessons",
    ],
)
@click.argument("players", metavar="PLAYER", nargs=-1, required=True, shell_complete=options.player_names)
@options.champions_game
@options.rules
@option(
    "--games",
    group=GAME,
    type=click.IntRange(2, 10_000_000),
    help="How many games measure each part.  [default: 4000, with --lessons 2000; 200 if the game or a word "
    "has no kernel]",
)
@option(
    "--lessons",
    group=GAME,
    is_flag=True,
    help="Instead, say what players of several runs have in common, as rules for people, each with its worth "
    "in wins of 100.",
)
@option(
    "--table",
    "file",
    group=GAME,
    rare=True,
    type=options.PATH,
    help="With --lessons and --rule: the file of exact win probabilities by which the rules are judged.",
)
@options.seed
@options.workers
@options.as_json
def command(
    players: tuple[str, ...],
    game_name: str | None,
    parameters: dict[str, int],
    games: int | None,
    seed: int,
    workers: Workers | None,
    file: Path | None,
    *,
    lessons: bool,
    as_json: bool,
) -> None:
    """Say what PLAYER's expression looks at, how much its parts matter, and which choices decided its games.

    PLAYER is an expression: a run directory, a champion file, hand:NAME, random-tree:N, or expr:TEXT. To
    measure a part, it is replaced wherever it occurs by its mean value in real games; it matters as much as
    the player then wins less. docs/reading.md explains an example.

    With --lessons several runs may be named, and their players of all sizes up to 60 nodes are looked at.
    """
    if lessons:
        from senet_gp.cli.lessons import tell_lessons

        tell_lessons(players, game_name, parameters, file, games, seed, workers, as_json=as_json)
        return
    options.refuse_unread("with --lessons", "file")
    if len(players) > 1:
        raise UsageError("one PLAYER is explained at a time; --lessons says what several have in common")
    (player,) = players
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
