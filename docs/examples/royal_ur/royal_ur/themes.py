"""What players of Ur want more or less of, and how it is said to people."""

from __future__ import annotations

from royal_ur.board import ROSETTES
from senet_gp.games import Decision, Sides
from senet_gp.games.wording import Theme

_ROSETTES = sum(1 << square for square in ROSETTES)


def _hits(decision: Decision, index: int) -> frozenset[int]:
    """The square on which a choice hits, if it does."""
    before, after = decision.position.theirs, decision.afterstates[index].position.theirs
    return frozenset(before) - frozenset(after)


def _turned(decision: Decision, index: int) -> Sides:
    """The board after a choice, as the other sees it."""
    position: Sides = decision.game.swapped(decision.afterstates[index].position)
    return position


def _their_landings(decision: Decision, index: int) -> float:
    """The chance that their next throw leads to a rosette."""
    game, position = decision.game, _turned(decision, index)
    free = _ROSETTES & ~game.board_of(position)[0]
    return float(game.chance_that(position, lambda boards: bool((boards[0] & free).any())))


THEMES = (
    Theme(
        "the race",
        ("lead", "my_distance", "their_distance", "next_lead"),
        "lead",
        "Be ahead: have fewer squares left to go than they; a hit sends them far back.",
        "Do not hurry ahead.",
        told_more="puts you {n} square|squares further ahead than the other move",
        told_less="puts you {n} square|squares further back than the other move",
        good=1,
    ),
    Theme(
        "pieces home",
        ("my_home", "their_home"),
        "(sub my_home their_home)",
        "Bring pieces home early.",
        "Do not hurry home.",
        told_more="brings {n} more piece|pieces home than the other move",
        told_less="brings {n} fewer piece|pieces home than the other move",
        good=1,
        striking=1,
    ),
    Theme(
        "the own hand",
        ("my_hand",),
        "my_hand",
        "Keep pieces in hand, where nothing can happen to them.",
        "Bring pieces on the board soon.",
    ),
    Theme(
        "their hand",
        ("their_hand",),
        "their_hand",
        "Keep their pieces in hand.",
        "Let them bring pieces on the board.",
    ),
    Theme(
        "own rosettes",
        ("my_rosettes", "my_rosette_throws", "i_throw_again"),
        "(add my_rosettes (if_then_else i_throw_again 2 1))",
        "Land on rosettes, and throw again.",
        "Leave the rosettes soon: they are more useful free, to land on.",
    ),
    Theme(
        "their rosettes",
        ("their_rosettes", "their_rosette_throws"),
        "their_rosette_throws",
        "Do not mind their rosettes.",
        "Leave them few throws that lead to a rosette.",
        told="lets them land on a rosette with {own} of 100 throws instead of {other}",
        told_none="leaves them no rosette to land on, instead of one with {other} of 100 throws",
        seen=_their_landings,
        good=-1,
        replies=True,
    ),
    Theme(
        "the centre",
        ("i_hold_centre",),
        "(if_then_else i_hold_centre 2 1)",
        "Hold the central rosette: nobody hits there, and their pieces cannot land there.",
        "Do not stay on the central rosette.",
        told_more="holds the central rosette",
        told_less="leaves the central rosette",
        good=1,
    ),
    Theme(
        "their centre",
        ("they_hold_centre",),
        "(if_then_else they_hold_centre 2 1)",
        "Do not mind a piece of theirs on the central rosette.",
        "Keep them off the central rosette.",
        told_more="leaves them the central rosette",
        told_less="keeps them off the central rosette",
        good=-1,
    ),
    Theme(
        "danger",
        ("my_risk", "my_danger", "my_exposed", "their_threats"),
        "my_risk",
        "Do not mind what they can hit.",
        "Stand where few throws hit, and not with what has come far.",
    ),
    Theme(
        "threats",
        ("their_risk", "their_danger", "their_exposed", "my_threats"),
        "their_risk",
        "Threaten: stand where many throws hit what has come far.",
        "Do not seek threats.",
    ),
    Theme(
        "safe squares",
        ("my_safe",),
        "my_safe",
        "Keep pieces where nobody can hit them: on 1 to 4, 8, 13 and 14.",
        "Do not wait where nobody can hit you.",
        told="has {own} piece|pieces where nobody can hit them instead of {other}",
        good=1,
    ),
    Theme(
        "their safe squares",
        ("their_safe",),
        "their_safe",
        "Do not mind where they are safe.",
        "Let few of their pieces stand where nobody can hit them.",
    ),
    Theme(
        "the next throw",
        ("my_gain",),
        "my_gain",
        "Stand so that your next throw wins much: a hit, a rosette.",
        "Do not wait for a good throw.",
    ),
    Theme(
        "their next throw",
        ("their_gain",),
        "their_gain",
        "Do not mind what their next throw wins.",
        "Leave their next throw little to win: no hit, no rosette.",
    ),
    Theme(
        "the last shared squares",
        ("my_late",),
        "my_late",
        "Have pieces on 9 to 12.",
        "Have few pieces on 9 to 12, where a hit costs most.",
        told="has {own} piece|pieces on 9 to 12, where a hit costs most, instead of {other}",
        good=-1,
    ),
    Theme(
        "their last shared squares",
        ("their_late",),
        "their_late",
        "Do not mind their pieces on 9 to 12.",
        "Let few of their pieces come to 9 to 12.",
    ),
    Theme(
        "the last square",
        ("my_end",),
        "my_end",
        "Have a piece on 14.",
        "Do not stay on 14, from which only a 1 leads home.",
        told_more="waits on 14, from which only a 1 leads home",
        told_less="does not wait on 14, from which only a 1 leads home",
    ),
    Theme(
        "their last square",
        ("their_end",),
        "their_end",
        "Let them stay on 14, from which only a 1 leads home.",
        "Do not mind a piece of theirs on 14.",
    ),
    Theme(
        "hits",
        ("hit",),
        "(if_then_else hit 2 1)",
        "Hit when you can.",
        "Do not hit for its own sake.",
        told_more="hits on {here}",
        told_less="does not hit on {there}",
        seen=_hits,
        good=1,
        striking=1,
    ),
    Theme(
        "own moves",
        ("my_moves",),
        "my_moves",
        "Keep many moves for the next throws.",
        "Do not mind having few moves.",
    ),
    Theme(
        "their moves",
        ("their_moves",),
        "their_moves",
        "Leave them many moves.",
        "Leave them few moves.",
    ),
    Theme(
        "own pieces in the middle",
        ("my_shared",),
        "my_shared",
        "Have pieces on the squares that both share.",
        "Have few pieces on the squares that both share.",
    ),
    Theme(
        "their pieces in the middle",
        ("their_shared",),
        "their_shared",
        "Do not mind their pieces in the middle.",
        "Clear the middle of theirs.",
    ),
    Theme(
        "the foremost piece",
        ("my_first",),
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
        "their foremost piece",
        ("their_first",),
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
        "throwing again",
        (),
        "(if_then_else i_throw_again 2 1)",
        "Land on rosettes, and throw again.",
        "Do not land on rosettes for their own sake.",
        told_more="lands on a rosette, so that you throw again",
        told_less="lands on no rosette",
        good=1,
        striking=1,
    ),
    Theme(
        "their throws that hit",
        (),
        "their_threats",
        "Do not mind how many of their throws hit.",
        "Stand where few of their throws hit.",
        told="lets them hit you with {own} of 100 throws instead of {other}",
        told_none="leaves them nothing to hit, instead of a hit with {other} of 100 throws",
        seen=lambda decision, index: decision.game.chance_of_hit(_turned(decision, index)),
        good=-1,
        striking=0.4,
        replies=True,
    ),
    Theme(
        "own throws that hit",
        (),
        "my_threats",
        "Stand where many of your throws hit.",
        "Do not seek throws that hit.",
        told="threatens to hit with {own} of 100 throws instead of {other}",
        told_none="threatens no hit, instead of one with {other} of 100 throws",
        seen=lambda decision, index: decision.game.chance_of_hit(decision.afterstates[index].position),
        good=1,
    ),
)
