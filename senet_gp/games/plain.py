"""A game written by the protocol alone, in plain Python: its rules and nothing else.

An author makes a frozen dataclass of the game's parameters, derived from :class:`PlainGame`, and says what a
game starts from, which dice are thrown, what can be played, how the other player sees a board, who has won,
and how a board is written. Positions are whatever the author likes, if they are never changed and equal ones
have equal hashes: frozen dataclasses, named tuples, numbers. All else has a default. Such a game needs no
compiled code, and is played choice by choice.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar, NamedTuple

from senet_gp.errors import UsageError
from senet_gp.games.geometry import Geometry
from senet_gp.games.protocol import Game
from senet_gp.games.throws import spoken
from senet_gp.streams import Streams, below

#: How the move of a player is written who can make none.
NO_MOVE = "-"


def die(streams: Streams, seat: int, sides: int) -> int:
    """Throw a die of so many sides, for the player of that seat: 1 to ``sides``, all equally likely."""
    return 1 + int(below(streams, seat, sides))


class PlainAfterstate(NamedTuple):
    """A move that can be made: the board it leads to, seen by who made it, and the move as it is written."""

    position: Any
    notation: str


@dataclass(frozen=True, slots=True)
class PlainDecision:
    """What a player is asked (see :class:`senet_gp.games.protocol.Decision`).

    Attributes:
        game: the game.
        seat: that of the player who is asked.
        position: the board, seen by this player.
        throws: what was thrown, in rising order.
        afterstates: what can be played.
    """

    game: PlainGame
    seat: int
    position: Any
    throws: tuple[int, ...]
    afterstates: tuple[PlainAfterstate, ...]

    @property
    def policy(self) -> bool:
        """Whether an expression's value names the afterstate, instead of scoring each one's board."""
        return self.game.policy

    @property
    def goes_on(self) -> bool:
        """Whether the player throws on, in the same turn, after whatever does not end the game."""
        return self.game.goes_on(self.position, self.throws)

    @property
    def luck(self) -> float:
        """How much better the throws are than average."""
        return self.game.luck(self.position, self.throws)

    def view(self, index: int) -> Any:
        """What words see of an afterstate."""
        return self.game.view(self, index)

    def boards(self) -> None:
        """What compiled code sees: nothing, for it does not know the game."""

    @property
    def writing(self) -> tuple[str, str]:
        """The first of the moves, and that it can be written as it is."""
        return self.afterstates[0].notation, "choose a move as it is written in the list"

    def notation(self, index: int) -> str:
        """An afterstate's moves as they are written and read."""
        return self.afterstates[index].notation

    def steps(self, index: int) -> Sequence[tuple[int, int]]:  # noqa: ARG002 - the same for all
        """An afterstate's steps on the board: none, unless the game has squares."""
        return ()

    def remark(self, index: int) -> str:
        """How an afterstate ends the game, if it does."""
        result = self.result(index)
        return "" if result is None else {1: "wins", -1: "loses", 0: "draws"}[result]

    def named(self, text: str) -> int:
        """The index of the afterstate that moves in notation name.

        Raises:
            UsageError: if they name none.
        """
        names = [afterstate.notation for afterstate in self.afterstates]
        text = " ".join(text.split())
        if text not in names:
            raise UsageError(f"{text[:20]!r} is not a move here: the moves are {', '.join(names)}")
        return names.index(text)

    def result(self, index: int) -> int | None:
        """1 if an afterstate wins the game, -1 if it loses it, 0 if it draws it, None if the game goes on."""
        return self.game.result(self.afterstates[index].position)

    def ends_turn(self, index: int) -> bool:
        """Whether the turn is over after an afterstate, or its player throws on."""
        return not self.goes_on or self.result(index) is not None

    def following(self, index: int) -> Any:
        """The board after an afterstate, seen by the player who is to move then."""
        after = self.afterstates[index].position
        return self.game.swapped(after) if self.ends_turn(index) else after


