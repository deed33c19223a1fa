"""Players of Ur made by hand, by level: LEVEL1 is easy to beat, LEVEL5 is the best that we have written.

Each level beats the one before it with seven pieces, and has a further idea. Weights were chosen by some
matches, so they are good, and not the best.
"""

from __future__ import annotations

from senet_gp.games import Game
from senet_gp.players.hand import HandMade

RACE, AGAIN, SAFETY, CENTRE, HOME, NEXT = (
    "the race",
    "throw again",
    "stand where little can be hit",
    "hold the central rosette",
    "bring pieces home",
    "stand where the next throws lead to rosettes",
)

PLAYERS = {
    player.name: player
    for player in (
        HandMade(
            name="LEVEL1",
            strategies=(RACE,),
            why="The racer: it counts the squares that both have to go. A hit sends theirs back, so it hits "
            "what is far on, but all other moves are alike to it.",
            expression="lead",
        ),
        HandMade(
            name="LEVEL2",
            strategies=(RACE, AGAIN),
            why="The racer who knows the rosettes: to throw again is worth some squares.",
            expression="(add lead (if_then_else i_throw_again 5 1))",
        ),
        HandMade(
            name="LEVEL3",
            strategies=(RACE, SAFETY),
            why="The reckoner: it weighs what the next throw can cost either side, in sixteenths of "
            "a square, and so comes off the squares where it can be hit.",
            expression="(add (mul 16 lead) (sub their_risk my_risk))",
        ),
        HandMade(
            name="LEVEL4",
            strategies=(RACE, AGAIN, SAFETY, CENTRE),
            why="The careful: it takes every rosette that it can, stays in the centre, and leaves few pieces "
            "where they can be hit.",
            expression="""
                (add (add (mul 4 lead) (if_then_else i_throw_again 12 1))
                     (sub (if_then_else i_hold_centre 8 1) my_exposed))
            """,
        ),
        HandMade(
            name="LEVEL5",
            strategies=(RACE, AGAIN, SAFETY, CENTRE, HOME, NEXT),
            why="The master: a throw more is worth ten squares, the centre five, and a piece at home nearly "
            "one; what they can hit counts by its chance, unless it throws again first.",
            expression="""
                (add (mul 16 lead)
                     (add (if_then_else i_throw_again (mul 16 10) (sub 1 my_risk))
                          (add (add (mul 3 my_rosette_throws) (mul 12 my_home))
                               (if_then_else i_hold_centre (mul 16 5) 1))))
            """,
        ),
    )
}


def references(game: Game) -> dict[str, tuple[str, ...]]:  # noqa: ARG001 - the same in all games
    """Well-known opponents of runs: the players of all levels, the best last."""
    return {"LEVEL1 to LEVEL5": tuple(f"hand:{name}" for name in PLAYERS)}


def levels(game: Game) -> tuple[str, ...]:  # noqa: ARG001 - the same in all games
    """The opponents for people, from easy to best."""
    return tuple(f"hand:{name}" for name in ("LEVEL1", "LEVEL2", "LEVEL4", "LEVEL5"))
