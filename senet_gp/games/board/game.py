"""The base class of the small games: two players move in turn on one board, without chance.

A game with its parameters is a value, an instance of a :class:`BoardGame`; a
:class:`~senet_gp.games.board.position.Position` is a board as the player to move sees it. This module does
not play games. The rules themselves are compiled and called through :mod:`senet_gp.games.board.rules`.

A *seat* is 0 for the player who moves first in the game and 1 for the other. In a game whose board is turned
for the other player, the seat is needed to find where a square is drawn.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, ClassVar, cast

import numpy as np
from numpy.typing import NDArray

from senet_gp.games.board import lines
from senet_gp.games.board import rules as board_rules
from senet_gp.games.board.afterstates import (
    EXTRA,
    GOES_ON,
    MAX_SQUARES,
    MINE,
    MOVES,
    THEIRS,
    Numbers,
    move_start,
    move_target,
)
from senet_gp.games.board.position import Afterstate, Fillings, Position, mask_of, squares_of
from senet_gp.games.board.rules import BoardRules
from senet_gp.games.geometry import Geometry
from senet_gp.games.protocol import Family, ShownDecision
from senet_gp.games.rules_code import check_compiled
from senet_gp.games.view import Board
from senet_gp.games.wording import NamedMoves, Wording
from senet_gp.runtime.checks import whole_number
from senet_gp.runtime.errors import UsageError, brief
from senet_gp.runtime.streams import Streams

#: The ``repr`` of a decision shows at most this many of its moves.
_MOVES_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Decision(ShownDecision):
    """A decision of a player (see :class:`senet_gp.games.protocol.Decision`).

    Attributes:
        game: the game.
        seat: 0 if the first mover decides, else 1.
        position: the position as the player who decides sees it.
        afterstates: the moves to choose from, at least one.
    """

    game: BoardGame
    seat: int
    position: Position
    afterstates: Sequence[Afterstate]

    throws: ClassVar[tuple[int, ...]] = ()
    luck: ClassVar[float] = 0.0

    def __repr__(self) -> str:
        moves = (self.notation(index) for index in range(min(len(self.afterstates), _MOVES_SHOWN)))
        return brief(self, self.game, self.game.text(self.position), f"{len(self.afterstates)} moves", *moves)

    @property
    def policy(self) -> bool:
        """Whether programs are policies: their value on the board before the move names the afterstate."""
        return self.game.policy

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

    @property
    def writing(self) -> tuple[str, str]:
        """An example of a move as a person writes it, and an explanation."""
        return self.notation(0), "choose a move as it is written in the list"

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
        return ", ".join(word for word in (meaning, self._end(index)) if word)

    def _end(self, index: int) -> str:
        """How an afterstate ends the game, in a word; nothing if it does not."""
        result = self.afterstates[index].result
        return "" if result is None else {1: "wins", -1: "loses", 0: "draws"}[result]

    @property
    def wording(self) -> Wording:
        """How people read and write the moves: by their meanings, if each has another one."""
        meanings = [self.game.meaning(afterstate) for afterstate in self.afterstates]
        if not all(meanings) or len(set(meanings)) < len(meanings):
            return Wording(self)
        return NamedMoves(self, meanings, [self._end(index) for index in range(len(meanings))])

    def named(self, text: str) -> int:
        """The index of the afterstate that a move in notation names.

        Raises:
            UsageError: if it names none.
        """
        return self.game.afterstate_named(self.afterstates, self.seat, text.strip())

    def result(self, index: int) -> int | None:
        """1 if an afterstate wins, -1 if it loses, 0 if it draws, None if the game goes on."""
        return self.afterstates[index].result

    def ends_turn(self, index: int) -> bool:  # noqa: ARG002 - the same for all
        """Every move ends the turn."""
        return True

    def following(self, index: int) -> Position:
        """The position after an afterstate, as the other player sees it."""
        return self.game.swapped(self.afterstates[index].position)


class BoardGame(ABC):
    """A small game with its parameters, which are the fields of a frozen dataclass.

    Attributes:
        name: the game's name on the command line.
        title: its name in sentences.
        rules_text: its rules for people who do not know it, in about three lines.
        rules_module: the module of its compiled rules (see :mod:`senet_gp.games.board.rules`).
        cyclic: whether a position can be repeated, so that only the limit of plies ends some games.
        self_losses: whether a move can itself lose the game.
        named_moves: if programs are policies, the moves 0, 1 and so on in words; else empty.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    rules_text: ClassVar[str] = ""
    rules_module: ClassVar[str]
    cyclic: ClassVar[bool] = False
    self_losses: ClassVar[bool] = False
    named_moves: ClassVar[tuple[str, ...]] = ()
    family: ClassVar[Family] = "board"
    #: Nothing is thrown, and a game that nobody wins is a draw.
    stochastic: ClassVar[bool] = False
    small: ClassVar[bool] = True
    undecided_by_lot: ClassVar[bool] = False
    one_side_a_square: ClassVar[bool] = True

    @property
    @abstractmethod
    def geometry(self) -> Geometry:
        """How the board is drawn."""

    @property
    def policy(self) -> bool:
        """Whether programs are policies: their value names the move instead of scoring afterstates."""
        return bool(self.named_moves)

    @property
    @abstractmethod
    def max_afterstates(self) -> int:
        """The largest number of afterstates in any position."""

    @property
    @abstractmethod
    def most_plies(self) -> int:
        """The largest number of plies; a game that has not ended by then is drawn."""

    @cached_property
    @abstractmethod
    def numbers(self) -> Numbers:
        """The parameters as the compiled rules take them; do not change the array."""

    @cached_property
    def compiled_rules(self) -> BoardRules:
        """The rules for kernels, valid in this process only."""
        check_compiled(self.rules_module, "rules_module")
        return board_rules.board_rules(self.rules_module, self.numbers)

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

    def position_as_written(self, text: str) -> Position:
        """The position that a person means by a text, as the player to move sees it.

        By default this is :meth:`position_from`. A game that people write in other ways too, which cannot be
        confused with this one, reads all of them.

        Raises:
            UsageError: if the text is not a position; the message is one sentence that says why.
        """
        return self.position_from(text)

    def fillings(self) -> Fillings | None:
        """All ways to fill the board, if tables take their positions from them; else None."""
        return None

    def side_to_move(self, position: Position) -> str:  # noqa: ARG002 - others look at it
        """The name of the player to move's side, if the board shows which it is; else an empty text."""
        return ""

    def cannot_move(self, position: Position) -> str | None:  # noqa: ARG002 - others look at it
        """Why the game is over in a position, as the end of a sentence; None if it goes on."""
        return None

    def position_to_move_from(self, text: str) -> Position:
        """The position that a person means by a text, if the game goes on there.

        Raises:
            UsageError: if the text is not a position, or the game is over there.
        """
        position = self.position_as_written(text)
        reason = self.cannot_move(position)
        if reason:
            raise UsageError(f"{text!r} cannot be played on: {reason}")
        return position

    @abstractmethod
    def symmetries(self) -> list[tuple[int, ...]]:
        """The permutations of squares that leave the rules unchanged, the identity first.

        Element n - 1 of a permutation is the square that square n goes to; :meth:`mapped` applies it.
        """

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

    def beside(self, position: Position) -> Mapping[str, tuple[int, int]]:  # noqa: ARG002 - there are none
        """No pieces are kept beside the board."""
        return {}

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
        return [
            Afterstate(
                Position(column[MINE], column[THEIRS], column[EXTRA]),
                move_start(column[MOVES]),
                move_target(column[MOVES]),
                None if result == GOES_ON else result,
            )
            for column, result in zip(boards[:, :count].T.tolist(), results[:count].tolist(), strict=True)
        ]

    @property
    def most_turns(self) -> int:
        """The largest number of plies: every ply is a turn."""
        return self.most_plies

    def throw_chances(self, position: Position) -> dict[tuple[int, ...], float]:  # noqa: ARG002
        """Nothing is thrown."""
        return {(): 1.0}

    def seen(self, position: Position) -> Board:
        """A position as words see it, without a move before it."""
        return self.view(position)

    def next_decision(self, position: Position, seat: int, streams: Streams) -> Decision:  # noqa: ARG002
        """The decision of the player to move; nothing is thrown."""
        return self.decision(position, seat, ())

    def decision(self, position: Position, seat: int, throws: Sequence[int]) -> Decision:
        """The decision of the player to move.

        Raises:
            UsageError: if there are throws, which these games do not have.
        """
        if throws:
            raise UsageError(f"{self.name} has no throws")
        return Decision(self, seat, position, self.afterstates(position))

    def decision_among(self, position: Position, seat: int, afterstates: Sequence[Afterstate]) -> Decision:
        """The decision of the player to move, whose afterstates are known already."""
        return Decision(self, seat, position, afterstates)

    def move_order(self, afterstate: Afterstate) -> tuple[int, int]:
        """The start and the target of a move, by which tables choose among equally good ones."""
        return afterstate.start, afterstate.target

    def shows_all(self, position: Position) -> bool:
        """Whether a drawing of the board shows all that belongs to a position."""
        return not position.extra

    def afterstate_named(self, afterstates: Sequence[Afterstate], seat: int, text: str) -> int:
        """The index of the afterstate that a move in notation names.

        Raises:
            UsageError: if it names none.
        """
        names = [self.notation(afterstate, seat) for afterstate in afterstates]
        if text not in names:
            raise UsageError(f"{text[:20]!r} is not a move here: the moves are {', '.join(names)}")
        return names.index(text)

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


