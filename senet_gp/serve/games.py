"""The games as JSON: their rules, their parameters with bounds, and their boards."""

from __future__ import annotations

from functools import cache
from typing import Any

from senet_gp.errors import SenetGpError
from senet_gp.games.registry import GAMES, game_of, parameters_of
from senet_gp.players.parsing import usual_opponent
from senet_gp.serve.boards import Json, geometry_json

#: No parameter is looked for beyond this.
_FAR = 1 << 20


def games_json() -> list[Json]:
    """All games that can be made; one of a broken plugin is left out."""
    found = []
    for name in GAMES:
        try:
            found.append(game_json(name))
        except SenetGpError:
            continue
    return found


@cache
def game_json(name: str) -> Json:
    """A game with its default parameters.

    Raises:
        UsageError: if there is no such game.
    """
    game, entry = game_of(name), GAMES[name]
    return {
        "name": name,
        "title": game.title,
        "rules_text": " ".join(game.rules_text.split()),
        "parameters": [
            {"name": parameter, "default": value, **_bounds(name, parameter, value)}
            for parameter, value in parameters_of(game).items()
        ],
        "parameters_help": entry.rule_help,
        "short_game": _parameters(entry.short_game),
        "small": game.small,
        "stochastic": game.stochastic,
        "geometry": geometry_json(game.geometry),
        "opponent": usual_opponent(name),
    }


def _parameters(text: str) -> dict[str, int] | None:
    """Parameters written as on the command line; None if there are none."""
    return {key: int(value) for key, _, value in (one.partition("=") for one in text.split())} or None


def _bounds(name: str, parameter: str, value: Any) -> dict[str, int]:
    """The least and the largest value of a parameter, the others being the usual ones."""
    return {"least": _bound(name, parameter, value, -1), "most": _bound(name, parameter, value, 1)}


def _bound(name: str, parameter: str, inside: int, way: int) -> int:
    """The last possible value in a direction, found by halving: what is possible is one interval."""
    step = 1
    while step < _FAR and _possible(name, parameter, inside + way * step):
        inside += way * step
        step *= 2
    while step > 1:
        step //= 2
        if _possible(name, parameter, inside + way * step):
            inside += way * step
    return inside


def _possible(name: str, parameter: str, value: int) -> bool:
    try:
        game_of(name, {parameter: value})
    except SenetGpError:
        return False
    return True
