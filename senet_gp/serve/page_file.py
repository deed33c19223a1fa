"""A player as one HTML file that somebody is given: they open it in a browser and play against it.

The file has the translated rules of the game and the player's words, the code of the program's own page that
draws boards and lets a person move, and what is told of the player. It asks for nothing: it may be opened
from a disk, without a network.
"""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path
from typing import Any

from senet_gp.games.protocol import Game
from senet_gp.games.registry import titled
from senet_gp.insight.parts import of_square
from senet_gp.insight.puzzles import Puzzle, puzzles_of
from senet_gp.insight.way_of_play import way_of_play
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime.errors import UsageError
from senet_gp.serve.board_json import falls, geometry_json
from senet_gp.trees import javascript_rules, python_to_javascript
from senet_gp.trees.javascript import Asked, asked_of_boards, scoring
from senet_gp.trees.python_source import is_plain, words_of
from senet_gp.trees.python_to_javascript import NotTranslatedError, literal
from senet_gp.trees.text import to_infix, what_the_value_means

_STATIC = Path(__file__).with_name("static")
_GIVEN = Path(__file__).with_name("given")
#: Imports and exports of the page's modules, which one file does not have.
_IMPORT = re.compile(r'^import \{([^}]*)\} from "([./\w]*/)(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:const|function|class) (\w+))", re.MULTILINE)
#: The most bytes of a file.
MOST_BYTES = 300_000


def page_of(player: ExpressionPlayer, game: Game, most_puzzles: int = 20) -> str:
    """The content of the file.

    Args:
        player: the player.
        game: the game, with its parameters.
        most_puzzles: the most positions in which the reader is asked for the best move.

    Raises:
        UsageError: if the rules or a word have no translation, or the file would be too large.
    """
    told = _told(player, game)
    puzzles = ",\n".join(filter(None, (_puzzle(one, game) for one in puzzles_of(player, game, most_puzzles))))
    script = "\n".join([
        '"use strict";',
        python_to_javascript.RUNTIME.read_text(encoding="utf-8"),
        javascript_rules.RUNTIME.read_text(encoding="utf-8"),
        f"const RULES = {javascript_rules.rules_of(game)};",
        "const PLAYER = (() => {",
        f"{scoring(player.tree, player.vocabulary)}return {{ score, parts }};\n}})();",
        f"const TOLD = {as_script(told)};",
        f"TOLD.puzzles = [{puzzles}];",
        bundled(),
    ])  # fmt: skip
    style = "".join(
        file.read_text(encoding="utf-8")
        for file in (_STATIC / "page.css", _STATIC / "board.css", _GIVEN / "page.css")
    )
    parts = {"TITLE": escape(told["title"]), "STYLE": style, "SCRIPT": script}
    frame = (_GIVEN / "page.html").read_text(encoding="utf-8")
    content = re.sub("TITLE|STYLE|SCRIPT", lambda found: parts[found[0]], frame)
    if len(content.encode()) > MOST_BYTES:
        raise UsageError(
            f"the page would have more than {MOST_BYTES // 1000} kB: make the player shorter with --simplify"
        )
    return content


def _told(player: ExpressionPlayer, game: Game) -> dict[str, Any]:
    """What is told of the game and of the player."""
    descriptions = {word.name: word.description for word in words_of(player.tree, player.vocabulary)}
    formula = to_infix(player.tree, player.vocabulary)
    return {
        "title": titled(game),
        "game": game.name,
        "name": f"senet-gp {titled(game)}: {formula}",
        "nodes": len(player.tree),
        "rules": " ".join(game.rules_text.split()),
        "geometry": geometry_json(game.geometry),
        "stochastic": game.stochastic,
        "falls": falls(game),
        "moves": list(game.named_moves),
        "most_turns": game.most_turns,
        "draws": not game.undecided_by_lot,
        "way": way_of_play(player, game).text,
        "meaning": what_the_value_means(player.vocabulary),
        "formula": formula,
        # The formula has signs for some words, such as +, which need no meaning.
        "words": sorted(one for one in descriptions.items() if re.search(rf"\b{one[0]}\b", formula)),
        "parts": [
            {"text": part.text, "squares": part.squares, "meaning": _meaning(descriptions[part.word], part)}
            for part in asked_of_boards(player.tree, player.vocabulary)
        ],
    }


def _meaning(description: str, part: Asked) -> str:
    """What a part asks, with the square if it names one."""
    return of_square(description, str(part.squares[0])) if len(part.squares) == 1 else description


def _puzzle(puzzle: Puzzle, game: Game) -> str:
    """A puzzle as JavaScript; an empty text if its position holds more than plain values."""
    plain = javascript_rules.plain_form(game)
    position = plain.position_from(game.text(puzzle.position))
    fields = _fields(position)
    if not is_plain(position if fields is None else fields):
        return ""
    try:
        if fields is None:
            made = literal(position)
        else:
            made = f"new (RULES.starts()[0].constructor)({','.join(map(literal, fields))})"
    except NotTranslatedError:
        return ""
    return f"{{...{as_script(puzzle._replace(position=None)._asdict())}, position: () => {made}}}"


def as_script(told: Any) -> str:
    """JSON within a page, where ``</script`` would end the script."""
    return json.dumps(told).replace("<", "\\u003c")


def _fields(value: Any) -> list[Any] | None:
    """The fields of a dataclass or a named tuple; None if a value is neither."""
    names = getattr(value, "__dataclass_fields__", getattr(value, "_fields", None))
    return None if names is None else [getattr(value, name) for name in names]


def bundled() -> str:
    """The modules of the page as one script, each after those that it needs."""
    done: dict[str, str] = {}
    _bundle(_GIVEN / "page.js", done)
    return "\n".join(done.values())


def _bundle(file: Path, done: dict[str, str]) -> None:
    text = file.read_text(encoding="utf-8")
    for _, folder, name in _IMPORT.findall(text):
        if name not in done:
            _bundle(file.parent / folder / f"{name}.js", done)
    exported = ", ".join(_EXPORT.findall(text))
    text = _EXPORT.sub("", _IMPORT.sub(_taken, text))
    done[file.stem] = f"const module_{file.stem} = (() => {{\n{text}return {{ {exported} }};\n}})();"


def _taken(found: re.Match[str]) -> str:
    """What a module takes from another."""
    return f"const {{ {found[1].replace(' as ', ': ').strip()} }} = module_{found[3]};\n"
