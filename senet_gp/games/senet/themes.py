"""What players of Senet want more or less of, and how it is said to people."""

from __future__ import annotations

import numpy as np

from senet_gp.games.dice.rules import Boards
from senet_gp.games.senet.game import Senet, SenetDecision
from senet_gp.games.senet.moves import SenetPosition, steps_of
from senet_gp.games.senet.rules import BEAUTIFUL_HOUSE, WATER, forward_sources, protected_pieces
from senet_gp.games.wording import Theme

#: The numbers of the squares, by the bits of a board.
_SQUARES = np.arange(31, dtype=np.uint32)


def _after(decision: SenetDecision, index: int) -> SenetPosition:
    """The board after a choice, as the player who decides sees it."""
    return decision.afterstates[index].position


def _hits(decision: SenetDecision, index: int, *, into_water: bool = False) -> frozenset[int]:
    """The squares on which a choice hits a piece back, or into the water."""
    hits = (step for step in steps_of(decision.position, decision.afterstates[index].moves) if step.hits)
    return frozenset(hit.target for hit in hits if hit.forward and (hit.target > WATER) == into_water)


def _chance_of_hit(game: Senet, position: SenetPosition) -> float:
    """The chance that the player to move can send pieces of the other back; a hit backward helps them on."""
    before = sum(position.their_squares)

    def can_hit(boards: Boards) -> bool:
        return bool((((boards[1][:, np.newaxis] >> _SQUARES) & 1) @ _SQUARES < before).any())

    return game.chance_that(position, can_hit)


def _ways(position: SenetPosition) -> int | None:
    """How many moves forward the pieces before the house have; nothing is said of a player in the water."""
    sources = [int(forward_sources(position.mine, position.theirs, throw)) for throw in range(1, 6)]
    before = (1 << BEAUTIFUL_HOUSE) - 1
    return None if position.in_water else sum((found & before).bit_count() for found in sources)


def _ways_past(position: SenetPosition) -> int:
    """How many throws lead a piece in the house past the water."""
    sources = [int(forward_sources(position.mine, position.theirs, throw)) for throw in range(2, 6)]
    return sum(found >> BEAUTIFUL_HOUSE & 1 for found in sources)


def _walls(position: SenetPosition) -> frozenset[int]:
    """The squares up to the house whose protected pieces stand in the way of the other's rearmost piece."""
    protected, rearmost = int(protected_pieces(position.mine)), position.their_squares[0]
    return frozenset(s for s in position.my_squares if protected >> s & 1 and rearmost < s <= BEAUTIFUL_HOUSE)


def _waiting(position: SenetPosition) -> frozenset[int]:
    """The squares of pieces that only one throw bears off."""
    return frozenset(position.my_squares) & {WATER + 1, WATER + 2}


