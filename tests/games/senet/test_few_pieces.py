"""Exact chances of Senet with few pieces: numbers of boards, values, and files."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
import reference_senet as slow

from senet_gp.errors import FileError, UsageError
from senet_gp.games.senet import Senet, throw_groups
from senet_gp.games.senet.board_numbers import number_of_boards
from senet_gp.games.senet.exact_table import SolvedGame, table_for
from senet_gp.games.senet.few_pieces import ChanceTable, chance_table
from senet_gp.games.senet.few_pieces_file import (
    UNFINISHED,
    read_chances,
    solve_into,
    write_chances,
    write_unfinished,
)
from senet_gp.games.senet.moves import Position
from senet_gp.games.senet.sweeps import LENGTH, ONE, TURN, group_weights
from senet_gp.games.senet.value_iteration import Solving

#: The residue of the Bellman equation is less than this: six units of 2^-31.
RESIDUE = 6 / ONE


def mask(squares: Iterable[int]) -> int:
    return sum(1 << square for square in squares)


def bellman(table: ChanceTable, mine: slow.Squares, theirs: slow.Squares) -> float:
    """The value of a board by the slow rules, from the table's values of the boards that follow."""

    def after(board: slow.Board, *, again: bool) -> float:
        own, other = board
        if not own:
            return 1.0
        if again and slow.WATER not in own:
            return float(table.chances([mask(own)], [mask(other)])[0])
        return 1 - float(table.chances([mask(other)], [mask(own)])[0])

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
        found = float(table.chances([mask(mine)], [mask(theirs)])[0])
        assert abs(found - bellman(table, mine, theirs)) < RESIDUE, (sorted(mine), sorted(theirs))


def test_boards_are_numbered_without_gaps_and_fewer_pieces_first() -> None:
    sets = [mask(squares) for count in (1, 2) for squares in combinations(range(1, 31), count)]
    mine, theirs = (axis.ravel() for axis in np.meshgrid(sets, sets))
    table = ChanceTable(2, np.arange(number_of_boards(2), dtype=np.uint32))
    chances = table.chances(mine, theirs)
    known = mine & theirs == 0
    assert np.isnan(chances[~known]).all()
    numbers = (chances[known] * ONE).astype(np.int64)
    assert (np.sort(numbers) == np.arange(number_of_boards(2))).all()
    one_each = np.isin(mine[known], sets[:30]) & np.isin(theirs[known], sets[:30])
    assert set(numbers[one_each].tolist()) == set(range(number_of_boards(1)))


def test_what_is_no_board_of_the_table_has_no_chance() -> None:
    table = chance_table(1)
    wrong = [(0, 2), (2, 0), (2, 2), (6, 8), (8, 6), (1, 2), (1 << 31, 2)]
    assert np.isnan(table.chances(*zip(*wrong, strict=True))).all()
    with pytest.raises(UsageError, match="--rule pieces=3 --out FILE"):
        chance_table(3)
    for pieces in (0, 4):
        with pytest.raises(UsageError, match="1 to 3 pieces a side"):
            Solving(pieces)


def test_the_groups_of_throws_have_their_chances() -> None:
    assert group_weights() == {throws: chance * 16**4 for throws, chance in throw_groups().items()}


def test_one_piece_a_side_solves_the_equation_of_the_slow_rules() -> None:
    assert_solves(chance_table(1), boards(1, 60, seed=1))


@pytest.mark.slow
def test_all_boards_of_one_piece_and_many_of_two_solve_the_equation_of_the_slow_rules() -> None:
    squares = range(1, 31)
    everything = [(frozenset([a]), frozenset([b])) for a in squares for b in squares if a != b]
    assert_solves(chance_table(1), everything)
    assert (chance_table(2).values[: number_of_boards(1)] == chance_table(1).values).all()
    assert_solves(chance_table(2), boards(2, 2000, seed=2))


def test_chances_after_a_turn_are_those_of_the_player_who_moved() -> None:
    table = chance_table(1)
    mine, theirs = [0, 1 << 5, 1 << 5, 1 << 27], [1 << 3] * 4
    of_them = table.chances([1 << 3], [1 << 5])[0]
    of_me = table.chances([1 << 5], [1 << 3])[0]
    of_them_then = table.chances([1 << 3], [1 << 27])[0]
    expected = [1.0, 1 - of_them, of_me, 1 - of_them_then]
    assert table.after_chances(mine, theirs, [True, False, True, True]).tolist() == expected


def test_no_game_of_one_piece_lasts_long_however_it_is_played() -> None:
    """The mean length if both prolong the game: the factor by which a residue becomes an error."""
    solving = Solving(1, LENGTH)
    changes = list(solving.sweeps(TURN // 100))
    assert solving.solved
    # A hundredth of a turn may be missing in each of the equations.
    assert 10 < solving.values.max() / TURN / 0.99 < 100
    assert len(changes) > 5


def test_work_that_was_killed_is_gone_on_with_to_the_same_bytes(tmp_path: Path) -> None:
    whole, resumed = tmp_path / "whole", tmp_path / "resumed"
    solve_into(whole, 1)
    part = Solving(1)
    for _, _change in zip(range(7), part.sweeps(), strict=False):
        pass
    write_unfinished(Path(f"{resumed}{UNFINISHED}"), part)
    told: list[float] = []
    table = solve_into(resumed, 1, lambda done, _text: told.append(done))
    assert resumed.read_bytes() == whole.read_bytes()
    assert told == sorted(told)
    assert told[0] < told[-1] <= 1
    assert repr(table) == "<ChanceTable: 1 piece a side, 870 boards>"
    assert table.chance(Position.start(1)) == chance_table(1).chance(Position.start(1))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["resumed", "whole"]
    with pytest.raises(FileError, match="already exists"):
        solve_into(whole, 1)


def test_damaged_and_foreign_files_are_refused(tmp_path: Path) -> None:
    good = tmp_path / "good"
    write_chances(good, chance_table(1))
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
    refused(with_head(game="chess"), "no chances of Senet")
    refused(with_head(parameters={"pieces": 2}), "not chances of all boards")
    refused(with_head(parameters={"pieces": True}), "no chances of Senet")
    large = tmp_path / "large"
    write_chances(large, ChanceTable(1, np.full(870, ONE + 1, np.uint32)))
    with pytest.raises(FileError, match="not chances of all boards"):
        read_chances(large)
    with pytest.raises(FileError, match="does not exist"):
        read_chances(tmp_path / "none")
    with pytest.raises(FileError, match="cannot be read: Is a directory"):
        read_chances(tmp_path)
    part = Solving(1)
    write_unfinished(tmp_path / "part", part)
    with pytest.raises(FileError, match="unfinished"):
        read_chances(tmp_path / "part")
    write_unfinished(Path(f"{tmp_path / 'other'}{UNFINISHED}"), part)
    with pytest.raises(FileError, match="unfinished work for 1 piece a side, not 2"):
        solve_into(tmp_path / "other", 2)


def test_a_table_for_too_few_pieces_says_which_boards_it_has(tmp_path: Path) -> None:
    write_chances(tmp_path / "one", chance_table(1))
    with pytest.raises(FileError, match="has boards with at most 1 piece a side, not 2: name another table"):
        table_for(Senet(pieces=2), tmp_path / "one")
    for pieces, has in ((1, "1 piece"), (2, "2 pieces")):
        solved = SolvedGame(
            Senet(pieces=pieces), ChanceTable(pieces, np.zeros(number_of_boards(pieces), np.uint32))
        )
        with pytest.raises(UsageError, match=f"the table has boards with at most {has} a side, and "):
            solved.chance(Position.start(3))
