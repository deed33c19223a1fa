"""Options of evolution for games, where they differ from those of the paper of 1995."""

from __future__ import annotations

from typing import Any

#: Options with which any game evolves in a minute, even if nothing of it is compiled.
MODEST: dict[str, Any] = {
    "population": 64,
    "generations": 10,
    "size_limit": 100,
    "final_games": 20,
}

#: Options for the small games.
SMALL: dict[str, Any] = {
    "fitness": "full-games",
    "games": 6,
    "population": 400,
    "generations": 200,
    "draw_value": 0.9,
    "selection": "tournament",
    "tournament_size": 8,
    "crossover": "one-point",
    "elite": "best",
    "elite_share": 0.1,
    "mutation": "mixed",
    "mutation_chance": 0.0,
    "mutant_share": 0.6,
    "size_limit": 150,
    "final_games": 1000,
}
