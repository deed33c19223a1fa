"""The levels of all games on one scale: a random mover, a beginner and the four levels meet each other.

What the page beside the board says of each level is written into senet_gp/players/data/levels.json.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from senet_gp.games.registry import GAMES, game_of, in_words
from senet_gp.players.levels import beginner_of, levels_of
from studies.pages import table
from studies.ratings import above_random
from studies.work import Study, Work, result_of

#: What the program shows beside each level; seen from docs/.
DATA = "../senet_gp/players/data/levels.json"


def _measure(work: Work) -> Any:
    return {name: _of_game(work, name) for name in GAMES}


def _of_game(work: Work, name: str) -> dict[str, Any]:
    """The ratings of a game's levels above its random mover, and what each scores against the others."""
    game = game_of(name)
    beginner = beginner_of(game)
    levels = levels_of(game)
    rated = above_random(work, name, [beginner, *(level.player for level in levels)], work.pick(2_000, 20))

    def told(player: str) -> dict[str, Any]:
        rating, low, high = (round(end) for end in (rated[player]["rating"], *rated[player]["interval"]))
        return {"player": player, "rating": rating, "low": low, "high": high}

    def wins(player: str, opponent: str) -> int:
        share: float = rated[player]["points"].get(opponent, 0.5)
        return round(100 * share)

    found = []
    for number, level in enumerate(levels):
        below = wins(level.player, levels[number - 1].player) if number else None
        novice = wins(beginner, level.player)
        found.append({"name": level.name, **told(level.player), "below": below, "beginner": novice})
    return {"title": game.title, "random": told("random"), "beginner": told(beginner), "levels": found}


def _blocks(result: Any) -> dict[str, str]:
    names = [level["name"] for level in next(iter(result.values()))["levels"]]
    rows = [
        [
            game["title"],
            f"{game['beginner']['rating']:+d}",
            *(f"{level['rating']:+d} ({level['beginner']})" for level in game["levels"]),
        ]
        for game in result.values()
    ]
    widest = max(level["high"] - level["low"] for game in result.values() for level in game["levels"])
    said = f"95 % intervals of levels' ratings: ± {(widest + 1) // 2} or less."
    return {"levels": f"{table(['game', 'beginner', *names], rows)}\n\n{said}"}


def _write_data(result: Any, file: Path) -> None:
    """For each game, the points of 100 of each level against the one below, and of a beginner against it.

    Those of short games of Senet, in which no beginner was measured, are of the study of judges.
    """
    measured = {
        name: [(level["below"], level["beginner"]) for level in game["levels"]]
        for name, game in result.items()
    }
    for pieces, shares in (result_of("judge") or {"levels": {}})["levels"].items():
        short = in_words(game_of("senet", {"pieces": int(pieces)}))
        measured.setdefault(short, [(None, None), *((round(100 * share), None) for share, _, _ in shares)])
    lines = [f'  "{name}": {json.dumps(figures)}' for name, figures in measured.items()]
    file.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


STUDY = Study(
    "How strong are the levels of each game?",
    10,
    _measure,
    _blocks,
    ("levels",),
    {DATA: _write_data},
    ("judge",),
)
