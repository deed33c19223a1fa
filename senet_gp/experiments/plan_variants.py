"""The variants that the tables of a plan stand for: their configurations, and operators from outside.

A table stands for one variant, or, with lists of levels under ``vary``, for one with each combination of
levels. A level counts as if it stood in the table itself: so a part that varies is chosen before options are
set in it, and what a variant says of its own overrides what varies in all.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple, Self

from senet_gp.evolution.configuration.common_options import COMMON, MAX_GENERATIONS
from senet_gp.evolution.configuration.config import Config, ResolvedConfig
from senet_gp.evolution.configuration.effects import unread
from senet_gp.evolution.configuration.option_advice import advice
from senet_gp.evolution.configuration.parts import PARTS, Part, owners_of
from senet_gp.evolution.configuration.presets import preset_values
from senet_gp.evolution.run.run import operators_from
from senet_gp.experiments import MEASURES
from senet_gp.games.registry import DEFAULT_GAME
from senet_gp.players.parsing import without_directory
from senet_gp.runtime.errors import SenetGpError, UsageError, shortened, shown

VARIANTS = "variants"
#: The table of what varies.
VARY = "vary"
#: The option of variants that names the function that registers operators from outside.
OPERATORS = "operators"
_PRESET = "preset"
_PARAMETERS = "parameters"
_NAME = "name"
#: In names and tables, an empty text, and a value that is left open.
_USUAL = "usual"
#: What a table may hold beside options of a run.
_OF_VARIANTS = (_PRESET, OPERATORS)
#: What is given on the command line, or to :func:`~senet_gp.experiments.experiment.experiment`.
_OF_THE_COMMAND = {"seeds", "max_games", "max_seconds", "jobs", "workers", "out"}


class Place(NamedTuple):
    """Where an option stands in a table of a plan.

    Attributes:
        table: the table inside it, that is, the kind of a part, or ``parameters``; usually empty.
        option: its name. The choice of a part is an option of its kind, wherever it stands.
    """

    table: str
    option: str

    def __str__(self) -> str:
        return ".".join(filter(None, self))


def _places(table: Mapping[str, Any]) -> dict[Place, Any]:
    """What a table holds, also in its tables of parts and of parameters."""
    found: dict[Place, Any] = {}
    for name, value in table.items():
        if (name in PARTS or name == _PARAMETERS) and isinstance(value, Mapping):
            for inner, of in value.items():
                chooses = inner == _NAME and name in PARTS
                found[Place("", name) if chooses else Place(name, str(inner))] = of
        else:
            found[Place("", str(name))] = value
    return found


@dataclass(frozen=True)
class Table:
    """A table of a plan: that of what all variants have in common, or that of one.

    Attributes:
        values: its options, without those that vary.
        lists: the values of those that vary, by their places.
    """

    values: Mapping[str, Any]
    lists: Mapping[Place, list[Any]]

    @classmethod
    def of(cls, content: Mapping[str, Any], where: str = "") -> Self:
        """A table from its content in a file or a program.

        Args:
            content: options by name, and under ``vary`` those that vary.
            where: what stands before the names of its tables, such as ``variants.lexicase.``.

        Raises:
            UsageError: if an option stands in a wrong place, or something that varies is no list.
        """
        values = {str(name): value for name, value in content.items() if name != VARY}
        varying = content.get(VARY, {})
        if not isinstance(varying, Mapping):
            raise UsageError(
                f"{VARY} is {shown(varying)}, but it must be a table of lists, such as "
                f"[{where}{VARY}] with a line population = [100, 200]"
            )
        _check_names(values, where)
        _check_names(varying, f"{where}{VARY}.")
        lists = {place: _list(place, listed) for place, listed in _places(varying).items()}
        for place, value in _places(values).items():
            _check_value(place, value, where)
            if place in lists:
                raise UsageError(f"{place} is {shown(value)} and varies as well: leave out one of the two")
        return cls(values, lists)

    def choosing(self, chosen: Mapping[Place, Any]) -> dict[str, Any]:
        """Its options, with one value for each that varies."""
        found = dict(self.values)
        for place, value in chosen.items():
            inside = place.table or (place.option if place.option in PARTS else "")
            if inside:
                more = {place.option: value} if place.table else _as_table(value)
                found[inside] = _as_table(found.get(inside, {})) | more
            else:
                found[place.option] = value
        return found


def _check_names(table: Mapping[str, Any], where: str) -> None:
    """Check that options stand where they belong.

    Raises:
        UsageError: if there is no such option, it belongs to a part, or is the same for all variants.
    """
    for name in map(str, table):
        if name in _OF_THE_COMMAND:
            raise UsageError(
                f"{name} is the same for all variants: give it on the command line, as "
                f"--{name.replace('_', '-')}"
            )
        if name not in COMMON and name not in PARTS and name not in _OF_VARIANTS:
            raise UsageError(advice(name, table="", where=where, beside=_OF_VARIANTS))


def _check_value(place: Place, value: Any, where: str) -> None:
    """Check that what stands outside of ``vary`` is one value.

    Raises:
        UsageError: if it is a list where the option takes none, or a table ``vary`` of a part.
    """
    lists = f"[{where}{VARY}{place.table and '.'}{place.table}]"
    if place.option == VARY:
        raise UsageError(f"[{where}{place}] is no place for lists: write them in the table {lists}")
    value = _plain(value)
    if isinstance(value, list | tuple) and not (_takes_lists(place) and _is_flat(value)):
        raise UsageError(
            f"{place} is a list: for a variant with each of its values, write it in the table {lists}"
        )


def _is_flat(values: Sequence[Any]) -> bool:
    return not any(isinstance(value, list | tuple) for value in values)


def _takes_lists(place: Place) -> bool:
    """Whether the value of an option is a list, which is left open if there is no such option."""
    if place.table == _PARAMETERS or place.option in PARTS or place.option in _OF_VARIANTS:
        return False
    found = [COMMON[place.option]] if not place.table else []
    found += [part.options()[place.option] for part in owners_of(place.option) if part.kind == place.table]
    return all(one.metadata["kind"] is tuple for one in found)


def _list(place: Place, values: Any) -> list[Any]:
    """The values of an option that varies.

    Raises:
        UsageError: if they are no list, or an empty one.
    """
    values = _plain(values)
    if not isinstance(values, list | tuple):
        raise UsageError(
            f"{place} varies, but it is {shown(values)}: write a list of values, or take it out of {VARY}"
        )
    if not values:
        raise UsageError(f"the list of {shortened(str(place))} is empty: name at least one value")
    return list(map(_plain, values))


def _plain(values: Any) -> Any:
    """Arrays of numpy, such as those of linspace, as lists, and its numbers as Python's."""
    return values.tolist() if hasattr(values, "tolist") else values


