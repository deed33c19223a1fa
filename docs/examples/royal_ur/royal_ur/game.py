"""The Royal Game of Ur by the rules that Irving Finkel has made of a Babylonian tablet (royalur.net).

This module has the rules in plain Python, by which people are told of them; for compiled code they stand in
:mod:`royal_ur.kernels` once more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from royal_ur import kernels
from royal_ur.board import (
    CENTRE,
    FIRST_SHARED,
    GEOMETRY,
    HAND,
    HIT_MARK,
    HOME,
    LAST_SHARED,
    MAX_PIECES,
    OF_SIXTEEN,
    ROSETTES,
    SQUARES,
    drawn_square,
)
from royal_ur.views import View
from royal_ur.wording import UrDecision
from royal_ur.words import vocabularies
from senet_gp.games import Decision, Entry, Geometry, PlainGame, Sides, register_game
from senet_gp.games.dice.game import Board, DiceGame
from senet_gp.runtime.checks import whole_number
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.streams import Streams, below

_DICE = 4
#: How a piece in hand and a piece at home are written in moves.
_WRITTEN = {HAND: "hand", HOME: "home"}


@dataclass(frozen=True)
class Ur(DiceGame, PlainGame):
    """The game. A position holds the places of the pieces of each side, in rising order: 0 is the hand.

    Attributes:
        pieces: the number of pieces of each player, 1 to 7.

    Raises:
        UsageError: if the number of pieces is not from 1 to 7.
    """

    pieces: int = MAX_PIECES

    name: ClassVar[str] = "ur"
    title: ClassVar[str] = "The Royal Game of Ur"
    rules_text: ClassVar[str] = (
        "Two players race their pieces from the hand along their own path, squares 1 to 14, and home by an "
        "exact\nthrow; who is home first wins. Four dice show one or nothing each. Own pieces do not share a "
        "square. On the\nsquares 5 to 12, which both share, a piece sends one of the other's back into the "
        "hand, but not from 8.\nWho lands on a rosette, 4, 8 or 14, throws again. Who can move has to; after "
        "a 0 nobody can."
    )
    rules_module: ClassVar[str] = "royal_ur.kernels"
    numbering: ClassVar[str] = "royal_ur.numbering"
    geometry: ClassVar[Geometry] = GEOMETRY
    decision_class: ClassVar[type[UrDecision]] = UrDecision

    def __post_init__(self) -> None:
        object.__setattr__(self, "pieces", whole_number("pieces", self.pieces, 1, MAX_PIECES))

    @property
    def numbers(self) -> NDArray[np.int64]:
        """The number of pieces."""
        return np.array([self.pieces], np.int64)

    def starts(self) -> list[Sides]:
        """All pieces are in hand."""
        return [Sides((HAND,) * self.pieces, (HAND,) * self.pieces)]

    def throw(self, position: Sides, seat: int, streams: Streams) -> tuple[int, ...]:  # noqa: ARG002
        """Throw four dice that show one or nothing; they are told as their sum."""
        return (int(below(streams, seat, 1 << _DICE)).bit_count(),)

    def throw_chances(self, position: Sides) -> dict[tuple[int, ...], float]:  # noqa: ARG002
        """The sums 0 to 4 with their chances."""
        return {(throw,): often / 16 for throw, often in enumerate(OF_SIXTEEN)}

    def check_throws(self, position: Sides, throws: tuple[int, ...]) -> None:  # noqa: ARG002
        """Refuse what is no sum of four dice.

        Raises:
            UsageError: if it is none.
        """
        if len(throws) != 1 or not 0 <= throws[0] <= _DICE:
            raise UsageError(f"a throw of {self.title} is one number from 0 to {_DICE}, the sum of the dice")

    def luck(self, position: Sides, throws: tuple[int, ...]) -> float:  # noqa: ARG002
        """By how much the dice show more than the mean."""
        return throws[0] - _DICE / 2

    def moves(self, position: Sides, throws: tuple[int, ...]) -> dict[str, Sides]:
        """A piece goes on, the rearmost first: ``hand-3``, ``6-9``, ``6-9*`` if it hits, ``13-home``."""
        found = {}
        mine, theirs = position
        for start in sorted(set(mine)):
            target = start + throws[0]
            blocked = (target < HOME and target in mine) or (target == CENTRE and target in theirs)
            if throws[0] == 0 or target > HOME or blocked:
                continue
            hit = target in theirs and FIRST_SHARED <= target <= LAST_SHARED
            notation = f"{_WRITTEN.get(start, start)}-{_WRITTEN.get(target, target)}{HIT_MARK if hit else ''}"
            found[notation] = Sides(
                _replaced(mine, start, target), _replaced(theirs, target, HAND) if hit else theirs
            )
        return found

    def result(self, position: Sides) -> int | None:
        """Who has all pieces home has won."""
        return 1 if min(position.mine) == HOME else None

    def throws_again(self, decision: Decision, index: int) -> bool:
        """After a move to a rosette."""
        before, after = decision.position, decision.afterstates[index].position
        return not {*ROSETTES}.isdisjoint({*after.mine} - {*before.mine})

    def view(self, decision: Decision, index: int) -> View:
        """An afterstate as words see it, with what its move did."""
        after = decision.afterstates[index].position
        hit = after.theirs != decision.position.theirs
        return View.of(after, hit=hit, again=not decision.ends_turn(index))

    def seen(self, position: Sides) -> View:
        """A position without a move before it."""
        return View.of(position)

    def occupants(self, position: Sides, seat: int) -> dict[int, tuple[int, ...]]:
        """The owner of the piece on each square of the drawing that is not empty."""
        return {
            drawn_square(square, whose): (whose,)
            for whose, side in ((seat, position.mine), (1 - seat, position.theirs))
            for square in side
            if HAND < square < HOME
        }

    def beside(self, position: Sides) -> dict[str, tuple[int, int]]:
        """The pieces in hand and at home."""
        return {
            where: (position.mine.count(place), position.theirs.count(place))
            for where, place in (("in hand", HAND), (f"home, of {self.pieces}", HOME))
        }

    def refusal(self, position: Sides) -> str | None:
        """Why a position that was read cannot be; None if it can."""
        for side in position:
            if len(side) != self.pieces or [*side] != sorted(side) or min(side) < HAND or max(side) > HOME:
                return f"a side is {self.pieces} numbers from {HAND} to {HOME}, in rising order"
        mine, theirs = View.of(position).mine, View.of(position).theirs
        on_squares = [square for side in position for square in side if HAND < square < HOME]
        if len(on_squares) != len(mine) + len(theirs):
            return "no two pieces of a side stand on one square"
        if any(FIRST_SHARED <= square <= LAST_SHARED for square in mine & theirs):
            return f"both sides stand on one of the squares {FIRST_SHARED} to {LAST_SHARED}, which they share"
        return "both sides are home" if min(position.mine) == min(position.theirs) == HOME else None

    def board_of(self, position: Sides) -> Board:
        """The masks of both sides, and the pieces in hand and at home."""
        mine, theirs = (sum(1 << square for square in side if HAND < square < HOME) for side in position)
        state = sum(
            side.count(place) << field
            for place, fields in (
                (HAND, (kernels.MY_HAND, kernels.THEIR_HAND)),
                (HOME, (kernels.MY_HOME, kernels.THEIR_HOME)),
            )
            for side, field in zip(position, fields, strict=True)
        )
        return mine, theirs, state

    def position_of(self, board: Board) -> Sides:
        """The places of the pieces of a board."""
        masks, state = board[:2], board[2]
        fields = ((kernels.MY_HAND, kernels.MY_HOME), (kernels.THEIR_HAND, kernels.THEIR_HOME))
        return Sides(
            *(
                (HAND,) * (state >> hand & MAX_PIECES)
                + tuple(square for square in range(1, SQUARES + 1) if mask >> square & 1)
                + (HOME,) * (state >> home & MAX_PIECES)
                for mask, (hand, home) in zip(masks, fields, strict=True)
            )
        )


def _replaced(side: tuple[int, ...], old: int, new: int) -> tuple[int, ...]:
    """The places of a side of which one is another now."""
    places = list(side)
    places[places.index(old)] = new
    return tuple(sorted(places))


register_game(
    Ur.name,
    Entry.of(
        Ur,
        vocabularies,
        players="royal_ur.players:PLAYERS",
        levels="royal_ur.players:levels",
        references="royal_ur.players:references",
        themes="royal_ur.themes:THEMES",
        opponent="hand:LEVEL5",
        hand_help="in ur hand:LEVEL1 (easy) to hand:LEVEL5",
        rule_help="pieces=5 in ur",
        short_game="pieces=3",
    ),
)
