"""Reading and writing files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from senet_gp.errors import FileError
from senet_gp.files import documents, names, reading, writing


def test_documents_read_back(tmp_path: Path) -> None:
    file = tmp_path / "document.json"
    content = {"b": [1, None, "ä"], "a": {"x": 1.5}}
    documents.write_document(file, "some format", 3, content)
    assert documents.read_document(file, "some format", 3) == content
    assert json.loads(file.read_text())["version"] == 3


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    writing.write_whole(file, "old")

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(writing.os, "fsync", full)
    with pytest.raises(FileError, match="cannot be written: No space left on device"):
        writing.write_whole(file, "new")
    assert file.read_text() == "old"


def test_new_files_replace_nothing_and_leave_nothing_behind(tmp_path: Path) -> None:
    for name in ("file", "file.new"):
        (tmp_path / name).write_text("precious")
    with pytest.raises(FileError, match="already exists"):
        writing.write_whole(tmp_path / "file", "other", new=True)
    with pytest.raises(FileError, match="already exists"):
        names.check_new(tmp_path / "file")
    writing.write_whole(tmp_path / "another", "text", new=True)
    with pytest.raises(FileError, match="cannot be written: its name has a NUL character"):
        writing.write_whole(tmp_path / "a\0b", "text")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {
        "file": "precious",
        "file.new": "precious",
        "another": "text",
    }


def test_what_is_no_file_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="is not a file"):
        reading.read_text(tmp_path)
    with pytest.raises(FileError, match="does not exist"):
        reading.read_text(tmp_path / "nothing")


def test_giant_files_are_refused_unread(tmp_path: Path) -> None:
    file = tmp_path / "giant"
    with file.open("wb") as sparse:
        sparse.truncate(reading.MAX_BYTES + 1)
    with pytest.raises(FileError, match="is larger than 1048576 KiB"):
        reading.read_text(file)


def test_long_documents_are_read_like_others(tmp_path: Path) -> None:
    content = {"b": [1, [2, "ü"]], "a": {"y": 1, "x": None}, "c": [], "d": "text"}
    documents.write_document(tmp_path / "plain", "format", 3, content)
    parts = {"b": iter(content["b"]), "c": iter(content["c"])}
    documents.write_long_document(tmp_path / "long", "format", 3, content | parts)
    read = [documents.read_document(tmp_path / name, "format", 3) for name in ("plain", "long")]
    assert read == [content, content]
    text = (tmp_path / "long").read_text()
    (tmp_path / "long").write_text(text.replace("text", "test"))
    with pytest.raises(FileError, match="does not match its checksum"):
        documents.read_document(tmp_path / "long", "format", 3)


def test_bytes_are_written_as_they_are(tmp_path: Path) -> None:
    file = tmp_path / "picture"
    writing.write_whole(file, b"\x89PNG\r\n\x00", new=True)
    assert file.read_bytes() == b"\x89PNG\r\n\x00"
    with pytest.raises(FileError, match="already exists"):
        writing.write_whole(file, b"", new=True)
    assert file.read_bytes() == b"\x89PNG\r\n\x00"
