"""Exact chances of Senet with few pieces: numbers of boards, values, and files."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from senet_gp.engine.exact_solving import Solving
from senet_gp.engine.exact_table import (
    UNFINISHED,
    ChanceTable,
    chance_table,
    read_chances,
    solve_into,
    table_for,
    write_chances,
    write_unfinished,
)
from senet_gp.games.dice.numbering import ONE, groups_of
from senet_gp.games.dice.rules import GOES_ON, THROWS_AGAIN, WON
from senet_gp.games.senet import Senet, numbering, throw_groups
from senet_gp.games.senet import plain_rules as slow
from senet_gp.games.senet.moves import SenetPosition
from senet_gp.runtime.errors import FileError, UsageError

#: The residue of the Bellman equation is less than this: six units of 2^-31.
RESIDUE = 6 / ONE
ONE_PIECE, TWO_PIECES = Senet(pieces=1), Senet(pieces=2)


def mask(squares: Iterable[int]) -> int:
    return sum(1 << square for square in squares)


def chance_of(table: ChanceTable, mine: slow.Squares, theirs: slow.Squares) -> float:
    return float(table.chances([(mask(mine), mask(theirs), 0)])[0])


def bellman(table: ChanceTable, mine: slow.Squares, theirs: slow.Squares) -> float:
    """The value of a board by the slow rules, from the table's values of the boards that follow."""

    def after(board: slow.Board, *, again: bool) -> float:
        own, other = board
        if not own:
            return 1.0
        if again and slow.WATER not in own:
            return chance_of(table, own, other)
        return 1 - chance_of(table, other, own)

    if slow.WATER in mine:
        return sum(
            float(chance) * after((slow.rescue(mine, theirs, throw), theirs), again=False)
            for throw, chance in slow.THROWS.items()
        )
    return sum(
        float(chance) * max(after(board, again=again) for board in slow.end_boards(mine, theirs, throws))
        for throws, (chance, again) in slow.throw_groups().items()
    )


def boards(pieces: int, number: int, seed: int) -> list[slow.Board]:
    """Random boards, half of them with all pieces on the last squares."""
    draw = random.Random(seed)
    found = []
    for _ in range(number):
        mine, theirs = draw.randint(1, pieces), draw.randint(1, pieces)
        squares = draw.sample(range(draw.choice((1, 20)), 31), mine + theirs)
        found.append((frozenset(squares[:mine]), frozenset(squares[mine:])))
    return found


def assert_solves(table: ChanceTable, tried: Iterable[slow.Board]) -> None:
    for mine, theirs in tried:
        found = chance_of(table, mine, theirs)
        assert abs(found - bellman(table, mine, theirs)) < RESIDUE, (sorted(mine), sorted(theirs))


def test_boards_are_numbered_without_gaps_and_fewer_pieces_first() -> None:
    sets = [mask(squares) for count in (1, 2) for squares in combinations(range(1, 31), count)]
    mine, theirs = (axis.ravel() for axis in np.meshgrid(sets, sets))
    one, two = (groups_of(game)[-1] for game in (ONE_PIECE, TWO_PIECES))
    table = ChanceTable(TWO_PIECES, np.arange(two, dtype=np.uint32))
    chances = table.chances(np.column_stack((mine, theirs, np.zeros(len(mine), np.int64))))
    known = mine & theirs == 0
    assert np.isnan(chances[~known]).all()
    numbers = (chances[known] * ONE).astype(np.int64)
    assert (np.sort(numbers) == np.arange(two)).all()
    one_each = np.isin(mine[known], sets[:30]) & np.isin(theirs[known], sets[:30])
    assert set(numbers[one_each].tolist()) == set(range(one))


def test_what_is_no_board_of_the_table_has_no_chance() -> None:
    table = chance_table(ONE_PIECE)
    wrong = [(0, 2), (2, 0), (2, 2), (6, 8), (8, 6), (1, 2), (1 << 31, 2)]
    assert np.isnan(table.chances([(*board, 0) for board in wrong])).all()
    with pytest.raises(UsageError, match="--rule pieces=3 --out FILE"):
        chance_table(Senet(pieces=3))
    with pytest.raises(UsageError, match="1 to 3 pieces a side"):
        Solving(Senet(pieces=4))


def test_the_groups_of_throws_have_their_chances() -> None:
    weights = {
        throws: int(numbering._WEIGHTS[place])
        for (throws, _), place in numbering._PLACES.items()
        if numbering._WEIGHTS[place]
    }
    assert weights == {throws: chance * 16**4 for throws, chance in throw_groups().items()}


def test_one_piece_a_side_solves_the_equation_of_the_slow_rules() -> None:
    assert_solves(chance_table(ONE_PIECE), boards(1, 60, seed=1))


@pytest.mark.slow
def test_all_boards_of_one_piece_and_many_of_two_solve_the_equation_of_the_slow_rules() -> None:
    squares = range(1, 31)
    everything = [(frozenset([a]), frozenset([b])) for a in squares for b in squares if a != b]
    assert_solves(chance_table(ONE_PIECE), everything)
    assert (
        chance_table(TWO_PIECES).values[: groups_of(ONE_PIECE)[-1]] == chance_table(ONE_PIECE).values
    ).all()
    assert_solves(chance_table(TWO_PIECES), boards(2, 500, seed=2))


