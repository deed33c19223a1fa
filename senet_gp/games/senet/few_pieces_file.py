"""Files of the chances of Senet with few pieces, and of the unfinished work on them.

Such a file is an array that is mapped into memory (:mod:`senet_gp.files.arrays`): nothing of it is evaluated,
and several processes share one copy.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from senet_gp.errors import FileError
from senet_gp.files.arrays import map_array, write_array
from senet_gp.files.names import check_new, remove
from senet_gp.files.reading import is_there
from senet_gp.games.senet.board_numbers import MAX_FEW, number_of_boards
from senet_gp.games.senet.few_pieces import ChanceTable, pieces_a_side
from senet_gp.games.senet.sweeps import ONE
from senet_gp.games.senet.value_iteration import Show, Solving, block_groups, check_few
from senet_gp.quoting import shortened

FORMAT, VERSION = "senet-gp chances", 1
UNFINISHED_FORMAT, UNFINISHED_VERSION = "senet-gp unfinished chances", 1
#: What the name of the file of unfinished work ends in.
UNFINISHED = ".unfinished"
#: Unfinished work is saved after the first sweep that ends this many seconds after the last saving.
_SECONDS_BETWEEN_SAVINGS = 60.0
_MAX_SWEEPS = 10**6


def write_chances(path: Path, table: ChanceTable) -> None:
    """Write chances into a new file.

    Raises:
        FileError: if it cannot be written, or exists.
    """
    write_array(path, FORMAT, VERSION, _head(table.pieces), table.values, new=True)


def read_chances(path: Path) -> ChanceTable:
    """The chances of a file, which stays mapped into memory.

    >>> from tempfile import TemporaryDirectory
    >>> from senet_gp.games.senet.few_pieces import chance_table
    >>> with TemporaryDirectory() as directory:
    ...     file = Path(directory, "one.chances")
    ...     write_chances(file, chance_table(1))
    ...     read_chances(file)
    <ChanceTable: 1 piece a side, 870 boards>

    Raises:
        FileError: if it cannot be read, is no such file, or is damaged.
    """
    if is_there(path) and _is_unfinished(path):
        raise FileError(f"{shortened(path)} is unfinished: go on with the command that began it")
    head, values = map_array(path, FORMAT, VERSION)
    return ChanceTable(_pieces(path, head, values), values)


def solve_into(path: Path, pieces: int, show: Show | None = None) -> ChanceTable:
    """Find the chances with so many pieces a side and write them into a new file.

    What is done is saved now and then in a file beside it, whose name ends in ``.unfinished``. If that is
    there, it is gone on with; the result is the same to the last bit.

    Args:
        path: the new file.
        pieces: the number of pieces a side, 1 to 3.
        show: is told how much is done.

    Raises:
        UsageError: if there are more pieces, or none.
        FileError: if a file cannot be written or read, or the unfinished work is of another number of pieces.
        KeyboardInterrupt: if the person interrupts the program.
    """
    check_few(pieces)
    check_new(path)
    unfinished = path.with_name(path.name + UNFINISHED)
    solving = _read_unfinished(unfinished, pieces) if is_there(unfinished) else Solving(pieces)
    saved = time.monotonic()
    for _ in solving.sweeps(show=show):
        if time.monotonic() - saved >= _SECONDS_BETWEEN_SAVINGS:
            write_unfinished(unfinished, solving)
            saved = time.monotonic()
    write_chances(path, ChanceTable(pieces, solving.values))
    if is_there(unfinished):
        remove(unfinished)
    return read_chances(path)


def write_unfinished(path: Path, solving: Solving) -> None:
    """Save unfinished work between two sweeps.

    Raises:
        FileError: if it cannot be written.
    """
    head = _head(solving.pieces) | {"groups": solving.group, "sweeps": solving.sweeps_made}
    write_array(path, UNFINISHED_FORMAT, UNFINISHED_VERSION, head, solving.values)


def _read_unfinished(path: Path, pieces: int) -> Solving:
    head, values = map_array(path, UNFINISHED_FORMAT, UNFINISHED_VERSION)
    found = _pieces(path, head, values)
    if found != pieces:
        raise FileError(
            f"{shortened(path)} is unfinished work for {pieces_a_side(found)}, not {pieces}: choose another "
            "name"
        )
    group, sweeps = head.get("groups", -1), head.get("sweeps", -1)
    if not _is_count(group, len(block_groups(pieces))) or not _is_count(sweeps, _MAX_SWEEPS):
        raise FileError(f"{shortened(path)} is damaged: it does not say what is done")
    return Solving(pieces, group=group, sweeps_made=sweeps, values=np.array(values, np.uint32))


def _head(pieces: int) -> dict[str, Any]:
    return {"game": "senet", "parameters": {"pieces": pieces}, "unit": "2^-31"}


def _pieces(path: Path, head: dict[str, Any], values: NDArray[np.uint32]) -> int:
    """The number of pieces that the head of a file names, if it goes with the values."""
    parameters = head.get("parameters")
    pieces = parameters.get("pieces") if isinstance(parameters, dict) else None
    if head.get("game") != "senet" or not _is_count(pieces, MAX_FEW) or not pieces:
        raise FileError(f"{shortened(path)} holds no chances of Senet with 1 to {MAX_FEW} pieces a side")
    if values.size != number_of_boards(pieces) or values.max() > ONE:
        raise FileError(f"{shortened(path)} is damaged: its values are not chances of all boards")
    return int(pieces)


def _is_count(number: Any, most: int) -> bool:
    return type(number) is int and 0 <= number <= most


def _is_unfinished(path: Path) -> bool:
    try:
        map_array(path, UNFINISHED_FORMAT, UNFINISHED_VERSION)
    except FileError:
        return False
    return True
