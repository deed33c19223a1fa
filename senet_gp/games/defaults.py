"""Options of runs that our games usually have, where they differ from those of the paper of 1995.

They are flat, as on the command line: parts by their names, and options of parts for every part that has
them. They stand apart from the games, so that a configuration is made without importing a game's code.
"""

from __future__ import annotations

from typing import Any

#: Options of evolution with which any game evolves in a minute, even if nothing of it is compiled.
MODEST: dict[str, Any] = {
    "population": 64,
    "generations": 10,
    "size_limit": 100,
    "final_games": 20,
}
#: Options of evolution for Senet: those of the paper of 1995, which are the defaults.
SENET: dict[str, Any] = {}
#: Options of evolution for the small games, where they differ from those of the paper of 1995.
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
#: Options of evolution that suit hexapawn.
HEXAPAWN: dict[str, Any] = SMALL | {"generations": 30}
#: Options of evolution that suit Pursuit: each decision is a test of its own, and most can come up.
PURSUIT: dict[str, Any] = SMALL | {
    "fitness": "regret",
    "credit": "lexicase",
    "population": 1000,
    "generations": 1000,
    "until": "proven",
    "cases": 1500,
    "everywhere": True,
    "draw_value": 0.5,
    "selection": "proportional",
    "elite_share": 0.02,
    "size_limit": 400,
}
#: Options of evolution that suit tic-tac-toe: only losses count, where winners may come to.
TICTACTOE: dict[str, Any] = PURSUIT | {
    "cases": 500,
    "everywhere": False,
    "halving_budget": 64,
    "draw_value": 1.0,
    "mutation": "varied",
}
