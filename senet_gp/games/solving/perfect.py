"""Perfect play in any small game: by the exact values of all its positions, or of single ones on demand.

Retrograde analysis finds the values of all reachable positions, with distances. It works for games with and
without repetition: from the positions where a player can end the game, wins and losses are propagated
backwards ply by ply, so the first value that reaches a position has the right distance. A position that no
value reaches is a draw, because neither player ever has to lose it (Thompson, "Retrograde analysis of certain
endgames", ICCA Journal 9, 1986). The limit of plies is ignored.

In games with kernels that cannot repeat, alpha-beta search solves single positions when they are asked for.
"""

from __future__ import annotations

import threading
from collections import defaultdict, deque
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from heapq import heappop, heappush
from itertools import count, islice
from typing import Any, cast

from senet_gp.games.board.game import BoardGame
from senet_gp.games.small import Position, SmallAfterstate, SmallGame, Value
from senet_gp.games.solving.kernels import HIDDEN, LOSS, WIN, advance, begin, bounds, new_line, new_table
from senet_gp.games.solving.listed import ListedValues
from senet_gp.runtime import interruption
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.machine import no_search_for_cycles

_SLICE = 1 << 20  # steps between two checks for an interruption
#: The seconds between two such checks of a thread that waits for its turn.
_PATIENCE = 0.1
#: A game is solved within seconds if its board has at most this many squares, or, where it has no kernels, if
#: it has at most this many positions.
_MAX_SQUARES, _SOON = 16, 20_000
#: More positions than this would need too much memory and time.
MAX_POSITIONS = 200_000
Graph = Mapping[Position, Sequence[SmallAfterstate]]


def reachable(
    game: SmallGame,
    positions: Iterable[Position],
    known: Container[Position] = (),
    *,
    most: int | None = None,
    depth_first: bool = False,
) -> Iterator[tuple[Position, Sequence[SmallAfterstate]]]:
    """Yield the positions that can be reached from some positions, with their moves.

    The game goes on in all of them; the limit of plies is ignored.

    >>> from senet_gp.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> sum(1 for _ in reachable(game, game.starts()))
    4520

    Args:
        game: the game.
        positions: the positions to begin with; they are yielded, too.
        known: positions that are left out, together with those that can only be reached through them.
        most: how many positions there may be; None if any number.
        depth_first: whether the order is depth-first; otherwise it is breadth-first.

    Raises:
        UsageError: if there are more than ``most``, as soon as that is known.
        KeyboardInterrupt: if the user interrupts the program.
    """
    waiting = deque(dict.fromkeys(positions))
    met = set(waiting)
    while waiting:
        if most is not None and len(met) > most:
            raise UsageError(f"{game.name} has more than {most:,} positions: take a smaller board")
        interruption.check()
        position = waiting.pop() if depth_first else waiting.popleft()
        afterstates = game.afterstates(position)
        yield position, afterstates
        for afterstate in afterstates:
            after = game.swapped(afterstate.position)
            if afterstate.result is None and after not in met and after not in known:
                met.add(after)
                waiting.append(after)


@cache
def has_at_most(game: SmallGame, most: int) -> bool:
    """Whether a game has at most ``most`` positions that can be reached.

    >>> from senet_gp.games.tictactoe import TicTacToe
    >>> has_at_most(TicTacToe(), 4520), has_at_most(TicTacToe(), 4519)
    (True, False)
    """
    return sum(1 for _ in islice(reachable(game, game.starts()), most + 1)) <= most


@no_search_for_cycles()
def graph(game: SmallGame, positions: Iterable[Position], known: Container[Position] = ()) -> Graph:
    """The positions that can be reached from some positions, with their moves, in breadth-first order.

    Args:
        game: the game.
        positions: the positions to begin with.
        known: positions that are left out, together with those that can only be reached through them.

    Raises:
        UsageError: if there are more than ``MAX_POSITIONS``.
        KeyboardInterrupt: if the user interrupts the program.
    """
    return dict(reachable(game, positions, known, most=MAX_POSITIONS))


