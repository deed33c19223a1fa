"""The person's own folder: the games that they have played, and whatever else is theirs and no run's."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import platformdirs

from senet_gp.runtime.checks import absolute
from senet_gp.runtime.files import is_there, make_directory

#: The environment variable that names another folder than the usual one of this system.
VARIABLE = "SENET_GP_HOME"
#: How the names of records end.
RECORD_ENDING = ".txt"


def own_folder() -> Path:
    """The person's own folder, which is made if it is missing; its path is absolute.

    Raises:
        FileError: if it cannot be made.
    """
    folder = absolute(os.environ.get(VARIABLE) or platformdirs.user_data_dir("senet-gp"))
    make_directory(folder)
    return folder


def free_names(folder: Path, game: str) -> Iterator[Path]:
    """Names for the record of a game that begins now which no file in a folder has yet.

    Whoever writes takes the first one that nobody else has taken meanwhile.

    >>> next(free_names(Path("nowhere"), "senet")).match("nowhere/senet-*-*.txt")
    True

    Args:
        folder: the folder.
        game: the name of the game.
    """
    begun_at = datetime.now(UTC).astimezone().strftime("%Y%m%d-%H%M%S")
    for number in range(1, 1000):
        path = folder / f"{game}-{begun_at}{f'-{number}' if number > 1 else ''}{RECORD_ENDING}"
        if not is_there(path):
            yield path
