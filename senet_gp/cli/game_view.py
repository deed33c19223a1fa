"""A game on the terminal: the board, the throws, and what is played, also of a game that is looked at.

The two players' pieces differ in form; colour, where the terminal has it and the person wants it, only
repeats that. ``NO_COLOR`` switches it off (https://no-color.org).
"""

from __future__ import annotations

import contextlib
import os
import re
import select
import shutil
import sys
import textwrap
from collections.abc import Sequence
from typing import Any

import click
from rich.text import Text

from senet_gp.arena.record import GameRecord
from senet_gp.cli.console import Console
from senet_gp.engine.playthrough import Choice
from senet_gp.games.board_texts import BoardPart, changed_squares, table_lines
from senet_gp.games.protocol import Decision, Game, spoken
from senet_gp.games.registry import titled
from senet_gp.games.wording import wording_of
from senet_gp.players.human import YOU
from senet_gp.players.parsing import called
from senet_gp.runtime.errors import printable, shortened
from senet_gp.runtime.interruption import heard_at_once, wakeups

try:
    import termios
except ImportError:  # not on every system
    termios = None  # type: ignore[assignment]

#: What a terminal without these characters shows instead.
_PLAIN = str.maketrans({"…": "...", "→": ">", "←": "<"})
#: Texts are not wider than this, even where the terminal is.
MAX_COLUMNS = 100
#: What stands before the last column of a line of a list.
_COLUMNS_BEFORE = re.compile(r" +\S.* {2,}(?=\S)")
#: The longest name of a player in a line of its own move.
_LONGEST_NAME = 24
#: The style of each kind of part; both can be read on light and on dark.
_STYLES = {"first": "bold cyan", "other": "bold magenta", "mark": "bold", "label": "dim", "note": "dim"}


