"""Pursuit: two players walk on a grid and try to step onto one another.

The game is "Grid War" of T. Segaran, Programming Collective Intelligence (2007), chapter 11. A move is 0:
x-1, 1: x+1, 2: y-1 or 3: y+1; a player who would leave the board stays in place. A player who makes the same
move twice running loses at once.

In the compiled rules, square (x, y) has the number y * size + x + 1, and each mask has one bit. What the
squares do not show are the last moves: the player's own in three bits, the other's in the three bits above.
Each is stored as the move plus one, with 0 for none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np

from senet_gp.games.board.game import (
    Afterstate,
    BoardDecision,
    BoardGame,
    Position,
    check_ranges,
    grid_symmetries,
    squares_of,
)
from senet_gp.games.board.rules import GOES_ON, Boards, Numbers, Results, keep
from senet_gp.games.kernels import lowest_bit
from senet_gp.games.protocol import Board, Decision, Geometry, grid
from senet_gp.games.wording import RuleExample, always_met, wins
from senet_gp.runtime.codec import fields_as_json
from senet_gp.runtime.compiled import kernel
from senet_gp.runtime.errors import UsageError

MOVES = 4
_LAST_MOVE_BITS = 3
_LAST_MOVE = 7
#: The index of the size of the board among the numbers.
SIZE = 0


@kernel
def packed(own_last: int, their_last: int) -> int:
    """Two last moves, -1 to 3, as one number."""
    return (own_last + 1) | ((their_last + 1) << _LAST_MOVE_BITS)


@kernel
def own_last_move(extra: int) -> int:
    """The last move of the player who sees the board; -1 if there was none."""
    return (extra & _LAST_MOVE) - 1


@kernel
def their_last_move(extra: int) -> int:
    """The last move of the other player; -1 if there was none."""
    return (extra >> _LAST_MOVE_BITS) - 1


@kernel
def column(mask: int, size: int) -> int:
    """The x of the only piece."""
    return (lowest_bit(mask) - 1) % size


@kernel
def row(mask: int, size: int) -> int:
    """The y of the only piece."""
    return (lowest_bit(mask) - 1) // size


@kernel
def successors(numbers: Numbers, mine: int, theirs: int, extra: int, boards: Boards, results: Results) -> int:
    """The boards after the moves x-1, x+1, y-1 and y+1; a player who would leave the board stays in place."""
    size = numbers[SIZE]
    x, y = column(mine, size), row(mine, size)
    start = y * size + x + 1
    for move in range(MOVES):
        step = 2 * (move & 1) - 1
        to_x, to_y = (x + step, y) if move < 2 else (x, y + step)
        inside = 0 <= to_x < size and 0 <= to_y < size
        target = to_y * size + to_x + 1 if inside else start
        after = packed(move, their_last_move(extra))
        result = -1 if move == own_last_move(extra) else 1 if 1 << target == theirs else GOES_ON
        keep(boards, results, move, 1 << target, theirs, start, target, after, result)
    return MOVES


@kernel
def swapped(_numbers: Numbers, mine: int, theirs: int, extra: int) -> tuple[int, int, int]:
    """The board as the other player sees it, with their last move first."""
    return theirs, mine, packed(their_last_move(extra), own_last_move(extra))


_NO_MOVE = -1
_TEXT = re.compile(r"([0-9]),([0-9]),([0-9]),([0-9]),(-1|[0-3]),(-1|[0-3])")
#: Moves 0 to 3, as the board is drawn.
_DIRECTIONS = ("left", "right", "up", "down")


@dataclass(frozen=True)
class Pursuit(BoardGame):
    """Pursuit. A move is written as its number, 0 to 3, and all four are always possible.

    Attributes:
        size: the number of columns and rows of the board.
        rounds: the game is drawn after each player has moved this many times.

    Raises:
        UsageError: if the size is not from 3 to 5 or the number of rounds not from 1 to 10,000.
    """

    size: int = 4
    rounds: int = 50

    name = "pursuit"
    title = "Pursuit"
    #: With two columns both players would start on the same square; 36 squares are too many for a mask.
    ranges = MappingProxyType({"size": (3, 5), "rounds": (1, 10_000)})
    rules_module = __name__
    named_moves: ClassVar[tuple[str, ...]] = ("to the left", "to the right", "up", "down")
    self_losses = True
    cyclic = True
    max_afterstates = MOVES

    def __post_init__(self) -> None:
        check_ranges(self)

    @property
    def rules_text(self) -> str:
        """The rules with the number of rounds."""
        rounds = "1 round" if self.rounds == 1 else f"{self.rounds} rounds"
        return (
            "Two players step in turn on a square grid: left, right, up or down; off the board they stay.\n"
            "A player wins by stepping onto the other, and loses by making the same move twice running.\n"
            f"After {rounds} the game is a draw."
        )

    def reason(self, position: Position, result: int) -> str:  # noqa: ARG002 - the result says all
        """A move wins by stepping onto the other player, and loses by being made twice running."""
        return {1: "one has stepped onto the other", -1: "the same move twice running loses"}.get(result, "")

    @cached_property
    def geometry(self) -> Geometry:
        """Rows from y = 0 at the top to the greatest y; each square is labelled with its x,y."""
        rows = grid(self.size, self.size)
        labels = {square: f"{x},{y}" for y, row in enumerate(rows) for x, square in enumerate(row)}
        return Geometry(rows, labels)

    @property
    def most_turns(self) -> int:
        """Two plies per round."""
        return 2 * self.rounds

    @cached_property
    def numbers(self) -> Numbers:
        """The parameters as the compiled rules take them."""
        return np.array([self.size], np.int64)

    def position(
        self,
        own: tuple[int, int],
        enemy: tuple[int, int],
        own_last: int = _NO_MOVE,
        their_last: int = _NO_MOVE,
    ) -> Position:
        """The position with the players at these coordinates (x, y) after these last moves; -1 is no move."""
        return Position(
            1 << (own[1] * self.size + own[0] + 1),
            1 << (enemy[1] * self.size + enemy[0] + 1),
            packed(own_last, their_last),
        )

    def starts(self) -> list[Position]:
        """The first player on any square (x, y), the second on ((x + 2) mod size, (y + 2) mod size)."""
        return [
            self.position((x, y), ((x + 2) % self.size, (y + 2) % self.size))
            for y in range(self.size)
            for x in range(self.size)
        ]

    def notation(self, afterstate: Afterstate, seat: int) -> str:  # noqa: ARG002 - all see the same board
        """The number of the move."""
        return str(own_last_move(afterstate.position.extra))

    def meaning(self, afterstate: Afterstate) -> str:
        """The direction."""
        return _DIRECTIONS[own_last_move(afterstate.position.extra)]

    def text(self, position: Position) -> str:
        """My x and y, the other player's x and y, my last move and theirs (-1 for none), with commas."""
        own, enemy = (self.geometry.label(mask.bit_length() - 1) for mask in (position.mine, position.theirs))
        return f"{own},{enemy},{own_last_move(position.extra)},{their_last_move(position.extra)}"

    def position_from(self, text: str) -> Position:
        """The position that a text of :meth:`text` stands for.

        Raises:
            UsageError: if it stands for none; one sentence that says why.
        """
        parts = _TEXT.fullmatch(text)
        if parts is None:
            raise UsageError(
                "a position of pursuit is written x,y,x,y,last,last: the player's square, the enemy's, and "
                f"their last moves (-1 to 3), not {text[:40]!r}"
            )
        x, y, enemy_x, enemy_y, own_last, their_last = map(int, parts.groups())
        if max(x, y, enemy_x, enemy_y) >= self.size:
            raise UsageError(
                f"{text!r} names a square off the board, whose coordinates go to {self.size - 1}"
            )
        if (x, y) == (enemy_x, enemy_y):
            raise UsageError(f"{text!r} has both players on one square, where the game is over")
        return self.position((x, y), (enemy_x, enemy_y), own_last, their_last)

    def view(self, position: Position, start: int = 0, target: int = 0) -> Board:
        """A position as words see it, with the player's last move."""
        return Board(
            frozenset(squares_of(position.mine)),
            frozenset(squares_of(position.theirs)),
            squares=self.squares,
            width=self.size,
            start=start,
            target=target,
            last_move=own_last_move(position.extra),
        )

    def symmetries(self) -> list[tuple[int, ...]]:
        """The eight symmetries of the square."""
        return grid_symmetries(self.size, self.size, mirror=True, turn=True)

    def mapped(self, position: Position, symmetry: Sequence[int]) -> Position:
        """The image of a position under one of the :meth:`symmetries`, which also maps the last moves."""
        squares = super().mapped(position, symmetry)
        return Position(
            squares.mine,
            squares.theirs,
            packed(
                self._mapped_move(own_last_move(position.extra), symmetry),
                self._mapped_move(their_last_move(position.extra), symmetry),
            ),
        )

    def _mapped_move(self, move: int, symmetry: Sequence[int]) -> int:
        """The move that leads from the image of a square to the image of its neighbour."""
        if move == _NO_MOVE:
            return _NO_MOVE
        inner = self.size + 2  # at (1, 1), from where all four moves stay on the board
        steps = (-1, 1, -self.size, self.size)
        return steps.index(symmetry[inner + steps[move] - 1] - symmetry[inner - 1])


