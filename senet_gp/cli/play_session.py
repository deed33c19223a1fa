"""A person's games at the terminal: one with its record, or game after game that a machine learns from."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import numpy as np

from senet_gp.arena.record import GameRecord, going_on, new_record
from senet_gp.cli import Interrupted
from senet_gp.cli.game_view import GameView
from senet_gp.cli.machines import plot_curve
from senet_gp.cli.output import program
from senet_gp.cli.plugin_option import repeated
from senet_gp.engine.playthrough import Playthrough, watched
from senet_gp.experiments.matchbox_training import TableLesson, Teacher, learn_at_table
from senet_gp.players.human import HumanPlayer, Leave
from senet_gp.players.matchbox import MatchboxPlayer, Tally
from senet_gp.players.player import Player
from senet_gp.runtime.errors import FileError, UsageError, quoted, shortened
from senet_gp.runtime.files import check_new, is_there
from senet_gp.show.matchboxes import drawn_boxes, drawn_changes

#: How many of the last games are shown, each by its winner's sign.
_LAST_GAMES = 40
#: What the worst result of any line of play means.
_STANDINGS = {
    1: "Whatever you play, the machine wins now.",
    0: "Whatever you play, the machine does not lose any more.",
    -1: "The machine can still be beaten.",
}


def loaded_record(file: Path, game: str) -> GameRecord:
    """The record of a person's unfinished game.

    Raises:
        UsageError: if it is not such a record, or is one of another game.
        FileError: if it cannot be read.
    """
    record = GameRecord.read(file)
    if record.players.count(HumanPlayer.name) != 1 or record.outcome is not None:
        raise UsageError(
            f"{file} is not an unfinished game of a person against a player: name another, or look at it by "
            f"{program()} replay {quoted(file)}{repeated()}"
        )
    if record.game.name != game:
        other = record.game.name
        raise UsageError(
            f"{file} is a game of {other}: go on with it by "
            f"{program()} play {other} --load {quoted(file)}{repeated()}"
        )
    return record


@dataclass
class PersonGame:
    """The game that is being played, which the person can save.

    Attributes:
        record: what has been played; its random streams say how the game goes on.
        table: where the game is shown.
        go_on: the command that goes on with a saved game, without the file's name.
        own: the files that may be overwritten, because they were written or loaded by this command.
    """

    record: GameRecord
    table: GameView
    go_on: str
    own: set[Path] = field(default_factory=set)

    def save(self, name: str) -> None:
        """Save the game as it is now.

        Raises:
            UsageError: if it cannot be saved there.
        """
        path = Path(name)
        try:
            if path not in self.own:
                check_new(path)
            self.record.write(path)
        except FileError as error:
            raise UsageError(str(error)) from None
        self.own.add(path)
        self.table.say(f"Saved; to go on later: {self.go_on} --load {quoted(name)}", command=True)

    def play(self, players: tuple[Player, Player]) -> str:
        """Play the game to its end and say who won; return why the person left it before, or an empty text.

        The record is complete even if the terminal is closed meanwhile.
        """
        try:
            self._play(players)
        except Leave:
            return "You left the game."
        except EOFError:
            return "\nThe input has ended."
        return ""

    def _play(self, players: tuple[Player, Player]) -> None:
        record = self.record
        streams = np.array(record.streams, np.uint64)
        playthrough = going_on(record, players, streams)
        try:
            for choice in watched(playthrough):
                record.choices.append(choice)
                record.streams = tuple(streams.tolist())
                record.outcome = playthrough.outcome
        finally:
            record.outcome, record.resigned = playthrough.outcome, playthrough.resigned
        self._tell_end(playthrough)

    def _tell_end(self, playthrough: Playthrough[Player]) -> None:
        if playthrough.outcome == 0:
            self.table.say(f"The game is over after {playthrough.turns} turns; nobody has won.")
            return
        winner = 0 if playthrough.outcome == 1 else 1
        names = ["You have" if player.name == HumanPlayer.name else f"{shortened(player.name)} has"
                 for player in playthrough.players]  # fmt: skip
        if playthrough.resigned:
            self.table.draw(playthrough.position, 1 - winner)
            sign, loser = self.table.signs[1 - winner], playthrough.players[1 - winner]
            person = loser.name == HumanPlayer.name
            told = "You resign." if person else f"{shortened(loser.name)} resigns: its box here is empty."
            self.table.say(f"{sign} {told}")
        self.table.say(f"{self.table.signs[winner]} {names[winner]} won the game.")


def numbered(path: Path, number: int) -> Path:
    """The file of a game with this number.

    >>> numbered(Path("games/game.txt"), 3).name
    'game-3.txt'
    """
    return path.parent / f"{path.stem}-{number}{path.suffix}"


def next_numbered(path: Path) -> Path:
    """The first of these files that is not there yet."""
    return next(file for number in count(1) if not is_there(file := numbered(path, number)))


@dataclass
class Teaching:
    """A person teaches a machine.

    Attributes:
        game: the game that is played now.
        person: the person who teaches.
        machine: the machine that learns.
        file: the machine's file.
        record: the name of the files of the games' records, without their numbers; None to write none.
        loaded: the record that the first game continues, or None.
        tally: the results of the games since the command began.
        winners: the signs of their winners.
    """

    game: PersonGame
    person: HumanPlayer
    machine: MatchboxPlayer
    file: Path
    record: Path | None = None
    loaded: Path | None = None
    tally: Tally = field(default_factory=Tally)
    winners: str = ""

    def play(self, seed: int, plot: Path | None) -> None:
        """Play game after game until the person stops; then draw the learning curve, if that is wanted.

        Raises:
            Interrupted: if the person stops the program; what was learned is kept.
        """
        try:
            for number in count(seed + 1):
                reason = self._game() or self._wish()
                if reason:
                    self.game.table.say(reason)
                    break
                before = self.game.record
                self.game.record = new_record(before.players, before.game, number)
        except KeyboardInterrupt:
            raise Interrupted(
                f"you stopped; the machine has learned from {_games(self.machine.games)}"
            ) from None
        finally:
            if plot and self.machine.curve:
                plot_curve(self.machine, plot)
        self._say_where_the_curve_is(plot)

    @property
    def _seat(self) -> int:
        return self.game.record.players.index(self.machine.name)

    def _game(self) -> str:
        """Play a game, save it, and learn from it; return why it was left early, or an empty text."""
        pupil = Teacher(self.machine, learns=True)
        players = (pupil, self.person) if self._seat == 0 else (self.person, pupil)
        lesson, kept = None, None
        try:
            reason = self.game.play(players)
        finally:
            # Also if the terminal was closed, or the person pressed Ctrl-C.
            try:
                kept = self._keep(self.game.record)
            finally:
                if self.game.record.outcome is not None:
                    lesson = self._learn(self.game.record)
        if lesson:
            self._tell(lesson)
        if kept:
            self.game.table.say(f"The game is saved in {kept}.")
        return f"{reason} The game is not finished, so the machine does not learn from it." if reason else ""

    def _learn(self, played: GameRecord) -> TableLesson:
        own = [(choice.decision, choice.index) for choice in played.choices if choice.seat == self._seat]
        result = (played.outcome or 0) * (1 - 2 * self._seat)
        self.tally = self.tally.and_one(result)
        signs = self.game.table.signs
        self.winners += "=" if result == 0 else signs[self._seat if result == 1 else 1 - self._seat]
        return learn_at_table(self.machine, self.file, own, result, self._seat)

    def _keep(self, played: GameRecord) -> Path | None:
        """Write the game's record, if records are wanted; return its file, or None."""
        file, self.loaded = self.loaded, None
        if file:
            played.write(file)
            return file
        if self.record is None or not played.choices:
            return None
        while True:
            file = next_numbered(self.record)
            try:
                played.write(file, new=True)
            except FileError:
                if is_there(file):  # another process took this number
                    continue
                raise
            return file

    def _tell(self, lesson: TableLesson) -> None:
        """Say what the machine has learned from a game, and how many games each has won."""
        table, machine = self.game.table, self.machine
        has = {1: "has won", 0: "has drawn", -1: "has lost"}[lesson.result]
        if lesson.changes:
            table.say(f"The machine {has}, and changes the weights of its moves:\n")
            width = shutil.get_terminal_size().columns
            lines = drawn_changes(machine.game, lesson.changes, table.signs, table.empty, width)
            table.say("\n".join(lines))
        else:
            table.say(f"The machine {has}, and changes nothing.")
        table.say(f"This session: {_score(self.tally, 'you')}")
        table.say(f"Last games:   {self.winners[-_LAST_GAMES:]}")
        if machine.people != self.tally:
            table.say(f"All its games: {_score(machine.people, 'people')}")
        table.say(f"The machine has learned from {_games(machine.games)}; {shortened(self.file)} is written.")
        if lesson.worst is not None:
            table.say(_STANDINGS[lesson.worst])

    def _wish(self) -> str:
        """Ask whether to play another game; return why there is none, or an empty text."""
        while True:
            try:
                wish = self.game.table.ask("Enter plays another game, b shows its boxes, q ends: ")
            except EOFError:
                return "\nThe input has ended."
            match wish.strip().lower():
                case "q":
                    return "You stopped."
                case "b":
                    self._show_boxes()
                case _:
                    return ""

    def _show_boxes(self) -> None:
        table = self.game.table
        width = shutil.get_terminal_size().columns
        table.say("")
        for line in drawn_boxes(self.machine, table.signs, table.empty, width):
            table.say(line)

    def _say_where_the_curve_is(self, plot: Path | None) -> None:
        table = self.game.table
        if not self.machine.curve:
            return
        if plot:
            table.say(f"{plot} written.")
        else:
            more = repeated()
            table.say(
                f"Its curve: {program()} learn --show {quoted(self.file)} --plot curve.png{more}",
                command=True,
            )


def _games(number: int) -> str:
    return "1 game" if number == 1 else f"{number} games"


def _score(tally: Tally, people: str) -> str:
    """A sentence part that says how many games each has won."""
    drawn = f", drawn {tally.drawn}" if tally.drawn else ""
    return f"{people} {tally.lost}, the machine {tally.won}{drawn}"