class GameView:
    """Shows a game; the signs of the two players are ● and ○, or x and o where the terminal lacks those.

    Attributes:
        game: the game that is played.
        signs: the signs of the first mover and of the other.
        empty: the sign of an empty square.
        columns: the width of the terminal, or of texts where there is none.
    """

    def __init__(self, game: Game, *, ascii_only: bool) -> None:
        self.game = game
        plain = ascii_only or _is_plain() or not _can_show("●○·…→←")
        self.signs = ("x", "o") if plain else ("●", "○")
        self.empty = "." if plain else "·"
        self._plain = plain
        self._coloured = not plain and shows_colours()
        self._columns = _columns()
        self.columns = self._columns or 80
        self._deaf = False
        self._told_narrow = False
        #: For each seat the position after its last choice, with the seat whose view it is.
        self._seen: dict[int, tuple[Any, int]] = {}

    def say(self, text: str, *, command: bool = False) -> None:
        """Show a text; lines that are wider than the terminal are broken between words.

        Args:
            text: the text.
            command: whether it holds a command, which is copied as a whole and therefore not broken.
        """
        lines = self.spelled(text).split("\n")
        click.echo("\n".join(lines if command else map(self._broken, lines)))

    def spelled(self, text: str) -> str:
        """A text with the characters that this terminal has."""
        return text.translate(_PLAIN) if self._plain else text

    def ask(self, prompt: str) -> str:
        """Ask for a line.

        Raises:
            EOFError: if there are no more lines.
        """
        try:
            if self._deaf:
                _discard_typed()
                self._deaf = False
            with heard_at_once():
                words = self.spelled(prompt).rstrip()
                return _line(self._broken(words) + prompt[len(prompt.rstrip()) :])
        except RuntimeError:  # there is no standard input
            raise EOFError from None

    def discard_until_asked(self) -> None:
        """Do not read what is typed at a terminal before the next prompt: it cannot be meant for that."""
        self._deaf = True

    def rules(self) -> None:
        """Show the rules of the game."""
        rules = " ".join(self.game.rules_text.split())
        self.say(textwrap.fill(printable(rules), min(self.columns, 80)) or "The game tells no rules.")

    def show(self, decision: Decision, index: int | None = None) -> None:
        """Show the board before a decision, or as an afterstate would leave it; what has changed is marked.

        Before a decision that is what has changed since the person's last choice.
        """
        if index is None:
            if decision.position in self.game.starts():
                self._seen = {}  # another game has begun
            self.draw(decision.position, decision.seat, self._seen.get(decision.seat))
        else:
            position = decision.afterstates[index].position
            self.draw(position, decision.seat, (decision.position, decision.seat))

    def draw(self, position: Any, seat: int, before: tuple[Any, int] | None = None) -> None:
        """Show a board as the player of a seat sees it, and the pieces beside it.

        Args:
            position: the position.
            seat: the seat of this player.
            before: an earlier position, with the seat whose view it is: what has changed since is marked.
        """
        changed = changed_squares(self.game, before, (position, seat)) if before else ()
        lines = table_lines(self.game, position, seat, self.signs, self.empty, changed, self._columns)
        self._tell_width(max(sum(len(part.text) for part in line) for line in lines))
        click.echo()
        for line in lines:
            self._show(line)
        for place, (mine, theirs) in self.game.beside(position).items():
            first, other = (mine, theirs) if seat == 0 else (theirs, mine)
            click.echo(printable(f"{place}: {self.signs[0]} {first}, {self.signs[1]} {other}"))
        click.echo()

    def _tell_width(self, width: int) -> None:
        """Say once that the terminal is too narrow for the board, if it is."""
        if self._columns is not None and width > self._columns and not self._told_narrow:
            self._told_narrow = True
            self.say(
                f"The board is {width} columns wide, but your terminal has only {self._columns}: "
                "make it wider."
            )

    def tell(self, turn: int, decision: Decision, index: int, name: str, *, own: bool = False) -> None:
        """Say in one line what was thrown and played; draw the board if the game has ended.

        Args:
            turn: the number of the turn.
            decision: the decision.
            index: the index of the choice.
            name: who made it.
            own: whether they sit here; then the board is also drawn where they had no other choice.
        """
        self._begin_seeing(decision)
        wording, only = wording_of(decision), len(decision.afterstates) == 1
        what = wording.with_remark(index)
        if own and only and wording.text(index) != "-":
            what += f", {'your' if name == YOU else 'the'} only choice"
        verb = ("throw" if decision.throws else "play") + ("" if name == YOU else "s")
        does = f"{verb} {spoken(decision.throws)}:" if decision.throws else verb
        who = printable(in_short(called(name, self.game)))
        self.say(f"{turn:3} {self.signs[decision.seat]} {who} {does} {what}")
        after = (decision.afterstates[index].position, decision.seat)
        forced = only and after[0] != decision.position
        if decision.result(index) is not None:
            self.draw(*after, (decision.position, decision.seat))
        elif own and forced:
            self.draw(*after, self._seen[decision.seat])
        if forced or not only:
            self._seen[decision.seat] = after

    def go_back(self, choices: Sequence[Choice]) -> None:
        """After a choice was taken back, know again what each player saw then; these choices are left."""
        self._seen = {}
        for choice in choices:
            self._begin_seeing(choice.decision)
            if len(choice.decision.afterstates) > 1 or choice.played.position != choice.before:
                self._seen[choice.seat] = (choice.played.position, choice.seat)

    def _begin_seeing(self, decision: Decision) -> None:
        """Note what is seen before a player's first choice in a game."""
        if decision.position in self.game.starts():
            self._seen = {}
        for seat in (0, 1):
            self._seen.setdefault(seat, (decision.position, decision.seat))

    def _broken(self, line: str) -> str:
        """A line, broken between words if it is wider than the terminal."""
        if self._columns is None or len(line) <= self._columns:
            return line
        blanks = len(line) - len(line.lstrip())
        before = _COLUMNS_BEFORE.match(line) if blanks else None
        # Below the last column of a list, unless that would leave little room.
        if before and before.end() <= self._columns // 2:
            blanks = before.end() - 4
        indent = " " * (blanks + 4) if blanks else ""
        return textwrap.fill(line, self._columns, subsequent_indent=indent, break_on_hyphens=False)

    def _show(self, line: list[BoardPart]) -> None:
        if self._coloured:
            painted(line)
        else:
            click.echo(self.spelled("".join(part.text for part in line)).rstrip())


