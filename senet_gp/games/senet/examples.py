"""Examples that teach Senet, in the order in which they matter."""

from __future__ import annotations

from senet_gp.games.examples import RuleExample, goes_to
from senet_gp.games.protocol import Decision
from senet_gp.games.senet.rules import BEAUTIFUL_HOUSE, WATER


def _hits(decision: Decision) -> bool:
    return any(afterstate.hits for afterstate in decision.afterstates)


def _has_pair(decision: Decision) -> bool:
    theirs: int = decision.position.theirs
    return bool(theirs & theirs << 1)


def _drives_into_water(decision: Decision) -> bool:
    return any(afterstate.position.theirs >> WATER & 1 for afterstate in decision.afterstates)


def _goes_back(decision: Decision) -> bool:
    every = range(len(decision.afterstates))
    return any(0 < target < start for index in every for start, target in decision.steps(index))


EXAMPLES = (
    RuleExample(
        "The way",
        "Pieces go from 1 to 10, on the next row back from 11 to 20, and on the last from 21 to 30, as the "
        "small arrowheads show. Whoever has all pieces off the board first has won.",
        "xoxoxoxoxoxoxo................",
        (1, 2),
        "11+1 13+2",
        lambda _: True,
    ),
    RuleExample(
        "All throws first",
        "After a 1, 4 or 5 the sticks are thrown again, so several throws come together. They are shared "
        "among the pieces in any order: here a 1 moves one piece and a 3 another; one piece could "
        "also make both moves. After four throws these are played first.",
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
        lambda decision: goes_to(decision, BEAUTIFUL_HOUSE),
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
        "A 1 leads from 26 into the water, 27. The player of a piece there throws once and moves nothing "
        "else: a 4 takes it off, any other throw back to 15.",
        ".................x.o.....x....",
        (1, 3),
        "26+1",
        lambda decision: goes_to(decision, WATER) or decision.position.in_water,
    ),
    RuleExample(
        "A hit beyond the house",
        "A piece that is hit on 28, 29 or 30 does not change places: it falls into the water, and the "
        "square of the attacker is left empty.",
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
