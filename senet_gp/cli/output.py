"""What commands print and write: one JSON object, and files, which are checked before any work is done.

Commands that people are told to give next begin as this program was called.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from senet_gp.games.registry import game_of, parameters_of
from senet_gp.runtime.codec import as_json
from senet_gp.runtime.errors import printable, quoted

if TYPE_CHECKING:
    from collections.abc import Collection

    from senet_gp.games.protocol import Game


_NAME = "senet-gp"


def print_json(content: Any) -> None:
    """Print the one JSON object that ``--json`` asks for; results in it become objects.

    >>> print_json({"games": 1000, "wins": [612, 388]})
    {"games": 1000, "wins": [612, 388]}
    """
    click.echo(json.dumps(as_json(content)))


def check_picture(file: Path) -> None:
    """Make sure, before any work is done, that a picture can be drawn into a new file.

    Raises:
        UsageError: if the ending of its name is not that of a picture.
        FileError: if it already exists, or cannot be written.
    """
    from senet_gp.runtime.files import check_new
    from senet_gp.show.plots import check_drawable

    check_drawable(file)
    check_new(file)


def whole_and(out: Path | None) -> str:
    """What of a player that has learned all is saved, as the end of a sentence.

    >>> whole_and(None)
    'it is not saved; name a file with --out'
    """
    if out is None:
        return "it is not saved; name a file with --out"
    return f"it is whole, and saved in {quoted(out)}"


def rules_of(game: Game) -> str:
    """The parameters of a game that are not the usual ones, as options of a command that is shown."""
    usual = parameters_of(game_of(game.name))
    return "".join(f" --rule {n}={v}" for n, v in parameters_of(game).items() if v != usual[n])


def tell_written(*files: Path | None) -> None:
    """Say which files were written; None stands for no file."""
    for file in files:
        if file:
            click.echo(f"{printable(str(file))} written")


def tell_slow_words(words: Collection[str]) -> None:
    """Say on standard error that games with these words, which have no kernel, are slow; if there are any."""
    if not words:
        return
    named = ", ".join(sorted(words)[:3]) + (" and others" if len(words) > 3 else "")
    has = "has no kernel" if len(words) == 1 else "have no kernel"
    click.echo(
        f"senet-gp: {printable(named)} {has}: games of expressions with such a word are played in plain "
        "Python, hundreds of times as slow as compiled code.",
        err=True,
    )


def program() -> str:
    """The command that runs this program again: as a shell finds it, by its path, or as a module of Python.

    >>> program()
    'senet-gp'
    """
    called = Path(sys.argv[0])
    if called.parts[-2:] == ("senet_gp", "__main__.py"):
        return f"{quoted(sys.orig_argv[0])} -m senet_gp"
    if called.stem != _NAME or called == Path(called.name):
        return _NAME
    found = shutil.which(_NAME)
    return _NAME if found is not None and Path(found).resolve() == called.resolve() else quoted(called)
