"""Every line of play against a player of a small game.

The walk visits every position that is possible if the opponent may make any move, and the player any move
that they may choose. Lines that reach the same position continue alike, so each position is visited once,
along a shortest line. (The walk of :mod:`senet_gp.games.solving.reachable` does not serve here: it follows
all moves of both sides, and does not remember how it came to a position, nor at which ply.)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import NamedTuple, Protocol, runtime_checkable

from senet_gp import interruption
from senet_gp.games.protocol import Decision
from senet_gp.games.rulebook import Rulebook
from senet_gp.games.small import Afterstate, Position

#: Progress is reported after this many positions.
_SHOWN_EVERY = 500

#: Is called with the number of positions visited so far.
Show = Callable[[int], None]
#: A position as the player to move sees it, and the seat of this player.
_Node = tuple[Position, int]
#: How a line reaches a node: from which node, by which move; None at a start.
_Step = tuple[_Node, Afterstate] | None


@runtime_checkable
class Foreseeable(Protocol):
    """A player whose possible choices are known."""

    @property
    def name(self) -> str:
        """The player as it is written on the command line."""

    def possible(self, decision: Decision) -> list[int]:
        """The indices of the afterstates that the player may choose."""


class WorstLine(NamedTuple):
    """A shortest line with the worst result.

    Attributes:
        result: the player's result: 1 a win, 0 a draw, -1 a loss. A line that can go on for ever is a draw.
        start: the position in which the line starts.
        moves: its moves, in notation; of a line that can go on for ever, those up to a repeated position.
    """

    result: int
    start: Position
    moves: list[str]


class LinesOfPlay:
    """Every line of play with the player in one seat.

    Attributes:
        game: the game.
        seat: the player's seat.
        decisions: the player's decisions, with the indices of the afterstates that they may choose.
        complete: whether all positions were visited; if not, there were too many.
    """

    def __init__(
        self,
        rulebook: Rulebook,
        player: Foreseeable,
        seat: int,
        most_positions: int,
        show: Show | None = None,
    ) -> None:
        """Visit all positions.

        Args:
            rulebook: the game.
            player: the player.
            seat: the player's seat.
            most_positions: the walk is given up if there are more.
            show: is called now and then with the number of positions visited.

        Raises:
            KeyboardInterrupt: if the user interrupts the program.
        """
        self.game = rulebook.game
        self.seat = seat
        self._rulebook = rulebook
        self._player = player
        self._reached: dict[_Node, _Step] = {(start, 0): None for start in self.game.starts()}
        self._follow: dict[_Node, list[tuple[Afterstate, _Node]]] = {}
        self._worst: tuple[int, _Node, Afterstate] | None = None
        self.decisions: list[tuple[Decision, list[int]]] = []
        self.complete = self._visit_all(most_positions, show)

    @property
    def positions(self) -> int:
        """The number of positions visited, with either player to move, not counting ends of games."""
        return len(self._follow)

    def worst(self) -> WorstLine:
        """A shortest line with the worst result, if all positions were visited."""
        if self._worst is None or self._worst[0] == 1:
            endless = self._endless()
            if endless is not None:
                return WorstLine(0, *endless)
        if self._worst is None:
            raise AssertionError("a game ends or goes on for ever")
        worst, node, move = self._worst
        start, line = self._line_to(node)
        return WorstLine(worst, start, [*line, self._written(move, node)])

    def _visit_all(self, most_positions: int, show: Show | None) -> bool:
        """Visit all positions breadth-first, so that each is reached along a shortest line.

        Returns:
            Whether there are at most ``most_positions``.
        """
        waiting = deque((node, 0) for node in self._reached)
        while waiting:
            interruption.check()
            node, plies = waiting.popleft()
            self._follow[node] = []
            if show is not None and not len(self._follow) % _SHOWN_EVERY:
                show(len(self._follow))
            for move, after, result in self._moves(node):
                if result is None and plies + 1 < self.game.most_turns:
                    self._follow[node].append((move, after))
                    if after not in self._reached:
                        self._reached[after] = node, move
                        waiting.append((after, plies + 1))
                else:
                    # After the last ply the game is a draw.
                    self._note_end(node, move, result or 0)
            if len(self._reached) > most_positions:
                return False
        return True

    def _moves(self, node: _Node) -> list[tuple[Afterstate, _Node, int | None]]:
        """The possible moves: each move, where it leads, and the player's result if it ends the game."""
        position, mover = node
        decision = self._rulebook.decision(mover, position)
        afterstates = decision.afterstates
        indices = list(range(len(afterstates)))
        sign = -1
        if mover == self.seat:
            sign = 1
            indices = self._player.possible(decision)
            self.decisions.append((decision, indices))
        moves = []
        for index in indices:
            afterstate = afterstates[index]
            after = self._rulebook.swapped(afterstate.position), 1 - mover
            result = None if afterstate.result is None else sign * afterstate.result
            moves.append((afterstate, after, result))
        return moves

    def _note_end(self, node: _Node, move: Afterstate, result: int) -> None:
        if self._worst is None or result < self._worst[0]:
            self._worst = result, node, move

    def _line_to(self, node: _Node) -> tuple[Position, list[str]]:
        """The start and the moves of a shortest line to a node."""
        moves: list[str] = []
        while (step := self._reached[node]) is not None:
            node, move = step
            moves.append(self._written(move, node))
        return node[0], moves[::-1]

    def _written(self, move: Afterstate, before: _Node) -> str:
        """The notation of a move from a node."""
        return self.game.notation(move, before[1])

    def _endless(self) -> tuple[Position, list[str]] | None:
        """The start and the moves of a line that repeats a position; None if there is no such line."""
        finished: set[_Node] = set()
        for start in self.game.starts():
            # The nodes of the current line, each with the moves not yet tried there.
            line = {(start, 0): iter(self._follow[start, 0])}
            moves: list[str] = []
            while line:
                node, untried = next(reversed(line.items()))
                move, after = next(untried, (None, node))
                if move is None:
                    line.popitem()
                    finished.add(node)
                    moves = moves[:-1]
                elif after in line:
                    return start, [*moves, self._written(move, node)]
                elif after not in finished:
                    line[after] = iter(self._follow[after])
                    moves.append(self._written(move, node))
        return None
