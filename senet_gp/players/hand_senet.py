"""Hand-made players of Senet: HC1 to HC5 to measure by and S1 to S8 to begin with, as in 1995; and V1 to V8.

Ferrer and Martin tell which strategies their hand-made players combine, but not how they are written. The
strategies here are the paper's; the expressions and their weights are ours. The weights were chosen
by matches against random movers, the random trees 1 to 8 and two plain races, never against an evolved
player. V1 to V8 are ours too: variants of HC1 to HC5, made as strong as these by matches against them.

Two strategies of the paper, "minimise the number of enemy pieces" and "maximise the number of own pieces",
would lose if they meant the pieces on the board, because a player wins by having none left there. Both are
read here as meaning the pieces borne off: as few of the enemy's and as many of one's own as possible.

Every expression gives nearly all boards different scores, because ties are broken at random, which costs a
player many games.
"""

from __future__ import annotations

from senet_gp.games.protocol import Game
from senet_gp.players.hand import HandMade
from senet_gp.players.levels import best_known
from senet_gp.players.network import MIXED

# The paper's strategies.
FEW_ENEMY_OFF = "minimise the number of enemy pieces"
MANY_OWN_OFF = "maximise the number of own pieces"
OUT_OF_TRAP = "keep out of the trap"
ENEMY_INTO_TRAP = "get the enemy into the trap"
ENEMY_FAR = "enemy far from the goal"
HIT = "hit an enemy piece"
BARRICADE = "build a barricade"

#: Senet's hand-made players that evolved ones are measured against.
SENET_REFERENCES = (
    HandMade(
        name="HC1",
        share=40.4,
        strategies=(MANY_OWN_OFF, FEW_ENEMY_OFF, ENEMY_FAR, OUT_OF_TRAP),
        why="The racer: its lead in squares, and a little more for each piece off the board. A piece in the "
        "water loses its way from 15, and a turn.",
        expression="""
            (add
              (mul 3 (sub their_pieces my_pieces))
              (sub
                (sub their_distance my_distance)
                (if_then_else i_am_in_water 20 1)))
        """,
    ),
    HandMade(
        name="HC2",
        share=52.7,
        strategies=(BARRICADE, ENEMY_FAR),
        why="The builder: pieces in a row protect each other and block the way, so that the enemy has few "
        "moves and the player many.",
        expression="""
            (add
              (mul 3 my_barricade)
              (add
                (mul 2 (sub their_distance my_distance))
                (sub my_moves (mul 2 their_moves))))
        """,
    ),
    HandMade(
        name="HC3",
        share=45.1,
        strategies=(HIT, ENEMY_FAR),
        why="The hitter: a hit is worth more than the squares that it sets the enemy back. An enemy with few "
        "moves can hardly hit back.",
        expression="""
            (add
              (mul 5 hits)
              (sub
                (mul 2 their_distance)
                (add my_distance (mul 2 their_moves))))
        """,
    ),
    HandMade(
        name="HC4",
        share=54.5,
        strategies=(ENEMY_INTO_TRAP, OUT_OF_TRAP, ENEMY_FAR),
        why="The trapper: a piece in the water is worth thirty squares. It falls in when it is pushed, or "
        "when no other move is left, so the enemy should have few moves.",
        expression="""
            (sub
              (add their_distance (if_then_else they_are_in_water 30 1))
              (add
                (add my_distance their_moves)
                (if_then_else i_am_in_water 30 1)))
        """,
    ),
    HandMade(
        name="HC5",
        share=57.3,
        strategies=(
            FEW_ENEMY_OFF,
            MANY_OWN_OFF,
            OUT_OF_TRAP,
            ENEMY_INTO_TRAP,
            ENEMY_FAR,
            HIT,
            BARRICADE,
        ),
        why="The all-rounder: all seven strategies, and freedom to move.",
        expression="""
            (add
              (add
                (mul 5 (sub their_pieces my_pieces))
                (mul 2 (add hits (sub my_barricade their_barricade))))
              (add
                (sub
                  (if_then_else they_are_in_water 20 1)
                  (if_then_else i_am_in_water 20 1))
                (add
                  (mul 2 (sub their_distance my_distance))
                  (sub my_moves their_moves))))
        """,
    ),
)

