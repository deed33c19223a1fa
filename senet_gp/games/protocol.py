"""What every game, and every decision in one, can be asked.

A game with its parameters is a value: a frozen dataclass that holds its parameters and nothing else. What a
player is asked is a decision. Players, records, matches and evolution know games by these two protocols
alone; the games by name stand in :mod:`senet_gp.games.registry`.

A *seat* is 0 for the player who moves first in a game and 1 for the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from senet_gp.games.geometry import Geometry
from senet_gp.streams import Streams


class Decision(Protocol):
    """What a player is asked: a board, what was thrown, and what can be played.

    Attributes:
        seat: that of the player who is asked.
        position: the board, seen by this player.
        afterstates: what can be played, at least one; each has the ``position`` that it leads to.
    """

    @property
    def seat(self) -> int: ...  # noqa: D102 - see the class
    @property
    def position(self) -> Any: ...  # noqa: D102
    @property
    def afterstates(self) -> Sequence[Any]: ...  # noqa: D102

    @property
    def policy(self) -> bool:
        """Whether a program's value names the afterstate, instead of scoring each one's board."""

    @property
    def throws(self) -> tuple[int, ...]:
        """What was thrown; nothing in games without chance."""

    @property
    def goes_on(self) -> bool:
        """Whether the player throws on, in the same turn, after most of what he can play."""

    @property
    def luck(self) -> float:
        """How much better the throws are than average, in something whose mean is zero whoever plays."""

    @property
    def writing(self) -> tuple[str, str]:
        """For help: moves as a person may write them here, and what they mean."""

    def boards(self) -> NDArray[np.uint32] | None:
        """What compiled code sees, a column each: the afterstates' boards, or the one before a policy.

        None in a game that compiled code does not know.
        """

    def view(self, index: int) -> Any:
        """What words see of an afterstate, in plain Python; if programs are policies, the board before."""

    def notation(self, index: int) -> str:
        """An afterstate's moves as they are written and read."""

    def remark(self, index: int) -> str:
        """What else is to be told of an afterstate; mostly nothing."""

    def steps(self, index: int) -> Sequence[tuple[int, int]]:
        """The ways of an afterstate's pieces, as pictures show them, in the order in which they are made.

        Each is the square that a piece of the player's leaves and the one that it goes to, as they lie on the
        table; 0 stands for the hand that places a piece, or for the place of those off the board.
        """

    def named(self, text: str) -> int:
        """The index of the afterstate that moves in notation name.

        Raises:
            UsageError: if they name none, saying why.
        """

    def result(self, index: int) -> int | None:
        """1 if an afterstate wins the game, -1 if it loses it, 0 if it draws it, None if the game goes on."""

    def ends_turn(self, index: int) -> bool:
        """Whether the other player is to move after an afterstate."""

    def following(self, index: int) -> Any:
        """The board after an afterstate, seen by the player who is to move then."""


class Game(Protocol):
    """A game with its parameters, which are the fields of a frozen dataclass.

    What is said below of most games holds for those that derive from this class and say nothing else.

    Attributes:
        name: the game's name on the command line.
        title: its name in sentences.
        told: its rules for people who do not know it, in three lines or so.
        stochastic: whether anything is thrown.
        self_losses: whether a move can lose the game at once.
        undecided_by_lot: whether lots decide who has won a game of a duel that does not end.
        named_moves: where the value of a program names the move instead of scoring boards, what the moves 0,
            1 and so on are, in words; else nothing.
        kernels: the module that plays it compiled (see :mod:`senet_gp.engine.play`); "" if there is none.
        position_kernels: the module that plays on from single positions, compiled (see
            :mod:`senet_gp.engine.positions`); "" if there is none.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    told: ClassVar[str] = ""
    stochastic: ClassVar[bool] = False
    self_losses: ClassVar[bool] = False
    undecided_by_lot: ClassVar[bool] = False
    named_moves: ClassVar[tuple[str, ...]] = ()
    kernels: ClassVar[str] = ""
    position_kernels: ClassVar[str] = ""

    def __hash__(self) -> int:
        """Equal games have equal hashes."""

    @property
    def geometry(self) -> Geometry:
        """How the board lies on the table."""

    @property
    def policy(self) -> bool:
        """Whether a program's value names the move, instead of scoring the boards that moves lead to."""
        return bool(self.named_moves)

    @property
    def most_turns(self) -> int:
        """After so many turns of both together a game that has not ended is over, and nobody has won."""

    def starts(self) -> Sequence[Any]:
        """The boards that a game can start from, all equally likely, seen by the first mover."""

    def throw_chances(self, position: Any) -> Mapping[tuple[int, ...], float]:  # noqa: ARG002
        """All that can be thrown together at a board, with its chance; without throws, nothing for sure."""
        return {(): 1.0}

    def swapped(self, position: Any) -> Any:
        """The same board seen by the other player."""

    def seen(self, position: Any) -> Any:
        """What words see of a board to which no move has led; by default the position."""
        return position

    def next_decision(self, position: Any, seat: int, streams: Streams) -> Decision:
        """Throw, if the game has throws, and say what the player to move can play; perhaps just one thing."""

    def decision(self, position: Any, seat: int, throws: Sequence[int]) -> Decision:
        """What the player to move can play with these throws.

        Raises:
            UsageError: if the throws are impossible.
        """

    def occupants(self, position: Any, seat: int) -> Mapping[int, Sequence[int]]:
        """The seats of those whose pieces stand on each square of the table, one a piece; of no empty square.

        Args:
            position: the board.
            seat: that of the player whose view ``position`` is.
        """

    def text(self, position: Any) -> str:
        """A position as one short line without blanks, from which :meth:`position_from` reads it back."""

    def position_from(self, text: str) -> Any:
        """The position that a text of :meth:`text` stands for.

        Raises:
            UsageError: if it stands for none.
        """
