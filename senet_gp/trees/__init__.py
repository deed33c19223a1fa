"""Expressions as trees: DEAP individuals, their text, their plain meaning, and their other written forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from senet_gp.runtime import public_names

if TYPE_CHECKING:
    from senet_gp.trees.individual import Individual as Individual
    from senet_gp.trees.individual import WeightedFitness as WeightedFitness
    from senet_gp.trees.individual import random_individual as random_individual
    from senet_gp.trees.plain import function_of as function_of
    from senet_gp.trees.plain import value as value
    from senet_gp.trees.text import from_lisp as from_lisp
    from senet_gp.trees.text import to_lisp as to_lisp

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
