"""A person who plays at the terminal: how choices are listed, and how what they enter names one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from itertools import groupby
from textwrap import wrap
from typing import Protocol

from senet_gp.engine.playthrough import Announcer, Playthrough
from senet_gp.games.protocol import Decision, Game, spoken
from senet_gp.games.wording import Wording, in_words, throws_again, wording_of
from senet_gp.players.parsing import called
from senet_gp.players.player import Player
from senet_gp.runtime.errors import UsageError, brief, printable, shortened
from senet_gp.runtime.streams import Streams

#: Lines of choices shown before the person asks for more.
SHOWN_AT_ONCE = 10
#: What the person is called in lines about their own moves.
YOU = "You"
#: What can be typed besides choices: each word, with the letter that does the same, or nothing.
_COMMANDS = {
    "help": "?",
    "hint": "h",
    "why": "",
    "undo": "u",
    "more": "m",
    "board": "b",
    "rules": "",
    "save": "s",
    "resign": "",
    "quit": "q",
    "exit": "",
}
_WORD_OF = {letter: word for word, letter in _COMMANDS.items() if letter} | {"exit": "quit"}
_BY_NUMBER = """\
  a number      make the choice with this number
"""
_HELP = """\
  hint, h       the best choices with their chances of winning
  why N         why choice N is better or worse than its rival; why alone: the best choice
  undo, u       take back your last choice among several, and all that came after it
  more, m       more choices
  board, b      the board again
  rules         the rules of the game
  save FILE, s  save a record of the game so far
  resign        give the game up as lost
  quit, q       leave the game, as exit does
  help, ?       this list
