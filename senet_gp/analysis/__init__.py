"""Chances of winning: hints at the board, and games analysed choice by choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from senet_gp.lazy import public_names

if TYPE_CHECKING:
    from senet_gp.analysis.analysed import GameAnalysis as GameAnalysis
    from senet_gp.analysis.analysed import analyse as analyse
    from senet_gp.analysis.chances import Chances as Chances
    from senet_gp.analysis.chances import ChanceSource as ChanceSource
    from senet_gp.analysis.hints import ChanceHints as ChanceHints
    from senet_gp.analysis.sources import chance_source as chance_source

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
