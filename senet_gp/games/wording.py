"""How the choices of a decision are told to people, how people write them, and examples that teach a game.

The notation of records is exact, and the same for ever. What a person reads may be shorter, and what they
write may be incomplete. A decision that has a ``wording`` says how; for all others :class:`Wording` takes the
notation. An example is a board on which a rule is shown, and says when a player meets that rule.
"""

from __future__ import annotations

import contextlib
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, runtime_checkable

from senet_gp.games.protocol import Decision, Game, spoken
from senet_gp.games.registry import part_of
from senet_gp.runtime.errors import UsageError

#: What is on a board of a theme: a number, the share of turns in which something happens, or the squares, as
#: they are drawn, on which it is so. None if there is nothing to say of this board.
Seen = int | float | frozenset[int] | None


class Theme(NamedTuple):
    """Something on the board that players want more or less of, for which there may be several words.

    How two moves differ in it is told by texts that follow "it", the first move. ``{own}`` and ``{other}``
    are what there is after the two moves, nothing as "no" and "none"; ``{value}`` and ``{rival}`` are the
    same as numbers, ``{n}`` is the difference in words, ``{here}`` are the squares of the first move alone
    and ``{there}`` those of the other alone; of ``piece|pieces`` the form that fits the number before it is
    taken.

    Attributes:
        name: what it is called, such as "their moves".
        words: the words about it.
        gauge: an expression that is the higher the more there is of it; "" for the word itself, as it stands
            in an expression.
        more: what somebody does who wants more of it, as a sentence.
        less: what somebody does who wants less.
        told: how moves are told that differ in it, such as "leaves them {own} moves instead of {other}"; if
            there is neither this nor the next two, it is never told.
        told_more: the same of the move that leads to more of it, if it needs a text of its own; of squares,
            if it leads to all that the other leads to.
        told_less: the same of the move that leads to less.
        told_none: the same of the move that leads to none.
        seen: what is told of the board after a choice, if that is not the value of the gauge, which every
            word can only estimate: it looks at the decision and the index of the choice.
        good: 1 if more of it is never bad for the player to move, as far as nothing else differs, -1 if it is
            never good, 0 if that depends on the board; then it is never told against a move.
        striking: the least difference between two moves that is told before other reasons, in the order of
            the themes, however little it is worth; by default there is none.
        contains: the names of themes that this one tells of, too: where both speak for the same move and this
            one is striking or is worth more, it is told alone.
        replies: whether it is about what the other can do next; then it is not told where the turn goes on
            after one of the two moves.
    """

    name: str
    words: tuple[str, ...]
    gauge: str
    more: str
    less: str
    told: str = ""
    told_more: str = ""
    told_less: str = ""
    told_none: str = ""
    seen: Callable[[Any, int], Seen] | None = None
    good: int = 0
    striking: float = math.inf
    contains: tuple[str, ...] = ()
    replies: bool = False

    @classmethod
    def of_word(cls, word: str, description: str, *, truth: bool = False) -> Theme:
        """The theme of a word that is all that there is about it.

        >>> Theme.of_word("my_hand", "How many of my pieces are in hand.").text(0, 1)
        'makes my_hand 0 instead of 1 (how many of my pieces are in hand)'
        """
        what = f"{description[:1].lower()}{description[1:]}".rstrip(".")
        more, less = (f"Want {how} of {word}: {what}." for how in ("more", "less"))
        if truth:
            told = f"makes {word} true ({what})", f"makes {word} false ({what})"
            return cls(word, (word,), "", more, less, told_more=told[0], told_less=told[1])
        return cls(word, (word,), "", more, less, f"makes {word} {{value}} instead of {{rival}} ({what})")

    @property
    def is_told(self) -> bool:
        """Whether there is a text about moves that differ in it."""
        return bool(self.told or self.told_more or self.told_less)

    @property
    def always(self) -> bool:
        """Whether any difference in it is striking: one piece, one square, or whether something is so."""
        return self.striking == 1

    def text(self, own: Seen, other: Seen, label: Callable[[int], str] = str) -> str:
        """How a move is told from another that differs in the theme; empty if it cannot be told.

        >>> moves = Theme("their moves", (), "", "", "", "leaves them {own} move|moves instead of {other}")
        >>> moves.text(1, 8), moves.text(8, 1)
        ('leaves them 1 move instead of 8', 'leaves them 8 moves instead of 1')
        >>> Theme("hits", (), "", "", "", "", "hits on {here}").text(frozenset({12, 14}), frozenset({12}))
        'hits on 14'
        >>> threats = Theme("threats", (), "", "", "", "hits in {own} of 100 turns instead of {other}")
        >>> threats.text(0.3125, 0.0), threats.text(1.0, 0.18)
        ('hits in 31 of 100 turns instead of none', 'hits in every turn instead of 18 of 100')
        >>> threats.text(0.18, 0.998)
        'hits in 18 of 100 turns instead of nearly every turn'

        Args:
            own: what there is after the move.
            other: what there is after the other move.
            label: the name of a square.
        """
        if own is None or other is None:
            return ""
        here, there = sorted(squares_of(own) - squares_of(other)), sorted(squares_of(other) - squares_of(own))
        if here and there:
            text = self.told
        else:
            text = (self.told_more if amount(own) > amount(other) else self.told_less) or self.told
        if not own and self.told_none:
            text = self.told_none
        numbers = _number(own, "no"), _number(other, "none")
        if not (here or there) and numbers[0] == numbers[1].replace("none", "no"):
            return ""
        told = text.format(
            own=numbers[0],
            other=numbers[1],
            value=amount(own),
            rival=amount(other),
            n=in_words(round(abs(amount(own) - amount(other)))),
            here=spoken([label(square) for square in here]),
            there=spoken([label(square) for square in there]),
        )
        told = re.sub(r"( of 100 (\w+)s instead of (?:nearly )?every)$", r"\1 \2", told)
        told = re.sub(r"every of 100 (\w+)s( instead of [1-9]\d*)", r"every \1\2 of 100", told)
        told = re.sub(r"every of 100 (\w+)s", r"every \1", told)
        return _with_forms(told.replace("no of", "none of"))


