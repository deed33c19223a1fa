"""The configuration of a run: every option that decides its result.

Two runs with the same configuration are the same on any machine and with any number of workers. A
configuration is a value: it is made, compared and printed without opening a file or importing the code of a
game. What follows from other options, or has to be looked up, is found when a run begins
(:meth:`Config.resolved`), and recorded with it.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self, cast

from senet_gp.evolution.configuration.across_parts import (
    USUAL_PARTS,
    check_game,
    usable,
    usable_suites,
    usual_name,
    usual_part_beside,
)
from senet_gp.evolution.configuration.common_options import COMMON, MAX_GENERATIONS, CommonOptions
from senet_gp.evolution.configuration.kinds import (
    CreditAssignment,
    Crossover,
    Elite,
    FitnessEvaluation,
    Initialisation,
    Migration,
    Mutation,
    Selection,
)
from senet_gp.evolution.configuration.layers import built
from senet_gp.evolution.configuration.option_advice import advice
from senet_gp.evolution.configuration.options import AUTO, checked
from senet_gp.evolution.configuration.parts import (
    PARTS,
    Part,
    check_registered,
    class_of,
    classes,
    defaults_of,
    owners_text,
    usual_part,
)
from senet_gp.games.registry import DEFAULT_GAME, as_game, parameters_of
from senet_gp.runtime.errors import UsageError, printable, shortened, shown

if TYPE_CHECKING:
    from senet_gp.games.protocol import Game


#: The longest text of one option in the ``repr`` of a configuration, and of all of them.
_LONGEST_VALUE = 40
_LONGEST_REPR = 100


@dataclass(frozen=True, kw_only=True)
class Config(CommonOptions):  # noqa: PLW1641 - its hash is that of its fields
    """The configuration of a run: options that all runs have, and its parts, each with its own options.

    What is not given is what the game usually has: in Senet that of the paper of 1995, in other games that of
    :func:`defaults_of`. ``auto`` stands for what follows from other options until a run begins
    (:meth:`resolved`).

    Raises:
        UsageError: if a value is out of range or of the wrong kind.

    >>> from senet_gp.evolution import part
    >>> config = Config(game="hexapawn", population=60, fitness=part("full-games", noise=0.1), seed=7)
    >>> config.population, config.fitness.noise, config.generations
    (60, 0.1, 30)
    >>> Config(population=0)
    Traceback (most recent call last):
    senet_gp.runtime.errors.UsageError: population is 0, but it must be from 1 to 1000000
    """

    fitness: FitnessEvaluation = field(default=AUTO, metadata={"help": "how individuals are tested"})
    credit: CreditAssignment | None = field(
        default=AUTO,
        metadata={"help": "how results of tests become fitness; auto is as usual for the chosen tests"},
    )
    initialisation: Initialisation = field(
        default=AUTO, metadata={"help": "how individuals of the first population are drawn"}
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
        super().__post_init__()
        for kind in PARTS:
            self._check_part(kind, getattr(self, kind))
        given: Any = self.credit
        if self.fitness.credit is None:
            if given not in (None, AUTO):
                raise UsageError(
                    f"credit is {given.name}, but the fitness {self.fitness.name} needs none: leave it out, "
                    "or choose another fitness"
                )
            object.__setattr__(self, "credit", None)
        elif given is None:
            object.__setattr__(self, "credit", AUTO)
        least = 2 * self.migration.migrants
        if self.islands > 1 and self.population < least:
            raise UsageError(
                f"population is {self.population}, but it must be at least {least}, the migrants of an "
                "island and those that come to it: give fewer migrants"
            )

    def _check_part(self, kind: str, part: Any) -> None:
        """Check that something is a part of a kind; no credit, or one that follows from the tests, is one.

        Raises:
            UsageError: if it is none.
        """
        if isinstance(part, Part) and hasattr(part, "name") and getattr(part, "kind", None) == kind:
            return
        if kind == "credit" and part in (None, AUTO):
            return
        named = isinstance(part, str) and part in PARTS[kind]
        some = class_of(kind, part if named else next(iter(PARTS[kind])))()
        raise UsageError(f"{kind} is {shown(part)}, but it must be a part such as {some!r}")

    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other) if isinstance(other, Config) else NotImplemented

    def __repr__(self) -> str:
        usual, told = Config(game=self.game), {"game": self.game}
        for name in ("fitness", *FIELDS):  # game and tests say most
            if getattr(self, name) not in (None, AUTO, getattr(usual, name)):
                told[name] = getattr(self, name)
        written = [f"{name}={shortened(repr(value), _LONGEST_VALUE)}" for name, value in told.items()]
        return printable(f"Config({shortened(', '.join(written), _LONGEST_REPR)})")

    @classmethod
    def of(cls, game: str | Game, **options: Any) -> Self:
        """The configuration for a game with flat options, as on the command line.

        An option of a part goes to every chosen part that has it, and parts are chosen by their names.

        >>> from senet_gp import game_of
        >>> config = Config.of(game_of("trilobite", {"width": 5}), fitness="full-games", games=2)
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
        return cls(**built(tables, flat or {}, written=written))

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> Self:
        """The configuration with these options, in which a part is a table with its name, as in TOML.

        >>> Config.from_values({"game": "hexapawn", "fitness": {"games": 5}}).fitness.games
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
        return [name for name in {**own, **others} if own.get(name, ...) != others.get(name, ...)]

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
        return ResolvedConfig(**vars(self))


def _in_its_game(made: Callable[..., None]) -> Callable[..., None]:
    """Let what is not given, or is ``auto``, be what is usual in the game of a configuration: here alone.

    What the game leaves open is as in the paper of 1995, and the credit follows from the tests.
    """

    @functools.wraps(made)
    def filled_in(self: Config, **given: Any) -> None:
        for name in given:
            if name not in FIELDS:
                raise UsageError(advice(name))
        chosen = {name: of for name, of in given.items() if not (isinstance(of, str) and of == AUTO)}
        game = chosen.get("game", DEFAULT_GAME)
        check_game(game)
        usual = {name: of for name, of in defaults_of(game).items() if name in COMMON}
        if checked(COMMON["minutes"], chosen.get("minutes", 0.0)):
            usual["generations"] = MAX_GENERATIONS
        for kind in PARTS:
            if kind not in {*chosen, "credit"}:
                usual[kind] = usual_part(game, kind, usual_name(game, kind))
        made(self, **(usual | chosen))

    return filled_in


Config.__init__ = _in_its_game(Config.__init__)  # type: ignore[method-assign]


class ResolvedConfig(Config):
    """The configuration of a run that begins, or has begun: all that a run is played by takes one.

    To make one is to look up what is left open and to check that a run can be so, here alone. What
    :func:`dataclasses.replace` makes of it is one as well; the directory of a run records it.

    >>> config = Config(game="hexapawn").resolved()
    >>> config.credit.name, dataclasses.replace(config, seed=2).vocabulary
    ('shared', 'basic')

    Raises:
        UsageError: if no run can have these options.
        FileError: if a file that they name cannot be read.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.credit == AUTO:
            usual = usual_part_beside(self.game, "credit", fitness=self.fitness)
            object.__setattr__(self, "credit", usual)
        _check_usable(self)
        game, vocabulary = self.game_value, self.vocabulary_value
        found: dict[str, Any] = {kind: part.resolved(self) for kind, part in self.parts().items()}
        found["parameters"] = {name: getattr(game, name) for name in self.parameters}
        found["vocabulary"] = vocabulary.name
        if self.seed_with:
            from senet_gp.evolution.configuration.seeding import resolved_seeds

            found["seed_with"] = resolved_seeds(
                self.seed_with, game, vocabulary, population=self.population, size_limit=self.size_limit
            )
        for name, value in found.items():
            object.__setattr__(self, name, value)

    def resolved(self) -> ResolvedConfig:
        """This configuration itself."""
        return self

    def usual_values(self) -> dict[str, Any]:
        """What a run of the same game would have if nothing was given but its parts; as :meth:`flat`.

        Such a run need not be possible.

        >>> from senet_gp.evolution import part
        >>> Config(fitness=part("regret", cases=9)).resolved().usual_values()["fitness.cases"]
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

        >>> from senet_gp.evolution import part
        >>> config = Config(parameters={"pieces": 2}, fitness=part("regret", teacher="table:two.chances"))
        >>> config.resolved().check_files()  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        senet_gp.runtime.errors.FileError: the teacher cannot be asked: ...two.chances does not exist, seen...

        Raises:
            FileError: if one cannot be read, or holds something else than was meant.
        """
        for part in self.parts().values():
            part.check_files(self)


