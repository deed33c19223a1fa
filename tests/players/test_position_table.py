"""Tables of positions: what is in them, files, and entries set by hand."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from reference_small_games import HEXAPAWN, TIC_TAC_TOE, Reference

from senet_gp.arena.verdict import verdict
from senet_gp.games.board.game import BoardDecision, BoardGame
from senet_gp.games.hexapawn import Hexapawn
from senet_gp.games.pursuit import Pursuit
from senet_gp.games.solving.perfect import graph, value_of_move, values
from senet_gp.games.tictactoe import COMBINATIONS, TicTacToe, combinations, is_kept, is_kept_by_source
from senet_gp.games.trilobite import Trilobite
from senet_gp.players.position_table import (
    PositionTable,
    TablePlayer,
    entry_report,
    read_position_table,
    summary,
    table_player,
)
from senet_gp.runtime.codec import as_json
from senet_gp.runtime.errors import FileError, SenetGpError, UsageError
from senet_gp.runtime.streams import game_streams

GAMES: list[BoardGame] = [TicTacToe(), Hexapawn(), Trilobite(), Pursuit()]
#: No test changes a table, so each is built once.
built = cache(PositionTable.build)


@pytest.fixture(params=GAMES, ids=lambda game: game.name, scope="module")
def table(request: pytest.FixtureRequest) -> PositionTable:
    return built(request.param)


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """The lines of tic-tac-toe's table."""
    return built(TicTacToe()).to_text().splitlines()


def decision(game: BoardGame, text: str) -> BoardDecision:
    position = game.position_from(text)
    return BoardDecision(game, 0, position, game.afterstates(position))


def test_the_numbers_of_combinations() -> None:
    every = list(combinations())
    assert len(every) == len(set(every)) == COMBINATIONS == 19683
    kept, by_source = (set(filter(rule, every)) for rule in (is_kept, is_kept_by_source))
    assert (len(kept), len(by_source)) == (4536, 4277)
    assert sum(all(cells) for cells in kept) == 16
    # The mistake in the source is the whole difference.
    assert kept - by_source == {cells for cells in kept if cells[:3] == (0, 0, 0)}


def test_the_summary_of_tic_tac_toe() -> None:
    assert as_json(summary(built(TicTacToe()))) == {
        "game": "tictactoe",
        "orders": 362880,
        "games": 255168,
        "combinations": 19683,
        "source_filter": 4277,
        "kept": 4536,
        "with_a_move": 4520,
        "symmetries": 8,
        "classes": 630,
        "classes_with_a_move": 627,
        "reduced": False,
        "entries": 4536,
    }


def test_the_number_of_games_is_counted_one_by_one() -> None:
    """255,168 of tic-tac-toe, by the slow rules; many of the 362,880 orders go on after a line."""
    for game, reference in ((TicTacToe(), TIC_TAC_TOE), (Hexapawn(), HEXAPAWN)):

        @cache
        def games(state: object, reference: Reference = reference) -> int:
            return sum(
                1 if result is not None else games(after) for _, after, result in reference.moves(state)
            )

        assert summary(built(game)).games == games(reference.starts[0])


@pytest.mark.parametrize(
    ("game", "kept", "classes"),
    [(Hexapawn(), 70, 37), (Trilobite(), 505, 261), (Pursuit(), 2088, 262), (Pursuit(3), 505, 80)],
    ids=repr,
)
def test_the_summary_of_other_games(game: BoardGame, kept: int, classes: int) -> None:
    found = summary(built(game))
    assert (found.combinations, found.source_filter, found.orders) == (None, None, None)
    assert found.games == {"hexapawn": 134, "trilobite": 1310}.get(game.name)
    assert (found.kept, found.with_a_move, found.classes) == (kept, kept, classes)
    reduced = summary(built(game, reduced=True))
    assert (reduced.kept, reduced.with_a_move, reduced.classes) == (kept, kept, classes)
    assert (reduced.reduced, reduced.entries, found.entries) == (True, classes, kept)