@dataclass(frozen=True, slots=True)
class Faults:
    """States in which a player may do what perfect play never does.

    Attributes:
        count: the number of such states.
        position: the first such state, as ``senet-gp`` writes positions; None if there is none.
        move: the move there; None likewise.
    """

    count: int
    position: str | None = None
    move: str | None = None

    def __str__(self) -> str:
        return f"{self.count} (in {self.position} by {self.move})" if self.count else "0"


@dataclass(frozen=True, slots=True)
class PursuitMeasure:
    """How far a player of Pursuit is from perfect play: an exact measure of a policy.

    No player can force a win: in every state the player to move either wins at once or can prevent the
    enemy's immediate win. So perfect play is to take every immediate win, to allow none, and never to repeat
    a move. The measure counts the states in which the player may do otherwise.

    Attributes:
        states: the number of states, in both seats, in which the player has to move.
        missed_wins: states in which the player may miss an immediate win.
        allowed_wins: states in which the player may let the enemy win with the next move.
        repeated_moves: states in which the player may lose by repeating their last move.
    """

    states: int
    missed_wins: Faults
    allowed_wins: Faults
    repeated_moves: Faults

    @property
    def perfect(self) -> bool:
        """Whether there is no such state."""
        return not (self.missed_wins.count or self.allowed_wins.count or self.repeated_moves.count)

    def as_json(self) -> dict[str, Any]:
        """The measure as the command line prints it."""
        return fields_as_json(self) | {"perfect": self.perfect}

    def lines(self) -> list[str]:
        """The measure for people."""
        return [
            f"in the {self.states} states that can come up:",
            f"  immediate wins missed:  {self.missed_wins}",
            f"  immediate wins allowed: {self.allowed_wins}",
            f"  moves repeated:         {self.repeated_moves}",
            "perfect" if self.perfect else "not perfect",
        ]


