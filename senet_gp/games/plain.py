"""The base classes of games in plain Python, which consist of their rules and nothing else.

The author of a game writes a frozen dataclass of its parameters, derived from :class:`PlainGame`, with
methods for the start positions, the dice, the possible moves, the other player's view of a position, and the
result. Positions may be any immutable values with equal hashes for equal positions: named tuples, frozen
dataclasses, numbers. Everything else has a default; if positions are not tuples of numbers, their text has
none. Such a game needs no compiled code and is played choice by choice.

A small game, without chance and with few enough positions to list them all, is derived from
:class:`PlainSmallGame`: what it has more is what solvers, tables, verdicts and learning machines ask of it
(:class:`senet_gp.games.small.SmallGame`); all of it has a default. Of a board game, derived from
:class:`PlainBoardGame`, only the moves and the end are left to write: both players see the same board, whose
squares are numbered from 1, a position says on which squares the pieces of each stand, and texts, drawings
and the other player's view follow from that.

What the methods of a game give is checked where Python itself would fail later or never.
"""

from __future__ import annotations

import operator
import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import product, zip_longest
from numbers import Integral
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.games.protocol import ENDINGS, Decision, Game, Geometry, in_signs, spoken, squares_in
from senet_gp.games.small import SmallGame
from senet_gp.runtime.checks import whole_number
from senet_gp.runtime.errors import UsageError, brief, shown
from senet_gp.runtime.streams import Streams, below

#: How much of what a game gave a message quotes.
_SHOWN = 80
#: The most sides of a die: numbers below this are drawn.
MAX_SIDES = 2**32 - 1
#: How a pass is written: the move of a player that has no move.
NO_MOVE = "-"
_NUMBERS = re.compile(r"(-?[0-9]{1,20}(,-?[0-9]{1,20})*)?")
_MAX_LENGTH = 10_000


def moves_given(game: Game, given: Any) -> list[tuple[str, Any]]:
    """The moves as pairs of a notation and the position after the move.

    Args:
        game: the game.
        given: what the game gave: a mapping, or pairs; None, or nothing, if there is no move.

    Raises:
        UsageError: if it is anything else, or two moves have the same notation.
    """
    if given is None:
        return []
    found: dict[str, Any] = {}
    pairs = given.items() if isinstance(given, Mapping) else given
    for pair in pairs if isinstance(pairs, Iterable) else [pairs]:
        if not isinstance(pair, tuple) or len(pair) != 2 or not isinstance(pair[0], str):
            raise UsageError(
                f"moves of {game.title} gave {shown(pair, _SHOWN)}: it gives a dict, or pairs, of a "
                "notation, which is a text, and the position after the move"
            )
        if pair[0] in found:
            raise UsageError(
                f"moves of {game.title} gave two moves with the name {shown(pair[0], _SHOWN)}: every move "
                "needs a name of its own"
            )
        found[pair[0]] = pair[1]
    return list(found.items())


def dice_given(game: Game, given: Iterable[int]) -> tuple[int, ...]:
    """The dice, if they are several numbers, even if there is only one die.

    Raises:
        UsageError: if they are a number, or a die is no whole number or has no sides.
    """
    if not isinstance(given, Iterable):
        sides = shown(int(given) if isinstance(given, Integral) else given)
        raise UsageError(
            f"dice of {game.title} gave {sides}: it gives the sides of all dice, for one die ({sides},)"
        )
    return tuple(whole_number(f"a die of {game.title}", sides, 1, MAX_SIDES) for sides in given)


def throws_given(game: Game, given: Iterable[int]) -> tuple[int, ...]:
    """The throws as Python's own numbers, in rising order.

    Raises:
        UsageError: if one is no whole number.
    """
    return tuple(sorted(whole_number(f"a throw of {game.title}", number) for number in given))


def result_given(game: Game, given: Any) -> int | None:
    """The result as Python's own number; None if the game goes on.

    Raises:
        UsageError: if it is anything else than 1, 0, -1 or None, such as True or False.
    """
    if given is None or (type(given) is int and -1 <= given <= 1):
        return given
    try:
        return whole_number("result", given, -1, 1)
    except UsageError:
        raise UsageError(
            f"result gave {shown(given, _SHOWN)} in {game.title}; None means that the game goes on, 1 that "
            "it is won, 0 that it is drawn, -1 that it is lost"
        ) from None


def die(streams: Streams, seat: int, sides: int) -> int:
    """Throw a die for the player of a seat: 1 to ``sides``, all equally likely."""
    return 1 + int(below(streams, seat, sides))


