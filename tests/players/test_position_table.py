"""Tables of positions: what is in them, files, and entries set by hand."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from senet_gp.errors import FileError, SenetGpError, UsageError
from senet_gp.games.board_game import BoardGame, Decision
from senet_gp.games.combinations import COMBINATIONS, combinations, is_kept, is_kept_by_source
from senet_gp.games.hexapawn import Hexapawn
from senet_gp.games.pursuit import Pursuit
from senet_gp.games.retrograde import graph, value_of_move, values
from senet_gp.games.tictactoe import TicTacToe
from senet_gp.games.trilobite import Trilobite
from senet_gp.players.position_table import PositionTable
from senet_gp.players.table import TablePlayer, table_player
from senet_gp.players.table_summary import entry_report, summary
from senet_gp.streams import game_streams

GAMES: list[BoardGame] = [TicTacToe(), Hexapawn(), Trilobite(), Pursuit()]


@pytest.fixture(params=GAMES, ids=lambda game: game.name, scope="module")
def table(request: pytest.FixtureRequest) -> PositionTable:
    return PositionTable.build(request.param)


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """The lines of tic-tac-toe's table."""
    return PositionTable.build(TicTacToe()).to_text().splitlines()


def decision(game: BoardGame, text: str) -> Decision:
    position = game.position_from(text)
    return Decision(game, 0, position, game.candidates(position))


def test_the_numbers_of_combinations() -> None:
    every = list(combinations())
    assert len(every) == len(set(every)) == COMBINATIONS == 19683
    kept, by_source = (set(filter(rule, every)) for rule in (is_kept, is_kept_by_source))
    assert (len(kept), len(by_source)) == (4536, 4277)
    assert sum(all(cells) for cells in kept) == 16
    # The slip is the whole difference.
    assert kept - by_source == {cells for cells in kept if cells[:3] == (0, 0, 0)}


def test_the_summary_of_tic_tac_toe() -> None:
    assert summary(PositionTable.build(TicTacToe())).as_json() == {
        "game": "tictactoe",
        "combinations": 19683,
        "source_filter": 4277,
        "kept": 4536,
        "with_a_move": 4520,
        "symmetries": 8,
        "classes": 630,
        "classes_with_a_move": 627,
    }


@pytest.mark.parametrize(
    ("game", "kept", "classes"),
    [(Hexapawn(), 70, 37), (Trilobite(), 505, 261), (Pursuit(), 2088, 262), (Pursuit(3), 505, 80)],
    ids=repr,
)
def test_the_summary_of_other_games(game: BoardGame, kept: int, classes: int) -> None:
    found = summary(PositionTable.build(game))
    assert (found.combinations, found.source_filter) == (None, None)
    assert (found.kept, found.with_a_move, found.classes) == (kept, kept, classes)


def test_a_table_holds_every_position_that_can_come_up(table: PositionTable) -> None:
    reachable = graph(table.game, table.game.starts())
    assert set(reachable) == {entry.position for entry in table.entries if entry.move is not None}
    assert [entry.index for entry in table.entries] == list(range(len(table.entries)))


def test_the_moves_are_the_quickest_wins_the_slowest_losses_the_lowest_cells(table: PositionTable) -> None:
    game = table.game
    moves = graph(game, game.starts())
    known = values(game, moves)
    for position, candidates in moves.items():
        played = table[position].move
        assert played in candidates
        value = value_of_move(game, played, known)
        assert value == known[position]
        for other in candidates:
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
            assert after.position == table.game.turned(entry.move.position)
        else:
            assert leads_to == {1: "won", -1: "lost", 0: "drawn"}[entry.move.result or 0]
            assert entry.move.result is not None


def test_files_read_back(table: PositionTable, tmp_path: Path) -> None:
    file = tmp_path / "table"
    table.write(file)
    assert PositionTable.read(file, table.game) == table
    with pytest.raises(FileError, match="is there already"):
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
            asked = Decision(game, 0, entry.position, game.candidates(entry.position))
            for player in players:
                index = player.choose(asked, game_streams(1))
                assert asked.candidates[index] == entry.move
                assert player.possible(asked) == [index]


@pytest.mark.parametrize("text", ["tables", "table:", "minimax"])
def test_other_texts_are_no_table_players(text: str) -> None:
    with pytest.raises(UsageError, match="is not a player: write table, or table:FILE"):
        table_player(text, TicTacToe())


def test_a_position_that_cannot_be_looked_up_is_an_error(lines: list[str], tmp_path: Path) -> None:
    file = tmp_path / "table"
    without = [line for line in lines if "xo......." not in line]
    file.write_text("\n".join(without))
    table = PositionTable.read(file, TicTacToe())
    with pytest.raises(SenetGpError, match=r"the table of tictactoe has no entry for the position xo\.\.\."):
        TablePlayer(table).choose(decision(TicTacToe(), "xo......."), game_streams(1))


def test_an_entry_is_reported_with_what_each_move_gets() -> None:
    game = TicTacToe()
    report = entry_report(PositionTable.build(game), game.position_from("xx.oo...."))
    assert (report.position, report.move, report.leads_to) == ("xx.oo....", "3", "won")
    assert dict(report.values) == {"3": "win in 1", "6": "draw"} | dict.fromkeys("789", "loss in 2")


def changed(lines: list[str], old: str, new: str) -> list[str]:
    assert sum(old in line for line in lines) == 1
    return [line.replace(old, new) for line in lines]


