"""Records of games as text, which can be read back, and games that are played on from their record.

A record contains the game and its parameters, the players, the seed if it is known, for an unfinished game
the random streams after its last choice, and one line for every choice: turn, mover (x moved first), throws,
number of afterstates, and moves. Reading a record plays the game again by the rules; if a number of
afterstates differs, the rules have changed. docs/formats.md describes the format.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from senet_gp.arena.games import is_person
from senet_gp.arena.pool import Pool
from senet_gp.engine.participants import Chooser
from senet_gp.engine.playthrough import (
    THROWS,
    Choice,
    Playthrough,
    Who,
    draw_start,
    result_of,
    throws_from,
    throws_text,
    watched,
)
from senet_gp.engine.results import GameResults, Pairings, put
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.registry import DEFAULT_GAME, GAMES, game_of, parameters_of
from senet_gp.players.player import Player
from senet_gp.runtime.checks import MAX_SEED, absolute, seed_number, whole_number
from senet_gp.runtime.errors import FileError, UsageError, brief, printable, shortened
from senet_gp.runtime.files import is_there, make_directory, other_version, read_text, write_whole
from senet_gp.runtime.interruption import Progress
from senet_gp.runtime.registries import Displayed
from senet_gp.runtime.streams import CHOICES, STREAMS, Streams, game_streams, key_of

FORMAT, VERSION = "senet-gp game record", 3
#: How the names of records' files end.
RECORD_ENDING = ".txt"
#: For each result in a record, the outcome, and whether the loser resigned.
_RESULTS = {
    "x won": (1, False),
    "o won": (-1, False),
    "drawn": (0, False),
    "unfinished": (None, False),
    "x won, o resigned": (1, True),
    "o won, x resigned": (-1, True),
}
_STREAMS = "streams"
_SEED = "seed"
_RETRIED = "retried"
_THROWS = "throws"
_LINE = re.compile(rf" *([0-9]{{1,5}}) ([xo]) ({THROWS.pattern}) +([0-9]{{1,5}})  (.{{1,100}})")
#: Longer records are refused.
_MAX_LINES = 33_000
_MAX_BYTES = 1 << 20
#: The longest value of a line that a heading shows.
_MAX_VALUE = 200
#: The part of the seed that the start is drawn from; throws are drawn from parts that count the choices.
_START = 1 << 20
#: At most this many games of a match are recorded, since each is a file.
MAX_RECORDED = 10_000
#: As many games are played for each worker before their records are written.
_GAMES_A_ROUND = 8


@dataclass
class GameRecord(Displayed):
    """The record of a game.

    Attributes:
        players: the names of the first mover and of the other player.
        game: the game with its parameters.
        start: the position it began with.
        choices: the choices, in order.
        outcome: 1 if the first mover won, -1 if the other won, 0 for a draw, None if it is unfinished.
        resigned: whether the player to move resigned, and so lost.
        streams: the states of the game's random streams after the last choice, with which an unfinished game
            can be continued as it would have been; None if they are unknown.
        seed: the seed that the game's random streams were made of (see :func:`new_record`); None if it is
            unknown.
        throws: the first throws, if they were given and not drawn; else None.
        retried: how many choices it had of another game when the next one was tried again; None if it is a
            game of its own.
    """

    players: tuple[str, str]
    game: Game = field(default_factory=lambda: game_of(DEFAULT_GAME))
    start: Any = None
    choices: list[Choice] = field(default_factory=list)
    outcome: int | None = None
    resigned: bool = False
    streams: tuple[int, ...] | None = None
    seed: int | None = None
    throws: tuple[int, ...] | None = None
    retried: int | None = None

    def __post_init__(self) -> None:
        if self.start is None:
            self.start = self.game.starts()[0]
        if self.seed is not None:
            self.seed = seed_number(self.seed)
        if self.outcome is not None:
            self.outcome = whole_number("outcome", self.outcome, -1, 1)
        if self.retried is not None:
            self.retried = whole_number("retried", self.retried, 0, _MAX_LINES)

    def __repr__(self) -> str:
        return brief(self, self.game, f"{self.turns} turns", self.result, " against ".join(self.players))

    @property
    def next_position(self) -> Any:
        """The position as the player to move next sees it."""
        return self.choices[-1].next_position if self.choices else self.start

    @property
    def next_throws(self) -> tuple[int, ...] | None:
        """The throws of the next choice, if they are given; None if they will be drawn."""
        return None if self.choices else self.throws

    @property
    def result(self) -> str:
        """The result as a record tells it, such as ``x won``; x moved first."""
        return next(word for word, end in _RESULTS.items() if end == (self.outcome, self.resigned))

    @property
    def end(self) -> str:
        """How the game ended, as part of a sentence, such as ``random wins, because human resigns``."""
        first, second = map(printable, self.players)
        ends = {1: f"{first} wins", -1: f"{second} wins", 0: "nobody has won", None: "unfinished"}
        resigned = f", because {second if self.outcome == 1 else first} resigns" if self.resigned else ""
        return ends[self.outcome] + resigned

    @property
    def turns(self) -> int:
        """The number of completed turns."""
        if not self.choices:
            return 0
        return self.choices[-1].turn - (not self.choices[-1].ends_turn)

    @property
    def outcome_by_moves(self) -> int | None:
        """The outcome that the choices have by the rules, unless a player resigned: 1, -1, 0, or None."""
        last = self.choices[-1] if self.choices else None
        if last is not None and last.result is not None:
            return last.result * (1 - 2 * last.seat)
        return 0 if self.turns == self.game.most_turns else None

    def to_text(self) -> str:
        """The record as text."""
        streams = self.streams if self.outcome is None else None
        head = {
            "game": self.game.name,
            **parameters_of(self.game),
            "start": self.game.text(self.start),
            **({} if self.throws is None else {_THROWS: throws_text(self.throws)}),
            "x": printable(self.players[0]),
            "o": printable(self.players[1]),
            "result": self.result,
        }
        if self.seed is not None:
            head[_SEED] = str(self.seed)
        if self.retried is not None:
            head[_RETRIED] = str(self.retried)
        if streams:
            head[_STREAMS] = " ".join(f"{state:016x}" for state in streams)
        lines = [f"{FORMAT} {VERSION}", *(f"{key}: {value}" for key, value in head.items()), ""]
        return "\n".join([*lines, *map(str, self.choices)]) + "\n"

    def write(self, path: Path | str, *, new: bool = False) -> None:
        """Write the record into a file.

        Args:
            path: the file.
            new: whether the file must not exist yet.

        Raises:
            FileError: if it cannot be written.
        """
        write_whole(Path(path), self.to_text(), new=new)

    @classmethod
    def read(cls, path: Path | str) -> GameRecord:
        """Read a record from a file and play it again.

        Raises:
            FileError: if it cannot be read, is not a record, or contradicts the rules.
        """
        try:
            return cls.from_text(read_text(Path(path), _MAX_BYTES))
        except UsageError as error:
            raise FileError(f"{path}: {error}") from None

    @classmethod
    def from_text(cls, text: str) -> GameRecord:
        """Read a record and play it again.

        Raises:
            UsageError: if the text is not a record, or contradicts the rules; the message names the line.
        """
        lines = text.split("\n", _MAX_LINES)
        lines[0] = lines[0].rstrip()  # some editors leave blanks there
        if not lines[0].startswith(FORMAT + " "):
            raise UsageError(f"this is not a game record: it should begin with '{FORMAT} {VERSION}'")
        problem = other_version(FORMAT, lines[0].removeprefix(FORMAT + " "), VERSION)
        if problem:
            raise UsageError(f"this {problem}")
        if len(lines) > _MAX_LINES:
            raise UsageError(f"a game record has at most {_MAX_LINES} lines")
        head = _Head(lines)
        name = head.value("game")
        if name not in GAMES:
            raise UsageError(f"line 2: {GAMES.unknown(name)}")
        game = game_of(name, {key: head.number(key) for key in parameters_of(game_of(name))})
        start, throws = head.start(game)
        record = cls((printable(head.value("x")), printable(head.value("o"))), game, start, throws=throws)
        result = head.value("result")
        if result not in _RESULTS:
            raise UsageError(f"line {head.line}: the result should be one of {'; '.join(_RESULTS)}")
        result_line = head.line
        record.seed = head.optional_number(_SEED, MAX_SEED)
        record.retried = head.optional_number(_RETRIED, _MAX_LINES)
        record.streams = head.streams()
        _Replay(record).play(lines[head.line :], first_line=head.line + 1)
        record.outcome, record.resigned = _RESULTS[result]
        # The player who resigns is the player to move.
        by_moves = (2 * (record.turns % 2) - 1) if record.resigned else record.outcome_by_moves
        if record.outcome != by_moves or (record.resigned and record.outcome_by_moves is not None):
            raise UsageError(f"line {result_line}: the result does not agree with the moves")
        return record


def heading_of(path: Path | str) -> dict[str, str]:
    """What the first lines of a record say, by their names, without playing it again.

    There is in addition ``turns``, the number of the last turn that was begun.

    Raises:
        FileError: if it cannot be read, or does not begin as a record.
    """
    first, *lines = read_text(Path(path), _MAX_BYTES).split("\n", _MAX_LINES)
    if not first.startswith(FORMAT + " "):
        raise FileError(f"{shortened(path)} is not a game record")
    head: dict[str, str] = {}
    while lines and lines[0]:
        name, _, value = lines.pop(0).partition(": ")
        head[printable(shortened(name, _MAX_VALUE))] = printable(shortened(value, _MAX_VALUE))
    last = next((line for line in reversed(lines) if line.strip()), "")
    found = _LINE.fullmatch(last)
    return {**head, "turns": found[1] if found else "0"}


class _Head:
    """The lines before the moves, read in their order."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self.line = 1  # the number of the line read last

    def value(self, name: str) -> str:
        """The value in the next line, which must have this name."""
        self.line += 1
        line = self._lines[self.line - 1] if len(self._lines) >= self.line else ""
        key, _, value = line.partition(": ")
        if key != name:
            raise UsageError(f"line {self.line} of a game record should give '{name}: …'")
        return value

    def number(self, name: str) -> int:
        """The number in the next line, which must have this name."""
        value = self.value(name)
        if not re.fullmatch("-?[0-9]{1,18}", value):
            raise UsageError(f"line {self.line}: {name} should be a number")
        return int(value)

    def start(self, game: Game) -> tuple[Any, tuple[int, ...] | None]:
        """The position in the next line, and the throws, if the line after it gives them."""
        text = self.value("start")
        try:
            start = game.position_to_move_from(text)
            if not self._is_next(_THROWS):
                return start, None
            return start, given_throws(game, start, self.value(_THROWS))
        except UsageError as error:
            raise UsageError(f"line {self.line}: {error}") from None

    def optional_number(self, name: str, most: int) -> int | None:
        """The number in the next line, if that has this name."""
        if not self._is_next(name):
            return None
        value = self.value(name)
        # MAX_SEED has 19 digits.
        if not re.fullmatch("[0-9]{1,19}", value) or int(value) > most:
            raise UsageError(f"line {self.line}: {name} should be a number from 0 to {most}")
        return int(value)

    def _is_next(self, name: str) -> bool:
        """Whether the next line has this name."""
        return len(self._lines) > self.line and self._lines[self.line].startswith(f"{name}: ")

    def streams(self) -> tuple[int, ...] | None:
        """The states of the random streams, if the next line gives them."""
        if not self._is_next(_STREAMS):
            return None
        value = self.value(_STREAMS)
        if not re.fullmatch(f"[0-9a-f]{{16}}( [0-9a-f]{{16}}){{{STREAMS - 1}}}", value):
            raise UsageError(f"line {self.line}: {_STREAMS} should be {STREAMS} numbers of 16 hex digits")
        return tuple(int(state, 16) for state in value.split(" "))