class Sides(NamedTuple):
    """The usual position of a game in plain Python: the places of the pieces, a number for each.

    Numbers that the ``geometry`` has are squares; others may stand for pieces in hand or at home. If
    pieces are alike, the numbers are sorted, so that equal positions are equal.

    Attributes:
        mine: the places of the pieces of the player who sees the position.
        theirs: those of the other player.
    """

    mine: tuple[int, ...]
    theirs: tuple[int, ...]


class PlainAfterstate(NamedTuple):
    """A possible move of a game: its notation, and the position after it, as its player sees it."""

    position: Any
    notation: str
    game: PlainGame

    @property
    def result(self) -> int | None:
        """1 if the move wins the game, -1 if it loses it, 0 if it draws it, None if the game goes on."""
        return result_given(self.game, self.game.result(self.position))


class PlainDecision(Decision):
    """A decision in a game in plain Python."""

    __slots__ = ()

    game: PlainGame
    afterstates: tuple[PlainAfterstate, ...]

    def __repr__(self) -> str:
        # The position of such a game need not have a text.
        return brief(self, self.game, *self._in_words())

    @property
    def luck(self) -> float:
        """How much better than average the throws are."""
        return float(self.game.luck(self.position, self.throws))

    def view(self, index: int) -> Any:
        """An afterstate as the words of a vocabulary see it."""
        return self.game.view(self, index)

    def boards(self) -> NDArray[np.uint32] | None:
        """The boards that compiled code scores, one per afterstate; None if it does not know the game."""
        return self.game.boards_after(self.position, self.throws)

    def notation(self, index: int) -> str:
        """The notation of an afterstate's moves."""
        return self.afterstates[index].notation

    def steps(self, index: int) -> Sequence[tuple[int, int]]:
        """An afterstate's steps on the board."""
        return tuple((operator.index(a), operator.index(b)) for a, b in self.game.steps(self, index))

    def remark(self, index: int) -> str:
        """How an afterstate ends the game, or that it lets the player throw again where others do not."""
        if self.result(index) is None and not self.ends_turn(index):
            return "" if self.game.goes_on(self.position, self.throws) else "throw again"
        return ENDINGS[self.result(index)]

    def ends_turn(self, index: int) -> bool:
        """Whether an afterstate ends the turn; otherwise its player throws again."""
        return not self.game.throws_again(self, index) or self.result(index) is not None


