"""The exact verdict on a player of a small game: the worst result of all lines of play against them.

The walk visits every position that is possible if the opponent may make any move, and the player any move
that they may choose. Lines that reach the same position continue alike, so each position is visited once,
along a shortest line. (The walk of :func:`senet_gp.games.solving.perfect.reachable` does not serve here: it
follows all moves of both sides, and does not remember how it came to a position, nor at which ply.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, runtime_checkable

from senet_gp.games.protocol import SEATS, Decision
from senet_gp.games.registry import parameters_of, part_of
from senet_gp.games.small import Position, Rulebook, SmallAfterstate, SmallGame, small_game
from senet_gp.players.parsing import Entrant, as_player
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime import interruption
from senet_gp.runtime.codec import fields_as_json
from senet_gp.runtime.errors import Brief, UsageError, brief
from senet_gp.runtime.interruption import Progress
from senet_gp.runtime.machine import no_search_for_cycles

#: A walk that visits more positions is given up: it would take minutes.
MAX_POSITIONS = 2_000_000
#: The positions that are walked in about a second, for verdicts among other work.
QUICK_WALK = 20_000

_RESULTS = {1: "always wins", 0: "never loses, but does not always win", -1: "can lose"}
#: Progress is reported after this many positions.
_SHOWN_EVERY = 500
#: The most decisions about which a player is asked at once.
_AT_ONCE = 256

#: A position as the player to move sees it, and the seat of this player.
_Node = tuple[Position, int]
#: How a line reaches a node: from which node, by which move; None at a start.
_Step = tuple[_Node, SmallAfterstate] | None


@runtime_checkable
class Foreseeable(Protocol):
    """A player whose possible choices are known."""

    @property
    def name(self) -> str:
        """The player as it is written on the command line."""

    def possible(self, decision: Decision) -> list[int]:
        """The indices of the afterstates that the player may choose."""


class WorstLine(NamedTuple):
    """A line with the worst result: a shortest one that ends, or one that is drawn because it does not.

    Attributes:
        result: the player's result: 1 a win, 0 a draw, -1 a loss.
        start: the position in which the line starts.
        moves: its moves, in notation; of a line that does not end, those up to a repeated position or to the
            limit of turns.
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
        show: Progress | None = None,
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
        self._follow: dict[_Node, list[tuple[SmallAfterstate, _Node]]] = {}
        self._worst: tuple[int, _Node, SmallAfterstate] | None = None
        self.decisions: list[tuple[Decision, list[int]]] = []
        with no_search_for_cycles():
            self.complete = self._visit_all(most_positions, show)

    @property
    def positions(self) -> int:
        """The number of positions visited, with either player to move, not counting ends of games."""
        return len(self._follow)

    def worst(self) -> WorstLine:
        """A line with the worst result, if all positions were visited."""
        if self._worst is None or self._worst[0] == 1:
            drawn = self._without_end()
            if drawn is not None:
                return WorstLine(0, *drawn)
        if self._worst is None:
            raise AssertionError("a game ends or goes on for ever")
        worst, node, move = self._worst
        start, line = self._line_to(node)
        return WorstLine(worst, start, [*line, self._written(move, node)])

    def _visit_all(self, most_positions: int, show: Progress | None) -> bool:
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
                        show(len(self._follow), 0, "")
                    found += self._new_nodes(node, afterstates, is_last=plies >= self.game.most_turns)
                    if len(self._reached) > most_positions:
                        return False
            waiting = found
        return True

    def _choices(self, nodes: Sequence[_Node]) -> Iterator[tuple[_Node, Sequence[SmallAfterstate]]]:
        """Each node, with the afterstates that the player to move there may choose."""
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

    def _new_nodes(
        self, node: _Node, afterstates: Sequence[SmallAfterstate], *, is_last: bool
    ) -> Iterator[_Node]:
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

    def _note_end(self, node: _Node, move: SmallAfterstate, result: int) -> None:
        if self._worst is None or result < self._worst[0]:
            self._worst = result, node, move

    def _line_to(self, node: _Node) -> tuple[Position, list[str]]:
        """The start and the moves of a shortest line to a node."""
        moves: list[str] = []
        while (step := self._reached[node]) is not None:
            node, move = step
            moves.append(self._written(move, node))
        return node[0], moves[::-1]

    def _written(self, move: SmallAfterstate, before: _Node) -> str:
        """The notation of a move from a node."""
        return self.game.notation(move, before[1])

    def _without_end(self) -> tuple[Position, list[str]] | None:
        """The start and the moves of a line that repeats a position, or that comes to the limit of turns.

        None if there is no such line.
        """
        # Of nodes that are finished: how many moves of the longest line from them do not end the game.
        heights: dict[_Node, int] = {}
        for start in self.game.starts():
            # The nodes of the current line, each with the moves not yet tried there.
            line = {(start, 0): iter(self._follow[start, 0])}
            moves: list[str] = []
            while line:
                node, untried = next(reversed(line.items()))
                move, after = next(untried, (None, node))
                if move is None:
                    line.popitem()
                    heights[node] = max((1 + heights[after] for _, after in self._follow[node]), default=0)
                    moves = moves[:-1]
                elif after in line:
                    return start, [*moves, self._written(move, node)]
                elif after not in heights:
                    line[after] = iter(self._follow[after])
                    moves.append(self._written(move, node))
            if heights[start, 0] >= self.game.most_turns:
                return start, self._longest((start, 0), heights)
        return None

    def _longest(self, node: _Node, heights: dict[_Node, int]) -> list[str]:
        """The moves of the longest line from a node, up to the limit of turns."""
        moves: list[str] = []
        while len(moves) < self.game.most_turns:
            move, after = max(self._follow[node], key=lambda step: heights[step[1]])
            moves.append(self._written(move, node))
            node = after
        return moves


