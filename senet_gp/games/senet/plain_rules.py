"""Senet's rules in plain Python, a second time: what the compiled rules are compared with.

They are written from the text of the rules alone, in the order of that text, with sets of squares; every
order of the throws is tried with every piece. A board is a pair of sets: the squares of the player to move
("mine") and of their enemy. :class:`PlainSenet` is the game that consists of these rules: the same as Senet,
and much slower. Since it is plain, it can be translated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from senet_gp.games.plain import PlainDecision, PlainGame
from senet_gp.games.protocol import Board as SeenBoard
from senet_gp.games.protocol import in_signs, squares_in
from senet_gp.runtime.errors import UsageError

if TYPE_CHECKING:
    from senet_gp.games.senet.game import Senet

Squares = frozenset[int]
Board = tuple[Squares, Squares]
#: (throw, start square) pairs in the order in which they are played; lost throws leave none.
Moves = tuple[tuple[int, int], ...]

FIRST_SQUARE = 1
LAST_SQUARE = 30
BEAUTIFUL_HOUSE = 26
WATER = 27
LAST_SQUARES = (28, 29, 30)
#: Where a piece goes that leaves the board.
OFF = 31

#: Squares to move for each number of sticks that show a one.
MOVES_FOR_ONES = {3: 1, 2: 2, 1: 3, 0: 4, 4: 5}
THROW_AGAIN = (1, 4, 5)
MAX_THROWS_HELD = 4


def _throw_probabilities() -> dict[int, Fraction]:
    outcomes = list(product((0, 1), repeat=4))
    counts = Counter(MOVES_FOR_ONES[sum(sticks)] for sticks in outcomes)
    return {throw: Fraction(counts[throw], len(outcomes)) for throw in sorted(counts)}


#: The probability of each throw.
THROWS: dict[int, Fraction] = _throw_probabilities()


def start(pieces: int = 7) -> Board:
    """The first position: pieces alternate on 1 to 2 * pieces, the first mover's on the even squares."""
    squares = range(1, 2 * pieces + 1)
    even = frozenset(square for square in squares if square % 2 == 0)
    odd = frozenset(square for square in squares if square % 2 == 1)
    return even, odd


def protected(own: Squares) -> Squares:
    """Those of a player's pieces that are protected."""
    if WATER in own:
        return frozenset()
    return frozenset(square for square in own if square - 1 in own or square + 1 in own)


def _forward_target(start: int, throw: int) -> int | None:
    """The square that a forward move leads to, if the track alone allows it."""
    if start < BEAUTIFUL_HOUSE:
        return start + throw if start + throw <= BEAUTIFUL_HOUSE else None
    if start == BEAUTIFUL_HOUSE:
        return {1: WATER, 2: 28, 3: 29, 4: 30, 5: OFF}[throw]
    if start == 28:
        return OFF if throw == 3 else None
    if start == 29:
        return OFF if throw == 2 else None
    if start == LAST_SQUARE:
        return OFF
    return None  # in the water


def _backward_target(start: int, throw: int) -> int | None:
    """The square that a backward move leads to, if the track alone allows it."""
    if start == WATER or start in LAST_SQUARES:
        return None
    return start - throw if start - throw >= FIRST_SQUARE else None


def _can_land(mine: Squares, theirs: Squares, target: int) -> bool:
    """Whether a piece of mine may come to this square, seeing what stands on the board."""
    if target == OFF:
        return True
    if target in mine:
        return False
    if target in theirs:
        if target == WATER:
            return False
        if target in LAST_SQUARES and (WATER in mine or WATER in theirs):
            return False
        return target not in protected(theirs)
    return True


def forward_starts(mine: Squares, theirs: Squares, throw: int) -> list[int]:
    """The squares of my pieces that can move forward by this throw, in rising order."""
    starts = []
    for square in sorted(mine):
        target = _forward_target(square, throw)
        if target is not None and _can_land(mine, theirs, target):
            starts.append(square)
    return starts


