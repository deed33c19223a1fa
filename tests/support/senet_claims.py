"""What reasons in Senet claim of a board, read as a person reads them and worked out by the slow rules."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from senet_gp.games.protocol import Decision
from senet_gp.games.senet import plain_rules as slow

Squares = slow.Squares


class Side(NamedTuple):
    """A board as one player sees it."""

    mine: Squares
    theirs: Squares

    @classmethod
    def seen(cls, position: Any) -> Side:
        """The squares of a position."""
        return cls(frozenset(position.my_squares), frozenset(position.their_squares))

    @property
    def turned(self) -> Side:
        """The board as the other sees it."""
        return Side(self.theirs, self.mine)


class After(NamedTuple):
    """What a choice leads to: the board, and the squares where it hits forward, going over all of them."""

    board: Side
    hits: Squares

    @property
    def back(self) -> Squares:
        """The squares where a hit sends a piece back."""
        return self.hits - frozenset(slow.LAST_SQUARES)

    @property
    def sunk(self) -> Squares:
        """The square where a hit puts a piece into the water."""
        return self.hits & frozenset(slow.LAST_SQUARES)


def after(decision: Decision, index: int) -> After:
    """The board after a choice, and where it hits forward, by playing its moves slowly."""
    mine, theirs = Side.seen(decision.position)
    hits: set[int] = set()
    for throw, start in decision.afterstates[index].moves:
        back = not slow.forward_starts(mine, theirs, throw)
        move = slow.play(mine, theirs, start, throw, backward=back)
        mine, theirs = move.mine, move.theirs
        if move.hit and not back:
            hits.add(move.target)
    return After(Side(mine, theirs), frozenset(hits))


def distance(own: Squares) -> int:
    """The squares still to go."""
    return sum(31 - square for square in own)


def ways(board: Side) -> int:
    """The moves forward of the player to move with pieces before the house."""
    starts = [start for throw in slow.THROWS for start in slow.forward_starts(*board, throw)]
    return sum(start < slow.BEAUTIFUL_HOUSE for start in starts)


def walls(board: Side) -> Squares:
    """The protected pieces up to the house that are ahead of the other's rearmost."""
    ways = range(min(board.theirs) + 1, slow.BEAUTIFUL_HOUSE + 1)
    return slow.protected(board.mine) & frozenset(ways)


def waiting(board: Side) -> Squares:
    """The pieces beyond the house that exactly one throw bears off."""
    beyond = board.mine & frozenset(slow.LAST_SQUARES)
    return frozenset(
        square
        for square in beyond
        if sum(square in slow.forward_starts(frozenset({square}), frozenset(), n) for n in slow.THROWS) == 1
    )


@cache
def can_send_back(board: Side, throws: tuple[int, ...], before: Squares) -> bool:
    """Whether these throws, in some order, can end the turn with pieces of the other further back."""
    mine, theirs = board
    if slow.WATER in mine or not throws:
        return sum(theirs) < sum(before)
    for throw in set(throws):
        rest = list(throws)
        rest.remove(throw)
        ends = [(move.mine, move.theirs) for move in slow.moves_by(mine, theirs, throw)] or [board]
        if any(can_send_back(Side(*end), tuple(rest), before) for end in ends):
            return True
    return False


@cache
def hitting(board: Side) -> float:
    """The chance that the player to move can hit with the throws of a turn that come together."""
    if slow.WATER in board.mine:
        return 0.0
    groups = slow.throw_groups().items()
    return float(sum(chance for throws, (chance, _) in groups if can_send_back(board, throws, board.theirs)))


def is_share(said: str, share: float) -> bool:
    """Whether a share is said as it is."""
    if said in {"none", "no"}:
        return share == 0
    if said == "every turn":
        return share > 1 - 1e-9
    if said == "nearly every turn":
        return 0.995 <= share < 1 - 1e-9
    told = int(said.removesuffix(" of 100 turns").removesuffix(" of 100"))
    return 0 < share < 0.995 and told == max(1, round(100 * share))


def numbers(text: str) -> Squares:
    """The squares of a list, such as ``12, 14 and 15``."""
    return frozenset(map(int, re.findall(r"\d+", text)))


_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number(text: str) -> int:
    """A number in digits or in a word."""
    text = text.replace("none", "no")
    return _WORDS.index(text) if text in _WORDS else int(text)


def sign(word: str) -> int:
    """Whether a comparison says more, or less."""
    return {"further": 1, "less far": -1, "further back": 1, "further ahead": -1, "more": 1, "fewer": -1}[
        word
    ]


def hits_more(own: After, other: After, squares: Squares) -> bool:
    """Whether one choice hits all that the other hits and these squares, and leaves them further back."""
    back = distance(own.board.theirs) > distance(other.board.theirs)
    return back and own.back - other.back == squares and other.back < own.back


