"""Reading and writing files."""

from __future__ import annotations

import errno
import json
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import pytest

from senet_gp.runtime import codec, documents, files
from senet_gp.runtime.errors import FileError


def test_documents_read_back(tmp_path: Path) -> None:
    file = tmp_path / "document.json"
    content = {"b": [1, None, "ä"], "a": {"x": 1.5}}
    documents.write_document(file, "some format", 3, content)
    assert documents.read_document(file, "some format", 3, dict) == content
    assert json.loads(file.read_text())["version"] == 3
    with pytest.raises(FileError, match=r"is not a senet-gp checkpoint file, but a some format file$"):
        documents.read_document(file, "senet-gp checkpoint", 3, dict)


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    files.write_whole(file, "old")

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(FileError, match="cannot be written: No space left on device"):
        files.write_whole(file, "new")
    assert file.read_text() == "old"


def no_links(_file: str, _name: Path) -> None:
    raise OSError(errno.EPERM, "Operation not permitted")


@pytest.mark.parametrize("links", [True, False])
def test_new_files_replace_nothing_and_leave_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    """Also on a drive without hard links."""
    if not links:
        monkeypatch.setattr(os, "link", no_links)
    for name in ("file", "file.new"):
        (tmp_path / name).write_text("precious")
    with pytest.raises(FileError, match="already exists"):
        files.write_whole(tmp_path / "file", "other", new=True)
    with pytest.raises(FileError, match="already exists"):
        files.check_new(tmp_path / "file")
    files.write_whole(tmp_path / "another", "text", new=True)
    with pytest.raises(FileError, match="cannot be written: its name has a NUL character"):
        files.write_whole(tmp_path / "a\0b", "text")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {
        "file": "precious",
        "file.new": "precious",
        "another": "text",
    }


def test_what_is_no_file_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="is not a file"):
        files.read_text(tmp_path)
    with pytest.raises(FileError, match="does not exist"):
        files.read_text(tmp_path / "nothing")


def test_giant_files_are_refused_unread(tmp_path: Path) -> None:
    file = tmp_path / "giant"
    with file.open("wb") as sparse:
        sparse.truncate(files.MAX_BYTES + 1)
    with pytest.raises(FileError, match="is larger than 1048576 KiB"):
        files.read_text(file)