def test_a_table_holds_every_position_that_can_come_up(table: PositionTable) -> None:
    reachable = graph(table.game, table.game.starts())
    assert set(reachable) == {entry.position for entry in table.entries if entry.move is not None}
    assert [entry.index for entry in table.entries] == list(range(len(table.entries)))


def test_the_moves_are_the_quickest_wins_the_slowest_losses_the_lowest_cells(table: PositionTable) -> None:
    game = table.game
    moves = graph(game, game.starts())
    known = values(game, moves)
    for position, afterstates in moves.items():
        played = table[position].move
        assert played in afterstates
        value = value_of_move(game, played, known)
        assert value == known[position]
        for other in afterstates:
            rank = value_of_move(game, other, known).rank
            assert rank <= value.rank
            if rank == value.rank:
                assert (played.start, played.target) <= (other.start, other.target)


def test_what_moves_lead_to_is_the_index_of_the_entry(table: PositionTable) -> None:
    for entry in table.entries:
        if entry.move is None:
            continue
        leads_to = table.leads_to(entry.move)
        if leads_to.isdecimal():
            after = table.entries[int(leads_to)]
            assert after.position == table.game.swapped(entry.move.position)
        else:
            assert leads_to == {1: "won", -1: "lost", 0: "drawn"}[entry.move.result or 0]
            assert entry.move.result is not None


def test_files_read_back(table: PositionTable, tmp_path: Path) -> None:
    file = tmp_path / "table"
    table.write(file)
    assert read_position_table(file, table.game) == table
    with pytest.raises(FileError, match="already exists"):
        table.write(file, new=True)


def test_the_player_plays_what_the_table_says(table: PositionTable, tmp_path: Path) -> None:
    file = tmp_path / "table"
    table.write(file)
    game = table.game
    players = [table_player("table", game), table_player(f"table:{file}", game)]
    assert [player.name for player in players] == ["table", f"table:{file}"]
    players.append(pickle.loads(pickle.dumps(players[0])))  # noqa: S301
    for entry in random.Random(1).sample(table.entries, 30):
        if entry.move is not None:
            asked = BoardDecision(game, 0, entry.position, game.afterstates(entry.position))
            for player in players:
                index = player.choose(asked, game_streams(1))
                assert asked.afterstates[index] == entry.move
                assert player.possible(asked) == [index]


@pytest.mark.parametrize("text", ["tables", "table:", "minimax"])
def test_other_texts_are_no_table_players(text: str) -> None:
    with pytest.raises(UsageError, match="is not a player: write table, or table:FILE"):
        table_player(text, TicTacToe())


def test_a_position_that_cannot_be_looked_up_is_an_error(lines: list[str], tmp_path: Path) -> None:
    file = tmp_path / "table"
    without = [line for line in lines if "xo......." not in line]
    file.write_text("\n".join(without))
    table = read_position_table(file, TicTacToe())
    with pytest.raises(SenetGpError, match=r"the table of tictactoe has no entry for the position xo\.\.\."):
        TablePlayer(table).choose(decision(TicTacToe(), "xo......."), game_streams(1))


def test_an_entry_is_reported_with_what_each_move_gets() -> None:
    game = TicTacToe()
    report = entry_report(built(game), game.position_from("xx.oo...."))
    assert (report.position, report.move, report.leads_to) == ("xx.oo....", "3", "won")
    assert report.values == {"3": "win in 1", "6": "draw"} | dict.fromkeys("789", "loss in 2")


def changed(lines: list[str], old: str, new: str) -> list[str]:
    assert sum(old in line for line in lines) == 1
    return [line.replace(old, new) for line in lines]