class PlainGame(Game):
    """A game with its parameters, which are the fields of a frozen dataclass.

    Parameters are whole numbers; ``__post_init__`` raises ``UsageError`` for impossible values. The
    attributes are those of :class:`senet_gp.games.protocol.Game`: a game needs a ``name`` and a ``title``,
    and ``stochastic = True`` if it has throws.

    Attributes:
        decision_class: the class of its decisions; a game that tells moves in words of its own has its own.
    """

    decision_class: ClassVar[type[PlainDecision]] = PlainDecision

    @property
    def most_turns(self) -> int:
        """The largest number of turns, counting those of both players; then the game is drawn."""
        return 500

    @property
    def geometry(self) -> Geometry:
        """How the squares are drawn: there are none unless the game overrides this."""
        return Geometry(())

    def occupants(self, position: Any, seat: int) -> Mapping[int, tuple[int, ...]]:
        """The seats of the players with pieces on each square.

        By default the game has no board, or its positions are :class:`Sides`; else it overrides this with
        the help of :meth:`standing`.

        Raises:
            UsageError: if the game has a board and the position is not like :class:`Sides`.
        """
        if not self.geometry.rows:
            return {}
        try:
            return self.standing(position.mine, position.theirs, seat)
        except (AttributeError, TypeError) as error:
            raise UsageError(
                f"mine and theirs of {shown(position)} are not the squares of pieces: override occupants in "
                f"{type(self).__name__}, or leave out its geometry"
            ) from error

    def standing(
        self, mine: Iterable[int], theirs: Iterable[int], seat: int
    ) -> Mapping[int, tuple[int, ...]]:
        """The :meth:`occupants` of a board, from the squares of the pieces.

        Args:
            mine: the squares of the pieces of the player who sees the position, a square for each piece;
                numbers that are not squares of the ``geometry`` are left out.
            theirs: those of the other player.
            seat: the seat of the player who sees the position.
        """
        found: dict[int, tuple[int, ...]] = {}
        for whose, squares in ((seat, mine), (1 - seat, theirs)):
            for square in squares:
                if square in self.geometry.places:
                    number = operator.index(square)
                    found[number] = (*found.get(number, ()), whose)
        return found

    def steps(self, decision: PlainDecision, index: int) -> Sequence[tuple[int, int]]:
        """The steps of an afterstate's pieces, for pictures.

        By default they are found by comparing the boards before and after the move. A game in which several
        pieces move at once, so that it matters which goes where, says it itself.
        """
        before, after = (
            Counter(
                square
                for square, seats in self.occupants(position, decision.seat).items()
                for seat in seats
                if seat == decision.seat
            )
            for position in (decision.position, decision.afterstates[index].position)
        )
        left, reached = sorted((before - after).elements()), sorted((after - before).elements())
        return tuple(zip_longest(left, reached, fillvalue=0))

    @abstractmethod
    def starts(self) -> Sequence[Any]:
        """The positions that a game can start from, all equally likely, as the first mover sees them."""

    @abstractmethod
    def moves(self, position: Any, throws: tuple[int, ...]) -> Mapping[str, Any] | Iterable[tuple[str, Any]]:
        """The possible moves of the player who sees a position.

        Args:
            position: the position.
            throws: the throws, in rising order.

        Returns:
            For the notation of every move, of at most 100 characters, the position that it leads to, as the
            same player sees it; as a mapping, or as pairs, of which two with the same notation are refused.
            If there is no move, the player passes.
        """

    def swapped(self, position: Any) -> Any:
        """The same position as the other player sees it.

        By default positions are :class:`Sides`, or other named tuples of two parts, mine and theirs.

        Raises:
            UsageError: if the position is anything else.
        """
        try:
            mine, theirs = position
            return position._make((theirs, mine))
        except (AttributeError, TypeError, ValueError) as error:
            raise UsageError(
                f"{shown(position)} is not a named tuple of two parts, mine and theirs: override swapped in "
                f"{type(self).__name__}"
            ) from error

    @abstractmethod
    def result(self, position: Any) -> int | None:
        """The result for the player who has moved and sees the position.

        Returns:
            1 if it is won, -1 if it is lost, 0 if it is drawn, None if it goes on.
        """

    def text(self, position: Any) -> str:
        """A position as one short line without blanks, which :meth:`position_from` reads back.

        By default a position is a tuple, best a named one, of whole numbers or of tuples of them, which is
        written as in ``3,0/12,7``. A game with other positions overrides both methods.

        Raises:
            UsageError: if the position is not a tuple.
        """
        if not isinstance(position, tuple):
            raise UsageError(
                f"{shown(position)} is not a tuple: override text and position_from in {type(self).__name__}"
            )
        return tuple_text(position)

    def position_from(self, text: str) -> Any:
        """The position of a text made by :meth:`text`.

        By default it is of the same form as the position that the game starts from, and :meth:`refusal` says
        whether it is possible.

        Raises:
            UsageError: if the text is not a position; the message is one sentence that says why.
        """
        start = self.starts()[0]
        position = tuple_from(text, start)
        if position is None:
            raise UsageError(
                f"{text[:30]!r} is not a position of {self.name}, which is written as in {self.text(start)}"
            )
        reason = self.refusal(position)
        if reason:
            raise UsageError(f"{text[:30]!r} is not a position of {self.name}: {reason}")
        return position

    def position_to_move_from(self, text: str) -> Any:
        """The position that a person means by a text, if the game goes on there.

        Raises:
            UsageError: if the text is not a position, or the game is over there.
        """
        position = self.position_as_written(text)
        if self.result(self.swapped(position)) is not None:
            raise UsageError(f"{text!r} cannot be played on: the game is over")
        return position

    def refusal(self, position: Any) -> str | None:  # noqa: ARG002 - others look at it
        """Why a position that was read is impossible, as the end of a sentence; None if it is possible.

        A game overrides this, so that records with impossible positions are refused.
        """
        return None

    def dice(self, position: Any) -> Sequence[int]:  # noqa: ARG002 - others look at it
        """The numbers of sides of the dice that are thrown together in a position; none without chance.

        A game in which something else is thrown overrides :meth:`throw`, :meth:`throw_chances`,
        :meth:`check_throws` and :meth:`luck`.
        """
        return ()

    def throw(self, position: Any, seat: int, streams: Streams) -> tuple[int, ...]:
        """Throw for the player of a seat, from the stream of this seat (see :func:`die`)."""
        return tuple(die(streams, seat, sides) for sides in dice_given(self, self.dice(position)))

    def throw_chances(self, position: Any) -> Mapping[tuple[int, ...], float]:
        """All throws, in rising order, that the dice can show together in a position, with probabilities."""
        dice = dice_given(self, self.dice(position))
        shown = Counter(tuple(sorted(one)) for one in product(*(range(1, sides + 1) for sides in dice)))
        return {throws: count / shown.total() for throws, count in shown.items()}

    def check_throws(self, position: Any, throws: tuple[int, ...]) -> None:
        """Refuse throws that are impossible in a position; ``throws`` are in rising order.

        Raises:
            UsageError: if the throws are impossible.
        """
        dice = sorted(dice_given(self, self.dice(position)))
        if len(throws) == len(dice) and all(1 <= n <= sides for n, sides in zip(throws, dice, strict=True)):
            return
        if not dice:
            raise UsageError(f"nothing is thrown in {self.title} here")
        used = f"a die of {dice[0]} sides is" if len(dice) == 1 else f"dice of {spoken(dice)} sides are"
        raise UsageError(f"{spoken(throws) or 'nothing'} cannot be thrown where {used} thrown")

    def luck(self, position: Any, throws: tuple[int, ...]) -> float:
        """How much better than average throws are, in pips; the mean is zero for every player."""
        dice = dice_given(self, self.dice(position))
        return sum(throws) - sum(1 + sides for sides in dice) / 2 if dice else 0.0

    def goes_on(self, position: Any, throws: tuple[int, ...]) -> bool:  # noqa: ARG002 - others look at them
        """Whether these throws let the player throw again in the same turn, whatever they play with them.

        Args:
            position: the position before the move, so that the answer is the same for all moves.
            throws: the throws, in rising order.
        """
        return False

    def throws_again(self, decision: PlainDecision, index: int) -> bool:  # noqa: ARG002 - others look at it
        """Whether the player throws again in the same turn after an afterstate.

        A game in which this depends on the move overrides it; by default :meth:`goes_on` answers for all
        moves alike. Of a move that ends the game the answer does not count.
        """
        return self.goes_on(decision.position, decision.throws)

    def view(self, decision: PlainDecision, index: int) -> Any:
        """An afterstate as words see it: its position, as the player who moved sees it.

        For a policy it is the position before the move. Words about the move itself need another view, which
        the game makes from the decision.
        """
        return decision.position if self.policy else decision.afterstates[index].position

    def boards_after(self, position: Any, throws: Sequence[int]) -> NDArray[np.uint32] | None:  # noqa: ARG002
        """The boards of the afterstates for compiled code; None without kernels.

        :class:`senet_gp.games.dice.game.DiceGame` overrides it.
        """
        return None

    def next_decision(self, position: Any, seat: int, streams: Streams) -> PlainDecision:
        """Throw, and return the decision of the player to move."""
        return self.decision(position, seat, self.throw(position, seat, streams))

    def decision(self, position: Any, seat: int, throws: Sequence[int]) -> PlainDecision:
        """The decision of the player to move with these throws.

        Raises:
            UsageError: if the throws are impossible, or two moves have the same notation.
        """
        throws = throws_given(self, throws)
        self.check_throws(position, throws)
        moves = moves_given(self, self.moves(position, throws)) or [(NO_MOVE, position)]
        afterstates = tuple(PlainAfterstate(after, notation, self) for notation, after in moves)
        return self.decision_class(self, seat, position, afterstates, throws)


