"""What is shown of an explanation or an analysis: sections of sentences, rows and boards.

What is shown is said once, beside what is computed. The terminal (``cli/sections.py``), pages and notebooks
(``show/templates/sections.html``) and the page in the browser (``serve/static/sections.js``) print the same
sections, and ``--json`` has the values of the same facts. So a new column is one :class:`Fact`, and a new
sentence one text in a section.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from senet_gp.games.protocol import SEATS, Decision, spoken
from senet_gp.games.wording import wording_of
from senet_gp.insight.judges import rounded, signed, wins
from senet_gp.runtime.errors import printable, shortened

Item = TypeVar("Item")
Whole = TypeVar("Whole")

#: The signs of the first mover and of the other; a terminal that lacks them shows letters instead.
SIGNS = ("\N{BLACK CIRCLE}", "\N{WHITE CIRCLE}")
#: Longer expressions are cut to this many characters; ``--json`` has them whole.
LONGEST = 150
_LONGEST_NAME = 32


class Kind(NamedTuple):
    """What the value of a cell is.

    Attributes:
        name: what it is called in JSON.
        written: the value as people read it.
        is_figure: whether it is a number, which stands to the right and is never broken.
    """

    name: str
    written: Callable[[Any], str] = str
    is_figure: bool = True


def cut(text: str, longest: int = LONGEST) -> str:
    """An expression as it is shown: a long one is cut."""
    return text if len(text) <= longest else text[: longest - 3] + "..."


def name_text(name: str) -> str:
    """A player's name as it is shown: a long one is cut."""
    return printable(shortened(name, _LONGEST_NAME))


def interval_text(interval: Sequence[float]) -> str:
    """An interval of chances in wins of 100.

    >>> interval_text((0.25, 0.5)), interval_text((1, 1))
    ('25.0 to 50.0', 'certain')
    """
    low, high = interval
    return "certain" if low == high else f"{100 * low:.1f} to {100 * high:.1f}"


TEXT = Kind("text", is_figure=False)
NAME = Kind("name", name_text, is_figure=False)
CODE = Kind("code", cut, is_figure=False)
MARK = Kind("mark", is_figure=False)
SEAT = Kind("seat", dict(zip(SEATS, SIGNS, strict=True)).__getitem__, is_figure=False)
THROWS = Kind("throws", lambda throws: " ".join(map(str, throws)), is_figure=False)
COUNT = Kind("count", "{:,}".format)
#: A number or a truth that is a value of an expression.
VALUE = Kind("value", lambda value: str(value).lower())
PERCENT = Kind("percent", "{:.1%}".format)
#: The beads of a matchbox; more than this are only told as a number.
_MOST_BEADS = 24
BEADS = Kind("beads", lambda count: "\N{BLACK CIRCLE}" * min(count, _MOST_BEADS), is_figure=False)
#: Chances in wins of 100: whole, with a decimal, with a sign, and only where they can be seen.
WINS = Kind("wins", wins)
TENTHS = Kind("tenths", lambda chance: f"{100 * chance:.1f}")
GAIN = Kind("gain", signed)
LOSS = Kind("loss", lambda chance: wins(chance) if rounded(chance) else "")
INTERVAL = Kind("interval", interval_text)


@dataclass(frozen=True)
class Fact(Generic[Item]):
    """What is told of each of several things: a column.

    Attributes:
        key: what it is called in JSON.
        value: the value for one of the things; None if there is none.
        heading: what stands above the column, with line breaks where a narrow column has them; None if only
            programs read it.
        kind: what the value is.
    """

    key: str
    value: Callable[[Item], Any]
    heading: str | None = None
    kind: Kind = TEXT

    def within(self, item_of: Callable[[Whole], Item]) -> Fact[Whole]:
        """The same fact of things that hold what it is about."""
        return Fact(self.key, lambda whole: self.value(item_of(whole)), self.heading, self.kind)

    def text(self, item: Item) -> str:
        """The value as people read it."""
        value = self.value(item)
        return "" if value is None else self.kind.written(value)


