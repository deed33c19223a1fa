"""Logs: what is appended reads back; damage is refused by a sentence; lines are cut back and mended."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from senet_gp.runtime.errors import FileError
from senet_gp.runtime.logs import Log, Signed, TableFormat

COUNTS, NUMBERS = st.integers(0, 1 << 53), st.floats(allow_nan=False, allow_infinity=False)
HEADER = "generation,nodes,version\n"


@dataclass(frozen=True)
class Row:
    """A row of each kind of columns."""

    TABLE: ClassVar[TableFormat] = TableFormat("log.csv", 2, "numbers")
    generation: int
    share: float | None
    change: Signed
    sizes: tuple[int, ...]
    statistics: dict[str, float]
    text: str


@dataclass(frozen=True)
class Short:
    """A row of two columns."""

    TABLE: ClassVar[TableFormat] = TableFormat("log.csv", 2, "numbers")
    generation: int
    nodes: int


class SeveralShort(Short):
    """A row of which a generation may have several."""

    TABLE: ClassVar[TableFormat] = Short.TABLE._replace(several=True)


def rows(names: list[str]) -> st.SearchStrategy[Row]:
    return st.builds(
        Row,
        generation=st.integers(1, 10**6),
        share=st.none() | NUMBERS.map(abs),
        change=NUMBERS,
        sizes=st.lists(COUNTS, min_size=1).map(tuple),
        statistics=st.fixed_dictionaries({name: st.floats(allow_nan=False) for name in names}),
        text=st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"])),
    )


def log_in(directory: Path, text: str = "", *, several: bool = False, remedy: str = "") -> Log[Short]:
    log = Log(directory, SeveralShort if several else Short, remedy=remedy)
    if text:
        log.path.write_text(text)
    return log


@settings(max_examples=100)
@given(data=st.data())
def test_what_is_appended_reads_back(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    log = Log(tmp_path_factory.mktemp("logs"), Row)
    names = data.draw(st.lists(st.sampled_from(["a_mean", "b,c", 'd"e', "ω"]), unique=True))
    written = data.draw(st.lists(rows(names), min_size=1, max_size=4))
    for row in written:
        log.append([row])
    assert list(log.rows()) == written
    log.append([])
    with log.path.open("a") as file:
        file.write("7,0.5,")
    assert list(log.rows()) == written


def test_a_log_keeps_its_columns(tmp_path: Path) -> None:
    log = Log(tmp_path, Row)
    log.append([Row(1, None, -1.0, (1,), {"a": 1.0}, "x")])
    log.append([Row(2, 0.5, 1.0, (1, 2), {"b": 2.0}, "y")])
    assert log.path.read_text().splitlines() == [
        "generation,share,change,sizes,a,text,version",
        "1,,-1.0,1,1.0,x,2",
        "2,0.5,1.0,1 2,,y,2",
    ]
    first, second = log.rows()
    assert first.statistics == {"a": 1.0}
    assert math.isnan(second.statistics["a"])


def test_a_log_that_was_begun_has_columns_and_no_rows(tmp_path: Path) -> None:
    log = log_in(tmp_path)
    assert not log.is_there
    log.begin()
    log.begin()
    assert log.path.read_text() == HEADER
    assert list(log.rows()) == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("generation,nodes\n1,2\n", "without a version"),
        (f"{HEADER}1,2,3\n", "of version 3, but this program reads version 2"),
        (f"{HEADER}1,2,2\n2,,2\n", "in its line 3 nodes is empty, but it must be a whole number"),
        (f"{HEADER}1,x\x1b,2\n", "in its line 2 nodes is x.*, but it must be a whole number"),
        (f"{HEADER}1,-2,2\n", "nodes is -2, but it must be a whole number from 0 on"),
        (f"{HEADER}1,{'9' * 5000},2\n", "nodes is 9+…, but it must be"),
        (f"{HEADER}1,2,\n", "its line 2 has no version"),
        (f"{HEADER}1\n", "its line 2 has 1 of 3 cells"),
        (f"{HEADER}1,2,3,4,5\n", "its line 2 has 5 of 3 cells"),
        ("generation,version\n1,2\n", "has no column nodes, so another version of senet-gp wrote it"),
        ("generation,version\n", "has no column nodes, so another version of senet-gp wrote it"),
        ("generation,nodes,later,version\n1,2,3,2\n", "has a column later, so another version of senet-gp"),
        ("generation,nodes,later,version\n", "has a column later, so another version of senet-gp wrote it"),
    ],
)
def test_damage_is_refused_by_a_sentence(tmp_path: Path, text: str, problem: str) -> None:
    log = log_in(tmp_path, text, remedy="if you remove it, nothing happens")
    with pytest.raises(FileError, match=rf"log\.csv .*{problem}.* \(if you remove it, nothing happens\)$"):
        list(log.rows())


def test_a_column_that_is_missing_is_found_before_the_log_is_read(tmp_path: Path) -> None:
    log = log_in(tmp_path, "generation,version\n1,2\n2,2\n")
    for check in (log.check_version, lambda: log.check(2)):
        with pytest.raises(FileError, match=r"log\.csv has no column nodes, so another version"):
            check()


@pytest.mark.parametrize(
    ("text", "generation", "kept"),
    [
        ("", 3, ""),
        ("generation,ga", 3, ""),
        ("g\n1\n3\n4\n", 3, "g\n1\n3\n"),
        ("g\n1\n3", 3, "g\n1\n"),
        ("g\n1\nx\n2\n", 3, "g\n1\n"),
        ("g\n1\n1\n2\n1\n", 3, "g\n1\n1\n2\n"),
        ("g\n0\n1\n", 3, "g\n"),
        ("g\n1\n99999999999999999999\n", 3, "g\n1\n"),
        ("g\n1\n", 0, "g\n"),
    ],
)
def test_what_is_cut_off(tmp_path: Path, text: str, generation: int, kept: str) -> None:
    log = log_in(tmp_path, several=True)
    log.cut_back(generation)
    assert not log.is_there
    log.path.write_text(text)
    log.cut_back(generation)
    assert log.path.read_text() == kept


def test_of_a_generation_that_has_one_line_the_first_is_kept(tmp_path: Path) -> None:
    log = log_in(tmp_path, "g\n1\n2,a\n2,b\n3\n")
    log.cut_back(3)
    assert log.path.read_text() == "g\n1\n2,a\n"


def test_a_log_without_lines_gets_the_columns_of_what_follows(tmp_path: Path) -> None:
    log = Log(tmp_path, Row)
    log.append([Row(1, None, 0.0, (1,), {"a": 1.0}, "x")])
    log.cut_back(0)
    log.append([Row(1, None, 0.0, (1,), {"b": 2.0}, "x")])
    assert [row.statistics for row in log.rows()] == [{"b": 2.0}]


@pytest.mark.parametrize(
    ("lines", "complete", "begun_later"),
    [
        ([1, 2, 3], True, True),
        ([1, 2, 3, 4], True, True),
        ([1, 1, 2, 3, 3], True, True),
        ([1, 3], False, False),
        ([1, 2], False, False),
        ([2, 3], False, True),
        ([4, 5], False, True),
        ([0, 1, 2, 3], False, False),
        ([], False, True),
    ],
)
def test_whether_each_generation_has_its_lines(
    tmp_path: Path, lines: list[int], *, complete: bool, begun_later: bool
) -> None:
    log = log_in(tmp_path, HEADER + "".join(f"{number},7,2\n" for number in lines), several=True)
    for may_begin_later, expected in ((False, complete), (True, begun_later)):
        if expected:
            log.check(3, may_begin_later=may_begin_later)
        else:
            with pytest.raises(FileError, match="should have lines for each of 3 generations"):
                log.check(3, may_begin_later=may_begin_later)
