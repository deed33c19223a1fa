"""The compiled rules of a game with throws, behind functions that are the same for all games.

The module of a game's rules has the kernels ``thrown``, ``luck`` and ``afterstates``, with the arguments of
the functions here; where exchanging the masks is not all that ``swapped`` does, it has that, too, and ``law``
where boards differ in what is thrown. They are called by their addresses, so that the code that plays,
searches or solves is compiled once for all games.

A board is three whole numbers: ``mine`` and ``theirs``, the masks of the pieces of the player to move and of
the other, with bit s for square s; and ``state``, what the squares do not show, such as pieces in hand. A
throw is a whole number whose meaning the game alone knows; several dice are one throw.
"""

# numba looks at the names of arguments, used or not.

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, cast

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array
from numpy.typing import NDArray

from senet_gp.games.kernels import address_in, check_parameters, contents_of, kernel_of
from senet_gp.games.rules_code import module_of
from senet_gp.runtime.compiled import (
    call_for_board,
    call_for_float,
    call_for_integer,
    function_from,
    inlined_kernel,
    int64,
    kernel,
)
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.streams import STREAMS, Streams

#: The columns of a list of boards: the squares of both; the move that led there, and what it did for words,
#: such as hits, as the game packs them; and the state.
MINE, THEIRS, MOVES, DID, STATE = range(5)
COLUMNS = 5
#: What follows an afterstate: the game is lost, drawn or won by the player who has moved; the other player
#: is to move; or the same player throws again.
LOST, DRAWN, WON, GOES_ON, THROWS_AGAIN = range(-1, 4)

Boards = NDArray[np.uint32]  # (COLUMNS, most afterstates)
Results = NDArray[np.int8]  # (most afterstates,)
Scratch = NDArray[np.uint32]  # where the rules may keep anything
Numbers = NDArray[np.int64]  # what the rules need to know of the game's parameters


class Law(NamedTuple):
    """What can be thrown, and with which chances.

    Attributes:
        throws: (throws,) int64.
        chances: (throws,) float64; their sum is 1.
        chooses: whether the player may have a choice after such a throw.
    """

    throws: NDArray[np.int64]
    chances: NDArray[np.float64]
    chooses: bool = True


class DiceRules(NamedTuple):
    """The rules of a game with its parameters, for kernels; valid in this process only."""

    thrown: int  # an address, as the following
    luck: int
    afterstates: int
    swapped: int  # 0 where the masks are exchanged and nothing else
    law: int  # 0 where there is only one law
    numbers: Numbers
    # The laws one after another, and where each begins; the last element is where they end.
    throws: NDArray[np.int64]
    chances: NDArray[np.float64]
    begins: NDArray[np.int64]


class PlayingRules(NamedTuple):
    """The rules as far as games are played by them, for kernels; valid in this process only."""

    turn: int  # the address of what throws, adds up luck and lists afterstates
    swapped: int  # as in DiceRules
    numbers: Numbers


class Room(NamedTuple):
    """Where the afterstates of a decision are listed."""

    boards: Boards
    results: Results
    scratch: Scratch


