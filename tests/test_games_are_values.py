"""Games are values: outside their folders, no code asks which game it has, or knows one by name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import senet_gp
from senet_gp.games.board.game import BoardGame
from senet_gp.games.registry import GAMES, game_class

ROOT = Path(senet_gp.__file__).resolve().parent.parent
#: Classes whose names no other code may test for: those of games, and those that games share.
CLASSES = {
    cls.__name__
    for name in GAMES
    for cls in game_class(name).__mro__
    if cls is not object and cls.__module__.startswith("senet_gp.games") and cls.__name__ != "Rules"
}
#: The files that may know single games, and why.
ALLOWED = {
    "primitives/": "the words of each game stand there",
    "senet_gp/players/hand_": "the hand-made players of each game",
    "senet_gp/players/hand_tictactoe.py": "the hand-made player of tic-tac-toe",
    # Scripts, which stand outside the packages, measure single games.
}
FILES = [
    file
    for folder in ("senet_gp", "primitives")
    for file in sorted((ROOT / folder).rglob("*.py"))
    if not file.relative_to(ROOT).as_posix().startswith(("senet_gp/games/", *ALLOWED))
]


def asked_for(tree: ast.AST) -> Iterator[str]:
    """Wherever a game's class is asked for: by isinstance, by issubclass, or by comparison."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in {"isinstance", "issubclass"} and len(node.args) == 2:
                yield from _classes_in(node.args[1])
        elif isinstance(node, ast.Compare):
            for part in (node.left, *node.comparators):
                yield from _classes_in(part)
        elif isinstance(node, ast.MatchClass):
            yield from _classes_in(node.cls)


def _classes_in(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        name = part.attr if isinstance(part, ast.Attribute) else part.id if isinstance(part, ast.Name) else ""
        if name in CLASSES:
            yield f"line {part.lineno} asks for {name}"


def named(tree: ast.AST) -> Iterator[str]:
    """Wherever a game's name is compared, or is what a table is kept or looked up by."""
    for node in ast.walk(tree):
        parts: list[ast.expr | None] = []
        if isinstance(node, ast.Compare):
            parts = [part for one in (node.left, *node.comparators) for part in _members(one)]
        elif isinstance(node, ast.Dict):
            parts = list(node.keys)
        elif isinstance(node, ast.Subscript):
            parts = [node.slice]
        elif isinstance(node, ast.MatchValue):
            parts = [node.value]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
            parts = list(node.args[:1])
        for part in parts:
            if isinstance(part, ast.Constant) and part.value in GAMES:
                yield f"line {part.lineno} knows {part.value} by name"


def _members(node: ast.expr) -> list[ast.expr]:
    """What is compared: the members of a set or sequence that is written out, else the thing itself."""
    return node.elts if isinstance(node, ast.Set | ast.Tuple | ast.List) else [node]


def imported(tree: ast.AST) -> Iterator[str]:
    """Wherever something is imported from the folder of a game."""
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            if any(f"{name}.".startswith(f"senet_gp.games.{game}.") for game in GAMES):
                yield f"line {node.lineno} imports {name}"


def test_no_game_is_known_outside_its_folder() -> None:
    found = [
        f"{file.relative_to(ROOT)}: {what}"
        for file in FILES
        for tree in [ast.parse(file.read_text(encoding="utf-8"))]
        for looked_for in (asked_for, named, imported)
        for what in looked_for(tree)
    ]
    assert not found


@pytest.mark.parametrize(
    ("looked_for", "text"),
    [
        (asked_for, "isinstance(game, BoardGame)"),
        (asked_for, "isinstance(game, (int, senet.Senet))"),
        (asked_for, "type(rules) is Pursuit"),
        (asked_for, "match rules:\n    case Senet(): pass"),
        (named, "rules.name == 'senet'"),
        (named, "name in {'senet', 'pursuit'}"),
        (named, "{'hexapawn': 1}"),
        (named, "TABLE['hexapawn']"),
        (named, "TABLE.get('hexapawn', 1)"),
        (named, "match name:\n    case 'senet': pass"),
        (imported, "from senet_gp.games.senet import Senet"),
        (imported, "from senet_gp.games import trilobite"),
        (imported, "import senet_gp.games.senet.rules as rules"),
    ],
)
def test_it_would_be_seen(looked_for: object, text: str) -> None:
    assert list(looked_for(ast.parse(text)))  # type: ignore[operator]


def test_the_allowed_places_exist() -> None:
    assert all(list(ROOT.glob(f"{place}*")) for place in ALLOWED)
    assert BoardGame.__name__ in CLASSES
