"""A person's games at the terminal: one with its record, or game after game that a machine learns from."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from senet_gp.arena.record import GameRecord, draw_on, new_record, play_on
from senet_gp.cli import Interrupted, options
from senet_gp.cli.game_view import GameView
from senet_gp.cli.learners import plot_curve
from senet_gp.cli.output import command_for, plural
from senet_gp.experiments.matchbox_training import TableLesson, Teacher, learn_at_table
from senet_gp.games.protocol import Game
from senet_gp.games.registry import GAMES, game_of
from senet_gp.games.small import if_solvable
from senet_gp.players.human import Hints, HumanPlayer, Leave
from senet_gp.players.matchbox import KIND, MatchboxPlayer, Scheme, Tally, blank_matchbox
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import Player
from senet_gp.runtime.errors import FileError, UsageError, printable, quoted, shortened
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


def loaded_record(file: Path, game: str, seed: int | None) -> GameRecord:
    """The record of a person's unfinished game.

    Args:
        file: the file.
        game: the name of the game that is wanted.
        seed: the seed that is given, which only a record without random streams needs.

    Raises:
        UsageError: if it is not such a record, or one of another game, or the seed would change nothing.
        FileError: if it cannot be read.
    """
    record = GameRecord.read(file)
    if record.players.count(HumanPlayer.name) != 1 or record.outcome is not None:
        raise UsageError(
            f"{file} is not an unfinished game of a person against a player: name another, or look at it by "
            f"{command_for(f'replay {quoted(file)}')}"
        )
    if record.game.name != game:
        go_on = command_for(f"play {record.game.name} --load {quoted(file)}")
        raise UsageError(f"{file} is a game of {record.game.name}: go on with it by {go_on}")
    if record.streams and seed is not None:
        raise UsageError(f"{file} already says how its random numbers go on: leave out --seed")
    return record


def opponent_from(text: str, game: Game, scheme: Scheme | None) -> tuple[Player, bool]:
    """The player that a text names, and whether it is a blank machine, which learns by the scheme.

    Args:
        text: what names the player.
        game: the game.
        scheme: the scheme of a machine that is to learn; None if nobody learns.

    Raises:
        UsageError: if there is no such player, it cannot learn, or has a scheme of its own.
        FileError: if a file is missing or cannot be read.
    """
    kind, _, file = text.partition(":")
    learner = if_solvable(game)
    if kind == KIND and file and learner is not None:
        if scheme is None and not is_there(file):
            raise FileError(
                f"{shortened(file)} does not exist: name another file, or begin a blank machine with --learn"
            )
        if scheme and (blank := blank_matchbox(text, learner, scheme)):
            return blank, True
        own = f"for a new machine, and {shortened(file)} has its own scheme"
        options.refuse_unread(own, *options.OF_THE_SCHEME)
    player = player_from_text(text, game)
    if scheme and not isinstance(player, MatchboxPlayer):
        raise UsageError("only a machine can learn: name one with --against matchbox:FILE")
    return player, False


class Session:
    """A person plays a game, which they can save.

    Attributes:
        record: what has been played; its random streams say how the game goes on.
        table: where the game is shown.
        person: the person.

    Args:
        record: as above, like ``table``.
        table: likewise.
        go_on: the command that goes on with a saved game, without the file's name.
        hints: what gives hints.
        own: the files that may be overwritten, because they were written or loaded by this command.
    """

    def __init__(
        self,
        record: GameRecord,
        table: GameView,
        go_on: str,
        hints: Hints | None = None,
        own: Iterable[Path] = (),
    ) -> None:
        self.record, self.table = record, table
        self.person = HumanPlayer(table, hints, self.save)
        self._go_on = go_on
        self._own = set(own)

    def tell_beginning(self, seed: int, *, loaded: bool, learn: bool) -> None:
        """Say who plays whom, what the rules are, what can be done, and where random numbers come from.

        Args:
            seed: what the game is drawn from, unless its record says how its random numbers go on.
            loaded: whether a game goes on.
            learn: whether a machine learns from it.
        """
        record, game = self.record, self.record.game
        if not loaded:
            drawn = f"Drawn from --seed {seed}" if learn else f"To play the same game again: --seed {seed}"
        elif record.streams:
            drawn = "The game goes on as it would have without the break"
        else:
            draw_on(record, seed)
            drawn = f"The record has no random streams, so new ones are drawn: --seed {seed}"
        seat = record.players.index(HumanPlayer.name)
        name, place = printable(shortened(record.players[1 - seat], 40)), "second" if seat else "first"
        self.table.say(f"{game.title} against {name}: you are {self.table.signs[seat]} and move {place}.")
        self.table.rules()
        self.table.say(f"Type ? at the prompt to see what you can do. ({drawn})")
        short = GAMES[game.name].short_game
        if short and not record.choices and record.start in game.starts() and game == game_of(game.name):
            shorter = command_for(f"play {game.name} --rule {short}")
            self.table.say(f"A short game: {shorter}", command=True)

    def save(self, name: str) -> None:
        """Save the game as it is now.

        Raises:
            UsageError: if it cannot be saved there.
        """
        path = Path(name)
        try:
            if path not in self._own:
                check_new(path)
            self.record.write(path)
        except FileError as error:
            raise UsageError(str(error)) from None
        self._own.add(path)
        self.table.say(f"Saved; to go on later: {self._go_on} --load {quoted(name)}", command=True)

    def play_against(self, opponent: Player, file: Path | None) -> None:
        """Play the game to its end, or until the person leaves, and save it into a file, if one is named.

        Raises:
            Interrupted: if the person stops the program.
        """
        try:
            reason = self.play(opponent)
        except KeyboardInterrupt:
            where = f"it is saved in {file}" if file else "it is not saved"
            raise Interrupted(f"you left the game in turn {self.record.turns + 1}; {where}") from None
        finally:
            if file:
                self.record.write(file)
        if reason:
            self.table.say(f"{reason} The game is not finished.")
        if file:
            self.table.say(f"Saved in {printable(str(file))}.")

    def play(self, opponent: Player) -> str:
        """Play the game to its end and say who won; return why the person left it before, or an empty text.

        The record is complete even if the terminal is closed meanwhile.
        """
        first = self.record.players[0] == HumanPlayer.name
        try:
            for _ in play_on(self.record, (self.person, opponent) if first else (opponent, self.person)):
                pass
        except Leave:
            return "You left the game."
        except EOFError:
            return "\nThe input has ended."
        self._tell_end()
        return ""

    def _tell_end(self) -> None:
        record, table = self.record, self.table
        if record.outcome == 0:
            table.say(f"The game is over after {record.turns} turns; nobody has won.")
            return
        winner = 0 if record.outcome == 1 else 1
        if record.resigned:
            table.draw(record.next_position, 1 - winner)
            loser = record.players[1 - winner]
            resigns = f"{shortened(loser)} resigns: its box here is empty."
            table.say(f"{table.signs[1 - winner]} {'You resign.' if loser == HumanPlayer.name else resigns}")
        name = record.players[winner]
        who = "You have" if name == HumanPlayer.name else f"{shortened(name)} has"
        table.say(f"{table.signs[winner]} {who} won the game.")


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
    """A person plays game after game against a machine, which learns from each.

    Attributes:
        session: the game that is played now.
        machine: the machine that learns.
        file: the machine's file.
        records: the name of the files of the games' records, without their numbers; None to write none.
        loaded: the record that the first game continues, or None.
        tally: the results of the games since the command began.
        winners: the signs of their winners.
    """

    session: Session
    machine: MatchboxPlayer
    file: Path
    records: Path | None = None
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
                    self.session.table.say(reason)
                    break
                before = self.session.record
                self.session.record = new_record(before.players, before.game, number)
        except KeyboardInterrupt:
            raise Interrupted(
                f"you stopped; the machine has learned from {plural(self.machine.games, 'game')}"
            ) from None
        finally:
            if plot and self.machine.curve:
                plot_curve(self.machine, plot)
        self._say_where_the_curve_is(plot)

    @property
    def _seat(self) -> int:
        return self.session.record.players.index(self.machine.name)

    def _game(self) -> str:
        """Play a game, save it, and learn from it; return why it was left early, or an empty text."""
        lesson, kept = None, None
        try:
            reason = self.session.play(Teacher(self.machine, learns=True))
        finally:
            # Also if the terminal was closed, or the person pressed Ctrl-C.
            try:
                kept = self._keep(self.session.record)
            finally:
                if self.session.record.outcome is not None:
                    lesson = self._learn(self.session.record)
        if lesson:
            self._tell(lesson)
        if kept:
            self.session.table.say(f"The game is saved in {kept}.")
        return f"{reason} The game is not finished, so the machine does not learn from it." if reason else ""

    def _learn(self, played: GameRecord) -> TableLesson:
        own = [(choice.decision, choice.index) for choice in played.choices if choice.seat == self._seat]
        result = (played.outcome or 0) * (1 - 2 * self._seat)
        self.tally = self.tally.and_one(result)
        signs = self.session.table.signs
        self.winners += "=" if result == 0 else signs[self._seat if result == 1 else 1 - self._seat]
        return learn_at_table(self.machine, self.file, own, result, self._seat)

    def _keep(self, played: GameRecord) -> Path | None:
        """Write the game's record, if records are wanted; return its file, or None."""
        file, self.loaded = self.loaded, None
        if file:
            played.write(file)
            return file
        if self.records is None or not played.choices:
            return None
        while True:
            file = next_numbered(self.records)
            try:
                played.write(file, new=True)
            except FileError:
                if is_there(file):  # another process took this number
                    continue
                raise
            return file

    def _tell(self, lesson: TableLesson) -> None:
        """Say what the machine has learned from a game, and how many games each has won."""
        table, machine = self.session.table, self.machine
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
        learned = plural(machine.games, "game")
        table.say(f"The machine has learned from {learned}; {shortened(self.file)} is written.")
        if lesson.worst is not None:
            table.say(_STANDINGS[lesson.worst])

    def _wish(self) -> str:
        """Ask whether to play another game; return why there is none, or an empty text."""
        while True:
            try:
                wish = self.session.table.ask("Enter plays another game, b shows its boxes, q ends: ")
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
        table = self.session.table
        width = shutil.get_terminal_size().columns
        table.say("")
        for line in drawn_boxes(self.machine, table.signs, table.empty, width):
            table.say(line)

    def _say_where_the_curve_is(self, plot: Path | None) -> None:
        table = self.session.table
        if not self.machine.curve:
            return
        if plot:
            table.say(f"{plot} written.")
        else:
            drawn = command_for(f"learn --show {quoted(self.file)} --plot curve.png")
            table.say(f"Its curve: {drawn}", command=True)


def _score(tally: Tally, people: str) -> str:
    """A sentence part that says how many games each has won."""
    drawn = f", drawn {tally.drawn}" if tally.drawn else ""
    return f"{people} {tally.lost}, the machine {tally.won}{drawn}"
