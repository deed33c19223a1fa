"""The option that loads plugins before a verb is looked up, so all that a verb lists includes them."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

import click

from senet_gp.runtime import plugins
from senet_gp.runtime.errors import SenetGpError, quoted

OPTION = "--plugin"
#: The plugins that were named, in the order in which they were loaded.
_NAMED: dict[str, None] = {}


def repeated() -> str:
    """The plugins that were named, as options that commands shown to people must repeat."""
    return "".join(f" {OPTION} {quoted(plugin)}" for plugin in _NAMED)


def _load(context: click.Context, _parameter: click.Parameter, values: Sequence[str]) -> None:
    # While a shell completes a word, nothing can be said.
    with contextlib.suppress(SenetGpError) if context.resilient_parsing else contextlib.nullcontext():
        for plugin in values:
            plugins.load(plugin)
            _NAMED.setdefault(plugin)


def plugin_option() -> click.Option:
    """The option, for the command line as a whole and for the help of each verb."""
    return click.Option(
        [OPTION],
        multiple=True,
        metavar="MODULE",
        is_eager=True,
        expose_value=False,
        callback=_load,
        help="Load a module, or a file such as my_games.py, that registers games, vocabularies or operators "
        "(docs/extending.md); can be repeated.",
    )


def to_the_front(arguments: Sequence[str]) -> list[str]:
    """Arguments with all plugins before the verb, where they are loaded before the verb is looked up.

    >>> to_the_front(["evolve", "drop", "--plugin", "my_games.py", "--seed", "2"])
    ['--plugin', 'my_games.py', 'evolve', 'drop', '--seed', '2']
    """
    named, others = [], []
    left = list(arguments)
    while left:
        argument = left.pop(0)
        if argument == "--":
            others += [argument, *left]
            break
        if argument == OPTION and left:
            named += [argument, left.pop(0)]
        elif argument.startswith(f"{OPTION}="):
            named.append(argument)
        else:
            others.append(argument)
    return named + others
