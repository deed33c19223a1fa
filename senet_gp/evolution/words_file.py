"""The file of a run's directory that records words from outside this project."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from primitives import Vocabulary
from primitives.records import KEY, record_of
from senet_gp.files.documents import read_document, write_document
from senet_gp.files.reading import is_there

FILE_NAME = "words.json"
FORMAT, VERSION = "senet-gp words", 1
#: The record of a few hundred words is smaller by far.
_MAX_BYTES, _MAX_VALUES = 1 << 24, 1 << 20


def write_words(directory: Path, vocabulary: Vocabulary) -> None:
    """Record the words of a vocabulary in a run's directory, if something of it is from outside.

    Raises:
        FileError: if the file cannot be written.
    """
    record = record_of(vocabulary)
    if record:
        write_document(directory / FILE_NAME, FORMAT, VERSION, {KEY: record})


def words_in(directory: Path) -> Any:
    """What a run's directory records of its words, unchecked; None if it records none.

    Raises:
        FileError: if the file cannot be read or is damaged.
    """
    file = directory / FILE_NAME
    if not is_there(file):
        return None
    content = read_document(file, FORMAT, VERSION, most_bytes=_MAX_BYTES, most_values=_MAX_VALUES)
    return content.get(KEY)
