"""What the verbs about machines of weighted moves share: options, a scheme in words, the learning curve."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from pathlib import Path

    from senet_gp.players.matchbox import MatchboxPlayer, Scheme

SCHEME_NAMES = ("last-move", "schedule-321", "schedule-21", "reward", "menace")
FORMS = ("boxes", "values")
#: The parameters that :func:`scheme_options` adds, which are read where a machine is made.
OF_THE_SCHEME = ("scheme_name", "form", "no_refill")


def scheme_options(form_default: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add --scheme, --form and --no-refill.

    Args:
        form_default: what the help says of the form that is taken if none is given.
    """
    scheme = click.option(
        "--scheme",
        "scheme_name",
        type=click.Choice(SCHEME_NAMES),
        default=SCHEME_NAMES[0],
        show_default=True,
        help="What a new machine punishes and rewards: docs/hexapawn.md tells of them.",
    )
    form = click.option(
        "--form",
        type=click.Choice(FORMS),
        default=None,
        help="What a new machine keeps: weights of moves, drawn in proportion, or values of positions, the "
        f"best taken.  [default: {form_default}]",
    )
    refill = click.option(
        "--no-refill",
        is_flag=True,
        help="Leave a new machine's first box empty when its moves have lost.",
    )
    return lambda command: scheme(form(refill(command)))


def scheme_named(name: str, form: str | None, *, refill: bool) -> Scheme:
    """A named scheme in one of the forms; by values of positions the best move is taken."""
    from senet_gp.players.matchbox import BOXES, SCHEMES, VALUES

    return dataclasses.replace(SCHEMES[name], form=form or BOXES, best=form == VALUES, refill=refill)


def in_words(scheme: Scheme) -> str:
    """A scheme in a sentence of two lines."""
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
