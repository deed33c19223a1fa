"""A person who plays at the terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from senet_gp.errors import UsageError, printable
from senet_gp.games.protocol import Decision
from senet_gp.games.throws import spoken
from senet_gp.quoting import brief, shortened
from senet_gp.streams import Streams

_SHOWN_AT_ONCE = 10
_NUMBERS = {2: "two", 3: "three", 4: "four"}

_BY_NUMBER = """\
  a number    make the choice with this number
"""
_HELP = """\
  m           show more choices
  b           show the board again
  h           show a hint: the best choices with their scores
  s FILE      save a record of the game so far
  q           leave the game
Your choice is shown before it is played: Enter plays it, u takes it back.
A choice followed by !, such as 3!, is played at once."""


class Leave(Exception):  # noqa: N818 - it is not an error
    """The person leaves the game."""


class Terminal(Protocol):
    """Where a person reads and writes."""

    @property
    def signs(self) -> tuple[str, str]:
        """The signs of the first mover's pieces and of the other's."""

    def say(self, text: str) -> None:
        """Show a text."""

    def ask(self, prompt: str) -> str:
        """Ask for a line; raises ``EOFError`` if there is no more input."""

    def show(self, decision: Decision, index: int | None = None) -> None:
        """Show the board before a decision, or after the choice with this index."""

    def tell(self, turn: int, decision: Decision, index: int, name: str) -> None:
        """Report the choice of the player with this name, and show the board if it ends the game."""


@runtime_checkable
class Adviser(Protocol):
    """A player that can say how it scores afterstates."""

    @property
    def name(self) -> str:
        """The player's name on the command line."""

    def scores(self, decision: Decision) -> Sequence[float]:
        """The score of each afterstate."""


@runtime_checkable
class Solver(Protocol):
    """A player that knows the result of each afterstate under perfect play."""

    def hints(self, decision: Decision) -> Sequence[tuple[int, str]]:
        """The indices of the afterstates, the best first, each with its result in words."""


