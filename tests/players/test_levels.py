"""Opponents for people by level, and players that slip."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from thinned import thinned

from senet_gp.arena.tournament import play_tournament
from senet_gp.games.protocol import Game
from senet_gp.games.registry import GAMES, game_of
from senet_gp.players.levels import (
    DEFAULT_LEVEL,
    LEVEL_WORDS,
    beginner_of,
    default_opponent,
    level_of,
    levels_of,
)
from senet_gp.players.parsing import called, files_named, player_from_text
from senet_gp.players.player import NoisyPlayer
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.streams import game_streams

ROOT = Path(__file__).resolve().parents[2]


def games() -> list[Game]:
    """All games, and some with other parameters."""
    others = [
        ("senet", {"pieces": 1}),
        ("senet", {"pieces": 3}),
        ("trilobite", {"width": 5}),
        ("pursuit", {"size": 5}),
    ]
    return [*map(game_of, GAMES), *(game_of(name, parameters) for name, parameters in others)]


@pytest.mark.parametrize("game", games(), ids=str)
def test_every_game_has_four_levels_that_play_under_their_words(game: Game) -> None:
    assert tuple(level.word for level in levels_of(game)) == LEVEL_WORDS
    for level in levels_of(game):
        player = player_from_text(level.word, game)
        assert player.name == level.player
        assert called(player.name, game) == level.name
        decision = game.next_decision(game.starts()[0], 0, game_streams(1))
        assert 0 <= player.choose(decision, game_streams(2)) < len(decision.afterstates)
    assert level_of("random", game) is None
    assert level_of(default_opponent(game), game) == levels_of(game)[LEVEL_WORDS.index(DEFAULT_LEVEL)]


@pytest.mark.parametrize("name", thinned(["senet", "hexapawn", "tictactoe"], kept=[0, 1]))
def test_what_is_told_of_levels_is_what_was_measured_and_comes_out_again(name: str) -> None:
    game = game_of(name)
    study = json.loads((ROOT / "docs" / "evidence" / "levels.json").read_text(encoding="utf-8"))
    levels = levels_of(game)
    for level, measured in zip(levels, study["result"][name]["levels"], strict=True):
        told = (level.player, level.name, level.below, level.beginner)
        assert told == tuple(measured[key] for key in ("player", "name", "below", "beginner")), (
            "write what was measured by: python scripts/evidence.py --write levels; "
            "measure another player by: python scripts/evidence.py levels"
        )
    played = play_tournament(["random", beginner_of(game), *LEVEL_WORDS], game=game, games=200)
    rating = {one.player: one.rating for one in played.standings}
    order = ["random", beginner_of(game), *(level.player for level in levels[1:])]
    assert sorted(order, key=lambda text: rating[text]) == order


def test_a_player_slips_as_often_as_its_name_says() -> None:
    game = game_of("tictactoe")
    player = player_from_text("slips:40:minimax", game)
    assert isinstance(player, NoisyPlayer)
    # One move alone wins at once; a slip finds it in one of five cases.
    decision = game.decision(game.position_from("xx.oo...."), 0, ())
    wins = sum(decision.result(player.choose(decision, game_streams(seed))) == 1 for seed in range(2000))
    assert wins / 2000 == pytest.approx(0.6 + 0.4 / 5, abs=0.04)
    assert player_from_text(player.name, game).name == player.name


@pytest.mark.parametrize(
    "text",
    ["slips:101:random", "slips:x:random", "slips:-1:random", "slips:1:slips:1:random", "slips:5", "slips:"],
)
def test_what_is_no_such_player_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(UsageError, match=r"slips|there is no player"):
        player_from_text(text, "hexapawn")


def test_however_deep_players_are_nested_they_are_refused_at_once() -> None:
    with pytest.raises(UsageError):
        player_from_text("slips:1:search:1:" * 10_000 + "random", "senet")
    assert files_named("slips:20:search:1:" * 10_000 + "matchbox:box.json") == ["box.json"]


def test_a_level_is_known_as_the_program_shows_it() -> None:
    assert player_from_text("Hard", "senet").name == player_from_text("hard", "senet").name
