"""A configuration from layers: what the game usually has, then a preset or file, then options given here.

A layer chooses parts and sets options. Choosing another part than the layers below replaces the whole part;
an option alone changes one field of the part that is chosen.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from senet_gp.evolution.configuration.across_parts import FOLLOWING, check_game, usual_name, usual_part_beside
from senet_gp.evolution.configuration.option_advice import at_the_top, not_chosen, not_of
from senet_gp.evolution.configuration.parts import AUTO, PARTS, Part, checked, from_text, usual_part
from senet_gp.games.registry import DEFAULT_GAME
from senet_gp.runtime.errors import UsageError, shown

#: Generations that are given take the place of minutes, and minutes that of generations.
_ENDS = {"generations", "minutes"}


def layered(
    common: Mapping[str, dataclasses.Field[Any]],
    tables: Sequence[Mapping[str, Any]],
    flat: Mapping[str, Any],
    *,
    written: bool = False,
) -> dict[str, Any]:
    """The options and parts of a run by layers, each of which overrides those before.

    :meth:`senet_gp.evolution.configuration.config.Config.layered` makes a configuration of them.

    Args:
        common: the options that all runs have, by name.
        tables: layers in which a part is a table with its name, as in TOML, or the name alone.
        flat: the last layer, in which options of parts stand beside all others, as on the command line: each
            is set in every chosen part that has it.
        written: whether values of the last layer are still texts.

    Raises:
        UsageError: if there is no such option or part, an option belongs to no chosen part, or a value does
            not fit.
    """
    named = [layer["game"] for layer in (*tables, flat) if "game" in layer]
    draft = _Draft(common, named[-1] if named else DEFAULT_GAME)
    for table in tables:
        draft.add(table)
    draft.add_flat(flat, written=written)
    return draft.finished()


class _Draft:
    """A configuration in the making.

    Args:
        common: the options that all runs have, by name.
        game: the name of its game.

    Attributes:
        values: the options so far, and the parts that were chosen.
    """

    def __init__(self, common: Mapping[str, dataclasses.Field[Any]], game: Any) -> None:
        check_game(game)
        self._common, self._game = common, game
        self.values: dict[str, Any] = {"game": game}
        #: Options of parts that were not chosen, by kind: a later layer may change what is usual.
        self._of_usual: dict[str, dict[str, Any]] = {}

    def finished(self) -> dict[str, Any]:
        """The options and parts of all layers."""
        for kind, options in self._of_usual.items():
            part = self._part(kind)
            for name in options:
                if name not in part.options():
                    raise UsageError(not_of(type(part), name, self._common))
            self.values[kind] = part
        return self.values

    def add(self, table: Mapping[str, Any]) -> None:
        """Add a layer in which a part is a table, its name, or the part itself."""
        for name in table:
            if name not in self._common and name not in PARTS:
                raise UsageError(at_the_top(str(name), self._common))
        if _ENDS & table.keys():
            self.values = {name: value for name, value in self.values.items() if name not in _ENDS}
        for name, value in table.items():
            if name in self._common:
                self.values[name] = checked(self._common[name], value)
        for kind in PARTS:
            if kind in table:
                self._add_part(kind, table[kind])

    def _add_part(self, kind: str, given: Any) -> None:
        if isinstance(given, Part) and given.kind == kind:
            self._take(kind, given)
            return
        options = {"name": given} if isinstance(given, str) else given
        if not isinstance(options, Mapping):
            raise UsageError(
                f"{kind} is {shown(given)}, but it must be a table, such as [{kind}] with a line "
                f'name = "{next(iter(PARTS[kind]))}"'
            )
        if kind in FOLLOWING and options.get("name") == AUTO:
            self.values.pop(kind, None)
            self._of_usual.pop(kind, None)
        elif "name" in options:
            self._choose(kind, options["name"])
        for name, value in options.items():
            if name != "name":
                self._set(kind, str(name), value)

    def add_flat(self, flat: Mapping[str, Any], *, written: bool) -> None:
        """Add a layer in which options of parts stand beside all others."""
        of_all = {name: value for name, value in flat.items() if name in self._common or name in PARTS}
        if written:
            of_all = {
                name: from_text(self._common[name], value) if name in self._common else value
                for name, value in of_all.items()
            }
        self.add(of_all)
        for name, value in flat.items():
            if name not in of_all:
                self._set_wherever(name, value, written=written)

    def _set_wherever(self, name: str, value: Any, *, written: bool) -> None:
        """Set an option in every chosen part that has it."""
        having = [
            (kind, part)
            for kind in PARTS
            if (part := self._part(kind)) is not None and name in part.options()
        ]
        if not having:
            fitness = self._part("fitness")
            raise UsageError(not_chosen(name, self.values, fitness, self._common, written=written))
        for kind, part in having:
            self._set(kind, name, from_text(part.options()[name], value) if written else value)

    def _part(self, kind: str) -> Any:
        """The part of a kind so far, chosen or usual; None if there is none."""
        if kind in self.values:
            return self.values[kind]
        part, options = self._usual_part(kind), self._of_usual.get(kind, {})
        fitting = {name: value for name, value in options.items() if part and name in part.options()}
        return dataclasses.replace(part, **fitting) if part and fitting else part

    def _usual_part(self, kind: str) -> Part | None:
        """The part that a run with the options so far has if none is chosen."""
        if kind == "fitness":
            return usual_part(self._game, kind, usual_name(self._game, kind))
        return usual_part_beside(self._game, kind, fitness=self._part("fitness"))

    def _choose(self, kind: str, name: Any) -> None:
        """Choose a part: if it is another one, it has what it usually has in this game."""
        there = self._part(kind)
        same = there is not None and there.name == name
        self._take(kind, there if same else usual_part(self._game, kind, name))

    def _take(self, kind: str, part: Part) -> None:
        self.values[kind] = part
        self._of_usual.pop(kind, None)
        if kind == "fitness" and self.values[kind].credit is None:
            # The layers below chose it for other tests.
            self.values.pop("credit", None)
            self._of_usual.pop("credit", None)

    def _set(self, kind: str, name: str, value: Any) -> None:
        part = self._part(kind)
        if part is None:
            fitness = self._part("fitness").name
            raise UsageError(
                f"{name} is an option of the {kind}, but the fitness {fitness} has none: leave it out, or "
                "choose another fitness"
            )
        if name not in part.options():
            raise UsageError(not_of(type(part), name, self._common))
        changed = dataclasses.replace(part, **{name: value})
        if kind in self.values:
            self.values[kind] = changed
        else:
            self._of_usual.setdefault(kind, {})[name] = getattr(changed, name)
