"""The exact win probabilities of games with throws, without a limit of turns.

Of games whose boards have numbers they are an array in a file, mapped into memory: nothing in it is run,
and several processes share one copy. Such a file is a line of JSON, then the numbers. The line names the
format and its version, says how many numbers follow, and has their SHA-256 checksum; it is filled with blanks
up to 1024 bytes, so that the numbers, four bytes each with the lowest first, are aligned. Unfinished work on
them has a file, too. Of other games the positions are listed by the rules in plain Python, so such a
game needs neither kernels nor numbers, but it must not have too many positions. docs/small_games.md says why
the limit of turns does not matter.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, cached_property
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from senet_gp.engine.exact_solving import Solving
from senet_gp.games.dice.game import DiceGame, boards_of, if_dice
from senet_gp.games.dice.numbering import (
    ONE,
    fill_numbers,
    fill_numbers_after,
    groups_of,
    numbered_rules,
    numbering_of,
)
from senet_gp.games.dice.rules import THROWS_AGAIN, WON, Boards, Results
from senet_gp.games.protocol import Game
from senet_gp.games.registry import game_of, in_words, parameters_of, titled
from senet_gp.games.rules_code import rules_of
from senet_gp.runtime import interruption
from senet_gp.runtime.compiling_notice import say
from senet_gp.runtime.errors import FileError, UsageError, brief, shortened
from senet_gp.runtime.files import (
    check_new,
    check_version,
    is_there,
    opened,
    remove,
    remove_partial_files,
    write_whole,
)
from senet_gp.runtime.interruption import Progress

FORMAT, VERSION = "senet-gp chances", 1
UNFINISHED_FORMAT, UNFINISHED_VERSION = "senet-gp unfinished chances", 1
#: How many bytes the line of JSON takes in a file, and the type of the numbers after it.
_HEAD_BYTES = 1024
_NUMBER = np.dtype("<u4")
#: What the name of the file of unfinished work ends in.
UNFINISHED = ".unfinished"
#: Unfinished work is saved after the first sweep that ends this many seconds after the last saving.
_SECONDS_BETWEEN_SAVINGS = 60.0
_MAX_SWEEPS = 10**6
#: With at most this many boards the chances are found within a minute, and need no file.
_MAX_SOON = 300_000
#: From this many boards on, a line tells that they are being solved.
_TOLD = 20_000


class SolvedChances(ABC):
    """The exact win probability of the player to move, in all positions of a game; a draw counts one half.

    Attributes:
        game: the game, with its parameters.
        values: (positions,): the chances.
    """

    game: Game
    values: NDArray[Any]

    @abstractmethod
    def chances_of(self, positions: list[Any]) -> NDArray[np.float64]:
        """The chances of the player who is about to throw, (positions,) float64; NaN for unknown ones."""

    @property
    def first_mover_chance(self) -> float:
        """The first mover's chance of winning, if both play perfectly."""
        return float(self.chances_of(list(self.game.starts())).mean())

    def chance(self, position: Any) -> float:
        """The chance of winning of the player to move.

        Raises:
            UsageError: if the position is not known.
        """
        chance = float(self.chances_of([position])[0])
        if np.isnan(chance):
            raise UsageError(
                f"the exact win probabilities of {in_words(self.game)} are those of positions that its games "
                f"can reach and in which they go on, and {self.game.text(position)} is none of them"
            )
        return chance

    def as_json(self) -> dict[str, Any]:
        """The numbers as the command line prints them."""
        return {
            "game": self.game.name,
            "parameters": parameters_of(self.game),
            "positions": len(self.values),
            "first_mover_chance": self.first_mover_chance,
        }

    def lines(self) -> list[str]:
        """The numbers for people."""
        return [
            f"positions in which the game goes on{len(self.values):>17,}",
            f"first mover's chance with perfect play{self.first_mover_chance:>14.4%}",
        ]