_TEXT = """\
from numba import carray
from {module} import {kernels}

def thrown_at(numbers, mine, theirs, state, streams, seat):
    return thrown(carray(numbers, ({numbers},)), mine, theirs, state, carray(streams, ({streams},)), seat)

def luck_at(numbers, mine, theirs, state, throw):
    return luck(carray(numbers, ({numbers},)), mine, theirs, state, throw)

def afterstates_at(numbers, mine, theirs, state, throw, boards, results, scratch):
    rows, ends = carray(boards, ({columns}, {most})), carray(results, ({most},))
    work = carray(scratch, ({scratch},))
    return afterstates(carray(numbers, ({numbers},)), mine, theirs, state, throw, rows, ends, work)

def turn_at(numbers, mine, theirs, state, streams, seat, lucks, boards, results, scratch):
    given, sums = carray(numbers, ({numbers},)), carray(lucks, (2,))
    throw = thrown(given, mine, theirs, state, carray(streams, ({streams},)), seat)
    sums[seat] += luck(given, mine, theirs, state, throw)
    rows, ends = carray(boards, ({columns}, {most})), carray(results, ({most},))
    return afterstates(given, mine, theirs, state, throw, rows, ends, carray(scratch, ({scratch},)))
"""
#: Likewise of the kernels that a game need not bring.
_OPTIONAL = {
    "swapped": """
def swapped_at(numbers, mine, theirs, state, out):
    board = carray(out, (3,))
    board[0], board[1], board[2] = swapped(carray(numbers, ({numbers},)), mine, theirs, state)
""",
    "law": """
def law_at(numbers, mine, theirs, state):
    return law(carray(numbers, ({numbers},)), mine, theirs, state)
""",
}
_LONG = types.int64
_REAL = types.float64
_LONGS, _REALS, _DRAWS, _MASKS, _BYTES = (
    types.CPointer(kind)  # type: ignore[no-untyped-call]
    for kind in (_LONG, _REAL, types.uint64, types.uint32, types.int8)
)
_BOARD = _LONGS, _LONG, _LONG, _LONG
_SIGNATURES = {
    "thrown": _LONG(*_BOARD, _DRAWS, _LONG),
    "luck": _REAL(*_BOARD, _LONG),
    "afterstates": _LONG(*_BOARD, _LONG, _MASKS, _BYTES, _MASKS),
    "swapped": types.void(*_BOARD, _LONGS),
    "law": _LONG(*_BOARD),
    "turn": _LONG(*_BOARD, _DRAWS, _LONG, _REALS, _MASKS, _BYTES, _MASKS),
}
_KERNELS = ("thrown", "luck", "afterstates", *_OPTIONAL)
#: The rules are given at least one number, and room for one in the scratch, so that no array is empty.
_AT_LEAST = 1
#: How far the sum of chances may be from 1, in which numbers are rounded.
_CLOSE = 1e-9
#: Boards are read and scored in blocks of this size, so the room for them is a multiple of it.
_WHOLE = 128
#: How many boards of other decisions can stand in a room before those of a decision.
BEFORE = 1024
#: A turn in which a player would decide more often than this ends its game, which is drawn: it never ends.
MOST_IN_A_TURN = 1000


def new_room(module: str) -> Room:
    """Room for the afterstates of any decision of a game.

    Args:
        module: the dotted name of the module that has the rules. Its ``MAX_AFTERSTATES`` is the number of
            boards for which the rules need room, its ``SCRATCH`` how many ``uint32`` they need besides (by
            default none).
    """
    most, scratch = _sizes(module)
    # No board is ever arbitrary memory: boards are scored in whole blocks.
    boards, results = np.zeros((COLUMNS, most), np.uint32), np.zeros(most, np.int8)
    return Room(boards, results, np.zeros(scratch, np.uint32))