def in_short(name: str) -> str:
    """A player's name in lines that tell what they play: of a path the end, of a long text the beginning.

    >>> in_short("runs/of/june/senet-20260101-120000"), in_short("expr:(sub my_moves hits)")
    ('senet-20260101-120000', 'expr:(sub my_moves hits)')
    >>> in_short("search:2:expr:(sub their_distance my_distance)")
    'search:2:expr:…'
    """
    if len(name) <= _LONGEST_NAME:
        return name
    kind, colon, text = name.rpartition(":")
    if colon:
        return shortened(f"{kind}:…" if len(kind) < _LONGEST_NAME else name, _LONGEST_NAME)
    return shortened(text.rstrip("/").rpartition("/")[2], _LONGEST_NAME)


def _columns() -> int | None:
    """The width of the terminal; None where the output is no terminal, and lines stay as they are."""
    try:
        return min(shutil.get_terminal_size().columns, MAX_COLUMNS) if sys.stdout.isatty() else None
    except (AttributeError, ValueError):  # there is no standard output
        return None


def _line(prompt: str) -> str:
    """A line that the person types; at a terminal an interruption is handled at once."""
    if not wakeups() or sys.stdin is None or not sys.stdin.isatty():
        return input(prompt)
    click.echo(prompt, nl=False)
    # A terminal delivers one line at a time, so Python's own buffer holds no line that select cannot see.
    select.select([sys.stdin, *wakeups()], [], [])
    return input()


def _discard_typed() -> None:
    """Forget what was typed at the terminal and not read yet."""
    # Not on every system; and where the input is a pipe, all of it was meant.
    if termios is None or sys.stdin is None:
        return
    with contextlib.suppress(OSError, ValueError):
        if sys.stdin.isatty():
            termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


def _is_plain() -> bool:
    """Whether the terminal or the locale promises ASCII alone."""
    locale = next((value for name in ("LC_ALL", "LC_CTYPE", "LANG") if (value := os.environ.get(name))), "")
    return os.environ.get("TERM") == "dumb" or locale in {"C", "POSIX"}


def _can_show(signs: str) -> bool:
    try:
        signs.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def shows_colours() -> bool:
    """Whether standard output is a terminal with colours, and ``NO_COLOR`` is not set."""
    console = Console()
    return console.is_terminal and console.color_system is not None and not os.environ.get("NO_COLOR")


def painted(line: Sequence[BoardPart]) -> None:
    """Show a line of a board in colour."""
    text = Text()
    for part in line:
        text.append(part.text, _STYLES.get(part.kind, ""))
    text.rstrip()
    Console().print(text, soft_wrap=True)


class ShownGame:
    """Shows a recorded game, or one that is being played and recorded.

    Attributes:
        record: the game.
        table: where it is shown.
    """

    def __init__(self, record: GameRecord, *, ascii_only: bool) -> None:
        self.record = record
        self.table = GameView(record.game, ascii_only=ascii_only)
        self._names = [printable(name) for name in record.players]

    def show_title(self) -> None:
        """Say which game it is, and who plays."""
        game, signs = self.record.game, self.table.signs
        self.table.say(f"{titled(game)}: {signs[0]} {self._names[0]} against {signs[1]} {self._names[1]}")

    def show_after(self, count: int) -> None:
        """Show the last of the choices that were made, and the board after it; for none, the start."""
        if count == 0:
            self.table.draw(self.record.start, 0)
            return
        choice = self.record.choices[count - 1]
        self.table.tell(choice.turn, choice.decision, choice.index, self.record.players[choice.seat])
        if choice.result is None:
            self.table.draw(choice.played.position, choice.seat)


def line_within(seconds: float, *, listen: bool = True) -> bool:
    """Wait so long, or until the person types a line; whether they did.

    Args:
        seconds: how long.
        listen: whether a line ends the wait; else only an interruption does.

    Raises:
        KeyboardInterrupt: if the person interrupts the program.
    """
    heard = [sys.stdin] if listen and sys.stdin is not None else []
    with heard_at_once():
        ready = select.select([*heard, *wakeups()], [], [], seconds)[0]
    return bool(heard) and sys.stdin in ready
