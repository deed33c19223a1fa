"""What advice is worth: ``python -m royal_ur.advice TABLE``, with a table that senet-gp table has made.

A player follows an advice first, and plays perfectly in all that the advice leaves open; another one does the
opposite first. What each loses in a game against perfect play, in wins of 100, says how good the advice is,
and how much it matters.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import click
import numpy as np
from numpy.typing import NDArray

import royal_ur.game  # noqa: F401 - registers the game
from primitives import vocabulary_of
from senet_gp import from_lisp
from senet_gp.arena.exact_verdict import ExactVerdict, estimated_verdict
from senet_gp.engine.evaluator import scores_of
from senet_gp.engine.exact_table import ChanceTable, read_chances
from senet_gp.games import Decision
from senet_gp.games.dice.features import told_of_throws
from senet_gp.games.dice.rules import Boards, Results
from senet_gp.players.exact import PerfectByNumbers
from senet_gp.players.player import ExpressionPlayer, SurePlayer
from senet_gp.runtime.errors import SenetGpError


class Advice(NamedTuple):
    """An advice as people give it, and an expression that is greater the more it is followed."""

    text: str
    expression: str


ADVICE = (
    Advice("hit", "(if_then_else hit 2 1)"),
    Advice("land on a rosette", "(if_then_else i_throw_again 2 1)"),
    Advice("take the centre and stay there", "(if_then_else i_hold_centre 2 1)"),
    Advice("bring a piece home", "my_home"),
    Advice("bring on a new piece", "(sub 1 my_hand)"),
    Advice("move the foremost piece", "(add my_first (mul 16 my_home))"),
    Advice("stand where few throws hit", "(sub 1 their_threats)"),
    Advice("keep pieces where nobody can hit them", "(add my_safe my_home)"),
    Advice("leave them few moves", "(sub 1 their_moves)"),
)


class AdvisedPlayer(SurePlayer):
    """Takes the best of those choices for which an expression has its greatest value.

    Args:
        table: the chances of the game.
        expression: the expression.
    """

    def __init__(self, table: ChanceTable, expression: str) -> None:
        vocabulary = vocabulary_of(table.game)
        self.name = f"perfect play after {expression}"
        self._wish = ExpressionPlayer(from_lisp(expression, vocabulary), vocabulary, expression)
        self._perfect = PerfectByNumbers("perfect", table.game, table)

    def end_scores(self, boards: Boards, results: Results) -> NDArray[np.float64]:
        """The values of the expression, and below one the chances of winning."""
        followed = scores_of(self._wish.program, told_of_throws(boards, results))
        return followed + self._perfect.end_scores(boards, results) / 2

    def chosen(self, decision: Decision) -> int:
        """The index of the first of the best choices that follow the expression."""
        chances = self._perfect.scores(decision)
        return max(self._wish.possible(decision), key=chances.__getitem__)


def worths(table: ChanceTable, games: int, seed: int) -> Iterator[tuple[Advice, ExactVerdict, ExactVerdict]]:
    """What each advice loses if it is always followed, and if its opposite is.

    Args:
        table: the chances of all boards.
        games: how many games tell each.
        seed: the seed of the games.
    """
    for advice in ADVICE:
        always, never = (
            estimated_verdict(table, AdvisedPlayer(table, expression), games, seed)
            for expression in (advice.expression, f"(sub 1 {advice.expression})")
        )
        yield advice, always, never


def arguments(about: str, games: int) -> argparse.ArgumentParser:
    """The arguments of a program that asks a table of chances in games.

    Args:
        about: what the program tells.
        games: how many games are usual.
    """
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("table", type=Path, help="a file of chances, made by senet-gp table ur --out FILE")
    parser.add_argument("--games", type=int, default=games, help="how many games [%(default)s]")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the games [%(default)s]")
    return parser


def main(given: Sequence[str] | None = None) -> None:
    """Print a table in Markdown."""
    parser = arguments("What advice is worth in the Royal Game of Ur.", games=20_000)
    asked = parser.parse_args(given)
    try:
        found = list(worths(read_chances(asked.table), asked.games, asked.seed))
    except SenetGpError as error:
        parser.error(str(error))
    click.echo("| advice | always followed | never followed |")
    click.echo("| --- | ---: | ---: |")
    for advice, *verdicts in found:
        told = (
            f"{100 * verdict.regret:.1f} ({100 * low:.1f} to {100 * high:.1f})"
            for verdict in verdicts
            for low, high in (verdict.interval,)
        )
        click.echo(f"| {advice.text} | {' | '.join(told)} |")


if __name__ == "__main__":
    main()