class Measure(Protocol):
    """An additional measure of a player, in games that have one."""

    @property
    def perfect(self) -> bool:
        """Whether the player never does what perfect play never does."""

    def as_json(self) -> dict[str, Any]:
        """The measure as the command line prints it."""

    def lines(self) -> list[str]:
        """The measure for people."""


@dataclass(frozen=True, repr=False)
class SeatVerdict(Brief):
    """What is proven about a player in one seat.

    Attributes:
        seat: 0 if the player moves first, else 1.
        worst: the player's worst result over all lines of play: 1 a win, 0 a draw, -1 a loss. A line that can
            go on for ever, or comes to the limit of turns, is a draw.
        positions: the number of positions visited, with either player to move, not counting ends of games.
        start: the position in which the line below starts, as the first mover sees it.
        line: the moves of that line (:class:`WorstLine`).
    """

    seat: int
    worst: int
    positions: int
    start: str
    line: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The verdict as the command line prints it."""
        return fields_as_json(self) | {"seat": SEATS[self.seat]}

    def __str__(self) -> str:
        return f"moving {SEATS[self.seat]}: {_RESULTS[self.worst]} ({self.positions} positions met)"


@dataclass(frozen=True)
class Verdict:
    """What is proven about a player.

    Attributes:
        game: the game's name.
        parameters: those of the game, such as the size of its board.
        player: the player's name.
        seats: the verdict for each seat, that of the first mover first.
        measure: the game's additional measure, if it has one: in Pursuit, where the player does what perfect
            play never does.
    """

    game: str
    parameters: dict[str, int]
    player: str
    seats: tuple[SeatVerdict, SeatVerdict]
    measure: Measure | None = None

    @property
    def worst(self) -> tuple[int, int]:
        """The worst result in each seat: 1 for a win, 0 for a draw, -1 for a loss."""
        first, second = self.seats
        return first.worst, second.worst

    def __repr__(self) -> str:
        seats = (f"moving {SEATS[seat.seat]} {_RESULTS[seat.worst]}" for seat in self.seats)
        return brief(self, self.game, *seats, self.player)

    def as_json(self) -> dict[str, Any]:
        """The verdict as ``senet-gp verdict --json`` prints it."""
        return {name: value for name, value in fields_as_json(self).items() if value is not None}


def verdict(game: SmallGame | str, player: Entrant, show: Progress | None = None) -> Verdict:
    """Walk every line of play against a player, in both seats.

    >>> [seat.worst for seat in verdict("hexapawn", "minimax").seats]
    [-1, 1]

    Args:
        game: the game, with its parameters, or the name of a small game.
        player: the player that is judged, a text that names it (see
            :func:`~senet_gp.players.parsing.player_from_text`), or an expression, such as an individual.
        show: is called now and then with the number of positions visited in the current seat.

    Raises:
        UsageError: if the game has too many positions, the player does not say which moves it may choose, or
            there is no such game or player.
        KeyboardInterrupt: if the user interrupts the program.
    """
    game = small_game(game) if isinstance(game, str) else game
    judged = as_player(player, game)
    if not isinstance(judged, Foreseeable):
        raise UsageError(
            f"{judged.name} does not say which moves it may choose, so nothing can be proven of it: name an "
            "expression, a table, a machine, or minimax"
        )
    found = proven(Rulebook(game), judged, MAX_POSITIONS, show)
    if found is None:
        raise UsageError(f"more than {MAX_POSITIONS:,} positions can be reached: choose a smaller board")
    return found


def proven(
    rulebook: Rulebook,
    player: Foreseeable,
    most_positions: int,
    show: Progress | None = None,
    at_least: tuple[int, int] = (-1, -1),
) -> Verdict | None:
    """The verdict on a player; :func:`verdict` tells what it is.

    Args:
        rulebook: the game. Verdicts on several players take less time if all share one.
        player: the player that is judged.
        most_positions: there is no verdict if more positions are visited in one seat.
        show: is called now and then with the number of positions visited in the current seat.
        at_least: nor is there one if the worst result in a seat is worse than this.

    Raises:
        KeyboardInterrupt: if the user interrupts the program.
    """
    walks, seats = [], []
    for seat, least in enumerate(at_least):
        walk = LinesOfPlay(rulebook, player, seat, most_positions, show)
        if not walk.complete:
            return None
        seats.append(_seat_verdict(walk))
        walks.append(walk)
        if seats[-1].worst < least:
            return None
    game = rulebook.game
    measured, measure = part_of(game.name, "measure"), None
    if measured is not None:
        measure = measured(game, {d.position: (d, may) for walk in walks for d, may in walk.decisions})
    return Verdict(game.name, parameters_of(game), player.name, (seats[0], seats[1]), measure)


def seat_verdict(
    rulebook: Rulebook, player: Foreseeable, seat: int, most_positions: int
) -> SeatVerdict | None:
    """Walk every line of play against a player in one seat.

    Returns:
        The verdict, or None if there are more than ``most_positions`` positions.

    Raises:
        KeyboardInterrupt: if the user interrupts the program.
    """
    walk = LinesOfPlay(rulebook, player, seat, most_positions)
    return _seat_verdict(walk) if walk.complete else None


def _seat_verdict(walk: LinesOfPlay) -> SeatVerdict:
    """What a complete walk has proven."""
    worst = walk.worst()
    start = walk.game.text(worst.start)
    return SeatVerdict(walk.seat, worst.result, walk.positions, start, tuple(worst.moves))
