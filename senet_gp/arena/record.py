"""Games as text that reads back.

A record holds the game, its rules, the players, and a line for every choice: turn, mover (x moved first),
throws, number of boards to choose from, and moves. Reading plays the game again by the rules, so a record
whose numbers of options no longer hold shows that the rules have changed. The format is told in
docs/records.md.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

from senet_gp.arena.game import Choice
from senet_gp.errors import FileError, UsageError
from senet_gp.files import read_text, write_whole
from senet_gp.games import senet
from senet_gp.games.senet import Candidate, Decision, Position, Rules

FORMAT, VERSION = "senet-gp game record", 1
_OUTCOMES = {"x won": 1, "o won": -1, "stopped": 0, "unfinished": None}
_LINE = re.compile(r" *([0-9]{1,3}) ([xo]) ([1-5]{1,4}) +([0-9]{1,5})  (.{1,40})")
#: Larger records are refused; a game has at most 500 turns.
_MOST_LINES = 5000


@dataclass
class GameRecord:
    """A game as it was played.

    Attributes:
        players: the names of the first mover and of the other.
        rules: pieces a side.
        choices: what was thrown and played, in order.
        outcome: 1 if the first mover won, -1 if the other, 0 if it was stopped, None if it is unfinished.
    """

    players: tuple[str, str]
    rules: Rules = field(default_factory=Rules)
    choices: list[Choice] = field(default_factory=list)
    outcome: int | None = None

    @property
    def next_position(self) -> Position:
        """The board seen by the player to move next."""
        return self.choices[-1].next_position if self.choices else Position.start(self.rules.pieces)

    @property
    def turns(self) -> int:
        """How many turns are over."""
        if not self.choices:
            return 0
        return self.choices[-1].turn - (not self.choices[-1].ends_turn)

    def to_text(self) -> str:
        """The record as text."""
        result = next(word for word, outcome in _OUTCOMES.items() if outcome == self.outcome)
        head = [
            f"{FORMAT} {VERSION}",
            f"game: {senet.NAME}",
            f"pieces: {self.rules.pieces}",
            f"x: {_on_one_line(self.players[0])}",
            f"o: {_on_one_line(self.players[1])}",
            f"result: {result}",
            "",
        ]
        return "\n".join([*head, *map(str, self.choices)]) + "\n"

    def write(self, path: Path) -> None:
        """Write the record into a file.

        Raises:
            FileError: if it cannot be written.
        """
        write_whole(path, self.to_text())

    @classmethod
    def read(cls, path: Path) -> GameRecord:
        """Read a record from a file, playing it again.

        Raises:
            FileError: if it cannot be read, is no record, or does not agree with the rules.
        """
        try:
            return cls.from_text(read_text(path))
        except UsageError as error:
            raise FileError(f"{path}: {error}") from None

    @classmethod
    def from_text(cls, text: str) -> GameRecord:
        """Read a record, playing it again.

        Raises:
            UsageError: if the text is no record, or does not agree with the rules, naming the line.
        """
        lines = text.split("\n")
        if not lines or not lines[0].startswith(FORMAT + " "):
            raise UsageError(f"this is not a game record: it should begin with '{FORMAT} {VERSION}'")
        if lines[0] != f"{FORMAT} {VERSION}":
            raise UsageError(
                f"this game record is not of version {VERSION}: use the senet-gp that wrote it, or newer"
            )
        values: dict[str, str] = {}
        for number, name in enumerate(("game", "pieces", "x", "o", "result"), 2):
            line = lines[number - 1] if len(lines) >= number else ""
            key, _, value = line.partition(": ")
            if key != name:
                raise UsageError(f"line {number} of a game record should give '{name}: …'")
            values[name] = value
        if values["game"] != senet.NAME:
            raise UsageError(f"line 2: there is no game {values['game'][:30]!r}")
        if not re.fullmatch("[0-9]", values["pieces"]):
            raise UsageError("line 3: the number of pieces should be 1 to 7")
        if values["result"] not in _OUTCOMES:
            raise UsageError(f"line 6: the result should be one of {', '.join(_OUTCOMES)}")
        if len(lines) > _MOST_LINES:
            raise UsageError(f"a game record has at most {_MOST_LINES} lines")
        record = cls((values["x"], values["o"]), Rules(int(values["pieces"])))
        _Replay(record).play(lines[6:], first_line=7)
        record.outcome = _OUTCOMES[values["result"]]
        last = record.choices[-1] if record.choices else None
        winner = 1 - 2 * last.seat if last and last.played.position.won else None
        stopped = winner is None and record.turns == senet.TURN_LIMIT
        if record.outcome != (0 if stopped else winner):
            raise UsageError("line 6: the result does not agree with the moves")
        return record


def _on_one_line(name: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in name)


class _Replay:
    """Plays the lines of a record again, appending the choices to it."""

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
        choices, turn = self.record.choices, self.record.turns + 1
        if turn > senet.TURN_LIMIT or (choices and choices[-1].played.position.won):
            self._fail("the game was over before")
        if (int(parts[1]), parts[2]) != (turn, "xo"[(turn - 1) % 2]):
            self._fail(f"here it is turn {turn}, of {'xo'[(turn - 1) % 2]}")
        before = self.record.next_position
        throws = tuple(sorted(map(int, parts[3])))
        try:
            options, played = (
                _rescue(before, throws) if before.in_water else _choice(before, throws, parts[5])
            )
        except UsageError as error:
            self._fail(str(error))
        if options != int(parts[4]):
            self._fail(f"there are {options} boards to choose from, not {parts[4]}: the rules have changed")
        choices.append(Choice(turn, (turn - 1) % 2, before, throws, options, played))

    def _fail(self, reason: str) -> NoReturn:
        raise UsageError(f"line {self.line}: {reason}")


def _rescue(before: Position, throws: tuple[int, ...]) -> tuple[int, Candidate]:
    if len(throws) != 1:
        raise UsageError("a player with a piece in the water throws once")
    return 1, Candidate(senet.rescued(before, throws[0]), (), 0)


def _choice(before: Position, throws: tuple[int, ...], moves: str) -> tuple[int, Candidate]:
    """How many options there were, and which of them the moves lead to."""
    if throws not in senet.throw_groups():
        raise UsageError(f"{senet.spoken(throws)} cannot be thrown together")
    decision = Decision(before, throws, goes_on=False, candidates=senet.candidates(before, throws))
    return len(decision.candidates), decision.candidates[senet.candidate_named(decision, moves)]
