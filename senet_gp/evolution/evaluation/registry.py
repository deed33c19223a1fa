"""Suites and credits by name: one row each, which says where they stand and what they read.

What is made is named by a dotted name that is resolved on use, so what stands here imports neither numba nor
DEAP, and the command line and configurations can read it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from senet_gp.errors import UsageError
from senet_gp.games.registry import resolved


@dataclass(frozen=True, kw_only=True)
class _Row:
    """What there is to know of a suite or a credit.

    Attributes:
        made: ``module:attribute`` of what makes it, called with the configuration.
        told: what it is, for people, as the end of a sentence.
        reads: the options of a configuration that it reads, and that not all runs read.
    """

    made: str
    told: str
    reads: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class SuiteRow(_Row):
    """What there is to know of a suite (:class:`~senet_gp.evolution.evaluation.protocol.Suite`).

    Attributes:
        crowned: how its champion was found, as the end of a sentence in which ``{generation}`` is the one
            that it has won.
        credit: the name of the credit that is meant where none is named; None of what is no suite, but an
            evaluator that sets fitness itself: then ``made`` is it.
        why_not: ``module:attribute`` of a function from a game and its vocabulary to the sentence why they
            cannot be served, behind "which"; it is empty if they can. None if all can.
    """

    crowned: str
    credit: str | None
    why_not: str | None = None


@dataclass(frozen=True, kw_only=True)
class CreditRow(_Row):
    """What there is to know of a credit (:class:`~senet_gp.evolution.evaluation.protocol.Credit`)."""


_HERE = "senet_gp.evolution.evaluation"
_LOST_LEAST = "was the best of generation {generation}, and of the last winners in "

#: Where fitness comes from, by name: suites, and the knockout beside them.
SUITES: dict[str, SuiteRow] = {
    "knockout": SuiteRow(
        made=f"{_HERE}.knockout:evaluate_by_knockout",
        told="a tournament in which who loses is out",
        reads=("games",),
        crowned="won the tournament of generation {generation}, and the round robin of the last winners",
        credit=None,
    ),
    "round": SuiteRow(
        made=f"{_HERE}.full_games:FullGames",
        told="games that all play against the same opponents",
        reads=("games", "opponents", "random_games", "slips"),
        crowned=_LOST_LEAST + "a long round",
        credit="shared",
    ),
    "endings": SuiteRow(
        made=f"{_HERE}.from_positions:FromPositions",
        told="games that all play on from the same boards",
        reads=("games", "opponents", "random_games", "slips", "openings"),
        crowned=_LOST_LEAST + "many endings",
        credit="lexicase",
    ),
    "cases": SuiteRow(
        made=f"{_HERE}.decisions:Decisions",
        told="boards that all are asked about",
        reads=("games", "opponents", "cases", "case_plies", "openings"),
        crowned=_LOST_LEAST + "many cases",
        credit="lexicase",
    ),
}
#: How fitness is made of what individuals come to in a suite's tests, by name.
CREDITS: dict[str, CreditRow] = {
    "shared": CreditRow(
        made=f"{_HERE}.shared:Shared",
        told="the points of each test, shared among all who have some in it",
        reads=("draw_value", "one_of_alike", "node_price"),
    ),
    "lexicase": CreditRow(
        made=f"{_HERE}.lexicase:Lexicase",
        told="how often lexicase selection chooses somebody",
        reads=("draw_value", "deciding_rounds"),
    ),
}


def suite_row(name: str) -> SuiteRow:
    """The row of a suite, or of the knockout.

    Raises:
        UsageError: if there is none of this name.
    """
    return SUITES[_known(name, "fitness", SUITES)]


def credit_row(name: str) -> CreditRow:
    """The row of a credit.

    Raises:
        UsageError: if there is none of this name.
    """
    return CREDITS[_known(name, "credit", CREDITS)]


def _known(name: str, what: str, rows: Mapping[str, Any]) -> str:
    if name not in rows:
        raise UsageError(f"there is no {what} {name[:30]!r}: there are {', '.join(rows)}")
    return name


def made_by(row: _Row) -> Any:
    """What the row names as ``made``.

    Raises:
        UsageError: if it cannot be had.
    """
    return _had(row.made)


def _had(name: str) -> Any:
    try:
        return resolved(name)
    except (ImportError, AttributeError) as error:
        raise UsageError(f"an evaluation names {name}, which cannot be had: {error}") from error
