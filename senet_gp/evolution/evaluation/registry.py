"""Suites and credits by name: one row each, which says where they stand and what they read.

What is made is named by a dotted name that is resolved on use, so what stands here imports neither numba nor
DEAP, and the command line and configurations can read it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from senet_gp.errors import UsageError
from senet_gp.rows import Registry

if TYPE_CHECKING:
    from primitives.vocabulary import Vocabulary
    from senet_gp.games.protocol import Game


@dataclass(frozen=True, kw_only=True)
class _Row:
    """What there is to know of a suite or a credit.

    Attributes:
        made: ``module:attribute`` of what makes it, called with the configuration.
        told: what it is, for people, in a few words.
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
        why_not: ``module:attribute`` of a function from a game, its vocabulary and the options of a run, by
            name, to the sentence why it cannot be served so, behind "which"; it is empty if it can. None if
            all can.
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
SUITES = Registry(
    "evaluation",
    {
        "knockout": SuiteRow(
            made=f"{_HERE}.knockout:evaluate_by_knockout",
            told="a tournament in which who loses is out",
            reads=("games", "final_games"),
            crowned="won the tournament of generation {generation}, and the round robin of the last winners",
            credit=None,
        ),
        "full-games": SuiteRow(
            made=f"{_HERE}.full_games:FullGames",
            told="games that all play against the same opponents",
            reads=("games", "opponents", "random_games", "noise", "final_games"),
            crowned=_LOST_LEAST + "many games",
            credit="shared",
        ),
        "from-positions": SuiteRow(
            made=f"{_HERE}.from_positions:FromPositions",
            told="games that all play on from the same boards",
            reads=("games", "opponents", "random_games", "noise", "start_plies", "final_games"),
            crowned=_LOST_LEAST + "many games from positions",
            credit="lexicase",
            why_not=f"{_HERE}.served:why_not_from_positions",
        ),
        "decisions": SuiteRow(
            made=f"{_HERE}.decisions:Decisions",
            told="boards that all are asked about",
            reads=("games", "opponents", "cases", "playout_plies", "start_plies", "final_games"),
            crowned=_LOST_LEAST + "many decisions",
            credit="lexicase",
            why_not=f"{_HERE}.served:why_not_from_positions",
        ),
    },
)
#: What version 0.1.0 called the suites, each with its usual credit.
RENAMED: Mapping[str, str] = {"round": "full-games", "endings": "from-positions", "cases": "decisions"}
#: How fitness is made of what individuals come to in a suite's tests, by name.
CREDITS = Registry(
    "credit",
    {
        "shared": CreditRow(
            made=f"{_HERE}.shared:Shared",
            told="the points of each test are shared among all who have some in it",
            reads=("draw_value", "drop_duplicates", "parsimony"),
        ),
        "lexicase": CreditRow(
            made=f"{_HERE}.lexicase:Lexicase",
            told="how often lexicase selection chooses somebody",
            reads=("draw_value", "halving_budget"),
        ),
        "mean": CreditRow(
            made=f"{_HERE}.mean:Mean",
            told="the mean of the points in all tests",
            reads=("draw_value", "parsimony"),
        ),
    },
)


def register_suite(name: str, row: SuiteRow) -> None:
    """Make a suite known to configurations, and so to files and the command line.

    What its row names is asked for in this process alone; what it sends to workers stands, as all that is
    sent to them, in modules that can be imported.

    Raises:
        UsageError: if the name is no simple word, was once that of another, or is that of another now.
    """
    if name in RENAMED:
        raise UsageError(f"{name} is what {RENAMED[name]} was once called: take another name")
    SUITES.add(name, row)


def register_credit(name: str, row: CreditRow) -> None:
    """Make a credit known to configurations, and so to files and the command line.

    Raises:
        UsageError: if the name is no simple word, or that of another credit.
    """
    CREDITS.add(name, row)


def why_not_served(fitness: str, game: Game, vocabulary: Vocabulary, options: Mapping[str, Any]) -> str:
    """Why a game cannot have its fitness from a suite, as the end of a sentence; empty if it can.

    Args:
        fitness: the name of the suite, or of the knockout.
        game: the game, with its parameters.
        vocabulary: the words that players are written in.
        options: those of the run, by name.
    """
    why_not = SUITES.part(fitness, "why_not")
    return str(why_not(game, vocabulary, options)) if why_not else ""
