"""A player that thinks for long stops when it is asked to, whatever it searches by."""

from __future__ import annotations

import pytest

from senet_gp.games.protocol import Decision, Game
from senet_gp.games.registry import game_of
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer, Player
from senet_gp.players.search import PlainSearch
from senet_gp.runtime import interruption
from senet_gp.runtime.streams import Streams, game_streams


def asked(game: Game) -> tuple[Decision, Streams]:
    streams = game_streams(1)
    return game.next_decision(game.starts()[0], 0, streams), streams


def assert_stops(player: Player, game: Game) -> None:
    decision, streams = asked(game)
    with pytest.MonkeyPatch.context() as interrupted:
        interrupted.setattr(interruption, "_asked", True)
        with pytest.raises(KeyboardInterrupt):
            player.choose(decision, streams)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("trilobite", "search:3:expr:my_moves"),
        ("senet", "search:3:hand:HC5"),
        ("senet", "search:3:net"),
        ("trilobite", "minimax"),
    ],
)
def test_players_stop(name: str, text: str) -> None:
    game = game_of(name, {"pieces": 1} if name == "senet" else {"width": 31, "height": 1})
    assert_stops(player_from_text(text, game), game)


def test_a_search_in_plain_python_stops() -> None:
    game = game_of("hexapawn")
    base = player_from_text("expr:my_moves", game)
    assert isinstance(base, ExpressionPlayer)
    assert_stops(PlainSearch(base, 3, game), game)
