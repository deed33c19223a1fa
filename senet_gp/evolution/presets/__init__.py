"""Presets: configurations that ship with the package, each a TOML file beside this module.

The first line of a file says what it is for. A preset need not name all options; those that it does not name
are the game's.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

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


def preset_values(name: str, game: str | None = None) -> dict[str, Any]:
    """The options that a preset sets, by name.

    >>> preset_values("strong")["fitness"]["name"]
    'regret'

    Args:
        name: the name of the preset.
        game: the game of the run, which must be that of the preset; by default it is.

    Raises:
        UsageError: if there is no such preset, or it is for another game.
    """
    from senet_gp.evolution.config_files import read_values

    if not isinstance(name, str) or name not in presets():
        raise UsageError(f"there is no preset {shortened(str(name))!r}: there are {', '.join(presets())}")
    values = read_values(_DIRECTORY / f"{name}.toml")
    if game is not None and game != values["game"]:
        raise UsageError(f"the preset {name} is for {values['game']}, not for {game}: leave out the preset")
    return values
