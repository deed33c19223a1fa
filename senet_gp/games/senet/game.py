"""Senet, the decisions of its players, and the examples that teach it.

A game and a decision are values (see :mod:`senet_gp.games.protocol`). Positions, throws and moves are in
:mod:`senet_gp.games.senet.moves`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import index
from types import MappingProxyType
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from senet_gp.games.dice.game import DiceGame
from senet_gp.games.dice.rules import Law
from senet_gp.games.protocol import Board, Decision, Game, Geometry, spoken
from senet_gp.games.senet import rules
from senet_gp.games.senet.moves import (
    MAX_PIECES,
    SenetAfterstate,
    SenetPosition,
    afterstates,
    notation,
    number_of_pieces,
    packed_moves,
    packed_throws,
    rescued,
    single_throws,
    square_won,
    steps_of,
    throw_group,
    throw_groups,
    throw_laws,
    throw_once,
)
from senet_gp.games.senet.wording import SenetWording, is_notation, recorded
from senet_gp.games.wording import RuleExample, goes_to
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.streams import Streams

#: The difference of the distances that both players have to go.
RACE = "expr:(sub their_distance my_distance)"

#: What the special squares mean.
_MEANINGS = {
    15: "A piece that comes out of the water goes here, or to the nearest free square before it.",
    rules.BEAUTIFUL_HOUSE: "Every piece stops here. A 5 leads from here off the board, a 4 to 30, a 3 to 29, "
    "a 2 to 28, and a 1 into the water.",
    rules.WATER: "The player of a piece in the water throws once and moves nothing else: a 4 takes the piece "
    "off the board, any other throw back to 15.",
    28: "From here a 3 leads off the board. A piece that is hit here falls into the water.",
    29: "From here a 2 leads off the board. A piece that is hit here falls into the water.",
    30: "From here any throw leads off the board. A piece that is hit here falls into the water.",
}


class SenetDecision(Decision):
    """A decision of Senet; the afterstates are the boards that playing the throws can end in."""

    __slots__ = ()

    game: Senet
    position: SenetPosition
    afterstates: list[SenetAfterstate]

    @property
    def writing(self) -> tuple[str, str]:
        """An example of moves in the notation of records, and an explanation."""
        return "9+3 9-1", "choose by moves: 3 squares forward from 9, 1 back; - for none"

    @property
    def luck(self) -> float:
        """The sum of the throws less the mean of a group; a throw to leave the water does not count."""
        return 0.0 if self.position.in_water else sum(self.throws) - rules.MEAN_PIPS

    @property
    def goes_on(self) -> bool:
        """Whether the player throws again in the same turn: after four throws that each grant another."""
        return not self.position.in_water and all(rules.grants_another(throw) for throw in self.throws)

    def boards(self) -> NDArray[np.uint32]:
        """(5, afterstates) uint32: the masks of mine and theirs, packed moves, hits, and no state."""
        columns = [
            (c.position.mine, c.position.theirs, packed_moves(c.moves), c.hits, 0) for c in self.afterstates
        ]
        return np.array(columns, np.uint32).T

    def view(self, index: int) -> Board:
        """An afterstate's board, with the moves that led to it."""
        after = self.afterstates[index]
        mine, theirs = after.position.my_squares, after.position.their_squares
        return Board(
            frozenset(mine),
            frozenset(theirs),
            tuple((move.throw, move.start) for move in after.moves),
            after.hits,
        )

    def notation(self, index: int) -> str:
        """An afterstate's moves: ``9+3 9-1``; ``-`` for none."""
        return notation(self.position, self.afterstates[index].moves)

    def steps(self, index: int) -> list[tuple[int, int]]:
        """The two squares of each move; a piece leaves the water for another square or off the board."""
        after = self.afterstates[index]
        if self.position.in_water:
            return [(rules.WATER, square_won(self.position.mine, after.position.mine))]
        return [(step.start, step.target) for step in steps_of(self.position, after.moves)]

    def remark(self, index: int) -> str:
        """How many pieces an afterstate hits, and whether one falls into the water, or leaves it to where."""
        after = self.afterstates[index]
        if self.position.in_water:
            square = square_won(self.position.mine, after.position.mine)
            return f"out of the water, {f'back to {square}' if square else 'off the board'}"
        told = (f"hits {after.hits}" if after.hits else "", "falls in" if after.position.in_water else "")
        return ", ".join(filter(None, told))

    def named(self, text: str) -> int:
        """The index of the afterstate that moves in notation lead to.

        The notation of records is read first, so that it always means the same, and then what a person reads
        and writes (see :mod:`senet_gp.games.senet.wording`).

        Raises:
            UsageError: if the text cannot be read, a move is illegal when it is made, or the moves do not
                end the turn.
        """
        if self.position.in_water:
            if text.strip() != "-":
                raise UsageError("with a piece in the water nothing can be played but -")
            return 0
        if is_notation(text):
            return recorded(self.position, self.throws, self.afterstates, text)
        found = self.wording.meant(text)
        if len(found) > 1:
            raise UsageError(f"{text[:40]!r} does not tell the whole turn: {len(found)} choices begin so")
        return found[0]

    @property
    def wording(self) -> SenetWording:
        """How the choices are told to people, and what people may write."""
        return SenetWording(self)

    def ends_turn(self, index: int) -> bool:
        """Whether an afterstate ends the turn; otherwise its player throws again."""
        after = self.afterstates[index].position
        return not self.goes_on or after.in_water or after.won


