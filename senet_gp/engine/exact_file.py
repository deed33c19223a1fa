"""Files of the exact chances of games with throws, and of the unfinished work on them.

Such a file is an array that is mapped into memory (:mod:`senet_gp.runtime.arrays`): nothing of it is
evaluated, and several processes share one copy.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.exact_table import ChanceTable, chance_table, check_soon
from senet_gp.engine.exact_values import Show, Solving
from senet_gp.games.dice.game import DiceGame, if_dice
from senet_gp.games.dice.numbering import ONE, groups_of
from senet_gp.games.registry import game_of, in_words, parameters_of
from senet_gp.games.rules_code import rules_of
from senet_gp.runtime.arrays import map_array, write_array
from senet_gp.runtime.errors import FileError, UsageError, shortened
from senet_gp.runtime.files import check_new, is_there, remove

FORMAT, VERSION = "senet-gp chances", 1
UNFINISHED_FORMAT, UNFINISHED_VERSION = "senet-gp unfinished chances", 1
#: What the name of the file of unfinished work ends in.
UNFINISHED = ".unfinished"
#: Unfinished work is saved after the first sweep that ends this many seconds after the last saving.
_SECONDS_BETWEEN_SAVINGS = 60.0
_MAX_SWEEPS = 10**6


def exact_table(game: DiceGame, out: Path | None, source: Path | None, show: Show | None) -> ChanceTable:
    """The chances of a game, found now or read from a file.

    Args:
        game: the game.
        out: the new file that they are written into.
        source: the file that they are read from instead.
        show: is told how much is done.

    Raises:
        UsageError: if the boards of the game have no numbers, or are too many to do without a file.
        FileError: if a file cannot be read or written.
        KeyboardInterrupt: if the person interrupts the program.
    """
    if source is not None and out is not None:
        raise UsageError("--out writes a new table and --from reads one: leave out one of them")
    return table_for(game, source) if out is None else solve_into(out, game, show)


def table_for(game: DiceGame, file: Path | None) -> ChanceTable:
    """The chances of all boards of a game, from a file or found now.

    Raises:
        UsageError: if its boards have no numbers, or are too many to do without a file.
        FileError: if the file cannot be read, or does not have the boards of the game.
    """
    if file is None:
        check_soon(game)
        return chance_table(game)
    groups_of(game)
    try:
        return read_chances(file).of(game)
    except UsageError as error:
        raise FileError(f"{shortened(file)} does not serve: {error}: name another table") from None


def write_chances(path: Path, table: ChanceTable) -> None:
    """Write chances into a new file.

    Raises:
        FileError: if it cannot be written, or exists.
    """
    write_array(path, FORMAT, VERSION, _head(table.game), table.values, new=True)


def read_chances(path: Path) -> ChanceTable:
    """The chances of a file, which stays mapped into memory.

    >>> from tempfile import TemporaryDirectory
    >>> from senet_gp.games.senet import Senet
    >>> with TemporaryDirectory() as directory:
    ...     file = Path(directory, "one.chances")
    ...     write_chances(file, chance_table(Senet(pieces=1)))
    ...     read_chances(file)
    <ChanceTable: senet (pieces 1), 870 boards>

    Raises:
        FileError: if it cannot be read, is no such file, or is damaged.
    """
    if is_there(path) and _is_unfinished(path):
        raise FileError(f"{shortened(path)} is unfinished: go on with the command that began it")
    head, values = map_array(path, FORMAT, VERSION)
    return ChanceTable(_game(path, head, values), values)


def solve_into(path: Path, game: DiceGame, show: Show | None = None) -> ChanceTable:
    """Find the chances of a game and write them into a new file.

    What is done is saved now and then in a file beside it, whose name ends in ``.unfinished``. If that is
    there, it is gone on with; the result is the same to the last bit.

    Args:
        path: the new file.
        game: the game, with its parameters.
        show: is told how much is done.

    Raises:
        UsageError: if the boards of the game have no numbers.
        FileError: if a file cannot be written or read, or the unfinished work is of another game.
        KeyboardInterrupt: if the person interrupts the program.
    """
    groups_of(game)
    check_new(path)
    unfinished = path.with_name(path.name + UNFINISHED)
    solving = read_unfinished(unfinished, game) if is_there(unfinished) else Solving(game)
    saved = time.monotonic()
    for _ in solving.sweeps(show=show):
        if time.monotonic() - saved >= _SECONDS_BETWEEN_SAVINGS:
            write_unfinished(unfinished, solving)
            saved = time.monotonic()
    write_chances(path, ChanceTable(game, solving.values))
    if is_there(unfinished):
        remove(unfinished)
    return read_chances(path)


def write_unfinished(path: Path, solving: Solving) -> None:
    """Save unfinished work between two sweeps.

    Raises:
        FileError: if it cannot be written.
    """
    head = _head(solving.game) | {"groups": solving.group, "sweeps": solving.sweeps_made}
    write_array(path, UNFINISHED_FORMAT, UNFINISHED_VERSION, head, solving.values)


def read_unfinished(path: Path, game: DiceGame) -> Solving:
    """The unfinished work of a file.

    Raises:
        FileError: if it cannot be read, is damaged, or of another game.
    """
    head, values = map_array(path, UNFINISHED_FORMAT, UNFINISHED_VERSION)
    found = _game(path, head, values)
    if found != game:
        raise FileError(
            f"{shortened(path)} is unfinished work for {in_words(found)}, not {in_words(game)}: "
            "choose another name"
        )
    group, sweeps = head.get("groups", -1), head.get("sweeps", -1)
    if not _is_count(group, len(groups_of(game))) or not _is_count(sweeps, _MAX_SWEEPS):
        raise FileError(f"{shortened(path)} is damaged: it does not say what is done")
    return Solving(game, group=group, sweeps_made=sweeps, values=np.array(values, np.uint32))


def _head(game: DiceGame) -> dict[str, Any]:
    rules = rules_of(game)
    told = {"game": game.name, "parameters": parameters_of(game), "unit": "2^-31"}
    return told | ({"rules": rules} if rules else {})


def _game(path: Path, head: dict[str, Any], values: NDArray[np.uint32]) -> DiceGame:
    """The game that the head of a file names, if it goes with the values."""
    name = shortened(path)
    try:
        named = game_of(head.get("game", ""), head.get("parameters"))
        game = if_dice(named)
        boards = 0 if game is None else groups_of(game)[-1]
    except UsageError as error:
        raise FileError(f"{name} holds no chances of a game: {error}") from None
    if game is None:
        lacks = (
            f"the boards of {named.name} have no numbers"
            if named.stochastic
            else f"{named.name} has no throws"
        )
        raise FileError(f"{name} holds no chances of a game: {lacks}")
    if head.get("rules", "") != rules_of(game):
        raise FileError(f"{name} was made by other rules of {game.name}: make it anew by senet-gp table")
    if values.size != boards or values.max() > ONE:
        raise FileError(f"{name} is damaged: its values are not chances of all boards")
    return game


def _is_count(number: Any, most: int) -> bool:
    return type(number) is int and 0 <= number <= most


def _is_unfinished(path: Path) -> bool:
    try:
        map_array(path, UNFINISHED_FORMAT, UNFINISHED_VERSION)
    except FileError:
        return False
    return True
