"""The operations that are compiled into kernels: arithmetic, logic, and the contents of a square.

All other words have kernels of their own, which get numbers from ``FIRST_QUERY`` on in each process
(:mod:`senet_gp.engine.queries`). These numbers are never stored or sent.
"""

from __future__ import annotations

# Operations that the translator makes, or that several primitives share.
CONSTANT = 0
ADD_SATURATING, SUB_SATURATING, MUL_SATURATING = 1, 2, 3
SQUARE = 4
# Words that the translator replaces: the first two are constant, the third is a comparison with its operands
# exchanged.
ALWAYS, NEVER, GREATER = 5, 6, 7

# Arithmetic and logic. ADD, SUB and MUL are used if the operands' ranges exclude an overflow.
ADD, SUB, MUL, IF = 10, 11, 12, 13
AND, OR, NOT = 14, 15, 16
LESS, EQUAL = 17, 18

# The contents of a square.
MINE, THEIRS, EMPTY = 20, 21, 22

#: Words with kernels have numbers from this one on.
FIRST_QUERY = 32
