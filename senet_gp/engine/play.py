"""Games and matches between programs, of whichever game."""

from __future__ import annotations

from typing import Any

from senet_gp.engine import board_play
from senet_gp.engine.program import Programs
from senet_gp.engine.results import GameResults, Indices, Keys, MatchResults
from senet_gp.games.board.game import BoardGame
from senet_gp.games.protocol import Rules
from senet_gp.games.senet import Senet
from senet_gp.games.senet import play as senet_play


def play_games(
    programs: Programs, first: Indices, second: Indices, keys: Keys, rules: Rules, start: Any = None
) -> GameResults:
    """Games between programs, from the usual start or ``start``: see ``play_games`` of the game's module."""
    if isinstance(rules, BoardGame):
        return board_play.play_games(programs, first, second, keys, rules, start)
    assert isinstance(rules, Senet)  # noqa: S101 - there is no third kind
    return senet_play.play_games(programs, first, second, keys, rules, start)


def play_matches(
    programs: Programs, first: Indices, second: Indices, keys: Keys, games: int, rules: Rules
) -> MatchResults:
    """Matches between programs, each the best of ``games``: see ``play_matches`` of the game's own module."""
    if isinstance(rules, BoardGame):
        return board_play.play_matches(programs, first, second, keys, games, rules)
    assert isinstance(rules, Senet)  # noqa: S101
    return senet_play.play_matches(programs, first, second, keys, games, rules)
