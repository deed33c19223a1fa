"""The options of ``senet-gp export --simplify``, and what they do."""

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
        kind: equal, choice or play; None if it is not simplified.
        decisions: in how many decisions the shorter expression is compared with the first.
        allowed: in what share of them it may choose differently.
        seed: what the decisions are drawn from.
        champion: a champion file to write, or None.
    """

    kind: str | None
    decisions: int
    allowed: float
    seed: int
    champion: Path | None


def simplify_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of :class:`SimplifyOptions`, which the command takes as keywords."""
    for option in (
        json_option,
        seed_option,
        click.option(
            "--champion",
            type=click.Path(path_type=Path),
            help="With --simplify: also write the simplified player into this new champion file.",
        ),
        click.option(
            "--allow",
            type=click.FloatRange(0, 1),
            default=0.0,
            show_default=True,
            help="With --simplify=play: in what share of the decisions it may choose differently.",
        ),
        click.option(
            "--decisions",
            type=click.IntRange(100, 10_000_000),
            default=100_000,
            show_default=True,
            help="With --simplify=choice or play: in how many decisions the shorter expression is compared "
            "with the first, at most 3000 if the game or a word has no kernel; in a small game, in all.",
        ),
        click.option(
            "--simplify",
            is_flag=False,
            flag_value="equal",
            type=click.Choice(["equal", "choice", "play"]),
            help="First make the expression shorter. equal: the same value on every board, proven; choice: "
            "the same choice in every decision, proven; play: the same choices in many decisions of games, "
            "observed. What was done goes to standard error.  [--simplify alone: equal]",
        ),
    ):
        command = option(command)
    return command


def simplified(
    who: ExpressionPlayer, game: Game, options: SimplifyOptions, origin: dict[str, Any], *, as_json: bool
) -> ExpressionPlayer:
    """The player with a shorter expression; what was done is printed on standard error, or as JSON.

    Args:
        who: the player.
        game: the game.
        options: how to simplify it.
        origin: where the player came from.
        as_json: whether one JSON object is printed on standard output, and nothing else.

    Raises:
        UsageError: if an option is given that this kind of simplification does not use.
        FileError: if the champion file cannot be written.
        KeyboardInterrupt: if the person interrupts it.
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
        how = {"simplified": {"from": who.name, **done.as_json()}}
        Champion(done.tree, who.vocabulary, game, origin | how).write(options.champion)
    if as_json:
        print_json({"player": who.name, **done.as_json(), "expression": to_lisp(done.tree)})
    else:
        click.echo(str(done), err=True)
    return ExpressionPlayer(done.tree, who.vocabulary, f"{who.name}, simplified")
