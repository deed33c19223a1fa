"""Numbers for the boards of a game with throws, so that an array holds something for each of them.

A game whose boards can all be listed is solved exactly (:mod:`senet_gp.engine.exact_solving`). It names a
module in ``numbering``, which has two kernels:

- ``number_of_board(numbers, mine, theirs, state)``: the number of a board, from 0 on, as the player to move
  sees it; -1 if it is no board on which the game goes on;
- ``board_of_number(numbers, number)``: the board with a number, as mine, theirs and state.

Beside them stands ``NUMBERING``, a :class:`Numbering`, which tells in which order boards are solved.
"""

# numba looks at the names of arguments, used or not.

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import numpy as np
from numba import types
from numpy.typing import NDArray

from senet_gp.games.dice.game import DiceGame
from senet_gp.games.dice.rules import (
    GOES_ON,
    MINE,
    STATE,
    THEIRS,
    WON,
    Boards,
    DiceRules,
    Results,
    afterstates,
    law,
    new_room,
    swapped,
)
from senet_gp.games.kernels import address_in, contents_of, kernel_of
from senet_gp.games.rules_code import module_of
from senet_gp.runtime.compiled import call_for_board, call_for_integer, function_from, int64, kernel
from senet_gp.runtime.errors import UsageError, shown

#: A game whose boards have numbers.
G = TypeVar("G", bound=DiceGame)
#: The value of a board is the chance of winning of the player to move, if both play perfectly, in units of
#: which this is a chance of 1; a draw counts one half.
ONE = 1 << 31


class Sweep(Protocol):
    """Visits of all boards of a group, part by part, each of which sets the values of its boards again."""

    @property
    def parts(self) -> int:
        """How many parts there are; between two of them a person can interrupt."""

    def visit(self, part: int) -> int:
        """Visit the boards of a part; returns by how much a value has changed at most."""


class Numbering(ABC, Generic[G]):
    """What a game's module of numbers has as ``NUMBERING``; a game of its own says only its groups.

    The game that is given is the one whose boards have the numbers.
    """

    @abstractmethod
    def groups(self, game: G) -> Sequence[int]:
        """Where groups of numbers end, in rising order; the last number is how many boards there are.

        What follows the boards of a group are boards of it and of groups before it, so that one group is
        solved after another.

        Raises:
            UsageError: if the game cannot be solved with its parameters; the sentence says why.
        """

    def order(self, game: G, group: int) -> NDArray[np.int32] | None:  # noqa: ARG002 - others look at them
        """The numbers of a group in the order in which boards are looked at; None for the rising one.

        Values spread fastest if boards near the end of a game come first.
        """
        return None

    def sweep(self, game: G, group: int, values: NDArray[np.uint32]) -> Sweep | None:  # noqa: ARG002
        """A sweep of a group that is faster than the usual one; None if there is none."""
        return None

    def has_boards_of(self, game: G, other: G) -> bool:
        """Whether the boards of the game with other parameters have the same numbers and chances here.

        A file of chances then serves for both.
        """
        return game == other

    def smallest(self, game: G) -> G:
        """The game with the parameters with which it is solved soonest, for trials."""
        return game


class NumberedRules(NamedTuple):
    """The rules of a game whose boards have numbers, for kernels; valid in this process only."""

    dice: DiceRules
    number: int  # an address, as the following
    board: int


_TEXT = """\
from numba import carray
from {module} import board_of_number, number_of_board

def number_of_board_at(numbers, mine, theirs, state):
    return number_of_board(carray(numbers, ({numbers},)), mine, theirs, state)

def board_of_number_at(numbers, number, out):
    board = carray(out, (3,))
    board[0], board[1], board[2] = board_of_number(carray(numbers, ({numbers},)), number)
"""
_KERNELS = ("number_of_board", "board_of_number")
#: The numbers, evenly spread, that are checked before a game is solved.
_CHECKED = 10_000
#: The number of boards, about, of which it is checked what follows them.
_FOLLOWED = 500
#: Numbers of boards are kept in 32 bits.
_MAX_BOARDS = 2**31 - 1


def numbering_of(game: DiceGame) -> Numbering[Any]:
    """How the boards of a game are numbered.

    Raises:
        UsageError: if they have no numbers.
    """
    if not game.numbering:
        raise UsageError(
            f"perfect play of {game.title} is not known, because it has throws, and its boards have no "
            "numbers: compare players by senet-gp match, or give the game a numbering"
        )
    found: object = getattr(module_of(game.numbering, "numbering"), "NUMBERING", None)
    if not isinstance(found, Numbering):
        raise UsageError(f"{game.numbering} has no NUMBERING, which says where groups of numbers end")
    return found


def groups_of(game: DiceGame) -> tuple[int, ...]:
    """Where the groups of the numbers of a game's boards end; the last is how many boards there are.

    Raises:
        UsageError: if its boards have no numbers, or cannot be solved with its parameters.
    """
    given = numbering_of(game).groups(game)
    ends = tuple(map(int, given)) if isinstance(given, Iterable) else ()
    if not ends or any(end <= before for before, end in pairwise((0, *ends))) or ends[-1] > _MAX_BOARDS:
        raise UsageError(
            f"groups of {game.numbering} should give where groups of boards end, as numbers in rising order "
            f"up to {_MAX_BOARDS:,}, not {shown(given)}"
        )
    return ends


def is_numbered(game: DiceGame) -> bool:
    """Whether the boards of a game have numbers, which ``groups`` may refuse for its parameters.

    Raises:
        UsageError: if the module of the numbering does not say what it is.
    """
    if not game.numbering:
        return False
    numbering = numbering_of(game)
    try:
        numbering.groups(game)
    except UsageError:
        return False
    return True


