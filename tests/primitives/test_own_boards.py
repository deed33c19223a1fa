"""Words of games in plain Python know the squares of their board, and the numbers of their game."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import pytest
from deap import gp

from primitives import SQUARES, Number, Primitive, Square, Vocabulary, plain_vocabulary
from senet_gp.games import Geometry, Pieces, PlainBoardGame, grid
from senet_gp.runtime.errors import UsageError
from senet_gp.trees import plain
from senet_gp.trees.text import from_lisp


@dataclass(frozen=True)
class Wide(PlainBoardGame):
    """Pieces are placed on more squares than a mask has bits; a row that is full wins."""

    rows: int = 5
    name = "wide"
    title = "Wide"

    @property
    def geometry(self) -> Geometry:
        """Rows of eight squares."""
        return Geometry(grid(8, self.rows))

    def most_pieces(self) -> int:
        """Half of the squares."""
        return 4 * self.rows

    def moves(self, position: Pieces, throws: tuple[int, ...]) -> dict[str, Pieces]:  # noqa: ARG002
        """A piece is placed."""
        squares = set(self.geometry.places) - position.both
        return {str(square): position.moved(0, square) for square in squares}

    def result(self, position: Pieces) -> int | None:
        """A full row wins."""
        return 1 if any(position.mine.issuperset(row) for row in self.geometry.rows) else None


def in_my_row(board: Pieces, n: int, rows: int) -> int:
    """How many pieces of mine stand in the row of square n, times the number of rows."""
    return rows * sum((square - 1) // 8 == (n - 1) // 8 for square in board.mine)


def vocabulary(rows: int) -> Vocabulary:
    """A vocabulary with the contents of squares and a word of its own."""
    own = Primitive(in_my_row, (Square,), Number, low=0, high=8 * rows)
    return plain_vocabulary(Wide(rows), {}, words=[*SQUARES, own], constants=range(-9, 90))["basic"]


@pytest.mark.parametrize("rows", [1, 5])
def test_squares_are_those_of_the_geometry_and_are_taken_around(rows: int) -> None:
    words, size = vocabulary(rows), 8 * rows
    position = Pieces(frozenset({1, 3, size}), frozenset({4, 5}))
    for number, (name, held) in product(
        range(-9, 90), [("mine", {1, 3, size}), ("theirs", {4, 5}), ("empty", {*range(6, size), 2})]
    ):
        tree = from_lisp(f"(if_then_else ({name} {number}) 1 0)", words)
        holds = any((number - square) % size == 0 for square in held)
        assert plain.value(tree, words, position) == gp.compile(tree, words.pset)(position) == holds


@pytest.mark.parametrize("rows", [1, 5])
def test_a_word_gets_the_numbers_of_its_game_that_it_names(rows: int) -> None:
    words = vocabulary(rows)
    tree = from_lisp("(in_my_row 2)", words)
    position = Pieces(frozenset({1, 3}), frozenset())
    assert words.numbers_of(words.by_name["in_my_row"]) == {"rows": rows}
    assert plain.value(tree, words, position) == gp.compile(tree, words.pset)(position) == 2 * rows


def test_a_number_that_the_game_does_not_have_is_told() -> None:
    def far(board: Pieces, depth: int) -> int:  # noqa: ARG001
        """How far."""
        return depth

    with pytest.raises(UsageError, match="'far' takes depth after its arguments, but Wide has no number of"):
        plain_vocabulary(Wide(), {far: 3})


def test_a_word_that_takes_a_square_needs_a_board() -> None:
    class Bare(Wide):
        """The same without a board."""

        geometry = Geometry(())

    with pytest.raises(UsageError, match="'mine' takes a Square, but the vocabulary 'basic' has squares=0"):
        plain_vocabulary(Bare(), {}, words=SQUARES)
