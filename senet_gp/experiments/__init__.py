"""Experiments: variants played with many seeds, measured and compared; that of 1995 is one of them.

Matchbox machines are trained here, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from senet_gp.runtime import public_names

if TYPE_CHECKING:
    from senet_gp.experiments.inference import holm as holm
    from senet_gp.experiments.inference import median_interval as median_interval
    from senet_gp.experiments.inference import p_value as p_value
    from senet_gp.experiments.inference import superiority as superiority
    from senet_gp.experiments.inference import superiority_interval as superiority_interval
    from senet_gp.experiments.matchbox_training import Played as Played
    from senet_gp.experiments.matchbox_training import Teacher as Teacher
    from senet_gp.experiments.matchbox_training import teachers_from as teachers_from
    from senet_gp.experiments.matchbox_training import train as train

#: The columns of ``runs.csv`` that every experiment has, between those of its factors and of opponents.
MEASURES = (
    *("game", "seed", "generations", "games", "champion", "nodes", "depth", "score", "error"),
    *("first", "second", "verdict"),
)
#: Those by which variants can be compared: the champion's share of points; the sum of its worst results in
#: both seats of a small game; its size and depth; the games and the generations of its run.
COMPARED = ("score", "verdict", "nodes", "depth", "games", "generations")

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
