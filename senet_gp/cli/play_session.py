"""A person's games at the terminal: one with its record, or game after game that a machine learns from."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from senet_gp.arena.record import (
    GameRecord,
    dated_names,
    draw_on,
    last_choice_among_several,
    new_record,
    play_on,
    take_back,
    write_new,
)
from senet_gp.cli import Interrupted, options
from senet_gp.cli.game_view import GameView
from senet_gp.cli.output import command_for, plural, rules_of
from senet_gp.experiments.matchbox_training import TableLesson, Teacher, learn_at_table
from senet_gp.games.protocol import Game
from senet_gp.games.registry import GAMES, game_of
from senet_gp.games.small import if_solvable
from senet_gp.games.wording import wording_of
from senet_gp.players.human import Hints, HumanPlayer, Leave, TakenBack, addressed
from senet_gp.players.levels import LEVEL_WORDS, default_opponent, level_of
from senet_gp.players.matchbox import KIND, MatchboxPlayer, Scheme, Tally, blank_matchbox
from senet_gp.players.parsing import called, player_from_text
from senet_gp.players.player import ExpressionPlayer, Player, without_slips
from senet_gp.runtime.errors import FileError, UsageError, from_here, printable, quoted, shortened
from senet_gp.runtime.files import check_new, is_there, own_folder
from senet_gp.runtime.standard_streams import OutputError
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
            f"{file} is not an unfinished game of a person against a player: name another, or look at it "
            "with: "
            f"{command_for(f'replay {quoted(file)}')}"
        )
    if record.game.name != game:
        go_on = command_for(f"play {record.game.name} --load {quoted(file)}")
        raise UsageError(f"{file} is a game of {record.game.name}: go on with: {go_on}")
    if record.streams and seed is not None:
        raise UsageError(f"{file} already says how its random numbers go on: leave out --seed")
    return record


def opponent_from(text: str, game: Game, scheme: Scheme | None, *, goes_on: bool) -> tuple[Player, bool]:
    """The player that a text names, and whether it is a blank machine, which learns by the scheme.

    Args:
        text: what names the player.
        game: the game.
        scheme: the scheme of a machine that is to learn; None if no machine learns.
        goes_on: whether it goes on with an earlier game, whose machine is there already.

    Raises:
        UsageError: if there is no such player, it cannot learn, or has a scheme of its own.
        FileError: if a file is missing or cannot be read.
    """
    kind, _, file = text.partition(":")
    learner = if_solvable(game)
    if kind == KIND and file and learner is not None:
        if (scheme is None or goes_on) and not is_there(file):
            way = "name another file, or begin a blank machine with --learn"
            here = "go on in the directory in which the game was begun"
            raise FileError(f"{shortened(file)} does not exist: {here if goes_on else way}")
        if scheme and (blank := blank_matchbox(text, learner, scheme)):
            return blank, True
        own = f"for a new machine, and {shortened(file)} has its own scheme"
        options.refuse_unread(own, *options.OF_THE_SCHEME)
    player = player_from_text(text, game)
    if scheme and not isinstance(player, MatchboxPlayer):
        raise UsageError("only a machine can learn: name one with --against matchbox:FILE")
    return player, False


@dataclass
class KeptGame:
    """Where a game is written after each of its choices, so that it is there however the program ends.

    Attributes:
        file: the game's file; None before it has one.
        names: gives names, of which a game without a file takes the first that is free; None if such a game
            is not kept.
        must: whether the person has asked for the file, so that they cannot go on without it.
    """

    file: Path | None = None
    names: Callable[[], Iterator[Path]] | None = None
    must: bool = True

    def write(self, record: GameRecord) -> None:
        """Write a game as it is now; one in which nothing was played gets no file.

        Raises:
            FileError: if it cannot be written.
        """
        if self.file:
            record.write(self.file)
        elif self.names and record.choices:
            self.file = write_new(record, self.names())


def kept_game_for(game: str, record: Path | None, load: Path | None, *, learn: bool, keep: bool) -> KeptGame:
    """Where games are kept, as the options of the command say.

    Args:
        game: the name of the game.
        record: the file that the person has named for the game, or of whose name the numbered files are.
        load: the file of the game that goes on.
        learn: whether a machine learns from game after game.
        keep: whether a game without a file of its own is kept in the person's own folder.
    """
    if not learn and (record or load):
        return KeptGame(record or load)
    if record is not None:
        return KeptGame(load, lambda: next_numbered(record))
    return KeptGame(load, (lambda: dated_names(own_folder(), game)) if keep else None, must=False)


class Session:
    """A person plays a game, which they can save.

    Attributes:
        record: what has been played; its random streams say how the game goes on.
        table: where the game is shown.
        person: the person.
        kept: where the game is kept.

    Args:
        record: as above, like ``table``.
        table: likewise.
        go_on: the command that goes on with a saved game, without the file's name.
        hints: what gives hints.
        kept: where the game is kept; by default nowhere.
    """

    def __init__(
        self,
        record: GameRecord,
        table: GameView,
        go_on: str,
        hints: Hints | None = None,
        kept: KeptGame | None = None,
    ) -> None:
        self.record, self.table = record, table
        self.kept = KeptGame() if kept is None else kept
        self.person = HumanPlayer(table, hints, self.save, take_back=self.take_back)
        self._go_on = go_on
        #: The files that may be overwritten, because they hold this game.
        self._own = {self.kept.file} - {None}

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
        name, place = self._named(1 - seat), "second" if seat else "first"
        self.table.say(f"{game.title} against {name}: you are {self.table.signs[seat]} and move {place}.")
        self.table.rules()
        self.table.say(f"Type help at the prompt to see what you can do. ({drawn})")
        if loaded and record.choices:
            last = record.choices[-1]
            mover = addressed(record.players, game)[last.seat]
            self.table.tell(last.turn, last.decision, last.index, mover)
        if not loaded and level_of(record.players[1 - seat], game) is not None:
            others = [word for word in LEVEL_WORDS if word.capitalize() != name]
            self.table.say(f"Other levels: --against {', '.join(others[:-1])} or {others[-1]}.")
        short = GAMES[game.name].short_game
        if short and not record.choices and record.start in game.starts() and game == game_of(game.name):
            shorter = command_for(f"play {game.name} --rule {short}")
            self.table.say(f"A short game: {shorter}", command=True)

    def begin_another(self, seed: int) -> None:
        """Begin another game between the same players, which gets a file of its own."""
        self.record = new_record(self.record.players, self.record.game, seed)
        self.kept.file = None
        self._own = set()

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

    def take_back(self) -> None:
        """Take back the person's last choice among several, and all that came after it.

        Raises:
            UsageError: if there is none, or the throws cannot be repeated.
        """
        record = self.record
        count = last_choice_among_several(record, {self._seat})
        if count is None:
            raise UsageError("you have made no choice that could be taken back")
        taken = record.choices[count]
        take_back(record, count)
        self.table.go_back(record.choices)
        self._keep()
        moves = wording_of(taken.decision).text(taken.index)
        throws = " The throws stay the same." if record.game.stochastic else ""
        self.table.say(f"Taken back: {moves} in turn {taken.turn}, and what came after it.{throws}")

    def _named(self, seat: int) -> str:
        """What the player of a seat is called."""
        return printable(shortened(called(self.record.players[seat], self.record.game), 40))

    @property
    def _seat(self) -> int:
        return self.record.players.index(HumanPlayer.name)

    def play_against(self, opponent: Player) -> None:
        """Play the game to its end, or until the person leaves, and say where it is kept.

        Raises:
            Interrupted: if the person stops the program.
        """
        try:
            reason = self.play(opponent)
        except KeyboardInterrupt:
            raise Interrupted(self._interrupted()) from None
        if reason:
            self.table.say(f"{reason} The game is not finished.")
        self.tell_file()
        self.tell_analysis()
        if not reason:
            if isinstance(without_slips(opponent), ExpressionPlayer):
                game, other = self.record.game, self._opponent
                asked = command_for(f"explain {other} --game {game.name}{rules_of(game)}")
                self.table.say(f"To see what your opponent cares for: {asked}", command=True)
            self.table.say(f"To play again: {self._again}", command=True)

    def _interrupted(self) -> str:
        """What is said when the person has stopped the program; how to go on stands in a line of its own."""
        if self.kept.file:
            # The terminal may have been closed.
            with contextlib.suppress(OSError, OutputError):
                self.table.say(f"\nTo go on with it: {self._going_on}", command=True)
        where = f"it is saved in {self.place}" if self.kept.file else "it is not saved"
        return f"you left the game in turn {self.record.turns + 1}; {where}"

    def tell_file(self) -> None:
        """Say where the game is kept, and how to go on with one that has not ended."""
        if self.kept.file is None:
            return
        self.table.say(f"The game is saved in {self.place}.", command=True)
        if self.record.outcome is None:
            self.table.say(f"To go on with it: {self._going_on}", command=True)

    def tell_analysis(self) -> None:
        """Say how an ended game can be analysed."""
        if self.kept.file and self.record.outcome is not None:
            analysis = command_for(f"analyse {quoted(self.kept.file)}")
            self.table.say(f"To see which choices lost most: {analysis}", command=True)

    @property
    def place(self) -> str:
        """The file in which the game is kept, as a message names it."""
        return printable(str(from_here(self.kept.file or Path())))

    @property
    def _going_on(self) -> str:
        return f"{self._go_on} --load {quoted(self.kept.file or Path())}"

    @property
    def _opponent(self) -> str:
        """What a command calls the opponent."""
        opponent = self.record.players[1 - self._seat]
        level = level_of(opponent, self.record.game)
        return quoted(opponent) if level is None else level.word

    @property
    def _again(self) -> str:
        """The command that begins such a game."""
        game = self.record.game
        usual = self.record.players[1 - self._seat] == default_opponent(game)
        against = "" if usual else f" --against {self._opponent}"
        return command_for(f"play {game.name}{rules_of(game)}{against}{' --second' if self._seat else ''}")

    def play(self, opponent: Player) -> str:
        """Play the game to its end and say who won; return why the person left it before, or an empty text.

        The record is complete, and kept, even if the terminal is closed meanwhile.
        """
        try:
            while self._is_taken_back(opponent):
                pass
        except Leave:
            return "You left the game."
        except EOFError:
            return "\nThe input has ended."
        finally:
            self._keep()
        self._tell_end()
        return ""

    def _is_taken_back(self, opponent: Player) -> bool:
        """Play on until the game ends, or until the person takes a choice back; whether they did."""
        players = (opponent, self.person) if self._seat else (self.person, opponent)
        try:
            for _ in play_on(self.record, players):
                self._keep()
        except TakenBack:
            return True
        return False

    def _keep(self) -> None:
        """Write the game as it is now.

        Raises:
            FileError: if the file cannot be written that the person has asked for.
        """
        try:
            self.kept.write(self.record)
        except FileError as error:
            if self.kept.must:
                raise
            self.kept = KeptGame()
            self.table.say(f"This game is not saved, because {error}.")

    def _tell_end(self) -> None:
        record, table = self.record, self.table
        if record.outcome == 0:
            table.say(f"The game is over after {record.turns} turns; nobody has won.")
            return
        winner = 0 if record.outcome == 1 else 1
        if record.resigned:
            table.draw(record.next_position, 1 - winner)
            resigns = f"{self._named(1 - winner)} resigns: its box here is empty."
            table.say(f"{table.signs[1 - winner]} {'You resign.' if winner != self._seat else resigns}")
        who = "You have" if winner == self._seat else f"{self._named(winner)} has"
        table.say(f"{table.signs[winner]} {who} won the game.")


def numbered(path: Path, number: int) -> Path:
    """The file of a game with this number.

    >>> numbered(Path("games/game.txt"), 3).name
    'game-3.txt'
    """
    return path.parent / f"{path.stem}-{number}{path.suffix}"


def next_numbered(path: Path) -> Iterator[Path]:
    """Those of these files that are not there yet."""
    return (file for number in count(1) if not is_there(file := numbered(path, number)))


@dataclass
class Teaching:
    """A person plays game after game against a machine, which learns from each.

    Attributes:
        session: the game that is played now.
        machine: the machine that learns.
        file: the machine's file.
        tally: the results of the games since the command began.
        winners: the signs of their winners.
    """

    session: Session
    machine: MatchboxPlayer
    file: Path
    tally: Tally = field(default_factory=Tally)
    winners: str = ""

    def play(self, seed: int) -> None:
        """Play game after game until the person stops; then say how the learning curve is drawn.

        Raises:
            Interrupted: if the person stops the program; what was learned is kept.
        """
        try:
            for number in count(seed + 1):
                reason = self._game() or self._wish()
                if reason:
                    self.session.table.say(reason)
                    self.session.tell_analysis()
                    break
                self.session.begin_another(number)
        except KeyboardInterrupt:
            learned = f"you stopped; the machine has learned from {plural(self.machine.games, 'game')}"
            unfinished = self.session.record.outcome is None and self.session.kept.file
            left = f", but not from the one that is saved in {self.session.place}" if unfinished else ""
            raise Interrupted(learned + left) from None
        if self.machine.curve:
            drawn = command_for(f"learn boxes {quoted(self.file)} --plot curve.png")
            self.session.table.say(f"Its curve: {drawn}", command=True)

    @property
    def _seat(self) -> int:
        return self.session.record.players.index(self.machine.name)

    def _game(self) -> str:
        """Play a game, save it, and learn from it; return why it was left early, or an empty text."""
        lesson = None
        try:
            reason = self.session.play(Teacher(self.machine, learns=True))
        finally:
            # Also if the terminal was closed, or the person pressed Ctrl-C.
            if self.session.record.outcome is not None:
                lesson = self._learn(self.session.record)
        if lesson:
            self._tell(lesson)
        self.session.tell_file()
        return f"{reason} The game is not finished, so the machine does not learn from it." if reason else ""

    def _learn(self, played: GameRecord) -> TableLesson:
        own = [(choice.decision, choice.index) for choice in played.choices if choice.seat == self._seat]
        result = (played.outcome or 0) * (1 - 2 * self._seat)
        self.tally = self.tally.and_one(result)
        signs = self.session.table.signs
        self.winners += "=" if result == 0 else signs[self._seat if result == 1 else 1 - self._seat]
        return learn_at_table(self.machine, self.file, own, result, self._seat)

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
                case "q" | "quit" | "exit":
                    return "You stopped."
                case "b" | "boxes":
                    self._show_boxes()
                case "undo" | "u":
                    self.session.table.say(
                        "The machine has learned from the game: no choice is taken back now."
                    )
                case other if other.isalpha() and other not in {"y", "yes"}:
                    self.session.table.say("Press Enter to play another game, or type boxes or quit.")
                case _:
                    return ""

    def _show_boxes(self) -> None:
        table = self.session.table
        width = shutil.get_terminal_size().columns
        table.say("")
        for line in drawn_boxes(self.machine, table.signs, table.empty, width):
            table.say(line)


def _score(tally: Tally, people: str) -> str:
    """A sentence part that says how many games each has won."""
    drawn = f", drawn {tally.drawn}" if tally.drawn else ""
    return f"{people} {tally.lost}, the machine {tally.won}{drawn}"
