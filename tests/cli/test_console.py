"""Tables keep all their columns, however narrow the terminal is."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from rich.padding import Padding
from rich.table import Table
from terminal import on_terminal

from senet_gp.cli.console import Console


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        """It is one."""
        return True


def shown(table: Table, columns: int, stream: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stdout", stream)
    Console(width=columns).print(Padding(table, (0, 0, 0, 2)))
    return stream.getvalue()


def a_table() -> Table:
    table = Table(title="all of them", caption="in no order")
    table.add_column("player", overflow="fold")
    for heading in ("rating", "95 %\ninterval", "won", "lost"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_row("search:2:expr:(sub their_distance my_distance)", "+112", "+90 to +133", "1,200", "318")
    table.add_row("random", "-112", "-133 to -90", "318", "")
    return table


@pytest.mark.parametrize("columns", [10, 40, 60, 200])
@pytest.mark.parametrize("stream", [Screen, io.StringIO])
def test_every_cell_is_shown(
    columns: int, stream: type[io.StringIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    written = shown(a_table(), columns, stream(), monkeypatch)
    for column in a_table().columns[1:]:
        for word in " ".join(map(str, (column.header, *column.cells))).split():
            assert word in written, written
    assert "random" in written
    if stream is Screen:
        assert max(map(len, re.sub(r"\x1b\[[0-9;]*m", "", written).splitlines())) <= columns


def test_what_does_not_fit_becomes_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [line.rstrip() for line in shown(a_table(), 40, Screen(), monkeypatch).splitlines()]
    assert [line for line in lines if line][-5:] == [
        "player: random",
        "rating: -112",
        "95 % interval: -133 to -90",
        "won: 318",
        "in no order",
    ]


def test_a_tournament_at_forty_columns_has_all_numbers(tmp_path: Path) -> None:
    arguments = ("tournament", "hexapawn", "random", "random-tree:1", "minimax", "--games", "4")
    _, narrow = on_terminal(*arguments, cwd=tmp_path, columns=40)
    for heading in ("rating", "95 % interval", "won", "lost", "drawn"):
        assert narrow.count(f"{heading}: ") == 3
