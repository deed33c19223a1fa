"""Boards as pictures, in SVG, and positions that notebooks draw.

The first mover's pieces are full and the other's are rings, so no colour is needed to distinguish them. Lines
have the colour of the text around them; a picture in a file of its own follows the reader's light or dark
mode.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, hypot, sqrt
from typing import Any

from senet_gp.games.board_texts import board_text
from senet_gp.games.protocol import Game, Geometry
from senet_gp.games.registry import as_game
from senet_gp.runtime.checks import whole_number
from senet_gp.runtime.errors import brief, printable
from senet_gp.runtime.registries import Displayed

_SQUARE = 52
_MARGIN = 22
#: The radius of a square's pieces, between its label and its note, and the thickness of a ring.
_REACH = 12.5
_RING = 3
#: An arrow's colour, which stands out from light, dark and pieces; how thick it is, how much it bends.
_ARROW = "#c25200"
_THICK = 3
_BEND = 0.16
_HEAD = 11
_HALF_HEAD = 5.5
#: The length of an arrow from the hand, and how far an arrow off the board leads beyond the edge.
_FROM_HAND = 22
_BEYOND = 18
#: The largest width of a character.
_CHARACTER = 10
#: The colour of lines on a light background.
_INK = "#1a1a1a"
#: Applies only if the picture is a document of its own.
_STYLE = f"svg:root{{color:{_INK}}}@media(prefers-color-scheme:dark){{svg:root{{color:#f0f0f0}}}}"

_Point = tuple[float, float]


def board_svg(
    game: Game,
    position: Any,
    seat: int,
    *,
    steps: Sequence[tuple[int, int]] = (),
    title: str = "",
    background: str = "",
) -> str:
    """Draw a board as an SVG element, for a page or a file of its own.

    For a game without a board it shows the position's text, as the player of the seat sees it.

    >>> from senet_gp.games.registry import game_of
    >>> game = game_of("tictactoe")
    >>> board_svg(game, game.starts()[0], seat=0).startswith("<svg")
    True

    Args:
        game: the game, with its parameters.
        position: the position.
        seat: the seat of the player whose view ``position`` is.
        steps: the steps of an afterstate (see :meth:`senet_gp.games.protocol.Decision.steps`), which are
            shown as arrows, with numbers if there are several.
        title: the title of the picture; by default the game's.
        background: a light colour behind the board, which is then drawn in black; by default the page's.
    """
    seat = whole_number("seat", seat, 0, 1)
    geometry, occupants = game.geometry, game.occupants(position, seat)
    written = "" if geometry.places else game.text(position)
    width = geometry.width * _SQUARE + 2 * _MARGIN + len(written) * _CHARACTER
    height = len(geometry.rows) * _SQUARE + 2 * _MARGIN
    content = [
        _element("title", escape(printable(title or game.title))),
        _element("desc", escape(printable(written or _in_words(geometry, occupants, steps)))),
        *([_element("rect", width=width, height=height, fill=background)] if background else []),
        *([] if background else [_element("style", _STYLE)]),
        *(_square(geometry, square, occupants.get(square, ())) for square in geometry.places),
        *([_text(written, _MARGIN, _MARGIN)] if written else []),
        *(_arrow(geometry, step, number if len(steps) > 1 else None) for number, step in enumerate(steps, 1)),
    ]
    picture = _element(
        "svg",
        "\n".join(["", *content, ""]),
        xmlns="http://www.w3.org/2000/svg",
        role="img",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        font_family="sans-serif",
        font_size=10,
        fill="none",
        **({"color": _INK} if background else {}),
    )
    return picture + "\n"


def _in_words(
    geometry: Geometry, occupants: Mapping[int, Sequence[int]], steps: Sequence[tuple[int, int]]
) -> str:
    """A description of the picture, for people who cannot see it."""
    said = []
    for who, name in enumerate(("The first mover's pieces, full", "The other's, rings")):
        squares = [geometry.label(s) for s in geometry.places for w in occupants.get(s, ()) if w == who]
        said.append(f"{name}: {' '.join(squares) or 'none'}.")
    for start, target in steps:
        come = f"from {geometry.label(start)}" if start else "from the hand"
        go = f"to {geometry.label(target)}" if target else "off the board"
        said.append(f"Arrow {come} {go}.")
    return " ".join(said)


def _square(geometry: Geometry, square: int, seats: Sequence[int]) -> str:
    """A square with its label, its note, and the pieces on it."""
    x, y = _corner(geometry, square)
    note = geometry.notes.get(square)
    shade: dict[str, Any] = {"fill": "currentColor", "fill_opacity": 0.14} if note else {}
    parts = [
        _element("rect", x=x, y=y, width=_SQUARE, height=_SQUARE, stroke="currentColor", **shade),
        _text(geometry.label(square), x + 4, y + 11),
        *_pieces(_middle(geometry, square), seats),
    ]
    if note:
        parts.append(_text(note, x + _SQUARE / 2, y + _SQUARE - 4, text_anchor="middle", font_style="italic"))
    return _element("g", "".join(parts), data_square=square)


def _pieces(middle: _Point, seats: Sequence[int]) -> Iterator[str]:
    """Pieces side by side, small enough to fit."""
    columns = ceil(sqrt(len(seats)))
    for number, seat in enumerate(seats):
        row, column = divmod(number, columns)
        radius = _REACH / columns
        x, y = middle[0] - _REACH + (2 * column + 1) * radius, middle[1] - _REACH + (2 * row + 1) * radius
        line = min(_RING, radius / 3)
        look: dict[str, Any] = (
            {"r": radius, "fill": "currentColor"}
            if seat == 0
            else {"r": radius - line / 2, "stroke": "currentColor", "stroke_width": line}
        )
        yield _element("circle", data_seat=seat, cx=x, cy=y, **look)


def _arrow(geometry: Geometry, step: tuple[int, int], number: int | None) -> str:
    """A step, with its number in the middle if it has one."""
    begin, bow, end = _way(geometry, *step)
    length = hypot(end[0] - bow[0], end[1] - bow[1])
    along = ((end[0] - bow[0]) / length, (end[1] - bow[1]) / length)
    neck = (end[0] - _HEAD * along[0], end[1] - _HEAD * along[1])
    across = (-_HALF_HEAD * along[1], _HALF_HEAD * along[0])
    head = (end, (neck[0] + across[0], neck[1] + across[1]), (neck[0] - across[0], neck[1] - across[1]))
    way = f"M{_at(begin)}Q{_at(bow)} {_at(neck)}"
    parts = [
        _element("path", d=way, stroke=_ARROW, stroke_width=_THICK),
        _element("polygon", points=" ".join(map(_at, head)), fill=_ARROW),
    ]
    if number is not None:
        x, y = ((begin[axis] + 2 * bow[axis] + end[axis]) / 4 for axis in (0, 1))
        parts += [
            _element("circle", cx=x, cy=y, r=7, fill=_ARROW),
            _text(str(number), x, y + 3.5, text_anchor="middle", font_weight="bold", fill="#fff"),
        ]
    return _element("g", "".join(parts), data_step=f"{step[0]} {step[1]}")


def _way(geometry: Geometry, start: int, target: int) -> tuple[_Point, _Point, _Point]:
    """The beginning of an arrow, the point that it bends towards, and its tip."""
    if start and target:
        (x, y), (to_x, to_y) = _middle(geometry, start), _middle(geometry, target)
        bow = (x + to_x) / 2 + _BEND * (to_y - y), (y + to_y) / 2 - _BEND * (to_x - x)
        return (x, y), bow, (to_x, to_y)
    if start:
        begin = _middle(geometry, start)
        end = _outside(geometry, begin)
    else:
        end = _middle(geometry, target)
        begin = (end[0], end[1] - _FROM_HAND)
    return begin, ((begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2), end


def _outside(geometry: Geometry, point: _Point) -> _Point:
    """A point beyond that edge of the board that is nearest to a point."""
    x, y = point
    right, bottom = _MARGIN + geometry.width * _SQUARE, _MARGIN + len(geometry.rows) * _SQUARE
    ways: list[tuple[float, _Point]] = [
        (bottom - y, (x, bottom + _BEYOND)),
        (y - _MARGIN, (x, _MARGIN - _BEYOND)),
        (x - _MARGIN, (_MARGIN - _BEYOND, y)),
        (right - x, (right + _BEYOND, y)),
    ]
    return min(ways)[1]


def _corner(geometry: Geometry, square: int) -> tuple[int, int]:
    column, row = geometry.places[square]
    return _MARGIN + column * _SQUARE, _MARGIN + row * _SQUARE


def _middle(geometry: Geometry, square: int) -> _Point:
    x, y = _corner(geometry, square)
    return x + _SQUARE / 2, y + _SQUARE / 2


def _text(text: str, x: float, y: float, **looks: Any) -> str:
    return _element("text", escape(printable(text)), x=x, y=y, **({"fill": "currentColor"} | looks))


def _element(name: str, content: str = "", **attributes: Any) -> str:
    """An element; underscores in the names of attributes become hyphens."""
    given = "".join(
        f' {key.replace("_", "-")}="{_length(value) if isinstance(value, float) else escape(str(value))}"'
        for key, value in attributes.items()
    )
    return f"<{name}{given}>{content}</{name}>" if content else f"<{name}{given}/>"


def _at(point: _Point) -> str:
    return f"{_length(point[0])},{_length(point[1])}"


def _length(value: float) -> str:
    """A length, rounded to a hundredth."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