@no_search_for_cycles()
def values(
    game: SmallGame, positions: Graph, known: Mapping[Position, Value] | None = None
) -> dict[Position, Value]:
    """The values of positions for the player to move.

    Args:
        game: the game.
        positions: a :func:`graph`.
        known: the values of the positions that were left out of it.
    """
    before: defaultdict[Position, list[Position]] = defaultdict(list)
    open_moves = {position: len(afterstates) for position, afterstates in positions.items()}
    found: dict[Position, Value] = {}
    # The least distances first; a number tells apart what is equally near.
    news: list[tuple[int, int, Position, Value]] = []
    numbers = count()
    for position, afterstates in positions.items():
        for afterstate in afterstates:
            after = game.swapped(afterstate.position)
            if afterstate.result is None and after in positions:
                before[after].append(position)
            else:
                value = value_of_move(game, afterstate, known or {})
                heappush(news, (value.plies, next(numbers), position, value))
    while news:
        _, _, position, value = heappop(news)
        if position in found:
            continue
        # A losing move decides a position only if no other move is left that might be better.
        open_moves[position] -= value.result < 0
        if value.result > 0 or open_moves[position] == 0:
            found[position] = value
            for earlier in before[position]:
                heappush(news, (value.plies + 1, next(numbers), earlier, value.before()))
    return {position: found.get(position, Value(0)) for position in positions}


def value_of_move(game: SmallGame, afterstate: SmallAfterstate, known: Mapping[Position, Value]) -> Value:
    """The value of a move for the player who makes it."""
    if afterstate.result is not None:
        return Value(afterstate.result, abs(afterstate.result))
    return known[game.swapped(afterstate.position)].before()


class AllValues:
    """The values of all positions of a game, which are found at the first call.

    Attributes:
        game: the game.
    """

    def __init__(self, game: SmallGame) -> None:
        self.game = game
        self._values: dict[Position, Value] = {}

    def value(self, position: Position) -> int:
        """The result for the player to move if both play perfectly: 1, 0 or -1; the game must not be over."""
        self._find(position)
        return self._values[position].result

    def values_of_moves(self, position: Position, afterstates: Sequence[SmallAfterstate]) -> list[Value]:
        """The value of each move for the player to move.

        Args:
            position: a position in which the game is not over.
            afterstates: the possible moves there.

        Raises:
            UsageError: if the game has too many positions.
            KeyboardInterrupt: if the user interrupts the program.
        """
        self._find(position)
        return [value_of_move(self.game, afterstate, self._values) for afterstate in afterstates]

    def _find(self, position: Position) -> None:
        """Find the values of a position and of all positions that can be reached from it."""
        if position in self._values:
            return
        # The first call finds most values; later positions may be unreachable from the starts.
        begin = [position] if self._values else [*self.game.starts(), position]
        new = graph(self.game, begin, self._values)
        self._values |= values(self.game, new, self._values)


def all_values(game: SmallGame) -> AllValues | ListedValues:
    """The values of all positions of a game, found in compiled code if its rules are kernels."""
    return ListedValues(cast("BoardGame", game)) if game.family else AllValues(game)


