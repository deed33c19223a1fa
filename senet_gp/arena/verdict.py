"""The exact verdict on a player of a small game: the result of every line of play against them.

The walk visits every position that is possible if the opponent may make any move, and the player any move
that they may choose. Lines that reach the same position continue alike, so each position is visited once,
along a shortest line.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from senet_gp import interruption
from senet_gp.errors import UsageError
from senet_gp.games.protocol import Decision
from senet_gp.games.registry import part_of
from senet_gp.games.rulebook import Rulebook
from senet_gp.games.small import Position, SmallGame

#: A walk that visits more positions is given up: it would take minutes.
MAX_POSITIONS = 2_000_000
#: Progress is reported after this many positions.
_SHOWN_EVERY = 500

_SEATS = ("first", "second")
_RESULTS = {1: "always wins", 0: "never loses, but does not always win", -1: "can lose"}

#: Is called with the number of positions visited so far.
Show = Callable[[int], None]
#: A position as the player to move sees it, and the seat of this player.
_Node = tuple[Position, int]
#: How a line reaches a node: from which node, by which move; None at a start.
_Step = tuple[_Node, str] | None


@runtime_checkable
class Foreseeable(Protocol):
    """A player whose possible choices are known."""

    @property
    def name(self) -> str:
        """The player as it is written on the command line."""

    def possible(self, decision: Decision) -> list[int]:
        """The indices of the afterstates that the player may choose."""


class Measure(Protocol):
    """An additional measure of a player, in games that have one."""

    @property
    def perfect(self) -> bool:
        """Whether the player never does what perfect play never does."""

    def as_json(self) -> dict[str, Any]:
        """The measure as the command line prints it."""

    def lines(self) -> list[str]:
        """The measure for people."""


@dataclass(frozen=True)
class SeatVerdict:
    """What is proven about a player in one seat.

    Attributes:
        seat: 0 if the player moves first, else 1.
        worst: the player's worst result over all lines of play: 1 a win, 0 a draw, -1 a loss. A line that can
            go on for ever is a draw.
        positions: the number of positions visited, with either player to move, not counting ends of games.
        start: the position in which the line below starts, as the first mover sees it.
        line: the moves of a shortest line with the worst result; of a line that can go on for ever, the moves
            up to a repeated position.
    """

    seat: int
    worst: int
    positions: int
    start: str
    line: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The verdict as the command line prints it."""
        return {
            "seat": _SEATS[self.seat],
            "worst": self.worst,
            "positions": self.positions,
            "start": self.start,
            "line": list(self.line),
        }

    def __str__(self) -> str:
        return f"moving {_SEATS[self.seat]}: {_RESULTS[self.worst]} ({self.positions} positions met)"


@dataclass(frozen=True)
class Verdict:
    """What is proven about a player.

    Attributes:
        game: the game's name.
        player: the player's name.
        seats: the verdict for each seat, that of the first mover first.
        measure: the game's additional measure, if it has one: in Pursuit, where the player does what perfect
            play never does.
    """

    game: str
    player: str
    seats: tuple[SeatVerdict, SeatVerdict]
    measure: Measure | None = None

    def as_json(self) -> dict[str, Any]:
        """The verdict as ``senet-gp verdict --json`` prints it."""
        measure = {} if self.measure is None else {"measure": self.measure.as_json()}
        return {
            "game": self.game,
            "player": self.player,
            "seats": [seat.as_json() for seat in self.seats],
        } | measure


def verdict(game: SmallGame, player: Foreseeable, show: Show | None = None) -> Verdict:
    """Walk every line of play against a player, in both seats.

    >>> from senet_gp.games.small import small_game
    >>> from senet_gp.players.minimax import MinimaxPlayer
    >>> hexapawn = small_game("hexapawn")
    >>> [seat.worst for seat in verdict(hexapawn, MinimaxPlayer(hexapawn)).seats]
    [-1, 1]

    Args:
        game: the game, with its parameters.
        player: the player that is judged.
        show: is called now and then with the number of positions visited in the current seat.

    Raises:
        UsageError: if the game has too many positions.
        KeyboardInterrupt: if the user interrupts the program.
    """
    rulebook = Rulebook(game)
    walks = []
    for seat in (0, 1):
        walks.append(_Walk(rulebook, player, seat, MAX_POSITIONS, show))
        if not walks[-1].complete:
            raise UsageError(f"more than {MAX_POSITIONS} positions can be reached: choose a smaller board")
    first, second = (walk.verdict() for walk in walks)
    measured = part_of(game.name, "measure")
    measure = None
    if measured is not None:
        measure = measured(game, {d.position: (d, may) for walk in walks for d, may in walk.decisions})
    return Verdict(game.name, player.name, (first, second), measure)


