"""A configuration from layers: dictionaries, each of which overrides those below, merged, then built once.

In a layer, options of all runs stand by name, and a part is a table with its name and its options, as in
TOML. Lowest is what the game usually has, then comes a preset or a file, then what varies in a plan, or the
command line. A table that names another part than the layers below replaces theirs; otherwise it overrides
single options.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from senet_gp.evolution.configuration.across_parts import check_game, names_of
from senet_gp.evolution.configuration.common_options import COMMON
from senet_gp.evolution.configuration.option_advice import advice
from senet_gp.evolution.configuration.options import AUTO, checked, from_text
from senet_gp.evolution.configuration.parts import PARTS, Part, check_registered, class_of, usual_part
from senet_gp.games.registry import DEFAULT_GAME
from senet_gp.runtime.errors import UsageError, shown

#: Generations that are given take the place of minutes, and minutes that of generations.
_ENDS = {"generations", "minutes"}


def built(layers: Sequence[Mapping[str, Any]], flat: Mapping[str, Any], *, written: bool) -> dict[str, Any]:
    """The options and parts of a run by layers, from which its configuration is made.

    Args:
        layers: layers in which a part is a table with its name, the name alone, or the part itself.
        flat: the last layer, in which options of parts stand beside all others, as on the command line: each
            is set in every chosen part that has it.
        written: whether values of the last layer are still texts.

    Raises:
        UsageError: if there is no such option or part, an option belongs to no chosen part, or a value does
            not fit.
    """
    of_all = {name: value for name, value in flat.items() if name in COMMON or name in PARTS}
    if written:
        of_all |= {name: from_text(COMMON[name], value) for name, value in of_all.items() if name in COMMON}
    common = merged([*layers, of_all])
    check_game(common["game"])
    of_game = sorted({"game", "parameters", "vocabulary"} & common.keys())
    game: dict[str, Any] = {name: checked(COMMON[name], common[name]) for name in of_game}
    tables: dict[str, dict[str, Any]] = {}
    for layer in (*layers, of_all):
        for kind in PARTS:
            if kind in layer:
                _add_table(tables, common["game"], kind, _as_table(kind, layer[kind]))
    for name, value in flat.items():
        if name not in of_all:
            _add_option(tables, game, name, value, written=written)
    return common | {kind: _built_part(kind, game, tables) for kind in PARTS if tables.get(kind)}


def merged(layers: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The options of all runs in layers, the last of which counts, without tables of parts.

    >>> merged([{"game": "hexapawn", "seed": 2, "minutes": 2.0}, {"seed": 3, "generations": 5}])
    {'game': 'hexapawn', 'seed': 3, 'generations': 5}

    Raises:
        UsageError: if there is no such option above tables.
    """
    found: dict[str, Any] = {"game": DEFAULT_GAME}
    for layer in layers:
        for name in layer:
            if name not in COMMON and name not in PARTS:
                raise UsageError(advice(str(name), table=""))
        if _ENDS & layer.keys():
            found = {name: value for name, value in found.items() if name not in _ENDS}
        found |= {name: value for name, value in layer.items() if name in COMMON}
    return found


def _as_table(kind: str, given: Any) -> Mapping[str, Any]:
    """A part as a table, also if its name or the part itself is given.

    Raises:
        UsageError: if it is none of them, or there is no such part.
    """
    if isinstance(given, Part) and given.kind == kind:
        check_registered(type(given))
        return {"name": given.name, **given.as_values()}
    table = {"name": given} if isinstance(given, str) else given
    if not isinstance(table, Mapping):
        raise UsageError(
            f"{kind} is {shown(given)}, but it must be a table, such as [{kind}] with a line name = "
            f'"{next(iter(PARTS[kind]))}"'
        )
    if "name" in table and (kind, table["name"]) != ("credit", AUTO):
        class_of(kind, table["name"])
    return table


def _add_table(tables: dict[str, dict[str, Any]], game: str, kind: str, table: Mapping[str, Any]) -> None:
    """Lay a table over that of the layers below, or put it in its place if it names another part."""
    if kind == "credit" and table.get("name") == AUTO:
        tables[kind] = {name: value for name, value in table.items() if name != "name"}
        return
    replaced = "name" in table and table["name"] != names_of(game, tables)[kind]
    tables[kind] = {**({} if replaced else tables.get(kind, {})), **table}
    if kind == "fitness" and "name" in table and names_of(game, tables | {"credit": {}})["credit"] is None:
        tables.pop("credit", None)  # the layers below chose it for other tests


def _add_option(
    tables: dict[str, dict[str, Any]], game: Mapping[str, Any], name: str, value: Any, *, written: bool
) -> None:
    """Put an option into the table of every part of the run that has it.

    Raises:
        UsageError: if none has it.
    """
    having = {
        kind: options[name]
        for kind, part in names_of(game["game"], tables).items()
        if part is not None and name in (options := class_of(kind, part).options())
    }
    if not having:
        called = f"--{name.replace('_', '-')}" if written else name
        raise UsageError(advice(name, called=called, run={**game, **tables}))
    for kind, described in having.items():
        tables.setdefault(kind, {})[name] = from_text(described, value) if written else value


def _built_part(kind: str, game: Mapping[str, Any], tables: Mapping[str, Mapping[str, Any]]) -> Part:
    """The part that a table describes, with what the game usually has where it says nothing.

    Raises:
        UsageError: if there is none, it has no such option, or a value does not fit.
    """
    names, options = names_of(game["game"], tables), dict(tables[kind])
    options.pop("name", None)
    name = names[kind]
    if name is None:
        raise UsageError(
            f"{next(iter(options))} is an option of the {kind}, but the fitness {names['fitness']} has none: "
            "leave it out, or choose another fitness"
        )
    has = class_of(kind, name).options()
    for option in options:
        if option not in has:
            raise UsageError(advice(str(option), table=kind, run={**game, **tables}))
    return usual_part(game["game"], kind, name, **options)
