"""What players of small games want more or less of, and how it is said to people."""

from __future__ import annotations

from senet_gp.games.wording import Theme

HEXAPAWN = (
    Theme(
        "their pawns",
        ("their_pieces",),
        "their_pieces",
        "Let their pawns stand.",
        "Take their pawns.",
        good=-1,
        striking=1,
    ),
    Theme(
        "own moves",
        ("my_moves",),
        "my_moves",
        "Keep many moves: who has none loses.",
        "Do not mind having few moves.",
    ),
    Theme(
        "their moves",
        ("their_moves",),
        "their_moves",
        "Leave them many moves.",
        "Leave them few moves: who has none loses.",
    ),
)
TICTACTOE = (
    Theme(
        "the middle",
        (),
        "(if_then_else (mine 5) 2 1)",
        "Take the middle.",
        "Leave the middle free.",
        good=1,
        striking=1,
    ),
    Theme(
        "the corners",
        (),
        "(add (add (if_then_else (mine 1) 2 1) (if_then_else (mine 3) 2 1)) "
        "(add (if_then_else (mine 7) 2 1) (if_then_else (mine 9) 2 1)))",
        "Take corners.",
        "Leave corners free.",
    ),
)