def seat_verdict(
    rulebook: Rulebook, player: Foreseeable, seat: int, most_positions: int = MAX_POSITIONS
) -> SeatVerdict | None:
    """Walk every line of play against a player in one seat.

    Returns:
        The verdict, or None if there are more than ``most_positions`` positions.

    Raises:
        KeyboardInterrupt: if the user interrupts the program.
    """
    walk = _Walk(rulebook, player, seat, most_positions)
    return walk.verdict() if walk.complete else None


class _Walk:
    """Every line of play with the player in one seat.

    Attributes:
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
        game = rulebook.game
        self._rulebook = rulebook
        self._game = game
        self._player = player
        self._seat = seat
        self._came: dict[_Node, _Step] = {(start, 0): None for start in game.starts()}
        self._follow: dict[_Node, list[tuple[str, _Node]]] = {}
        self._worst: tuple[int, _Node, str] | None = None
        self.decisions: list[tuple[Decision, list[int]]] = []
        self.complete = self._meet_all(most_positions, show)

    def verdict(self) -> SeatVerdict:
        """What the walk has proven."""
        if self._worst is None or self._worst[0] == 1:
            endless = self._endless()
            if endless is not None:
                return self._seat_verdict(0, *endless)
        if self._worst is None:
            raise AssertionError("a game ends or goes on for ever")
        worst, node, move = self._worst
        start, line = self._line_to(node)
        return self._seat_verdict(worst, start, [*line, move])

    def _seat_verdict(self, worst: int, start: Position, line: Sequence[str]) -> SeatVerdict:
        return SeatVerdict(self._seat, worst, len(self._follow), self._game.text(start), tuple(line))

    def _meet_all(self, most_positions: int, show: Show | None) -> bool:
        """Visit all positions breadth-first, so that each is reached along a shortest line.

        Returns:
            Whether there are at most ``most_positions``.
        """
        waiting = deque((node, 0) for node in self._came)
        while waiting:
            interruption.check()
            node, plies = waiting.popleft()
            self._follow[node] = []
            if show is not None and not len(self._follow) % _SHOWN_EVERY:
                show(len(self._follow))
            for move, after, result in self._moves(node):
                if result is None and plies + 1 < self._game.most_turns:
                    self._follow[node].append((move, after))
                    if after not in self._came:
                        self._came[after] = node, move
                        waiting.append((after, plies + 1))
                else:
                    # After the last ply the game is a draw.
                    self._note_end(node, move, result or 0)
            if len(self._came) > most_positions:
                return False
        return True

    def _moves(self, node: _Node) -> list[tuple[str, _Node, int | None]]:
        """The possible moves: each move, where it leads, and the player's result if it ends the game."""
        position, mover = node
        decision = self._rulebook.decision(mover, position)
        afterstates = decision.afterstates
        indices = list(range(len(afterstates)))
        sign = -1
        if mover == self._seat:
            sign = 1
            indices = self._player.possible(decision)
            self.decisions.append((decision, indices))
        moves = []
        for index in indices:
            afterstate = afterstates[index]
            after = self._rulebook.swapped(afterstate.position), 1 - mover
            result = None if afterstate.result is None else sign * afterstate.result
            moves.append((self._game.notation(afterstate, mover), after, result))
        return moves

    def _note_end(self, node: _Node, move: str, result: int) -> None:
        if self._worst is None or result < self._worst[0]:
            self._worst = result, node, move

    def _line_to(self, node: _Node) -> tuple[Position, list[str]]:
        """The start and the moves of a shortest line to a node."""
        moves: list[str] = []
        while (step := self._came[node]) is not None:
            node, move = step
            moves.append(move)
        return node[0], moves[::-1]

    def _endless(self) -> tuple[Position, list[str]] | None:
        """The start and the moves of a line that repeats a position; None if there is no such line."""
        finished: set[_Node] = set()
        for start in self._game.starts():
            # The nodes of the current line, each with the moves not yet tried there.
            line = {(start, 0): iter(self._follow[start, 0])}
            moves: list[str] = []
            while line:
                node, untried = next(reversed(line.items()))
                move, after = next(untried, ("", node))
                if not move:
                    line.popitem()
                    finished.add(node)
                    moves = moves[:-1]
                elif after in line:
                    return start, [*moves, move]
                elif after not in finished:
                    line[after] = iter(self._follow[after])
                    moves.append(move)
        return None
