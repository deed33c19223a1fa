"""How the choices of a decision are listed for a person, and how what they enter names one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from senet_gp.errors import UsageError
from senet_gp.games.wording import Wording

#: So many choices are shown before the person asks for more.
SHOWN_AT_ONCE = 10
#: Stands for a move that is the same as in the line above.
_DITTO = '"'


class Listing:
    """The choices of a decision as they are listed: numbered, page by page, perhaps those of one beginning.

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
        self._numbers = {index: number for number, index in enumerate(self._order, 1)}
        self._listed = self._order
        self._shown = 0

    @property
    def numbered(self) -> bool:
        """Whether choices are chosen by number; not if moves themselves are written as numbers."""
        return not self.wording.decision.notation(0).isdecimal()

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
        whole, found = self._meant(text)
        if len(found) == 1:
            return found[0]
        self.begun, self._listed, self._shown = whole, [n for n in self._order if n in found], 0
        return None

    def only(self, text: str) -> int:
        """The index of the only afterstate that a text names by number or by moves.

        Raises:
            UsageError: if there is none, or there are several.
        """
        _, found = self._meant(text)
        if len(found) > 1:
            raise UsageError(
                f"{len(found)} choices begin so: write the whole moves, or the number of a choice"
            )
        return found[0]

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

    def next_lines(self) -> Iterator[str]:
        """The lines that list the next choices.

        Raises:
            UsageError: if there are no more.
        """
        page = self._listed[self._shown : self._shown + SHOWN_AT_ONCE]
        if not page:
            raise UsageError("there are no more choices")
        self._shown += len(page)
        if not self.numbered:
            yield f"  {', '.join(self._told(index) for index in page)}"
            return
        texts = list(_without_repeats([self.wording.parts(index) for index in page]))
        longest = max(map(len, texts))
        for index, text in zip(page, texts, strict=True):
            remark = self.wording.remark(index)
            yield f"{self.number(index)}{text:<{longest}}  {remark}".rstrip()
        if self._shown < len(self._listed):
            yield f"      … {len(self._listed) - self._shown} more (m)"

    def _told(self, index: int) -> str:
        remark = self.wording.remark(index)
        return f"{self.wording.text(index)} ({remark})" if remark else self.wording.text(index)


def _without_repeats(choices: Sequence[Sequence[str]]) -> Iterator[str]:
    """The choices as texts; for each first part that the choice before has, too, there is a ditto mark.

    >>> list(_without_repeats([["14>16", "2>7"], ["14>16", "7>12"]]))
    ['14>16, 2>7', '  "    7>12']
    """
    before: Sequence[str] = ()
    for parts in choices:
        same = next((n for n, pair in enumerate(zip(parts, before, strict=False)) if pair[0] != pair[1]), 0)
        yield "".join(f"{_DITTO:^{len(part)}}  " for part in parts[:same]) + ", ".join(parts[same:])
        before = parts