def _as_table(value: Any) -> dict[str, Any]:
    """A part as a table, also if it stands there by its name alone or, in a program, as itself."""
    if isinstance(value, Part):
        return {_NAME: value.name, **vars(value)}
    return dict(value) if isinstance(value, Mapping) else {_NAME: value}


class Variant(NamedTuple):
    """A variant of a plan.

    Attributes:
        name: its name, with the values of what varies.
        config: its configuration.
        operators: the function that registers operators from outside, ``MODULE:FUNCTION``; usually empty.
        levels: its name in the plan, if it has one, and its levels, by columns of ``runs.csv``.
    """

    name: str
    config: ResolvedConfig
    operators: str
    levels: dict[str, Any]


def variants_of(name: str, common: Table, own: Table, *, limited: bool) -> Iterator[Variant]:
    """The variants that a table stands for: one, or all combinations of what varies.

    Args:
        name: the name of the table; empty if factors alone make the variants.
        common: what all variants of the plan have.
        own: what this one has, which overrides what is common.
        limited: whether each run ends when it has spent its budget.

    Raises:
        UsageError: if an option does not fit, or would change nothing.
    """
    given = _places(own.values)
    of_all = {place: of for place, of in common.lists.items() if place not in {*own.lists, *given}}
    lists = {**own.lists, **of_all}
    for values in product(*lists.values()):
        chosen = dict(zip(lists, values, strict=True))
        factors = {
            _called(place, lists): without_directory(of) if isinstance(of, str) else of
            for place, of in chosen.items()
        }
        named = [name] if name else []
        called = ",".join([*named, *(f"{factor}={_in_a_name(of)}" for factor, of in factors.items())])
        tables = [
            common.choosing({place: of for place, of in chosen.items() if place in of_all}),
            own.choosing({place: of for place, of in chosen.items() if place in own.lists}),
        ]
        with in_variant(called):
            config = _config(tables, limited=limited)
            _check_effects(config, [*given, *chosen])
            operators = _name_of_operators(_last_of(OPERATORS, tables, ""))
        levels = {"variant": name} if name else {}
        # The column of games is there anyway.
        levels |= {_column(factor): _cell(of) for factor, of in factors.items() if factor != "game"}
        yield Variant(called, config, operators, levels)