def order_of(game: DiceGame, group: int) -> NDArray[np.int32]:
    """The numbers of a group of boards in the order in which they are looked at, (boards,) int32.

    Raises:
        UsageError: if the game gives an order of other numbers.
    """
    order = numbering_of(game).order(game, group)
    begin, end = (0, *groups_of(game))[group : group + 2]
    if order is None:
        return np.arange(begin, end, dtype=np.int32)
    named = np.zeros(end, np.bool_)
    if len(order) == end - begin and order.min() >= begin and order.max() < end:
        named[order] = True
    if not named[begin:].all():
        raise UsageError(
            f"order of {game.numbering} should give each number of group {group}, {begin} to {end - 1}, once"
        )
    return order


def numbered_rules(game: DiceGame) -> NumberedRules:
    """The rules of a game for kernels, with the numbers of its boards.

    Raises:
        UsageError: if its boards have no numbers.
    """
    numbering_of(game)
    return _rules_of(game)


@lru_cache(maxsize=64)
def _rules_of(game: DiceGame) -> NumberedRules:
    return NumberedRules(game.compiled_rules, *_addresses(game.numbering, len(game.numbers)))


@cache
def _addresses(module: str, numbers: int) -> tuple[int, ...]:
    """The addresses of a module's kernels, in this process."""
    kernels = [kernel_of(module, name, "numbering") for name in _KERNELS]
    text = _TEXT.format(module=module, numbers=numbers) + contents_of(kernels)
    long = types.int64
    longs = types.CPointer(long)  # type: ignore[no-untyped-call]
    signatures = long(longs, long, long, long), types.void(longs, long, longs)
    return tuple(
        address_in(module, name, function_from(text, f"{name}_at"), signature)
        for name, signature in zip(_KERNELS, signatures, strict=True)
    )


@kernel
def number_of(rules: NumberedRules, mine: int, theirs: int, state: int) -> int:
    """The number of a board as the player to move sees it; -1 if it is none on which the game goes on."""
    return call_for_integer(rules.number, (rules.dice.numbers, mine, theirs, state))


@kernel
def board_of(rules: NumberedRules, number: int) -> tuple[int, int, int]:
    """The board with a number."""
    return call_for_board(rules.board, (rules.dice.numbers, number))


@kernel
def fill_numbers(rules: NumberedRules, boards: NDArray[np.int64], numbers: NDArray[np.int64]) -> None:
    """Number boards, (boards, 3), as :func:`number_of` does."""
    for place in range(len(boards)):
        numbers[place] = number_of(rules, boards[place, 0], boards[place, 1], boards[place, 2])


@kernel
def fill_boards(rules: NumberedRules, numbers: NDArray[np.int32], boards: NDArray[np.int64]) -> None:
    """List the boards, (boards, 3), with these numbers."""
    for place in range(len(boards)):
        board = board_of(rules, numbers[place])
        boards[place, 0], boards[place, 1], boards[place, 2] = board


@kernel
def fill_numbers_after(
    rules: NumberedRules, boards: Boards, results: Results, numbers: NDArray[np.int64]
) -> None:
    """Number the boards after throws as the next player to move sees them; -1 where the game is over."""
    for place in range(len(results)):
        mine, theirs = int64(boards[MINE, place]), int64(boards[THEIRS, place])
        state = int64(boards[STATE, place])
        if results[place] == GOES_ON:
            mine, theirs, state = swapped(rules.dice, mine, theirs, state)
        numbers[place] = number_of(rules, mine, theirs, state) if results[place] > WON else -1


def check_numbers(game: DiceGame) -> None:
    """Check that the boards of many numbers have these numbers.

    Raises:
        UsageError: if one has another.
    """
    count = groups_of(game)[-1]
    numbers = np.linspace(0, count - 1, min(count, _CHECKED)).astype(np.int32)
    boards, found = np.empty((len(numbers), 3), np.int64), np.empty(len(numbers), np.int64)
    rules = numbered_rules(game)
    fill_boards(rules, numbers, boards)
    fill_numbers(rules, boards, found)
    for number, board, other in zip(numbers.tolist(), boards.tolist(), found.tolist(), strict=True):
        if number != other:
            raise UsageError(
                f"the boards of {game.title} have no numbers of their own: number {number} has the board "
                f"{tuple(board)}, which has number {other}: mend number_of_board or board_of_number of "
                f"{game.numbering}"
            )
    _check_groups(game, rules, boards[:: max(1, len(boards) // _FOLLOWED)])


def _check_groups(game: DiceGame, rules: NumberedRules, boards: NDArray[np.int64]) -> None:
    """Check that what follows boards are boards of their group and of those before it.

    Raises:
        UsageError: if there is another, so that the game would be solved wrongly.
    """
    ends, room = groups_of(game), new_room(game.rules_module)
    for board in boards.tolist():
        end = next(end for end in ends if number_of(rules, *board) < end)
        if end == ends[-1]:  # whatever is beyond the last group is found when the game is solved
            continue
        index = law(rules.dice, *board)
        for throw in rules.dice.throws[rules.dice.begins[index] : rules.dice.begins[index + 1]].tolist():
            mine, theirs, state = board
            count = afterstates(rules.dice, mine, theirs, state, throw, room)
            numbers = np.empty(count, np.int64)
            fill_numbers_after(rules, room.boards[:, :count].copy(), room.results[:count].copy(), numbers)
            going = numbers[room.results[:count] > WON]
            if going.size and going.max() >= end:
                found = shown(going.tolist())
                raise UsageError(
                    f"the groups of {game.title} are wrong: after the board {tuple(board)} of the group that "
                    f"ends at {end}, the throw {throw} leads to the numbers {found}, and only boards of this "
                    f"group and of those before it may follow: mend groups or number_of_board of "
                    f"{game.numbering}"
                )
