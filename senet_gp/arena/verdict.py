"""The exact verdict on a player of a small game: what every line of play gets him.

The walk meets every position that can come up when the opponent may do anything, and the player anything that
he may choose himself. Lines that reach the same position go on alike, so each is looked at once, and
first along a shortest line.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from senet_gp import interruption
from senet_gp.errors import UsageError
from senet_gp.games.board.game import BoardGame, Decision, Position
from senet_gp.games.board.rulebook import Rulebook
from senet_gp.games.registry import part_of

#: A walk that meets more positions is given up: it would take minutes.
MAX_POSITIONS = 2_000_000
#: So often it is told how far a walk is, in positions.
_SHOWN_EVERY = 500

_SEATS = ("first", "second")
_RESULTS = {1: "always wins", 0: "never loses, but does not always win", -1: "can lose"}

#: Told how many positions have been met.
Show = Callable[[int], None]
#: A board, seen by the player to move, and his seat.
_Node = tuple[Position, int]
#: How a game went to a node: from which one, by which move; None at a start.
_Step = tuple[_Node, str] | None


@runtime_checkable
class Foreseeable(Protocol):
    """A player of whom it is known what he may choose."""

    @property
    def name(self) -> str:
        """The player as it is written on the command line."""

    def possible(self, decision: Decision) -> list[int]:
        """The indices of the afterstates that he may choose."""


class Measure(Protocol):
    """What more is measured of a player in games that bring a measure of their own."""

    @property
    def perfect(self) -> bool:
        """Whether the player does nothing that perfect play never does."""

    def as_json(self) -> dict[str, Any]:
        """The measure as the command line prints it."""

    def lines(self) -> list[str]:
        """The measure for people."""


@dataclass(frozen=True)
class SeatVerdict:
    """What is proven of a player in one seat.

    Attributes:
        seat: 0 where he moves first, else 1.
        worst: the worst that any line of play gets him: 1 a win, 0 a draw, -1 a loss. A line that can go on
            for ever is a draw.
        positions: how many positions were met, with either player to move; ends of games are not counted.
        start: the position in which the line below starts, seen by the first mover.
        line: the moves of a shortest line with the worst end; of a line that can go on for ever, those up to
            a position that has been there before.
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
    """What is proven of a player.

    Attributes:
        game: the game's name.
        player: the player's.
        seats: the verdict for each seat, that of the first mover first.
        measure: what the game measures besides: in Pursuit, where the player does what perfect play never
            does.
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


def verdict(game: BoardGame, player: Foreseeable, show: Show | None = None) -> Verdict:
    """Walk every line of play of a game against a player, from both seats.

    Args:
        game: the game.
        player: who is judged.
        show: told now and then how many positions have been met in the seat that is looked at.

    Raises:
        UsageError: if too many positions can come up.
        KeyboardInterrupt: if the person has asked for it.
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
        The verdict, or None if more than so many positions can come up.

    Raises:
        KeyboardInterrupt: if the person has asked for it.
    """
    walk = _Walk(rulebook, player, seat, most_positions)
    return walk.verdict() if walk.complete else None


class _Walk:
    """Every line of play with the player in one seat.

    Attributes:
        decisions: what the player was asked, with the indices of what he may choose.
        complete: whether all positions were met, and there were not too many.
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
        """Go through all positions in breadth, so that each is first met along a shortest line.

        Returns:
            Whether there are no more than so many.
        """
        waiting = deque((node, 0) for node in self._came)
        while waiting:
            interruption.check()
            node, plies = waiting.popleft()
            self._follow[node] = []
            if show is not None and not len(self._follow) % _SHOWN_EVERY:
                show(len(self._follow))
            for move, after, result in self._moves(node):
                if result is None and plies + 1 < self._game.most_plies:
                    self._follow[node].append((move, after))
                    if after not in self._came:
                        self._came[after] = node, move
                        waiting.append((after, plies + 1))
                else:
                    # Where the last ply is over, the game is a draw.
                    self._note_end(node, move, result or 0)
            if len(self._came) > most_positions:
                return False
        return True

    def _moves(self, node: _Node) -> list[tuple[str, _Node, int | None]]:
        """What may be played: the move, where it leads, and its result for the player if it ends the game."""
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
        """The start and the moves of a line that comes to a position again; None if there is no such line."""
        finished: set[_Node] = set()
        for start in self._game.starts():
            # The nodes of the line that is being looked at, each with the moves not yet tried there.
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