class PlainGame(Game):
    """The rules of a game with their parameters, which are the fields of a frozen dataclass.

    Parameters are whole numbers; ``__post_init__`` raises ``UsageError`` for those that are impossible. What
    else there is to say of a game stands in :class:`senet_gp.games.protocol.Game`: it needs a ``name`` and a
    ``title``, and ``stochastic = True`` if anything is thrown.
    """

    @property
    def most_turns(self) -> int:
        """After so many turns of both together a game that has not ended is over, and nobody has won."""
        return 500

    #: How the squares lie on the table: there are none unless the game says so.
    geometry: ClassVar[Geometry] = Geometry(())

    def occupants(self, position: Any, seat: int) -> Mapping[int, tuple[int, ...]]:  # noqa: ARG002
        """Whose pieces stand where: by square, the seats of those that hold it."""
        return {}

    @abstractmethod
    def starts(self) -> Sequence[Any]:
        """The boards that a game can start from, all equally likely, seen by the first mover."""

    @abstractmethod
    def moves(self, position: Any, throws: tuple[int, ...]) -> Mapping[str, Any]:
        """What the player who sees a board can play.

        Args:
            position: the board.
            throws: what was thrown, in rising order.

        Returns:
            Every move as it is written, in at most 100 characters, with the board that it leads to, seen by
            the same player. If there is none, the player passes.
        """

    @abstractmethod
    def swapped(self, position: Any) -> Any:
        """The same board seen by the other player."""

    @abstractmethod
    def result(self, position: Any) -> int | None:
        """How the game has ended for the player who has moved and sees the board.

        Returns:
            1 if it is won, -1 if it is lost, 0 if it is drawn, None if it goes on.
        """

    @abstractmethod
    def text(self, position: Any) -> str:
        """A position as one short line without blanks, from which :meth:`position_from` reads it back."""

    @abstractmethod
    def position_from(self, text: str) -> Any:
        """The position that a text of :meth:`text` stands for.

        Raises:
            UsageError: if it stands for none; one sentence that says why.
        """

    def dice(self, position: Any) -> Sequence[int]:  # noqa: ARG002 - others look at it
        """The numbers of sides of the dice that are thrown together at a board; none in games without chance.

        A game in which something else is thrown has its own :meth:`throw`, :meth:`throw_chances`,
        :meth:`check_throws` and :meth:`luck`.
        """
        return ()

    def throw(self, position: Any, seat: int, streams: Streams) -> tuple[int, ...]:
        """Throw for the player of a seat, from the stream of this seat (see :func:`die`)."""
        return tuple(die(streams, seat, sides) for sides in self.dice(position))

    def throw_chances(self, position: Any) -> Mapping[tuple[int, ...], float]:
        """All that the dice can show together at a board, in rising order, with its chance."""
        dice = self.dice(position)
        shown = Counter(tuple(sorted(one)) for one in product(*(range(1, sides + 1) for sides in dice)))
        return {throws: count / shown.total() for throws, count in shown.items()}

    def check_throws(self, position: Any, throws: tuple[int, ...]) -> None:
        """Refuse what cannot be thrown at a board; ``throws`` are in rising order.

        Raises:
            UsageError: if these throws cannot be.
        """
        dice = sorted(self.dice(position))
        if len(throws) == len(dice) and all(1 <= n <= sides for n, sides in zip(throws, dice, strict=True)):
            return
        if not dice:
            raise UsageError(f"nothing is thrown in {self.title} here")
        used = f"a die of {dice[0]} sides is" if len(dice) == 1 else f"dice of {spoken(dice)} sides are"
        raise UsageError(f"{spoken(throws) or 'nothing'} cannot be thrown where {used} thrown")

    def luck(self, position: Any, throws: tuple[int, ...]) -> float:
        """How much better throws are than average, in something whose mean is zero whoever plays: in pips."""
        dice = self.dice(position)
        return sum(throws) - sum(1 + sides for sides in dice) / 2 if dice else 0.0

    def goes_on(self, position: Any, throws: tuple[int, ...]) -> bool:  # noqa: ARG002 - others look at them
        """Whether these throws let the player at a board throw on, in the same turn, after playing them."""
        return False

    def view(self, decision: PlainDecision, index: int) -> Any:
        """What words see of an afterstate: the board, seen by who moved; of a policy, the board before.

        Words that ask about the move itself need another view, made of whatever the decision tells.
        """
        return decision.position if self.policy else decision.afterstates[index].position

    def next_decision(self, position: Any, seat: int, streams: Streams) -> PlainDecision:
        """Throw, and say what the player to move can play."""
        return self.decision(position, seat, self.throw(position, seat, streams))

    def decision(self, position: Any, seat: int, throws: Sequence[int]) -> PlainDecision:
        """What the player to move can play with these throws.

        Raises:
            UsageError: if the throws are impossible.
        """
        throws = tuple(sorted(throws))
        self.check_throws(position, throws)
        moves = self.moves(position, throws) or {NO_MOVE: position}
        afterstates = tuple(PlainAfterstate(after, notation) for notation, after in moves.items())
        return PlainDecision(self, seat, position, throws, afterstates)