def measured(game: Pursuit, decisions: Mapping[Position, tuple[BoardDecision, list[int]]]) -> PursuitMeasure:
    """The measure of a player whose possible choices are known in every state.

    Args:
        game: the game.
        decisions: for each state, the player's decision and the indices of the afterstates they may choose.
    """

    def wins(afterstates: Iterable[Afterstate]) -> bool:
        return any(afterstate.result == 1 for afterstate in afterstates)

    missed: list[tuple[Position, Afterstate]] = []
    allowed: list[tuple[Position, Afterstate]] = []
    repeated: list[tuple[Position, Afterstate]] = []
    for position, (decision, indices) in decisions.items():
        played = [decision.afterstates[index] for index in indices]
        if wins(decision.afterstates):
            missed += [(position, afterstate) for afterstate in played if afterstate.result != 1][:1]
        repeated += [(position, afterstate) for afterstate in played if afterstate.result == -1][:1]
        allowed += [
            (position, afterstate)
            for afterstate in played
            if afterstate.result is None and wins(game.afterstates(game.swapped(afterstate.position)))
        ][:1]

    def faults(found: list[tuple[Position, Afterstate]]) -> Faults:
        if not found:
            return Faults(0)
        position, afterstate = found[0]
        return Faults(len(found), game.text(position), game.notation(afterstate, 0))

    return PursuitMeasure(len(decisions), faults(missed), faults(allowed), faults(repeated))


def _loses(decision: Decision) -> bool:
    return any(afterstate.result == -1 for afterstate in decision.afterstates)


#: Examples that teach the rules, in the order in which they matter.
EXAMPLES = (
    RuleExample("A step", "Step one square left, right, up or down.", "0,0,2,2,-1,-1", (), "3", always_met),
    RuleExample("Catching", "The player that steps onto the other has won.", "0,0,1,0,-1,-1", (), "1", wins),
    RuleExample(
        "Never the same step twice",
        "A player that makes the same step twice running has lost: after one to the right, go another way.",
        "1,0,3,3,1,-1",
        (),
        "3",
        _loses,
    ),
)