@contextmanager
def in_variant(name: str) -> Iterator[None]:
    """Say which variant is meant if something in it is refused.

    Raises:
        UsageError: in place of any other error of this package.
    """
    try:
        yield
    except SenetGpError as error:
        raise UsageError(f"in the variant {shortened(name)}, {error}") from None


def _config(tables: Sequence[Mapping[str, Any]], *, limited: bool) -> ResolvedConfig:
    """The configuration of a variant, as its runs record it.

    Raises:
        SenetGpError: if an option does not fit, or a file that it names cannot be read.
    """
    preset = _last_of(_PRESET, tables, None)
    below = [] if preset is None else [preset_values(preset, _last_of("game", tables, DEFAULT_GAME))]
    below += [{"generations": MAX_GENERATIONS}] if limited else []
    options = [{name: of for name, of in one.items() if name not in _OF_VARIANTS} for one in tables]
    config = Config.layered(*below, *options).resolved()
    config.check_files()
    return config


def _check_effects(config: ResolvedConfig, places: Iterable[Place]) -> None:
    """Refuse options that change nothing in a variant.

    Args:
        config: the configuration of the variant.
        places: the options that are its own, and those that vary.

    Raises:
        UsageError: if there is one.
    """
    without, parts = unread(config), config.parts()
    for place in places:
        if place in without:
            raise UsageError(advice(place.option, called=str(place), needs=[without[place]]))
        part = parts.get(place.table)
        if part is not None and place.option not in part.options():
            # It varies in all variants, of which this one has chosen another part.
            raise UsageError(advice(place.option, table=place.table, run=config.as_values()))


def _last_of(option: str, tables: Iterable[Mapping[str, Any]], default: Any) -> Any:
    """What the last of some tables says of an option."""
    for table in tables:
        default = table.get(option, default)
    return default


def _called(place: Place, varying: Iterable[Place]) -> str:
    """An option in a variant's name: with the kind of its part if another part's varies that is called so."""
    alike = [other for other in varying if other.option == place.option]
    return str(place) if len(alike) > 1 else place.option


def _column(factor: str) -> str:
    """The column of a factor in ``runs.csv``, where each measure has a column, too."""
    return f"{VARY}.{factor}" if factor in MEASURES else factor


def _cell(level: Any) -> Any:
    """A level in its column: as itself, if a table can hold it."""
    fits = isinstance(level, int | float | str) and level != ""
    return level if fits else _in_a_name(level)


def _in_a_name(value: Any) -> str:
    """A value as a part of a variant's name, which is also that of a directory."""
    if isinstance(value, Part):
        fields = value.options()
        value = {_NAME: value.name, **{k: of for k, of in vars(value).items() if of != fields[k].default}}
    if isinstance(value, Mapping):
        value = [of if key == _NAME else f"{key}-{_as_text(of)}" for key, of in value.items()]
    if isinstance(value, list | tuple):
        value = "+".join(map(_as_text, value))
    if callable(value):
        value = value.__qualname__
    if value is None:
        value = "none"  # pandas reads None as a missing value
    text = str(value).lower() if isinstance(value, bool) else _as_text(value) or _USUAL
    return re.sub(r"[^A-Za-z0-9_.+-]+", "-", text)[:60]


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else shown(value)


def _name_of_operators(value: Any) -> str:
    """The name of the function that registers a variant's operators; empty if there is none.

    Args:
        value: ``MODULE:FUNCTION``, a function at the top level of a module, or an empty text.

    Raises:
        UsageError: if there is no such function.
    """
    if value == "":
        return ""
    name = value if isinstance(value, str) else _name_of_function(value)
    operators_from(name)
    return name


def _name_of_function(value: Any) -> str:
    module, attribute = getattr(value, "__module__", ""), getattr(value, "__qualname__", "")
    if getattr(sys.modules.get(module), attribute, None) is not value or not callable(value):
        raise UsageError(
            f"{OPERATORS} is {shown(value)}, but it must be a function at the top level of a "
            'module, where other processes find it, or its name, as in "my_module:setup"'
        )
    return f"{module}:{attribute}"