@pytest.mark.parametrize("new", ["5 ?", "5 54"])
def test_a_move_can_be_set_by_hand(lines: list[str], tmp_path: Path, new: str) -> None:
    """What it leads to may be left out."""
    game = TicTacToe()
    after = game.text(game.swapped(game.afterstates(game.starts()[0])[4].position))
    index = next(line.split()[0] for line in lines if after in line)
    file = tmp_path / "table"
    comment = ["", "# the centre is more fun"]
    file.write_text("\n".join([*lines[:4], *comment, f"0 ......... {new.replace('54', index)}", *lines[6:]]))
    table = read_position_table(file, game)
    opening = table[game.starts()[0]].move
    assert opening is not None
    assert (game.notation(opening, 0), table.leads_to(opening)) == ("5", index)
    assert len(table.entries) == 4536


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda lines: lines[:0], "is not a senet-gp position table file"),
        (lambda lines: ["x", *lines[1:]], "is not a senet-gp position table file"),
        (lambda lines: lines[:1], "line 2: it says '', but a table for this game says 'game: tictactoe'"),
        (lambda lines: [lines[0], "game: hexapawn", *lines[2:]], "line 2: it says 'game: hexapawn', but"),
        (lambda lines: [*lines[:5], "0 ......... 1"], "line 6: an entry has four parts"),
        (lambda lines: [*lines[:6], lines[5]], "line 7: the index must be a whole number from 1 on, not '0'"),
        (lambda lines: [*lines[:5], "-1 ......... 1 ?"], "line 6: the index must be .* not '-1'"),
        (lambda lines: [*lines[:5], "٣ ......... 1 ?"], "line 6: the index must be"),
        (lambda lines: [*lines[:5], f"{10**30} ......... 1 ?"], "line 6: the index must be"),
        (lambda lines: [*lines[:5], "0 .......... 1 ?"], "line 6: a position of .* 9 characters .*'.{10}'"),
        (lambda lines: [*lines[:5], "0 xxxoo.... 6 ?"], "line 6: 'xxxoo....' is no position"),
        (lambda lines: [*lines[:5], "0 xx....... 6 ?"], "line 6: 'xx.......' is not a .* two pieces"),
        (
            lambda lines: [*lines[:5], "0 o........ 5 ?", "1 o........ 5 ?"],
            "line 7: the position o........ is in line 6 already$",
        ),
        (
            lambda lines: [*lines[:5], "0 ......... 1 ?", "1 ......... 1 ?"],
            "line 7: the position ......... is in line 6 already",
        ),
        (lambda lines: [*lines[:5], "0 ......... 0 ?"], "line 6: '0' is not a move here: the moves are 1, 2"),
        (lambda lines: [*lines[:5], "0 ......... - -"], "line 6: '-' is not a move here"),
        (lambda lines: [*lines[:5], "0 -1,0,0,0,0,0,0,0,0 5 ?"], "line 6: a position of tictactoe is 9"),
        (
            lambda lines: changed(lines, " .........   1 ", " .........   2 "),
            "line 6: move 2 leads to 678, not",
        ),
        (lambda lines: [*lines[:5], "0 xx.oo.... 3 drawn"], "move 3 leads to won, not to 'drawn'"),
        (lambda lines: [*lines[:5], "0 ......... 1 won"], "move 1 leads to missing, not to 'won'"),
        (lambda lines: [*lines[:5], "0 xoxooxoxo 1 ?"], "line 6: .* full: its move is - and leads to -"),
        (lambda lines: [*lines[:5], "0 ooxxxoooxx 1 ?"], "line 6: a position of tictactoe is 9"),
        (lambda lines: [*lines[:5], "0 " + "x" * 5000 + " 1 ?"], "line 6: a position .*, not 'x{40}'"),
    ],
)
def test_a_wrong_file_is_refused_with_its_line(
    lines: list[str], tmp_path: Path, change: Callable[[list[str]], list[str]], message: str
) -> None:
    file = tmp_path / "table"
    file.write_text("\n".join(change(lines)) + "\n", encoding="utf-8")
    with pytest.raises(FileError, match=message) as refusal:
        read_position_table(file, TicTacToe())
    assert "\n" not in str(refusal.value)


def test_a_table_serves_the_game_with_the_same_parameters_only(tmp_path: Path) -> None:
    file = tmp_path / "table"
    built(Trilobite(4, 2, 3)).write(file)
    with pytest.raises(FileError, match="but a table for this game says 'game: trilobite width=3 height=3"):
        read_position_table(file, Trilobite())


