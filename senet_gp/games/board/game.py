"""The base class of the small games: two players move in turn on one board, without chance.

A game with its parameters is a value, an instance of a :class:`BoardGame`; a :class:`Position` is a board as
the player to move sees it, with sets of squares as bit masks. This module does not play games. The rules
themselves are compiled and called through :mod:`senet_gp.games.board.rules`.

A *seat* is 0 for the player who moves first in the game and 1 for the other. In a game whose board is turned
for the other player, the seat is needed to find where a square is drawn.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from typing import Any, ClassVar, cast

import numpy as np
from numpy.typing import NDArray

from senet_gp.games.board import lines
from senet_gp.games.board import rules as board_rules
from senet_gp.games.board.rules import (
    EXTRA,
    GOES_ON,
    MINE,
    MOVES,
    THEIRS,
    BoardRules,
    Numbers,
    move_start,
    move_target,
    packed_move,
)
from senet_gp.games.protocol import ENDINGS, Board, Decision, Family, Geometry, in_signs, squares_in
from senet_gp.games.small import SmallGame
from senet_gp.games.wording import NamedMoves, Wording
from senet_gp.runtime.checks import whole_number
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.streams import Streams


def squares_of(mask: int) -> list[int]:
    """The squares of a mask, in rising order.

    >>> squares_of(0b1010)
    [1, 3]
    """
    return [square for square in range(1, mask.bit_length()) if mask >> square & 1]


def mask_of(squares: Iterable[int]) -> int:
    """The mask of some squares, bit n for square n.

    >>> mask_of([1, 3]) == 0b1010
    True
    """
    return sum(1 << square for square in squares)


def grid_symmetries(width: int, height: int, *, mirror: bool, turn: bool) -> list[tuple[int, ...]]:
    """The symmetries of a grid: reflection from left to right if ``mirror``, quarter turns if ``turn``."""
    identity = tuple(range(1, width * height + 1))
    found = [identity]
    if turn:
        quarter = tuple(
            square % width * height + height - square // width for square in range(width * height)
        )
        for _ in range(3):
            found.append(tuple(quarter[square - 1] for square in found[-1]))
    if mirror:
        mirrored = tuple(square // width * width + width - square % width for square in range(width * height))
        found += [tuple(mirrored[square - 1] for square in symmetry) for symmetry in found]
    return found


@dataclass(frozen=True, slots=True)
class Position:
    """A board as one of the two players sees it: unless stated otherwise, the player to move.

    >>> Position(mine=0b10, theirs=0b100)
    Position(mine=2, theirs=4, extra=0)

    Attributes:
        mine: the squares of this player's pieces as a bit mask, bit n for square n, counted from 1.
        theirs: the squares of the other player's pieces.
        extra: what the squares do not show, packed as the game's rules require; 0 if there is nothing.
    """

    mine: int
    theirs: int
    extra: int = 0


@dataclass(frozen=True, slots=True)
class Afterstate:
    """A possible move, and the position that it leads to.

    Attributes:
        position: the position after the move, as the player who made it sees it.
        start: the square that the piece came from; 0 if it was placed.
        target: the square that it went to, or was placed on.
        result: 1 if the move wins the game, -1 if it loses it, 0 if it draws it, None if the game goes on.
    """

    position: Position
    start: int
    target: int
    result: int | None

    @property
    def packed_move(self) -> int:
        """The move as one number, as the compiled rules pack it."""
        return packed_move(self.start, self.target)


class BoardDecision(Decision):
    """A decision in a game without chance whose rules are compiled."""

    __slots__ = ()

    game: BoardGame
    position: Position
    afterstates: Sequence[Afterstate]

    def boards(self) -> NDArray[np.uint32]:
        """(4, boards) uint32, the boards that programs score: afterstates, or for a policy the position."""
        if self.policy:
            before = self.position
            return np.array([[before.mine], [before.theirs], [0], [before.extra]], np.uint32)
        after = [
            (c.position.mine, c.position.theirs, c.packed_move, c.position.extra) for c in self.afterstates
        ]
        return np.array(after, np.uint32).T

    def view(self, index: int) -> Board:
        """An afterstate's board, with the move that led to it; for a policy, the board before the move."""
        if self.policy:
            return self.game.view(self.position)
        after = self.afterstates[index]
        return self.game.view(after.position, after.start, after.target)

    def notation(self, index: int) -> str:
        """The notation of an afterstate."""
        return self.game.notation(self.afterstates[index], self.seat)

    def steps(self, index: int) -> list[tuple[int, int]]:
        """The square that an afterstate's piece leaves and the square it goes to; empty if it stays."""
        afterstate = self.afterstates[index]
        if afterstate.start == afterstate.target:
            return []
        start = self.game.on_table(afterstate.start, self.seat) if afterstate.start else 0
        return [(start, self.game.on_table(afterstate.target, self.seat))]

    def remark(self, index: int) -> str:
        """An explanation of an afterstate if its notation needs one, and how it ends the game if it does."""
        meaning = self.game.meaning(self.afterstates[index])
        return ", ".join(word for word in (meaning, ENDINGS[self.result(index)]) if word)

    @property
    def wording(self) -> Wording:
        """How people read and write the moves: by their meanings, if each has another one."""
        meanings = [self.game.meaning(afterstate) for afterstate in self.afterstates]
        if not all(meanings) or len(set(meanings)) < len(meanings):
            return Wording(self)
        return NamedMoves(self, meanings, [ENDINGS[self.result(index)] for index in range(len(meanings))])