class HumanPlayer:
    """A player that asks a person for every choice.

    Args:
        terminal: where the person reads and writes.
        adviser: the player or the solver that gives hints; None for no hints.
        save: saves a record of the game to the file with the given name; None if the game cannot be saved.
    """

    name = "human"
    participant = None

    def __init__(
        self,
        terminal: Terminal,
        adviser: Adviser | Solver | None = None,
        save: Callable[[str], None] | None = None,
    ) -> None:
        self._terminal = terminal
        self._adviser = adviser
        self._save = save
        self._shown = 0  # the number of choices listed so far

    def __repr__(self) -> str:
        return brief(self, self.name)

    def choose(self, decision: Decision, streams: Streams) -> int:  # noqa: ARG002 - a person draws elsewhere
        """The index of the afterstate that the person plays.

        Raises:
            Leave: if the person leaves the game.
            EOFError: if there is no more input.
        """
        self._terminal.show(decision)
        self._terminal.say(f"You ({self._terminal.signs[decision.seat]}) {_situation(decision)}")
        self._shown = 0
        self._list(decision)
        while True:
            line = self._terminal.ask("your choice (? for help): ").strip()
            try:
                index = self._answered(decision, line)
            except UsageError as error:
                self._terminal.say(f"{error}.")
            else:
                if index is not None:
                    return index

    def watch(self, turn: int, decision: Decision, index: int, name: str) -> None:
        """Report a choice in the person's game to them."""
        self._terminal.tell(turn, decision, index, name)

    def _answered(self, decision: Decision, line: str) -> int | None:
        """Do what a line asks for; the index of the afterstate if the line chooses one, else None."""
        command, _, rest = line.partition(" ")
        match command.lower():
            case "":
                pass
            case "?":
                self._terminal.say(_help(decision))
            case "q":
                raise Leave
            case "b":
                self._terminal.show(decision)
            case "u":
                raise UsageError("there is no choice to take back")
            case "h":
                self._hint(decision)
            case "m":
                self._list(decision)
            case "s":
                self._save_into(rest.strip())
            case _:
                index = _chosen(decision, line.removesuffix("!"))
                if line.endswith("!") or self._confirmed(decision, index):
                    return index
        return None

    def _confirmed(self, decision: Decision, index: int) -> bool:
        self._terminal.show(decision, index)
        moves = decision.notation(index)
        while True:
            answer = self._terminal.ask(f"{moves}: Enter plays it, u takes it back: ").strip().lower()
            if answer in {"", "y"}:
                return True
            if answer in {"u", "n"}:
                return False
            if answer == "q":
                raise Leave

    def _list(self, decision: Decision) -> None:
        """List the next choices."""
        afterstates, begin = decision.afterstates, self._shown
        if begin >= len(afterstates):
            raise UsageError("there are no more choices")
        self._shown = min(begin + _SHOWN_AT_ONCE, len(afterstates))
        if not _is_numbered(decision):
            remarks = [decision.remark(index) for index in range(begin, self._shown)]
            names = [decision.notation(index) for index in range(begin, self._shown)]
            choices = [f"{n} ({r})" if r else n for n, r in zip(names, remarks, strict=True)]
            self._terminal.say(f"  {', '.join(choices)}")
            return
        for index in range(begin, self._shown):
            remark = decision.remark(index)
            self._terminal.say(f"{index + 1:4}  {decision.notation(index)}{'  ' if remark else ''}{remark}")
        if self._shown < len(afterstates):
            self._terminal.say(f"      … {len(afterstates) - self._shown} more (m)")

    def _hint(self, decision: Decision) -> None:
        if self._adviser is None:
            remedy = ": name an expression with --hint" if self._save else ""
            raise UsageError(f"there are no hints in this game{remedy}")
        if isinstance(self._adviser, Solver):
            self._terminal.say("The result of each move, if both play perfectly after it:")
            hints = self._adviser.hints(decision)[:_SHOWN_AT_ONCE]
        else:
            scores = self._adviser.scores(decision)
            order = sorted(range(len(scores)), key=lambda index: -scores[index])
            self._terminal.say(f"{printable(shortened(self._adviser.name))} would play the first of these:")
            hints = [(index, f"{scores[index]:,.6g}") for index in order[:5]]
        for index, rating in hints:
            number = f"{index + 1:4}  " if _is_numbered(decision) else "    "
            self._terminal.say(f"{number}{decision.notation(index):<24} {rating}")

    def _save_into(self, name: str) -> None:
        if self._save is None:
            raise UsageError("this game cannot be saved: only senet-gp play saves games")
        if not name:
            raise UsageError("write s FILE to save the game")
        self._save(name)


def _is_numbered(decision: Decision) -> bool:
    """Whether choices are chosen by number; not if moves themselves are written as numbers."""
    return not decision.notation(0).isdecimal()


def _situation(decision: Decision) -> str:
    """The person's situation, as the end of a sentence that begins with "You"."""
    if not decision.throws:
        return "are to move."
    count = len(decision.throws)
    these = "this" if count == 1 else f"these {_NUMBERS.get(count, count)}"
    goes_on = f" Play {these}, then you throw again." if decision.goes_on else ""
    return f"throw {spoken(decision.throws)}.{goes_on}"


def _help(decision: Decision) -> str:
    """The list of everything that can be entered."""
    by_number = _BY_NUMBER if _is_numbered(decision) else ""
    example, meaning = decision.writing
    return f"{by_number}  {example:<11} {meaning}\n{_HELP}"


def _chosen(decision: Decision, text: str) -> int:
    """The index of the afterstate that a text names by its number or its moves."""
    text = text.strip()
    if _is_numbered(decision) and text.isascii() and text.isdecimal():
        number = int(text) if len(text) <= 9 else 0
        if not 1 <= number <= len(decision.afterstates):
            raise UsageError(f"there is no choice {text[:9]}: choose from 1 to {len(decision.afterstates)}")
        return number - 1
    return decision.named(text)