def amount(seen: Seen) -> float:
    """How much there is of something that is seen."""
    return len(seen) if isinstance(seen, frozenset) else seen or 0


def squares_of(seen: Seen) -> frozenset[int]:
    """The squares that are seen; none if they are no squares."""
    return seen if isinstance(seen, frozenset) else frozenset()


def _number(seen: Seen, nothing: str) -> str:
    """What there is, in a text: a share as people say it, of hundred, which is neither none nor all."""
    if not seen:
        return nothing
    if isinstance(seen, float):
        of_hundred = max(round(100 * seen), 1)
        return str(of_hundred) if of_hundred < _HUNDRED else "every" if seen == 1 else "nearly every"
    return str(int(amount(seen)))


_HUNDRED = 100
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def in_words(number: int) -> str:
    """A number as people write it in a sentence.

    >>> in_words(2), in_words(23)
    ('two', '23')
    """
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def _with_forms(text: str) -> str:
    """A text in which, of two forms of a word, the one stands that fits the number before it."""
    told: list[str] = []
    several = True
    for word in text.split(" "):
        if word.strip("-").isdecimal() or word in _NUMBERS:
            several = word not in {"1", "one"}
        one, bar, more = word.partition("|")
        told.append(more if bar and several else one)
    return " ".join(told)


#: The order in which results are listed: a win, no end, a draw, a loss.
_ORDER = {1: 0, None: 1, 0: 2, -1: 3}