class _Replay:
    """Plays the lines of a record again and appends the choices to it."""

    def __init__(self, record: GameRecord) -> None:
        self.record = record
        self.line = 0

    def play(self, lines: Sequence[str], first_line: int) -> None:
        for self.line, text in enumerate(lines, first_line):
            if text.strip():
                self._play(text)

    def _play(self, text: str) -> None:
        parts = _LINE.fullmatch(text)
        if parts is None:
            self._fail("this is not a line of a game record, such as '  1 x 2       1  14+2'")
        record = self.record
        turn = record.turns + 1
        if record.outcome_by_moves is not None:
            self._fail("the game was over before")
        if (int(parts[1]), parts[2]) != (turn, "xo"[(turn - 1) % 2]):
            self._fail(f"here it is turn {turn}, of {'xo'[(turn - 1) % 2]}")
        try:
            throws = throws_from(parts[3]) or ()
            if record.next_throws not in {None, throws}:
                self._fail("these are not the first throws that the record gives")
            decision = record.game.decision(record.next_position, (turn - 1) % 2, throws)
            index = decision.named(parts[5])
        except UsageError as error:
            self._fail(str(error))
        if len(decision.afterstates) != int(parts[4]):
            self._fail(
                f"the number of afterstates is {len(decision.afterstates)}, not {parts[4]}: "
                "the rules have changed"
            )
        record.choices.append(Choice(turn, decision, index))

    def _fail(self, reason: str) -> NoReturn:
        raise UsageError(f"line {self.line}: {reason}")


