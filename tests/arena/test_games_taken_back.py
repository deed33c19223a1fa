"""Games that are played bit by bit and taken back: the same throws come again."""

from __future__ import annotations

from pathlib import Path

import pytest

from senet_gp.arena.record import (
    GameRecord,
    draw_on,
    heading_of,
    new_record,
    next_decision,
    play_choice,
    take_back,
)
from senet_gp.engine.playthrough import Playthrough
from senet_gp.games.registry import GAMES, game_of
from senet_gp.players.player import RandomPlayer
from senet_gp.runtime.errors import FileError, UsageError
from senet_gp.runtime.streams import game_streams, key_of

PLAYERS = (RandomPlayer(), RandomPlayer())
NAMES = ("random", "random")


def played(game: str, seed: int, most: int = 10_000) -> GameRecord:
    record = new_record(NAMES, game_of(game), seed)
    while record.outcome is None and len(record.choices) < most:
        play_choice(record, PLAYERS)
    return record


@pytest.mark.parametrize("game", list(GAMES))
def test_bit_by_bit_is_the_game_that_is_played_at_once(game: str) -> None:
    for seed in range(3):
        record = played(game, seed)
        streams = game_streams(key_of(seed, 0))
        whole = Playthrough(PLAYERS, streams, record.game, record.start)
        assert record.choices == list(whole.choices())
        assert (record.outcome, record.turns) == (whole.outcome, whole.turns)
        assert GameRecord.from_text(record.to_text()).seed == seed


def test_after_any_choice_is_taken_back_its_throws_come_again() -> None:
    whole = played("senet", 4)
    for count in range(0, len(whole.choices), 9):
        record = GameRecord.from_text(whole.to_text())
        take_back(record, count)
        decision = next_decision(record)
        assert decision == whole.choices[count].decision
        assert (record.outcome, len(record.choices)) == (None, count)
        # The file holds all that is needed to go on in the same way.
        again = GameRecord.from_text(record.to_text())
        assert again == record
    take_back(record, 0)
    assert record == new_record(NAMES, record.game, 4)


def test_without_its_seed_a_game_with_throws_is_not_taken_back() -> None:
    record = played("senet", 4, 9)
    for seed, message in ((None, "does not tell the seed"), (5, "not those of the record's seed")):
        record.seed = seed
        before = record.to_text()
        with pytest.raises(UsageError, match=message):
            take_back(record, 5)
        assert record.to_text() == before
    board = played("hexapawn", 4)
    board.seed = None
    take_back(board, 1)
    assert len(board.choices) == 1


def test_a_game_whose_streams_are_unknown_goes_on() -> None:
    record = GameRecord(NAMES, game_of("senet"))
    draw_on(record, 3)
    play_choice(record, PLAYERS)
    assert record.to_text().startswith("senet-gp game record 3\n")
    assert "\nseed: 3\n" in played("senet", 3, 2).to_text()
    with pytest.raises(UsageError, match="line 8: seed should be a number"):
        GameRecord.from_text(played("senet", 3, 2).to_text().replace("seed: 3", "seed: x"))


def test_headings_are_read_without_playing(tmp_path: Path) -> None:
    record = played("senet", 3)
    record.write(tmp_path / "game.txt")
    head = heading_of(tmp_path / "game.txt")
    assert (head["game"], head["x"], head["seed"]) == ("senet", "random", "3")
    assert (head["result"], head["turns"]) == (record.result, str(record.turns))
    (tmp_path / "short.txt").write_text("senet-gp game record 9\nx: \x1b[31m" + "a" * 500 + "\n\x1b: no line")
    assert heading_of(tmp_path / "short.txt")["x"].startswith("\\x1b[31maaa")
    assert heading_of(tmp_path / "short.txt")["\\x1b"] == "no line"
    (tmp_path / "none.txt").write_text("game: senet\n")
    with pytest.raises(FileError, match="is not a game record"):
        heading_of(tmp_path / "none.txt")
