"""Options of evolution that suit tic-tac-toe."""

from __future__ import annotations

from typing import Any

from senet_gp.games.defaults import SMALL

#: Only losses count, each as a test of its own; every individual plays 200 games once there are winners.
DEFAULTS: dict[str, Any] = SMALL | {
    "fitness": "from-positions",
    "population": 1000,
    "generations": 1000,
    "until": "proven",
    "games": 2,
    "opponents": 12,
    "random_games": 152,
    "start_plies": 6,
    "counterexamples": 0.25,
    "halving_budget": 64,
    "noise": 0.15,
    "draw_value": 1.0,
    "selection": "proportional",
    "elite_share": 0.02,
    "mutation": "varied",
    "size_limit": 400,
}
