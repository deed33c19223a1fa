"""Machines that learn small games by playing: lessons, proofs, and comparisons of learning schemes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from senet_gp.lazy import public_names

if TYPE_CHECKING:
    from senet_gp.learning.training import Played as Played
    from senet_gp.learning.training import Teacher as Teacher
    from senet_gp.learning.training import teachers_from as teachers_from
    from senet_gp.learning.training import train as train

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
