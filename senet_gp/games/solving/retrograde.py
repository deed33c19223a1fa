"""Exact values, with distances, of all positions that some lead to: retrograde analysis.

One method serves games that can repeat and games that cannot: from the positions where somebody can end the
game, wins and losses are spread backwards ply by ply, so the first value that reaches a position has its
right distance. What none reaches is a draw, if only because nobody ever has to lose it (Thompson, "Retrograde
analysis of certain endgames", ICCA Journal 9, 1986). A limit of plies is not looked at.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from senet_gp import interruption
from senet_gp.errors import UsageError
from senet_gp.games.board.game import Afterstate, BoardGame, Position

#: Of more positions than this there is neither memory nor time to keep all.
MAX_POSITIONS = 200_000

Graph = Mapping[Position, Sequence[Afterstate]]


@dataclass(frozen=True, slots=True)
class Value:
    """What perfect play gets.

    Attributes:
        result: 1 for a win, 0 for a draw, -1 for a loss, as the player sees it whose value it is.
        plies: the moves of both sides until then, if the winner hurries and the loser delays; 0 for a draw.
    """

    result: int
    plies: int = 0

    @property
    def rank(self) -> int:
        """The higher the better: a quick win before a slow one, a slow loss before a quick one."""
        return self.result * (1_000_000 - self.plies)

    def before(self) -> Value:
        """The value, for the player who makes the move, of a move into a position of this value."""
        return Value(-self.result, self.plies + 1 if self.result else 0)

    def __str__(self) -> str:
        return f"{('draw', 'win', 'loss')[self.result]}{f' in {self.plies}' if self.result else ''}"


def graph(game: BoardGame, positions: Iterable[Position], known: Container[Position] = ()) -> Graph:
    """All positions that can follow from these, where the game goes on, with the moves that can be made.

    They come in the order in which a search in breadth finds them.

    Args:
        game: the game.
        positions: where to begin.
        known: positions that are left out, with what can be reached through them alone.

    Raises:
        UsageError: if there are more than ``MAX_POSITIONS``.
        KeyboardInterrupt: if the person has asked for it.
    """
    found: dict[Position, Sequence[Afterstate]] = {}
    waiting = deque(dict.fromkeys(positions))
    met = set(waiting)
    while waiting:
        if len(met) > MAX_POSITIONS:
            raise UsageError(
                f"more than {MAX_POSITIONS} positions of {game.name} can come up: take a smaller board"
            )
        interruption.check()
        position = waiting.popleft()
        found[position] = game.afterstates(position)
        for afterstate in found[position]:
            after = game.swapped(afterstate.position)
            if afterstate.result is None and after not in met and after not in known:
                met.add(after)
                waiting.append(after)
    return found


def values(
    game: BoardGame, positions: Graph, known: Mapping[Position, Value] | None = None
) -> dict[Position, Value]:
    """What perfect play gets the player to move.

    Args:
        game: the game.
        positions: a :func:`graph`.
        known: the values of the positions that were left out of it.
    """
    before: defaultdict[Position, list[Position]] = defaultdict(list)
    open_moves = {position: len(afterstates) for position, afterstates in positions.items()}
    found: dict[Position, Value] = {}
    news = _News()
    for position, afterstates in positions.items():
        for afterstate in afterstates:
            after = game.swapped(afterstate.position)
            if afterstate.result is None and after in positions:
                before[after].append(position)
            else:
                news.add(position, value_of_move(game, afterstate, known or {}))
    while news:
        position, value = news.earliest()
        if position in found:
            continue
        # A move that loses settles a position only when it is the last one that might have done better.
        open_moves[position] -= value.result < 0
        if value.result > 0 or open_moves[position] == 0:
            found[position] = value
            for earlier in before[position]:
                news.add(earlier, value.before())
    return {position: found.get(position, Value(0)) for position in positions}


class _News:
    """What is to be told to positions about the values of their moves, the least distances first."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, int, Position, Value]] = []
        self._number = 0

    def add(self, position: Position, value: Value) -> None:
        """Have a position told that one of its moves has this value."""
        self._number += 1
        heappush(self._heap, (value.plies, self._number, position, value))

    def earliest(self) -> tuple[Position, Value]:
        """The next of the news, which are forgotten."""
        _, _, position, value = heappop(self._heap)
        return position, value

    def __len__(self) -> int:
        return len(self._heap)


def value_of_move(game: BoardGame, afterstate: Afterstate, known: Mapping[Position, Value]) -> Value:
    """What a move gets the player who makes it."""
    if afterstate.result is not None:
        return Value(afterstate.result, abs(afterstate.result))
    return known[game.swapped(afterstate.position)].before()


class AllValues:
    """The values of all positions of a game, found at the first question.

    Attributes:
        game: the game.
    """

    def __init__(self, game: BoardGame) -> None:
        self.game = game
        self._values: dict[Position, Value] = {}

    def value(self, position: Position) -> int:
        """What the player to move gets if both play perfectly: 1, 0 or -1; the game must not be over."""
        self._find(position)
        return self._values[position].result

    def values_of_moves(self, position: Position, afterstates: Sequence[Afterstate]) -> list[Value]:
        """What each move of the player to move gets them, and how soon.

        Args:
            position: a board at which the game is not over.
            afterstates: the moves that can be made there.

        Raises:
            UsageError: if too many positions can come up.
            KeyboardInterrupt: if the person has asked for it.
        """
        self._find(position)
        return [value_of_move(self.game, afterstate, self._values) for afterstate in afterstates]

    def _find(self, position: Position) -> None:
        """Find the value of a position, and with it those of all that can follow."""
        if position in self._values:
            return
        # The first question finds most; a position may also be asked about that no start leads to.
        begin = [position] if self._values else [*self.game.starts(), position]
        new = graph(self.game, begin, self._values)
        self._values |= values(self.game, new, self._values)
