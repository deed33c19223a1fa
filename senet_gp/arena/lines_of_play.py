"""Every line of play against a player of a small game.

The walk visits every position that is possible if the opponent may make any move, and the player any move
that they may choose. Lines that reach the same position continue alike, so each position is visited once,
along a shortest line. (The walk of :mod:`senet_gp.games.solving.perfect` does not serve here: it follows
all moves of both sides, and does not remember how it came to a position, nor at which ply.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from senet_gp.games.protocol import Decision
from senet_gp.games.small import Afterstate, Position, Rulebook
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime import interruption
from senet_gp.runtime.machine import no_search_for_cycles

#: Progress is reported after this many positions.
_SHOWN_EVERY = 500
#: A player is asked about at most so many decisions at once.
_AT_ONCE = 256

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
        with no_search_for_cycles():
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
        waiting, plies = list(self._reached), 0
        while waiting:
            plies += 1
            found: list[_Node] = []
            for begin in range(0, len(waiting), _AT_ONCE):
                interruption.check()
                for node, afterstates in self._choices(waiting[begin : begin + _AT_ONCE]):
                    self._follow[node] = []
                    if show is not None and not len(self._follow) % _SHOWN_EVERY:
                        show(len(self._follow))
                    found += self._new_nodes(node, afterstates, is_last=plies >= self.game.most_turns)
                    if len(self._reached) > most_positions:
                        return False
            waiting = found
        return True

    def _choices(self, nodes: Sequence[_Node]) -> Iterator[tuple[_Node, Sequence[Afterstate]]]:
        """Each node, with the afterstates that whoever is to move there may choose."""
        decisions = [self._rulebook.decision(mover, position) for position, mover in nodes]
        own = [decision for decision in decisions if decision.seat == self.seat]
        possible = iter(self._possible_in(own))
        for node, decision in zip(nodes, decisions, strict=True):
            if decision.seat != self.seat:
                yield node, decision.afterstates
                continue
            indices = next(possible)
            self.decisions.append((decision, indices))
            yield node, [decision.afterstates[index] for index in indices]

    def _possible_in(self, decisions: Sequence[Decision]) -> list[list[int]]:
        # It is much faster if it is asked about many decisions at once.
        if isinstance(self._player, ExpressionPlayer):
            return self._player.possible_in(decisions) if decisions else []
        return [self._player.possible(decision) for decision in decisions]

    def _new_nodes(self, node: _Node, afterstates: Sequence[Afterstate], *, is_last: bool) -> Iterator[_Node]:
        """Follow the moves from a node: where they lead for the first time.

        Args:
            node: the node.
            afterstates: what may be chosen there.
            is_last: whether this is the last ply, after which the game is a draw.
        """
        sign = 1 if node[1] == self.seat else -1
        for move in afterstates:
            if move.result is not None or is_last:
                self._note_end(node, move, sign * (move.result or 0))
                continue
            after = self._rulebook.swapped(move.position), 1 - node[1]
            self._follow[node].append((move, after))
            if after not in self._reached:
                self._reached[after] = node, move
                yield after

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
