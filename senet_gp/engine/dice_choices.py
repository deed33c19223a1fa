"""What throws at boards lead to: the boards to choose from after one throw, or after any, compiled."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.dice_side_by_side import compiled_dice
from senet_gp.engine.evaluator import room_for
from senet_gp.engine.results import Indices, Keys, Positions
from senet_gp.games.dice.game import Board, DiceGame
from senet_gp.games.dice.rules import (
    COLUMNS,
    GOES_ON,
    MINE,
    STATE,
    THEIRS,
    Boards,
    DiceRules,
    Results,
    Room,
    afterstates,
    law,
    new_room,
    swapped,
    thrown,
)
from senet_gp.runtime.compiled import kept_per_thread, kernel
from senet_gp.runtime.streams import Streams, game_streams, part_key

#: How often is thrown at most until there is a choice. In Senet with one piece left there hardly ever is.
_MAX_THROWS = 100
#: The part of the key of a position that its throws come from.
_THROWS = 0
_MIN_CHOICES = 2
#: Room for the boards of all throws together, at first.
_ROOM = 1 << 16

#: The room for the afterstates of the games of this thread, by the module of their rules.
room_of = kept_per_thread(4)(new_room)


@kernel
def fill_laws(rules: DiceRules, boards: Positions, laws: NDArray[Any]) -> None:
    """Write the index of the law of the throws on each board, (boards, 3), into ``laws``."""
    for place in range(len(boards)):
        laws[place] = law(rules, boards[place, 0], boards[place, 1], boards[place, 2])


def can_choose(boards: Positions, game: DiceGame) -> NDArray[np.bool_]:
    """Whether the player to move may have a choice, (boards,) bool, as the law of their throws says."""
    laws = np.empty(len(boards), np.int64)
    fill_laws(compiled_dice(game).rules, np.ascontiguousarray(boards), laws)
    chooses = np.array([each.chooses for each in game.laws()])
    found: NDArray[np.bool_] = chooses[laws]
    return found


@kernel
def _swap(rules: DiceRules, boards: Positions, which: NDArray[np.bool_]) -> None:
    for place in range(len(boards)):
        if which[place]:
            board = swapped(rules, boards[place, 0], boards[place, 1], boards[place, 2])
            boards[place, 0], boards[place, 1], boards[place, 2] = board


def swapped_where(boards: Positions, which: NDArray[np.bool_], game: DiceGame) -> Positions:
    """The same boards, (boards, 3) int64, some of them as the other player sees them."""
    found = boards.copy()
    _swap(compiled_dice(game).rules, found, which)
    return found


def following(after: Positions, results: Results, game: DiceGame) -> Positions:
    """The boards after choices, (choices, 3) int64, as the player who is to move then sees them."""
    return swapped_where(after, results == GOES_ON, game)


def in_columns(boards: Positions) -> Boards:
    """Boards as programs score them, (COLUMNS, boards) uint32, with no moves made and nothing done."""
    columns = np.zeros((COLUMNS, len(boards)), np.uint32)
    columns[[MINE, THEIRS, STATE]] = boards.T
    return columns


class Choices(NamedTuple):
    """The boards that throws at some positions can lead to, one position after the other."""

    boards: Boards  # (COLUMNS, room): as programs score them
    results: Results  # (choices,): what follows each, for the player who chooses
    begins: Indices  # (positions + 1,): where the choices of each position begin


@kernel
def throw_at(
    rules: DiceRules, board: Board, streams: Streams, seat: int, most_throws: int, room: Room
) -> int:
    """Throw at a position until there is a choice; returns how many choices are listed in the room.

    Args:
        rules: the rules of the game.
        board: the board as the player to move sees it.
        streams: the streams of the game.
        seat: the seat of the player to move, from whose stream the throws come.
        most_throws: how often is thrown at most.
        room: where the boards and what follows them are written.
    """
    mine, theirs, state = board
    count = 0
    for _ in range(most_throws):
        throw = thrown(rules, mine, theirs, state, streams, seat)
        count = afterstates(rules, mine, theirs, state, throw, room)
        if count >= _MIN_CHOICES:
            break
    return count


def choices_at(positions: Positions, keys: Keys, game: DiceGame) -> Choices:
    """Throw at positions: the boards to choose from.

    A throw is repeated while there is nothing to choose.

    Args:
        positions: (positions, 3) int64, as the player to move sees them.
        keys: (positions,) uint64: the key of each position's throws.
        game: the game, with its parameters.
    """
    rules, room = compiled_dice(game).rules, room_of(game.rules_module)
    boards, results = [], []
    for board, key in zip(positions.tolist(), keys.tolist(), strict=True):
        streams = game_streams(part_key(key, _THROWS))
        count = throw_at(rules, tuple(board), streams, 0, _MAX_THROWS, room)
        boards.append(room.boards[:, :count].copy())
        results.append(room.results[:count].copy())
    begins = np.cumsum([0, *(len(one) for one in results)])
    together = np.zeros((COLUMNS, room_for(begins[-1])), np.uint32)
    together[:, : begins[-1]] = np.concatenate(boards, axis=1)
    return Choices(together, np.concatenate(results), begins)


def after_choices(choices: Choices) -> Positions:
    """The boards after all choices, (choices, 3) int64, as the player who has chosen sees them."""
    count = choices.begins[-1]
    return np.ascontiguousarray(choices.boards[[MINE, THEIRS, STATE], :count].T.astype(np.int64))


class Replies(NamedTuple):
    """The boards that a throw can lead to, by throw, as the player who has moved sees them."""

    boards: Boards  # (COLUMNS, boards)
    results: Results  # (boards,): what follows each
    begins: Indices  # (throws,): where the boards of each throw begin
    chances: NDArray[np.float64]  # (throws,): the probability of each throw

    @property
    def after(self) -> Positions:
        """The boards, (boards, 3) int64, as the player who has moved sees them."""
        return np.ascontiguousarray(self.boards[[MINE, THEIRS, STATE]].T, np.int64)

    def following(self, game: DiceGame) -> Positions:
        """The boards, (boards, 3) int64, as the player who is to move then sees them."""
        return following(self.after, self.results, game)


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
def _list_all(rules: DiceRules, board: Board, room: Room, space: _Space, begins: Indices) -> tuple[int, int]:
    """Write the boards of all throws one after another, as many as there is space for.

    Returns the index of the law of the throws, and how many boards there are.
    """
    mine, theirs, state = board
    boards, results = space.boards, space.results
    index = law(rules, mine, theirs, state)
    first = rules.begins[index]
    total = 0
    for throw in range(first, rules.begins[index + 1]):
        begins[throw - first] = total
        count = afterstates(rules, mine, theirs, state, rules.throws[throw], room)
        for place in range(min(count, results.size - total)):
            for column in range(COLUMNS):
                boards[column, total + place] = room.boards[column, place]
            results[total + place] = room.results[place]
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
    index, total = _list_all(rules, board, room, spaces[0], begins)
    if total > spaces[0].results.size:
        spaces[0] = _Space.of(2 * total)
        _list_all(rules, board, room, spaces[0], begins)
    chances = rules.chances[rules.begins[index] : rules.begins[index + 1]]
    boards, results = spaces[0]
    return Replies(boards[:, :total].copy(), results[:total].copy(), begins[: len(chances)], chances)