Pieces in parentheses are those that have moved since your last choice.
The beginning of moves is enough: the choices that begin so are shown, and you go on from there.
Your choice is shown before it is played: Enter plays it, undo takes it back.
A choice followed by !, such as {example}!, is played at once."""


class Listing:
    """The choices of a decision as they are listed: numbered, page by page, perhaps those of one beginning.

    A few have a line each, the best kinds first. Many are sorted by where their pieces stand and go; where
    few pieces begin many choices, those that begin with the same move share a line.

    Attributes:
        wording: how the choices are written.
        begun: the moves that the person has written so far, if they are the beginning of several choices.
    """

    def __init__(self, wording: Wording | None = None) -> None:
        self.begun = ""
        self._order: list[int] = []
        if wording is not None:
            self.wording = wording
            self._order = wording.order()
            if len(self._order) > SHOWN_AT_ONCE:
                self._order.sort(key=lambda index: list(map(_with_numbers, wording.parts(index))))
        self._numbers = {index: number for number, index in enumerate(self._order, 1)}
        #: Whether choices are chosen by number; not if moves themselves are written as numbers.
        self.numbered = not any(self.wording.decision.notation(index).isdecimal() for index in self._order)
        self._listed = self._order
        self._shown = 0

    def number(self, index: int) -> str:
        """The number of an afterstate in the list, with blanks around it."""
        return f"{self._numbers[index]:4}  " if self.numbered else "    "

    def all_again(self) -> None:
        """Take back what was begun.

        Raises:
            UsageError: if nothing was.
        """
        if not self.begun:
            raise UsageError("there is no choice to take back")
        self.begun, self._listed, self._shown = "", self._order, 0

    def chosen(self, text: str) -> int | None:
        """The index of the afterstate that a text names by number or by moves; None if there are several.

        Those are the listed ones from now on.

        Raises:
            UsageError: if there is none.
        """
        whole, indices = self._meant(text)
        if len(indices) == 1:
            return indices[0]
        self.begun, self._listed, self._shown = whole, [n for n in self._order if n in indices], 0
        return None

    def only(self, text: str) -> int:
        """The index of the only afterstate that a text names by number or by moves.

        Raises:
            UsageError: if there is none, or there are several.
        """
        _, indices = self._meant(text)
        if len(indices) > 1:
            raise UsageError(
                f"{len(indices)} choices begin so: write the whole moves, or the number of a choice"
            )
        return indices[0]

    def _meant(self, text: str) -> tuple[str, list[int]]:
        """What a text means: a number, or moves that go on with what was begun, or stand by themselves."""
        if self.numbered and text.isascii() and text.isdecimal():
            number = int(text) if len(text) <= 9 else 0
            if not 1 <= number <= len(self._order):
                raise UsageError(f"there is no choice {text[:9]}: choose from 1 to {len(self._order)}")
            return text, [self._order[number - 1]]
        if not self.begun:
            return text, self.wording.meant(text)
        whole = self.wording.joined(self.begun, text)
        try:
            return whole, self.wording.meant(whole)
        except UsageError as error:
            try:
                return text, self.wording.meant(text)
            except UsageError:
                raise error from None

    def next_lines(self, columns: int) -> Iterator[str]:
        """The lines that list the next choices.

        Args:
            columns: the width of the terminal.

        Raises:
            UsageError: if there are no more.
        """
        lines = self._lines(columns)[self._shown :]
        if not lines:
            raise UsageError("there are no more choices")
        self._shown += SHOWN_AT_ONCE
        yield from lines[:SHOWN_AT_ONCE]
        if lines[SHOWN_AT_ONCE:]:
            yield f"      … lines left: {len(lines) - SHOWN_AT_ONCE}; type more, or a move to begin with"

    @property
    def shares_lines(self) -> bool:
        """Whether the choices that begin with the same move share a line, which halves the lines."""
        first = {self.wording.parts(index)[0] for index in self._listed}
        return self.numbered and len(self._listed) > max(SHOWN_AT_ONCE, 2 * len(first))

    def _lines(self, columns: int) -> list[str]:
        """All lines, those of shared first moves with numbers of choices and what these go on with."""
        parts = {index: self.wording.parts(index) for index in self._listed}
        if not self.numbered:
            in_a_line = ", ".join(map(self._choice_text, parts))
            return wrap(
                in_a_line, columns, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False
            )
        lines = []
        if not self.shares_lines:
            longest = max(len(self.wording.text(index)) for index in parts)
            for index in parts:
                text = f"{self.wording.text(index):<{longest}}  {self.wording.remark(index)}"
                lines.append(f"{self.number(index)}{text}".rstrip())
            return lines
        longest = max(len(first) for first, *_ in parts.values())
        for first, choices in groupby(parts, lambda index: parts[index][0]):
            told = {self._numbers[index]: self._after_first(index) for index in choices}
            widest = max(map(len, told.values()))
            texts = [f"{number:4}  {text:<{widest}}" for number, text in told.items()]
            fit = max(1, (columns - longest - 4) // (widest + 8))
            for begin in range(0, len(texts), fit):
                label = f"  {'' if begin else first:<{longest}}"
                lines.append("  ".join([label, *texts[begin : begin + fit]]).rstrip())
        return lines

    def _after_first(self, index: int) -> str:
        rest, remark = ", ".join(self.wording.parts(index)[1:]) or "alone", self.wording.remark(index)
        # Moves show by * what they hit.
        return f"{rest} ({remark})" if remark and "*" not in self.wording.text(index) else rest

    def _choice_text(self, index: int) -> str:
        remark = self.wording.remark(index)
        return f"{self.wording.text(index)} ({remark})" if remark else self.wording.text(index)


def addressed(players: Sequence[str], game: Game) -> list[str]:
    """What the players of a record are called where people are spoken to: ``You`` is the only person.

    >>> from senet_gp.games.registry import game_of
    >>> [addressed(("human", other), game_of("senet")) for other in ("hand:HC5", "human")]
    [['You', 'Hard'], ['Player 1', 'Player 2']]
    """
    person = HumanPlayer.name
    alone = players.count(person) == 1
    return [
        (YOU if alone else f"Player {number}") if name == person else printable(called(name, game))
        for number, name in enumerate(players, 1)
    ]


def _with_numbers(text: str) -> list[str | int]:
    """A text by which squares are sorted as numbers.

    >>> sorted(["10>11", "2>13", "2>3"], key=_with_numbers)
    ['2>3', '2>13', '10>11']
    """
    return [int(piece) if number % 2 else piece for number, piece in enumerate(re.split("([0-9]+)", text))]


class Leave(Exception):  # noqa: N818 - it is not an error
    """The person leaves the game."""


class TakenBack(Exception):  # noqa: N818 - it is not an error
    """The person has taken back their last choice, so the game goes on from there."""


class Terminal(Protocol):
    """Where a person reads and writes.

    Attributes:
        signs: the signs of the first mover's pieces and of the other's.
        columns: how wide it is.
    """

    signs: tuple[str, str]
    columns: int

    def say(self, text: str) -> None:
        """Show a text."""

    def ask(self, prompt: str) -> str:
        """Ask for a line; raises ``EOFError`` if there is no more input."""

    def show(self, decision: Decision, index: int | None = None) -> None:
        """Show the board before a decision, or after the choice with this index."""

    def rules(self) -> None:
        """Show the rules of the game."""

    def tell(self, turn: int, decision: Decision, index: int, name: str, *, own: bool = False) -> None:
        """Report the choice of the player with this name, and show the board if it ends the game.

        ``own`` says whether a person at this terminal made it.
        """


class Hints(Protocol):
    """What gives a person hints."""

    def advice(self, decision: Decision) -> tuple[str, Sequence[tuple[int, str]]]:
        """A heading, and the indices of the best afterstates, each with what is known of it."""

    def why(self, decision: Decision, index: int | None = None) -> str:
        """Why a choice, by default the best, is better or worse than its rival.

        Raises:
            UsageError: if that cannot be said.
        """


class HumanPlayer:
    """A player that asks a person for every choice.

    Args:
        terminal: where the person reads and writes.
        adviser: what gives hints; None for no hints.
        save: saves a record of the game to the file with the given name; None if the game cannot be saved.
        take_back: takes back the person's last choice and what came after it, and raises ``UsageError`` if
            that is impossible; None if nothing can be taken back. :class:`TakenBack` then ends the game.
        announcer: announces games to the person; None if they are announced elsewhere.
        name: another name than ``human``, where several people play.
    """

    name = "human"
    participant = None

    def __init__(
        self,
        terminal: Terminal,
        adviser: Hints | None = None,
        save: Callable[[str], None] | None = None,
        announcer: Announcer | None = None,
        name: str | None = None,
        take_back: Callable[[], None] | None = None,
    ) -> None:
        self.name = name or HumanPlayer.name
        self._terminal = terminal
        self._adviser = adviser
        self._save = save
        self._announcer = announcer
        self._take_back = take_back
        self._listing = Listing()
        self._resigns = False
        self._answer: tuple[Decision, int] | None = None
        # What has been explained, each thing once.
        self._explained: set[str] = set()

    def __repr__(self) -> str:
        return brief(self, self.name)

    def gives_up(self, decision: Decision) -> bool:
        """Whether the person resigns; if they choose instead, :meth:`choose` gives their choice.

        Raises:
            Leave: if the person leaves the game.
            TakenBack: if they have taken back an earlier choice.
            EOFError: if there is no more input.
        """
        self._resigns = False
        if len(decision.afterstates) > 1:
            self._answer = (decision, self._asked(decision))
        return self._resigns

    def choose(self, decision: Decision, streams: Streams) -> int:  # noqa: ARG002 - a person draws elsewhere
        """The index of the afterstate that the person plays.

        Raises:
            Leave: if the person leaves the game.
            TakenBack: if they have taken back an earlier choice.
            EOFError: if there is no more input.
        """
        answer, self._answer = self._answer, None
        return answer[1] if answer and answer[0] is decision else self._asked(decision)

    def _show(self, decision: Decision) -> None:
        """Show the board, and what the person has thrown."""
        self._terminal.show(decision)
        called = self.called if self.called == YOU else f"{self.called}, you"
        self._terminal.say(f"{called} ({self._terminal.signs[decision.seat]}) {_situation(decision)}")

    def _asked(self, decision: Decision) -> int:
        """What the person plays, unless they resign."""
        self._show(decision)
        if len(decision.throws) > 1 and throws_again(decision) != "afterwards":
            self._tell_once("Throws are shown in rising order; you may play them in any.")
        self._listing = Listing(wording_of(decision))
        self._list()
        self._tell_once(_how_to_choose(self._listing))
        while True:
            begun = self._listing.begun
            asked = f"{begun} … and then (? for help): " if begun else "your choice (? for help): "
            line = self._terminal.ask(asked).strip()
            try:
                index = self._answered(decision, line)
            except UsageError as error:
                self._terminal.say(f"{error}.")
            else:
                if index is not None:
                    return index
                if self._resigns:
                    return 0

    @property
    def called(self) -> str:
        """What the person is called in messages: ``You``, or their name where several people play."""
        return YOU if self.name == HumanPlayer.name else self.name

    def watch(self, turn: int, decision: Decision, index: int, name: str) -> None:
        """Report a choice in the person's game to them."""
        own = name == self.name
        self._terminal.tell(turn, decision, index, self.called if own else name, own=own)
        if own and len(decision.afterstates) == 1 and wording_of(decision).text(index) != "-":
            self._tell_once("There was only one choice, so it was made for you.")

    def _tell_once(self, sentence: str) -> None:
        """Explain something, unless that was done before."""
        what = sentence.partition(" ")[0]  # an example in it may be another one
        if what not in self._explained:
            self._explained.add(what)
            self._terminal.say(sentence)

    def game_begins(self, playthrough: Playthrough[Player]) -> None:
        """Announce a game to the person."""
        if self._announcer is not None:
            self._announcer.game_begins(playthrough)

    def game_ends(self, playthrough: Playthrough[Player]) -> None:
        """Tell the person how a game has ended."""
        if self._announcer is not None:
            self._announcer.game_ends(playthrough)

    def _answered(self, decision: Decision, line: str) -> int | None:
        """Do what a line asks for; the index of the afterstate if the line chooses one, else None."""
        word, _, rest = line.partition(" ")
        commands: dict[str, Callable[[], None]] = {
            "": lambda: self._terminal.say(_how_to_choose(self._listing)),
            "help": lambda: self._terminal.say(_help(self._listing)),
            "quit": self._leave,
            "resign": self._resign,
            "resign!": lambda: self._resign(surely=True),
            "board": lambda: self._show(decision),
            "rules": self._terminal.rules,
            "undo": self._undo,
            "hint": lambda: self._advise(decision),
            "why": lambda: self._tell_why(decision, rest.strip()),
            "more": self._list,
            "save": lambda: self._save_into(rest.strip()),
        }
        command = _command(word)
        if command in commands:
            commands[command]()
            return None
        try:
            index = self._listing.chosen(line.removesuffix("!").strip())
        except UsageError as error:
            raise _no_choice(word, error) from None
        if index is None:
            self._list()
        elif line.endswith("!") or self._confirmed(decision, index):
            return index
        return None

    def _leave(self) -> None:
        raise Leave

    def _resign(self, *, surely: bool = False) -> None:
        """Resign, if the person means it."""
        asked = "" if surely else self._terminal.ask("Resign the game? yes resigns, Enter goes on: ")
        self._resigns = surely or asked.strip().lower() in {"y", "yes", "resign"}
        if not self._resigns:
            self._terminal.say("The game goes on.")

    def _undo(self) -> None:
        """Take back the beginning of moves and list all choices again, or take back the last choice.

        Raises:
            TakenBack: if a choice is taken back.
        """
        if self._listing.begun:
            self._listing.all_again()
            self._list()
            return
        if self._take_back is None:
            raise UsageError("what was played is not taken back in this game: only senet-gp play does that")
        self._take_back()
        raise TakenBack

    def _confirmed(self, decision: Decision, index: int) -> bool:
        """Show what a choice leads to; whether the person plays it."""
        self._terminal.show(decision, index)
        moves = self._listing.wording.text(index)
        asides: dict[str, Callable[[], None]] = {
            "quit": self._leave,
            "board": lambda: self._terminal.show(decision, index),
            "rules": self._terminal.rules,
            "hint": lambda: self._advise(decision),
            "why": lambda: self._terminal.say(self._hints().why(decision, index)),
        }
        while True:
            line = self._terminal.ask(f"{moves}: Enter plays it, undo takes it back: ").strip()
            answer = _command(line)
            if answer in {"", "y", "yes"}:
                return True
            if answer in {"undo", "n", "no"}:
                self._terminal.say("It is not played: choose again.")
                return False
            try:
                asides.get(answer, lambda: self._explain_confirming(moves))()
            except UsageError as error:
                self._terminal.say(f"{error}.")

    def _explain_confirming(self, moves: str) -> None:
        self._terminal.say(
            f"Press Enter to play {moves}, or type undo to choose again; hint, why, board, rules and quit "
            "work here, too."
        )

    def _list(self) -> None:
        """List the next choices."""
        if self._listing.shares_lines:
            self._tell_once(
                "Choices that begin with the same move stand together: behind each number is what else "
                "moves, or 'alone'. Type a move to list only what goes with it."
            )
        for line in self._listing.next_lines(self._terminal.columns):
            self._terminal.say(line)

    def _advise(self, decision: Decision) -> None:
        """Show the best choices."""
        heading, hints = self._hints().advice(decision)
        self._terminal.say(heading)
        texts = [self._listing.wording.text(index) for index, _ in hints[:SHOWN_AT_ONCE]]
        longest = max(map(len, texts))
        for (index, words), text in zip(hints, texts, strict=False):
            self._terminal.say(f"{self._listing.number(index)}{text:<{longest}}  {words}")

    def _tell_why(self, decision: Decision, text: str) -> None:
        """Tell why the choice that a text names, by default the best, is good or bad."""
        hints = self._hints()
        self._terminal.say(hints.why(decision, self._listing.only(text) if text else None))

    def _hints(self) -> Hints:
        if self._adviser is None:
            raise UsageError("there are no hints in this game: only senet-gp play gives hints")
        return self._adviser

    def _save_into(self, name: str) -> None:
        if self._save is None:
            raise UsageError("this game cannot be saved: only senet-gp play saves games")
        if not name:
            raise UsageError("name a file, such as save game.txt")
        self._save(name)


