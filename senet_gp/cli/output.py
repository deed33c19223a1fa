"""What verbs print: one JSON object, the files that were written, and commands that people can give next."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from senet_gp.cli.help_pages import NAMED_PLUGINS, PLUGIN
from senet_gp.games.registry import game_of, parameters_of
from senet_gp.runtime.codec import as_json
from senet_gp.runtime.errors import from_here, printable, quoted

if TYPE_CHECKING:
    from senet_gp.games.protocol import Game


_NAME = "senet-gp"
#: An absolute path that is an argument, or its end, as in net:/nets/mine.json; no address such as dask://host.
_ABSOLUTE = re.compile(r"(?:^|(?<=[=:]))(?:/(?!/)|[A-Za-z]:[\\/]).+", re.DOTALL)


def print_json(content: Any) -> None:
    """Print the one JSON object that ``--json`` asks for; results in it become objects.

    >>> print_json({"games": 1000, "wins": [612, 388]})
    {"games": 1000, "wins": [612, 388]}
    """
    click.echo(json.dumps(as_json(content)))


def rules_of(game: Game) -> str:
    """The parameters of a game that are not the usual ones, as options of a command that is shown."""
    usual = parameters_of(game_of(game.name))
    return "".join(f" --rule {n}={v}" for n, v in parameters_of(game).items() if v != usual[n])


def tell_written(*files: Path | None) -> None:
    """Say which files were written; None stands for no file."""
    for file in files:
        if file:
            click.echo(f"{printable(str(file))} written")


def plural(number: int, noun: str) -> str:
    """A number of something.

    >>> plural(1, "game"), plural(2000, "game")
    ('1 game', '2000 games')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def command_for(text: str) -> str:
    """A command that people are told to give next: it begins as this program was called, with its plugins.

    >>> command_for("report runs/senet-1")
    'senet-gp report runs/senet-1'
    """
    return f"{program()} {text}" + "".join(f" {PLUGIN} {quoted(plugin)}" for plugin in NAMED_PLUGINS)


def typed() -> str:
    """The command of this process, as files record it: it names no place of this machine.

    Files in the current directory are named as seen from there, others that were named by absolute paths by
    their names alone.
    """
    return shlex.join([_NAME, *(_ABSOLUTE.sub(_without_place, argument) for argument in sys.argv[1:])])


def _without_place(found: re.Match[str]) -> str:
    path = from_here(Path(found[0]))
    return path.name if path.is_absolute() else str(path)


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
    on_path = shutil.which(_NAME)
    return _NAME if on_path is not None and Path(on_path).resolve() == called.resolve() else quoted(called)
