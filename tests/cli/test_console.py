"""Tables keep all their columns, however narrow the terminal is."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from terminal import on_terminal

from senet_gp.cli.console import figures, names, print_table, texts


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        """It is one."""
        return True


COLUMNS = [*names("player"), *figures("rating", "95 %\ninterval", "won", "lost"), *texts("remark")]
ROWS = [
    ("search:2:expr:(sub their_distance my_distance)", "+112", "+90 to +133", "1,200", "318", "the best"),
    ("random", "-112", "-133 to -90", "318", "", "by chance alone, and never by design"),
]


def shown(columns: int, stream: io.StringIO, monkeypatch: pytest.MonkeyPatch, *, plain: bool = False) -> str:
    for name, value in (("TERM", "xterm"), ("COLUMNS", str(columns)), ("NO_COLOR", "1")):
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.stdout", stream)
    print_table(COLUMNS, ROWS, plain=plain)
    return re.sub(r"\x1b\[[0-9;]*m", "", stream.getvalue())


@pytest.mark.parametrize("columns", [10, 24, 40, 60, 80, 120, 200])
@pytest.mark.parametrize("stream", [Screen, io.StringIO])
def test_every_cell_is_shown(
    columns: int, stream: type[io.StringIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    written = shown(columns, stream(), monkeypatch)
    whole = re.sub(r"\s", "", written)
    for number in range(1, 5):
        for word in " ".join((COLUMNS[number].heading, *(row[number] for row in ROWS))).split():
            assert word in (whole if columns == 10 else written), written
    assert "random" in written
    assert all(word in whole for word in ("player", "remark", "design", "best"))
    if stream is Screen:
        assert max(map(len, written.splitlines())) <= columns


def test_columns_for_which_there_is_no_room_follow_below(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [line.rstrip() for line in shown(50, Screen(), monkeypatch).splitlines()]
    headings = [line.split() for line in lines if line.startswith("  player")]
    assert headings == [["player", "rating", "interval", "won"], ["player", "lost", "remark"]]
    assert [line.split()[1:] for line in lines if line.startswith("  random")] == [
        ["-112", "-133", "to", "-90", "318"],
        ["by", "chance", "alone,"],
    ]
    assert max(len(line) for line in lines) > 36  # as wide as there is room


def test_where_two_columns_have_no_room_rows_become_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [line.rstrip() for line in shown(20, Screen(), monkeypatch).splitlines()]
    assert lines[lines.index("player: random") :][:5] == [
        *("player: random", "rating: -112", "95 % interval: -133", "to -90", "won: 318")
    ]


def test_where_letters_are_pieces_there_are_no_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = shown(120, Screen(), monkeypatch).splitlines()
    plain = shown(120, Screen(), monkeypatch, plain=True).splitlines()
    assert any("─" in row for row in rows)
    assert [row.rstrip() for row in plain] == [row.rstrip() for row in rows if "─" not in row]


def test_a_tournament_at_forty_columns_has_all_numbers(tmp_path: Path) -> None:
    arguments = ("tournament", "hexapawn", "random", "random-tree:1", "minimax", "--games", "4")
    _, narrow = on_terminal(*arguments, cwd=tmp_path, columns=40)
    for heading in ("rating", "95 % interval", "won", "lost", "drawn"):
        assert heading in narrow
