"""What the small games have in common: two sides that move in turn on one board, without chance.

A game with its parameters is a value, an instance of a :class:`BoardGame`; a :class:`Position` is a board
seen by the player to move. How a game is played through is not the business of this layer. The rules
themselves are compiled, in :mod:`senet_gp.games.board.rules`, and asked here.

A *seat* is 0 for the player who moves first in the game and 1 for the other. Where a board is turned when the
other player sees it, only the seat tells where its squares lie on the table.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, ClassVar, cast

import numpy as np
from numpy.typing import NDArray

from senet_gp.errors import UsageError
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
    packed_move,
)
from senet_gp.games.board.rules import BoardRules
from senet_gp.games.geometry import Geometry
from senet_gp.games.view import Board
from senet_gp.streams import Streams


@dataclass(frozen=True, slots=True)
class Position:
    """A board, seen by one of the two players: by the player to move, if nothing else is said.

    Attributes:
        mine: the squares of my pieces as a bit mask, bit n for square n, squares counting from 1.
        theirs: those of their pieces.
        extra: what the squares do not show, packed as the game's rules say; 0 where there is nothing.
    """

    mine: int
    theirs: int
    extra: int = 0


@dataclass(frozen=True, slots=True)
class Afterstate:
    """A move that can be made, and the board it leads to.

    Attributes:
        position: the board after the move, still seen by the player who made it (the afterstate).
        start: the square that the piece came from; 0 where pieces are placed.
        target: the square that it went to, or was placed on.
        result: 1 if the mover has won by it, -1 if he has lost, 0 if the game is drawn, None if it goes on.
    """

    position: Position
    start: int
    target: int
    result: int | None

    @property
    def packed_move(self) -> int:
        """The move as the compiled rules pack it."""
        return packed_move(self.start, self.target)


@dataclass(frozen=True, slots=True)
class Fillings:
    """All ways to fill the board of a game, of which some are positions.

    Attributes:
        orders: in how many orders the board can be filled.
        combinations: how many ways there are.
        source_filter: how many of them the filter of the game's source keeps.
        positions: those that are positions, in the order of the ways.
    """

    orders: int
    combinations: int
    source_filter: int
    positions: Sequence[Position]


@dataclass(frozen=True, slots=True)
class Decision:
    """What a player is asked (see :class:`senet_gp.games.protocol.Decision`).

    Attributes:
        game: the game.
        seat: 0 if the first mover is asked, else 1.
        position: the board, seen by the player who is asked.
        afterstates: the moves to choose from, at least one.
    """

    game: BoardGame
    seat: int
    position: Position
    afterstates: Sequence[Afterstate]

    throws: ClassVar[tuple[int, ...]] = ()
    goes_on: ClassVar[bool] = False
    luck: ClassVar[float] = 0.0

    @property
    def policy(self) -> bool:
        """Whether a program's value on the board before the move names the afterstate."""
        return self.game.policy

    def boards(self) -> NDArray[np.uint32]:
        """What programs see, a column each: the afterstates' boards, or the one before a policy."""
        if self.policy:
            before = self.position
            return np.array([[before.mine], [before.theirs], [0], [before.extra]], np.uint32)
        after = [
            (c.position.mine, c.position.theirs, c.packed_move, c.position.extra) for c in self.afterstates
        ]
        return np.array(after, np.uint32).T

    def view(self, index: int) -> Board:
        """An afterstate's board, with the move that led there, or for a policy the board before."""
        if self.policy:
            return self.game.view(self.position)
        after = self.afterstates[index]
        return self.game.view(after.position, after.start, after.target)

    @property
    def writing(self) -> tuple[str, str]:
        """The first of the moves, and that it can be written as it is."""
        return self.notation(0), "choose a move as it is written in the list"

    def notation(self, index: int) -> str:
        """An afterstate as it is written and read."""
        return self.game.notation(self.afterstates[index], self.seat)

    def steps(self, index: int) -> list[tuple[int, int]]:
        """The square that an afterstate's piece leaves and the one it goes to; nothing if it stays."""
        afterstate = self.afterstates[index]
        if afterstate.start == afterstate.target:
            return []
        start = self.game.on_table(afterstate.start, self.seat) if afterstate.start else 0
        return [(start, self.game.on_table(afterstate.target, self.seat))]

    def remark(self, index: int) -> str:
        """What an afterstate means, where its name does not tell, and how it ends the game, if it does."""
        result = self.afterstates[index].result
        end = "" if result is None else {1: "wins", -1: "loses", 0: "draws"}[result]
        return ", ".join(word for word in (self.game.meaning(self.afterstates[index]), end) if word)

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
        """The board after an afterstate, seen by the other player."""
        return self.game.swapped(self.afterstates[index].position)