def _check_usable(config: ResolvedConfig) -> None:
    """Check that the game and its vocabulary can be used with the parts, and these with one another.

    Raises:
        UsageError: if they cannot.
    """
    game, vocabulary = config.game_value, config.vocabulary_value
    for kind, part in config.parts().items():
        check_registered(type(part))
        why_not = part.why_not(game, vocabulary)
        if why_not:
            others = " or ".join(usable(kind, game, vocabulary))
            raise UsageError(f"{kind} is {part.name}, which {why_not.replace('{others}', others)}")
        part.check(config)
    if config.selection.by_table:
        _check_table(config, config.credit)


def _check_table(config: ResolvedConfig, credit: CreditAssignment | None) -> None:
    """Check that the credit gives the points of each test, which the selection needs.

    Raises:
        UsageError: if it does not.
    """
    needs = f"selection is {config.selection.name}, which needs the points of each test"
    if config.several_objectives:
        raise UsageError(
            f"{needs}, but with several objectives fitness is the score and the nodes: use another "
            "selection, or --objectives score"
        )
    if credit is not None and credit.gives_table:
        return
    credits_ = [cast("type[CreditAssignment]", one) for one in classes() if one.kind == "credit"]
    giving = " or ".join(one.name for one in credits_ if one.gives_table)
    if credit is not None:
        raise UsageError(f"{needs}: use --credit {giving}")
    suites = owners_text(usable_suites(config.game_value, config.vocabulary_value))
    raise UsageError(
        f"{needs}, but fitness is {config.fitness.name}, which has no tests: use {suites} with --credit "
        f"{giving}"
    )


#: What a configuration has, by name: the options of all runs, and one option for each kind of part.
FIELDS: Mapping[str, dataclasses.Field[Any]] = {one.name: one for one in dataclasses.fields(Config)}


def default_of(name: str) -> Any:
    """The default of an option of all runs, or the name of the usual part of a kind, in the paper of 1995.

    >>> default_of("population"), default_of("selection"), default_of("credit")
    (512, 'proportional', 'auto')
    """
    default = USUAL_PARTS.get(name, FIELDS[name].default)
    return {} if default is dataclasses.MISSING else default
