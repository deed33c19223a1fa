"""The log of a run's games against a person, ``sparring.csv``: a line a game.

A run goes on without reading it, for what a game has changed stands in the checkpoint. That it is there says
that the run cannot be repeated.
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
    """A game as a line of the log, seen by the individual: won, drawn, lost, or left by the person."""
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
    """The log without what is behind a generation, or is no whole line of it."""
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
    """How many games that came to an end are in the rows of the log."""
    results = set(_RESULTS.values()) - {_RESULTS[None]}
    return sum(row.get("result") in results for row in rows)