def test_files_of_exactly_the_limit_are_read(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("four")
    assert files.read_text(file, 4) == "four"
    with pytest.raises(FileError, match="is larger than"):
        files.read_text(file, 3)


def test_documents_are_nested_as_deep_as_the_limit_and_no_deeper(tmp_path: Path) -> None:
    file = tmp_path / "document"
    for depth in (documents._MAX_DEPTH, documents._MAX_DEPTH + 1):
        content: list[object] = []
        # The document and the first list are two levels.
        for _ in range(depth - 2):
            content = [content]
        documents.write_document(file, "format", 1, {"deep": content})
        if depth == documents._MAX_DEPTH:
            assert documents.read_document(file, "format", 1, dict) == {"deep": content}
        else:
            with pytest.raises(FileError):
                documents.read_document(file, "format", 1, dict)


def test_a_number_that_python_does_not_read_is_told(tmp_path: Path) -> None:
    file = tmp_path / "file"
    documents.write_document(file, "format", 1, {"games": 10**4299})
    assert documents.read_document(file, "format", 1, dict) == {"games": 10**4299}
    file.write_text(file.read_text().replace("1000", "10000"))
    with pytest.raises(
        FileError, match=r"file is not a format file: a number in it has more than 4,300 digits$"
    ):
        documents.read_document(file, "format", 1, dict)


def test_a_replaced_file_keeps_its_permissions_and_no_link_is_followed(tmp_path: Path) -> None:
    private, link = tmp_path / "private.txt", tmp_path / "link.txt"
    private.write_text("old", encoding="utf-8")
    private.chmod(0o600)
    link.symlink_to(private)
    files.write_whole(private, "new")
    assert stat.S_IMODE(private.stat().st_mode) == 0o600
    # What a foreign directory holds may lead anywhere.
    files.write_whole(link, "other")
    assert (private.read_text(encoding="utf-8"), link.read_text(encoding="utf-8")) == ("new", "other")


def test_others_may_read_a_file_as_the_umask_says(tmp_path: Path) -> None:
    before = os.umask(0o026)
    try:
        files.write_whole(tmp_path / "file", "text")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o640


def test_long_documents_are_read_like_others(tmp_path: Path) -> None:
    content = {"b": [1, [2, "ü"]], "a": {"y": 1, "x": None}, "c": [], "d": "text"}
    documents.write_document(tmp_path / "plain", "format", 3, content)
    parts = {"b": iter(content["b"]), "c": iter(content["c"])}
    documents.write_long_document(tmp_path / "long", "format", 3, content | parts)
    read = [documents.read_document(tmp_path / name, "format", 3, dict) for name in ("plain", "long")]
    assert read == [content, content]
    text = (tmp_path / "long").read_text()
    (tmp_path / "long").write_text(text.replace("text", "test"))
    with pytest.raises(FileError, match="does not match its checksum"):
        documents.read_document(tmp_path / "long", "format", 3, dict)


def test_bytes_are_written_as_they_are(tmp_path: Path) -> None:
    file = tmp_path / "picture"
    files.write_whole(file, b"\x89PNG\r\n\x00", new=True)
    assert file.read_bytes() == b"\x89PNG\r\n\x00"
    with pytest.raises(FileError, match="already exists"):
        files.write_whole(file, b"", new=True)
    assert file.read_bytes() == b"\x89PNG\r\n\x00"


@dataclass(frozen=True)
class Inner:
    """What a part may hold."""

    share: codec.Portion
    class_: str = "none"

    @property
    def percent(self) -> float:
        """What follows from the share."""
        return 100 * self.share


@dataclass(frozen=True, kw_only=True)
class Content:
    """What a file may hold."""

    games: Annotated[int, codec.Between(low=1)]
    rate: Annotated[float, codec.Between(high=1)]
    worst: Annotated[int, codec.Between(-1, 1)] | None = None
    pairs: list[tuple[int, str]]
    several: tuple[float, ...]
    inner: dict[str, Inner]
    anything: Any


SOUND: dict[str, Any] = {
    "games": 3,
    "rate": 1,
    "worst": None,
    "pairs": [[1, "a"]],
    "several": [0.5, 2],
    "inner": {"a b": {"share": 0, "class": "x"}},
    "anything": [None, {"x": [1]}],
}


def test_typed_content_reads_back(tmp_path: Path) -> None:
    file = tmp_path / "content.json"
    content = codec.decoded(SOUND, Content)
    assert (content.rate, content.pairs, content.several) == (1.0, [(1, "a")], (0.5, 2.0))
    assert content.inner == {"a b": Inner(0.0, "x")}
    documents.write_document(file, "content", 1, content)
    assert "worst" not in documents.read_document(file, "content", 1, dict)  # it is None
    assert documents.read_document(file, "content", 1, Content) == content
    assert codec.as_json(content) == SOUND


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"games": 0}, "games is 0, but it must be a whole number of at least 1"),
        ({"games": 2.0}, "games is 2.0, but it must be a whole number of at least 1"),
        (
            {"worst": 10**5000},
            "worst is a number of thousands of digits, but it must be a whole number from",
        ),
        ({"rate": 1.5}, "rate is 1.5, but it must be a number of at most 1"),
        ({"rate": -(10**400)}, f"rate is -1{'0' * 58}…, but it must be a number of at most 1"),
        ({"rate": float("-inf")}, "rate is -Infinity, but it must be a number of at most 1"),
        ({"rate": False}, "rate is false, but it must be a number of at most 1"),
        ({"pairs": [[1, "a"], [1]]}, "pairs[1] is [1], but it must be a list of a whole number and a text"),
        ({"pairs": [[1, 2]]}, "pairs[0][1] is 2, but it must be a text"),
        ({"pairs": {}}, "pairs is {}, but it must be a list"),
        ({"several": [1, 2**60]}, "several[1] is 1152921504606846976, but it must be a number"),
        ({"several": [1, None]}, "several[1] is null, but it must be a number"),
        (
            {"inner": {"a b": 3}},
            'inner["a b"] is 3, but it must be an object with the parts share, class',
        ),
        ({"inner": {"x": {"share": 1}}}, "inner.x.class is missing, but it must be a text"),
        (
            {"inner": {"x": {"share": 1, "class_": "x"}}},
            'inner.x.class_ is "x", but inner.x has no such part: its parts are share, class',
        ),
        ({"inner": {"\x1b[1m" * 99: 3}}, r'inner["\u001b[1m'),
    ],
)
def test_typed_content_is_refused_with_its_place(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(FileError) as refused:
        codec.decoded(SOUND | change, Content)
    assert str(refused.value).startswith(sentence)
    assert len(str(refused.value)) < 200


def test_a_part_that_may_hold_any_value_must_be_there() -> None:
    with pytest.raises(FileError, match=r"^anything is missing, but it must be any value$"):
        codec.decoded({name: SOUND[name] for name in SOUND if name != "anything"}, Content)


def test_what_follows_from_other_parts_may_stand_beside_them() -> None:
    assert codec.decoded({"share": 0.5, "class": "x", "percent": "half"}, Inner) == Inner(0.5, "x")
    with pytest.raises(
        FileError, match=r"^__init__ is 1, but it has no such part: its parts are share, class$"
    ):
        codec.decoded({"share": 0.5, "class": "x", "__init__": 1}, Inner)


def test_numbers_that_are_not_finite_are_no_json() -> None:
    assert codec.as_json({"a": [float("nan"), float("inf"), (1.5, None)]}) == {"a": [None, None, [1.5, None]]}
