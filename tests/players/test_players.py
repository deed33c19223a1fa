"""Players and how they are written."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from primitives import vocabulary_of
from senet_gp.errors import FileError, UsageError
from senet_gp.games.senet import Decision, Position, Senet, afterstates
from senet_gp.players import ExpressionPlayer, RandomPlayer
from senet_gp.players.champion import Champion
from senet_gp.players.parsing import player_from_text
from senet_gp.streams import game_streams
from senet_gp.trees.text import from_lisp, to_lisp

START = Position.start()
SOME = afterstates(START, [1, 2])
DECISION = Decision(START, (1, 2), afterstates=SOME)


def test_the_random_player_chooses_uniformly() -> None:
    streams = game_streams(1)
    counts = Counter(RandomPlayer().choose(DECISION, streams) for _ in range(1000 * len(SOME)))
    assert len(counts) == len(SOME)
    assert all(abs(count - 1000) < 5 * 1000**0.5 for count in counts.values())


def test_an_expression_plays_its_highest_value_and_draws_among_equals() -> None:
    player = player_from_text("expr:hits", "senet")
    assert isinstance(player, ExpressionPlayer)
    assert player.scores(DECISION) == [afterstate.hits for afterstate in SOME]
    best = [index for index, afterstate in enumerate(SOME) if afterstate.hits == 2]
    streams = game_streams(2)
    assert {player.choose(DECISION, streams) for _ in range(200)} == set(best)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("randam", "there is no player 'randam': a player is random, random-tree:N, hand:NAME, expr:TEXT"),
        ("", "there is no player ''"),
        ("\0", "there is no player"),
        ("x" * 10_000, "there is no player"),
        ("random-tree:", "write random-tree:N with a whole number"),
        ("random-tree:-1", "write random-tree:N"),
        ("random-tree:x", "write random-tree:N"),
        ("random-tree:²", "write random-tree:N"),
        ("random-tree:" + "9" * 5000, "write random-tree:N"),
        ("expr:", "there is no expression"),
        ("human", "a person plays only at the terminal: use senet-gp play senet --against PLAYER"),
        ("search:2", "there is no player ''"),
        ("search:x:random-tree:1", "write search:TURNS:PLAYER, TURNS being 1 or more"),
        ("search:0:random-tree:1", "a search looks 1 to 3 turns ahead here, not 0"),
        ("search:9:random-tree:1", "a search looks 1 to 3 turns ahead here, not 9"),
        ("search:2:random", "random has no evaluation function to look ahead with"),
        ("search:2:search:2:random-tree:1", "has no evaluation function to look ahead with"),
        ("expr:(add 1", "bad expression, character 7"),
    ],
)
def test_bad_players_are_refused(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        player_from_text(text, "senet")


def test_champions_are_found_in_files_and_directories(tmp_path: Path) -> None:
    vocabulary = vocabulary_of("senet")
    Champion(from_lisp("(sub 1 my_pieces)", vocabulary), vocabulary, Senet()).write(
        tmp_path / "champion.json"
    )
    for text in (str(tmp_path), str(tmp_path / "champion.json")):
        player = player_from_text(text, "senet")
        assert isinstance(player, ExpressionPlayer)
        assert (player.name, to_lisp(player.tree)) == (text, "(sub 1 my_pieces)")


def test_directories_without_champion(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="holds no champion; it is not a run directory"):
        player_from_text(str(tmp_path), "senet")
    (tmp_path / "checkpoint.json").touch()
    with pytest.raises(FileError, match="holds no champion; finish the run with: senet-gp resume"):
        player_from_text(str(tmp_path), "senet")
    (tmp_path / "other.json").write_text("{}")
    with pytest.raises(FileError, match="is not a senet-gp champion file"):
        player_from_text(str(tmp_path / "other.json"), "senet")