def given_throws(game: Game, position: Any, text: str) -> tuple[int, ...]:
    """The throws that a text such as ``12`` gives, for the player to move in a position.

    Raises:
        UsageError: if they are not throws, or cannot be thrown there.
    """
    throws = throws_from(text)
    if throws is None:
        raise UsageError(
            f"{shortened(text)!r} are no throws: write a digit for each, such as 12, and those above 9 in "
            "parentheses"
        )
    return game.decision(position, 0, throws).throws


def new_record(
    names: tuple[str, str],
    game: Game,
    seed: int,
    start: Any = None,
) -> GameRecord:
    """The record of a new game, without any moves, between players of these names.

    >>> from senet_gp.games.registry import game_of
    >>> record = new_record(("random", "human"), game_of("senet"), seed=7)
    >>> next_decision(record).throws
    (2,)

    Args:
        names: the first mover and the other player.
        game: the game, with its parameters.
        seed: the seed of its random streams.
        start: the position it begins with, as the first mover sees it; by default one of the game's own.
    """
    seed = seed_number(seed)
    if start is None:
        start = draw_start(game, game_streams(key_of(seed, _START)))
    record = GameRecord(names, game, start, seed=seed)
    draw_on(record, seed)
    return record


def dated_names(folder: Path, game: str) -> Iterator[Path]:
    """Names for the record of a game that begins now, for :func:`write_new`.

    >>> next(dated_names(Path("nowhere"), "senet")).match("nowhere/senet-*-*.txt")
    True

    Args:
        folder: the folder.
        game: the name of the game.
    """
    begun_at = datetime.now(UTC).astimezone().strftime("%Y%m%d-%H%M%S")
    for number in range(1, 1000):
        yield folder / f"{game}-{begun_at}{f'-{number}' if number > 1 else ''}{RECORD_ENDING}"