def check_size(game: BoardGame, parameter: str, least: int, most: int = MAX_SQUARES) -> None:
    """Check that a parameter of a game is a whole number within bounds, and make it Python's own.

    Raises:
        UsageError: if it is not.
    """
    found = whole_number(f"the {parameter} of {game.name}", getattr(game, parameter), least, most)
    object.__setattr__(game, parameter, found)


class SignedBoardGame(BoardGame):
    """A game whose positions are written square by square: ``x`` mine, ``o`` theirs, ``.`` empty."""

    @abstractmethod
    def refusal(self, position: Position) -> str | None:
        """Why a position is impossible, as the end of a sentence; None if it is possible."""

    def text(self, position: Position) -> str:
        """A position as the signs of its squares, from square 1 on, as the player to move sees it."""
        return "".join(
            "x" if position.mine >> square & 1 else "o" if position.theirs >> square & 1 else "."
            for square in range(1, self.squares + 1)
        )

    def position_from(self, text: str) -> Position:
        """The position that a text of :meth:`text` stands for.

        Raises:
            UsageError: if it stands for none; one sentence that says why.
        """
        if len(text) != self.squares or set(text) - set("xo."):
            raise UsageError(
                f"a position of {self.name} is {self.squares} characters 'x', 'o' or '.', not {text[:40]!r}"
            )
        position = Position(
            *(mask_of(square for square, sign in enumerate(text, 1) if sign == side) for side in "xo")
        )
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
