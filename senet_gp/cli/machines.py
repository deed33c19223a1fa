"""What the verbs about matchbox machines share: options, a scheme in words, the learning curve, boxes."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from senet_gp.cli.output import print_json

if TYPE_CHECKING:
    from pathlib import Path

    from senet_gp.players.matchbox import MatchboxPlayer, Scheme

SCHEME_NAMES = ("last-move", "schedule-321", "schedule-21", "reward", "menace")
FORMS = ("boxes", "values")
#: The parameters that :func:`scheme_options` adds; they are used where a new machine is made.
OF_THE_SCHEME = ("scheme_name", "form", "no_refill")


def scheme_options(form_default: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add --scheme, --form and --no-refill.

    Args:
        form_default: what the help says about the form that is used if none is given.
    """
    scheme = click.option(
        "--scheme",
        "scheme_name",
        type=click.Choice(SCHEME_NAMES),
        default=SCHEME_NAMES[0],
        show_default=True,
        help="Which moves a new machine punishes and rewards, as docs/hexapawn.md explains.",
    )
    form = click.option(
        "--form",
        type=click.Choice(FORMS),
        default=None,
        help="What a new machine stores: weights of moves, which are drawn in proportion (boxes), or values "
        f"of positions, the best of which is chosen (values).  [default: {form_default}]",
    )
    refill = click.option(
        "--no-refill",
        is_flag=True,
        help="Leave the first box of a new machine empty when all its moves have lost.",
    )
    return lambda command: scheme(form(refill(command)))


def scheme_named(name: str, form: str | None, *, refill: bool) -> Scheme:
    """The scheme of a name, in one of the forms; with values of positions the best move is chosen."""
    from senet_gp.players.matchbox import BOXES, SCHEMES, VALUES

    return dataclasses.replace(SCHEMES[name], form=form or BOXES, best=form == VALUES, refill=refill)


def in_words(scheme: Scheme) -> str:
    """A scheme in a sentence of two lines.

    >>> from senet_gp.players.matchbox import SCHEMES
    >>> print(in_words(SCHEMES["reward"]))
    Weights begin at 1;
    the last move of a lost game loses all; a won game adds 1, a drawn one 0.
    """
    from senet_gp.players.matchbox import ALL

    taken = ", ".join("all" if amount == ALL else str(amount) for amount in scheme.punishments)
    moves = "move of a lost game loses" if len(scheme.punishments) == 1 else "moves of a lost game lose"
    return (
        f"Weights begin at {scheme.initial};\nthe last {moves} {taken}; "
        f"a won game adds {scheme.reward}, a drawn one {scheme.draw_reward}."
    )


def plot_curve(machine: MatchboxPlayer, file: Path) -> None:
    """Draw a machine's learning curve, which must not be empty, into a file."""
    from senet_gp.plots import save
    from senet_gp.plots.learning import draw_curve

    title = f"{machine.game.name}: a machine of {machine.scheme.form} learns from {machine.games} games"
    save(draw_curve(machine.curve, title), file)


def show_boxes(file: Path, plot: Path | None, *, ascii_only: bool, as_json: bool) -> None:
    """Show every box of the machine in a file; draw its learning curve into ``plot``, if that is given.

    Raises:
        FileError: if a file cannot be read or written.
        UsageError: if the curve is wanted, and the machine has none.
    """
    from senet_gp.cli.game_table import GameTable
    from senet_gp.errors import UsageError
    from senet_gp.learning.drawing import drawn_boxes
    from senet_gp.players.matchbox import Tally
    from senet_gp.players.matchbox_file import as_content, read_matchbox

    player = read_matchbox(file)
    if plot:
        if not player.curve:
            raise UsageError(f"{file} has no learning curve: leave out --plot")
        plot_curve(player, plot)
    if as_json:
        print_json(as_content(player))
        return
    table = GameTable(player.game, ascii_only=ascii_only)
    click.echo(f"{player.game.name}, learned from {player.games} games. {in_words(player.scheme)}\n")
    if player.people != Tally():
        met = player.people
        click.echo(f"Its games against people: {met.won} won, {met.drawn} drawn, {met.lost} lost.\n")
    for line in drawn_boxes(player, table.signs, table.empty):
        click.echo(line)
