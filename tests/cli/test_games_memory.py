"""Games whose results would not fit into memory are not begun."""

from __future__ import annotations

import tracemalloc
from typing import Any

import pytest
from click.testing import CliRunner

from senet_gp.arena import games as games_module
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.match import play_match, round_robin
from senet_gp.arena.tournament import standings
from senet_gp.cli import cli, entrants
from senet_gp.cli.entrants import BYTES_A_GAME
from senet_gp.engine.results import GameResults, Pairings
from senet_gp.games.senet import Senet
from senet_gp.players.parsing import player_from_text
from senet_gp.runtime.errors import UsageError

MIB = 1 << 20


@pytest.mark.parametrize(
    ("line", "games"),
    [
        ("match senet random random --games 100000000", 100_000_000),
        ("match hexapawn random minimax --games 8738134", 8_738_134),
        ("tournament senet random random random --games 10000000", 30_000_000),
    ],
)
def test_too_many_games_are_refused_before_any_is_played(
    line: str, games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entrants, "usual_limit", lambda: 1000 * MIB)
    monkeypatch.setattr(games_module, "play_games_in_pool", None)
    done = CliRunner().invoke(cli, line.split())
    assert isinstance(done.exception, UsageError)
    assert str(done.exception).startswith(f"{games:,} games would take ")
    assert str(done.exception).endswith(
        "of memory, but 1000MiB are free for them, enough for 8,738,133 games: ask for fewer with --games"
    )


def test_no_game_takes_more_than_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """NumPy tells tracemalloc of its arrays."""

    def played(_pool: Any, _entrants: Any, pairings: Pairings, _game: Any) -> GameResults:
        results = GameResults.new(len(pairings.keys))
        results.outcomes[::3], results.turns[:], results.luck[::2] = 1, 100, 0.5
        return results

    monkeypatch.setattr(games_module, "play_games_in_pool", played)
    players = [player_from_text(text, "senet") for text in ("hand:S1", "random")]
    count = 100_000
    with WorkerPool(1) as pool:
        play_match(*players, games=2, seed=1, pool=pool)  # what is made once
        for kind in ("match", "tournament"):
            tracemalloc.start()
            if kind == "match":
                play_match(*players, games=count, seed=1, pool=pool, show=print)
            else:
                standings(round_robin(players, key=1, pool=pool, game=Senet(), games=count, show=print))
            _, most = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            assert 0.4 * BYTES_A_GAME < most / count < BYTES_A_GAME, (kind, most / count)
