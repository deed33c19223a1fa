"""What describes an option of a run: its default, its help, its range, and when it has an effect.

:class:`senet_gp.evolution.config.Config` has a field for each option.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Mapping
from dataclasses import field
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from senet_gp.evolution.evaluation.registry import CREDITS, SUITES, suites_for
from senet_gp.evolution.evaluation.teacher_texts import learns_from_games
from senet_gp.evolution.operator_rows import OPERATORS
from senet_gp.runtime.checks import of_kind
from senet_gp.runtime.errors import UsageError, shortened
from senet_gp.runtime.registries import ADDED, Registry

if TYPE_CHECKING:
    from senet_gp.evolution.evaluation.registry import CreditRow, SuiteRow
    from senet_gp.evolution.operator_rows import OperatorRow
    from senet_gp.games.protocol import Game


class Unset(Enum):
    """The placeholder for an option that is not given: its value is the game's default."""

    OF_THE_GAME = "the game's"

    def __repr__(self) -> str:
        return self.value


class Options(Protocol):
    """What conditions ask of a configuration (see :class:`senet_gp.evolution.config.Config`)."""

    @property
    def fitness(self) -> str:
        """The suite of tests."""

    @property
    def credit(self) -> str:
        """The credit, which some suites do without."""

    @property
    def teacher(self) -> str:
        """Who teaches; empty in suites that no one teaches."""

    @property
    def population(self) -> int:
        """The number of individuals."""

    @property
    def reproduced(self) -> int:
        """The number of individuals that are reproduced."""

    @property
    def tune(self) -> int:
        """Before each such number of generations the fittest individuals are tuned; 0 for never."""

    @property
    def several_objectives(self) -> bool:
        """Whether parents and children compete in score and size."""

    @property
    def islands(self) -> int:
        """The number of populations."""

    @property
    def game_value(self) -> Game:
        """The game with its parameters."""

    @property
    def vocabulary(self) -> str:
        """The name of the vocabulary."""

    @property
    def mutant_share(self) -> float:
        """The probability that a child is a mutant of one parent."""

    @property
    def mutation_chance(self) -> float:
        """The probability that a reproduced individual is mutated."""


class Condition(NamedTuple):
    """A condition under which an option has an effect.

    Attributes:
        text_in: returns the condition as options of the command line, such as ``--credit lexicase``: those
            that a configuration can be given or, without one, all.
        holds: whether a configuration meets the condition.
    """

    text_in: Callable[[Options | None], str]
    holds: Callable[[Options], bool]

    @property
    def text(self) -> str:
        """The condition as options of the command line."""
        return self.text_in(None)


def taken_by(operator: str, option: str) -> Condition:
    """The condition that the chosen operator takes this option."""

    def takers() -> list[str]:
        return [name for name, row in OPERATORS[operator].items() if option in row.takes.values()]

    return Condition(
        lambda _: f"--{operator} {' or '.join(takers())}",
        lambda config: getattr(config, operator) in takers(),
    )


def _with_own_options() -> dict[str, list[str]]:
    """The operators that have options of their own, by the option that names them."""
    found = {option: [name for name, row in rows.items() if row.own] for option, rows in OPERATORS.items()}
    return {option: names for option, names in found.items() if names}


#: Of the options of single operators.
OWN_OPTIONS = Condition(
    lambda _: ", or ".join(
        f"--{option} {' or '.join(names)}" for option, names in _with_own_options().items()
    ),
    lambda config: any(getattr(config, option) in names for option, names in _with_own_options().items()),
)


def _suites_in(config: Options | None) -> list[str]:
    """The suites, and the knockout, that a configuration can name instead of its own; without one, all."""
    if config is None:
        return list(SUITES)
    from primitives import vocabulary_of

    return suites_for(config.game_value, vocabulary_of(config.game_value, config.vocabulary), vars(config))


def _readers(option: str, config: Options | None) -> str:
    """The suites and credits that read an option, as options of the command line."""
    suites = [name for name in _suites_in(config) if option in SUITES[name].reads]
    credit_names = [name for name, row in CREDITS.items() if option in row.reads]
    found = [f"--fitness {' or '.join(suites)}"] if suites else []
    if credit_names:
        credited = config is None or CREDITED.holds(config)
        with_credit = "" if credited else f" and {CREDITED.text_in(config)}"
        found.append(f"--credit {' or '.join(credit_names)}{with_credit}")
    return ", or ".join(found) or f"{_readers(option, None)} in another game"


def read_by_evaluation(option: str) -> Condition:
    """The condition that the run's suite or credit reads this option."""
    return Condition(
        lambda config: _readers(option, config),
        lambda config: (
            option in SUITES[config.fitness].reads
            or (CREDITED.holds(config) and option in CREDITS[config.credit].reads)
        ),
    )