def tuple_text(values: tuple[Any, ...]) -> str:
    """The text of a tuple.

    >>> tuple_text(((3, 0), (12, 7), 5))
    '3,0/12,7/5'
    """
    return "/".join(",".join(map(str, part)) if isinstance(part, tuple) else str(part) for part in values)


def tuple_from(text: str, like: tuple[Any, ...]) -> Any:
    """The tuple of a text made by :func:`tuple_text`; None if it is empty, or not written like that.

    >>> tuple_from("3,0/12,7/5", ((0, 0), (0, 0), 1))
    ((3, 0), (12, 7), 5)
    >>> tuple_from("3,0/12,7/05", ((0, 0), (0, 0), 1)) is None
    True

    Args:
        text: the text.
        like: a tuple of the same form: the same class, with numbers and tuples at the same places.
    """
    parts = text.split("/") if 0 < len(text) <= _MAX_LENGTH else []
    if len(parts) != len(like) or not all(_NUMBERS.fullmatch(part) for part in parts):
        return None
    values: list[Any] = []
    for part, example in zip(parts, like, strict=True):
        numbers = tuple(map(int, part.split(","))) if part else ()
        if not isinstance(example, tuple) and len(numbers) != 1:
            return None
        values.append(numbers if isinstance(example, tuple) else numbers[0])
    make = getattr(type(like), "_make", tuple)
    # One text for each position: not 007 or -0.
    return make(values) if tuple_text(tuple(values)) == text else None


