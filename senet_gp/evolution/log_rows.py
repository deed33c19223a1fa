"""The rows of a run's logs, which may come from anyone, and may be growing while they are read."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from senet_gp.errors import FileError
from senet_gp.files.reading import MAX_BYTES, check_version, read_text

#: The format of all logs and tables, its version, and the column in which every row names the version.
LOG_FORMAT, LOG_VERSION = "senet-gp table", 1
VERSION_COLUMN = "version"
_MAX_ROWS = 1_000_000


def rows_of(path: Path) -> Iterator[dict[str, str]]:
    """The rows of a log; an incomplete last line is left out.

    Raises:
        FileError: if it cannot be read, is damaged, or is of another version.
    """
    csv.field_size_limit(MAX_BYTES)
    text = read_text(path)
    lines = csv.DictReader(text[: text.rfind("\n") + 1].splitlines(keepends=True))
    try:
        if lines.fieldnames and VERSION_COLUMN not in lines.fieldnames:
            check_version(path, LOG_FORMAT, None, LOG_VERSION)
        for row in islice(lines, _MAX_ROWS):
            version = row[VERSION_COLUMN]
            if version == "":
                raise FileError(f"{path} is damaged: a line of it has no version")
            # The version comes last, so a line that is cut short has none; who reads it says what to do.
            if version is not None:
                check_version(path, LOG_FORMAT, version, LOG_VERSION)
            yield row
    except csv.Error:
        raise FileError(f"{path} is damaged: it is not a table") from None