#: Senet's hand-made seeds, which a run can begin with: one idea each, and a term that breaks ties.
SENET_SEEDS = (
    HandMade(
        name="S1",
        share=11.4,
        strategies=(MANY_OWN_OFF, FEW_ENEMY_OFF),
        why="Pieces borne off above all; among equals the shorter distance.",
        expression="(sub (mul 30 (sub their_pieces my_pieces)) my_distance)",
    ),
    HandMade(
        name="S2",
        share=25.8,
        strategies=(ENEMY_FAR,),
        why="The race, where the enemy's distance counts twice.",
        expression="(sub (mul 2 their_distance) my_distance)",
    ),
    HandMade(
        name="S3",
        share=9.9,
        strategies=(HIT,),
        why="As many hits as possible; among equals the greatest distance for the enemy.",
        expression="(add (mul 30 hits) their_distance)",
    ),
    HandMade(
        name="S4",
        share=13.3,
        strategies=(BARRICADE,),
        why="The longest barricade; among equals the one nearest to the goal.",
        expression="(sub (mul 30 my_barricade) my_distance)",
    ),
    HandMade(
        name="S5",
        share=18.0,
        strategies=(OUT_OF_TRAP,),
        why="Move forward, but keep out of the water.",
        expression="(sub (if_then_else i_am_in_water 1 30) my_distance)",
    ),
    HandMade(
        name="S6",
        share=12.1,
        strategies=(ENEMY_INTO_TRAP, ENEMY_FAR),
        why="Hold the enemy back, preferably in the water.",
        expression="(add (if_then_else they_are_in_water 30 1) their_distance)",
    ),
    HandMade(
        name="S7",
        share=25.2,
        strategies=(BARRICADE,),
        why="The purpose of a barricade: few moves for the enemy, and many for the player.",
        expression="(sub my_moves (mul 2 their_moves))",
    ),
    HandMade(
        name="S8",
        share=35.9,
        strategies=(BARRICADE, ENEMY_FAR),
        why="A barricade at the gate: no enemy passes 26 while the player has pieces there and next to it.",
        expression="""
            (add
              (if_then_else (and_ (mine 26) (protected 26)) 30 1)
              (sub their_distance my_distance))
        """,
    ),
)

#: V1 to V8: as strong as HC1 to HC5 on average, and none of them, so that a run that begins with them can be
#: measured against HC1 to HC5.
SENET_VARIANTS = (
    HandMade(
        name="V1",
        share=52.6,
        strategies=(BARRICADE, ENEMY_FAR),
        why="The jailer: the race, where the enemy's lost moves count more than the player's gained ones.",
        expression="""
            (add
              (mul 2 (sub their_distance my_distance))
              (sub my_moves (mul 3 their_moves)))
        """,
    ),
    HandMade(
        name="V2",
        share=47.8,
        strategies=(MANY_OWN_OFF, FEW_ENEMY_OFF, HIT, ENEMY_FAR),
        why="The bearer: pieces off the board count most, then hits, then distances.",
        expression="""
            (add
              (mul 6 (sub their_pieces my_pieces))
              (add
                (mul 3 hits)
                (sub (sub their_distance my_distance) their_moves)))
        """,
    ),
    HandMade(
        name="V3",
        share=44.5,
        strategies=(BARRICADE, ENEMY_FAR),
        why="The gatekeeper: S8 with less weight on the barricade at the gate, and few moves for the enemy.",
        expression="""
            (add
              (if_then_else (and_ (mine 26) (protected 26)) 12 1)
              (sub
                (sub their_distance my_distance)
                (mul 2 their_moves)))
        """,
    ),
    HandMade(
        name="V4",
        share=52.8,
        strategies=(OUT_OF_TRAP, ENEMY_FAR),
        why="The careful racer: out of the water, and few moves for the enemy, who could push a piece in.",
        expression="""
            (sub
              (mul 3 (sub their_distance my_distance))
              (add
                (mul 5 their_moves)
                (if_then_else i_am_in_water 30 1)))
        """,
    ),
    HandMade(
        name="V5",
        share=47.3,
        strategies=(ENEMY_INTO_TRAP, BARRICADE, ENEMY_FAR),
        why="The pusher: the enemy in the water, and the longer barricade of the two.",
        expression="""
            (sub
              (add
                (add my_barricade their_distance)
                (if_then_else they_are_in_water 15 1))
              (add
                my_distance
                (add their_moves their_barricade)))
        """,
    ),
    HandMade(
        name="V6",
        share=48.1,
        strategies=(HIT, BARRICADE, ENEMY_FAR),
        why="The raider: hits, and barricades that protect the player's own pieces from hits.",
        expression="""
            (add
              (mul 3 (add hits (sub my_barricade their_barricade)))
              (sub
                (mul 3 (sub their_distance my_distance))
                (mul 2 their_moves)))
        """,
    ),
    HandMade(
        name="V7",
        share=47.9,
        strategies=(BARRICADE, ENEMY_FAR),
        why="The waller: the enemy's distance counts twice, as in S2, and the player builds a wall.",
        expression="""
            (add
              (sub (mul 2 their_distance) my_distance)
              (add
                (mul 3 my_barricade)
                (sub my_moves (mul 3 their_moves))))
        """,
    ),
    HandMade(
        name="V8",
        share=51.5,
        strategies=(OUT_OF_TRAP, BARRICADE, ENEMY_FAR),
        why="The traveller: the player's pieces together and out of the water, and few moves for the enemy.",
        expression="""
            (sub
              (add their_distance (mul 2 my_barricade))
              (add
                my_distance
                (add
                  (mul 2 their_moves)
                  (if_then_else i_am_in_water 25 1))))
        """,
    ),
)

#: The functions that make the hand-made players, by name.
PLAYERS = {made.name: made for made in (*SENET_REFERENCES, *SENET_SEEDS, *SENET_VARIANTS)}


def levels(game: Game) -> tuple[str, ...]:
    """The opponents for people: a plain race with slips and without, one made by hand, and the best known."""
    race = "expr:(sub their_distance my_distance)"
    best = best_known(game)
    # With fewer pieces than seven HC5 plays so well that a network has to look ahead to be clearly better.
    return (f"slips:25:{race}", race, "hand:HC5", f"search:2:{best}" if best == MIXED else best)
