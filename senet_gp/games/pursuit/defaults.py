"""Options of evolution that suit Pursuit."""

from __future__ import annotations

from typing import Any

from senet_gp.games.defaults import SMALL

#: Each board is a test of its own; the enemy's answer shows the value of a move.
DEFAULTS: dict[str, Any] = SMALL | {
    "fitness": "decisions",
    "population": 1000,
    "generations": 1000,
    "until": "proven",
    "opponents": 8,
    "cases": 1500,
    "playout_plies": 2,
    "draw_value": 0.5,
    "selection": "proportional",
    "elite_share": 0.02,
    "size_limit": 400,
}