def write_new(record: GameRecord, names: Iterable[Path]) -> Path:
    """Write a game into the first file of these names that is not there yet; return the file.

    Raises:
        FileError: if it cannot be written, or all names are taken.
    """
    for file in names:
        try:
            record.write(file, new=True)
        except FileError:
            if is_there(file):  # another process took this name
                continue
            raise
        return file
    raise FileError("there is no free name for the record of the game")


def record_from(
    names: tuple[str, str], game: Game, seed: int, position: str | None, throws: str | None
) -> GameRecord:
    """The record of a new game that begins as texts say.

    >>> from senet_gp.games.registry import game_of
    >>> text = "..............x...........o..."
    >>> record = record_from(("random", "human"), game_of("senet"), 7, text, "12")
    >>> next_decision(record).throws, len(next_decision(record).afterstates)
    ((1, 2), 1)

    Args:
        names: as for :func:`new_record`, like ``game`` and ``seed``.
        game: likewise.
        seed: likewise.
        position: the position it begins with; None for one of the game's own.
        throws: the first throws; None if they are drawn.

    Raises:
        UsageError: if a text is no position that can be played on, or no throws that are possible there.
    """
    record = new_record(names, game, seed, None if position is None else game.position_to_move_from(position))
    if throws is not None:
        record.throws = given_throws(game, record.start, throws)
    return record


