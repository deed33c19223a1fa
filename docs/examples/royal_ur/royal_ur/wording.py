"""Ur's moves as people read and write them: ``hand→3``, ``6→9*`` with a hit, ``13→home``."""

from __future__ import annotations

from royal_ur.board import HAND, HIT_MARK, HOME
from senet_gp.games.plain import PlainDecision
from senet_gp.games.wording import Wording

#: How moves are written in records, and how people read them.
_WRITTEN, _SHOWN = "-", "→"


class UrDecision(PlainDecision):
    """A decision of Ur."""

    __slots__ = ()

    @property
    def writing(self) -> tuple[str, str]:
        """An example of moves as records have them, and an explanation."""
        return "hand-3", "choose by moves: from the hand to 3, also 6-9 and 13-home; * is a hit"

    @property
    def wording(self) -> UrWording:
        """How the choices are told to people, and what people may write."""
        return UrWording(self)

    def remark(self, index: int) -> str:
        """That a move wins, hits, or lets the player throw again, or that there is none."""
        if self.notation(index).endswith(HIT_MARK):
            return "hits"
        if self.notation(index) == _WRITTEN:
            return "nothing is thrown" if self.throws == (0,) else "no piece can move"
        return super().remark(index)


class UrWording(Wording):
    """The choices of a decision in Ur in the words of people."""

    decision: UrDecision

    @property
    def example(self) -> tuple[str, str]:
        """An example of moves as people write them, and an explanation."""
        written, explained = self.decision.writing
        return self._arrowed(written), f"{explained}; - is as good as {_SHOWN}"

    def text(self, index: int) -> str:
        """The move: ``6→9*``; ``-`` if there is none."""
        written = self.decision.notation(index)
        return written if written == _WRITTEN else self._arrowed(written)

    def kind(self, index: int) -> tuple[int, ...]:
        """First what wins, comes home, hits, throws again, and then what brings a piece on the board."""
        before, after = self.decision.position, self.decision.afterstates[index].position
        return (
            *super().kind(index),
            -int(after.mine.count(HOME) > before.mine.count(HOME)),
            -int(after.theirs != before.theirs),
            -int(not self.decision.ends_turn(index)),
            -int(after.mine.count(HAND) < before.mine.count(HAND)),
        )

    def meant(self, text: str) -> list[int]:
        """The indices of the moves that a text names, or that begin with it; a hit needs no mark.

        Raises:
            UsageError: if there is none.
        """
        wanted = "".join(text.lower().split())
        return super().meant(wanted if wanted == _WRITTEN else self._arrowed(wanted))

    @staticmethod
    def _arrowed(text: str) -> str:
        return text.replace(_WRITTEN, _SHOWN)
