"""Presets: configurations that ship with the package, each a TOML file beside this module.

The first line of a file says what it is for. A preset need not name all options; those that it does not name
are the game's. One that names no game is for every game that has its fitness.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from senet_gp.games.registry import DEFAULT_GAME, game_of
from senet_gp.runtime.errors import UsageError, shortened

_DIRECTORY = Path(__file__).resolve().parent


@cache
def presets() -> dict[str, str]:
    """All presets by name, with what they are for.

    >>> presets()["paper"]
    'the experiment of 1995, which is the default'
    """
    return {
        path.stem: path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
        for path in sorted(_DIRECTORY.glob("*.toml"))
    }


def preset_values(name: str, game: str = DEFAULT_GAME) -> dict[str, Any]:
    """The options that a preset sets in a game, by name; its vocabulary only if the game has it.

    >>> preset_values("strong")["fitness"]["name"]
    'regret'

    Args:
        name: the name of the preset.
        game: the name of the game of the run.

    Raises:
        UsageError: if there is no such preset or game, or the preset is not for the game.
    """
    from primitives.vocabulary import vocabularies, vocabulary_of
    from senet_gp.evolution.configuration.across_parts import check_game
    from senet_gp.evolution.configuration.config_files import read_values
    from senet_gp.evolution.configuration.parts import usual_part

    if not isinstance(name, str) or name not in presets():
        raise UsageError(f"there is no preset {shortened(str(name))!r}: there are {', '.join(presets())}")
    check_game(game)
    values = read_values(_DIRECTORY / f"{name}.toml")
    if values.get("game", game) != game:
        raise UsageError(f"the preset {name} is for {values['game']}, not for {game}: leave out the preset")
    fitness = {"name": "knockout", **values.get("fitness", {})}
    why = usual_part(game, "fitness", **fitness).why_not(game_of(game), vocabulary_of(game)).partition(":")[0]
    if why:
        raise UsageError(
            f"the preset {name} is not for {game}, as its fitness {fitness['name']} {why}: leave it out"
        )
    if values.get("vocabulary") not in vocabularies(game):
        values.pop("vocabulary", None)
    return values