#: What players of Senet want more or less of; what is striking is told in this order.
THEMES = (
    Theme(
        "pieces off",
        (),
        "(sub 30 my_pieces)",
        "Bear pieces off.",
        "Do not hurry to bear pieces off.",
        told_more="bears {n} more piece|pieces off than the other move",
        told_less="bears {n} fewer piece|pieces off than the other move",
        good=1,
        striking=1,
        contains=("waiting for one throw",),
    ),
    Theme(
        "the water",
        ("i_am_in_water",),
        "(if_then_else i_am_in_water 2 1)",
        "Do not mind the water.",
        "Stay out of the water.",
        told_more="puts you into the water",
        told_less="keeps you out of the water",
        good=-1,
        striking=1,
        contains=("own way", "own moves"),
    ),
    Theme(
        "them in the water",
        ("they_are_in_water",),
        "(if_then_else they_are_in_water 2 1)",
        "Drive them into the water.",
        "Do not care whether they are in the water.",
        told_more="hits on {here} and puts that piece into the water",
        told_less="does not hit on {there}, which would put that piece into the water",
        seen=lambda decision, index: _hits(decision, index, into_water=True),
        good=1,
        striking=1,
        contains=("their way",),
    ),
    Theme(
        "the closed house",
        (),
        "(if_then_else (and_ (and_ (mine 26) (protected 26)) (less_than their_last 26)) 2 1)",
        "Close the house, 26, by a pair, while pieces of theirs are behind it.",
        "Do not close the house.",
        told_more="holds the house, 26, by a pair, so that none of theirs behind can pass",
        told_less="leaves the house, 26, open to them",
        good=1,
        striking=1,
        contains=("the house", "own walls", "own moves"),
    ),
    Theme(
        "hits",
        ("hits",),
        "their_distance",
        "Hit when you can.",
        "Do not hit for its own sake.",
        told_more="hits on {here}",
        told_less="does not hit on {there}",
        seen=_hits,
        good=1,
        striking=1,
    ),
    Theme(
        "their way",
        (),
        "their_distance",
        "Hit them: they lose the squares that you win.",
        "Do not hit for its own sake.",
        told_more="leaves their pieces {n} square|squares further back than the other move",
        told_less="leaves their pieces {n} square|squares further ahead than the other move",
        good=1,
    ),
    Theme(
        "their threats",
        ("their_threats",),
        "their_threats",
        "Do not mind their threats.",
        "Stand where few of their throws hit.",
        told="lets them hit you in {own} of 100 turns instead of {other}",
        told_less="lets them hit you in only {own} of 100 turns instead of {other}",
        told_none="leaves them nothing to hit, instead of a hit in {other} of 100 turns",
        seen=lambda decision, index: _chance_of_hit(decision.game, _after(decision, index).swapped()),
        good=-1,
        striking=0.4,
        contains=("their moves",),
        replies=True,
    ),
    Theme(
        "threats",
        ("my_threats",),
        "my_threats",
        "Threaten: stand where many throws hit.",
        "Do not seek threats.",
        told="threatens to hit in {own} of 100 turns instead of {other}",
        told_none="threatens no hit, instead of one in {other} of 100 turns",
        seen=lambda decision, index: _chance_of_hit(decision.game, _after(decision, index)),
        good=1,
    ),
    Theme(
        "the race",
        ("lead", "my_distance", "their_distance", "my_pieces", "their_pieces"),
        "(sub their_distance my_distance)",
        "Be ahead: have fewer squares left to go than they, and bear pieces off.",
        "Do not hurry ahead.",
    ),
    Theme(
        "own way",
        (),
        "(sub 1 my_distance)",
        "Move ahead: do not lose throws, or go back.",
        "Do not hurry ahead.",
        told_more="brings your pieces {n} square|squares further than the other move",
        told_less="brings your pieces {n} square|squares less far than the other move",
        good=1,
    ),
    Theme(
        "their moves",
        ("their_moves",),
        "their_moves",
        "Leave them many moves.",
        "Leave them few moves: the next throws may force them back.",
        told="leaves them {own} way|ways to go forward before the house instead of {other}",
        told_none="leaves them no way to go forward before the house instead of {other}",
        seen=lambda decision, index: _ways(_after(decision, index).swapped()),
        good=-1,
        replies=True,
    ),
    Theme(
        "own moves",
        ("my_moves",),
        "my_moves",
        "Keep many moves for the next throws.",
        "Do not mind having few moves.",
        told="has {own} way|ways to go forward before the house instead of {other}",
        seen=lambda decision, index: _ways(_after(decision, index)),
        good=1,
    ),
    Theme(
        "own pairs",
        ("my_exposed", "my_protected_up_to"),
        "(sub my_pieces my_exposed)",
        "Keep pieces beside one another, so that they cannot be hit.",
        "Do not mind single pieces.",
    ),
    Theme(
        "their pairs",
        ("their_exposed", "their_protected_up_to"),
        "(sub their_pieces their_exposed)",
        "Do not mind their pairs.",
        "Break up their pairs, and stand where they cannot join.",
    ),
    Theme(
        "own walls",
        ("my_walls",),
        "my_walls",
        "Stand in their way with pairs, ahead of their rearmost piece.",
        "Do not mind whether pairs stand in their way.",
        told="stands in their way with {own} protected piece|pieces instead of {other}",
        told_more="stands in their way on {here}, where you cannot be hit",
        told_none="has no protected pieces in their way instead of {other}",
        seen=lambda decision, index: _walls(_after(decision, index)),
        good=1,
    ),
    Theme(
        "their walls",
        ("their_walls",),
        "their_walls",
        "Do not mind pairs in your way.",
        "Do not let pairs stand in your way: pass them, or break them up.",
        told="leaves {own} of their protected pieces in your way instead of {other}",
        seen=lambda decision, index: _walls(_after(decision, index).swapped()),
        good=-1,
    ),
    Theme(
        "own rows",
        ("my_barricade",),
        "my_barricade",
        "Build long rows, which block the way.",
        "Do not build long rows.",
    ),
    Theme(
        "their rows",
        ("their_barricade",),
        "their_barricade",
        "Do not mind their rows.",
        "Keep their rows short.",
    ),
    Theme(
        "the foremost piece",
        ("my_first", "my_leaders"),
        "my_first",
        "Bring a piece far ahead.",
        "Do not let a piece run ahead of the others.",
    ),
    Theme(
        "the rearmost piece",
        ("my_last",),
        "my_last",
        "Bring up the rearmost piece.",
        "Keep a piece back.",
    ),
    Theme(
        "pieces behind",
        ("mine_up_to", "mine_between", "mine"),
        "(mine_up_to 26)",
        "Keep pieces before the water as long as they are useful there.",
        "Bring pieces past the water.",
    ),
    Theme(
        "their foremost piece",
        ("their_first", "their_leaders"),
        "their_first",
        "Let their foremost piece run.",
        "Hold up their foremost piece.",
    ),
    Theme(
        "their rearmost piece",
        ("their_last",),
        "their_last",
        "Let them bring up their rear.",
        "Keep a piece of theirs back.",
    ),
    Theme(
        "their pieces behind",
        ("theirs_up_to", "theirs_between", "theirs"),
        "(theirs_up_to 26)",
        "Keep their pieces before the water.",
        "Let their pieces pass.",
    ),
    Theme(
        "contact",
        ("contact",),
        "(if_then_else contact 2 1)",
        "Stay in contact: keep a piece behind one of theirs.",
        "Pass them: a mere race is to your good.",
    ),
    Theme(
        "the house",
        (),
        "(if_then_else (mine 26) 2 1)",
        "Stand in the house, 26.",
        "Do not stay in the house, 26.",
        told_more="has a piece in the house, 26, from where {own} throw|throws leads|lead past the water",
        seen=lambda decision, index: _ways_past(_after(decision, index)),
        contains=("waiting for one throw",),
    ),
    Theme(
        "waiting for one throw",
        (),
        "(add (if_then_else (mine 28) 2 1) (if_then_else (mine 29) 2 1))",
        "Go to 28 and 29.",
        "Do not wait on 28 and 29.",
        told_less="does not wait on {there}, from where only one throw leads off",
        seen=lambda decision, index: _waiting(_after(decision, index)),
        contains=("the house",),
    ),
    Theme(
        "square 30",
        (),
        "(if_then_else (mine 30) 2 1)",
        "Go to 30, from where any throw leads off.",
        "Do not wait on 30.",
        told_more="has a piece on 30, from where any throw leads off",
        told_less="has no piece on 30, from where any throw leads off",
        good=1,
    ),
)