#: The credit divides fitness by size, or tuning asks for a price of each node.
PRICES_NODES = Condition(
    lambda config: f"{_readers('parsimony', config)}, or --tune 1 or more",
    lambda config: (
        read_by_evaluation("parsimony").holds(config)
        or (config.tune > 0 and "tune" in SUITES[config.fitness].reads)
    ),
)
CREDITED = Condition(
    lambda config: f"--fitness {' or '.join(name for name in _suites_in(config) if SUITES[name].credit)}",
    lambda config: SUITES[config.fitness].credit is not None,
)
LEARNS_FROM_GAMES = Condition(
    lambda _: "--teacher self, network, or an expression",
    lambda config: learns_from_games(config.teacher),
)
SOME_BRED = Condition(
    lambda _: "an --elite-share below 1", lambda config: config.reproduced < config.population
)
SOME_CROSSED = Condition(lambda _: "a --mutant-share below 1", lambda config: config.mutant_share < 1)
#: NSGA-II keeps the best itself and needs no reproduction, and size is an objective of its own.
ONE_OBJECTIVE = Condition(lambda _: "--objectives score", lambda config: not config.several_objectives)
SEVERAL_ISLANDS = Condition(lambda _: "--islands 2 or more", lambda config: config.islands > 1)
#: Of a game in which senet-gp verdict proves how a player plays.
PROVABLE = Condition(
    lambda _: "a game without throws whose positions can all be listed",
    lambda config: config.game_value.small,
)
ONE_POPULATION = Condition(lambda _: "--islands 1", lambda config: config.islands == 1)
SOME_MUTATED = Condition(
    lambda _: "a --mutant-share above 0 or, with one objective, a --mutation-chance above 0",
    lambda config: (
        (config.mutation_chance > 0 and config.reproduced > 0)
        or (config.mutant_share > 0 and config.reproduced < config.population)
    ),
)
#: Of an option that always has an effect.
ALWAYS: tuple[Condition, ...] = ()
#: The objectives of a run, in their only order: the score alone, or both.
OBJECTIVES = ("score", "nodes")
#: What a run can be played until: all its generations, or a winner that does as well as perfect play.
GENERATIONS = "generations"
PROVEN = "proven"


def run_option(
    default: Any,
    text: str,
    choices: Collection[str] = (),
    *,
    read: tuple[Condition, ...],
    between: tuple[float, float] | None = None,
) -> Any:
    """An option whose default may differ from game to game.

    Args:
        default: its default in Senet.
        text: its help text.
        choices: the names that it accepts, if it takes a name.
        read: the conditions under which it has an effect; all of them must hold.
        between: the smallest and the largest number that it accepts.
    """
    metadata = {
        "help": text,
        "choices": choices,
        "default": default,
        "read": read,
        "between": between,
    }
    return field(default=Unset.OF_THE_GAME, metadata=metadata)


def listed(rows: Mapping[str, SuiteRow | CreditRow | OperatorRow]) -> str:
    """The names to choose from, each with its explanation."""
    return ", ".join(f"{name} ({row.help})" for name, row in rows.items())


def checked(option: dataclasses.Field[Any], value: Any) -> Any:
    """The value of an option as Python's own, which must be of its type, its choices and its range.

    Numbers, truths and texts of numpy become Python's, and a list from a file becomes a tuple.

    Raises:
        UsageError: if the value does not fit.
    """
    default, choices = option.metadata["default"], option.metadata["choices"]
    kind: type = type(default)
    if kind in {bool, int, float}:
        return of_kind(kind, option.name, value, option.metadata["between"])
    if kind is tuple and isinstance(value, list):
        value = tuple(value)
    if not isinstance(value, kind):
        raise UsageError(f"{option.name} is {shortened(repr(value))}, but it must be {_wanted(option)}")
    if kind is str:
        value = str(value)
    if choices and value not in choices and value != default:
        others = ADDED if isinstance(choices, Registry) else ""
        raise UsageError(
            f"{option.name} is {shortened(repr(value))}, but it must be one of {', '.join(choices)}{others}"
        )
    return value


def _wanted(option: dataclasses.Field[Any]) -> str:
    """What the value of an option must be."""
    default = option.metadata["default"]
    return f"a list such as {list(default)}" if default and type(default) is tuple else _KINDS[type(default)]


_KINDS: dict[type, str] = {
    str: "a word in quotation marks",
    dict: "a table such as { NAME = 5 }",
    tuple: 'a list of expressions such as ["(sub their_distance my_distance)"]',
}