class BoardGame(SmallGame):
    """A small game with its parameters, which are the fields of a frozen dataclass.

    Attributes:
        rules_module: the module of its compiled rules (see :mod:`senet_gp.games.board.rules`).
    """

    rules_module: ClassVar[str]
    family: ClassVar[Family] = "board"
    one_side_a_square: ClassVar[bool] = True

    @property
    @abstractmethod
    def geometry(self) -> Geometry:
        """How the board is drawn."""

    @property
    @abstractmethod
    def max_afterstates(self) -> int:
        """The largest number of afterstates in any position."""

    @property
    @abstractmethod
    def most_turns(self) -> int:
        """The largest number of turns, of one move each; a game that has not ended by then is drawn."""

    @cached_property
    @abstractmethod
    def numbers(self) -> Numbers:
        """The parameters as the compiled rules take them; do not change the array."""

    @cached_property
    def compiled_rules(self) -> BoardRules:
        """The rules for kernels, valid in this process only."""
        return _rules(self)

    def check_listed(self) -> None:
        """Refuse what kernels have found if a list of boards had no room for all of them.

        Raises:
            UsageError: if one had not.
        """
        most, listed = self.compiled_rules.listed.tolist()
        if listed:
            raise UsageError(
                f"successors of {self.rules_module} has listed {listed} boards, and max_afterstates of "
                f"{self.title} is {most}: mend one of them"
            )

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the parameters alone: addresses are valid in one process only."""
        return type(self), tuple(getattr(self, field.name) for field in fields(cast("Any", self)))

    @abstractmethod
    def starts(self) -> Sequence[Position]:
        """The positions that a game can start from, all equally likely."""

    @abstractmethod
    def notation(self, afterstate: Afterstate, seat: int) -> str:
        """The notation of a move, in the numbering that the game's source uses.

        Args:
            afterstate: the move.
            seat: the seat of the player who makes it.
        """

    def meaning(self, afterstate: Afterstate) -> str:  # noqa: ARG002 - mostly the notation tells
        """An explanation of a move, if its notation needs one."""
        return ""

    @abstractmethod
    def text(self, position: Position) -> str:
        """A position as one short line without blanks, which :meth:`position_from` reads back."""

    @abstractmethod
    def position_from(self, text: str) -> Position:
        """The position of a text made by :meth:`text`.

        Raises:
            UsageError: if the text is not a position; the message is one sentence that says why.
        """

    def cannot_move(self, position: Position) -> str | None:  # noqa: ARG002 - others look at it
        """Why the game is over in a position, as the end of a sentence; None if it goes on."""
        return None

    def position_to_move_from(self, text: str) -> Position:
        """The position that a person means by a text, if the game goes on there.

        Raises:
            UsageError: if the text is not a position, or the game is over there.
        """
        position: Position = self.position_as_written(text)
        reason = self.cannot_move(position)
        if reason:
            raise UsageError(f"{text!r} cannot be played on: {reason}")
        return position

    @property
    def squares(self) -> int:
        """How many squares the board has, numbered from 1."""
        return len(self.geometry.places)

    def on_table(self, square: int, seat: int) -> int:  # noqa: ARG002 - mostly both see the same board
        """The square of the drawn board that the player of a seat calls by this number."""
        return square

    def occupants(self, position: Position, seat: int) -> Mapping[int, Sequence[int]]:
        """The owner of the piece on each square that is not empty.

        Args:
            position: the position.
            seat: the seat of the player whose view ``position`` is.
        """
        masks = {seat: position.mine, 1 - seat: position.theirs}
        # If one player has caught the other, the first mover's piece is shown.
        return {
            self.on_table(square, seat): (whose,) for whose in (1, 0) for square in squares_of(masks[whose])
        }

    def view(self, position: Position, start: int = 0, target: int = 0) -> Board:
        """A position as words see it, with the start and the target square of the move just made."""
        return Board(
            frozenset(squares_of(position.mine)),
            frozenset(squares_of(position.theirs)),
            squares=self.squares,
            width=self.geometry.width,
            start=start,
            target=target,
        )

    def afterstates(self, position: Position) -> list[Afterstate]:
        """The moves of the player to move, in a fixed order; at least one while the game goes on."""
        boards = np.empty((4, self.max_afterstates), np.uint32)
        results = np.empty(self.max_afterstates, np.int8)
        count = board_rules.successors(
            self.compiled_rules, position.mine, position.theirs, position.extra, boards, results
        )
        self.check_listed()
        return [
            Afterstate(
                Position(column[MINE], column[THEIRS], column[EXTRA]),
                move_start(column[MOVES]),
                move_target(column[MOVES]),
                None if result == GOES_ON else result,
            )
            for column, result in zip(boards[:, :count].T.tolist(), results[:count].tolist(), strict=True)
        ]

    def seen(self, position: Position) -> Board:
        """A position as words see it, without a move before it."""
        return self.view(position)

    def next_decision(self, position: Position, seat: int, streams: Streams) -> BoardDecision:  # noqa: ARG002
        """The decision of the player to move; nothing is thrown."""
        return self.decision(position, seat, ())

    def decision(self, position: Position, seat: int, throws: Sequence[int]) -> BoardDecision:
        """The decision of the player to move.

        Raises:
            UsageError: if there are throws, which these games do not have.
        """
        if throws:
            raise UsageError(f"{self.name} has no throws")
        return self.decision_among(position, seat, self.afterstates(position))

    def decision_among(
        self, position: Position, seat: int, afterstates: Sequence[Afterstate]
    ) -> BoardDecision:
        """The decision of the player to move, whose afterstates are known already.

        Raises:
            UsageError: if there are none.
        """
        if not afterstates:
            raise UsageError(
                f"successors of {self.rules_module} lists no board after {self.text(position)}: where a "
                "player cannot move, it lists the same board again"
            )
        return BoardDecision(self, seat, position, afterstates)

    def move_order(self, afterstate: Afterstate) -> tuple[int, int]:
        """The start and the target of a move, by which tables choose among equally good ones."""
        return afterstate.start, afterstate.target

    def shows_all(self, position: Position) -> bool:
        """Whether a drawing of the board shows all that belongs to a position."""
        return not position.extra

    def swapped(self, position: Position) -> Position:
        """The same position as the other player sees it."""
        return Position(
            *board_rules.swapped(self.compiled_rules, position.mine, position.theirs, position.extra)
        )

    def mapped(self, position: Position, symmetry: Sequence[int]) -> Position:
        """The position that one of the :meth:`symmetries` makes of this one."""
        return Position(
            mask_of(symmetry[square - 1] for square in squares_of(position.mine)),
            mask_of(symmetry[square - 1] for square in squares_of(position.theirs)),
            position.extra,
        )


@lru_cache(maxsize=64)
def _rules(game: BoardGame) -> BoardRules:
    """The same rules for equal games, since they note what the kernels have listed."""
    return board_rules.board_rules(game.rules_module, game.numbers, game.max_afterstates)


def check_ranges(game: BoardGame) -> None:
    """Check that the parameters of a game are whole numbers within its ranges, and make them Python's own.

    Raises:
        UsageError: if one is not.
    """
    for parameter, (least, most) in game.ranges.items():
        found = whole_number(f"the {parameter} of {game.name}", getattr(game, parameter), least, most)
        object.__setattr__(game, parameter, found)


class SignedBoardGame(BoardGame):
    """A game whose positions are written square by square: ``x`` mine, ``o`` theirs, ``.`` empty."""

    @abstractmethod
    def refusal(self, position: Position) -> str | None:
        """Why a position is impossible, as the end of a sentence; None if it is possible."""

    def text(self, position: Position) -> str:
        """A position as the signs of its squares, from square 1 on, as the player to move sees it."""
        return in_signs(squares_of(position.mine), squares_of(position.theirs), self.squares)

    def position_from(self, text: str) -> Position:
        """The position that a text of :meth:`text` stands for.

        Raises:
            UsageError: if it stands for none; one sentence that says why.
        """
        found = squares_in(text, self.squares)
        if found is None:
            raise UsageError(
                f"a position of {self.name} is {self.squares} characters 'x', 'o' or '.', not {text[:40]!r}"
            )
        position = Position(*map(mask_of, found))
        reason = self.refusal(position)
        if reason:
            raise UsageError(f"{text!r} is not a position of {self.name}: {reason}")
        return position


class PlacingGame(SignedBoardGame):
    """A game in which the players place one piece each in turn, and the first to complete a line wins.

    A move is written as the square that the piece is placed on.
    """

    rules_module = "senet_gp.games.board.lines"

    def starts(self) -> list[Position]:
        """The empty board."""
        return [Position(0, 0)]

    def notation(self, afterstate: Afterstate, seat: int) -> str:  # noqa: ARG002 - all see the same board
        """The square."""
        return self.geometry.label(afterstate.target)

    def refusal(self, position: Position) -> str | None:
        """The players move in turn, so they have equally many pieces, or one has one more."""
        if abs(position.mine.bit_count() - position.theirs.bit_count()) > 1:
            return "one side has placed two pieces more than the other, but they move in turn"
        return None

    def cannot_move(self, position: Position) -> str | None:
        """A line is complete, or the board is full."""
        if any(lines.has_line(side, self.numbers) for side in (position.mine, position.theirs)):
            return "a line is complete, so the game is over"
        if position.mine.bit_count() + position.theirs.bit_count() == self.squares:
            return "the board is full, so the game is over"
        return None

    def winning_squares(self, position: Position, seat: int) -> list[int]:  # noqa: ARG002 - all see the same
        """The squares of the line that has won the game."""
        sides = (position.mine, position.theirs)
        return [square for side in sides for square in lines.squares_of_lines(side, self.numbers)]

    def position_as_written(self, text: str) -> Position:
        """The position as the player to move sees it; x in the text may be this player or the first mover.

        The text is unambiguous: a player with more pieces has just moved.

        Raises:
            UsageError: if the text is not a position; the message is one sentence that says why.
        """
        position = self.position_from(text)
        if position.mine.bit_count() > position.theirs.bit_count():
            return self.swapped(position)
        return position
