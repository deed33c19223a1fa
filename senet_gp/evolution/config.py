"""Everything that decides how a run goes.

With the same configuration a run is the same on any machine with any number of workers.

The command line reads its options off this module, so nothing heavy is imported until it is needed.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from senet_gp.errors import UsageError
from senet_gp.evolution.evaluation.registry import CREDITS, RENAMED, SUITES, why_not_served
from senet_gp.evolution.operator_rows import CROSSOVERS, ELITES, MUTATIONS, OPERATORS, SELECTIONS
from senet_gp.games.registry import DEFAULT_GAME, GAMES, part_of
from senet_gp.quoting import shortened

if TYPE_CHECKING:
    from senet_gp.evolution.evaluation.registry import CreditRow, SuiteRow
    from senet_gp.evolution.operator_rows import OperatorRow
    from senet_gp.games.protocol import Game


class _Unset(Enum):
    """What stands for the value of an option that is not given."""

    OF_THE_GAME = "the game's"

    def __repr__(self) -> str:
        return self.value


class Condition(NamedTuple):
    """What must be so for an option to be read at all.

    Attributes:
        told: gives what it needs, as it is written on the command line.
        holds: whether a configuration has it.
    """

    told: Callable[[], str]
    holds: Callable[[Config], bool]

    @property
    def text(self) -> str:
        """What it needs, as it is written on the command line."""
        return self.told()


def _taken_by(operator: str, option: str) -> Condition:
    """An option names an operator that takes another option."""

    def takers() -> list[str]:
        return [name for name, row in OPERATORS[operator].items() if option in row.takes.values()]

    return Condition(
        lambda: f"--{operator} {' or '.join(takers())}",
        lambda config: getattr(config, operator) in takers(),
    )


def _readers(option: str) -> str:
    """The suites and credits that read an option, as they are written on the command line."""
    suites = [name for name, row in SUITES.items() if option in row.reads]
    credit_names = [name for name, row in CREDITS.items() if option in row.reads]
    return ", or ".join(
        f"--{which} {' or '.join(names)}"
        for which, names in (("fitness", suites), ("credit", credit_names))
        if names
    )


def _read_by_evaluation(option: str) -> Condition:
    """The run's suite or credit reads it."""
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
    """An option that is the game's where it is not given.

    Args:
        default: what it is in Senet.
        text: what it says, for people.
        choices: its values, if it is one of a few words.
        read: what must all be so for it to be read.
        between: its least and its greatest value, if it is a number.
        off: of an option that came after version 0.1.0, the value with which a run is what it was before:
            that of runs whose own files do not name it, with which checkpoints of before are still theirs.
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
    """What there is to choose from, each explained."""
    return ", ".join(f"{name} ({row.told})" for name, row in rows.items())


_ALWAYS: tuple[Condition, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Config:
    """The configuration of a run.

    Options that are not given are the game's: in Senet those of the paper of 1995, in the others what
    :func:`defaults_of` says. ``dataclasses.replace`` keeps what a configuration has, whatever it is given.

    Raises:
        UsageError: if a value is out of range, or of the wrong kind.
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
            "help": "the game's parameters that are not the usual ones, such as { pieces = 5 } in senet",
            "choices": (),
            "default": {},
            "read": _ALWAYS,
            "between": None,
        },
    )
    vocabulary: str = _option(
        "", "the words that players are written in; by default the game's first set", read=_ALWAYS
    )
    population: int = _option(512, "individuals in the population", read=_ALWAYS, between=(1, 1_000_000))
    generations: int = _option(30, "tournaments to play", read=_ALWAYS, between=(1, 1_000_000))
    games: int = _option(
        3,
        "a match of a knockout is the best of so many games; in full games and from positions, games against "
        "each opponent; in decisions, games that each choice is tried in",
        read=(_read_by_evaluation("games"),),
        between=(1, 1_000),
    )
    seed: int = _option(1, "the same seed gives the same run", read=_ALWAYS, between=(0, 2**63 - 1))
    fitness: str = _option("knockout", f"where fitness comes from: {_listed(SUITES)}", SUITES, read=_ALWAYS)
    credit: str = _option(
        "",
        f"how fitness is made of what individuals come to in tests: {_listed(CREDITS)}; by default what is "
        "usual for these tests",
        CREDITS,
        read=(_CREDITED,),
    )
    opponents: int = _option(
        4,
        "in full games and from positions, how many of the population all play against, and how many earlier "
        "winners; in decisions, how many of the population choices are tried against, beside all earlier "
        "winners",
        read=(_read_by_evaluation("opponents"),),
        between=(0, 1_000),
    )
    random_games: int = _option(
        80,
        "in full games and from positions, how many games all play against a random mover",
        read=(_read_by_evaluation("random_games"),),
        between=(1, 100_000),
    )
    cases: int = _option(
        256,
        "in decisions, how many boards all are asked about",
        read=(_read_by_evaluation("cases"),),
        between=(1, 100_000),
    )
    playout_plies: int = _option(
        1000,
        "in decisions, a game is drawn after so many turns of both from the board that is asked about",
        read=(_read_by_evaluation("playout_plies"),),
        between=(1, 100_000),
    )
    start_plies: int = _option(
        0,
        "from positions and in decisions, boards are met by earlier winners after at most so many turns of "
        "both; 0 draws them among all that can come up, which Senet cannot list",
        read=(_read_by_evaluation("start_plies"),),
        between=(0, 1_000),
    )
    halving_budget: int = _option(
        0,
        "in lexicase, so many times as many more tests are shared among those who do alike as the best, "
        "again and again with half of them, which decides who is kept",
        read=(_CREDITED, _read_by_evaluation("halving_budget")),
        between=(0, 100_000),
        off=0,
    )
    noise: float = _option(
        0.3,
        "in full games and from positions, the chance of an opponent's move to be a random one",
        read=(_read_by_evaluation("noise"),),
        between=(0.0, 1.0),
    )
    draw_value: float = _option(
        0.5,
        "in all but knockouts, what a draw counts, a win counting 1",
        read=(_CREDITED, _read_by_evaluation("draw_value")),
        between=(0.0, 1.0),
    )
    drop_duplicates: bool = _option(
        default=False,
        text="in shared, whether of those who do alike in every test only the smallest is fit to breed",
        read=(_CREDITED, _read_by_evaluation("drop_duplicates")),
    )
    parsimony: float = _option(
        1e-4,
        "in shared and mean, the part of the fitness that a node costs",
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
        "of how many the best is chosen, in tournament selection",
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
        f"who is reproduced: {_listed(ELITES)}",
        ELITES,
        read=_ALWAYS,
    )
    elite_share: float = _option(
        0.125, "the share of the population that is reproduced", read=_ALWAYS, between=(0.0, 1.0)
    )
    mutation: str = _option(
        "subtree",
        f"how an individual is mutated: {_listed(MUTATIONS)}",
        MUTATIONS,
        read=(_SOME_MUTATED,),
    )
    mutation_chance: float = _option(
        0.125, "the chance of each reproduced individual to be mutated", read=_ALWAYS, between=(0.0, 1.0)
    )
    mutant_share: float = _option(
        0.0,
        "the chance of each of the others to be bred by mutation of one parent instead of crossover",
        read=(_SOME_BRED,),
        between=(0.0, 1.0),
    )
    size_limit: int = _option(
        0, "the most nodes of a bred individual; 0 for no limit", read=_ALWAYS, between=(0, 2**31 - 1)
    )
    max_nodes: int = _option(
        0,
        "the most nodes of a population; children beyond it are replaced by parents; 0 for no limit",
        read=_ALWAYS,
        between=(0, 2**63 - 1),
    )
    final_games: int = _option(
        100,
        "games a pair in the final of the last 16 winners",
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
        # Written down, so that another usual credit, or first set of words, does not change the run.
        if not self.credit:
            object.__setattr__(self, "credit", SUITES[self.fitness].credit or "")
        vocabulary = vocabulary_of(self.game_value, self.vocabulary or None)
        object.__setattr__(self, "vocabulary", vocabulary.name)
        if self.final_games % 2:
            raise UsageError(
                f"final_games is {self.final_games}, but it must be even: both move first equally often"
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

    def _check_kind(self, option: dataclasses.Field[Any]) -> None:
        """Hold that an option's value is of its kind; 0 and 1 are numbers as good as 0.0 and 1.0."""
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
        """How many individuals of a generation are reproduced; they come first in the next one."""
        # A share such as 0.29 of 100 is 29, though 100 * 0.29 is a little less.
        return max(1, int(self.population * self.elite_share + 1e-9))

    def missing_for(self, option: str) -> Condition | None:
        """What this configuration lacks for an option of it to be read; None if it is read.

        Files hold all options; those that are not read are ignored there.
        """
        (field,) = (field for field in dataclasses.fields(self) if field.name == option)
        conditions: tuple[Condition, ...] = field.metadata["read"]
        return next((condition for condition in conditions if not condition.holds(self)), None)

    @classmethod
    def from_values(cls, values: dict[str, Any]) -> Self:
        """A configuration of named values.

        Raises:
            UsageError: if there is no such option, or a value does not fit.
        """
        known = {option.name for option in dataclasses.fields(cls)}
        for name in values:
            if name not in known:
                raise UsageError(
                    f"there is no option {shortened(name)!r}: the options are {', '.join(sorted(known))}"
                )
        return cls(**values)


def defaults_of(game: str) -> Mapping[str, Any]:
    """The options by name that suit a game, where these are not those of the paper.

    Raises:
        UsageError: if there is no such game.
    """
    defaults: Mapping[str, Any] = part_of(game, "defaults")
    return defaults


def _frozen(value: Any) -> Any:
    """A value as an option holds it: a list, as files have it, becomes a tuple."""
    return tuple(value) if type(value) is list else value


_KINDS = {
    int: "a whole number",
    float: "a number",
    str: "a word in quotation marks",
    bool: "true or false",
    dict: "a table such as { pieces = 5 }",
    tuple: 'a list of expressions such as ["(sub their_distance my_distance)"]',
}