@dataclass(frozen=True)
class Diagram(Displayed):
    """A position of a game, to look at: a picture in a notebook, ``print`` shows it as text.

    >>> print(Diagram.of("tictactoe", "x...o...."))
         1     2     3
         x     .     .
         4     5     6
         .     o     .
         7     8     9
         .     .     .

    Attributes:
        game: the game, with its parameters.
        position: the position.
        seat: the seat of the player whose view the position is: 0 for the first mover.
        steps: steps that are drawn as arrows (see :meth:`senet_gp.games.protocol.Decision.steps`).
    """

    game: Game
    position: Any
    seat: int = 0
    steps: Sequence[tuple[int, int]] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "seat", whole_number("seat", self.seat, 0, 1))

    @classmethod
    def of(cls, game: Game | str, position: Any = None, seat: int = 0) -> Diagram:
        """The diagram of a position.

        Args:
            game: the game, or its name.
            position: the position, or its text; by default the first start position.
            seat: the seat of the player whose view the position is.

        Raises:
            UsageError: if there is no such game, or the text is not a position of it.
        """
        game = as_game(game)
        if position is None:
            position = game.starts()[0]
        elif isinstance(position, str):
            position = game.position_as_written(position)
        return cls(game, position, seat)

    def __repr__(self) -> str:
        return brief(self, self.game, self.game.text(self.position))

    def __str__(self) -> str:
        return board_text(self.game, self.position, self.seat)


def svg_of(diagram: Diagram) -> str:
    """The picture of a diagram, on a background of its own."""
    return board_svg(diagram.game, diagram.position, diagram.seat, steps=diagram.steps, background="#ffffff")
