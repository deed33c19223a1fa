"""The numbers by which the compiled evaluator knows its operations.

They must be distinct, and queries about the board stand from ``MINE`` on; apart from that the numbers do not
matter, for programs are never stored.
"""

from __future__ import annotations

# Made by the translator, or standing for several primitives.
CONSTANT = 0
ADD_SATURATING, SUB_SATURATING, MUL_SATURATING = 1, 2, 3
SQUARE = 4
# What stands before a program that at times moves at random.
SLIP = 8
# Words that the translator replaces: the first two have one value, the third is a comparison turned round.
ALWAYS, NEVER, GREATER = 5, 6, 7

# Arithmetic and logic. ADD, SUB and MUL are used where the operands' ranges exclude an overflow.
ADD, SUB, MUL, IF = 10, 11, 12, 13
AND, OR, NOT = 14, 15, 16
LESS, EQUAL = 17, 18

# Board queries that every game has.
MINE, THEIRS, EMPTY = 20, 21, 22
MY_PIECES, THEIR_PIECES = 23, 24

# Senet's.
PROTECTED = 30
MY_MOVES, THEIR_MOVES = 31, 32
MY_DISTANCE, THEIR_DISTANCE = 33, 34
MY_BARRICADE, THEIR_BARRICADE = 35, 36
I_AM_IN_WATER, THEY_ARE_IN_WATER = 37, 38
HITS = 39
MOVE_START, MOVE_LENGTH = 40, 41
MY_FIRST, MY_LAST, THEIR_FIRST, THEIR_LAST = 42, 43, 44, 45
MY_EXPOSED, THEIR_EXPOSED = 46, 47

# The small games'.
MOVE_FROM, MOVE_TO = 60, 61
OPEN_PLACES = 62
MY_PAWN_MOVES, THEIR_PAWN_MOVES = 63, 64
OWN_X, OWN_Y, ENEMY_X, ENEMY_Y, OWN_LAST_MOVE = 65, 66, 67, 68, 69