def backward_starts(mine: Squares, theirs: Squares, throw: int) -> list[int]:
    """The squares of my pieces that can move backward by this throw, were they to, in rising order."""
    starts = []
    for square in sorted(mine):
        target = _backward_target(square, throw)
        if target is not None and _can_land(mine, theirs, target):
            starts.append(square)
    return starts


class PlainMove(NamedTuple):
    """A move of one piece, and what follows.

    Attributes:
        throw: the throw that is played.
        start: the square that the piece leaves.
        target: the square that it goes to, or ``OFF``.
        mine: my pieces after it.
        theirs: their pieces after it.
        hit: whether it hits a piece.
    """

    throw: int
    start: int
    target: int
    mine: Squares
    theirs: Squares
    hit: bool


def moves_by(mine: Squares, theirs: Squares, throw: int) -> list[PlainMove]:
    """The moves of all pieces by a throw: forward, or backward if none can go forward."""
    forward = forward_starts(mine, theirs, throw)
    if forward:
        return [play(mine, theirs, square, throw, backward=False) for square in forward]
    return [
        play(mine, theirs, square, throw, backward=True) for square in backward_starts(mine, theirs, throw)
    ]


def play(mine: Squares, theirs: Squares, start: int, throw: int, *, backward: bool) -> PlainMove:
    """One legal move."""
    target = _backward_target(start, throw) if backward else _forward_target(start, throw)
    if target is None:
        raise ValueError(f"the track has no move from {start} by {throw}")
    mine = mine - {start}
    if target == OFF:
        return PlainMove(throw, start, target, mine, theirs, hit=False)
    mine = mine | {target}
    if target not in theirs:
        return PlainMove(throw, start, target, mine, theirs, hit=False)
    goes_to = WATER if target in LAST_SQUARES else start
    return PlainMove(throw, start, target, mine, theirs - {target} | {goes_to}, hit=True)


def _without(throws: tuple[int, ...], throw: int) -> tuple[int, ...]:
    place = throws.index(throw)
    return throws[:place] + throws[place + 1 :]


def _is_over(mine: Squares, throws: tuple[int, ...]) -> bool:
    """Whether a turn has ended: the game is won, a piece is in the water, or all throws are played."""
    return not mine or WATER in mine or not throws


def end_boards(mine: Squares, theirs: Squares, throws: Sequence[int]) -> dict[Board, tuple[Moves, int]]:
    """Every distinct board that playing these throws can end in.

    Args:
        mine: the pieces of the player to move, at least one, and none of them in the water.
        theirs: the pieces of the enemy, at least one.
        throws: the throws held, in any order.

    Returns:
        For each board the least list of moves that leads to it, and how many pieces that list hits.
    """
    ends: dict[Board, tuple[Moves, int]] = {}
    # Boards in the middle of the turn, with the throws that are left: what follows depends on nothing else.
    boards: dict[tuple[Squares, Squares, tuple[int, ...]], tuple[Moves, int]] = {
        (mine, theirs, tuple(sorted(throws))): ((), 0)
    }
    while boards:
        following: dict[tuple[Squares, Squares, tuple[int, ...]], tuple[Moves, int]] = {}
        for (own, other, left), (moves, hits) in boards.items():
            if _is_over(own, left):
                if (own, other) not in ends or moves < ends[own, other][0]:
                    ends[own, other] = moves, hits
                continue
            for throw in sorted(set(left)):
                rest = _without(left, throw)
                played = moves_by(own, other, throw)
                after = [
                    (move.mine, move.theirs, (*moves, (throw, move.start)), hits + move.hit)
                    for move in played
                ]
                for my_next, their_next, made, hit in after or [(own, other, moves, hits)]:
                    board = (my_next, their_next, rest)
                    if board not in following or made < following[board][0]:
                        following[board] = made, hit
        boards = following
    return ends


