"""The file of a run's directory that records what of the run is from outside this project.

That are words, the rules of the game, operators, the suite and the credit, each with a hash of what it does.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from primitives import vocabulary_of
from primitives.records import KEY, check_record, record_of
from senet_gp.errors import FileError, UsageError
from senet_gp.evolution.config import Config
from senet_gp.evolution.recorded_code import check_code, code_of
from senet_gp.files.documents import read_document, write_document
from senet_gp.files.reading import is_there
from senet_gp.quoting import shortened

FILE_NAME = "words.json"
FORMAT, VERSION = "senet-gp words", 2
#: The key of the hashes of operators, the suite and the credit.
_CODE = "code"
#: The record of a few hundred words is smaller by far.
_MAX_BYTES, _MAX_VALUES = 1 << 24, 1 << 20


def write_words(directory: Path, config: Config) -> None:
    """Record in a run's directory what is from outside, if something is.

    Raises:
        FileError: if the file cannot be written.
    """
    record = record_of(vocabulary_of(config.game_value, config.vocabulary))
    code = code_of(config)
    if record or code:
        write_document(directory / FILE_NAME, FORMAT, VERSION, {KEY: record, _CODE: code})


def recorded_in(directory: Path) -> dict[str, Any]:
    """What a run's directory records of what is from outside, unchecked; empty if it records nothing.

    Raises:
        FileError: if the file cannot be read or is damaged.
    """
    file = directory / FILE_NAME
    if not is_there(file):
        return {}
    content: dict[str, Any] = read_document(
        file, FORMAT, VERSION, most_bytes=_MAX_BYTES, most_values=_MAX_VALUES
    )
    return content


def check_recorded(recorded: dict[str, Any], directory: Path, config: Config) -> None:
    """Check that what is from outside does here what it did when the run was made.

    Args:
        recorded: what :func:`recorded_in` has found.
        directory: the run's directory, for messages.
        config: the run's configuration.

    Raises:
        FileError: if something differs, or is not recorded.
    """
    try:
        check_record(recorded.get(KEY), vocabulary_of(config.game_value, config.vocabulary))
        check_code(recorded.get(_CODE), config)
    except UsageError as error:
        raise FileError(f"{shortened(directory)} cannot be used here: {error}") from None
