"""senet-gp evolves board-game players that people can read, play against and trust.

The names below are loaded when they are first used, so that ``import senet_gp`` is light.
"""

from __future__ import annotations

import importlib

# As in typing, whose import would take as long as everything before interruptions are handled.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from senet_gp.arena.local_pool import WorkerPool
    from senet_gp.arena.match import MatchReport, play_match
    from senet_gp.arena.pool import Pool, SerialPool
    from senet_gp.evolution.config import Config
    from senet_gp.evolution.loop import Evolution, State
    from senet_gp.evolution.run import RunHooks, play_run
    from senet_gp.evolution.run_directory import RunDirectory
    from senet_gp.experiments.experiment import experiment
    from senet_gp.explanation.explain import Explanation, explain
    from senet_gp.players.champion import Champion
    from senet_gp.players.parsing import player_from_text
    from senet_gp.trees.individual import Individual
    from senet_gp.trees.text import from_lisp, to_lisp
    from senet_gp.version import __version__

_HOME = {
    "Champion": "senet_gp.players.champion",
    "Config": "senet_gp.evolution.config",
    "Evolution": "senet_gp.evolution.loop",
    "Explanation": "senet_gp.explanation.explain",
    "Individual": "senet_gp.trees.individual",
    "MatchReport": "senet_gp.arena.match",
    "Pool": "senet_gp.arena.pool",
    "RunDirectory": "senet_gp.evolution.run_directory",
    "RunHooks": "senet_gp.evolution.run",
    "SerialPool": "senet_gp.arena.pool",
    "State": "senet_gp.evolution.loop",
    "WorkerPool": "senet_gp.arena.local_pool",
    "__version__": "senet_gp.version",
    "experiment": "senet_gp.experiments.experiment",
    "explain": "senet_gp.explanation.explain",
    "from_lisp": "senet_gp.trees.text",
    "play_match": "senet_gp.arena.match",
    "play_run": "senet_gp.evolution.run",
    "player_from_text": "senet_gp.players.parsing",
    "to_lisp": "senet_gp.trees.text",
}

__all__ = [
    "Champion",
    "Config",
    "Evolution",
    "Explanation",
    "Individual",
    "MatchReport",
    "Pool",
    "RunDirectory",
    "RunHooks",
    "SerialPool",
    "State",
    "WorkerPool",
    "__version__",
    "experiment",
    "explain",
    "from_lisp",
    "play_match",
    "play_run",
    "player_from_text",
    "to_lisp",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'senet_gp' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOME[name]), name)