def records(facts: Sequence[Fact[Item]], items: Iterable[Item]) -> list[dict[str, Any]]:
    """The values of all facts as JSON holds them, for each thing an object.

    >>> records([Fact("turn", lambda turn: turn, "turn", COUNT)], [1, 2])
    [{'turn': 1}, {'turn': 2}]
    """
    return [{fact.key: fact.value(item) for fact in facts} for item in items]


@dataclass(frozen=True)
class Rows:
    """Rows of cells under headings.

    Attributes:
        columns: the heading of each column, and the kind of its cells.
        cells: the texts of each row.
        values: what programs read of each row, also where it is not shown.
        caption: what it is a table of, where no text above says so.
    """

    columns: tuple[tuple[str, Kind], ...]
    cells: tuple[tuple[str, ...], ...]
    values: tuple[dict[str, Any], ...]
    caption: str = ""

    @classmethod
    def of(cls, facts: Iterable[Fact[Item]], items: Iterable[Item], caption: str = "") -> Rows:
        """What is told of several things, a row for each.

        >>> Rows.of([Fact("lost", lambda lost: lost, "wins lost", WINS)], [0.25, 0.5]).cells
        (('25',), ('50',))
        """
        facts, items = list(facts), list(items)
        shown = [fact for fact in facts if fact.heading is not None]
        return cls(
            tuple((fact.heading or "", fact.kind) for fact in shown),
            tuple(tuple(fact.text(item) for fact in shown) for item in items),
            tuple(records(facts, items)),
            caption,
        )

    def as_json(self) -> dict[str, Any]:
        """``caption``, ``columns`` with their kinds, ``rows`` with values and the texts of ``cells``."""
        columns = [
            {"heading": " ".join(heading.split()), "kind": kind.name, "is_figure": kind.is_figure}
            for heading, kind in self.columns
        ]
        rows = [
            {**values, "cells": list(cells)} for cells, values in zip(self.cells, self.values, strict=True)
        ]
        return {"caption": self.caption, "columns": columns, "rows": rows}


@dataclass(frozen=True)
class Lines:
    """Lines of an expression, or of a board that is drawn with characters.

    Attributes:
        lines: the lines.
        drawn: whether they make a drawing, of which no line may be broken.
    """

    lines: tuple[str, ...]
    drawn: bool = False

    def as_json(self) -> dict[str, Any]:
        """The ``lines``."""
        return {"lines": list(self.lines)}


@dataclass(frozen=True)
class Boards:
    """The board before a decision; pages draw it once for each of some choices, with its moves as arrows.

    Attributes:
        decision: the decision.
        moves: the indices of these choices, each with a caption.
    """

    decision: Decision
    moves: tuple[tuple[str, int], ...]

    def as_json(self) -> dict[str, Any]:
        """The ``boards``: the caption of each, and the ``steps`` of its arrows."""
        boards = [
            {"caption": caption, "steps": [list(step) for step in wording_of(self.decision).steps(index)]}
            for caption, index in self.moves
        ]
        return {"boards": boards}


@dataclass(frozen=True)
class Section:
    """Sentences, rows and boards under a title, with further sections in it.

    Attributes:
        title: the title.
        blocks: what is shown, the most important first; a text is a paragraph.
        key: what it is called in addresses within a page, and in JSON.
    """

    title: str
    blocks: tuple[str | Rows | Lines | Boards | Section, ...]
    key: str = ""

    @classmethod
    def of(cls, title: str, *blocks: str | Rows | Lines | Boards | Section | None, key: str = "") -> Section:
        """A section without the blocks that are empty."""
        return cls(title, tuple(block for block in blocks if block), key)

    @property
    def sections(self) -> list[Section]:
        """The sections in it."""
        return [block for block in self.blocks if isinstance(block, Section)]

    def as_json(self) -> dict[str, Any]:
        """The ``key``, the ``title``, and the ``blocks``, of which texts are paragraphs."""
        blocks = [block if isinstance(block, str) else block.as_json() for block in self.blocks]
        return {"key": self.key, "title": self.title, "blocks": blocks}


def to_move(decision: Decision) -> str:
    """Whose move it is, and what was thrown."""
    thrown = f", throws {spoken(decision.throws)}" if decision.throws else ""
    return f"{SIGNS[decision.seat]} to move{thrown}"
