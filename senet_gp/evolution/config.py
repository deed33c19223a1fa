"""The configuration of a run: every option that decides its result.

Two runs with the same configuration are the same on any machine and with any number of workers.

The command line takes its options from this module, so heavy modules are imported only when they are needed.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from senet_gp.errors import UsageError, printable
from senet_gp.evolution.evaluation.registry import CREDITS, RENAMED, SUITES, why_not_served
from senet_gp.evolution.operator_rows import CROSSOVERS, ELITES, MUTATIONS, OPERATORS, SELECTIONS
from senet_gp.games.registry import DEFAULT_GAME, GAMES, part_of
from senet_gp.quoting import shortened

if TYPE_CHECKING:
    from senet_gp.evolution.evaluation.registry import CreditRow, SuiteRow
    from senet_gp.evolution.operator_rows import OperatorRow
    from senet_gp.games.protocol import Game


class _Unset(Enum):
    """The placeholder for an option that is not given: its value is the game's default."""

    OF_THE_GAME = "the game's"

    def __repr__(self) -> str:
        return self.value


class Condition(NamedTuple):
    """A condition under which an option has an effect.

    Attributes:
        told: returns the condition as options of the command line, such as ``--credit lexicase``.
        holds: whether a configuration meets the condition.
    """

    told: Callable[[], str]
    holds: Callable[[Config], bool]

    @property
    def text(self) -> str:
        """The condition as options of the command line."""
        return self.told()


def _taken_by(operator: str, option: str) -> Condition:
    """The condition that the chosen operator takes this option."""

    def takers() -> list[str]:
        return [name for name, row in OPERATORS[operator].items() if option in row.takes.values()]

    return Condition(
        lambda: f"--{operator} {' or '.join(takers())}",
        lambda config: getattr(config, operator) in takers(),
    )


def _readers(option: str) -> str:
    """The suites and credits that read an option, as options of the command line."""
    suites = [name for name, row in SUITES.items() if option in row.reads]
    credit_names = [name for name, row in CREDITS.items() if option in row.reads]
    return ", or ".join(
        f"--{which} {' or '.join(names)}"
        for which, names in (("fitness", suites), ("credit", credit_names))
        if names
    )


def _read_by_evaluation(option: str) -> Condition:
    """The condition that the run's suite or credit reads this option."""
    return Condition(
        lambda: _readers(option),
        lambda config: (
            option in SUITES[config.fitness].reads
            or (_CREDITED.holds(config) and option in CREDITS[config.credit].reads)
        ),
    )


_CREDITED = Condition(
    lambda: f"--fitness {' or '.join(name for name, row in SUITES.items() if row.credit)}",
    lambda config: SUITES[config.fitness].credit is not None,
)
_SOME_BRED = Condition(
    lambda: "an --elite-share below 1", lambda config: config.reproduced < config.population
)
_SOME_CROSSED = Condition(lambda: "a --mutant-share below 1", lambda config: config.mutant_share < 1)
_SOME_MUTATED = Condition(
    lambda: "a --mutation-chance or --mutant-share above 0",
    lambda config: (
        config.mutation_chance > 0 or (config.mutant_share > 0 and config.reproduced < config.population)
    ),
)


def _option(
    default: Any,
    text: str,
    choices: Collection[str] = (),
    *,
    read: tuple[Condition, ...],
    between: tuple[float, float] | None = None,
    off: Any = None,
) -> Any:
    """An option whose default may differ from game to game.

    Args:
        default: its default in Senet.
        text: its help text.
        choices: the names that it accepts, if it takes a name.
        read: the conditions under which it has an effect; all of them must hold.
        between: the smallest and the largest number that it accepts.
        off: for an option that is newer than version 0.1.0, the value that changes nothing. Runs whose files
            do not name the option have this value, and their checkpoints stay valid.
    """
    metadata = {
        "help": text,
        "choices": choices,
        "default": default,
        "read": read,
        "between": between,
        "off": off,
    }
    return field(default=_Unset.OF_THE_GAME, metadata=metadata)


def _listed(rows: Mapping[str, SuiteRow | CreditRow | OperatorRow]) -> str:
    """The names to choose from, each with its explanation."""
    return ", ".join(f"{name} ({row.told})" for name, row in rows.items())


_ALWAYS: tuple[Condition, ...] = ()
#: The longest text of one option in the ``repr`` of a configuration, and of all of them.
_LONGEST_VALUE, _LONGEST_REPR = 40, 100