@dataclass(frozen=True, eq=False)
class ChanceTable(SolvedChances):
    """The chances of a game whose boards have numbers.

    >>> from senet_gp.games.senet import Senet, SenetPosition
    >>> table = chance_table(Senet(pieces=1))
    >>> table, round(table.chance(SenetPosition.start(1)), 6)
    (<ChanceTable: senet with 1 piece, 870 boards>, 0.537006)
    >>> table.chances([(1 << 30, 1 << 29, 0), (1 << 2, 1 << 1, 0), (0b110, 0b1000, 0)]).round(3)
    array([1.   , 0.537,   nan])

    Attributes:
        game: the game, with its parameters.
        values: (boards,) uint32: the chances in units of 2^-31, by the numbers of the boards.
    """

    game: DiceGame
    values: NDArray[np.uint32]

    def __repr__(self) -> str:
        return brief(self, in_words(self.game), f"{len(self.values):,} boards")

    def chances_of(self, positions: list[Any]) -> NDArray[np.float64]:
        """The chances of the player who is about to throw, (positions,) float64; NaN for unknown ones."""
        return self.chances(boards_of(self.game, positions))

    def chances(self, boards: ArrayLike) -> NDArray[np.float64]:
        """The chances of the player who is about to throw.

        Args:
            boards: (boards, 3) int64: the masks of the squares of the player to move and of the other, bit s
                for square s, and what the squares do not show.

        Returns:
            (boards,) float64; NaN for boards that are not in the table.
        """
        asked = np.ascontiguousarray(boards, np.int64).reshape(-1, 3)
        numbers = np.empty(len(asked), np.int64)
        fill_numbers(numbered_rules(self.game), asked, numbers)
        return self._looked_up(numbers)

    def after_chances(self, boards: Boards, results: Results) -> NDArray[np.float64]:
        """The chances of the player who has just played a throw: what they choose among.

        Args:
            boards: (5, boards) uint32, the boards as the player sees them who has moved.
            results: (boards,) int8, what follows them (see :mod:`senet_gp.games.dice.rules`).

        Returns:
            (boards,) float64; NaN for boards that are not in the table.
        """
        met, ends = np.ascontiguousarray(boards, np.uint32), np.ascontiguousarray(results, np.int8)
        numbers = np.empty(len(ends), np.int64)
        fill_numbers_after(numbered_rules(self.game), met, ends, numbers)
        found = self._looked_up(numbers)
        going = np.where(ends == THROWS_AGAIN, found, 1 - found)
        return np.where(ends <= WON, (ends + 1) / 2, going)

    def of(self, game: DiceGame) -> ChanceTable:
        """The chances of a game with other parameters whose boards are in this table.

        Raises:
            UsageError: if they are not.
        """
        if type(self.game) is not type(game) or not numbering_of(game).has_boards_of(self.game, game):
            raise UsageError(f"it has the boards of {in_words(self.game)}, not of {in_words(game)}")
        return ChanceTable(game, self.values[: groups_of(game)[-1]])

    def _looked_up(self, numbers: NDArray[np.int64]) -> NDArray[np.float64]:
        known = (numbers >= 0) & (numbers < len(self.values))
        return np.where(known, self.values[np.where(known, numbers, 0)] / ONE, np.nan)


def is_soon(game: DiceGame) -> bool:
    """Whether the chances of a game are found within a minute, without a file.

    Raises:
        UsageError: if its boards have no numbers.
    """
    return groups_of(game)[-1] <= _MAX_SOON


def check_soon(game: DiceGame) -> None:
    """Check that the chances of a game are found within a minute.

    Raises:
        UsageError: if its boards have no numbers, or it has too many.
    """
    if not is_soon(game):
        rules = "".join(f" --rule {name}={value}" for name, value in parameters_of(game).items())
        raise UsageError(
            f"solving {titled(game)} takes long: do it once by senet-gp table {game.name}{rules} --out FILE, "
            "and name the player table:FILE, or in verdict --table FILE"
        )


@cache
def chance_table(game: DiceGame) -> ChanceTable:
    """The chances of a game, which are found at the first call, within a minute.

    Raises:
        UsageError: if its boards have no numbers, or it has too many.
        KeyboardInterrupt: if the person interrupts the program.
    """
    check_soon(game)
    boards = groups_of(game)[-1]
    if boards >= _TOLD:
        say(f"Solving {titled(game)}, which has {boards:,} positions ...")
    solving = Solving(game)
    for _ in solving.sweeps():
        pass
    return ChanceTable(game, solving.values)


