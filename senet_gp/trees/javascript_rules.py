"""The rules of a game as JavaScript, translated from its plain rules or from the kernels of a board game.

What a game in plain Python says itself is translated method by method; what it takes from the base classes,
and the flow of a turn, are in ``rules.js``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from senet_gp.games import kernels
from senet_gp.games.board import rules as board_rules
from senet_gp.games.plain import PlainGame
from senet_gp.games.protocol import Game, Geometry
from senet_gp.games.registry import part_of
from senet_gp.runtime.compiled import int64
from senet_gp.runtime.errors import UsageError
from senet_gp.trees.javascript import Sources
from senet_gp.trees.python_source import is_plain
from senet_gp.trees.python_to_javascript import literal

RUNTIME = Path(__file__).with_name("rules.js")
#: What ``rules.js`` has of kernels that are not Python inside.
_LIBRARY = (
    (kernels.popcount, "$ones"),
    (kernels.lowest_bit, "$lowest"),
    (kernels.highest_bit, "$highest"),
    (board_rules.keep, "$keep"),
    (int64, "$f.int"),
)
#: The methods that ``rules.js`` has of base classes, those asked of games, and the modules of base classes.
_OF_BASE_CLASSES = frozenset({
    "beside", "dice", "goes_on", "occupants", "seen", "steps", "swapped", "text", "throw_chances",
    "throws_again", "view",
})  # fmt: skip
_OF_PLAIN_GAMES = ("starts", "moves", "result", "ways", "throws_for", *sorted(_OF_BASE_CLASSES - {"text"}))
_OF_BOARD_GAMES = ("starts", "view", "seen", "occupants", "beside", "notation")
_BASES = {"senet_gp.games.plain", "senet_gp.games.protocol", "senet_gp.games.dice.game"}
#: What rules ask of a decision and of an afterstate.
_ATTRIBUTES = ("position", "afterstates", "throws", "seat", "start", "target", "result")


def rules_of(game: Game) -> str:
    """An expression of JavaScript: the game, with the methods of ``rules.js``.

    Raises:
        UsageError: if it has no rules in plain Python and no board of kernels, or something in them has no
            translation.
    """
    return _Rules(plain_form(game), game).written()


def plain_form(game: Game) -> Game:
    """The game whose rules are translated: the plain form that its row names, or itself.

    Raises:
        UsageError: if there is none.
    """
    plain = part_of(game.name, "plain")
    found: Game = game if plain is None else plain(game)
    if found.family != "board" and not isinstance(found, PlainGame):
        raise UsageError(
            f"{game.title} has no rules in plain Python that could be translated: derive its class from "
            "PlainGame, too, or let its row name a plain form"
        )
    return found


class _Sources(Sources):
    """Sources of rules, in a scope whose own names begin with $."""

    own_names = re.compile("(?!)")


class _Rules:
    """The translation of one game."""

    def __init__(self, plain: Any, game: Game) -> None:
        self.plain, self.game = plain, game
        start: Any = plain.starts()[0]
        self.sources = _Sources(_ATTRIBUTES, _LIBRARY)
        for value in (start, plain.seen(start)):
            self.sources.define_class_of(value)
        self.sources.purpose = f"the rules of {game.title}"
        self.waiting: list[str] = []
        self.methods: dict[str, str] = {}

    def written(self) -> str:
        """The expression."""
        if self.plain.family == "board":
            rules = import_module(self.plain.rules_module)
            self.sources.define("successors", rules.successors)
            self.sources.define("swapped", rules.swapped)
            base = "$BoardGame"
            given = f"numbers:{json.dumps(self.plain.numbers.tolist())},Position,successors,swap:swapped"
        else:
            base, given = "$PlainGame", ""
            # Where there is no board, positions are shown as texts.
            if not self.game.geometry.places:
                self._ask_for("text")
        for name in _OF_BOARD_GAMES if base == "$BoardGame" else _OF_PLAIN_GAMES:
            self._ask_for(name)
        while self.waiting:
            self._translate(self.waiting.pop())
        methods = ",\n".join(self.methods.values())
        facts = f"policy:{json.dumps(self.game.policy)},geometry:$geometry({_drawn(self.game.geometry)})"
        return (
            f"(() => {{\n{self.sources.translated()}"
            f"const $game = {{__proto__:{base},{facts},\n{given}{',' if given else ''}\n{methods}}};\n"
            "return $game;\n})()"
        )

    def _ask_for(self, name: str) -> None:
        function = getattr(type(self.plain), name, None)
        is_default = (
            name in {*_OF_BASE_CLASSES, "standing"} and getattr(function, "__module__", None) in _BASES
        )
        if function is not None and not is_default and name not in self.methods:
            self.methods[name] = ""
            self.waiting.append(name)

    def _translate(self, name: str) -> None:
        function = getattr(type(self.plain), name)
        defined = self.sources.defined(function)
        self.sources.translated()
        translator = self.sources.translator
        translator.attribute_of_self = self._attribute
        self.methods[name] = self.sources.translation(translator.method, defined.text, function).strip()
        translator.attribute_of_self = None

    def _attribute(self, chain: Sequence[str]) -> str | None:
        """What the game says: a value, since a game never changes, or a method."""
        value: Any = self.plain
        for name in chain:
            value = getattr(value, name, None)
        if is_plain(value) and value is not None:
            return literal(value)
        if len(chain) != 1 or not (callable(value) or isinstance(value, Geometry)):
            return None
        if callable(value):
            self._ask_for(chain[0])
        return f"$game.{chain[0]}"


def _drawn(geometry: Geometry) -> str:
    """The squares of a board, and the labels of those that are not called by their numbers."""
    labels = {str(square): label for square, label in geometry.labels.items()}
    return json.dumps({"squares": sorted(geometry.places), "labels": labels})
