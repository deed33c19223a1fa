"""The configuration of a run: every option that decides its result.

Two runs with the same configuration are the same on any machine and with any number of workers. A
configuration is a value: it is made, compared and printed without opening a file or importing the code of a
game. What follows from other options, or has to be looked up, is found when a run begins
(:meth:`Config.resolved`), and recorded with it.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from senet_gp.evolution.configuration.across_parts import (
    FOLLOWING,
    OBJECTIVES,
    USUAL_PARTS,
    check,
    check_game,
    check_usable,
    usual_name,
    usual_part_beside,
)
from senet_gp.evolution.configuration.layers import layered
from senet_gp.evolution.configuration.parts import (
    AUTO,
    PARTS,
    Part,
    checked,
    class_of,
    defaults_of,
    option,
    usual_part,
)
from senet_gp.evolution.evaluation.protocol import Credit, FitnessEvaluation
from senet_gp.evolution.operators.operators import (
    BreedingOperator,
    Crossover,
    Elite,
    Migration,
    Mutation,
    Selection,
)
from senet_gp.games.registry import DEFAULT_GAME, as_game, parameters_of
from senet_gp.runtime.checks import MAX_SEED, whole_number
from senet_gp.runtime.errors import UsageError, printable, shortened, shown

if TYPE_CHECKING:
    from primitives.vocabulary import Vocabulary
    from senet_gp.games.protocol import Game

_P = TypeVar("_P", bound=type[Part])

#: The longest text of one option in the ``repr`` of a configuration, and of all of them.
_LONGEST_VALUE = 40
_LONGEST_REPR = 100
#: The most generations that a run can have, which it has if minutes limit it.
MAX_GENERATIONS = 1_000_000
#: What a run can be played until: all its generations, or a winner that does as well as perfect play.
GENERATIONS = "generations"
PROVEN = "proven"


def _usual(default: Any, text: str, **about: Any) -> Any:
    """An option whose default may differ from game to game; the one given is that of the paper of 1995."""
    described = option(default, text, **about)
    return field(default=AUTO, metadata={**described.metadata, "default": default})


@dataclass(frozen=True, kw_only=True)
class Config:  # noqa: PLW1641 - its hash is that of its fields
    """The configuration of a run: options that all runs have, and its parts, each with its own options.

    What is not given is what the game usually has: in Senet that of the paper of 1995, in other games that of
    :func:`defaults_of`. ``auto`` stands for what follows from other options until a run begins
    (:meth:`resolved`).

    Raises:
        UsageError: if a value is out of range or of the wrong kind.

    >>> from senet_gp.evolution import FullGames
    >>> config = Config(game="hexapawn", population=60, fitness=FullGames(noise=0.1), seed=7)
    >>> config.population, config.fitness.noise, config.generations
    (60, 0.1, 30)
    >>> Config(population=0)
    Traceback (most recent call last):
    senet_gp.runtime.errors.UsageError: population is 0, but it must be from 1 to 1000000
    """

    game: str = option(DEFAULT_GAME, "the game to evolve players for")
    parameters: dict[str, int] = field(
        default_factory=dict,
        hash=False,
        metadata={
            "help": "the game's parameters that differ from their defaults, such as { pieces = 5 } in senet",
            "kind": dict,
            "between": None,
            "choices": (),
        },
    )
    vocabulary: str = option(
        AUTO,
        "the functions and terminals that players are made of; auto is the game's first vocabulary",
        kind=str,
    )
    population: int = _usual(512, "individuals in the population", between=(1, 1_000_000))
    generations: int = _usual(30, "generations to evolve", between=(1, MAX_GENERATIONS))
    minutes: float = _usual(
        0.0,
        "end when generations have taken this many minutes; if generations are given, too, whichever ends "
        "first; 0 for no limit",
        between=(0.0, 1_000_000.0),
    )
    until: str = _usual(
        GENERATIONS,
        "when the run ends: generations (after all of them), or proven (with the first winner that is proven "
        "to do as well as perfect play, as by senet-gp verdict)",
        choices=(GENERATIONS, PROVEN),
    )
    seed: int = _usual(
        1,
        "seed of all random numbers: the same seed gives the same run; with minutes, only the number of "
        "generations may differ",
        between=(0, MAX_SEED),
    )
    objectives: tuple[str, ...] = _usual(
        OBJECTIVES[:1],
        "what is to be good: score alone, or score and nodes (individuals then compete within size classes, "
        "and the population holds the best of every size)",
    )
    elite_share: float = _usual(
        0.125, "the share of the next generation that is copied from this one", between=(0.0, 1.0)
    )
    mutation_chance: float = _usual(
        0.125, "the probability that a copied individual is mutated", between=(0.0, 1.0)
    )
    mutant_share: float = _usual(
        0.0,
        "the probability that a child is a mutant of one parent, not a crossover of two",
        between=(0.0, 1.0),
    )
    size_limit: int = _usual(
        0, "the most nodes that a child may have; 0 for no limit", between=(0, 2**31 - 1)
    )
    depth_limit: int = _usual(
        0,
        "the largest depth that a child may have (a root has depth 0; Koza's limit is 17); 0 for no limit",
        between=(0, 2**31 - 1),
    )
    max_nodes: int = _usual(
        0,
        "the most nodes that the whole population may have; a child that does not fit is replaced by a copy "
        "of a parent; 0 for no limit",
        between=(0, 2**63 - 1),
    )
    final_games: int = _usual(
        100,
        "games between each pair of the last 16 winners in the final, which chooses the champion; with "
        "--fitness decisions, positions for each of these winners",
        between=(2, 1_000_000),
    )
    seed_with: tuple[str, ...] = _usual(
        (),
        'expressions or PLAYERs that the first population begins with, such as ["(sub their_distance '
        'my_distance)", "hand:S1"]; hand:S stands for S1 to S8',
    )
    islands: int = _usual(
        1,
        "populations that evolve by themselves and exchange migrants",
        between=(1, 1_000),
    )
    fitness: FitnessEvaluation = field(default=AUTO, metadata={"help": "how individuals are tested"})
    credit: Credit | None = field(
        default=AUTO,
        metadata={"help": "how results of tests become fitness; auto is as usual for the chosen tests"},
    )
    selection: Selection = field(default=AUTO, metadata={"help": "how parents are chosen"})
    elite: Elite = field(
        default=AUTO,
        metadata={"help": "which individuals are copied to the next generation"},
    )
    crossover: Crossover = field(default=AUTO, metadata={"help": "how two parents are crossed"})
    mutation: Mutation = field(default=AUTO, metadata={"help": "how an individual is mutated"})
    migration: Migration = field(default=AUTO, metadata={"help": "how individuals migrate between islands"})

    def __post_init__(self) -> None:
        check_game(self.game)
        usual = defaults_of(self.game)
        for name, described in COMMON.items():
            value = getattr(self, name)
            if isinstance(value, str) and value == AUTO and "default" in described.metadata:
                value = usual.get(name, described.metadata["default"])
                if name == "generations" and self._limited_in_minutes():
                    value = MAX_GENERATIONS
            object.__setattr__(self, name, checked(described, value))
        numbers = {str(name): whole_number(str(name), value) for name, value in self.parameters.items()}
        object.__setattr__(self, "parameters", numbers)
        for kind in PARTS:
            object.__setattr__(self, kind, self._checked_part(kind, getattr(self, kind)))
        if self.fitness.credit is not None and self.credit is None:
            object.__setattr__(self, "credit", AUTO)
        elif self.fitness.credit is None:
            self._drop_credit()
        check(self)

    def _checked_part(self, kind: str, part: Any) -> Any:
        """A part that was given, or the usual one of the game."""
        if isinstance(part, str) and part == AUTO:
            follows = kind in FOLLOWING
            return AUTO if follows else usual_part(self.game, kind, usual_name(self.game, kind))
        fits = isinstance(part, Part) and hasattr(part, "name") and getattr(part, "kind", None) == kind
        if fits or (kind == "credit" and part is None):
            return part
        some = class_of(kind, next(iter(PARTS[kind]))).__name__
        named = isinstance(part, str) and part in PARTS[kind]
        advice = f"; write Config.of({self.game!r}, {kind}={part!r})" if named else ""
        raise UsageError(
            f"{kind} is {shown(part)}, but it must be a part such as {some}(){shortened(advice)}"
        )

    def _drop_credit(self) -> None:
        given = cast("Any", self.credit)
        if given is not None and given != AUTO:
            raise UsageError(
                f"credit is {given.name}, but the fitness {self.fitness.name} needs none: leave it out, or "
                "choose another fitness"
            )
        object.__setattr__(self, "credit", None)

    def _limited_in_minutes(self) -> bool:
        """Whether minutes are given that limit the run; they need not be checked yet."""
        return not isinstance(self.minutes, str) and bool(checked(COMMON["minutes"], self.minutes))

    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other) if isinstance(other, Config) else NotImplemented

    def __repr__(self) -> str:
        usual = Config(game=self.game).common()
        told = {"game": repr(self.game), "fitness": ""}  # these say most
        told |= {name: repr(value) for name, value in self.common().items() if value != usual[name]}
        for kind, part in self.parts().items():
            beside = usual_part_beside(self.game, kind, fitness=self.fitness)
            told[kind] = "" if part == beside else part.as_python()
        written = [f"{name}={shortened(text, _LONGEST_VALUE)}" for name, text in told.items() if text]
        return printable(f"Config({shortened(', '.join(written), _LONGEST_REPR)})")

    @classmethod
    def of(cls, game: str | Game, **options: Any) -> Self:
        """The configuration for a game with flat options, as on the command line.

        An option of a part goes to every chosen part that has it, and parts are chosen by their names.

        >>> from senet_gp import game_of
        >>> config = Config.of(game_of("trilobite", {"width": 5}), fitness="from-positions", games=2)
        >>> config.parameters["width"], config.fitness.games
        (5, 2)

        Args:
            game: the game, with its parameters, or the name of one.
            **options: options by name.

        Raises:
            UsageError: if an option is unknown, belongs to no chosen part, or its value does not fit.
        """
        if not isinstance(game, str):
            options = {"parameters": parameters_of(as_game(game)), **options}
        return cls.layered(flat={"game": game if isinstance(game, str) else game.name, **options})

    @classmethod
    def layered(
        cls, *tables: Mapping[str, Any], flat: Mapping[str, Any] | None = None, written: bool = False
    ) -> Self:
        """The configuration by layers, each of which overrides those before.

        Choosing another part than the layers below replaces the whole part; an option alone changes one
        field.

        >>> below = {"fitness": {"name": "regret", "cases": 99}}
        >>> config = Config.layered(below, flat={"cases": 5, "seed": 9})
        >>> config.fitness.cases, config.seed
        (5, 9)

        Args:
            *tables: layers in which a part is a table with its name, as in TOML, or the name alone.
            flat: the last layer, in which options of parts stand beside all others, as on the command line:
                each is set in every chosen part that has it.
            written: whether values of the last layer are still texts.

        Raises:
            UsageError: if there is no such option or part, an option belongs to no chosen part, or a value
                does not fit.
        """
        return cls(**layered(COMMON, tables, flat or {}, written=written))

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> Self:
        """The configuration with these options, in which a part is a table with its name, as in TOML.

        >>> Config.from_values({"game": "tictactoe", "fitness": {"games": 5}}).fitness.games
        5

        Raises:
            UsageError: if there is no such option or part, or a value does not fit.
        """
        return cls.layered(values)

    def as_values(self) -> dict[str, Any]:
        """All options by name, a part as a table with its name: what :meth:`from_values` reads.

        >>> config = Config(game="hexapawn")
        >>> Config.from_values(config.as_values()) == config
        True
        """
        tables = {kind: {"name": part.name, **part.as_values()} for kind, part in self.parts().items()}
        return {**self.common(), **tables}

    def flat(self) -> dict[str, Any]:
        """All options by name, those of parts with the kind before them, such as ``fitness.cases``.

        >>> Config(game="hexapawn").flat()["selection"], Config(game="hexapawn").flat()["fitness.games"]
        ('tournament', 6)
        """
        found = self.common()
        for kind in PARTS:
            part = getattr(self, kind)
            found[kind] = part.name if isinstance(part, Part) else part
            if isinstance(part, Part):
                found |= {f"{kind}.{name}": value for name, value in part.as_values().items()}
        return found

    def differences(self, other: Config) -> list[str]:
        """The names of the options that are not the same in another configuration, as in :meth:`flat`."""
        own, others = self.flat(), other.flat()
        names = dict.fromkeys([*own, *others])
        return [name for name in names if name not in own or name not in others or own[name] != others[name]]

    def common(self) -> dict[str, Any]:
        """The options that all runs have, by name."""
        return {name: getattr(self, name) for name in COMMON}

    def parts(self) -> dict[str, Part]:
        """The parts that are chosen, by kind: not those that are ``auto``, nor a credit that no one needs."""
        found = {kind: getattr(self, kind) for kind in PARTS}
        return {kind: part for kind, part in found.items() if isinstance(part, Part)}

    def resolved(self) -> ResolvedConfig:
        """The configuration of a run that begins: nothing is ``auto``, and players are named for good.

        Here files are opened, and it is checked that the game and its vocabulary can be used so.

        >>> Config(game="hexapawn").resolved().credit.name
        'shared'

        Raises:
            UsageError: if the run is impossible.
            FileError: if a file that it names cannot be read.
        """
        game = self.game_value
        chosen: dict[str, Any] = {
            kind: usual_part_beside(self.game, kind, fitness=self.fitness)
            for kind in PARTS
            if getattr(self, kind) == AUTO
        }
        parameters = {name: getattr(game, name) for name in self.parameters}
        vocabulary = self.vocabulary_value
        config = dataclasses.replace(self, parameters=parameters, vocabulary=vocabulary.name, **chosen)
        check_usable(config)
        found: dict[str, Any] = vars(config) | {
            kind: part.resolved(config) for kind, part in config.parts().items()
        }
        if config.seed_with:
            from senet_gp.evolution.configuration.seeding import resolved_seeds

            found["seed_with"] = resolved_seeds(
                config.seed_with, game, vocabulary, population=config.population, size_limit=config.size_limit
            )
        return ResolvedConfig(**found)

    @property
    def game_value(self) -> Game:
        """The game with its parameters."""
        from senet_gp.games.registry import game_of

        return game_of(self.game, self.parameters)

    @property
    def vocabulary_value(self) -> Vocabulary:
        """The vocabulary of its players."""
        from primitives import vocabulary_of

        return vocabulary_of(self.game_value, None if self.vocabulary == AUTO else self.vocabulary)

    @property
    def until_proven(self) -> bool:
        """Whether the run ends with the first winner that is proven to do as well as perfect play.

        >>> Config(game="tictactoe").until_proven, Config(game="tictactoe", islands=2).until_proven
        (True, False)
        """
        return self.until == PROVEN and self.islands == 1 and self.game_value.small

    @property
    def several_objectives(self) -> bool:
        """Whether parents and children compete in score and size.

        >>> Config(objectives=("score", "nodes")).several_objectives
        True
        """
        return len(self.objectives) > 1

    @property
    def reproduced(self) -> int:
        """The number of reproduced individuals, which come first in the next generation.

        With several objectives there are none: the best of the population survive without it.

        >>> Config(population=40, elite_share=0.125).reproduced
        5
        """
        if self.several_objectives:
            return 0
        # A share such as 0.29 of 100 is 29, though 100 * 0.29 is a little less.
        return max(1, int(self.population * self.elite_share + 1e-9))


class ResolvedConfig(Config):
    """The configuration of a run that begins, or has begun: all that a run is played by takes one.

    :meth:`Config.resolved` makes it, and the directory of a run records it. What is made of it by
    :func:`dataclasses.replace` is one as well.

    >>> config = Config(game="hexapawn").resolved()
    >>> config.credit.name, dataclasses.replace(config, seed=2).resolved().seed
    ('shared', 2)
    """

    def resolved(self) -> ResolvedConfig:
        """This configuration itself."""
        return self

    def usual_values(self) -> dict[str, Any]:
        """What a run of the same game would have if nothing was given but its parts; as :meth:`flat`.

        Such a run need not be possible.

        >>> from senet_gp.evolution import Regret
        >>> Config(fitness=Regret(cases=9)).resolved().usual_values()["fitness.cases"]
        256
        """
        usual = Config(game=self.game, parameters=self.parameters)
        found = {**usual.common(), "parameters": {}, "vocabulary": usual.vocabulary_value.name}
        for kind in PARTS:
            part = usual_part_beside(self.game, kind, fitness=usual.fitness)
            found[kind] = part.name if part else None
        for kind, own in self.parts().items():
            same = usual_part(self.game, kind, own.name).resolved(self)
            found |= {f"{kind}.{name}": value for name, value in same.as_values().items()}
        return found

    def check_files(self) -> None:
        """Check that the files can be read that the run needs to be played.

        >>> from senet_gp.evolution import Regret
        >>> config = Config(parameters={"pieces": 2}, fitness=Regret(teacher="table:two.chances"))
        >>> config.resolved().check_files()  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        senet_gp.runtime.errors.FileError: the teacher cannot be asked: ...two.chances does not exist, seen...

        Raises:
            FileError: if one cannot be read, or holds something else than was meant.
        """
        for part in self.parts().values():
            part.check_files(self)


#: What a configuration has, by name: the options of all runs, and one option for each kind of part.
FIELDS: Mapping[str, dataclasses.Field[Any]] = {one.name: one for one in dataclasses.fields(Config)}
#: The options that all runs have, by name.
COMMON: Mapping[str, dataclasses.Field[Any]] = {
    name: one for name, one in FIELDS.items() if name not in PARTS
}


def default_of(name: str) -> Any:
    """The default of an option of all runs, or the name of the usual part of a kind, in the paper of 1995.

    >>> default_of("population"), default_of("selection"), default_of("credit")
    (512, 'proportional', 'auto')
    """
    if name in USUAL_PARTS:
        return USUAL_PARTS[name]
    described = FIELDS[name]
    usual = {} if described.default is dataclasses.MISSING else described.default
    return described.metadata.get("default", usual)


def register_part(part: _P) -> _P:
    """Register a part, so that configurations, files and the command line accept its name and its options.

    It is a decorator of the class, or is called with it; a module can do it whenever it is loaded::

        @register_part
        @dataclass(frozen=True)
        class Truncation(Selection):
            # the first line of its docstring is its help

            name = "truncation"
            function = "my_operators:truncation"
            kept_share: float = option(0.5, "the share of the population that counts as the best")

    Raises:
        UsageError: if it is no part of a known kind, its name is not a simple word or that of another part,
            it has options and is no dataclass, or an option is not declared by :func:`option` or has a
            name that is taken.
    """
    if not (isinstance(part, type) and issubclass(part, Part) and getattr(part, "kind", None) in PARTS):
        raise UsageError(
            f"{shown(part)} is no part of a run: derive a class from one of Suite, Credit, "
            "Selection, Elite, Crossover, Mutation and Migration"
        )
    called = f"the {PARTS[part.kind].kind} {part.__qualname__}"
    if not isinstance(getattr(part, "name", None), str) or part.name == AUTO:
        raise UsageError(f"{called} needs a name, a text other than {AUTO}")
    _check_options(part)
    if issubclass(part, BreedingOperator | FitnessEvaluation | Migration) and not hasattr(part, "function"):
        raise UsageError(f"{called} needs a function, as module:function or itself")
    PARTS[part.kind].add(part.name, part)  # type: ignore[arg-type]
    return part


def _check_options(part: type[Part]) -> None:
    where = f"the {PARTS[part.kind].kind} {part.name}"
    if any(isinstance(value, dataclasses.Field) for value in vars(part).values()):
        raise UsageError(f"{where} has options, so write @dataclass(frozen=True) above its class")
    taken = {*FIELDS, "name"}
    for name, described in part.options().items():
        if re.fullmatch("[a-z][a-z0-9_]*", name) is None:
            raise UsageError(
                f"{where} cannot have an option {shown(name)}: its name must be of letters a to z, digits "
                "and _"
            )
        if "help" not in described.metadata:
            raise UsageError(f"the option {name} of {where} has no help: declare it by option(...)")
        if name in taken:
            raise UsageError(f"{where} cannot have an option {name}, which all runs have: rename it")
        if name == "rng" or any(_has_another(base, name) for base in part.__mro__[1:]):
            raise UsageError(
                f"{where} cannot have an option {name}, which is something else there: rename it"
            )


def _has_another(base: type, name: str) -> bool:
    """Whether a base class of parts has an attribute of this name that is no option."""
    return issubclass(base, Part) and hasattr(base, name) and name not in base.options()
