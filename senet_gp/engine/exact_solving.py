"""Exact values of a game with throws whose boards have numbers: solved, and of players against perfect play.

The value of a board is a whole number of units: the mean, over all throws, of the best that each can lead to,
rounded (:data:`senet_gp.games.dice.numbering.ONE`). All boards are valued by sweeps until they stay the same;
values that are known already in a sweep are used at once (Gauss-Seidel). The groups of boards are solved one
after the other. A moment between two sweeps is a state from which the iteration goes on to the same values,
to the last bit.

Of a player there are two values for each board: their win probability if they are to move, and if the perfect
opponent is. They stand in one array: those of the player from 0 on, those of the opponent after them, then 1
for a game that the player has won, 0 for one that is lost, and one half for a draw. What a choice leads to is
an index into it.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from math import log2
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.results import best_board, one_of
from senet_gp.games.dice.game import DiceGame
from senet_gp.games.dice.numbering import (
    ONE,
    NumberedRules,
    Sweep,
    board_of,
    check_numbers,
    groups_of,
    number_of,
    numbered_rules,
    numbering_of,
    order_of,
)
from senet_gp.games.dice.rules import (
    COLUMNS,
    DRAWN,
    GOES_ON,
    LOST,
    MINE,
    MOST_IN_A_TURN,
    STATE,
    THEIRS,
    THROWS_AGAIN,
    WON,
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
from senet_gp.runtime import interruption
from senet_gp.runtime.compiled import inlined_kernel, int64, kernel, uint64
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.interruption import Progress
from senet_gp.runtime.machine import available_cores
from senet_gp.runtime.streams import STREAMS, derived_key, open_streams

#: A group has about this many parts; a part has at least and at most this many boards.
_PARTS = 256
_FEWEST, _MOST = 64, 8192
#: Smaller parts are computed by one thread: handing them out would take as long.
_WORTH_SHARING = 1024


@inlined_kernel
def _worth(
    rules: NumberedRules,
    mine: int,
    theirs: int,
    state: int,
    result: int,
    values: NDArray[np.uint32],
) -> int:
    """The value of a board for the player who has moved; -1 if it has none of the numbers."""
    if result == WON:
        return ONE
    if result == LOST:
        return 0
    if result == DRAWN:
        return ONE // 2
    if result != THROWS_AGAIN:
        mine, theirs, state = swapped(rules.dice, mine, theirs, state)
    number = number_of(rules, mine, theirs, state)
    if not 0 <= number < len(values):
        return -1
    value = int64(values[number])
    return value if result == THROWS_AGAIN else ONE - value


@kernel
def _fill_new(
    rules: NumberedRules,
    numbers: NDArray[np.int32],
    values: NDArray[np.uint32],
    new: NDArray[np.uint32],
    room: Room,
) -> int:
    """Compute new values of the boards with these numbers.

    Returns by how much a value changes at most; or, if what follows a board has none of the numbers, -1 less
    the number of that board.
    """
    change = 0
    for place in range(len(numbers)):
        number = numbers[place]
        mine, theirs, state = board_of(rules, number)
        index = law(rules.dice, mine, theirs, state)
        mean = 0.5
        for throw in range(rules.dice.begins[index], rules.dice.begins[index + 1]):
            count = afterstates(rules.dice, mine, theirs, state, rules.dice.throws[throw], room)
            best = 0
            for after in range(count):
                worth = _worth(
                    rules,
                    int64(room.boards[MINE, after]),
                    int64(room.boards[THEIRS, after]),
                    int64(room.boards[STATE, after]),
                    int64(room.results[after]),
                    values,
                )
                if worth < 0:
                    return -1 - int64(number)
                best = max(best, worth)
            mean += rules.dice.chances[throw] * best
        value = int64(mean)
        change = max(change, abs(value - int64(values[number])))
        new[place] = value
    return change


class ListedSweep:
    """A sweep of a group of boards that lists the afterstates of all throws, on all cores.

    The new values of a part are computed from those before it and take their places when all are there. So
    it does not matter which thread computes which, and parts are so small that hardly any board of one
    follows from another.

    Args:
        game: the game.
        group: the number of the group.
        values: the values of all boards, (boards,) uint32, which it changes.

    Attributes:
        parts: how many parts there are.

    Raises:
        UsageError: if the boards of the game have no numbers.
    """

    def __init__(self, game: DiceGame, group: int, values: NDArray[np.uint32]) -> None:
        self._numbers = np.ascontiguousarray(order_of(game, group))
        self._game, self._values = game, values
        self._size = min(max(len(self._numbers) // _PARTS, _FEWEST), _MOST)
        self._new = np.empty(self._size, np.uint32)
        self._rules = numbered_rules(game)
        cores = available_cores() if self._size >= _WORTH_SHARING else 1
        self._rooms = [new_room(game.rules_module) for _ in range(cores)]
        self._map = ThreadPoolExecutor(cores).map if cores > 1 else map
        self.parts = -(-len(self._numbers) // self._size)

    def visit(self, part: int) -> int:
        """Visit the boards of a part; returns by how much a value has changed at most.

        Raises:
            UsageError: if what follows a board has none of the numbers.
        """
        numbers = self._numbers[part * self._size : (part + 1) * self._size]
        new, shares = self._new[: len(numbers)], len(self._rooms)
        work = np.array_split(numbers, shares), np.array_split(new, shares), self._rooms
        changes = list(self._map(self._fill, *work))
        if min(changes) < 0:
            raise UsageError(
                f"after board number {-1 - min(changes)} of {self._game.title} comes one that has none of "
                f"the numbers: mend number_of_board of {self._game.numbering}"
            )
        self._values[numbers] = new
        return max(changes)

    def _fill(self, numbers: NDArray[np.int32], new: NDArray[np.uint32], room: Room) -> int:
        return int(_fill_new(self._rules, numbers, self._values, new, room))


#: Sweeps end when no value changes by more units than this: rounding alone may change values by one or two.
STILL = 4


@dataclass
class Solving:
    """Values of boards on the way to their final ones.

    >>> from senet_gp.games.senet import Senet
    >>> solving = Solving(Senet(pieces=1))
    >>> changes = list(solving.sweeps())
    >>> solving.solved, changes[-1] <= STILL, solving.values.shape
    (True, True, (870,))

    Attributes:
        game: the game, with its parameters.
        group: how many groups of boards are solved.
        sweeps_made: how many sweeps the next group has had.
        values: (boards,) uint32.

    Raises:
        UsageError: if the boards of the game have no numbers.
    """

    game: DiceGame
    group: int = 0
    sweeps_made: int = 0
    values: NDArray[np.uint32] = field(default_factory=lambda: np.empty(0, np.uint32))

    def __post_init__(self) -> None:
        self._ends = groups_of(self.game)
        check_numbers(self.game)
        if not self.values.size:
            self.values = np.full(self._ends[-1], ONE // 2, np.uint32)

    @property
    def solved(self) -> bool:
        """Whether all values are final."""
        return self.group == len(self._ends)

    def sweeps(self, show: Progress | None = None, *, listed: bool = False) -> Iterator[int]:
        """Sweep until the values stay, and yield the largest change of a value after each sweep.

        Args:
            show: is told how many boards are solved, about, and which sweep is made.
            listed: whether afterstates are listed even if the game has a faster sweep of its own.

        Raises:
            UsageError: if what follows a board has none of the numbers.
            KeyboardInterrupt: if the person interrupts the program; the values are then those in the middle
                of a sweep.
        """
        while not self.solved:
            given = self.game, self.group, self.values
            sweep = None if listed else numbering_of(self.game).sweep(*given)
            sweep = sweep or ListedSweep(*given)
            change = ONE
            while change > STILL:
                change = self._sweep(sweep, change, show)
                self.sweeps_made += 1
                if change <= STILL:
                    self.group, self.sweeps_made = self.group + 1, 0
                yield change

    def _sweep(self, sweep: Sweep, change_before: int, show: Progress | None) -> int:
        """Visit every board of a group once; returns the largest change of a value."""
        first, end = (0, *self._ends)[self.group : self.group + 2]
        # Changes shrink by about the same factor in each sweep.
        done = round(first + (end - first) * (1 - log2(max(change_before, 1)) / log2(ONE)))
        text = f"group {self.group + 1} of {len(self._ends)}, sweep {self.sweeps_made + 1}"
        change = 0
        for part in range(sweep.parts):
            interruption.check()
            if show is not None:
                show(done, len(self.values), text)
            change = max(change, sweep.visit(part))
        return change


#: The columns of games that are played side by side: the board as the player to move sees it, the seat of
#: this player, the turn, and how often the player has thrown again in it. ``OVER`` is 1 if the first mover
#: has won, -1 if the other has, 2 if neither has.
OWN, OTHER, BESIDE, SEAT, TURN, OVER, THROWN_AGAIN = range(7)
GAME_COLUMNS = 7
#: The values of games that are over, after those of the boards.
ENDED = np.array([1.0, 0.0, 0.5])
_DRAW = 2


class Ends(NamedTuple):
    """The boards that several decisions can end in, one decision after the other."""

    boards: Boards  # (5, room)
    results: Results  # (room,): what follows them, for the player who decides
    begins: NDArray[np.int64]  # (decisions + 1,): where the boards of each decision begin


class Policy(NamedTuple):
    """What is chosen in some decisions, by the player or by the opponent, all of it equally likely."""

    counts: NDArray[np.int32]  # (decisions,): how many boards are chosen among
    kept: NDArray[np.int32]  # what these lead to, as indices of values, decision after decision


class GamesInPlay(NamedTuple):
    """Games that are played side by side, and their next decisions."""

    games: NDArray[np.int64]  # (games, 7)
    streams: NDArray[np.uint64]  # (games, 3)
    decides: NDArray[np.int64]  # (games,): the games that have a decision, in order
    throws: NDArray[np.int64]  # (games,): its throw

    @classmethod
    def new(cls, count: int) -> Self:
        """Games that are to be begun."""
        return cls(
            np.zeros((count, GAME_COLUMNS), np.int64),
            np.zeros((count, STREAMS), np.uint64),
            np.zeros(count, np.int64),
            np.zeros(count, np.int64),
        )


@inlined_kernel
def _append(ends: Ends, decision: int, count: int, room: Room) -> None:
    """Add the boards that a decision can end in."""
    begin = ends.begins[decision]
    for board in range(count):
        for column in range(COLUMNS):
            ends.boards[column, begin + board] = room.boards[column, board]
        ends.results[begin + board] = room.results[board]
    ends.begins[decision + 1] = begin + count


@inlined_kernel
def _is_full(ends: Ends, decision: int, room: Room) -> bool:
    """Whether there may be no room for the boards of another decision."""
    full: bool = ends.begins[decision] + len(room.results) > len(ends.results)
    return full


@kernel
def list_ends(
    rules: DiceRules, positions: NDArray[np.int64], throws: NDArray[np.int64], ends: Ends, room: Room
) -> int:
    """List the ends of decisions, as many as there is room for; returns how many decisions that are.

    Args:
        rules: the rules of the game.
        positions: (decisions, 3), the boards before the throws.
        throws: (decisions,), the throws.
        ends: is filled.
        room: where the afterstates of a decision are made.
    """
    ends.begins[0] = 0
    decision = 0
    while decision < len(throws) and not _is_full(ends, decision, room):
        mine, theirs, state = positions[decision, 0], positions[decision, 1], positions[decision, 2]
        count = afterstates(rules, mine, theirs, state, throws[decision], room)
        _append(ends, decision, count, room)
        decision += 1
    return decision


@kernel
def keep_best(
    rules: NumberedRules,
    ends: Ends,
    scores: NDArray[np.float64],
    side: int,
    size: int,
    policy: Policy,
) -> int:
    """Keep what the best boards of each decision lead to, as indices of values; returns how many there are.

    Of the opponent's best boards the first is kept alone, because perfect play draws nothing.

    Args:
        rules: the rules of the game.
        ends: the boards of the decisions.
        scores: (boards,) float64.
        side: 0 if the player decides, 1 if the opponent does.
        size: the number of boards that have values.
        policy: is filled.
    """
    total = 0
    for decision in range(ends.begins.size - 1):
        begin, end = ends.begins[decision], ends.begins[decision + 1]
        best = -np.inf
        for board in range(begin, end):
            best = max(best, scores[board])
        before = total
        for board in range(begin, end):
            if scores[board] == best:
                policy.kept[total] = _leads_to(rules, ends, board, side, size)
                total += 1
                if side:
                    break
        policy.counts[decision] = total - before
    return total


@kernel
def _leads_to(rules: NumberedRules, ends: Ends, board: int, side: int, size: int) -> int:
    """The index of the value of an end, if the decision is the player's (side 0) or the opponent's."""
    result = ends.results[board]
    if result == WON:
        return 2 * size + side
    if result == LOST:
        return 2 * size + 1 - side
    if result == DRAWN:
        return 2 * size + _DRAW
    mine, theirs = int64(ends.boards[MINE, board]), int64(ends.boards[THEIRS, board])
    state = int64(ends.boards[STATE, board])
    if result == GOES_ON:
        mine, theirs, state = swapped(rules.dice, mine, theirs, state)
        return (1 - side) * size + number_of(rules, mine, theirs, state)
    return side * size + number_of(rules, mine, theirs, state)


@kernel
def evaluate(
    rules: DiceRules,
    numbers: NDArray[np.int32],
    laws: NDArray[np.int16],
    side: int,
    policy: Policy,
    values: NDArray[np.float64],
) -> float:
    """Set the values of boards to the means of what the choices on them lead to; returns the largest change.

    Args:
        rules: the rules of the game.
        numbers: (boards,) int32, the numbers of the boards.
        laws: (boards,) int16, the laws of the throws on them.
        side: 0 if the player is to move, 1 if the opponent is.
        policy: what is chosen after each throw on each board.
        values: (2 * boards of the table + 3,) float64, changed in place.
    """
    size = (values.size - len(ENDED)) // 2
    change = 0.0
    place, decision = 0, 0
    for board in range(len(numbers)):
        value = 0.0
        for throw in range(rules.begins[laws[board]], rules.begins[laws[board] + 1]):
            count = int64(policy.counts[decision])
            total = 0.0
            for chosen in range(place, place + count):
                total += values[policy.kept[chosen]]
            value += rules.chances[throw] * total / count
            place += count
            decision += 1
        index = side * size + int64(numbers[board])
        change = max(change, abs(value - values[index]))
        values[index] = value
    return change


@kernel
def begin_games(key: Any, begin: int, starts: NDArray[np.int64], playing: GamesInPlay) -> None:
    """Begin games, numbered from ``begin`` on, each with random streams of its own."""
    games, streams = playing.games, playing.streams
    for game in range(games.shape[0]):
        open_streams(derived_key(key, uint64(begin + game)), streams[game])
        start = one_of(len(starts), streams[game])
        for column in range(SEAT):
            games[game, column] = starts[start, column]
        games[game, SEAT:] = 0
        games[game, TURN] = 1


@inlined_kernel
def _go_on(
    rules: DiceRules, most_turns: int, game: NDArray[np.int64], boards: Boards, results: Results, chosen: int
) -> None:
    """Go on with a game after a choice."""
    mine, theirs = int64(boards[MINE, chosen]), int64(boards[THEIRS, chosen])
    state, result = int64(boards[STATE, chosen]), int64(results[chosen])
    if result == DRAWN:
        game[OVER] = 2
    elif result <= WON:
        game[OVER] = result * (1 - 2 * game[SEAT])
    elif result == THROWS_AGAIN:
        game[OWN], game[OTHER], game[BESIDE] = mine, theirs, state
        game[THROWN_AGAIN] += 1
        if game[THROWN_AGAIN] == MOST_IN_A_TURN:
            game[OVER] = 2
    elif game[TURN] == most_turns:
        game[OVER] = 2
    else:
        game[OWN], game[OTHER], game[BESIDE] = swapped(rules, mine, theirs, state)
        game[SEAT], game[THROWN_AGAIN] = 1 - game[SEAT], 0
        game[TURN] += 1


@kernel
def next_decisions(rules: DiceRules, most_turns: int, playing: GamesInPlay, ends: Ends, room: Room) -> int:
    """Play games up to their next decision with more than one end; returns how many of them have one.

    If there is no more room for ends, the other games wait; if no game has a decision, all are over.

    Args:
        rules: the rules of the game.
        most_turns: after how many turns a game is stopped.
        playing: the games, whose next decisions are noted.
        ends: the boards of the decisions.
        room: where the afterstates of a decision are made.
    """
    decisions = 0
    ends.begins[0] = 0
    for number in range(len(playing.games)):
        game = playing.games[number]
        while game[OVER] == 0:
            if _is_full(ends, decisions, room):
                return decisions
            mine, theirs, state = game[OWN], game[OTHER], game[BESIDE]
            throw = thrown(rules, mine, theirs, state, playing.streams[number], game[SEAT])
            count = afterstates(rules, mine, theirs, state, throw, room)
            if count > 1:
                _append(ends, decisions, count, room)
                playing.decides[decisions], playing.throws[decisions] = number, throw
                decisions += 1
                break
            _go_on(rules, most_turns, game, room.boards, room.results, 0)
    return decisions


@kernel
def choose_among(
    rules: DiceRules,
    most_turns: int,
    playing: GamesInPlay,
    ends: Ends,
    scores: NDArray[np.float64],
    chances: NDArray[np.float64],
    players_seat: int,
    losses: NDArray[np.float64],
) -> None:
    """Let the player choose by ``scores``, ties by lot, and the opponent by ``chances``.

    Of the opponent's best boards the first is chosen.

    Args:
        rules: the rules of the game.
        most_turns: after how many turns a game is stopped.
        playing: the games, which go on with what is chosen.
        ends: the boards that the decisions can end in.
        scores: (boards,) float64, the player's scores; those of the opponent's decisions are not read.
        chances: (boards,) float64, the chance of winning, 0 to 1, of the one who decides, if it chooses a
            board and both play perfectly after that.
        players_seat: 0 if the player moves first, 1 if second.
        losses: (games,) float64; to that of a game is added by how much the player's choices lower its chance
            to win.
    """
    for decision in range(len(ends.begins) - 1):
        number = playing.decides[decision]
        game = playing.games[number]
        begin, end = ends.begins[decision], ends.begins[decision + 1]
        best = begin
        for board in range(begin, end):
            if chances[board] > chances[best]:
                best = board
        chosen = best
        if game[SEAT] == players_seat:
            chosen = begin + best_board(end - begin, scores[begin:end], playing.streams[number])
            losses[number] += chances[best] - chances[chosen]
        _go_on(rules, most_turns, game, ends.boards, ends.results, chosen)
