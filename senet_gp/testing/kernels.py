"""The checks that the kernels of a game with throws mean what its decisions say."""

from __future__ import annotations

from math import isclose
from typing import Any

import numpy as np

from senet_gp.engine.dice_search import what_follows
from senet_gp.games.dice.features import AGAIN, features_of, inputs_of, noted
from senet_gp.games.dice.game import DiceGame, if_dice
from senet_gp.games.dice.numbering import board_of, groups_of, is_numbered, number_of, numbered_rules
from senet_gp.games.dice.rules import (
    GOES_ON,
    MINE,
    STATE,
    THEIRS,
    THROWS_AGAIN,
    Room,
    afterstates,
    luck,
    most_afterstates,
    new_room,
    swapped,
    thrown,
    told_law,
)
from senet_gp.games.protocol import Decision, Game
from senet_gp.runtime.streams import game_streams
from senet_gp.testing.checks import Claims, Table, check, decision_text

#: Room for this many more boards or inputs than there should be, so that too many are found.
_BEYOND = 1 << 20
#: A board consists of three numbers, none of which is larger than this.
_BOARD, _MASK = 3, 2**32 - 1


def check_kernels(game: Game, decision: Decision) -> None:
    """Check that the kernels of a game with throws mean what a decision says."""
    dice = if_dice(game)
    if dice is not None:
        check(_KERNELS, decision_text(game, decision), dice, decision)


def _reached(decision: Decision) -> list[int]:
    """The indices of the afterstates in which the game goes on."""
    return [index for index in range(len(decision.afterstates)) if decision.result(index) is None]


def _positions(decision: Decision) -> list[Any]:
    """The positions before the decision, and after each move with which the game goes on."""
    return [decision.position, *(decision.afterstates[index].position for index in _reached(decision))]


def _boards_and_positions(game: DiceGame, decision: Decision) -> Claims:
    for position in _positions(decision):
        board = game.board_of(position)
        masks = len(board) == _BOARD and all(0 <= mask <= _MASK for mask in board)
        yield masks, "board_of to give three whole numbers: mine, theirs and the state", board
        read = game.position_of(board)
        yield read == position, f"position_of(board_of()) to be {position}", read


def _what_the_other_player_sees(game: DiceGame, decision: Decision) -> Claims:
    for position in _positions(decision):
        board = swapped(game.compiled_rules, *game.board_of(position))
        expected = game.swapped(position)
        told = tuple(game.board_of(expected))
        yield board == told, f"the kernel swapped to give the board of {expected}, {told}", board


def _throws_as_numbers(game: DiceGame, decision: Decision) -> Claims:
    read = game.throws_of(game.throw_of(decision.throws), decision.position)
    yield read == decision.throws, f"throw_of({decision.throws}) to be a number of its own", read


def _throws_of_the_kernels(game: DiceGame, decision: Decision) -> Claims:
    """The kernel throws what the game throws, and draws as much for it."""
    board, seat = game.board_of(decision.position), decision.seat
    streams, others = (game_streams(sum(board)) for _ in range(2))
    throws = game.next_decision(decision.position, seat, streams).throws
    expected, drawn = game.throw_of(throws), thrown(game.compiled_rules, *board, others, seat)
    yield drawn == expected, f"thrown to give {expected}, for {throws}, from the same draws", drawn
    yield np.array_equal(streams, others), "thrown to draw as often as the game", "another number"


def _listed(game: DiceGame, decision: Decision) -> tuple[Room, int]:
    """The boards that the kernel lists, in room for many more than it may list, and their number."""
    room = new_room(game.rules_module)
    boards = np.zeros(room.boards.size + _BEYOND, np.uint32)[: room.boards.size]
    results = np.zeros(room.results.size + _BEYOND, np.int8)[: room.results.size]
    roomy = Room(boards.reshape(room.boards.shape), results, room.scratch)
    board, throw = game.board_of(decision.position), game.throw_of(decision.throws)
    return roomy, afterstates(game.compiled_rules, *board, throw, roomy)


