"""The plan of an experiment: variants of a run's options, how many seeds, and what budget each run has.

Variants have names, or are made by factors: a table ``vary`` holds a list of levels for each of its options,
and there is a variant for each combination of levels. Everywhere else a list is a value.

A file names operators from outside as a function, ``MODULE:FUNCTION``, but makes no module load: a person
names the module as well, by ``--plugin`` or :func:`senet_gp.runtime.plugins.load`. A function that a program
passes itself becomes a name, too, so that other processes find it, and the record of the plan can hold it.
"""

from __future__ import annotations

import dataclasses
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, Self

from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.configuration.config_files import parsed_toml
from senet_gp.experiments.plan_variants import (
    OPERATORS,
    VARIANTS,
    VARY,
    Table,
    in_variant,
    variants_of,
)
from senet_gp.runtime import plugins
from senet_gp.runtime.checks import READ_AS_MISSING, number_of_games, real_number, whole_number
from senet_gp.runtime.codec import sound
from senet_gp.runtime.errors import UsageError, shortened, shown

#: The most runs of an experiment.
MAX_RUNS = 1_000_000
#: The most variants of an experiment.
MAX_VARIANTS = 1_000
_SEEDS = "seeds"
#: The plans that ship with the package, by name.
SHIPPED = {"1995": Path(__file__).resolve().parent / "1995.toml"}
_LONGEST_NAME = 120
#: The name of a variant, which is that of a directory. Windows has no con, no con.a, and no dot at an end.
_NAME = re.compile(
    r"(?!(?i:con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$))"
    rf"[A-Za-z0-9][A-Za-z0-9_.=,+-]{{0,{_LONGEST_NAME - 1}}}(?<!\.)"
)


@dataclass(frozen=True, kw_only=True)
class Budget:
    """What every run may spend; its last generation is the one whose end comes nearest to that.

    Attributes:
        max_games: the number of games; 0 for no limit.
        max_seconds: the seconds of processor time; 0 for no limit. With it, results differ from one machine,
            and from one day, to another.

    >>> Budget(max_games=-1)
    Traceback (most recent call last):
    senet_gp.runtime.errors.UsageError: max_games is -1, but it must be at least 0
    """

    max_games: int = 0
    max_seconds: float = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "max_games", whole_number("max_games", self.max_games, 0))
        object.__setattr__(self, "max_seconds", real_number("max_seconds", self.max_seconds, 0))
        if self.max_games and self.max_seconds:
            raise UsageError("a budget is of games or of seconds: name only one of them")

    @property
    def limited(self) -> bool:
        """Whether there is a limit other than the number of generations."""
        return bool(self.max_games or self.max_seconds)

    def __str__(self) -> str:
        """The budget in words."""
        if self.max_games:
            return f"{self.max_games:,} games a run"
        if self.max_seconds:
            seconds = number_in_words(self.max_seconds)
            return f"{seconds} s of processor time a run, which makes the result unrepeatable"
        return "the generations that the plan names"


def number_in_words(number: float) -> str:
    """A number as short as it can be written without another value.

    >>> number_in_words(30.0), number_in_words(1234567.5)
    ('30', '1234567.5')
    """
    return f"{number:g}" if float(f"{number:g}") == number else repr(number)