def exact_table(game: DiceGame, out: Path | None, source: Path | None, show: Progress | None) -> ChanceTable:
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
    _write_array(path, FORMAT, VERSION, _head(table.game), table.values, new=True)


def read_chances(path: Path) -> ChanceTable:
    """The chances of a file, which stays mapped into memory.

    >>> from tempfile import TemporaryDirectory
    >>> from senet_gp.games.senet import Senet
    >>> with TemporaryDirectory() as directory:
    ...     file = Path(directory, "one.chances")
    ...     write_chances(file, chance_table(Senet(pieces=1)))
    ...     read_chances(file)
    <ChanceTable: senet with 1 piece, 870 boards>

    Raises:
        FileError: if it cannot be read, is no such file, or is damaged.
    """
    head, values = _map_array(path, FORMAT, VERSION)
    return ChanceTable(_game(path, head, values), values)


def solve_into(path: Path, game: DiceGame, show: Progress | None = None) -> ChanceTable:
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
    remove_partial_files(path.parent, [unfinished.name])
    return read_chances(path)


def write_unfinished(path: Path, solving: Solving) -> None:
    """Save unfinished work between two sweeps.

    Raises:
        FileError: if it cannot be written.
    """
    head = _head(solving.game) | {"groups": solving.group, "sweeps": solving.sweeps_made}
    _write_array(path, UNFINISHED_FORMAT, UNFINISHED_VERSION, head, solving.values)


def read_unfinished(path: Path, game: DiceGame) -> Solving:
    """The unfinished work of a file.

    Raises:
        FileError: if it cannot be read, is damaged, or of another game.
    """
    head, values = _map_array(path, UNFINISHED_FORMAT, UNFINISHED_VERSION)
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
        raise FileError(f"{name} holds no chances of a game: the boards of {named.name} have no numbers")
    if head.get("rules", "") != rules_of(game):
        raise FileError(f"{name} was made by other rules of {game.name}: make it again by senet-gp table")
    if values.size != boards or values.max() > ONE:
        raise FileError(f"{name} is damaged: its values are not chances of all boards")
    return game


def _is_count(number: Any, most: int) -> bool:
    return type(number) is int and 0 <= number <= most


def _write_array(
    path: Path,
    format_name: str,
    version: int,
    head: dict[str, Any],
    array: NDArray[np.uint32],
    *,
    new: bool = False,
) -> None:
    """Write an array to a file; at any moment there is either the old file or the whole new one.

    Args:
        path: the file.
        format_name: its format.
        version: the version of the format.
        head: a JSON object that describes the array; ``format``, ``version``, ``numbers`` and ``sha256`` are
            added to it.
        array: (numbers,) uint32.
        new: whether the file must not exist yet.

    Raises:
        FileError: if it cannot be written, or exists though it must not.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as directory:
    ...     file = Path(directory) / "squares"
    ...     _write_array(file, "squares", 1, {"of": "numbers"}, np.arange(4, dtype=np.uint32) ** 2)
    ...     head, array = _map_array(file, "squares", 1)
    ...     head, array.tolist()
    ({'of': 'numbers'}, [0, 1, 4, 9])
    """
    numbers = array.astype(_NUMBER, copy=False).tobytes()
    digest = hashlib.sha256(numbers).hexdigest()
    whole = {"format": format_name, "version": version, **head, "numbers": array.size, "sha256": digest}
    line = json.dumps(whole).encode()
    if len(line) >= _HEAD_BYTES:
        raise ValueError(f"the head takes {len(line)} bytes, and there is room for {_HEAD_BYTES - 1}")
    write_whole(path, [line.ljust(_HEAD_BYTES - 1) + b"\n", numbers], new=new)


