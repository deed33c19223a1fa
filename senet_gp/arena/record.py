"""Records of games as text, which can be read back.

A record contains the game and its parameters, the players, the seed if it is known, for an unfinished game
the random streams after its last choice, and one line for every choice: turn, mover (x moved first), throws,
number of afterstates, and moves. Reading a record plays the game again by the rules; if a number of
afterstates differs, the rules have changed. docs/records.md describes the format.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from senet_gp.checks import MAX_SEED, seed_number, whole_number
from senet_gp.displays import Tabled
from senet_gp.engine.playthrough import Choice
from senet_gp.errors import FileError, UsageError, printable
from senet_gp.files.reading import other_version, read_text
from senet_gp.files.writing import write_whole
from senet_gp.games.protocol import Game
from senet_gp.games.registry import DEFAULT_GAME, GAMES, game_of, parameters_of
from senet_gp.quoting import brief, shortened
from senet_gp.streams import STREAMS

FORMAT, VERSION = "senet-gp game record", 3
#: For each result in a record, the outcome, and whether the loser resigned.
_RESULTS = {
    "x won": (1, False),
    "o won": (-1, False),
    "drawn": (0, False),
    "unfinished": (None, False),
    "x won, o resigned": (1, True),
    "o won, x resigned": (-1, True),
}
_STREAMS, _SEED = "streams", "seed"
#: A throw, written as :func:`senet_gp.engine.playthrough.throws_text` does.
_THROW = re.compile(r"[0-9]|\([1-9][0-9]{1,8}\)")
_LINE = re.compile(rf" *([0-9]{{1,4}}) ([xo]) ((?:{_THROW.pattern}){{0,20}}) +([0-9]{{1,5}})  (.{{1,100}})")
#: Longer records are refused.
_MAX_LINES, _MAX_BYTES = 5000, 1 << 20
#: The longest value of a line that a heading shows.
_MAX_VALUE = 200


@dataclass
class GameRecord(Tabled):
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
        seed: the seed that the game's random streams were made of (see :mod:`senet_gp.arena.begun`); None if
            it is unknown.
    """

    players: tuple[str, str]
    game: Game = field(default_factory=lambda: game_of(DEFAULT_GAME))
    start: Any = None
    choices: list[Choice] = field(default_factory=list)
    outcome: int | None = None
    resigned: bool = False
    streams: tuple[int, ...] | None = None
    seed: int | None = None

    def __post_init__(self) -> None:
        if self.start is None:
            self.start = self.game.starts()[0]
        if self.seed is not None:
            self.seed = seed_number(self.seed)
        if self.outcome is not None:
            self.outcome = whole_number("outcome", self.outcome, -1, 1)

    table = "senet_gp.notebooks.games:record_html"

    def __repr__(self) -> str:
        return brief(self, self.game, f"{self.turns} turns", self.result, " against ".join(self.players))

    @property
    def next_position(self) -> Any:
        """The position as the player to move next sees it."""
        return self.choices[-1].next_position if self.choices else self.start

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
        """The outcome that the choices have by the rules, unless somebody resigned: 1, -1, 0, or None."""
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
            "x": printable(self.players[0]),
            "o": printable(self.players[1]),
            "result": self.result,
        }
        if self.seed is not None:
            head[_SEED] = str(self.seed)
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
        start = game.position_from(head.value("start"))
        if start not in game.starts():
            raise UsageError(f"line {head.line}: no game of {name} starts like this")
        record = cls((printable(head.value("x")), printable(head.value("o"))), game, start)
        result = head.value("result")
        if result not in _RESULTS:
            raise UsageError(f"line {head.line}: the result should be one of {'; '.join(_RESULTS)}")
        result_line = head.line
        record.seed, record.streams = head.seed(), head.streams()
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
    """The lines before the moves, read one after the other."""

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

    def seed(self) -> int | None:
        """The seed, if the next line gives it."""
        if not self._is_next(_SEED):
            return None
        value = self.value(_SEED)
        # MAX_SEED has 19 digits.
        if not re.fullmatch("[0-9]{1,19}", value) or int(value) > MAX_SEED:
            raise UsageError(f"line {self.line}: {_SEED} should be a number from 0 to {MAX_SEED}")
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
            throws = tuple(int(throw.strip("()")) for throw in _THROW.findall(parts[3]))
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