class Wording:
    """The choices of a decision in the words of people; a game overrides what it can say better.

    >>> from senet_gp.games.registry import game_of
    >>> game = game_of("hexapawn")
    >>> wording = wording_of(game.decision(game.starts()[0], seat=0, throws=()))
    >>> wording.text(0), wording.meant("1-4"), wording.meant("2")
    ('1-4', [0], [1])

    Attributes:
        decision: the decision.
    """

    def __init__(self, decision: Decision) -> None:
        self.decision = decision

    @property
    def example(self) -> tuple[str, str]:
        """An example of moves as a person writes them, and an explanation."""
        return self.decision.writing

    def text(self, index: int) -> str:
        """The moves of an afterstate, each afterstate's text being another; by default its notation."""
        return self.decision.notation(index)

    def move_text(self, index: int) -> str:
        """The moves of an afterstate, or, if it has none, what happens instead."""
        moves = self.text(index)
        return (self.decision.remark(index) or "no move") if moves == "-" else moves

    def remark(self, index: int) -> str:
        """What is said of an afterstate besides its text; by default the decision's remark."""
        return self.decision.remark(index)

    def with_remark(self, index: int) -> str:
        """What :meth:`move_text` says, and the remark about the afterstate if there is another one."""
        what, remark = self.move_text(index), self.remark(index)
        return f"{what}, {remark}" if remark and remark != what else what

    def parts(self, index: int) -> Sequence[str]:
        """The same text in parts, one for each piece that moves; by default it is one part.

        Choices with equal first parts belong together.
        """
        return [self.text(index)]

    def ways(self, index: int) -> Sequence[Sequence[tuple[int, int]]]:
        """All lists of steps that lead to an afterstate, for people who move its pieces on a board.

        The steps of a list may be made in any order in which the pieces are there; by default there is one
        list, the afterstate's :meth:`~senet_gp.games.protocol.Decision.steps`.
        """
        return [self.decision.steps(index)]

    def steps(self, index: int) -> Sequence[tuple[int, int]]:
        """The steps of an afterstate in the order in which :meth:`text` names them, for numbered arrows.

        They can be made in this order, too; by default they are the decision's
        :meth:`~senet_gp.games.protocol.Decision.steps`.
        """
        return self.decision.steps(index)

    def throws_for(self, start: int, target: int) -> Sequence[int]:  # noqa: ARG002 - others look at them
        """The throws by which a step of :meth:`ways` can be made; by default any of the decision's."""
        return sorted(set(self.decision.throws))

    def is_last(self, start: int, target: int) -> bool:  # noqa: ARG002 - others look at them
        """Whether the turn ends with a step, whatever is left to play; by default it does not."""
        return False

    def kind(self, index: int) -> tuple[int, ...]:
        """Where an afterstate is listed: the lesser, the earlier; by default wins first, and losses last."""
        return (_ORDER[self.decision.result(index)],)

    def order(self) -> list[int]:
        """The indices of the afterstates as they are listed: the best kinds first, a piece's together."""
        every = range(len(self.decision.afterstates))
        parts = [tuple(self.parts(index)) for index in every]
        beginnings = [[part[: n + 1] for n in range(len(part))] for part in parts]
        best: dict[tuple[str, ...], tuple[int, ...]] = {}
        first: dict[tuple[str, ...], int] = {}
        for index in every:
            kind = self.kind(index)
            for beginning in beginnings[index]:
                best[beginning] = min(kind, best.get(beginning, kind))
                first.setdefault(beginning, index)
        return sorted(every, key=lambda index: [(best[one], first[one]) for one in beginnings[index]])

    def meant(self, text: str) -> list[int]:
        """The indices of the afterstates that a text names, or that begin with it; at least one.

        Args:
            text: the moves as a person writes them; the first of them are enough.

        Raises:
            UsageError: if there is no such afterstate; the message says why.
        """
        wanted = " ".join(text.split())
        names = [self.text(index) for index in range(len(self.decision.afterstates))]
        if wanted in names:
            return [names.index(wanted)]
        begun = [index for index, name in enumerate(names) if wanted and name.startswith(wanted)]
        return begun or [self.decision.named(text)]

    def joined(self, begun: str, text: str) -> str:
        """A text that was accepted as a beginning, and what follows it."""
        return begun + text


class NamedMoves(Wording):
    """The choices of a decision whose moves have names; the notation is read as well.

    >>> from senet_gp.games.registry import game_of
    >>> game = game_of("pursuit")
    >>> wording = wording_of(game.decision(game.starts()[0], seat=0, throws=()))
    >>> wording.text(3), wording.decision.notation(3), wording.meant("3"), wording.meant("d")
    ('down', '3', [3], [3])

    Args:
        decision: the decision.
        names: a name for each afterstate, each another one.
        remarks: what is said of each besides its name.
    """

    def __init__(self, decision: Decision, names: Sequence[str], remarks: Sequence[str]) -> None:
        super().__init__(decision)
        self._names, self._remarks = names, remarks

    @property
    def example(self) -> tuple[str, str]:
        """The first name; the explanation is the decision's."""
        return self.text(0), self.decision.writing[1]

    def text(self, index: int) -> str:
        """The name of the move."""
        return self._names[index]

    def remark(self, index: int) -> str:
        """How the move ends the game, if it does."""
        return self._remarks[index]

    def meant(self, text: str) -> list[int]:
        """The indices of the afterstates whose names begin with a text, or of the one in this notation.

        Raises:
            UsageError: if there is none.
        """
        with contextlib.suppress(UsageError):
            return super().meant(text)
        low = " ".join(text.lower().split())
        begun = [index for index, name in enumerate(self._names) if low and name.lower().startswith(low)]
        if not begun:
            raise UsageError(f"{text[:20]!r} is not a move here: the moves are {', '.join(self._names)}")
        return [index for index in begun if len(self._names[index]) == len(low)] or begun