class BoardGame(ABC):
    """The rules of a game with their parameters, which are the fields of a frozen dataclass.

    Attributes:
        name: the game's name on the command line.
        title: its name in sentences.
        told: its rules for people who do not know it, in three lines or so.
        rules_module: the module of its compiled rules (see :mod:`senet_gp.games.board.rules`).
        cyclic: whether a position can come up again, so that only the limit of plies ends some games.
        self_losses: whether a move can lose the game at once.
        named_moves: where a program's value names the move, what the moves 0, 1 and so on are, in words.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    told: ClassVar[str] = ""
    rules_module: ClassVar[str]
    cyclic: ClassVar[bool] = False
    self_losses: ClassVar[bool] = False
    named_moves: ClassVar[tuple[str, ...]] = ()
    kernels: ClassVar[str] = "senet_gp.engine.board_play"
    position_kernels: ClassVar[str] = "senet_gp.engine.board_positions"
    #: Nothing is thrown, and who has not won has drawn.
    stochastic: ClassVar[bool] = False
    undecided_by_lot: ClassVar[bool] = False

    @property
    @abstractmethod
    def geometry(self) -> Geometry:
        """How the board lies on the table."""

    @property
    def policy(self) -> bool:
        """Whether a program's value names the move, instead of scoring the boards that moves lead to."""
        return bool(self.named_moves)

    @property
    @abstractmethod
    def max_afterstates(self) -> int:
        """No position has more afterstates than this."""

    @property
    @abstractmethod
    def most_plies(self) -> int:
        """After so many moves of both sides together a game that has not ended is drawn."""

    @cached_property
    @abstractmethod
    def numbers(self) -> Numbers:
        """What the compiled rules need to know of the parameters; not to be changed."""

    @cached_property
    def compiled_rules(self) -> BoardRules:
        """The game as kernels know it, in this process only."""
        return board_rules.board_rules(self.rules_module, self.numbers)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the parameters and nothing else: addresses hold in one process only."""
        return type(self), tuple(getattr(self, field.name) for field in fields(cast("Any", self)))

    @abstractmethod
    def starts(self) -> Sequence[Position]:
        """The positions that a game can start from, all equally likely."""

    @abstractmethod
    def notation(self, afterstate: Afterstate, seat: int) -> str:
        """A move as it is written and read, in the numbering that the game's source uses.

        Args:
            afterstate: the move.
            seat: that of the player who makes it.
        """

    def meaning(self, afterstate: Afterstate) -> str:  # noqa: ARG002 - mostly the notation tells
        """What a move means, where its notation does not tell."""
        return ""

    @abstractmethod
    def text(self, position: Position) -> str:
        """A position as one short line without blanks, from which :meth:`position_from` reads it back."""

    @abstractmethod
    def position_from(self, text: str) -> Position:
        """The position that a text of :meth:`text` stands for.

        Raises:
            UsageError: if it stands for none; one sentence that says why.
        """

    def position_as_written(self, text: str) -> Position:
        """The position, seen by the player to move, that a person means by a text.

        That is :meth:`position_from`, but where a game is also written in another way that cannot be mistaken
        for this one, both are read.

        Raises:
            UsageError: if the text stands for no position; one sentence that says why.
        """
        return self.position_from(text)

    def fillings(self) -> Fillings | None:
        """All ways to fill the board, where a table's positions are found among them; else None."""
        return None

    def side_to_move(self, position: Position) -> str:  # noqa: ARG002 - others look at it
        """What the side of the player to move is called, where the board tells which it is; else nothing."""
        return ""

    def cannot_move(self, position: Position) -> str | None:  # noqa: ARG002 - others look at it
        """Why the game is over at a board, as the end of a sentence; None if it goes on."""
        return None

    def position_to_move_from(self, text: str) -> Position:
        """The position, seen by the player to move, that a person means by a text, if the game goes on at it.

        Raises:
            UsageError: if the text stands for no position, or the game is over there.
        """
        position = self.position_as_written(text)
        reason = self.cannot_move(position)
        if reason:
            raise UsageError(f"{text!r} cannot be played on: {reason}")
        return position

    @abstractmethod
    def symmetries(self) -> list[tuple[int, ...]]:
        """The permutations of squares that leave the rules unchanged, the identity first.

        Each as a tuple whose element n - 1 is the square that square n goes to; :meth:`mapped` applies it.
        """

    @property
    def squares(self) -> int:
        """How many squares the board has, numbered from 1."""
        return len(self.geometry.places)

    def on_table(self, square: int, seat: int) -> int:  # noqa: ARG002 - mostly both see the same board
        """The square of the table that the player of a seat knows by a number."""
        return square

    def occupants(self, position: Position, seat: int) -> Mapping[int, Sequence[int]]:
        """The seat whose piece stands on each square of the table that is not empty.

        Args:
            position: the board.
            seat: that of the player whose view ``position`` is.
        """
        masks = {seat: position.mine, 1 - seat: position.theirs}
        # Where one has caught the other, the first mover's piece is seen.
        return {
            self.on_table(square, seat): (whose,) for whose in (1, 0) for square in squares_of(masks[whose])
        }

    def view(self, position: Position, start: int = 0, target: int = 0) -> Board:
        """A board as words see it, with the squares that the move just made went from and to."""
        return Board(
            frozenset(squares_of(position.mine)),
            frozenset(squares_of(position.theirs)),
            squares=self.squares,
            width=self.geometry.width,
            start=start,
            target=target,
        )

    def afterstates(self, position: Position) -> list[Afterstate]:
        """The moves of the player to move, in a fixed order; never none while the game goes on."""
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
        """Every move is a turn."""
        return self.most_plies

    def throw_chances(self, position: Position) -> dict[tuple[int, ...], float]:  # noqa: ARG002
        """Nothing is thrown."""
        return {(): 1.0}

    def seen(self, position: Position) -> Board:
        """A board as words see it, to which no move has led."""
        return self.view(position)

    def next_decision(self, position: Position, seat: int, streams: Streams) -> Decision:  # noqa: ARG002
        """What the player to move can play; nothing is thrown."""
        return self.decision(position, seat, ())

    def decision(self, position: Position, seat: int, throws: Sequence[int]) -> Decision:
        """What the player to move can play.

        Raises:
            UsageError: if there are throws, which these games do not have.
        """
        if throws:
            raise UsageError(f"{self.name} has no throws")
        return Decision(self, seat, position, self.afterstates(position))

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
        """The same board seen by the other player."""
        return Position(
            *board_rules.swapped(self.compiled_rules, position.mine, position.theirs, position.extra)
        )

    def mapped(self, position: Position, symmetry: Sequence[int]) -> Position:
        """The position that one of the :meth:`symmetries` makes of this one."""
        return Position(
            _mask(symmetry[square - 1] for square in squares_of(position.mine)),
            _mask(symmetry[square - 1] for square in squares_of(position.theirs)),
            position.extra,
        )


