"""The page in a browser: one for a module, with a server of some games."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browser import chromium
from played_games import record_of
from served import Server, served
from shown_page import ShownPage

from senet_gp.games.registry import game_of
from senet_gp.players.matchbox import MatchboxPlayer, Scheme, write_matchbox


@pytest.fixture(scope="module")
def tab() -> Iterator[ShownPage]:
    with chromium() as driver:
        yield ShownPage(driver)


@pytest.fixture(scope="module")
def games(tab: ShownPage, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:  # noqa: ARG001
    directory = tmp_path_factory.mktemp("page")
    record_of(game_of("senet", {"pieces": 3}), 4, "hand:HC5").write(directory / "race.txt")
    record_of(game_of("hexapawn"), 4, "random", "minimax").write(directory / "pawns.txt")
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
