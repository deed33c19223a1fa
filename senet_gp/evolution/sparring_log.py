"""The log of a run's games against a person, ``sparring.csv``, with one row for each game.

A run resumes without reading it, since the checkpoint holds the effect of the games. A run with this file
cannot be repeated from its configuration.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from senet_gp.evolution.sparring import SparringGame

_RESULTS = {1: "won", 0: "drawn", -1: "lost", None: "left"}
COLUMNS = (
    "generation",
    "game",
    "individual",
    "nodes",
    "moved_first",
    "result",
    "turns",
    "fitness_before",
    "fitness_after",
    "chance_before",
    "chance_after",
)
_DIGITS = 9


def row_of(game: SparringGame) -> dict[str, Any]:
    """A game as a row of the log, seen by the individual: won, drawn, lost, or left by the person."""
    fitness, chance = ([round(value, _DIGITS) for value in pair] for pair in (game.fitness, game.chance))
    values = (
        game.generation,
        game.number,
        game.individual,
        game.nodes,
        "individual" if game.seat == 0 else "person",
        _RESULTS[game.outcome],
        game.turns,
        *fitness,
        *chance,
    )
    return dict(zip(COLUMNS, values, strict=True))


def cut(text: str, generation: int) -> str:
    """The log without the rows after a generation, and without an incomplete last row."""
    header, *lines = text.split("\n")
    if not lines:
        return ""
    kept = [header]
    for line in lines[:-1]:
        number = line.partition(",")[0]
        if not (number.isascii() and number.isdecimal()) or len(number) > 9 or int(number) > generation:
            break
        kept.append(line)
    return "".join(line + "\n" for line in kept)


def games_counted(rows: Iterable[Mapping[str, str]]) -> int:
    """The number of games in the log that were played to their end."""
    results = set(_RESULTS.values()) - {_RESULTS[None]}
    return sum(row.get("result") in results for row in rows)