class PlannedRun(NamedTuple):
    """A run of an experiment.

    Attributes:
        variant: the name of its variant.
        config: its configuration.
        operators: the function that registers operators from outside, ``MODULE:FUNCTION``; usually empty.
    """

    variant: str
    config: ResolvedConfig
    operators: str = ""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The plan of an experiment.

    Attributes:
        variants: the configuration of each variant by name; its seed is that of the variant's first run, and
            each further run has the next seed.
        seeds: the number of runs of each variant.
        budget: what each run may spend.
        games: the games of each champion against each opponent that measures it, an even number.
        operators: for variants with operators from outside, the function that registers them,
            ``MODULE:FUNCTION``, as after ``evolve --operators``.
        at_most: for variants with fewer runs than ``seeds``, how many they have at most.
        levels: of each variant what tells it from others, by columns of ``runs.csv``: by default its name.

    >>> variants = {"a": {}, "b": {"vary": {"population": [8, 9]}}}
    >>> plan = Plan.of({"game": "hexapawn", "variants": variants}, seeds=5)
    >>> list(plan.variants), len(list(plan.tasks()))
    (['a', 'b,population=8', 'b,population=9'], 15)
    """

    variants: dict[str, ResolvedConfig]
    seeds: int
    budget: Budget = field(default_factory=Budget)
    games: int = 200
    operators: dict[str, str] = field(default_factory=dict)
    at_most: dict[str, int] = field(default_factory=dict)
    levels: dict[str, dict[str, Any]] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        if not self.variants:
            raise UsageError(
                "a plan needs variants: add a table such as [variants.lexicase], or lists in a table [vary]"
            )
        object.__setattr__(self, "seeds", whole_number("seeds", self.seeds))
        object.__setattr__(self, "games", number_of_games(self.games, even=True))
        if self.seeds < 1 or self.seeds * len(self.variants) > MAX_RUNS:
            raise UsageError(
                f"{self.seeds} seeds of {len(self.variants)} variants are impossible: there must be at least "
                f"1 run and at most {MAX_RUNS:,}"
            )
        names = {name.casefold(): name for name in self.variants}
        if alike := self.variants.keys() - set(names.values()):
            one = min(alike)
            raise UsageError(
                f"two variants are called {one} and {names[one.casefold()]}, which are one directory on some "
                "systems: rename one"
            )
        for name, config in self.variants.items():
            if not _NAME.fullmatch(name) or name in READ_AS_MISSING:
                raise UsageError(
                    f"a variant cannot be called {shown(name)}: use at most {_LONGEST_NAME} "
                    "letters, digits, and signs such as - and _, begin with a letter or digit, end in no "
                    "dot, and avoid what Windows or pandas read otherwise, such as CON and NA"
                )
            dataclasses.replace(config, seed=config.seed + self.seeds - 1)  # refuses one that is too large
        self._check_names("operators", self.operators)
        self._check_names("at_most", self.at_most)
        at_most = {name: whole_number(f"seeds of {name}", most, 1) for name, most in self.at_most.items()}
        object.__setattr__(self, "at_most", at_most)
        self._check_different()

    def _check_names(self, name: str, values: Any) -> None:
        """Check that something holds values for variants of the plan.

        Raises:
            UsageError: if it is no mapping, or names another variant.
        """
        if not isinstance(values, Mapping):
            raise UsageError(f"{name} is {shown(values)}, but it must be a mapping from names of variants")
        others = [str(other) for other in values if other not in self.variants]
        if others:
            raise UsageError(
                f"{name} names {shortened(others[0])}, but the variants are "
                f"{shortened(', '.join(self.variants), 200)}"
            )

    def _check_different(self) -> None:
        """Refuse two variants that would have runs in common.

        Raises:
            UsageError: if there are two.
        """
        alike: dict[str, list[tuple[int, str]]] = {}
        for name, config in self.variants.items():
            options = {**config.flat(), "seed": None, OPERATORS: self.operators.get(name, "")}
            alike.setdefault(repr(options), []).append((config.seed, name))
        for found in alike.values():
            for (seed, name), (other, second) in pairwise(sorted(found)):
                if other - seed < len(self.seeds_of(name)):
                    raise UsageError(
                        f"the variants {shortened(name)} and {shortened(second)} have the same options and "
                        f"seeds in common, so the same runs: leave one out, or, to compare it with itself, "
                        f"give {shortened(second)} seed = {seed + self.seeds} or more"
                    )

    @classmethod
    def of(
        cls, values: Mapping[str, Any], *, seeds: int, budget: Budget | None = None, games: int = 200
    ) -> Self:
        """The plan that these values describe.

        Args:
            values: options of :class:`~senet_gp.evolution.configuration.config.Config` that all variants have
                in common, by name, a part as a table with its name, and under ``variants`` a mapping of each
                variant's name, or a number, to its own options, which override them. Under ``vary``, of all
                or of one, stand lists of levels: a variant for each. Without ``variants`` these alone make
                the variants. ``preset`` is the name of a preset, whose options all of these override.
                ``operators`` is ``"MODULE:FUNCTION"`` or such a function; its module is imported. ``seeds``
                of a variant is the largest number of its runs.
            seeds: the number of runs of each variant.
            budget: what each run may spend; by default its generations.
            games: the games of each champion against each opponent.

        Raises:
            UsageError: if there are no variants, or an option of one does not fit.
        """
        tables = values.get(VARIANTS, {"": {}} if values.get(VARY) else {})
        if not isinstance(tables, Mapping) or not all(isinstance(own, Mapping) for own in tables.values()):
            raise UsageError("the variants are no tables: write such as [variants.lexicase]")
        of_all = {name: value for name, value in values.items() if name != VARIANTS}
        common, budget = Table.of(of_all), budget or Budget()
        variants: dict[str, ResolvedConfig] = {}
        operators: dict[str, str] = {}
        at_most: dict[str, int] = {}
        levels: dict[str, dict[str, Any]] = {}
        for name, content in ((str(name), content) for name, content in tables.items()):
            with in_variant(name):
                options = {option: value for option, value in content.items() if option != _SEEDS}
                own = Table.of(options, f"{VARIANTS}.{name}.")
            for variant in variants_of(name, common, own, limited=budget.limited):
                if variant.name in variants:
                    raise UsageError(
                        f"two variants are called {shortened(variant.name)}: rename one, or name each value "
                        "of a list once"
                    )
                variants[variant.name] = variant.config
                levels[variant.name] = variant.levels
                if variant.operators:
                    operators[variant.name] = variant.operators
                if _SEEDS in content:
                    at_most[variant.name] = content[_SEEDS]
                if len(variants) > MAX_VARIANTS:
                    raise UsageError(f"the plan has more than {MAX_VARIANTS:,} variants: shorten its lists")
        return cls(
            variants=variants,
            seeds=seeds,
            budget=budget,
            games=games,
            operators=operators,
            at_most=at_most,
            levels=levels,
        )

    def tasks(self) -> Iterator[PlannedRun]:
        """All runs, those with the first seed of every variant first."""
        for number in range(self.seeds):
            for name, config in self.variants.items():
                if number < len(self.seeds_of(name)):
                    seeded = dataclasses.replace(config, seed=config.seed + number)
                    yield PlannedRun(name, seeded, self.operators.get(name, ""))

    def levels_of(self, variant: str) -> dict[str, Any]:
        """What tells a variant from others, by columns of ``runs.csv``."""
        return self.levels.get(variant, {"variant": variant})

    def seeds_of(self, variant: str) -> range:
        """The seeds of the runs of a variant."""
        first = self.variants[variant].seed
        return range(first, first + min(self.seeds, self.at_most.get(variant, self.seeds)))


def read_plan(path: Path | str, *, seeds: int, budget: Budget | None = None, games: int = 200) -> Plan:
    """The plan in a TOML file; it is described in docs/experiments.md.

    Args:
        path: the file, or, where there is no file of that name, the name of a plan that ships with the
            package: ``1995``.
        seeds: the number of runs of each variant.
        budget: what each run may spend; by default its generations.
        games: the games of each champion against each opponent.

    Raises:
        FileError: if it cannot be read, is not TOML, or is unsound.
        UsageError: if it needs code from outside that the person has not named
        (:func:`senet_gp.runtime.plugins.load`).
    """
    if not os.path.isfile(path):  # noqa: PTH113 - it raises nothing
        path = SHIPPED.get(str(path), path)
    path = Path(path)
    values = parsed_toml(path)
    tables = values.get(VARIANTS)
    named = [values, *(tables.values() if isinstance(tables, dict) else ())]
    named += [table.get(VARY) for table in named if isinstance(table, dict)]
    _check_allowed([table.get(OPERATORS) for table in named if isinstance(table, dict)], str(path))
    # Not the file is to blame for these.
    whole_number("seeds", seeds, 1, MAX_RUNS)
    number_of_games(games, even=True)
    with sound(path):
        return Plan.of(values, seeds=seeds, budget=budget, games=games)


def _check_allowed(named: Iterable[Any], what: str) -> None:
    """Check that a person has named the modules of the operators in a file; none is imported here.

    Args:
        named: what the file says, functions and lists of some; anything else is left to others.
        what: the file, for the message.

    Raises:
        UsageError: if they have not named one.
    """
    loaded = plugins.loaded()
    allowed = {*loaded, *loaded.values()}
    texts = [text for one in named for text in (one if isinstance(one, list) else [one])]
    missing = list(dict.fromkeys(text for text in texts if isinstance(text, str) and text))
    missing = [text for text in missing if text.rpartition(":")[0] not in allowed]
    if missing:
        modules = dict.fromkeys(text.rpartition(":")[0] or text for text in missing)
        options = " ".join(f"--plugin {shortened(module)}" for module in modules)
        raise UsageError(
            f"{what} needs operators of others ({shortened(', '.join(missing), 200)}): if you trust them, "
            f"add {options}, or in Python call senet_gp.runtime.plugins.load first"
        )
