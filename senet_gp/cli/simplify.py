"""What ``senet-gp export --simplify`` does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from senet_gp.cli.options import json_option, refuse_unread, seed_option
from senet_gp.cli.output import print_json

if TYPE_CHECKING:
    from senet_gp.games.protocol import Game
    from senet_gp.players.player import ExpressionPlayer


class SimplifyOptions(NamedTuple):
    """How an expression is simplified.

    Attributes:
        kind: equal, choice or play; None if it is not.
        decisions: how many decisions are looked at.
        allowed: in what share of them it may choose otherwise.
        seed: what they are drawn from.
        champion: a champion file to write.
    """

    kind: str | None
    decisions: int
    allowed: float
    seed: int
    champion: Path | None


def simplify_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options, which the command takes as keywords; see :func:`simplified`."""
    for option in (
        json_option,
        seed_option,
        click.option(
            "--champion",
            type=click.Path(path_type=Path),
            help="With --simplify: write the simplified player into this new champion file, too.",
        ),
        click.option(
            "--allow",
            type=click.FloatRange(0, 1),
            default=0.0,
            show_default=True,
            help="With --simplify=play: in what share of the decisions looked at it may choose otherwise.",
        ),
        click.option(
            "--decisions",
            type=click.IntRange(100, 10_000_000),
            default=100_000,
            show_default=True,
            help="With --simplify: how many decisions are looked at; of a small game always all.",
        ),
        click.option(
            "--simplify",
            is_flag=False,
            flag_value="equal",
            type=click.Choice(["equal", "choice", "play"]),
            help="Make the expression shorter first. equal: the same value on every board, proven; choice: "
            "the same choice in every decision, proven; play: the same choices in many decisions of games, "
            "observed. The report goes to standard error.  [--simplify alone: equal]",
        ),
    ):
        command = option(command)
    return command


def simplified(
    who: ExpressionPlayer, game: Game, options: SimplifyOptions, origin: dict[str, Any], *, as_json: bool
) -> ExpressionPlayer:
    """The player with a shorter expression; what was done is told on standard error, or as JSON.

    Args:
        who: the player.
        game: the game.
        options: what the person has asked for.
        origin: where the player came from.
        as_json: whether one JSON object on standard output tells it, instead of what else would be printed.

    Raises:
        UsageError: if an option is given that this kind of simplification does not read.
        FileError: if the champion file cannot be written.
        KeyboardInterrupt: if the person has asked for it.
    """
    from senet_gp.files.names import check_new
    from senet_gp.players.champion import Champion
    from senet_gp.players.player import ExpressionPlayer
    from senet_gp.simplification.simplify import Samples, simplify
    from senet_gp.trees.text import to_lisp

    if options.kind is None:
        refuse_unread("with --simplify", "champion", "as_json", "decisions", "allow", "seed")
        return who
    if options.kind == "equal":
        refuse_unread("with --simplify=choice or play", "decisions")
    if options.kind != "play":
        refuse_unread("with --simplify=play", "allow")
    if options.champion is not None:
        check_new(options.champion)
    done = simplify(
        who.tree,
        who.vocabulary,
        game,
        options.kind,
        samples=Samples(decisions=options.decisions, seed=options.seed),
        allowed=options.allowed,
    )
    if options.champion is not None:
        told = {"simplified": {"from": who.name, **done.as_json()}}
        Champion(done.tree, who.vocabulary, game, origin | told).write(options.champion)
    if as_json:
        print_json({"player": who.name, **done.as_json(), "expression": to_lisp(done.tree)})
    else:
        click.echo(str(done), err=True)
    return ExpressionPlayer(done.tree, who.vocabulary, f"{who.name}, simplified")
