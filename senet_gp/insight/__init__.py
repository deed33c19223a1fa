"""What can be said about players: shorter forms, what parts are worth, judged games, advice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from senet_gp.runtime import public_names

if TYPE_CHECKING:
    from senet_gp.insight.explanation import Explanation as Explanation
    from senet_gp.insight.explanation import MeasuredPart as MeasuredPart
    from senet_gp.insight.game_analysis import GameAnalysis as GameAnalysis
    from senet_gp.insight.game_analysis import analyse as analyse
    from senet_gp.insight.hints import JudgeHints as JudgeHints
    from senet_gp.insight.judges import Judge as Judge
    from senet_gp.insight.judges import judge_of as judge_of
    from senet_gp.insight.judges import judged as judged
    from senet_gp.insight.simplify import Simplification as Simplification

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
