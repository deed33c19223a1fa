"""Players and how they are written."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest

from primitives import vocabulary_of
from senet_gp.games.registry import game_of
from senet_gp.games.senet import Senet, SenetDecision, SenetPosition, afterstates
from senet_gp.players import ExpressionPlayer, RandomPlayer, parsing
from senet_gp.players.champion import Champion
from senet_gp.players.parsing import game_for, player_from_text
from senet_gp.runtime.errors import FileError, UsageError
from senet_gp.runtime.streams import game_streams
from senet_gp.trees.text import from_lisp, to_lisp

START = SenetPosition.start()
SOME = afterstates(START, [1, 2])
DECISION = SenetDecision(Senet(), 0, START, SOME, (1, 2))


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
        (
            "randam",
            "there is no player 'randam': a player is random, easy, medium, hard, best",
        ),
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
        ("search:1:" * 10_000, "has no evaluation function to look ahead with"),
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


def test_the_best_player_of_a_size_is_named_by_its_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vocabulary = vocabulary_of("senet")
    champion = Champion(from_lisp("hits", vocabulary), vocabulary, Senet())
    champion.write(tmp_path / "champion.json")
    asked = []
    sizes = SimpleNamespace(best=lambda nodes: asked.append(nodes) or champion)
    monkeypatch.setattr(parsing, "of_run", lambda run: asked.append(run) or sizes)
    player = player_from_text(f"{tmp_path}@12", "senet")
    assert isinstance(player, ExpressionPlayer)
    assert asked == [tmp_path, 12]
    with pytest.raises(UsageError, match="is one champion: name a run directory before @12"):
        player_from_text(f"{tmp_path / 'champion.json'}@12", "senet")
    for text in (f"{tmp_path / 'nowhere'}@12", f"{tmp_path}@", f"{tmp_path}@1x", f"{tmp_path}@{'1' * 19}"):
        with pytest.raises(UsageError, match="there is no player"):
            player_from_text(text, "senet")


def test_the_game_is_that_of_the_champions_unless_it_is_given(tmp_path: Path) -> None:
    vocabulary = vocabulary_of("senet")
    few, other = str(tmp_path / "few.json"), str(tmp_path / "other.json")
    Champion(from_lisp("hits", vocabulary), vocabulary, Senet(3)).write(Path(few))
    words = vocabulary_of("hexapawn")
    Champion(from_lisp("1", words), words, game_of("hexapawn")).write(Path(other))
    assert game_for(["random", other], "senet") == Senet()
    for text in (few, f"search:2:{few}"):
        assert game_for(["random", text], "senet") == Senet(3)
    assert game_for([few], "senet", {"pieces": 4}) == Senet(4)
    Champion(from_lisp("hits", vocabulary), vocabulary, Senet(5)).write(Path(other))
    with pytest.raises(UsageError, match="for different parameters of the game: choose one with --rule"):
        game_for([few, other], "senet")
