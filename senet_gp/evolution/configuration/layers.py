"""A configuration from layers: dictionaries, each of which overrides those below, merged, then built once.

In a layer, options of all runs stand by name, and a part is a table with its name and its options, as in
TOML. Lowest is what the game usually has, then comes a preset or a file, then what varies in a plan, or the
command line. A table that names another part than the layers below replaces theirs; otherwise it overrides
single options.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from senet_gp.evolution.configuration.across_parts import check_game, names_of
from senet_gp.evolution.configuration.common_options import COMMON
from senet_gp.evolution.configuration.option_advice import advice
from senet_gp.evolution.configuration.parts import (
    AUTO,
    PARTS,
    Part,
    check_registered,
    class_of,
    from_text,
    usual_part,
)
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
    named = [layer["game"] for layer in (*layers, flat) if "game" in layer]
    game = named[-1] if named else DEFAULT_GAME
    check_game(game)
    run: dict[str, Any] = {"game": game}
    for layer in layers:
        run = merged(run, {**layer, "game": game})
    of_all = {name: value for name, value in flat.items() if name in COMMON or name in PARTS}
    if written:
        of_all |= {name: from_text(COMMON[name], value) for name, value in of_all.items() if name in COMMON}
    run = merged(run, {**of_all, "game": game})
    run = merged(
        run, _in_tables({name: flat[name] for name in flat if name not in of_all}, run, written=written)
    )
    parts = {kind: _built_part(kind, run) for kind in PARTS if run.get(kind)}
    return {name: value for name, value in run.items() if name in COMMON} | parts


def merged(run: Mapping[str, Any], layer: Mapping[str, Any]) -> dict[str, Any]:
    """A run's options and tables of parts with a layer above them, in which a part may also be its name.

    >>> below = {"game": "hexapawn", "minutes": 2.0, "fitness": {"name": "full-games", "noise": 0.9}}
    >>> merged(below, {"generations": 5, "fitness": {"games": 3}})
    {'game': 'hexapawn', 'fitness': {'name': 'full-games', 'noise': 0.9, 'games': 3}, 'generations': 5}
    >>> merged(below, {"fitness": "from-positions"})
    {'game': 'hexapawn', 'minutes': 2.0, 'fitness': {'name': 'from-positions'}}

    Raises:
        UsageError: if there is no such option above tables, or something is no part.
    """
    for name in layer:
        if name not in COMMON and name not in PARTS:
            raise UsageError(advice(str(name), table=""))
    found = {name: value for name, value in run.items() if name not in _ENDS or not _ENDS & layer.keys()}
    found |= {name: value for name, value in layer.items() if name in COMMON}
    for kind in PARTS:
        if kind in layer:
            _add_table(found, kind, _as_table(kind, layer[kind]))
    return found


def _as_table(kind: str, given: Any) -> Mapping[str, Any]:
    """A part as a table, also if its name or the part itself is given."""
    if isinstance(given, Part) and given.kind == kind:
        check_registered(type(given))
        return {"name": given.name, **given.as_values()}
    table = {"name": given} if isinstance(given, str) else given
    if not isinstance(table, Mapping):
        raise UsageError(
            f"{kind} is {shown(given)}, but it must be a table, such as [{kind}] with a line name = "
            f'"{next(iter(PARTS[kind]))}"'
        )
    return table


def _add_table(run: dict[str, Any], kind: str, table: Mapping[str, Any]) -> None:
    """Lay a table over that of the layers below, or in its place if it names another part."""
    if kind == "credit" and table.get("name") == AUTO:
        run[kind] = {name: value for name, value in table.items() if name != "name"}
        return
    replaced = "name" in table and table["name"] != names_of(run)[kind]
    run[kind] = {**({} if replaced else run.get(kind, {})), **table}
    if kind == "fitness" and "name" in table and names_of({**run, "credit": {}})["credit"] is None:
        run.pop("credit", None)  # the layers below chose it for other tests


def _in_tables(flat: Mapping[str, Any], run: Mapping[str, Any], *, written: bool) -> dict[str, Any]:
    """Options of parts in the tables of all parts that have them.

    Raises:
        UsageError: if a part of the run has none of them.
    """
    chosen = {kind: class_of(kind, name) for kind, name in names_of(run).items() if name is not None}
    tables: dict[str, Any] = {}
    for name, value in flat.items():
        having = [kind for kind, part in chosen.items() if name in part.options()]
        if not having:
            called = f"--{name.replace('_', '-')}" if written else name
            raise UsageError(advice(name, called=called, run=run))
        for kind in having:
            read = from_text(chosen[kind].options()[name], value) if written else value
            tables.setdefault(kind, {})[name] = read
    return tables


def _built_part(kind: str, run: Mapping[str, Any]) -> Part:
    """The part that a table describes, with what the game usually has where it says nothing.

    Raises:
        UsageError: if there is none, it has no such option, or a value does not fit.
    """
    names, options = names_of(run), {name: value for name, value in run[kind].items() if name != "name"}
    name = names[kind]
    if name is None:
        raise UsageError(
            f"{next(iter(options))} is an option of the {kind}, but the fitness {names['fitness']} has none: "
            "leave it out, or choose another fitness"
        )
    has = class_of(kind, name).options()
    for option in options:
        if option not in has:
            raise UsageError(advice(str(option), table=kind, run=run))
    return usual_part(run["game"], kind, name, **options)
