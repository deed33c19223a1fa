"""Exact chances and verdicts of a game with throws that ends in every way, against a plain solver."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest
import search_race
from exact_race import BOARDS, ENTRY, MISSING, TWISTED, ExactRace

from senet_gp.arena.exact_verdict import exact_verdict
from senet_gp.engine import exact_solving
from senet_gp.engine.exact_solving import ListedSweep, Solving
from senet_gp.engine.exact_table import chance_table, read_chances, solve_into, table_for, write_chances
from senet_gp.games.dice.game import Board
from senet_gp.games.dice.numbering import ONE, groups_of
from senet_gp.games.dice.rules import GOES_ON, THROWS_AGAIN
from senet_gp.games.registry import GAMES
from senet_gp.games.senet import Senet
from senet_gp.players.exact import perfect_player
from senet_gp.players.player import RandomPlayer
from senet_gp.runtime.errors import FileError, UsageError

GAME = ExactRace()


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, ExactRace.name, ENTRY)


#: After so many the values stay as they are.
SWEEPS = 120
ALL: list[Board] = [(mine, theirs, state) for mine, theirs, state in BOARDS.tolist()]


def choices(board: Board, throw: int) -> list[tuple[Board, int]]:
    """The boards after a throw, as the next player sees them, and what follows."""
    rows, results = np.zeros((5, 8), np.uint32), np.zeros(8, np.int8)
    count = search_race.afterstates.py_func(GAME.numbers, *board, throw, rows, results, rows)  # type: ignore[attr-defined]
    found = zip(rows[[0, 1, 4], :count].T.tolist(), results[:count].tolist(), strict=True)
    return [
        ((theirs, mine, state // 4 + state % 4 * 4) if result == GOES_ON else (mine, theirs, state), result)
        for (mine, theirs, state), result in found
    ]


@cache
def throws_at(board: Board) -> list[tuple[float, list[tuple[Board, int]]]]:
    """For each throw its chance, and the choices."""
    law = GAME.laws()[search_race.law(GAME.numbers, *board)]
    return [(chance, choices(board, throw)) for throw, chance in zip(law.throws, law.chances, strict=True)]


def worths(found: list[tuple[Board, int]], values: dict[Board, float]) -> list[float]:
    """What choices are worth to who chooses, by the values of boards for who is to move there."""
    return [
        (result + 1) / 2
        if result < GOES_ON
        else values[board]
        if result == THROWS_AGAIN
        else 1 - values[board]
        for board, result in found
    ]


def plainly_solved() -> dict[Board, float]:
    values = dict.fromkeys(ALL, 0.5)
    for _ in range(SWEEPS):
        values = {
            board: sum(chance * max(worths(found, values)) for chance, found in throws_at(board))
            for board in ALL
        }
    return values


def random_against_perfect(perfect: dict[Board, float]) -> list[float]:
    """The chances of the random mover in either seat, by iteration over who is to move and the board."""
    chances = [dict.fromkeys(ALL, 0.5), dict.fromkeys(ALL, 0.5)]

    def worth(side: int, board: Board, result: int) -> float:
        if result < GOES_ON:
            return (1 - 2 * side) * result / 2 + 0.5
        return chances[side if result == THROWS_AGAIN else 1 - side][board]

    def chosen(side: int, found: list[tuple[Board, int]]) -> list[tuple[Board, int]]:
        told = worths(found, perfect)
        return [found[told.index(max(told))]] if side else found

    for _ in range(SWEEPS):
        for side, values in enumerate(chances):
            for board in ALL:
                values[board] = sum(
                    chance * np.mean([worth(side, *each) for each in chosen(side, found)])
                    for chance, found in throws_at(board)
                )
    return [float(np.mean([values[start] for start in GAME.starts()])) for values in chances]


def by_table() -> dict[Board, float]:
    return dict(zip(ALL, chance_table(GAME).chances(ALL).tolist(), strict=True))


def test_its_chances_are_those_of_a_plain_solver() -> None:
    values = plainly_solved()
    assert by_table() == pytest.approx(values, abs=1e-7)
    first = np.mean([values[start] for start in GAME.starts()])
    assert chance_table(GAME).first_mover_chance == pytest.approx(first, abs=1e-7)
    assert np.isnan(chance_table(GAME).chances([(2, 2, 0), (2, 4, 0), (1 << 9, 2, 5)])).all()


def test_a_verdict_is_that_of_a_plain_evaluation() -> None:
    exact = exact_verdict(GAME, RandomPlayer(), None, None, 1)
    assert [seat.chance for seat in exact.seats] == pytest.approx(
        random_against_perfect(by_table()), abs=1e-9
    )
    estimated = exact_verdict(GAME, RandomPlayer(), None, 4000, 1)
    for one, other in zip(exact.seats, estimated.seats, strict=True):
        assert abs(one.regret - other.regret) < 3 * other.error
    assert abs(exact_verdict(GAME, perfect_player(GAME, None, "minimax"), None, None, 1).regret) < 1e-8


def test_its_file_is_read_back_and_says_by_which_rules_it_was_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "race"
    table = solve_into(file, GAME)
    assert (table.values == chance_table(GAME).values).all()
    assert perfect_player(GAME, file, "table:race").table.game == GAME
    write_chances(tmp_path / "senet", chance_table(Senet(pieces=1)))
    with pytest.raises(FileError, match=r"the boards of senet with 1 piece, not of exactrace: name another"):
        table_for(GAME, tmp_path / "senet")
    monkeypatch.setattr("senet_gp.engine.exact_table.rules_of", lambda _game: "others")
    with pytest.raises(FileError, match="was made by other rules of exactrace: make it again"):
        read_chances(file)


def test_numbers_that_cannot_be_are_found() -> None:
    with pytest.raises(UsageError, match="its boards have no numbers: compare players by senet-gp match"):
        Solving(search_race.SearchRace())
    with pytest.raises(
        UsageError, match=r"have no numbers of their own: number 0 has the board \(0, 0, 10\)"
    ):
        Solving(ExactRace(mistake=TWISTED))
    with pytest.raises(
        UsageError, match="comes one that has none of the numbers: mend number_of_board of exact_"
    ):
        list(Solving(ExactRace(mistake=MISSING)).sweeps())


def changes_of(game: Senet) -> list[int]:
    """By how much Senet's own values change in a sweep that lists afterstates, part by part."""
    values = chance_table(game).values.copy()
    sweeps = [ListedSweep(game, group, values) for group in range(len(groups_of(game)))]
    return [sweep.visit(part) for sweep in sweeps for part in range(sweep.parts)]


def test_senet_is_solved_to_the_same_chances_without_its_own_sweeps() -> None:
    game = Senet(pieces=1)
    listed = Solving(game)
    for _ in listed.sweeps(listed=True):
        pass
    differences = np.abs(listed.values.astype(np.int64) - chance_table(game).values)
    assert differences.max() < 8e-8 * ONE
    assert max(changes_of(game)) <= 6


def test_the_number_of_cores_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact_solving, "_WORTH_SHARING", 1)
    found = []
    for cores in (1, 3):
        monkeypatch.setattr(exact_solving, "available_cores", lambda cores=cores: cores)
        solving = Solving(Senet(pieces=1))
        changes = list(solving.sweeps(listed=True))
        found.append((changes, solving.values.tobytes()))
    assert found[0] == found[1]


@pytest.mark.slow
def test_senets_own_sweeps_of_two_pieces_solve_the_equation_of_all_afterstates() -> None:
    assert max(changes_of(Senet(pieces=2))) <= 8
