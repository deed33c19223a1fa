"""The words of Ur's players: what each means, in plain Python, and its kernel.

The meanings are written from the rules with sets of squares, apart from the compiled rules; the tests compare
the two. All ranges are those of seven pieces, so that players of short games play the whole game, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from primitives import Number, Primitive, Query, Truth, Vocabulary, plain_vocabulary
from royal_ur import queries
from royal_ur.board import (
    CENTRE,
    FIRST_SHARED,
    HOME,
    LAST_SHARED,
    MAX_PIECES,
    OF_SIXTEEN,
    OF_TWO_THROWS,
    ROSETTE_WORTH,
    ROSETTES,
    SQUARES,
)
from royal_ur.views import View

#: Seven pieces in hand.
_MAX_DISTANCE = HOME * MAX_PIECES
#: All throws but 0.
_THROWS = range(1, len(OF_SIXTEEN))
#: Chances are counted in sixteenths.
_CONSTANTS = range(1, sum(OF_SIXTEEN) + 1)
_MAX_THREATS = sum(OF_SIXTEEN) - OF_SIXTEEN[0]
_MAX_DANGER = sum(OF_TWO_THROWS) * LAST_SHARED * MAX_PIECES
#: Each throw hits on the last of the squares that both share.
_MAX_GAIN = sum(often * (throw + LAST_SHARED) for throw, often in enumerate(OF_SIXTEEN) if throw)


def _targets(own: frozenset[int], other: frozenset[int], hand: int, throw: int) -> set[int]:
    """The squares that pieces of ``own`` can go to by a throw; 15 is home."""
    starts = own | {0} if hand else own
    blocked = own | (other & {CENTRE})
    return {start + throw for start in starts if start + throw <= HOME and start + throw not in blocked}


def _all_targets(view: View, *, mine: bool) -> Iterator[tuple[int, set[int]]]:
    """For each throw from 1 on, in how many of sixteen it comes, and where a side can go by it."""
    sides = (view.mine, view.theirs, view.my_hand) if mine else (view.theirs, view.mine, view.their_hand)
    for throw in _THROWS:
        yield OF_SIXTEEN[throw], _targets(*sides, throw)


def _shared(squares: frozenset[int]) -> frozenset[int]:
    return frozenset(square for square in squares if FIRST_SHARED <= square <= LAST_SHARED)


def _distance(own: frozenset[int], hand: int) -> int:
    return sum(HOME - square for square in own) + HOME * hand


def my_distance(view: View) -> int:
    """Squares still to go, summed over my pieces; 15 for each in hand."""
    return _distance(view.mine, view.my_hand)


def their_distance(view: View) -> int:
    """Squares still to go, summed over their pieces; 15 for each in hand."""
    return _distance(view.theirs, view.their_hand)


def lead(view: View) -> int:
    """By how many squares I have less to go than they; negative if I have more."""
    return their_distance(view) - my_distance(view)


def my_hand(view: View) -> int:
    """How many pieces I have in hand."""
    return view.my_hand


def their_hand(view: View) -> int:
    """How many pieces they have in hand."""
    return view.their_hand


def my_home(view: View) -> int:
    """How many of my pieces are home."""
    return view.my_home


def their_home(view: View) -> int:
    """How many of their pieces are home."""
    return view.their_home


def my_rosettes(view: View) -> int:
    """How many of my pieces stand on rosettes (4, 8 and 14)."""
    return len(view.mine & {*ROSETTES})


def their_rosettes(view: View) -> int:
    """How many of their pieces stand on rosettes (4, 8 and 14)."""
    return len(view.theirs & {*ROSETTES})


def i_hold_centre(view: View) -> bool:
    """Whether a piece of mine stands on the central rosette (8)."""
    return CENTRE in view.mine


def they_hold_centre(view: View) -> bool:
    """Whether a piece of theirs stands on the central rosette (8)."""
    return CENTRE in view.theirs


def my_shared(view: View) -> int:
    """How many of my pieces stand on the squares that both share (5 to 12)."""
    return len(_shared(view.mine))


def their_shared(view: View) -> int:
    """How many of their pieces stand on the squares that both share (5 to 12)."""
    return len(_shared(view.theirs))


def my_first(view: View) -> int:
    """The square of my foremost piece on the board; 0 if I have none there."""
    return max(view.mine, default=0)


def my_last(view: View) -> int:
    """The square of my rearmost piece on the board; 0 if I have none there."""
    return min(view.mine, default=0)


def their_first(view: View) -> int:
    """The square of their foremost piece on the board; 0 if they have none there."""
    return max(view.theirs, default=0)


def their_last(view: View) -> int:
    """The square of their rearmost piece on the board; 0 if they have none there."""
    return min(view.theirs, default=0)


def my_threats(view: View) -> int:
    """In how many of sixteen throws I can hit a piece of theirs."""
    theirs = _shared(view.theirs)
    return sum(often for often, squares in _all_targets(view, mine=True) if squares & theirs)


def their_threats(view: View) -> int:
    """In how many of sixteen throws they can hit a piece of mine."""
    mine = _shared(view.mine)
    return sum(often for often, squares in _all_targets(view, mine=False) if squares & mine)


def my_exposed(view: View) -> int:
    """How many of my pieces they can hit by some throw."""
    reached = set().union(*(squares for _, squares in _all_targets(view, mine=False)))
    return len(reached & _shared(view.mine))


def their_exposed(view: View) -> int:
    """How many of their pieces I can hit by some throw."""
    reached = set().union(*(squares for _, squares in _all_targets(view, mine=True)))
    return len(reached & _shared(view.theirs))


def my_risk(view: View) -> int:
    """The squares that their next throw can cost me: for each of sixteen throws the foremost that it hits."""
    mine = _shared(view.mine)
    return sum(often * max(squares & mine, default=0) for often, squares in _all_targets(view, mine=False))


def their_risk(view: View) -> int:
    """The squares that my next throw can cost them: for each of sixteen throws the foremost that it hits."""
    theirs = _shared(view.theirs)
    return sum(often * max(squares & theirs, default=0) for often, squares in _all_targets(view, mine=True))


def _danger(own: frozenset[int], other: frozenset[int], hand: int) -> int:
    """What ``other`` can lose to ``own``."""
    starts = own | {0} if hand else own
    return sum(
        often * square
        for square in _shared(other) - {CENTRE}
        for squares, often in enumerate(OF_TWO_THROWS, 1)
        if square - squares in starts
    )


def my_danger(view: View) -> int:
    """The squares that each of their pieces can cost me within two throws: in sixteenths, by the chances."""
    return _danger(view.theirs, view.mine, view.their_hand)


def their_danger(view: View) -> int:
    """The squares that each of my pieces can cost them within two throws: in sixteenths, by the chances."""
    return _danger(view.mine, view.theirs, view.my_hand)


def _safe(own: frozenset[int]) -> int:
    return len(own - _shared(own) | own & {CENTRE})


def my_safe(view: View) -> int:
    """How many of my pieces on the board cannot be hit: those on 1 to 4, 8, 13 and 14."""
    return _safe(view.mine)


def their_safe(view: View) -> int:
    """How many of their pieces on the board cannot be hit: those on 1 to 4, 8, 13 and 14."""
    return _safe(view.theirs)


def _between(own: frozenset[int], first: int, last: int) -> int:
    return sum(first <= square <= last for square in own)


def my_late(view: View) -> int:
    """How many of my pieces stand on the last squares that both share (9 to 12)."""
    return _between(view.mine, CENTRE + 1, LAST_SHARED)


def their_late(view: View) -> int:
    """How many of their pieces stand on the last squares that both share (9 to 12)."""
    return _between(view.theirs, CENTRE + 1, LAST_SHARED)


def my_end(view: View) -> int:
    """How many of my pieces stand on the last square (14), from which only a 1 leads home: 0 or 1."""
    return _between(view.mine, SQUARES, SQUARES)


def their_end(view: View) -> int:
    """How many of their pieces stand on the last square (14), from which only a 1 leads home: 0 or 1."""
    return _between(view.theirs, SQUARES, SQUARES)


def _gain(view: View, *, mine: bool) -> int:
    """The squares that a side wins by its best move, summed over sixteen throws."""
    other = _shared(view.theirs if mine else view.mine)
    total = 0
    for throw, (often, squares) in enumerate(_all_targets(view, mine=mine), 1):
        worths = (
            throw + (square if square in other else ROSETTE_WORTH if square in ROSETTES else 0)
            for square in squares
        )
        total += often * max(worths, default=0)
    return total


def my_gain(view: View) -> int:
    """What my next throw wins, in sixteenths: its squares, those of a piece it hits, 5 for a rosette."""
    return _gain(view, mine=True)


def their_gain(view: View) -> int:
    """What their next throw wins, in sixteenths: its squares, those of a piece it hits, 5 for a rosette."""
    return _gain(view, mine=False)


def next_lead(view: View) -> int:
    """My lead after the next throw, mine or theirs, with what it wins on average; in sixteenths."""
    return sum(OF_SIXTEEN) * lead(view) + (my_gain(view) if view.again else -their_gain(view))


def my_moves(view: View) -> int:
    """How many moves I have here, over all pieces and the throws 1 to 4."""
    return sum(len(squares) for _, squares in _all_targets(view, mine=True))


def their_moves(view: View) -> int:
    """How many moves they have here, over all pieces and the throws 1 to 4."""
    return sum(len(squares) for _, squares in _all_targets(view, mine=False))


def my_rosette_throws(view: View) -> int:
    """In how many of sixteen throws I can land on a rosette."""
    return sum(often for often, squares in _all_targets(view, mine=True) if squares & {*ROSETTES})


def their_rosette_throws(view: View) -> int:
    """In how many of sixteen throws they can land on a rosette."""
    return sum(often for often, squares in _all_targets(view, mine=False) if squares & {*ROSETTES})


def hit(view: View) -> bool:
    """Whether the move just made has hit a piece."""
    return view.hit


def i_throw_again(view: View) -> bool:
    """Whether I throw again, as the move just made has led to a rosette."""
    return view.again


_BOTH = ("mine", "theirs", "state")
#: For each word that is a number its kernel, the columns that it takes, and the least and greatest value.
_NUMBERS: dict[Any, tuple[Any, tuple[str, ...], int, int]] = {
    lead: (queries.lead, _BOTH, -_MAX_DISTANCE, _MAX_DISTANCE),
    my_distance: (queries.my_distance, ("mine", "state"), 0, _MAX_DISTANCE),
    their_distance: (queries.their_distance, ("theirs", "state"), 0, _MAX_DISTANCE),
    my_hand: (queries.my_hand, ("state",), 0, MAX_PIECES),
    their_hand: (queries.their_hand, ("state",), 0, MAX_PIECES),
    my_home: (queries.my_home, ("state",), 0, MAX_PIECES),
    their_home: (queries.their_home, ("state",), 0, MAX_PIECES),
    my_rosettes: (queries.on_rosettes, ("mine",), 0, len(ROSETTES)),
    their_rosettes: (queries.on_rosettes, ("theirs",), 0, len(ROSETTES)),
    my_shared: (queries.shared, ("mine",), 0, MAX_PIECES),
    their_shared: (queries.shared, ("theirs",), 0, MAX_PIECES),
    my_first: (queries.foremost, ("mine",), 0, SQUARES),
    my_last: (queries.rearmost, ("mine",), 0, SQUARES),
    their_first: (queries.foremost, ("theirs",), 0, SQUARES),
    their_last: (queries.rearmost, ("theirs",), 0, SQUARES),
    my_threats: (queries.my_threats, _BOTH, 0, _MAX_THREATS),
    their_threats: (queries.their_threats, _BOTH, 0, _MAX_THREATS),
    my_exposed: (queries.my_exposed, _BOTH, 0, MAX_PIECES),
    their_exposed: (queries.their_exposed, _BOTH, 0, MAX_PIECES),
    my_risk: (queries.my_risk, _BOTH, 0, _MAX_THREATS * LAST_SHARED),
    their_risk: (queries.their_risk, _BOTH, 0, _MAX_THREATS * LAST_SHARED),
    my_danger: (queries.my_danger, _BOTH, 0, _MAX_DANGER),
    their_danger: (queries.their_danger, _BOTH, 0, _MAX_DANGER),
    my_safe: (queries.safe, ("mine",), 0, MAX_PIECES),
    their_safe: (queries.safe, ("theirs",), 0, MAX_PIECES),
    my_late: (queries.late, ("mine",), 0, LAST_SHARED - CENTRE),
    their_late: (queries.late, ("theirs",), 0, LAST_SHARED - CENTRE),
    my_end: (queries.on_end, ("mine",), 0, 1),
    their_end: (queries.on_end, ("theirs",), 0, 1),
    my_gain: (queries.my_gain, _BOTH, 0, _MAX_GAIN),
    their_gain: (queries.their_gain, _BOTH, 0, _MAX_GAIN),
    next_lead: (
        queries.next_lead,
        (*_BOTH, "extra"),
        -sum(OF_SIXTEEN) * _MAX_DISTANCE - _MAX_GAIN,
        sum(OF_SIXTEEN) * _MAX_DISTANCE + _MAX_GAIN,
    ),
    my_moves: (queries.my_moves, _BOTH, 0, len(_THROWS) * MAX_PIECES),
    their_moves: (queries.their_moves, _BOTH, 0, len(_THROWS) * MAX_PIECES),
    my_rosette_throws: (queries.my_rosette_throws, _BOTH, 0, _MAX_THREATS),
    their_rosette_throws: (queries.their_rosette_throws, _BOTH, 0, _MAX_THREATS),
}
#: For each word that is a truth its kernel and the column that it takes.
_TRUTHS: dict[Any, tuple[Any, str]] = {
    i_hold_centre: (queries.in_centre, "mine"),
    they_hold_centre: (queries.in_centre, "theirs"),
    hit: (queries.hit, "extra"),
    i_throw_again: (queries.again, "extra"),
}
WORDS = (
    *(
        Primitive(meaning, (), Number, Query(kernel, *columns), low, high)
        for meaning, (kernel, columns, low, high) in _NUMBERS.items()
    ),
    *(Primitive(meaning, (), Truth, Query(kernel, column)) for meaning, (kernel, column) in _TRUTHS.items()),
)


def vocabularies(game: Any) -> dict[str, Vocabulary]:
    """The vocabulary of Ur's players, by its name."""
    return plain_vocabulary(game, {}, words=WORDS, constants=_CONSTANTS)