@pytest.mark.parametrize("new", ["5 ?", "? 54", "5 54"])
def test_a_move_can_be_set_by_hand(lines: list[str], tmp_path: Path, new: str) -> None:
    """Given as a cell or as an index, or as both."""
    game = TicTacToe()
    after = game.text(game.turned(game.candidates(game.starts()[0])[4].position))
    index = next(line.split()[0] for line in lines if after in line)
    file = tmp_path / "table"
    comment = ["", "# the centre is more fun"]
    file.write_text("\n".join([*lines[:4], *comment, f"0 ......... {new.replace('54', index)}", *lines[6:]]))
    table = PositionTable.read(file, game)
    opening = table[game.starts()[0]].move
    assert opening is not None
    assert (game.notation(opening, 0), table.leads_to(opening)) == ("5", index)
    assert len(table.entries) == 4536


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda lines: lines[:0], "is not a senet-gp position table file"),
        (lambda lines: ["x", *lines[1:]], "is not a senet-gp position table file"),
        (lambda lines: [lines[0][:-1] + "2", *lines[1:]], "of version 2, but this program reads version 1"),
        (lambda lines: lines[:1], "line 2: it says '', but a table for this game says 'game: tictactoe'"),
        (lambda lines: [lines[0], "game: hexapawn", *lines[2:]], "line 2: it says 'game: hexapawn', but"),
        (lambda lines: [*lines[:5], "0 ......... 1"], "line 6: an entry has four parts"),
        (lambda lines: [*lines[:6], lines[5]], "line 7: the index must be a whole number from 1 on, not '0'"),
        (lambda lines: [*lines[:5], "-1 ......... 1 ?"], "line 6: the index must be .* not '-1'"),
        (lambda lines: [*lines[:5], "٣ ......... 1 ?"], "line 6: the index must be"),
        (lambda lines: [*lines[:5], f"{10**30} ......... 1 ?"], "line 6: the index must be"),
        (lambda lines: [*lines[:5], "0 .......... 1 ?"], "line 6: '..........' is no position"),
        (lambda lines: [*lines[:5], "0 xxxoo.... 6 ?"], "line 6: 'xxxoo....' is no position"),
        (
            lambda lines: [*lines[:5], "0 x........ 6 ?"],
            "line 6: 'x........' is no position that can come up",
        ),
        (
            lambda lines: [*lines[:5], "0 ......... 1 ?", "1 ......... 1 ?"],
            "line 7: the position ......... stands in line 6 already",
        ),
        (lambda lines: [*lines[:5], "0 ......... 0 ?"], "line 6: '0' is not a move here: the moves are 1, 2"),
        (lambda lines: [*lines[:5], "0 ......... - -"], "line 6: '-' is not a move here"),
        (lambda lines: [*lines[:5], "0 ......... ? ?"], "line 6: no move leads from ......... to '?'"),
        (lambda lines: [*lines[:5], "0 ......... ? 5"], "line 6: no move leads from ......... to '5'"),
        (
            lambda lines: changed(lines, " .........   1 ", " .........   2 "),
            "line 6: move 2 leads to 678, not",
        ),
        (lambda lines: [*lines[:5], "0 xx.oo.... 3 drawn"], "move 3 leads to won, not to 'drawn'"),
        (lambda lines: [*lines[:5], "0 ......... 1 won"], "move 1 leads to missing, not to 'won'"),
        (lambda lines: [*lines[:5], "0 oxoxxoxox 1 ?"], "line 6: '.*' is no position"),
        (lambda lines: [*lines[:5], "0 ooxxxoooxx 1 ?"], "line 6: '.*' is no position"),
        (lambda lines: [*lines[:5], "0 " + "x" * 5000 + " 1 ?"], "line 6: 'x{60}…' is no position"),
    ],
)
def test_a_wrong_file_is_refused_with_its_line(
    lines: list[str], tmp_path: Path, change: Callable[[list[str]], list[str]], message: str
) -> None:
    file = tmp_path / "table"
    file.write_text("\n".join(change(lines)) + "\n", encoding="utf-8")
    with pytest.raises(FileError, match=message) as refusal:
        PositionTable.read(file, TicTacToe())
    assert "\n" not in str(refusal.value)


def test_a_full_board_has_no_move(lines: list[str], tmp_path: Path) -> None:
    number, full = next((n, line) for n, line in enumerate(lines) if line.split()[2:] == ["-", "-"])
    lines = [*lines[:number], full.replace("  -", "  1", 1), *lines[number + 1 :]]
    file = tmp_path / "table"
    file.write_text("\n".join(lines))
    with pytest.raises(
        FileError, match=f"line {number + 1}: the board is full: its move is - and leads to -"
    ):
        PositionTable.read(file, TicTacToe())


def test_foreign_files_are_refused(tmp_path: Path) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(bytes(range(256)))
    for file in (binary, tmp_path, tmp_path / "nothing"):
        with pytest.raises(FileError):
            PositionTable.read(file, TicTacToe())


def test_a_table_serves_the_game_with_the_same_parameters_only(tmp_path: Path) -> None:
    file = tmp_path / "table"
    PositionTable.build(Trilobite(4, 2, 3)).write(file)
    with pytest.raises(FileError, match="but a table for this game says 'game: trilobite width=3 height=3"):
        PositionTable.read(file, Trilobite())


def test_random_damage_is_refused_or_read(tmp_path: Path) -> None:
    """Nothing but a FileError comes out of a damaged file."""
    rng = random.Random(3)
    whole = PositionTable.build(Hexapawn()).to_text()
    file = tmp_path / "table"
    refused = 0
    for _ in range(200):
        text = list(whole)
        for _ in range(rng.randint(1, 4)):
            text[rng.randrange(len(text))] = rng.choice("xo.?-\n 0123456789\0é")
        file.write_text("".join(text), encoding="utf-8")
        try:
            PositionTable.read(file, Hexapawn())
        except FileError:
            refused += 1
    assert 100 < refused < 200
