"""The rows of a run's logs, which may be a stranger's, or be written at this moment."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from senet_gp.errors import FileError
from senet_gp.files.reading import MAX_BYTES, read_text
from senet_gp.files.versions import readable_version

#: The format of all logs and tables and its version, which stands in every row, in this column.
LOG_FORMAT, LOG_VERSION = "senet-gp table", 1
VERSION_COLUMN = "version"
_MAX_ROWS = 1_000_000


def rows_of(path: Path) -> Iterator[dict[str, str]]:
    """The rows of a log; a last line that is not whole is left out.

    Raises:
        FileError: if it cannot be read, or is of a newer version.
    """
    csv.field_size_limit(MAX_BYTES)
    text = read_text(path)
    lines = csv.DictReader(text[: text.rfind("\n") + 1].splitlines(keepends=True))
    try:
        for row in islice(lines, _MAX_ROWS):
            # The first version had no such column.
            readable_version(path, LOG_FORMAT, row.get(VERSION_COLUMN) or "1", LOG_VERSION)
            yield row
    except csv.Error:
        raise FileError(f"{path} is damaged: it is no table") from None