def _sizes(module: str) -> tuple[int, int]:
    scratch = getattr(module_of(module, "rules_module"), "SCRATCH", 0)
    return BEFORE + -(-most_afterstates(module) // _WHOLE) * _WHOLE, max(_AT_LEAST, scratch)


def most_afterstates(module: str) -> int:
    """The largest number of boards that a throw can lead to, as a module of rules says.

    Raises:
        UsageError: if it does not say it.
    """
    most = getattr(module_of(module, "rules_module"), "MAX_AFTERSTATES", None)
    if not isinstance(most, int) or most < 1:
        raise UsageError(
            f"{module} does not say how many boards a throw can lead to: set MAX_AFTERSTATES to a number"
        )
    return most


def dice_rules(module: str, numbers: Numbers, laws: tuple[Law, ...]) -> DiceRules:
    """The rules of a game for kernels.

    Args:
        module: the dotted name of the module that has the kernels.
        numbers: the game's parameters as the kernels take them, (at least 1,) int64.
        laws: the laws of its throws, one of which the kernel ``law`` chooses for a board.

    Raises:
        UsageError: if a kernel is missing or cannot be compiled, the numbers are not as said, there is no
            law, or the chances of one do not add up to 1.
    """
    check_parameters(module, numbers)
    if not laws:
        raise UsageError(f"there is no law of throws for the kernels of {module}: laws() gives at least one")
    for number, law_of_throws in enumerate(laws):
        total = float(law_of_throws.chances.sum())
        if not abs(total - 1) <= _CLOSE:  # what is no number compares as false
            raise UsageError(f"the chances of law {number} of {module} add up to {total:g}, not to 1")
    begins = np.cumsum([0, *(len(law.throws) for law in laws)])
    at = {name: _address(module, name, len(numbers)) for name in _KERNELS}
    return DiceRules(
        at["thrown"],
        at["luck"],
        at["afterstates"],
        at["swapped"],
        at["law"],
        numbers,
        np.concatenate([law.throws for law in laws]),
        np.concatenate([law.chances for law in laws]),
        begins.astype(np.int64),
    )


def playing_rules(module: str, numbers: Numbers) -> PlayingRules:
    """The rules of a game for kernels that only play it, which are compiled sooner.

    Args:
        module: as for :func:`dice_rules`, like ``numbers``.
        numbers: likewise.

    Raises:
        UsageError: if a kernel is missing or cannot be compiled.
    """
    check_parameters(module, numbers)
    turn, swapped = (_address(module, name, len(numbers)) for name in ("turn", "swapped"))
    return PlayingRules(turn, swapped, numbers)


@cache
def _address(module: str, name: str, numbers: int) -> int:
    """The address of one of the functions of the rules of a module, in this process; 0 if there is none."""
    text = _text_of(module, numbers)
    if name in _OPTIONAL and not _has(module, name):
        return 0
    return address_in(module, name, function_from(text, f"{name}_at"), _SIGNATURES[name])


def _has(module: str, name: str) -> bool:
    return hasattr(module_of(module, "rules_module"), name)


@cache
def _text_of(module: str, numbers: int) -> str:
    """The text of the functions of a module's rules that are called by address.

    Raises:
        UsageError: if a kernel is missing.
    """
    most, scratch = _sizes(module)
    names = [name for name in _KERNELS if name not in _OPTIONAL or _has(module, name)]
    kernels = [kernel_of(module, name, "rules_module") for name in names]
    sizes = {"numbers": numbers, "streams": STREAMS, "columns": COLUMNS, "most": most, "scratch": scratch}
    text = _TEXT + "".join(_OPTIONAL.get(name, "") for name in names)
    return text.format(module=module, kernels=", ".join(names), **sizes) + contents_of(kernels)


@kernel
def turn(
    rules: PlayingRules,
    mine: int,
    theirs: int,
    state: int,
    streams: Streams,
    seat: int,
    lucks: NDArray[np.float64],
    room: Room,
) -> int:
    """Throw for the player to move, and list the boards that the throw can lead to.

    Args:
        rules: the rules of the game.
        mine: the mask of the player to move.
        theirs: the mask of the other player.
        state: what the squares do not show.
        streams: the game's random streams.
        seat: the seat of the player to move.
        lucks: (2,) float64, to which the luck of the throw is added, by seat.
        room: as for :func:`afterstates`.

    Returns:
        How many boards there are.
    """
    given = rules.numbers, mine, theirs, state, streams, seat, lucks, room.boards, room.results, room.scratch
    return _within(call_for_integer(rules.turn, given), room)


@kernel
def thrown(rules: DiceRules, mine: int, theirs: int, state: int, streams: Streams, seat: int) -> int:
    """Throw for the player to move, who has this seat: a throw, drawn from the stream of the seat."""
    return call_for_integer(rules.thrown, (rules.numbers, mine, theirs, state, streams, seat))


@kernel
def luck(rules: DiceRules, mine: int, theirs: int, state: int, throw: int) -> float:
    """By how much a throw is better than the mean, in a unit of the game; 0 where nothing depends on it."""
    return call_for_float(rules.luck, (rules.numbers, mine, theirs, state, throw))


@kernel
def afterstates(rules: DiceRules, mine: int, theirs: int, state: int, throw: int, room: Room) -> int:
    """List the boards that a throw can lead to, in the order of the game's afterstates.

    Args:
        rules: the rules of the game.
        mine: the mask of the player to move.
        theirs: the mask of the other player.
        state: what the squares do not show.
        throw: the throw.
        room: where the boards, as the player who has moved sees them, and what follows them are written:
            ``LOST``, ``DRAWN`` or ``WON`` for that player where the game is over; else ``GOES_ON`` or
            ``THROWS_AGAIN``.

    Returns:
        How many boards there are, at least one: a throw that moves nothing leaves the board as it is. If
        there is no room for all, as many as there is room for.
    """
    given = rules.numbers, mine, theirs, state, throw, room.boards, room.results, room.scratch
    return _within(call_for_integer(rules.afterstates, given), room)


@inlined_kernel
def _within(count: int, room: Room) -> int:
    """How many of the boards that a kernel has listed have room behind those of other decisions."""
    return min(max(count, int64(0)), room.results.size - BEFORE)


@intrinsic
def _array_from(_context: Any, array: Any, _begin: Any) -> Any:
    """The same array, but its memory begins this many elements later; much faster than a slice."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = make_array(signature.return_type)(context, builder, arguments[0])  # type: ignore[no-untyped-call]
        made.data = builder.gep(made.data, [arguments[1]])
        # The room outlives its parts, so nothing counts who refers to it.
        made.meminfo, made.parent = (ir.Constant(old.type, None) for old in (made.meminfo, made.parent))
        return made._getvalue()  # noqa: SLF001

    return array(array, types.int64), generate


_from = cast("Callable[[Any, int], Any]", _array_from)


@inlined_kernel
def room_from(boards: Boards, results: Results, scratch: Scratch, begin: int) -> Room:
    """The room behind boards that other decisions have listed.

    Args:
        boards: as in :class:`Room`.
        results: likewise.
        scratch: likewise.
        begin: how many boards have been listed, at most ``BEFORE``.
    """
    return Room(_from(boards, begin), _from(results, begin), scratch)


@inlined_kernel
def keep(
    boards: Boards,
    results: Results,
    index: int,
    mine: int,
    theirs: int,
    move: int,
    did: int,
    state: int,
    result: int,
) -> int:
    """Write a board and what follows it at ``index``; returns the next index.

    Where there is no room nothing is written.

    Args:
        boards: the boards of a :class:`Room`.
        results: its results.
        index: where the board is written.
        mine: the mask of the player who has moved.
        theirs: the mask of the other.
        move: the move that led there, as the words of the game read it; 0 if none does.
        did: what the move did, such as how many pieces it hit, likewise.
        state: what the squares do not show.
        result: what follows.
    """
    if index < results.size - BEFORE:
        boards[MINE, index] = mine
        boards[THEIRS, index] = theirs
        boards[MOVES, index] = move
        boards[DID, index] = did
        boards[STATE, index] = state
        results[index] = result
    return index + 1


@kernel
def swapped(rules: DiceRules | PlayingRules, mine: int, theirs: int, state: int) -> tuple[int, int, int]:
    """A board as the other player sees it."""
    if rules.swapped == 0:
        return theirs, mine, state
    return call_for_board(rules.swapped, (rules.numbers, mine, theirs, state))


@kernel
def told_law(rules: DiceRules, mine: int, theirs: int, state: int) -> int:
    """The index of the law by which the player to move throws, as the rules tell it."""
    if rules.law == 0:
        return 0
    return call_for_integer(rules.law, (rules.numbers, mine, theirs, state))


@kernel
def law(rules: DiceRules, mine: int, theirs: int, state: int) -> int:
    """The index of the law by which the player to move throws; the first one if there is none with it."""
    index = told_law(rules, mine, theirs, state)
    return index if 0 <= index < rules.begins.size - 1 else int64(0)
