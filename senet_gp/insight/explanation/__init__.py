"""Explanations of players: what an expression reads, which parts matter, and where it decided games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from senet_gp.runtime.public_names import public_names

if TYPE_CHECKING:
    from senet_gp.insight.explanation.explain import Explanation as Explanation
    from senet_gp.insight.explanation.explain import MeasuredPart as MeasuredPart

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