def _command(word: str) -> str:
    """The command that a word or a letter stands for, or the word itself, in small letters.

    >>> _command("H"), _command("hint"), _command("exit"), _command("2-5")
    ('hint', 'hint', 'quit', '2-5')
    """
    small = word.lower()
    return _WORD_OF.get(small, small)


def _no_choice(word: str, error: UsageError) -> UsageError:
    """What is wrong with a line that is no choice, where its first word may be a command that is misspelt."""
    if not word.isalpha():
        return error
    meant = get_close_matches(word[:20].lower(), _COMMANDS, n=1, cutoff=0.7)
    if meant:
        return UsageError(f"'{shortened(word, 20)}' is no move and no command: perhaps you mean {meant[0]}")
    return UsageError(f"{error}; help lists all that you can type")


def _how_to_choose(listing: Listing) -> str:
    """What to type, in a sentence."""
    example = listing.wording.example[0]
    choice = (
        f"the number of a choice, or moves such as {example}" if listing.numbered else "one of these moves"
    )
    return f"Type {choice}, and press Enter."


def _situation(decision: Decision) -> str:
    """The person's situation, as the end of a sentence that begins with "You"."""
    if not decision.throws:
        return "are to move."
    count = len(decision.throws)
    these = "this" if count == 1 else f"these {in_words(count)}"
    again = throws_again(decision)
    then = f" Play {these}, then you throw again." if again == "afterwards" else f" You throw again {again}."
    return f"throw {spoken(decision.throws)}.{then if again else ''}"


def _help(listing: Listing) -> str:
    """The list of everything that can be entered."""
    example, meaning = listing.wording.example
    help_text = _HELP.format(example="3" if listing.numbered else example)
    return f"{_BY_NUMBER if listing.numbered else ''}  {example:<13} {meaning}\n{help_text}"
