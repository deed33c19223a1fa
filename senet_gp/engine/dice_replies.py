"""All boards that the next throw at a board can lead to, whatever is thrown, compiled."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.dice_positions import following, room_of
from senet_gp.engine.dice_side_by_side import compiled_dice
from senet_gp.engine.results import Indices, Positions
from senet_gp.games.dice.game import Board, DiceGame
from senet_gp.games.dice.rules import (
    COLUMNS,
    MINE,
    STATE,
    THEIRS,
    Boards,
    DiceRules,
    Results,
    Room,
    afterstates,
    law,
)
from senet_gp.runtime.compiled import int64, kept_per_thread, kernel

#: Room for the boards of all throws together, at first.
_ROOM = 1 << 16


class Replies(NamedTuple):
    """The boards that a throw can lead to, by throw, as the player who has moved sees them."""

    boards: Boards  # (COLUMNS, boards)
    results: Results  # (boards,): what follows each
    begins: Indices  # (throws,): where the boards of each throw begin
    chances: NDArray[np.float64]  # (throws,): the probability of each throw

    def following(self, game: DiceGame) -> Positions:
        """The boards, (boards, 3) int64, as the player who is to move then sees them."""
        after = np.ascontiguousarray(self.boards[[MINE, THEIRS, STATE]].T, np.int64)
        return following(after, self.results, game)


class _Space(NamedTuple):
    boards: Boards
    results: Results

    @classmethod
    def of(cls, size: int) -> _Space:
        return cls(np.empty((COLUMNS, size), np.uint32), np.empty(size, np.int8))


@kept_per_thread()
def _spaces() -> list[_Space]:
    """The space of this thread, which is replaced by a larger one when it is too small."""
    return [_Space.of(_ROOM)]


@kernel
def _list_all(
    rules: DiceRules, mine: int, theirs: int, state: int, room: Room, space: _Space, begins: Indices
) -> tuple[int, int]:
    """Write the boards of all throws one after another, as many as there is space for.

    Returns the index of the law of the throws, and how many boards there are.
    """
    boards, results = space.boards, space.results
    index = law(rules, mine, theirs, state)
    first = rules.begins[index]
    total = int64(0)
    for throw in range(first, rules.begins[index + 1]):
        begins[throw - first] = total
        count = afterstates(rules, mine, theirs, state, rules.throws[throw], room)
        for board in range(min(count, results.size - total)):
            for column in range(COLUMNS):
                boards[column, total + board] = room.boards[column, board]
            results[total + board] = room.results[board]
        total += count
    return index, total


def replies_to(board: Board, game: DiceGame) -> Replies:
    """All boards that the next throw of the player to move can lead to, whatever it is.

    Where this player throws on afterwards, the boards are those before the next throw.

    >>> from senet_gp.games.registry import game_of
    >>> replies = replies_to((1 << 30, 1 << 5, 0), game_of("senet"))
    >>> len(replies.begins), int(replies.boards[0, 0]), round(float(replies.chances.sum()), 6)
    (55, 0, 1.0)

    Args:
        board: the board as the player to move sees it.
        game: the game, with its parameters.
    """
    rules, room = compiled_dice(game).rules, room_of(game.rules_module)
    begins, spaces = np.empty(len(rules.throws), np.int64), _spaces()
    index, total = _list_all(rules, *board, room, spaces[0], begins)
    if total > spaces[0].results.size:
        spaces[0] = _Space.of(2 * total)
        _list_all(rules, *board, room, spaces[0], begins)
    chances = rules.chances[rules.begins[index] : rules.begins[index + 1]]
    boards, results = spaces[0]
    return Replies(boards[:, :total].copy(), results[:total].copy(), begins[: len(chances)], chances)
