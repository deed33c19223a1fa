"""The players of a match or a tournament, among whom a person at this terminal may be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from senet_gp.cli import Interrupted
from senet_gp.cli.game_table import GameTable
from senet_gp.errors import UsageError
from senet_gp.games.protocol import Rules
from senet_gp.players.human import HumanPlayer, Leave
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import Player


def entrants_from(texts: Sequence[str], rules: Rules, *, as_json: bool) -> list[Player]:
    """The players that a command line names; ``human`` is whoever sits at this terminal.

    Raises:
        UsageError: if there is no such player, or boards would be shown between JSON.
        FileError: if a file cannot be read.
    """
    if as_json and HumanPlayer.name in texts:
        raise UsageError("a person sees boards, which --json would not let be shown: leave out one of them")
    return [
        HumanPlayer(GameTable(rules, ascii_only=False))
        if text == HumanPlayer.name
        else player_from_text(text, rules)
        for text in texts
    ]


@contextmanager
def unless_a_person_leaves() -> Iterator[None]:
    """End the command in a sentence if a person leaves his game, or there is no more input.

    Raises:
        Interrupted: if so.
    """
    try:
        yield
    except (Leave, EOFError):
        raise Interrupted("you leave, so the games end here and nothing is kept") from None
