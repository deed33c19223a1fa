"""Game records."""

from __future__ import annotations

from pathlib import Path

import pytest
from played_games import record_of

from senet_gp.arena.record import GameRecord
from senet_gp.games.senet import Senet, SenetPosition
from senet_gp.runtime.errors import FileError, UsageError

NAMES = ("random", "random-tree:4")


@pytest.fixture(scope="module")
def sample() -> GameRecord:
    return record_of(Senet(), 1, *NAMES)


@pytest.mark.parametrize("pieces", [7, 3, 1])
def test_games_read_back(pieces: int) -> None:
    for key in range(25):
        record = record_of(Senet(pieces), key, *NAMES)
        assert GameRecord.from_text(record.to_text()) == record


def test_unfinished_games_read_back_at_any_point() -> None:
    sample = record_of(Senet(2), 1, *NAMES)
    assert len(sample.choices) > 20
    for length, choice in enumerate(sample.choices):
        record = GameRecord(NAMES, Senet(2), SenetPosition.start(2), sample.choices[:length])
        again = GameRecord.from_text(record.to_text())
        assert again == record
        assert again.next_position == choice.before
        assert again.turns == choice.turn - 1


def test_files(sample: GameRecord, tmp_path: Path) -> None:
    sample.write(tmp_path / "game.txt")
    assert GameRecord.read(tmp_path / "game.txt") == sample
    (tmp_path / "game.txt").write_text("no game")
    with pytest.raises(FileError, match=r"game.txt: this is not a game record: it should begin with"):
        GameRecord.read(tmp_path / "game.txt")
    with pytest.raises(FileError, match="does not exist"):
        GameRecord.read(tmp_path / "other.txt")


HEAD = (
    "senet-gp game record 3\ngame: senet\npieces: 7\nstart: oxoxoxoxoxoxox................\n"
    "x: a\no: b\nresult: unfinished\n\n"
)
FIRST = "  1 x 12     14  2+1 3+2\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "should begin with"),
        ("senet-gp game record 3\n", "line 2 of a game record should give 'game: …'"),
        (HEAD.replace("senet\n", "chess\n"), "line 2: there is no game 'chess': .*--plugin MODULE adds"),
        (HEAD.replace("7", "7x"), "line 3: pieces should be a number"),
        (HEAD.replace("7", "9"), "pieces a side in Senet is 9, but it must be from 1 to 7"),
        (HEAD.replace("oxox.", "oxox.x"), "line 4: a Senet position is 30 characters"),
        (HEAD.replace("xoxox..", "xoxoxx."), "line 4: a side has at most 7 pieces"),
        (HEAD.replace("7", "2"), "line 4: .* each side should have 1 to 2 pieces, not 7"),
        (HEAD.replace("x: ", "throws: 77\nx: "), "line 5: "),
        (HEAD.replace("x: ", "throws: 1,2\nx: "), "line 5: '1,2' are no throws: write a digit for each"),
        (HEAD.replace("unfinished", "great"), "line 7: the result should be one of x won; o won; drawn"),
        (HEAD.replace("unfinished", "x won"), "line 7: the result does not agree with the moves"),
        (HEAD.replace("unfinished", "x won, o resigned"), "line 7: the result does not agree with the moves"),
        (
            HEAD + FIRST.replace("14 ", "13 "),
            "line 9: the number of afterstates is 14, not 13: the rules have",
        ),
        (HEAD + FIRST.replace("1 x", "2 x"), "line 9: here it is turn 1, of x"),
        (HEAD + FIRST.replace("x", "o"), "line 9: here it is turn 1, of x"),
        (HEAD + FIRST.replace("12 ", "23 "), "line 9: 2 and 3 cannot be the throws of a turn"),
        (
            HEAD + FIRST.replace("2+1 ", ""),
            "line 9: 3\\+2 cannot be played: no piece of yours stands on 3, but on",
        ),
        (HEAD + FIRST.replace(" 3+2", ""), "line 9: these moves do not end the turn: 2 can still be played"),
        (HEAD + FIRST.replace("3+2", "3+3"), "line 9: 3\\+3 cannot be played: "),
        (HEAD + FIRST.replace("2+1", "2-1"), "line 9: 2-1 cannot be played: by 1 "),
        (HEAD + FIRST.replace("2+1", "2*1"), "line 9: '2\\*1' is not a move"),
        (HEAD + "what is this", "line 9: this is not a line of a game record"),
        (HEAD + FIRST * 2, "line 10: here it is turn 2, of o"),
    ],
)
def test_bad_records_are_refused_with_their_line(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        GameRecord.from_text(text)


@pytest.mark.parametrize(
    ("more", "message"),
    [("  9 x 2       1  3+2\n", "the game was over before"), ("\n" * 34_000, "at most 33000 lines")],
)
def test_lines_after_the_end_are_refused(sample: GameRecord, more: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        GameRecord.from_text(sample.to_text() + more)


@pytest.mark.parametrize("blanks", [" ", "\t", "  "])
def test_blanks_after_the_first_line_do_not_matter(blanks: str) -> None:
    text = GameRecord(("a", "b")).to_text()
    first, rest = text.split("\n", 1)
    assert GameRecord.from_text(f"{first}{blanks}\n{rest}").to_text() == text


@pytest.mark.parametrize("name", ["seed", "retried"])
@pytest.mark.parametrize("number", ["-1", str(2**63), "9" * 25, "x"])
def test_a_seed_that_is_none_is_refused(name: str, number: str) -> None:
    record = GameRecord(("a", "b"), seed=1, retried=1)
    assert GameRecord.from_text(record.to_text()) == record
    text = record.to_text().replace(f"{name}: 1", f"{name}: {number}")
    with pytest.raises(UsageError, match=f"{name} should be a number from 0 to"):
        GameRecord.from_text(text)
