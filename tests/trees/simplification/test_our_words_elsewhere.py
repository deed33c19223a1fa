"""What is known of our words in our games is not taken for proven in a game from outside that uses them."""

from __future__ import annotations

import dataclasses
import random
from dataclasses import dataclass
from typing import ClassVar

import pytest
from strategies import random_tree

from primitives import Board, Vocabulary, vocabularies
from senet_gp.games import PlainGame
from senet_gp.games.registry import GAMES, Entry, game_of
from senet_gp.trees import plain
from senet_gp.trees.simplification.proven import equal
from senet_gp.trees.text import from_lisp, to_lisp


@dataclass(frozen=True)
class Meadow(PlainGame):
    """A game whose boards can be any: both sides may stand on a square, and a turn may have many moves."""

    name: ClassVar[str] = "meadow"
    title: ClassVar[str] = "Meadow"

    def starts(self) -> list[int]:
        """One position."""
        return [0]

    def moves(self, position: int, throws: tuple[int, ...]) -> dict[str, int]:  # noqa: ARG002
        """One move."""
        return {"on": position + 1}

    def result(self, position: int) -> int | None:
        """The second move wins."""
        return 1 if position > 1 else None


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = Entry(game=f"{__name__}:Meadow", words="primitives.senet:vocabularies")
    monkeypatch.setitem(GAMES, Meadow.name, entry)


def elsewhere() -> dict[str, Vocabulary]:
    """Each vocabulary of ours, as the vocabulary of the other game."""
    return {
        f"{name} {called}": dataclasses.replace(own, game=Meadow())
        for name in ("senet", "hexapawn", "tictactoe", "trilobite", "pursuit")
        for called, own in vocabularies(game_of(name)).items()
    }


def any_board(rng: random.Random) -> Board:
    sides = [frozenset(rng.sample(range(1, 31), rng.randint(0, 20))) for _ in range(2)]
    moves = tuple((rng.randint(1, 5), rng.randint(1, 30)) for _ in range(rng.randint(0, 7)))
    return Board(*sides, moves, rng.randint(0, 4), start=rng.randint(0, 30), target=rng.randint(1, 30))


VOCABULARIES = elsewhere()


@pytest.mark.parametrize("name", VOCABULARIES)
def test_what_is_proven_equal_is_equal(name: str) -> None:
    vocabulary = VOCABULARIES[name]
    rng = random.Random(name)
    for _ in range(20):
        tree = random_tree(rng, vocabulary, rng.randint(1, 25))
        done = equal(tree, vocabulary, 40)
        for board in (any_board(rng) for _ in range(10)):
            try:
                expected = plain.value(tree, vocabulary, board)
            except (ValueError, ZeroDivisionError, IndexError):
                continue  # a word that cannot see such a board
            assert plain.value(done.tree, vocabulary, board) == expected, to_lisp(tree)


@pytest.mark.parametrize(
    ("text", "board"),
    [
        (
            "(sub (move_start 13) (move_start 1))",
            Board(frozenset(), frozenset(), tuple((1, n) for n in range(1, 6))),
        ),
        ("(if_then_else (mine 3) (if_then_else (theirs 3) 1 2) 3)", Board(frozenset({3}), frozenset({3}))),
        (
            "(if_then_else (empty 3) 1 (if_then_else (mine 3) 2 (if_then_else (theirs 3) 3 4)))",
            Board(frozenset(), frozenset()),
        ),
        ("(if_then_else i_am_in_water my_moves 1)", Board(frozenset({27, 1}), frozenset())),
    ],
)
def test_each_fact_of_ours_is_left_out(text: str, board: Board) -> None:
    vocabulary = VOCABULARIES["senet extended"]
    tree = from_lisp(text, vocabulary)
    assert plain.value(equal(tree, vocabulary).tree, vocabulary, board) == plain.value(
        tree, vocabulary, board
    )