def _map_array(path: Path, format_name: str, version: int) -> tuple[dict[str, Any], NDArray[np.uint32]]:
    """Map the array of a file into memory, after checking the whole file.

    Args:
        path: the file.
        format_name: its format.
        version: the version that it must have.

    Returns:
        The head without what :func:`_write_array` added, and the array, (numbers,) uint32, which cannot be
        changed.

    Raises:
        FileError: if the file cannot be read, has another format or version, or is damaged.
    """
    name = shortened(path)
    with opened(path) as file:
        head = _json_of(file.read(_HEAD_BYTES))
        if head.pop("format", None) != format_name:
            raise FileError(f"{name} is not a {format_name} file")
        check_version(path, format_name, head.pop("version", None), version)
        numbers, digest = head.pop("numbers", None), head.pop("sha256", None)
        room = os.fstat(file.fileno()).st_size - _HEAD_BYTES
        if type(numbers) is not int or numbers < 1 or room != numbers * _NUMBER.itemsize:
            raise FileError(f"{name} is damaged: its length is not the one that it names")
        array: NDArray[np.uint32] = np.memmap(file, _NUMBER, "r", _HEAD_BYTES, (numbers,))
    if hashlib.sha256(array.data).hexdigest() != digest:
        raise FileError(f"{name} is damaged: its checksum is not that of its numbers")
    return head, array


def _json_of(line: bytes) -> dict[str, Any]:
    """The first line of a file as a JSON object; empty if it is none."""
    try:
        head = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return head if isinstance(head, dict) else {}


#: More positions than this are not listed, which would take minutes.
_MOST = 200_000
#: The values are exact when looking at all positions changes none by more than this.
_STILL = 1e-13
#: How far values go towards those that follow: with whole steps those of players that avoid the end of a game
#: can go up and down for ever.
_STEP = 0.75
#: The values of games that are over stand after those of the positions: of lost, drawn and won ones.
_ENDED = np.array([0.0, 0.5, 1.0])
#: Choices that differ by less are equally good, so that it does not matter how sums are rounded.
_EQUAL = 2.0**-31


class ListedPositions(NamedTuple):
    """All positions that a game can reach, and the choices there.

    A position has a *decision* for each throw; the decisions of a position, and the choices of a decision,
    stand one after another.
    """

    positions: list[Any]  # as the player to move sees them
    numbers: dict[Any, int]  # of the positions
    decisions: NDArray[np.int64]  # (positions + 1,): where the decisions of each position begin
    throws: list[tuple[int, ...]]  # of each decision
    chances: NDArray[np.float64]  # (decisions,): of its throws
    choices: NDArray[np.int64]  # (decisions + 1,): where the choices of each decision begin
    following: NDArray[np.int64]  # (choices,): the position that follows; beyond all of them, how it ends
    passes: NDArray[np.bool_]  # (choices,): whether the other player is to move then


@dataclass(frozen=True, eq=False)
class ListedChances(SolvedChances):
    """The chance of winning of the player to move, in all positions of a game; a draw counts one half.

    Attributes:
        game: the game, with its parameters.
        values: (positions,) float64: the chances.
        listing: the positions and what follows them.
    """

    game: Game
    values: NDArray[np.float64]
    listing: ListedPositions = field(repr=False)

    def __repr__(self) -> str:
        return brief(self, in_words(self.game), f"{len(self.values):,} positions")

    def chances_of(self, positions: list[Any]) -> NDArray[np.float64]:
        """The chances of the player who is about to throw, (positions,) float64.

        Positions that no game reaches, and those that follow them, are listed when they are asked for.
        """
        others = [position for position in positions if position not in self._by_position]
        if others:
            found = _solved(self.game, others)
            self._by_position.update(zip(found.listing.positions, found.values.tolist(), strict=True))
        return np.array([self._by_position[position] for position in positions])

    @cached_property
    def _by_position(self) -> dict[Any, float]:
        return dict(zip(self.listing.positions, self.values.tolist(), strict=True))

    @property
    def chances_of_choices(self) -> NDArray[np.float64]:
        """The chance of winning after each choice of the listing, for the player who makes it, (choices,)."""
        return _after(self.listing, np.append(self.values, _ENDED))

    def policy_chances(self, weights: NDArray[np.float64]) -> tuple[float, float]:
        """A player's chances of winning against perfect play, moving first and moving second.

        Args:
            weights: (choices,) float64: how likely the player makes each choice of the listing. Perfect play
                makes each of its best choices equally often.
        """
        listing = self.listing
        found = self.chances_of_choices
        best = np.maximum.reduceat(found, listing.choices[:-1])
        equal = (found > np.repeat(best, np.diff(listing.choices)) - _EQUAL).astype(np.float64)
        equal /= np.repeat(np.add.reduceat(equal, listing.choices[:-1]), np.diff(listing.choices))
        # The player's chance if the player is to move, and if perfect play is.
        own = opposed = np.full(len(self.values), 0.5)
        change = 1.0
        while change > _STILL:
            interruption.check()
            both = np.append(own, _ENDED), np.append(opposed, 1 - _ENDED)
            after_own = np.where(listing.passes, both[1][listing.following], both[0][listing.following])
            after_opposed = np.where(listing.passes, both[0][listing.following], both[1][listing.following])
            then = _mean(listing, weights * after_own), _mean(listing, equal * after_opposed)
            change = max(np.abs(then[0] - own).max(), np.abs(then[1] - opposed).max())
            own, opposed = then
        starts = [listing.numbers[start] for start in self.game.starts()]
        return float(own[starts].mean()), float(opposed[starts].mean())