@dataclass(frozen=True)
class Senet(DiceGame):
    """Senet with its parameter (see :class:`senet_gp.games.protocol.Game`).

    Attributes:
        pieces: the number of pieces of each player, 1 to 7.

    Raises:
        UsageError: if the number of pieces is not from 1 to 7.
    """

    pieces: int = MAX_PIECES

    name: ClassVar[str] = "senet"
    title: ClassVar[str] = "Senet"
    ranges: ClassVar[Mapping[str, tuple[int, int]]] = MappingProxyType({"pieces": (1, MAX_PIECES)})
    rules_text: ClassVar[str] = (
        "Two players race pieces from 1 to 30 and off; the first off wins. Four sticks are thrown, "
        "again after 1, 4 or\n5; any piece takes any throw. One that lands on one of the other's "
        "changes places with it, unless another of\nits side is beside it. If none can go forward, one "
        "goes back. All stop on 26: 5 leads off, 1 into the water,\n27, and ends the turn; from there "
        "only a 4 leads off. One hit beyond falls in. 28 needs 3, 29 needs 2, 30 any."
    )
    #: The path goes to and fro. The words are the Beautiful House, the water, and the throws that take off.
    geometry: ClassVar[Geometry] = Geometry(
        (tuple(range(10, 0, -1)), tuple(range(11, 21)), tuple(range(30, 20, -1))),
        notes={rules.BEAUTIFUL_HOUSE: "house", rules.WATER: "water", 28: "3", 29: "2", 30: "any"},
        ways=(-1, 1, -1),
        meanings=_MEANINGS,
    )
    #: The paper's duels have no draws.
    undecided_by_lot: ClassVar[bool] = True
    one_side_a_square: ClassVar[bool] = True
    rules_module: ClassVar[str] = "senet_gp.games.senet.turns"
    numbering: ClassVar[str] = "senet_gp.games.senet.numbering"

    def __post_init__(self) -> None:
        object.__setattr__(self, "pieces", number_of_pieces(self.pieces))

    @property
    def most_turns(self) -> int:
        """A game is stopped after this many turns, without a winner."""
        return rules.TURN_LIMIT

    @property
    def numbers(self) -> NDArray[np.int64]:
        """The number of pieces."""
        return np.array([self.pieces], np.int64)

    def starts(self) -> list[SenetPosition]:
        """The only position that games start from."""
        return [SenetPosition.start(self.pieces)]

    def shorter_forms(self) -> list[Senet]:
        """Senet with one piece, with two, and so on."""
        return [Senet(pieces) for pieces in range(1, self.pieces + 1)]

    def laws(self) -> tuple[Law, ...]:
        """The laws of the groups of throws, and of the single throws with a piece in the water."""
        return throw_laws()

    def board_of(self, position: SenetPosition) -> tuple[int, int, int]:
        """The masks of a position; there is nothing that the squares do not show."""
        return position.mine, position.theirs, 0

    def position_of(self, board: tuple[int, int, int]) -> SenetPosition:
        """The position with these masks."""
        return SenetPosition(board[0], board[1])

    def throw_of(self, throws: Sequence[int]) -> int:
        """A group of throws, packed."""
        return packed_throws(throws)

    def throw_chances(self, position: SenetPosition) -> dict[tuple[int, ...], float]:
        """The 55 groups of throws, or the single throws with a piece in the water, with probabilities."""
        chances = single_throws() if position.in_water else throw_groups()
        return {throws: float(chance) for throws, chance in chances.items()}

    def swapped(self, position: SenetPosition) -> SenetPosition:
        """The same board seen by the other player."""
        return position.swapped()

    def seen(self, position: SenetPosition) -> Board:
        """A position as words see it, with no moves made and nothing hit."""
        return Board(frozenset(position.my_squares), frozenset(position.their_squares))

    def next_decision(self, position: SenetPosition, seat: int, streams: Streams) -> SenetDecision:
        """Throw, and return the decision; with a piece in the water it has only one afterstate."""
        throws = (throw_once(streams, seat),) if position.in_water else throw_group(streams, seat)[0]
        return self.decision(position, seat, throws)

    def decision(self, position: SenetPosition, seat: int, throws: Sequence[int]) -> SenetDecision:
        """The decision of the player to move with these throws.

        Raises:
            UsageError: if they cannot be thrown together here.
        """
        throws = tuple(sorted(map(index, throws)))
        if position.in_water:
            if len(throws) != 1:
                raise UsageError("a player with a piece in the water throws once")
            afterstate = SenetAfterstate(rescued(position, throws[0]), (), 0)
            return SenetDecision(self, seat, position, [afterstate], throws)
        if throws not in throw_groups():
            raise UsageError(
                f"{spoken(throws) or 'nothing'} cannot be the throws of a turn: they end with the first 2 "
                "or 3, or after four"
            )
        return SenetDecision(self, seat, position, afterstates(position, throws), throws)

    def occupants(self, position: SenetPosition, seat: int) -> Mapping[int, Sequence[int]]:
        """The owner of the piece on each square that is not empty; both players see the same board."""
        mine = dict.fromkeys(position.my_squares, (seat,))
        return mine | dict.fromkeys(position.their_squares, (1 - seat,))

    def beside(self, position: SenetPosition) -> Mapping[str, tuple[int, int]]:
        """The pieces that have left the board."""
        mine, theirs = position.mine.bit_count(), position.theirs.bit_count()
        return {f"home, of {self.pieces}": (self.pieces - mine, self.pieces - theirs)}

    def text(self, position: SenetPosition) -> str:
        """A position as 30 characters (see :meth:`SenetPosition.from_text`)."""
        return str(position)

    def position_from(self, text: str) -> SenetPosition:
        """The position of a text of 30 characters.

        Raises:
            UsageError: if the text is anything else.
        """
        return SenetPosition.from_text(text)

    def position_to_move_from(self, text: str) -> SenetPosition:
        """The position of such a text, if both sides have pieces, and no more than they begin with.

        Raises:
            UsageError: if it is not a position, or one that this game cannot have.
        """
        position = self.position_from(text)
        for side in (position.my_squares, position.their_squares):
            if not 0 < len(side) <= self.pieces:
                raise UsageError(
                    f"{text!r} cannot be played on: each side should have 1 to {self.pieces} pieces, not "
                    f"{len(side)}"
                )
        return position