def ways_to(mine: Squares, theirs: Squares, throws: tuple[int, ...]) -> dict[Board, list[Moves]]:
    """For every board that a turn can end in, all lists of steps that lead there, each in rising order.

    A step is the square that a piece leaves, and the square that it goes to, 0 for off the board.
    """
    boards: dict[tuple[Squares, Squares, tuple[int, ...]], set[Moves]] = {(mine, theirs, throws): {()}}
    ends: dict[Board, list[Moves]] = {}
    while boards:
        following: dict[tuple[Squares, Squares, tuple[int, ...]], set[Moves]] = {}
        for (own, other, left), ways in boards.items():
            if _is_over(own, left):
                ends[own, other] = sorted({*ends.get((own, other), []), *ways})
                continue
            for throw in sorted(set(left)):
                rest = _without(left, throw)
                played = moves_by(own, other, throw)
                for move in played:
                    step = (move.start, 0 if move.target == OFF else move.target)
                    board = (move.mine, move.theirs, rest)
                    longer = {tuple(sorted((*way, step))) for way in ways}
                    following[board] = following.get(board, set()) | longer
                if not played:
                    following[own, other, rest] = following.get((own, other, rest), set()) | ways
        boards = following
    return ends


def rescue(mine: Squares, theirs: Squares, throw: int) -> Squares:
    """My pieces after the single throw of a turn that I begin with a piece in the water."""
    mine = mine - {WATER}
    if throw == 4:
        return mine
    square = 15
    while square in mine or square in theirs:
        square -= 1
    return mine | {square}


def throw_groups() -> dict[tuple[int, ...], tuple[Fraction, bool]]:
    """The multisets of throws held at once: probability, and whether the player throws on after them."""
    groups: dict[tuple[int, ...], tuple[Fraction, bool]] = {}

    def throw_on(held: tuple[int, ...], probability: Fraction) -> None:
        again = all(throw in THROW_AGAIN for throw in held)
        if not held or (again and len(held) < MAX_THROWS_HELD):
            for throw, chance in THROWS.items():
                throw_on((*held, throw), probability * chance)
            return
        # A group that holds a 2 or a 3 has ended with it, so the multiset decides whether they throw on.
        group = tuple(sorted(held))
        before, _ = groups.get(group, (Fraction(0), again))
        groups[group] = before + probability, again

    throw_on((), Fraction(1))
    return groups


_CHANCES: dict[tuple[int, ...], float] = {
    throws: float(chance) for throws, (chance, _) in throw_groups().items()
}
_CHANCES_IN_WATER: dict[tuple[int, ...], float] = {
    (throw,): float(chance) for throw, chance in THROWS.items()
}


class Turn(NamedTuple):
    """A position, with the moves that led to it if the player who sees it has just moved.

    Attributes:
        mine: the squares of the player who sees the position.
        theirs: the squares of the other player.
        moves: the moves of the turn.
        hits: how many pieces they have hit.
    """

    mine: Squares
    theirs: Squares
    moves: Moves = ()
    hits: int = 0


