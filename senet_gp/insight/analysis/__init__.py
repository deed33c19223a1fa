"""Chances of winning: hints at the board, and games analysed choice by choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from senet_gp.runtime.public_names import public_names

if TYPE_CHECKING:
    from senet_gp.insight.analysis.analysed import GameAnalysis as GameAnalysis
    from senet_gp.insight.analysis.analysed import analyse as analyse
    from senet_gp.insight.analysis.chances import Chances as Chances
    from senet_gp.insight.analysis.chances import ChanceSource as ChanceSource
    from senet_gp.insight.analysis.hints import ChanceHints as ChanceHints
    from senet_gp.insight.analysis.sources import chance_source as chance_source

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
