"""Players of Ur made by hand, by level: LEVEL1 is easy to beat, LEVEL5 is the best that we can write."""

from __future__ import annotations

from senet_gp.players.hand import HandMade

PLAYERS = {
    player.name: player
    for player in (
        HandMade(
            name="LEVEL1",
            strategies=("run with one piece",),
            why="The runner: its foremost piece goes as far as it can; the others wait until it is home.",
            expression="(add my_first (mul 15 my_home))",
        ),
        HandMade(
            name="LEVEL2",
            strategies=("the race",),
            why="The racer: it counts the squares that both have to go. A hit sends theirs back, so it hits "
            "whatever is far on, but it does not look at what they may hit.",
            expression="lead",
        ),
        HandMade(
            name="LEVEL3",
            strategies=("the race", "rosettes"),
            why="The racer who knows the rosettes: to throw again is worth some squares.",
            expression="(add lead (if_then_else i_throw_again 4 1))",
        ),
        HandMade(
            name="LEVEL4",
            strategies=("the race", "rosettes", "the centre", "safety"),
            why="The careful: it also holds the central rosette, and leaves little to be hit.",
            expression="""
                (add (add (mul 4 lead) (if_then_else i_throw_again 12 1))
                     (sub (if_then_else i_hold_centre 8 1) my_exposed))
            """,
        ),
        HandMade(
            name="LEVEL5",
            strategies=("the race", "rosettes", "the centre", "safety", "threats"),
            why="The reckoner: it weighs what the next throws of both can cost, in sixteenths of a square.",
            expression="""
                (add (add (mul 16 lead) (if_then_else i_throw_again their_risk (sub 1 my_risk)))
                     (if_then_else i_hold_centre 8 1))
            """,
        ),
    )
}