def draw_on(record: GameRecord, seed: int) -> None:
    """Give a game whose random streams are not known new ones, which the seed determines."""
    record.streams = tuple(_streams_after(len(record.choices), seed).tolist())


def next_decision(record: GameRecord) -> Decision:
    """The decision of the player to move in an unfinished game whose random streams are known."""
    seat = record.turns % 2
    if record.next_throws is not None:
        return record.game.decision(record.next_position, seat, record.next_throws)
    return record.game.next_decision(record.next_position, seat, np.array(record.streams, np.uint64))


def going_on(record: GameRecord, players: tuple[Who, Who], streams: Streams) -> Playthrough[Who]:
    """An unfinished game, to be played on by these players from these random streams."""
    game = Playthrough(players, streams, record.game, record.next_position, record.turns)
    game.throws = record.next_throws
    return game


def play_on(record: GameRecord, players: tuple[Player, Player]) -> Iterator[Choice]:
    """Play an unfinished game on to its end, shown to watching players, and yield every choice once recorded.

    The record is whole at any time, also if an exception ends the game before.

    Args:
        record: the game, whose random streams are known.
        players: the first mover and the other player.

    Raises:
        KeyboardInterrupt: if the user has interrupted the program.
    """
    streams = np.array(record.streams, np.uint64)
    playthrough = going_on(record, players, streams)
    try:
        for choice in watched(playthrough):
            record.choices.append(choice)
            record.streams = tuple(streams.tolist())
            record.outcome = playthrough.outcome
            yield choice
    finally:
        record.outcome, record.resigned = playthrough.outcome, playthrough.resigned


def play_choice(record: GameRecord, players: tuple[Chooser, Chooser]) -> None:
    """Let the player to move in an unfinished game make a choice, or resign.

    The choice and the outcome are in the record afterwards.

    Args:
        record: the game, whose random streams are known.
        players: the first mover and the other player.

    Raises:
        KeyboardInterrupt: if the user has interrupted the program.
    """
    streams = np.array(record.streams, np.uint64)
    playthrough = going_on(record, players, streams)
    choice = next(playthrough.choices(), None)
    if choice is None:
        record.outcome, record.resigned = playthrough.outcome, playthrough.resigned
    else:
        record.choices.append(choice)
        record.outcome = record.outcome_by_moves
    record.streams = tuple(streams.tolist())


def last_choice_among_several(record: GameRecord, seats: Collection[int]) -> int | None:
    """How many choices came before the last one that was made among several; None if there is none.

    Args:
        record: the game.
        seats: the seats of those whose choices count.
    """
    for count in range(len(record.choices) - 1, -1, -1):
        choice = record.choices[count]
        if choice.seat in seats and len(choice.decision.afterstates) > 1:
            return count
    return None


