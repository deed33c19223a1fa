"""What a shell completes: the names that are registered by then, also by plugins named before.

README tells how completion is switched on; the shell then runs ``senet-gp`` with a variable of this name set.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping

import click
from click.shell_completion import CompletionItem

#: The variable by which a shell asks for completions, as click names it.
VARIABLE = "_SENET_GP_COMPLETE"

Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]


def is_asked_for() -> bool:
    """Whether a shell asks for completions."""
    return VARIABLE in os.environ


def _beginning(incomplete: str, names: Iterable[str]) -> list[CompletionItem]:
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def game_names(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The names of games."""
    from senet_gp.games.registry import GAMES

    return _beginning(incomplete, GAMES)


def vocabulary_names(
    context: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The names of the vocabularies of the game on the line; of all games if it is not known yet."""
    from primitives import vocabularies
    from senet_gp.games.registry import GAMES

    games = [name for name in GAMES if name == context.params.get("game_name")] or GAMES
    return _beginning(incomplete, dict.fromkeys(name for game in games for name in vocabularies(game)))


def names_of(rows: Mapping[str, object]) -> Complete:
    """The names of a registry."""
    return lambda _context, _parameter, incomplete: _beginning(incomplete, rows)


def player_names(
    _context: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The kinds of players, and files and directories."""
    from senet_gp.players.parsing import BEGINNINGS

    found = _beginning(incomplete, BEGINNINGS)
    return found or [CompletionItem(incomplete, type="file")]