def panel(_game: Game) -> dict[str, tuple[str, ...]]:
    """The fixed opponents that only Senet has: the plain race."""
    return {"the plain race": (RACE,)}


def references(_game: Game) -> dict[str, tuple[str, ...]]:
    """The hand-made references, which are in no first population that the program itself makes."""
    return {"HC1 to HC5": tuple(f"hand:HC{number}" for number in range(1, 6))}


def _hits(decision: Decision) -> bool:
    return any(afterstate.hits for afterstate in decision.afterstates)


def _has_pair(decision: Decision) -> bool:
    theirs: int = decision.position.theirs
    return bool(theirs & theirs << 1)


def _drives_into_water(decision: Decision) -> bool:
    return any(afterstate.position.theirs >> rules.WATER & 1 for afterstate in decision.afterstates)


def _goes_back(decision: Decision) -> bool:
    every = range(len(decision.afterstates))
    return any(0 < target < start for index in every for start, target in decision.steps(index))


#: Examples that teach the rules, in the order in which they matter.
EXAMPLES = (
    RuleExample(
        "The way",
        "Pieces go from 1 to 10, on the next row back from 11 to 20, and on the last from 21 to 30, as the "
        "small arrowheads show. The player that has all pieces off the board first has won.",
        "xoxoxoxoxoxoxo................",
        (1, 2),
        "11+1 13+2",
        lambda _: True,
    ),
    RuleExample(
        "All throws first",
        "After a 1, 4 or 5 the sticks are thrown again, so several throws come together. They are shared "
        "among the pieces in any order: here a 1 moves one piece and a 3 another; one piece could "
        "also make both moves. Four throws are played before more sticks are thrown.",
        ".........o.x...x...o..........",
        (1, 3),
        "12+1 16+3",
        lambda decision: len(decision.throws) > 1,
    ),
    RuleExample(
        "A hit changes places",
        "A piece that lands on one of the other side's changes places with it: here the piece on 18 is "
        "hit, and goes back to 17.",
        "........x....x...o...o........",
        (1, 3),
        "14+3 17+1",
        _hits,
    ),
    RuleExample(
        "Two side by side are safe",
        "A piece beside another of its own side cannot be hit: 11 and 12 protect each other, so the piece on "
        "8 cannot go there by a 3, and another one goes.",
        ".......x..oo..x...............",
        (3,),
        "15+3",
        _has_pair,
    ),
    RuleExample(
        "All stop on 26",
        "No piece may pass the house, 26, without stopping there.",
        "..................xoo..x......",
        (2,),
        "24+2",
        lambda decision: goes_to(decision, rules.BEAUTIFUL_HOUSE),
    ),
    RuleExample(
        "From the house a 5 leads off",
        "From 26 a 5 leads off the board, a 4 to 30, a 3 to 29, a 2 to 28. From 28 a 3 leads off, from 29"
        " a 2, from 30 any throw.",
        ".................x.o.....x....",
        (2, 5),
        "18+2 26+5",
        lambda decision: goes_to(decision, 0),
    ),
    RuleExample(
        "The water",
        "A 1 leads from 26 into the water, 27, and ends the turn: here the 3 is lost. The player of a piece "
        "there throws once and moves nothing else: a 4 takes it off, any other throw back to 15. Until then "
        "none of their pieces is safe.",
        ".................x.o.....x....",
        (1, 3),
        "26+1",
        lambda decision: goes_to(decision, rules.WATER) or decision.position.in_water,
    ),
    RuleExample(
        "A hit beyond the house",
        "A piece that is hit on 28, 29 or 30 does not change places: it falls into the water, and the "
        "square of the attacker is left empty. While a piece is in the water, none is hit there.",
        "...................x.....x.o..",
        (2,),
        "26+2",
        _drives_into_water,
    ),
    RuleExample(
        "If nothing can go forward, a piece goes back",
        "A throw that no piece can go forward with takes a piece back instead. So leaving the other side "
        "without moves pays.",
        "...................xx.ooo.....",
        (3,),
        "21-3",
        _goes_back,
    ),
)
