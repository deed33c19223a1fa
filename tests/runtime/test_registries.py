"""Registries: names are checked and unique, and what a row names is imported when it is first used."""

from __future__ import annotations

import sys
from dataclasses import dataclass

import pytest

from senet_gp.runtime import plugins
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.registries import Registry, resolved


@dataclass(frozen=True)
class Row:
    """A row of two parts."""

    made: str
    more: str | None = None


def test_a_row_is_found_by_its_name_and_says_where_its_parts_stand() -> None:
    rows = Registry("thing", {"join": Row("posixpath:join")})
    rows.add("here", Row(f"{__name__}:Row", more="posixpath:sep"))
    assert list(rows) == ["join", "here"]
    assert rows["here"].more == "posixpath:sep"
    assert rows.part("join", "made")("a", "b") == "a/b"
    assert rows.part("here", "made") is Row
    assert rows.part("here", "more") == "/"
    assert rows.part("join", "more") is None
    assert rows.get("nowhere") is None
    assert "nowhere" not in rows


def test_a_part_may_be_given_itself() -> None:
    rows = Registry("thing", {})
    rows.add("here", Row(Row, more=test_a_part_may_be_given_itself))  # type: ignore[arg-type]
    assert rows["here"] == Row(f"{__name__}:Row", f"{__name__}:test_a_part_may_be_given_itself")
    with pytest.raises(UsageError, match="cannot be named in a row: define it with def or class at the top"):
        rows.add("there", Row(lambda: 0))  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="names nothing, which cannot be imported"):
        resolved("nothing")
    with pytest.raises(UsageError, match="names :x, which cannot be imported"):
        resolved(":x")


def test_what_is_told_of_rows_counts_those_of_installed_plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = Registry("thing", {"one": Row("a:b")}, installed=True)
    monkeypatch.setattr(plugins, "load_installed", lambda: rows.data.setdefault("two", Row("a:c")))
    assert "2 things" in repr(rows)
    del rows.data["two"]
    assert len(rows) == 2


def test_nothing_is_imported_before_it_is_asked_for() -> None:
    sys.modules.pop("this", None)
    rows = Registry("poem", {"zen": Row("this:s")})
    rows.add("same", Row("this:s"))
    assert "this" not in sys.modules
    assert rows.part("zen", "made").startswith("Gur Mra")


def test_a_name_is_given_once_but_the_same_row_as_often_as_one_likes() -> None:
    rows = Registry("thing", {"one": Row("a:b")})
    rows.add("one", Row("a:b"))
    with pytest.raises(UsageError, match=r"^there is another thing with the name one: take another name$"):
        rows.add("one", Row("a:c"))
    assert rows == {"one": Row("a:b")}


@pytest.mark.parametrize(
    "name", ["", "One", "two words", "2nd", "a:b", "a/b", "x" * 31, "one\n", "é", "a_b", "nan"]
)
def test_a_name_is_a_simple_word(name: str) -> None:
    rows = Registry[Row]("elite", {})
    with pytest.raises(
        UsageError, match=r"cannot be the name of an elite: take a word .* digits and -, but not nan .*$"
    ):
        rows.add(name, Row("a:b"))
    assert not rows


def test_words_of_a_name_are_joined_as_the_registry_says() -> None:
    rows, others = Registry[Row]("thing", {}), Registry[Row]("game", {}, joint="_")
    rows.add("one-more", Row("a:b"))
    others.add("one_more", Row("a:b"))
    with pytest.raises(
        UsageError, match=r"^'one-more' cannot be the name of a game: .* digits and _, but not nan"
    ):
        others.add("one-more", Row("a:b"))


def test_what_is_not_known_is_said_with_what_is() -> None:
    rows = Registry("thing", {"one": Row("a:b"), "two": Row("a:b")})
    with pytest.raises(UsageError, match=r"^there is no thing 'three': the things are one, two$"):
        rows["three"]
    with pytest.raises(UsageError, match="there is no thing 'three'"):
        rows.part("three", "made")


@pytest.mark.parametrize(
    "dotted",
    ["senet_gp.nowhere:at_all", "senet_gp.runtime.registries:nothing", "senet_gp.runtime.registries"],
)
def test_what_cannot_be_had_is_said_with_who_names_it(dotted: str) -> None:
    rows = Registry("thing", {"one": Row(dotted)})
    with pytest.raises(UsageError, match=f"^the thing one names {dotted}, which cannot be imported: "):
        rows.part("one", "made")
    with pytest.raises(UsageError, match=f"^a row names {dotted}, which cannot be imported: "):
        resolved(dotted)