def take_back(record: GameRecord, count: int) -> None:
    """Take choices back, so that a number of them is left; what is thrown next is what was thrown then.

    Args:
        record: the game.
        count: how many choices are left.

    Raises:
        UsageError: if the throws are not those of the record's seed, or the seed of a game with throws is not
            known; nothing has changed then.
    """
    streams = _streams_after(count, record.seed or 0)
    if record.game.stochastic:
        streams[:CHOICES] = _throw_streams(record, count)[:CHOICES]
    del record.choices[count:]
    record.outcome, record.resigned = None, False
    record.streams = tuple(streams.tolist())


def _throw_streams(record: GameRecord, count: int) -> Streams:
    """The streams of the throws after a number of choices, found by throwing again."""
    if record.seed is None:
        raise UsageError("the record does not tell the seed of its throws, so no move can be taken back")
    streams = _streams_after(0, record.seed)
    drawn = record.choices[:count]
    if record.throws is not None:
        drawn = drawn[1:]  # the first throws were given
    for choice in drawn:
        decision = record.game.next_decision(choice.before, choice.seat, streams)
        if decision.throws != choice.decision.throws:
            raise UsageError("the throws are not those of the record's seed, so no move can be taken back")
    return streams


def _streams_after(count: int, seed: int) -> Streams:
    return game_streams(key_of(seed, count))


@dataclass(frozen=True)
class Recorder:
    """Plays games choice by choice and writes the record of each into a file of its own.

    The games are those that are played without records, only more slowly.

    Attributes:
        directory: where ``game-1.txt``, ``game-2.txt`` and so on are written.
    """

    directory: Path

    def __post_init__(self) -> None:
        object.__setattr__(self, "directory", absolute(self.directory))

    @classmethod
    def into(cls, directory: Path | str, games: int) -> Recorder:
        """A recorder into a directory, which is made if it does not exist.

        Args:
            directory: the directory.
            games: how many games are to be recorded.

        Raises:
            UsageError: if these are too many games.
            FileError: if the directory is not empty, or cannot be made.
        """
        games = whole_number("games", games, 1)
        if games > MAX_RECORDED:
            raise UsageError(f"at most {MAX_RECORDED:,} games are recorded, not {games:,}: choose fewer")
        path = Path(directory)
        if not make_directory(path) and (not path.is_dir() or any(path.iterdir())):
            raise FileError(f"{shortened(path)} is there and not empty: name a new directory for the records")
        return cls(path)

    def play(
        self,
        players: Sequence[Player],
        pairings: Pairings,
        pool: Pool,
        game: Game,
        show: Progress | None = None,
    ) -> GameResults:
        """Play games and record them; the arguments are those of :func:`senet_gp.arena.games.play_between`.

        Raises:
            FileError: if a record cannot be written.
        """
        results = GameResults.new(len(pairings.keys))
        first, second, keys = (column.tolist() for column in pairings)
        here = any(map(is_person, players))
        size = 1 if here else _GAMES_A_ROUND * pool.workers
        for begin in range(0, len(keys), size):
            numbers = range(begin, min(begin + size, len(keys)))
            tasks = ((players[first[n]], players[second[n]], game, keys[n]) for n in numbers)
            for number, (text, row) in zip(numbers, pool.map(_played, tasks, here=here), strict=True):
                write_whole(self.directory / f"game-{number + 1}.txt", text, new=True)
                put(results, number, row)
            if show is not None:
                show(numbers.stop, len(keys), "")
        return results


def _played(first: Player, second: Player, game: Game, key: int) -> tuple[str, tuple[int, int, float, bool]]:
    """Play a game, in a worker unless a person takes part: its record as text, and its row of the results."""
    streams = game_streams(key)
    record = GameRecord((first.name, second.name), game, draw_start(game, streams))
    playthrough = Playthrough((first, second), streams, game, record.start)
    record.choices += watched(playthrough)
    record.outcome, record.resigned = playthrough.outcome, playthrough.resigned
    return record.to_text(), result_of(playthrough)
