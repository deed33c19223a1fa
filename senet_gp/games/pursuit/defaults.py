"""Options of evolution that suit Pursuit."""

from __future__ import annotations

from typing import Any

from senet_gp.games.defaults import SMALL

#: Each board counts for itself; what a move is worth is seen in the enemy's answer.
DEFAULTS: dict[str, Any] = SMALL | {
    "fitness": "decisions",
    "population": 1000,
    "generations": 1000,
    "opponents": 8,
    "cases": 1500,
    "playout_plies": 2,
    "draw_value": 0.5,
    "selection": "proportional",
    "elite_share": 0.02,
    "size_limit": 400,
}
