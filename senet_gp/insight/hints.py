"""Hints for a person at the board: the best choices with their chances, and why one is better."""

from __future__ import annotations

from functools import lru_cache

from senet_gp.games.protocol import Decision
from senet_gp.insight.judgement import Judgement, judged, wins
from senet_gp.insight.judges import Judge
from senet_gp.insight.reasons import reasons_of
from senet_gp.insight.why import Why, why
from senet_gp.runtime.errors import UsageError, printable, shortened

#: For this many decisions the judgements are kept, since hints are asked about one again and again.
_MAX_KEPT = 16
#: Chances that perfect play leaves, in words.
_RESULTS = {0.0: "loses", 0.5: "draws", 1.0: "wins"}


class JudgeHints:
    """Gives hints in wins of 100, or in small games as results of perfect play.

    >>> from senet_gp.insight.judges import judge_of
    >>> hints = JudgeHints(judge_of("tictactoe"))
    >>> game = hints.judge.game
    >>> decision = game.decision(game.position_from("xx.oo...."), seat=0, throws=())
    >>> hints.advice(decision)[1][0]
    (0, 'wins in 1 move')

    Attributes:
        judge: who judges.
        reasons: what tells why a choice is better than another.
    """

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.reasons = reasons_of(judge)
        self._kept = lru_cache(_MAX_KEPT)(self._judged)

    def judged(self, decision: Decision) -> Judgement:
        """What the choices of a decision are worth."""
        return self._kept(decision.position, decision.seat, tuple(decision.throws))

    def _judged(self, position: object, seat: int, throws: tuple[int, ...]) -> Judgement:
        return judged(self.judge, self.judge.game.decision(position, seat, throws))

    def advice(self, decision: Decision) -> tuple[str, list[tuple[int, str]]]:
        """A heading, and the indices of the best afterstates, each with its chance or its result in words."""
        judgement = self.judged(decision)
        heading = " ".join(filter(None, (judgement.verdict, self.heading(judgement))))
        return heading, [(index, _advice_text(judgement, index)) for index in judgement.shown]

    def heading(self, judgement: Judgement) -> str:
        """What the chances of the choices are chances of, in a sentence that ends in a colon."""
        if judgement.words:
            results = {_RESULTS.get(judgement.chance(index)) for index in judgement.order}
            if judgement.is_choice and len(results) == 1 and None not in results:
                return f"Every move {results.pop()}, if both play perfectly after it:"
            return "The result of each move, if both play perfectly after it:"
        return f"Wins of 100 {printable(shortened(self.judge.means, 80))}:"

    def trust(self, judgement: Judgement) -> str:
        """How far the chances can be trusted, in a sentence; nothing where they are known."""
        if judgement.exact:
            return ""
        probable, sure = (f"{100 * bound:.0f}" for bound in judgement.bounds)
        return (
            f"This judge, {printable(shortened(self.judge.name, 80))}, is not exact: choices less than "
            f"{probable} wins of 100 apart are about equal, and with less than {sure} the better one is "
            "probably better."
        )

    def why(self, decision: Decision, index: int | None = None) -> str:
        """Why a choice, by default the best, is better or worse than its rival, as :meth:`compared` has it.

        Raises:
            UsageError: if there is only one choice.
        """
        return "\n".join(self.compared(decision, index).sentences)

    def compared(self, decision: Decision, index: int | None = None, rival: int | None = None) -> Why:
        """Why a choice is better, or worse, than another.

        Args:
            decision: the decision.
            index: the index of the choice; by default the best.
            rival: the index of the other; by default the best choice, or for that the best one that is not
                about equal.

        Raises:
            UsageError: if there is only one choice.
        """
        judgement = self.judged(decision)
        if not judgement.is_choice:
            raise UsageError("there is only one choice here")
        if index is None:
            index = judgement.best
        if rival is None or rival == index:
            rival = _rival(judgement, index)
        return why(self.judge, self.reasons, judgement, (index, rival))


def _rival(judgement: Judgement, index: int) -> int:
    """What a choice is compared with if nothing else is named."""
    if index != judgement.best:
        return judgement.best
    worse = (other for other in judgement.shown[1:] if not judgement.is_equal(index, other))
    return next(worse, judgement.order[1])


def _advice_text(judgement: Judgement, index: int) -> str:
    """What is known of a choice, in words."""
    note = judgement.note(index)
    return (
        judgement.word(index) or f"{wins(judgement.chance(index))} wins of 100{f', {note}' if note else ''}"
    )
