"""Boards as a person sees them in a game."""

from __future__ import annotations

import pytest
from drawn_games import CROWDED, DRAWN, choices_of

from senet_gp.boards.table import changed_squares, table_lines
from senet_gp.boards.text import board_text
from senet_gp.games.geometry import Geometry, grid
from senet_gp.games.protocol import Game
from senet_gp.games.registry import in_words
from senet_gp.games.senet import Position, Senet

SIGNS = ("x", "o")


def text(game: Game, position: object, seat: int, changed: set[int] = frozenset()) -> list[str]:  # type: ignore[assignment]
    lines = table_lines(game, position, seat, SIGNS, ".", changed)
    return ["".join(part.text for part in line).rstrip() for line in lines]


@pytest.mark.parametrize("game", DRAWN, ids=in_words)
def test_it_is_the_board_with_marks_around_what_has_changed(game: Game) -> None:
    for choice in choices_of(game, 4):
        before, after = (choice.before, choice.seat), (choice.played.position, choice.seat)
        changed = changed_squares(game, before, after)
        drawn = text(game, *after, changed)
        plain = board_text(game, *after).splitlines()
        bare = ["".join(" " if sign in "()←→" else sign for sign in line) for line in drawn]
        assert [line.split() for line in bare] == [line.split() for line in plain]
        marks = sum(line.count("(") for line in drawn)
        assert marks == sum(line.count(")") for line in drawn) == len(changed)
        assert max(map(len, drawn)) <= max(map(len, plain))


def test_marks_of_neighbours_and_the_way_of_each_row() -> None:
    drawn = text(Senet(), Position.of([10, 9, 20], [1, 21]), 0, {10, 9, 1, 20, 21})
    assert drawn[1] == "←  (x)   (x)    .     .     .     .     .     .     .    (o)"
    assert drawn[3].startswith("→   .")
    assert drawn[3].endswith("(x)")
    assert max(map(len, drawn)) == 60


def test_a_crowded_square_is_marked_whole() -> None:
    assert text(CROWDED, None, 0, {3, 4}) == [
        "    1     2",
        "   7x     .",
        "    3     4 <end>",
        "  (xo)(xxoo)  12o",
        "        a&b",
    ]


def test_a_wide_board_is_narrower_on_a_narrow_terminal() -> None:
    class Wide(Senet):
        geometry = Geometry(grid(15, 2))  # type: ignore[misc]

    lines = table_lines(Wide(), Position.of([1], [30]), 0, SIGNS, ".", {1, 30}, columns=60)
    assert max(len("".join(part.text for part in line)) for line in lines) <= 60


def test_pieces_at_home_are_told() -> None:
    assert Senet(3).beside(Position.of([5], [7, 8])) == {"home, of 3": (2, 1)}