@pytest.mark.parametrize(
    "game", [*GAMES, pytest.param(Trilobite(4, 3, 3), marks=pytest.mark.slow), Pursuit(3)], ids=repr
)
def test_a_reduced_table_is_worth_the_whole_one_at_every_position(game: BoardGame, tmp_path: Path) -> None:
    """As quick to win and as slow to lose, wherever it is asked, also when it was read from a file."""
    built(game, reduced=True).write(tmp_path / "reduced")
    reduced = read_position_table(tmp_path / "reduced", game)
    assert reduced == built(game, reduced=True)
    reachable = graph(game, game.starts())
    known = values(game, reachable)
    assert len(reduced.entries) < len(reachable)
    for position, afterstates in reachable.items():
        assert value_of_move(game, reduced.move_at(position, afterstates), known) == known[position]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_verdict_on_a_reduced_table_is_that_on_the_whole_one(game: BoardGame) -> None:
    whole, reduced = (verdict(game, TablePlayer(built(game, reduced=reduced))) for reduced in (False, True))
    assert [seat.worst for seat in whole.seats] == [seat.worst for seat in reduced.seats]
    assert [len(seat.line) for seat in whole.seats if seat.worst] == [
        len(seat.line) for seat in reduced.seats if seat.worst
    ]
    if reduced.measure:
        assert reduced.measure.perfect


@pytest.fixture(scope="module")
def reduced_lines() -> list[str]:
    """The lines of tic-tac-toe's reduced table."""
    return built(TicTacToe(), reduced=True).to_text().splitlines()


def test_moves_set_by_hand_in_a_reduced_table_are_turned_with_the_board(
    reduced_lines: list[str], tmp_path: Path
) -> None:
    """An answer to a corner is set once, for any of the four corners, and played for all."""
    game, file = TicTacToe(), tmp_path / "table"
    # The nought in the corner 9 is written in the corner 3; the answer is the corner opposite.
    by_hand = changed(reduced_lines, " ........o   5     50", " ..o......   7      ?")
    file.write_text("\n".join(by_hand))
    table = read_position_table(file, game)
    player = TablePlayer(table)
    for corner, opposite in ((1, 9), (3, 7), (7, 3), (9, 1)):
        asked = decision(game, "." * (corner - 1) + "o" + "." * (9 - corner))
        assert asked.notation(player.choose(asked, game_streams(1))) == str(opposite)
    report = entry_report(table, game.position_to_move_from("x........"))
    assert (report.position, report.stored, report.side) == ("o........", "..o......", "noughts")
    assert (report.index, report.move) == (1, "9")


def test_what_a_reduced_table_lacks_it_lacks_in_every_direction(
    reduced_lines: list[str], tmp_path: Path
) -> None:
    game, file = TicTacToe(), tmp_path / "table"
    kept = [line for line in reduced_lines if " ........o " not in line]
    kept = [line.replace(" .........   1      1", " .........   5      ?") for line in kept]
    file.write_text("\n".join(kept))
    table = read_position_table(file, game)
    for text in ("o........", "......o.."):
        with pytest.raises(SenetGpError, match="the table of tictactoe has no entry for the position "):
            TablePlayer(table).choose(decision(game, text), game_streams(1))
    found = summary(table)
    assert (found.kept, found.classes, found.entries) == (4536 - 4, 629, 629)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda lines: [*lines[:7], "1 ........o 5 ?", "2 o........ 5 ?"],
            r"line 9: the position o\.+ is in line 8 already, as \.+o by a symmetry",
        ),
        (lambda lines: [*lines[:7], "1 ........o 9 ?"], "line 8: '9' is not a move here"),
        (lambda lines: changed(lines, " ........o   5 ", " ........o   6 "), "line 8: move 6 leads to "),
        # An entry of a whole table stands for itself alone, so a reduced one is not taken for it.
        (lambda lines: [lines[0], "game: tictactoe", *lines[2:]], "line 7: move 1 leads to missing, not to"),
    ],
)
def test_wrong_entries_of_a_reduced_table_are_refused_with_their_line(
    reduced_lines: list[str], tmp_path: Path, change: Callable[[list[str]], list[str]], message: str
) -> None:
    file = tmp_path / "table"
    file.write_text("\n".join(change(reduced_lines)))
    with pytest.raises(FileError, match=message):
        read_position_table(file, TicTacToe())