@dataclass(frozen=True, kw_only=True)
class Config:
    """The configuration of a run.

    Options that are not given have the game's defaults: in Senet those of the paper of 1995, in other games
    those of :func:`defaults_of`. They are filled in when the configuration is made, so
    ``dataclasses.replace`` keeps them.

    Raises:
        UsageError: if a value is out of range or of the wrong kind.

    >>> config = Config(game="hexapawn", population=60, seed=7)
    >>> config.population, config.fitness, config.credit
    (60, 'full-games', 'shared')
    >>> Config(population=0)
    Traceback (most recent call last):
    senet_gp.errors.UsageError: population is 0, but it must be from 1 to 1000000
    """

    game: str = field(
        default=DEFAULT_GAME,
        metadata={
            "help": "the game to evolve players for",
            "choices": (),
            "default": DEFAULT_GAME,
            "read": _ALWAYS,
            "between": None,
        },
    )
    parameters: dict[str, int] = field(
        default_factory=dict,
        metadata={
            "help": "the game's parameters that differ from their defaults, such as { pieces = 5 } in senet",
            "choices": (),
            "default": {},
            "read": _ALWAYS,
            "between": None,
        },
    )
    vocabulary: str = _option(
        "",
        "the vocabulary, that is, the functions and terminals of players; by default the game's first",
        read=_ALWAYS,
    )
    population: int = _option(512, "individuals in the population", read=_ALWAYS, between=(1, 1_000_000))
    generations: int = _option(30, "generations to evolve", read=_ALWAYS, between=(1, 1_000_000))
    games: int = _option(
        3,
        "games of each comparison: in a knockout, a duel is the best of this many games; in full-games and "
        "from-positions, each individual plays this many games against each opponent; in decisions, each "
        "choice is tried in this many playouts",
        read=(_read_by_evaluation("games"),),
        between=(1, 1_000),
    )
    seed: int = _option(
        1,
        "seed of all random numbers: the same seed gives the same run",
        read=_ALWAYS,
        between=(0, 2**63 - 1),
    )
    fitness: str = _option("knockout", f"how individuals are tested: {_listed(SUITES)}", SUITES, read=_ALWAYS)
    credit: str = _option(
        "",
        f"how results of tests become fitness: {_listed(CREDITS)}; by default the usual credit of the "
        "chosen tests",
        CREDITS,
        read=(_CREDITED,),
    )
    opponents: int = _option(
        4,
        "opponents drawn in each generation: in full-games and from-positions, this many individuals of the "
        "population and this many winners of earlier generations; in decisions, playouts are against this "
        "many individuals of the population and all recent winners",
        read=(_read_by_evaluation("opponents"),),
        between=(0, 1_000),
    )
    random_games: int = _option(
        80,
        "in full-games and from-positions, games of each individual against a random mover",
        read=(_read_by_evaluation("random_games"),),
        between=(1, 100_000),
    )
    cases: int = _option(
        256,
        "in decisions, positions in which all individuals choose a move",
        read=(_read_by_evaluation("cases"),),
        between=(1, 100_000),
    )
    playout_plies: int = _option(
        1000,
        "in decisions, a playout counts as a draw after this many plies, those of both players together",
        read=(_read_by_evaluation("playout_plies"),),
        between=(1, 100_000),
    )
    start_plies: int = _option(
        0,
        "in from-positions and decisions, positions are reached in games of recent winners after at most "
        "this many plies; 0 draws them from all reachable positions, of which only small games have a list",
        read=(_read_by_evaluation("start_plies"),),
        between=(0, 1_000),
    )
    halving_budget: int = _option(
        0,
        "in lexicase, ties for the best are broken by successive halving: in each round the tied individuals "
        "share this many times the tests of a generation, and the better half goes on; 0 for no halving",
        read=(_CREDITED, _read_by_evaluation("halving_budget")),
        between=(0, 100_000),
        off=0,
    )
    noise: float = _option(
        0.3,
        "in full-games and from-positions, the probability that an opponent plays a random move",
        read=(_read_by_evaluation("noise"),),
        between=(0.0, 1.0),
    )
    draw_value: float = _option(
        0.5,
        "the points for a draw, where a win is 1 and a loss is 0; knockouts do not use it",
        read=(_CREDITED, _read_by_evaluation("draw_value")),
        between=(0.0, 1.0),
    )
    drop_duplicates: bool = _option(
        default=False,
        text="in shared, of individuals with equal results in all tests only the smallest keeps its fitness",
        read=(_CREDITED, _read_by_evaluation("drop_duplicates")),
    )
    parsimony: float = _option(
        1e-4,
        "in shared and mean, the pressure against size: fitness is divided by 1 + parsimony * nodes",
        read=(_CREDITED, _read_by_evaluation("parsimony")),
        between=(0.0, 1.0),
    )
    selection: str = _option(
        "proportional",
        f"how parents are chosen: {_listed(SELECTIONS)}",
        SELECTIONS,
        read=(_SOME_BRED,),
    )
    tournament_size: int = _option(
        7,
        "in tournament selection, the number of individuals drawn, of which the fittest becomes a parent",
        read=(_taken_by("selection", "tournament_size"), _SOME_BRED),
        between=(1, 1_000_000),
    )
    crossover: str = _option(
        "paper",
        f"how two parents are crossed: {_listed(CROSSOVERS)}",
        CROSSOVERS,
        read=(_SOME_CROSSED, _SOME_BRED),
    )
    elite: str = _option(
        "proportional",
        f"which individuals are reproduced, that is, copied to the next generation: {_listed(ELITES)}",
        ELITES,
        read=_ALWAYS,
    )
    elite_share: float = _option(
        0.125, "the share of the next generation that is reproduced", read=_ALWAYS, between=(0.0, 1.0)
    )
    mutation: str = _option(
        "subtree",
        f"how an individual is mutated: {_listed(MUTATIONS)}",
        MUTATIONS,
        read=(_SOME_MUTATED,),
    )
    mutation_chance: float = _option(
        0.125, "the probability that a reproduced individual is mutated", read=_ALWAYS, between=(0.0, 1.0)
    )
    mutant_share: float = _option(
        0.0,
        "the probability that a child is a mutant of one parent, not a crossover of two",
        read=(_SOME_BRED,),
        between=(0.0, 1.0),
    )
    size_limit: int = _option(
        0, "the most nodes that a child may have; 0 for no limit", read=_ALWAYS, between=(0, 2**31 - 1)
    )
    max_nodes: int = _option(
        0,
        "the most nodes that the whole population may have; a child that does not fit is replaced by a copy "
        "of a parent; 0 for no limit",
        read=_ALWAYS,
        between=(0, 2**63 - 1),
    )
    final_games: int = _option(
        100,
        "games between each pair of the last 16 winners in the final, which chooses the champion; in "
        "decisions, positions for each of these winners",
        read=(_read_by_evaluation("final_games"),),
        between=(2, 1_000_000),
    )
    seed_with: tuple[str, ...] = _option(
        (),
        'expressions that the first population begins with, such as ["(sub their_distance my_distance)"]',
        read=_ALWAYS,
    )

    def __post_init__(self) -> None:
        from primitives import vocabulary_of

        usual = defaults_of(self.game) if isinstance(self.game, str) and self.game in GAMES else {}
        for option in dataclasses.fields(self):
            if getattr(self, option.name) is _Unset.OF_THE_GAME:
                object.__setattr__(self, option.name, usual.get(option.name, option.metadata["default"]))
            self._check_kind(option)
            self._check_range(option)
        # Recorded, so that the run stays the same if a later version has other defaults.
        if not self.credit:
            object.__setattr__(self, "credit", SUITES[self.fitness].credit or "")
        vocabulary = vocabulary_of(self.game_value, self.vocabulary or None)
        object.__setattr__(self, "vocabulary", vocabulary.name)
        if self.final_games % 2:
            raise UsageError(
                f"final_games is {self.final_games}, but it must be even: both players move first in half of "
                "the games"
            )
        why_not = why_not_served(self.fitness, self.game_value, vocabulary, vars(self))
        if why_not:
            raise UsageError(f"fitness is {self.fitness}, which {why_not}")
        if self.seed_with:
            from senet_gp.evolution.seeding import checked_seeds

            vocabulary = vocabulary_of(self.game_value, self.vocabulary)
            seeds = checked_seeds(
                self.seed_with, vocabulary, population=self.population, size_limit=self.size_limit
            )
            object.__setattr__(self, "seed_with", seeds)

    def __repr__(self) -> str:
        changed = (
            f"{option.name}={shortened(repr(getattr(self, option.name)), _LONGEST_VALUE)}"
            for option in dataclasses.fields(self)
            if option.name == "game" or getattr(self, option.name) != self._usual(option)
        )
        return printable(f"Config({shortened(', '.join(changed), _LONGEST_REPR)})")

    def _usual(self, option: dataclasses.Field[Any]) -> Any:
        """The value that an option has if it is not given."""
        usual = defaults_of(self.game).get(option.name, option.metadata["default"])
        if option.name == "vocabulary" and not usual:
            from primitives import vocabulary_of

            return vocabulary_of(self.game_value).name
        if option.name == "credit" and not usual:
            return SUITES[self.fitness].credit or ""
        return _frozen(usual)

    def _check_kind(self, option: dataclasses.Field[Any]) -> None:
        """Check the type of an option's value; where a float is wanted, the integers 0 and 1 are accepted."""
        value, kind = _frozen(getattr(self, option.name)), type(option.metadata["default"])
        object.__setattr__(self, option.name, value)
        if kind is float and type(value) is int and value in {0, 1}:
            object.__setattr__(self, option.name, float(value))
        elif type(value) is not kind:
            raise UsageError(f"{option.name} is {shortened(repr(value))}, but it must be {_KINDS[kind]}")
        if option.name == "fitness" and value in RENAMED:
            raise UsageError(f"fitness is {value!r}, which is now called {RENAMED[value]}: give that name")
        choices = option.metadata["choices"]
        if choices and value not in choices and value != option.metadata["default"]:
            raise UsageError(
                f"{option.name} is {shortened(repr(value))}, but it must be one of {', '.join(choices)}"
            )

    def _check_range(self, option: dataclasses.Field[Any]) -> None:
        if option.metadata["between"]:
            value, (low, high) = getattr(self, option.name), option.metadata["between"]
            if not low <= value <= high:
                raise UsageError(f"{option.name} is {shortened(value)}, but it must be from {low} to {high}")

    @property
    def game_value(self) -> Game:
        """The game with its parameters."""
        from senet_gp.games.registry import game_of

        return game_of(self.game, self.parameters)

    @property
    def reproduced(self) -> int:
        """The number of reproduced individuals, which come first in the next generation.

        >>> Config(population=40, elite_share=0.125).reproduced
        5
        """
        # A share such as 0.29 of 100 is 29, though 100 * 0.29 is a little less.
        return max(1, int(self.population * self.elite_share + 1e-9))

    def missing_for(self, option: str) -> Condition | None:
        """The first condition of an option that this configuration does not meet; None if it meets all.

        Files hold all options, also those that have no effect in their run.

        >>> Config(fitness="full-games").missing_for("noise") is None
        True
        >>> Config(fitness="knockout").missing_for("noise").text
        '--fitness full-games or from-positions'
        """
        (field,) = (field for field in dataclasses.fields(self) if field.name == option)
        conditions: tuple[Condition, ...] = field.metadata["read"]
        return next((condition for condition in conditions if not condition.holds(self)), None)

    @classmethod
    def from_values(cls, values: dict[str, Any]) -> Self:
        """The configuration with these options, by name.

        Raises:
            UsageError: if there is no such option, or a value does not fit.

        >>> Config.from_values({"game": "tictactoe", "generations": 5}).generations
        5
        """
        known = {option.name for option in dataclasses.fields(cls)}
        for name in values:
            if name not in known:
                raise UsageError(
                    f"there is no option {shortened(name)!r}: the options are {', '.join(sorted(known))}"
                )
        return cls(**values)


def defaults_of(game: str) -> Mapping[str, Any]:
    """The options of a game, by name, whose defaults are not those of the paper of 1995.

    Raises:
        UsageError: if there is no such game.

    >>> defaults_of("senet")
    {}
    >>> defaults_of("hexapawn")["fitness"]
    'full-games'
    """
    defaults: Mapping[str, Any] = part_of(game, "defaults")
    return defaults


def _frozen(value: Any) -> Any:
    """The value as an option holds it: a list from a file becomes a tuple."""
    return tuple(value) if type(value) is list else value


_KINDS = {
    int: "a whole number",
    float: "a number",
    str: "a word in quotation marks",
    bool: "true or false",
    dict: "a table such as { pieces = 5 }",
    tuple: 'a list of expressions such as ["(sub their_distance my_distance)"]',
}
