"""What players of Senet want more or less of, and how it is said to people."""

from __future__ import annotations

from senet_gp.games.wording import Theme

#: What players of Senet want more or less of.
THEMES = (
    Theme(
        "the race",
        ("lead", "my_distance", "their_distance", "my_pieces", "their_pieces"),
        "(sub their_distance my_distance)",
        "Be ahead: have fewer squares left to go than they, and bear pieces off.",
        "Do not hurry ahead.",
    ),
    Theme(
        "their moves",
        ("their_moves",),
        "their_moves",
        "Leave them many moves.",
        "Leave them few moves: the next throws may force them back.",
    ),
    Theme(
        "own moves",
        ("my_moves",),
        "my_moves",
        "Keep many moves for the next throws.",
        "Do not mind having few moves.",
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
    ),
    Theme(
        "their walls",
        ("their_walls",),
        "their_walls",
        "Do not mind pairs in your way.",
        "Do not let pairs stand in your way: pass them, or break them up.",
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
        "the water",
        ("i_am_in_water",),
        "(if_then_else i_am_in_water 2 1)",
        "Do not mind the water.",
        "Stay out of the water.",
    ),
    Theme(
        "they in the water",
        ("they_are_in_water",),
        "(if_then_else they_are_in_water 2 1)",
        "Drive them into the water.",
        "Do not care whether they are in the water.",
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
        "hits",
        ("hits",),
        "hits",
        "Hit when you can.",
        "Do not hit for its own sake.",
    ),
    Theme(
        "threats",
        ("my_threats",),
        "my_threats",
        "Threaten: stand where many throws hit.",
        "Do not seek threats.",
    ),
    Theme(
        "their threats",
        ("their_threats",),
        "their_threats",
        "Do not mind their threats.",
        "Stand where few of their throws hit.",
    ),
)
