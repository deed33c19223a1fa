"""Exact values, with distances, of all positions that some lead to: retrograde analysis.

One method serves games that can repeat and games that cannot: from the positions where somebody can end the
game, wins and losses are spread backwards ply by ply, so the first value that reaches a position has its
right distance. What none reaches is a draw, if only because nobody ever has to lose it (Thompson, "Retrograde
analysis of certain endgames", ICCA Journal 9, 1986). A limit of plies is not looked at.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from senet_gp import interruption
from senet_gp.errors import UsageError
from senet_gp.games.board_game import BoardGame, Candidate, Position

#: Of more positions than this there is neither memory nor time to keep all.
MOST_POSITIONS = 300_000

Graph = Mapping[Position, Sequence[Candidate]]


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


def graph(game: BoardGame, positions: Iterable[Position]) -> Graph:
    """All positions that can follow from these, where the game goes on, with the moves that can be made.

    They come in the order in which a search in breadth finds them.

    Raises:
        UsageError: if there are more than ``MOST_POSITIONS``.
        KeyboardInterrupt: if the person has asked for it.
    """
    found: dict[Position, Sequence[Candidate]] = {}
    waiting = deque(dict.fromkeys(positions))
    known = set(waiting)
    while waiting:
        if len(known) > MOST_POSITIONS:
            raise UsageError(
                f"more than {MOST_POSITIONS} positions of {game.name} can come up: take a smaller board"
            )
        interruption.check()
        position = waiting.popleft()
        found[position] = game.candidates(position)
        for candidate in found[position]:
            after = game.turned(candidate.position)
            if candidate.result is None and after not in known:
                known.add(after)
                waiting.append(after)
    return found


def values(game: BoardGame, positions: Graph) -> dict[Position, Value]:
    """What perfect play gets the player to move, for every position of a :func:`graph`."""
    before: defaultdict[Position, list[Position]] = defaultdict(list)
    open_moves: dict[Position, int] = {}
    found: dict[Position, Value] = {}
    ends: list[tuple[Position, int]] = []
    for position, candidates in positions.items():
        open_moves[position] = len(candidates)
        for candidate in candidates:
            if candidate.result is None:
                before[game.turned(candidate.position)].append(position)
            else:
                ends.append((position, candidate.result))
    # Every element tells a position that one of its moves has this value for the one who makes it.
    news = deque((position, Value(result, abs(result))) for position, result in ends)
    while news:
        position, value = news.popleft()
        if position in found:
            continue
        # A move that does not win settles a position only when it is the last one that might have.
        open_moves[position] -= value.result < 0
        if value.result > 0 or open_moves[position] == 0:
            found[position] = value
            news += [(earlier, value.before()) for earlier in before[position]]
    return {position: found.get(position, Value(0)) for position in positions}


def value_of_move(game: BoardGame, candidate: Candidate, known: Mapping[Position, Value]) -> Value:
    """What a move gets the player who makes it."""
    if candidate.result is not None:
        return Value(candidate.result, abs(candidate.result))
    return known[game.turned(candidate.position)].before()


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
        if position not in self._values:
            # A position may be asked about that no start leads to.
            self._values |= values(self.game, graph(self.game, [*self.game.starts(), position]))
        return self._values[position].result