def test_chances_after_a_turn_are_those_of_the_player_who_moved() -> None:
    table = chance_table(ONE_PIECE)
    boards = np.zeros((5, 4), np.uint32)
    boards[:2] = [0, 1 << 5, 1 << 5, 1 << 27], [1 << 3] * 4
    of_them, of_me, of_them_then = table.chances(
        [(1 << 3, 1 << 5, 0), (1 << 5, 1 << 3, 0), (1 << 3, 1 << 27, 0)]
    )
    expected = [1.0, 1 - of_them, of_me, 1 - of_them_then]
    results = np.array([WON, GOES_ON, THROWS_AGAIN, GOES_ON])
    assert table.after_chances(boards, results).tolist() == expected


def test_values_are_almost_the_same_whatever_they_begin_with() -> None:
    """A residue becomes an error, by a factor: the mean length of games that both players prolong."""
    found = []
    for first in (0, ONE // 2, ONE):
        solving = Solving(ONE_PIECE, values=np.full(870, first, np.uint32))
        assert len(list(solving.sweeps())) > 5
        found.append(solving.values.astype(np.int64))
    assert np.ptp(found, axis=0).max() < 100


def test_work_that_was_killed_is_gone_on_with_to_the_same_bytes(tmp_path: Path) -> None:
    whole, resumed = tmp_path / "whole", tmp_path / "resumed"
    solve_into(whole, ONE_PIECE)
    part = Solving(ONE_PIECE)
    for _, _change in zip(range(7), part.sweeps(), strict=False):
        pass
    write_unfinished(Path(f"{resumed}{UNFINISHED}"), part)
    # Of a process that was killed while it saved.
    (tmp_path / f".resumed{UNFINISHED}.abcd_123.senet-gp-partial").touch()
    told: list[float] = []
    table = solve_into(resumed, ONE_PIECE, lambda done, total, _text: told.append(done / total))
    assert resumed.read_bytes() == whole.read_bytes()
    assert told == sorted(told)
    assert told[0] < told[-1] <= 1
    assert repr(table) == "<ChanceTable: senet with 1 piece, 870 boards>"
    assert table.chance(SenetPosition.start(1)) == chance_table(ONE_PIECE).chance(SenetPosition.start(1))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["resumed", "whole"]
    with pytest.raises(FileError, match="already exists"):
        solve_into(whole, ONE_PIECE)


def test_damaged_and_foreign_files_are_refused(tmp_path: Path) -> None:
    good = tmp_path / "good"
    write_chances(good, chance_table(ONE_PIECE))
    content = good.read_bytes()
    head = json.loads(content[:1024])

    def refused(changed: bytes, match: str) -> None:
        (tmp_path / "bad").write_bytes(changed)
        with pytest.raises(FileError, match=match):
            read_chances(tmp_path / "bad")

    def with_head(**other: object) -> bytes:
        return json.dumps(head | other).encode().ljust(1023) + b"\n" + content[1024:]

    assert with_head() == content
    refused(b"", "is not a senet-gp chances file")
    refused(b"[" * 5000, "is not a senet-gp chances file")
    refused(content[:-4], "its length")
    refused(content + b"\0", "its length")
    refused(with_head(numbers=869), "its length")
    refused(content[:-1] + bytes([content[-1] ^ 1]), "checksum")
    refused(with_head(version=2), "version 2")
    refused(with_head(game="chess"), "no chances of a game: there is no")
    refused(with_head(parameters={"pieces": 2}), "not chances of all boards")
    refused(with_head(parameters={"pieces": True}), "no chances of a game: pieces is True")
    refused(with_head(parameters={"pieces": 4}), "1 to 3 pieces a side")
    refused(with_head(game="hexapawn", parameters={}), "the boards of hexapawn have no numbers")
    refused(with_head(rules="0123"), "made by other rules of senet")
    large = tmp_path / "large"
    write_chances(large, ChanceTable(ONE_PIECE, np.full(870, ONE + 1, np.uint32)))
    with pytest.raises(FileError, match="not chances of all boards"):
        read_chances(large)
    with pytest.raises(FileError, match="does not exist"):
        read_chances(tmp_path / "none")
    with pytest.raises(FileError, match="is not a file"):
        read_chances(tmp_path)
    part = Solving(ONE_PIECE)
    write_unfinished(Path(f"{tmp_path / 'other'}{UNFINISHED}"), part)
    with pytest.raises(FileError, match=r"unfinished work for senet with 1 piece, not senet with 2 pieces:"):
        solve_into(tmp_path / "other", TWO_PIECES)


def test_a_table_for_too_few_pieces_says_which_boards_it_has(tmp_path: Path) -> None:
    write_chances(tmp_path / "one", chance_table(ONE_PIECE))
    with pytest.raises(
        FileError, match=r"it has the boards of senet with 1 piece, not of senet with 2 pieces: name another"
    ):
        table_for(Senet(pieces=2), tmp_path / "one")
    larger = ChanceTable(TWO_PIECES, np.zeros(groups_of(TWO_PIECES)[-1], np.uint32))
    for table in (larger, larger.of(ONE_PIECE)):
        with pytest.raises(UsageError, match=r"exact win probabilities of senet with [12] pieces? are those"):
            table.chance(SenetPosition.start(3))