def _number_of_afterstates(game: DiceGame, decision: Decision) -> Claims:
    most, count = most_afterstates(game.rules_module), _listed(game, decision)[1]
    yield 1 <= count <= most, f"1 to {most} afterstates, as MAX_AFTERSTATES says", count


def _laws_of_throws(game: DiceGame, decision: Decision) -> Claims:
    """The chances of the kernels' law are those that the game tells."""
    laws, number = game.laws(), told_law(game.compiled_rules, *game.board_of(decision.position))
    yield 0 <= number < len(laws), f"law to give a number from 0 to {len(laws) - 1}", number
    chances = dict(zip(laws[number].throws.tolist(), laws[number].chances.tolist(), strict=True))
    yield isclose(sum(chances.values()), 1), "chances that add up to 1", sum(chances.values())
    told = {game.throw_of(t): chance for t, chance in game.throw_chances(decision.position).items()}
    equal = told.keys() == chances.keys() and all(isclose(told[t], chances[t]) for t in told)
    yield equal, f"laws and law to give the chances of throw_chances, {told}", chances


def _luck_of_the_kernels(game: DiceGame, decision: Decision) -> Claims:
    board, throw = game.board_of(decision.position), game.throw_of(decision.throws)
    points = luck(game.compiled_rules, *board, throw)
    yield isclose(points, decision.luck, abs_tol=1e-9), f"the luck {decision.luck}", points


def _afterstates_of_the_kernels(game: DiceGame, decision: Decision) -> Claims:
    room, count = _listed(game, decision)
    indices = range(len(decision.afterstates))
    yield count == len(indices), f"{len(indices)} afterstates", count
    boards = room.boards[[MINE, THEIRS, STATE], :count].T.tolist()
    told = [list(game.board_of(after.position)) for after in decision.afterstates]
    yield boards == told, f"the boards (mine, theirs, state) {told}, in this order", boards
    yield not (room.boards[STATE, :count] >= AGAIN).any(), f"states below {AGAIN}", boards
    results, expected = room.results[:count].tolist(), [what_follows(decision, index) for index in indices]
    yield results == expected, f"the results {expected}", results


def _what_networks_see(game: DiceGame, decision: Decision) -> Claims:
    """What networks see of boards, and what follows them."""
    inputs, most = inputs_of(game.rules_module)
    active, seen = np.zeros(most + _BEYOND, np.int64), features_of(game.rules_module)
    for index, after in enumerate(decision.afterstates):
        (mine, theirs, state), result = game.board_of(after.position), what_follows(decision, index)
        count = noted(seen, mine, theirs, state | (AGAIN if result == THROWS_AGAIN else 0), active)
        if count < 0:
            shown = count + GOES_ON
            yield shown == result, f"result_on to tell the result {result} or {GOES_ON}", shown
            continue
        yield count <= most, f"at most {most} inputs that are 1 (MAX_ACTIVE)", count
        noticed = active[:count].tolist()
        yield all(0 <= n < inputs for n in noticed), f"inputs from 0 to {inputs - 1}", noticed


def _numbers_of_boards(game: DiceGame, decision: Decision) -> Claims:
    """A board on which the game goes on has a number of its own."""
    if not is_numbered(game):
        return
    rules, most = numbered_rules(game), groups_of(game)[-1] - 1
    for position in (decision.position, *map(decision.following, _reached(decision))):
        board = tuple(game.board_of(position))
        number = number_of(rules, *board)
        within = f"number_of_board to give a number from 0 to {most} of the board {board}"
        yield 0 <= number <= most, within, number
        found = board_of(rules, number)
        back = f"board_of_number({number}) to be the board {board} of number_of_board"
        yield found == board, back, found


_KERNELS: Table = (
    _boards_and_positions,
    _what_the_other_player_sees,
    _throws_as_numbers,
    _throws_of_the_kernels,
    _number_of_afterstates,
    _laws_of_throws,
    _luck_of_the_kernels,
    _afterstates_of_the_kernels,
    _what_networks_see,
    _numbers_of_boards,
)
