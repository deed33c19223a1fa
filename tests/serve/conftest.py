"""The page in a browser: one for a module, with a server of some games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import chromium
from served import Server, served
from shown_page import ShownPage

from senet_gp.arena.record import GameRecord
from senet_gp.engine.playthrough import Playthrough
from senet_gp.games.registry import game_of
from senet_gp.players.matchbox import MatchboxPlayer, Scheme
from senet_gp.players.matchbox_file import write_matchbox
from senet_gp.players.parsing import player_from_text
from senet_gp.streams import game_streams


@pytest.fixture(scope="module")
def tab() -> Iterator[ShownPage]:
    with chromium() as driver:
        yield ShownPage(driver)


@pytest.fixture(scope="module")
def games(tab: ShownPage, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:  # noqa: ARG001
    directory = tmp_path_factory.mktemp("page")
    recorded(directory / "race.txt", "senet", {"pieces": 1}, "hand:HC5", "random")
    recorded(directory / "pawns.txt", "hexapawn", {}, "random", "minimax")
    write_matchbox(MatchboxPlayer(game_of("hexapawn"), Scheme()), directory / "blank.json")
    with served(directory) as one:
        one.done("games/new", game="senet", first="person", second="hand:HC5", seed=5, file="live.txt")
        yield one


@pytest.fixture
def page(tab: ShownPage) -> Iterator[ShownPage]:
    """The browser as wide as a desk, without motion; nothing may have gone wrong in it."""
    tab.wide(1280)
    tab.errors()
    yield tab
    assert not tab.errors()


def recorded(path: Path, name: str, parameters: dict[str, int], first: str, second: str) -> None:
    """Write the record of a game."""
    game = game_of(name, parameters)
    players = player_from_text(first, game), player_from_text(second, game)
    streams = game_streams(4)
    playthrough = Playthrough(players, streams, game, game.starts()[0])
    record = GameRecord((first, second), game, game.starts()[0])
    record.choices += playthrough.choices()
    record.outcome = playthrough.outcome
    record.write(path)