def throws_again(decision: Decision) -> str:
    """After what the player throws again in the same turn, as the end of a sentence; empty if never.

    >>> from senet_gp.games.registry import game_of
    >>> game = game_of("senet")
    >>> [throws_again(game.decision(game.starts()[0], 0, throws)) for throws in ((1, 2), (1, 1, 1, 1))]
    ['', 'afterwards']
    """
    going = [n for n in range(len(decision.afterstates)) if decision.result(n) is None]
    ends = {decision.ends_turn(index) for index in going}
    return {(False,): "afterwards", (False, True): "after some of the moves"}.get(tuple(sorted(ends)), "")


@runtime_checkable
class Worded(Protocol):
    """A decision that has a wording of its own."""

    @property
    def wording(self) -> Wording:
        """How its choices are told to people."""


def wording_of(decision: Decision) -> Wording:
    """The wording of a decision: its own, or the usual one."""
    return decision.wording if isinstance(decision, Worded) else Wording(decision)


@dataclass(frozen=True)
class RuleExample:
    """A rule, shown by a move.

    Attributes:
        title: the rule in a few words.
        text: the rule in a sentence or two.
        position: a position of the game with its usual parameters, as the player to move sees it.
        throws: what they throw; nothing in games without throws.
        move: what they play, in the notation of records.
        applies: whether a decision is a case of it, so that somebody who plays for the first time is told.
    """

    title: str
    text: str
    position: str
    throws: tuple[int, ...]
    move: str
    applies: Callable[[Decision], bool]

    def decision(self, game: Game) -> tuple[Decision, int]:
        """The decision, and the index of what is played."""
        decision = game.decision(game.position_from(self.position), 0, self.throws)
        return decision, decision.named(self.move)


def examples_of(game: Game) -> tuple[RuleExample, ...]:
    """The examples of a game, in the order in which they are told; none if it has none.

    >>> from senet_gp.games.registry import game_of
    >>> examples_of(game_of("senet"))[0].title
    'The way'
    """
    return tuple(part_of(game.name, "examples") or ())


def goes_to(decision: Decision, square: int) -> bool:
    """Whether a piece can go to a square, 0 being off the board."""
    every = range(len(decision.afterstates))
    return any(target == square for index in every for _, target in decision.steps(index))


def applying(decision: Decision) -> list[int]:
    """The numbers of the examples, from 0, that a decision is a case of."""
    return [number for number, one in enumerate(examples_of(decision.game)) if one.applies(decision)]


def always_met(_decision: Decision) -> bool:
    """Whether the rule is met in this decision: in any."""
    return True


def wins(decision: Decision) -> bool:
    """Whether a move wins at once."""
    return any(afterstate.result == 1 for afterstate in decision.afterstates)


def wins_with_three(decision: Decision) -> bool:
    """Whether a move wins at once, by three in a line on nine squares."""
    return _is_as_told(decision.game) and wins(decision)


def must_stop_a_line(decision: Decision) -> bool:
    """Whether the other player could win now by three in a line on nine squares, and this one cannot."""
    game = decision.game
    theirs = game.afterstates(game.swapped(decision.position))
    return _is_as_told(game) and not wins(decision) and any(one.result == 1 for one in theirs)


def _is_as_told(game: Game) -> bool:
    """Whether a game has the board and the line of the examples' texts."""
    return len(game.geometry.places) == 9 and getattr(game, "line", 3) == 3


def three_in_a_line(position: str, move: str) -> RuleExample:
    """The example of a line that wins."""
    text = "Three in a row, a column or a diagonal win."
    return RuleExample("Three in a line", text, position, (), move, wins_with_three)


def stopped_line(position: str, move: str, what: str) -> RuleExample:
    """The example of a line that must be stopped."""
    text = f"They have two in a line, and would win on {move}: {what}."
    return RuleExample("Stop their line", text, position, (), move, must_stop_a_line)