@dataclass(frozen=True)
class PlainSenet(PlainGame):
    """Senet by the rules of this module.

    Attributes:
        pieces: the number of pieces of each player.
    """

    pieces: int = 7

    name = "senet"
    title = "Senet"
    stochastic = True

    def starts(self) -> list[Turn]:
        """The only position that games start from."""
        mine, theirs = start(self.pieces)
        return [Turn(mine, theirs)]

    def throw_chances(self, position: Turn) -> dict[tuple[int, ...], float]:
        """The groups of throws, or the single throws with a piece in the water."""
        return _CHANCES_IN_WATER if WATER in position.mine else _CHANCES

    def check_throws(self, position: Turn, throws: tuple[int, ...]) -> None:
        """Any throws may be tried."""

    def moves(self, position: Turn, throws: tuple[int, ...]) -> list[tuple[str, Turn]]:
        """The boards that a turn can end in, by the least list of moves that leads to each."""
        mine, theirs = position.mine, position.theirs
        if WATER in mine:
            return [("-", Turn(rescue(mine, theirs, throws[0]), theirs))]
        found = [
            Turn(my_next, their_next, made, hits)
            for (my_next, their_next), (made, hits) in end_boards(mine, theirs, throws).items()
        ]
        return [(self.written(position, turn), turn) for turn in sorted(found, key=lambda turn: turn.moves)]

    def written(self, before: Turn, turn: Turn) -> str:
        """The moves of a turn as in records: ``9+3 9-1``, or ``-`` for none."""
        made = self.replayed(before, turn)
        signs = [("-" if move.target < move.start else "+") for move in made]
        texts = [f"{move.start}{sign}{move.throw}" for move, sign in zip(made, signs, strict=True)]
        return " ".join(texts) or "-"

    def replayed(self, before: Turn, turn: Turn) -> list[PlainMove]:
        """The moves of a turn one after another."""
        mine, theirs = before.mine, before.theirs
        found: list[PlainMove] = []
        for throw, square in turn.moves:
            target = _forward_target(square, throw)
            backward = target is None or not _can_land(mine, theirs, target)
            move = play(mine, theirs, square, throw, backward=backward)
            found.append(move)
            mine, theirs = move.mine, move.theirs
        return found

    def swapped(self, position: Turn) -> Turn:
        """The same board as the other player sees it; nothing has been moved yet."""
        return Turn(position.theirs, position.mine)

    def result(self, position: Turn) -> int | None:
        """Who has no piece left on the board has won."""
        return None if position.mine else 1

    def throws_again(self, decision: PlainDecision, index: int) -> bool:
        """After four throws that grant another each, unless a piece is in the water."""
        before, after = decision.position, decision.afterstates[index].position
        granted = all(throw in THROW_AGAIN for throw in decision.throws)
        return granted and WATER not in before.mine and WATER not in after.mine

    def view(self, decision: PlainDecision, index: int) -> SeenBoard:
        """An afterstate with the moves that led to it."""
        after = decision.afterstates[index].position
        return SeenBoard(after.mine, after.theirs, after.moves, after.hits)

    def seen(self, position: Turn) -> SeenBoard:
        """A position without moves before it."""
        return SeenBoard(position.mine, position.theirs)

    def steps(self, decision: PlainDecision, index: int) -> list[tuple[int, int]]:
        """The two squares of each move; a piece leaves the water for another square or off the board."""
        before, after = decision.position, decision.afterstates[index].position
        if WATER in before.mine:
            return [(WATER, max(after.mine - before.mine, default=0))]
        return [
            (move.start, 0 if move.target == OFF else move.target) for move in self.replayed(before, after)
        ]

    def ways(self, decision: PlainDecision) -> list[list[Moves]]:
        """For each afterstate all lists of steps that lead there."""
        before = decision.position
        if WATER in before.mine:
            return [[tuple(self.steps(decision, 0))]]
        found = ways_to(before.mine, before.theirs, decision.throws)
        after = [afterstate.position for afterstate in decision.afterstates]
        return [found[position.mine, position.theirs] for position in after]

    def throws_for(self, start: int, target: int) -> list[int]:
        """The throws by which a step can be made; none if by any."""
        return [] if start in {WATER, LAST_SQUARE} else [abs((target or OFF) - start)]

    def beside(self, position: Turn) -> dict[str, tuple[int, int]]:
        """The pieces that have left the board."""
        return {
            f"home, of {self.pieces}": (self.pieces - len(position.mine), self.pieces - len(position.theirs))
        }

    def text(self, position: Turn) -> str:
        """A position as 30 characters."""
        return in_signs(position.mine, position.theirs, LAST_SQUARE)

    def position_from(self, text: str) -> Turn:
        """The position of such a text.

        Raises:
            UsageError: if the text is none.
        """
        found = squares_in(text, LAST_SQUARE)
        if found is None:
            raise UsageError(f"a position of {self.name} is 30 characters x, o or ., not {text[:40]!r}")
        return Turn(*found)


def plain_senet(game: Senet) -> PlainSenet:
    """The game with the same parameters."""
    return PlainSenet(game.pieces)
