"""Suites and credits by name: one row each, with the place of its code and the options that it reads.

A row names its code by a dotted name that is resolved on first use. So this module imports neither numba nor
DEAP, and the command line and configurations can read it quickly.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from senet_gp.runtime.registries import Registry

if TYPE_CHECKING:
    from primitives.vocabulary import Vocabulary
    from senet_gp.games.protocol import Game


@dataclass(frozen=True, kw_only=True)
class _Row:
    """A suite or a credit.

    Attributes:
        made: ``module:attribute`` of the class or function that makes it from a configuration.
        help: a short description for help texts.
        reads: the options that it reads, apart from those that all runs read.
    """

    made: str
    help: str
    reads: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class SuiteRow(_Row):
    """A suite (:class:`~senet_gp.evolution.evaluation.protocol.Suite`).

    Attributes:
        crowned: how its champion was found, as the end of a sentence; ``{generation}`` stands for the
            generation that the champion won.
        counted: what its tests are called where their number is told.
        credit: the name of its default credit; None for an evaluator such as the knockout, which is not a
            suite but sets fitness itself: then ``made`` names the evaluator.
        why_not: ``module:attribute`` of a function ``(game, vocabulary, options) -> str``. It returns why the
            suite cannot be used so, as the end of a sentence after "which", or an empty text if it can be;
            ``{others}`` stands for what can be used instead. None if the suite can always be used.
        final_by_matches: whether a round robin of the last winners chooses the champion, as after knockouts,
            and not further tests.
    """

    crowned: str
    credit: str | None
    why_not: str | None = None
    final_by_matches: bool = False
    counted: str = "games"

    @property
    def ends_in_round_robin(self) -> bool:
        """Whether a round robin of the last winners chooses the champion."""
        return self.credit is None or self.final_by_matches


@dataclass(frozen=True, kw_only=True)
class CreditRow(_Row):
    """A credit (:class:`~senet_gp.evolution.evaluation.protocol.Credit`).

    Attributes:
        gives_table: whether the fitness is a list, whose first value is followed by the points in each test.
    """

    gives_table: bool = False


_HERE = "senet_gp.evolution.evaluation"
_LOST_LEAST = "was the best of generation {generation}, and of the last winners in "

#: Where fitness comes from, by name: suites, and the knockout beside them.
SUITES = Registry(
    "evaluation",
    {
        "knockout": SuiteRow(
            made=f"{_HERE}.evaluators:evaluate_by_knockout",
            help="a tournament whose losers are out",
            reads=("games", "final_games"),
            crowned="won the tournament of generation {generation}, and the round robin of the last winners",
            credit=None,
        ),
        "full-games": SuiteRow(
            made=f"{_HERE}.played_games:FullGames",
            help="games from the start, against the same opponents for all",
            reads=("games", "opponents", "random_games", "noise", "final_games"),
            crowned=_LOST_LEAST + "many games",
            credit="shared",
        ),
        "from-positions": SuiteRow(
            made=f"{_HERE}.played_games:FromPositions",
            help="games from the same positions for all",
            reads=(
                *("games", "opponents", "random_games", "noise", "start_plies", "counterexamples"),
                "final_games",
            ),
            crowned=_LOST_LEAST + "many games from positions",
            credit="lexicase",
            why_not=f"{_HERE}.registry:why_not_from_positions",
        ),
        "decisions": SuiteRow(
            made=f"{_HERE}.played_out_decisions:PlayedOutDecisions",
            help="moves chosen in the same positions by all",
            reads=("games", "opponents", "cases", "playout_plies", "start_plies", "final_games"),
            crowned=_LOST_LEAST + "many decisions",
            counted="decisions",
            credit="lexicase",
            why_not=f"{_HERE}.registry:why_not_from_positions",
        ),
        "regret": SuiteRow(
            made=f"{_HERE}.regret:Regret",
            help="what the choices in the winners' own games lose in chance of winning, by a teacher",
            reads=(
                *("cases", "teacher", "teacher_games", "labelled", "refresh", "look_ahead", "tune"),
                "final_games",
            ),
            crowned="regretted least in generation {generation}, and won the round robin of the last winners",
            counted="decisions",
            credit="mean",
            why_not=f"{_HERE}.regret:why_not_labelled",
            final_by_matches=True,
        ),
    },
)
#: The ways to compute fitness from the results of a suite's tests, by name.
CREDITS = Registry(
    "credit",
    {
        "shared": CreditRow(
            made=f"{_HERE}.credits:SharedCredit",
            help="the points of each test are divided among all individuals that score in it",
            reads=("draw_value", "parsimony"),
        ),
        "lexicase": CreditRow(
            made=f"{_HERE}.credits:Lexicase",
            help="the number of times that lexicase selection chooses an individual",
            reads=("draw_value", "halving_budget"),
        ),
        "mean": CreditRow(
            made=f"{_HERE}.credits:MeanCredit",
            help="the mean of the points in all tests",
            reads=("draw_value", "parsimony"),
        ),
        "table": CreditRow(
            made=f"{_HERE}.credits:TableCredit",
            help="the mean of the points, and the points in each test for the selection lexicase",
            reads=("draw_value", "parsimony"),
            gives_table=True,
        ),
    },
)


def register_suite(name: str, row: SuiteRow) -> None:
    """Register a suite, so that configurations, files and the command line accept its name.

    The suite itself runs in this process only; the functions that it sends to workers must be importable.

    Raises:
        UsageError: if the name is not a simple word, or is the name of another suite.
    """
    SUITES.add(name, row)


def register_credit(name: str, row: CreditRow) -> None:
    """Register a credit, so that configurations, files and the command line accept its name.

    Raises:
        UsageError: if the name is not a simple word, or is the name of another credit.
    """
    CREDITS.add(name, row)


def why_not_served(fitness: str, game: Game, vocabulary: Vocabulary, options: Mapping[str, Any]) -> str:
    """Why a run cannot use a suite, as the end of a sentence; an empty text if it can.

    Args:
        fitness: the name of the suite, or of the knockout.
        game: the game, with its parameters.
        vocabulary: the vocabulary of the players.
        options: the options of the run, by name.
    """
    reason = _reason(fitness, game, vocabulary, options)
    return reason.replace("{others}", " or ".join(suites_for(game, vocabulary, options)))


def suites_for(game: Game, vocabulary: Vocabulary, options: Mapping[str, Any]) -> list[str]:
    """The suites that a run can use, and the knockout; the arguments are those of :func:`why_not_served`."""
    return [name for name in SUITES if not _reason(name, game, vocabulary, options)]


def why_not_from_positions(game: Game, vocabulary: Vocabulary, options: Mapping[str, Any]) -> str:
    """Why compiled code cannot play on from single positions in a run; an empty text if it can."""
    from senet_gp.games.small import if_solvable

    if not game.family:
        return (
            f"{game.name} does not support: it has no compiled code that plays on from a position; use "
            "{others}"
        )
    if vocabulary.without_kernel:
        return (
            f"needs compiled code, but {vocabulary.without_kernel[0]} has no kernel: use {{others}}, or give "
            "this primitive a kernel"
        )
    if not options["start_plies"] and if_solvable(game) is None:
        return (
            f"draws from all reachable positions if start_plies is 0, but {game.name} has too many to list: "
            "let positions be reached in games, for example by --start-plies 60"
        )
    return ""


def _reason(fitness: str, game: Game, vocabulary: Vocabulary, options: Mapping[str, Any]) -> str:
    why_not = SUITES.part(fitness, "why_not")
    return str(why_not(game, vocabulary, options)) if why_not else ""