class PlainSmallGame(PlainGame, SmallGame):
    """A game in plain Python whose positions can all be listed; every move ends the turn.

    Attributes:
        cyclic: whether a position can be repeated. A game says False if none can: then it also has a tree.
    """

    cyclic: ClassVar[bool] = True

    def __init_subclass__(cls, **arguments: Any) -> None:
        """Refuse turns that go on: solvers, verdicts and tables take it that the players alternate."""
        super().__init_subclass__(**arguments)
        if cls.goes_on is not PlainGame.goes_on or cls.throws_again is not PlainGame.throws_again:
            raise UsageError(
                f"every move of a small game ends the turn: derive {cls.__name__} from PlainGame, or leave "
                "out goes_on and throws_again"
            )

    def afterstates(self, position: Any) -> Sequence[PlainAfterstate]:
        """The moves of the player to move, in the order of :meth:`~senet_gp.games.plain.PlainGame.moves`."""
        return self.decision(position, 0, ()).afterstates

    def decision_among(
        self, position: Any, seat: int, afterstates: Sequence[PlainAfterstate]
    ) -> PlainDecision:
        """The decision of the player to move, whose moves are known already."""
        return self.decision_class(self, seat, position, tuple(afterstates))

    def notation(self, afterstate: PlainAfterstate, seat: int) -> str:  # noqa: ARG002 - the same for both
        """The notation of a move."""
        return afterstate.notation

    def shows_all(self, position: Any) -> bool:  # noqa: ARG002 - others look at it
        """Whether a drawing of the board shows all that belongs to a position: not if there is no board."""
        return bool(self.geometry.rows)


class Pieces(NamedTuple):
    """A position of a board game in plain Python: the squares of the pieces of either player.

    >>> Pieces(frozenset({1}), frozenset()).both
    frozenset({1})

    Attributes:
        mine: the squares of the player who sees the position.
        theirs: the squares of the other player.
    """

    mine: frozenset[int]
    theirs: frozenset[int]

    @property
    def both(self) -> frozenset[int]:
        """The squares that are not empty."""
        return self.mine | self.theirs

    def moved(self, start: int, target: int) -> Pieces:
        """The position after a piece of mine has gone to a square, where it takes a piece of theirs.

        Args:
            start: the square that it leaves; 0 if it is placed.
            target: the square that it goes to.

        >>> Pieces(frozenset({1}), frozenset({2})).moved(1, 2)
        Pieces(mine=frozenset({2}), theirs=frozenset())
        """
        return Pieces(self.mine - {start} | {target}, self.theirs - {target})


class PlainBoardGame(PlainSmallGame):
    """A board game without chance, with one kind of piece, in plain Python.

    A game brings its ``geometry``, which has squares 1, 2 and so on without a gap, and ``moves``, ``result``
    and :meth:`most_pieces`; ``starts`` if it does not begin with an empty board.
    """

    one_side_a_square = True

    @abstractmethod
    def most_pieces(self) -> int:
        """The largest number of pieces that a player has on the board."""

    def starts(self) -> Sequence[Pieces]:
        """The empty board."""
        return [Pieces(frozenset(), frozenset())]

    def text(self, position: Pieces) -> str:
        """A position square by square: ``x`` mine, ``o`` theirs, ``.`` empty."""
        return in_signs(position.mine, position.theirs, len(self.geometry.places))

    def position_from(self, text: str) -> Pieces:
        """The position of such a text.

        Raises:
            UsageError: if it is not a position.
        """
        size, most = len(self.geometry.places), self.most_pieces()
        found = squares_in(text, size)
        if found is None or max(map(len, found)) > most:
            raise UsageError(
                f"a position of {self.name} is {size} characters 'x', 'o' or '.', at most {most} of them x "
                f"and {most} o, not {text[:40]!r}"
            )
        position = Pieces(*found)
        reason = self.refusal(position)
        if reason:
            raise UsageError(f"{text[:40]!r} is not a position of {self.name}: {reason}")
        return position

    def mapped(self, position: Pieces, symmetry: Sequence[int]) -> Pieces:
        """The position that one of the :meth:`symmetries` makes of this one."""
        mine, theirs = (frozenset(symmetry[square - 1] for square in side) for side in position)
        return Pieces(mine, theirs)