def _mean(listing: ListedPositions, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The mean over all throws of the sums of the values of the choices, (positions,)."""
    sums = np.add.reduceat(values, listing.choices[:-1]) * listing.chances
    mean: NDArray[np.float64] = np.add.reduceat(sums, listing.decisions[:-1])
    return mean


def _after(listing: ListedPositions, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The chance of winning after each choice of the player who makes it, (choices,)."""
    reached = values[listing.following]
    return np.where(listing.passes, 1 - reached, reached)


def _listed(game: Game, begin: Iterable[Any], most_decisions: float) -> ListedPositions:
    """List the positions that can be reached from some.

    Raises:
        UsageError: if there are too many.
        KeyboardInterrupt: if the person interrupts the program.
    """
    positions = list(dict.fromkeys(begin))
    numbers = {position: number for number, position in enumerate(positions)}
    throws: list[tuple[int, ...]] = []
    decisions, choices, following = (array("q", [0]) for _ in range(3))
    chances, passes = array("d"), array("b")
    del following[:]
    for position in positions:  # which grow meanwhile
        interruption.check()
        for thrown, chance in game.throw_chances(position).items():
            decision = game.decision(position, 0, thrown)
            for index in range(len(decision.afterstates)):
                result = decision.result(index)
                if result is not None:
                    following.append(-2 - result)  # how many positions there will be is not known yet
                    passes.append(False)
                    continue
                then = decision.following(index)
                if then not in numbers:
                    numbers[then] = len(positions)
                    positions.append(then)
                following.append(numbers[then])
                passes.append(decision.ends_turn(index))
            throws.append(thrown)
            chances.append(chance)
            choices.append(len(following))
        decisions.append(len(throws))
        if len(positions) > _MOST or len(throws) > most_decisions:
            many = f"{_MOST:,} positions" if len(positions) > _MOST else f"{most_decisions:,} decisions"
            raise UsageError(
                f"perfect play of {titled(game)} is not known: it has more than {many}; kernels and numbers "
                "for its boards would make it possible, or compare players by senet-gp match"
            )
    reached = np.array(following, np.int64)
    reached = np.where(reached < 0, len(positions) - 1 - reached, reached)
    return ListedPositions(
        positions,
        numbers,
        np.array(decisions),
        throws,
        np.array(chances),
        np.array(choices),
        reached,
        np.array(passes, np.bool_),
    )


@cache
def listed_chances(game: Game, most_decisions: float = inf) -> ListedChances:
    """The chances of a game, which are found at the first call.

    Args:
        game: the game.
        most_decisions: how many decisions it may have, one for each throw in each position.

    Raises:
        UsageError: if it has too many decisions or positions.
        KeyboardInterrupt: if the person interrupts the program.
    """
    return _solved(game, game.starts(), most_decisions)


def _solved(game: Game, begin: Iterable[Any], most_decisions: float = inf) -> ListedChances:
    """The chances in all positions that can be reached from some."""
    listing = _listed(game, begin, most_decisions)
    values, change = np.full(len(listing.positions), 0.5), 1.0
    while change > _STILL:
        interruption.check()
        found = np.maximum.reduceat(_after(listing, np.append(values, _ENDED)), listing.choices[:-1])
        then = np.add.reduceat(found * listing.chances, listing.decisions[:-1])
        change = float(np.abs(then - values).max())
        values += _STEP * (then - values)
    return ListedChances(game, values, listing)
