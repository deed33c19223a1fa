"""Simplification of expressions, by proven rules or by the decisions in real games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from senet_gp.runtime.public_names import public_names

if TYPE_CHECKING:
    from senet_gp.insight.simplification.simplify import Samples as Samples
    from senet_gp.insight.simplification.simplify import Simplification as Simplification

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