class SignedBoardGame(BoardGame):
    """A game whose positions are written square by square: ``x`` mine, ``o`` theirs, ``.`` empty."""

    @abstractmethod
    def refusal(self, position: Position) -> str | None:
        """Why a position cannot come up, as the end of a sentence; None if it can be played on."""

    def text(self, position: Position) -> str:
        """A position as the signs of its squares, from square 1 on, seen by the player to move."""
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
            *(_mask(square for square, sign in enumerate(text, 1) if sign == side) for side in "xo")
        )
        reason = self.refusal(position)
        if reason:
            raise UsageError(f"{text!r} is not a position of {self.name}: {reason}")
        return position


def squares_of(mask: int) -> list[int]:
    """The squares of a mask, in rising order."""
    return [square for square in range(1, mask.bit_length()) if mask >> square & 1]


def grid_symmetries(width: int, height: int, *, mirror: bool, turn: bool) -> list[tuple[int, ...]]:
    """Symmetries of a grid: left with right if ``mirror``, and by quarter turns too if ``turn``."""
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


def checked_size(game: str, name: str, value: int, least: int, most: int = MAX_SQUARES) -> None:
    """Hold that a parameter of a game is a whole number within bounds.

    Raises:
        UsageError: if it is not.
    """
    if type(value) is not int or not least <= value <= most:
        raise UsageError(
            f"the {name} of {game} is a whole number from {least} to {most}, not {repr(value)[:20]}"
        )


def _mask(squares: Iterable[int]) -> int:
    return sum(1 << square for square in squares)
