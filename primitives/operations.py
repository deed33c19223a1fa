"""The operations that the compiled evaluator has of its own: arithmetic, logic, and what stands on a square.

All other words are answered by their own kernels, whose numbers are given out from ``FIRST_QUERY`` on in each
process (:mod:`senet_gp.engine.queries`). No number is ever stored or sent.
"""

from __future__ import annotations

# Made by the translator, or standing for several primitives.
CONSTANT = 0
ADD_SATURATING, SUB_SATURATING, MUL_SATURATING = 1, 2, 3
SQUARE = 4
# Words that the translator replaces: the first two have one value, the third is a comparison turned round.
ALWAYS, NEVER, GREATER = 5, 6, 7

# Arithmetic and logic. ADD, SUB and MUL are used where the operands' ranges exclude an overflow.
ADD, SUB, MUL, IF = 10, 11, 12, 13
AND, OR, NOT = 14, 15, 16
LESS, EQUAL = 17, 18

# What stands on a square.
MINE, THEIRS, EMPTY = 20, 21, 22

#: Words with kernels have numbers from here on.
FIRST_QUERY = 32