def sinks(own: After, other: After, square: int) -> bool:
    """Whether one choice alone hits a piece into the water, on this square."""
    return own.sunk == {square} and not other.sunk and 27 in own.board.theirs - other.board.theirs


#: What is claimed of a board, in words, and whether it holds of the first of two.
CLAIMS: dict[str, Callable[..., bool]] = {
    r"brings your pieces (\S+) squares? (further|less far) than the other move": lambda a, b, n, way: (
        distance(b.board.mine) - distance(a.board.mine) == sign(way) * number(n)
    ),
    r"leaves their pieces (\S+) squares? (further back|further ahead) than the other move": (
        lambda a, b, n, way: distance(a.board.theirs) - distance(b.board.theirs) == sign(way) * number(n)
    ),
    r"bears (\S+) (more|fewer) pieces? off than the other move": lambda a, b, n, way: (
        len(b.board.mine) - len(a.board.mine) == sign(way) * number(n)
    ),
    r"leaves them (\S+) ways? to go forward before the house instead of (\S+)": lambda a, b, n, m: (
        (ways(a.board.turned), ways(b.board.turned)) == (number(n), number(m))
    ),
    r"has (\S+) ways? to go forward before the house instead of (\S+)": lambda a, b, n, m: (
        (ways(a.board), ways(b.board)) == (number(n), number(m))
    ),
    r"stands in their way on ([\d, and]+), where you cannot be hit": lambda a, b, squares: (
        numbers(squares) == walls(a.board) - walls(b.board)
    ),
    r"(?:stands in their way with|has) (\S+) protected pieces? (?:in their way )?instead of (\S+)": (
        lambda a, b, n, m: (len(walls(a.board)), len(walls(b.board))) == (number(n), number(m))
    ),
    r"leaves (\S+) of their protected pieces in your way instead of (\S+)": lambda a, b, n, m: (
        (len(walls(a.board.turned)), len(walls(b.board.turned))) == (number(n), number(m))
    ),
    r"hits on ([\d, and]+)": lambda a, b, squares: hits_more(a, b, numbers(squares)),
    r"does not hit on ([\d, and]+)": lambda a, b, squares: hits_more(b, a, numbers(squares)),
    r"puts you into the water": lambda a, b: 27 in a.board.mine - b.board.mine,
    r"keeps you out of the water": lambda a, b: 27 in b.board.mine - a.board.mine,
    r"hits on (\d+) and puts that piece into the water": lambda a, b, square: sinks(a, b, int(square)),
    r"does not hit on (\d+), which would put that piece into the water": lambda a, b, square: sinks(
        b, a, int(square)
    ),
    r"has a piece in the house, 26, from where (\d) throws? leads? past the water": lambda a, b, n: (
        26 in a.board.mine - b.board.mine
        and int(n) == sum(26 in slow.forward_starts(*a.board, throw) for throw in slow.THROWS if throw > 1)
    ),
    r"holds the house, 26, by a pair, so that none of theirs behind can pass": lambda a, b: (
        26 in walls(a.board) - walls(b.board)
    ),
    r"leaves the house, 26, open to them": lambda a, b: 26 in walls(b.board) - walls(a.board),
    r"has a piece on 30, from where any throw leads off": lambda a, b: 30 in a.board.mine - b.board.mine,
    r"has no piece on 30, from where any throw leads off": lambda a, b: 30 in b.board.mine - a.board.mine,
    r"does not wait on ([\d, and]+), from where only one throw leads off": lambda a, b, squares: (
        numbers(squares) == waiting(b.board) - waiting(a.board) and waiting(a.board) <= waiting(b.board)
    ),
    r"threatens to hit in (.+) instead of (.+)": lambda a, b, n, m: (
        is_share(n, hitting(a.board)) and is_share(m, hitting(b.board))
    ),
    r"threatens no hit, instead of one in (.+)": lambda a, b, m: (
        hitting(a.board) == 0 and is_share(m, hitting(b.board))
    ),
    r"lets them hit you in (?:only )?(.+) instead of (.+)": lambda a, b, n, m: (
        is_share(n, hitting(a.board.turned)) and is_share(m, hitting(b.board.turned))
    ),
    r"leaves them nothing to hit, instead of a hit in (.+)": lambda a, b, m: (
        hitting(a.board.turned) == 0 and is_share(m, hitting(b.board.turned))
    ),
}


def is_true(text: str, own: After, other: After) -> bool:
    """Whether a reason holds of what a choice leads to, compared with another.

    Raises:
        ValueError: if there is no such claim.
    """
    for pattern, holds in CLAIMS.items():
        found = re.fullmatch(pattern, text)
        if found:
            return holds(own, other, *found.groups())
    raise ValueError(text)