class AlphaBeta:
    """Finds the values of positions under perfect play, and caches what it finds.

    Threads may share it: one of them searches at a time.

    Attributes:
        game: the game; it must not be cyclic, and its squares must show everything.
    """

    def __init__(self, game: BoardGame) -> None:
        self.game = game
        self._searching = threading.Lock()
        self._line = new_line(game.most_turns + 1, game.max_afterstates)
        self._table = new_table()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game alone: what is known would be large, and locks cannot be sent."""
        return AlphaBeta, (self.game,)

    def value(self, position: Position) -> int:
        """The result for the player to move if both play perfectly: 1, 0 or -1; the game must not be over.

        Raises:
            UsageError: if a game lasts longer than it should, has more moves, or positions that its squares
                do not show.
            KeyboardInterrupt: if the user interrupts the program.
        """
        while not self._searching.acquire(timeout=_PATIENCE):
            interruption.check()
        try:
            return self._searched(position)
        finally:
            self._searching.release()

    def _searched(self, position: Position) -> int:
        if position.extra:
            raise _hidden(self.game)
        lower, upper = bounds(self._table, position.mine, position.theirs)
        if lower == upper:
            return lower
        self._line.ply[0] = 0
        begin(self.game.compiled_rules, self._line, 0, position.mine, position.theirs, LOSS, WIN)
        while not advance(self.game.compiled_rules, self._table, self._line, _SLICE):
            interruption.check()
        self.game.check_listed()
        if self._line.ply[0] == HIDDEN:
            raise _hidden(self.game)
        if self._line.ply[0]:
            raise too_long(self.game)
        return int(self._line.best[0])


def _hidden(game: SmallGame) -> UsageError:
    """What is said of a game with positions that alpha-beta search would take for others."""
    return UsageError(
        f"the squares of {game.title} do not show everything, since extra is not always 0: set cyclic = True "
        "in its class, so that all its positions are listed"
    )


def too_long(game: SmallGame) -> UsageError:
    """What is said of a game that says it is not cyclic, but does not end."""
    return UsageError(
        f"{game.title} goes on after most_turns = {game.most_turns} turns, though it says that it repeats no "
        "position: set cyclic = True in its class, or most_turns to the length of its longest game"
    )


def solved_soon(game: SmallGame) -> bool:
    """Whether a game is solved within seconds: on a small board, or with few positions to list."""
    return len(game.geometry.places) <= _MAX_SQUARES if game.family else has_at_most(game, _SOON)


def solved_when_asked(game: SmallGame) -> bool:
    """Whether a game is solved for a person who asks: soon, or by kernels if positions are repeated."""
    return bool(game.family and game.cyclic) or solved_soon(game)


class PerfectPlay:
    """Rates moves by their results if both players play perfectly afterwards.

    A game that is cyclic or has no kernels is solved completely at the first call; in other games only what
    is needed is searched, so they may be large. Results are cached.

    Attributes:
        game: the game.
    """

    def __init__(self, game: SmallGame) -> None:
        self.game = game
        self._all = all_values(game) if game.cyclic or not game.family else None
        self._solver = self._all or AlphaBeta(cast("BoardGame", game))

    def value(self, position: Position) -> int:
        """The result for the player to move: 1 a win, 0 a draw, -1 a loss; the game must not be over.

        Raises:
            KeyboardInterrupt: if the user interrupts the program.
        """
        return self._solver.value(position)

    def best(self, position: Position, afterstates: Sequence[SmallAfterstate]) -> int:
        """The index of the first of the best moves.

        In a game that is solved completely the best moves are those that win soonest, or lose latest: where
        positions can be repeated, a player that takes any winning move may never win.
        """
        if self._all is None:
            ratings = self.ratings(afterstates)
        else:
            ratings = [value.rank for value in self._all.values_of_moves(position, cast("Any", afterstates))]
        return ratings.index(max(ratings))

    def ratings(self, afterstates: Sequence[SmallAfterstate]) -> list[int]:
        """The result of each move for the player who makes it."""
        return [
            -self.value(self.game.swapped(afterstate.position))
            if afterstate.result is None
            else afterstate.result
            for afterstate in afterstates
        ]


def worst_results(game: SmallGame, solver: AllValues | ListedValues | PerfectPlay) -> tuple[int, int]:
    """The worst result of perfect play from any start of a game, moving first and second.

    >>> from senet_gp.games.small import small_game
    >>> game = small_game("hexapawn")
    >>> worst_results(game, PerfectPlay(game))
    (-1, 1)
    """
    values = [solver.value(start) for start in game.starts()]
    return min(values), -max(values)
