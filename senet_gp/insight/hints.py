"""Hints for a person at the board: the best choices with their chances, and why one is better."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from senet_gp.games.protocol import Decision
from senet_gp.games.wording import wording_of
from senet_gp.insight.judges import Judge, Judgement, PerfectResults, judged, wins
from senet_gp.insight.reasons import Reason, Reasons, reasons_of
from senet_gp.insight.rows import WINS, Fact
from senet_gp.runtime.errors import Brief, UsageError, printable, shortened

#: For this many decisions the judgements are kept, since hints are asked about one again and again.
_MAX_KEPT = 16
#: Chances that perfect play leaves, in words.
_RESULTS = {0.0: "loses", 0.5: "draws", 1.0: "wins"}
#: How many moves of perfect play are told.
_LONGEST_LINE = 6


@dataclass(frozen=True, repr=False)
class Why(Brief):
    """Why a choice is better or worse than another.

    Attributes:
        choice: the index of the choice that is asked about.
        rival: the index of the other.
        better: the index of the better of them; None if they are about equal.
        sentences: all that is said, the numbers first.
        squares: the squares that the reasons are about, in the numbering of the drawn board.
    """

    choice: int
    rival: int
    better: int | None
    sentences: tuple[str, ...]
    squares: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """All sentences."""
        return " ".join(self.sentences)


def choice_facts(judgement: Judgement, side: str = "") -> list[Fact[int]]:
    """What is told of each choice of a decision, by its index.

    Args:
        judgement: what the choices are worth.
        side: the sign of the player who chooses, where not only they read it.
    """
    decision, exact = judgement.decision, judgement.exact
    wording = wording_of(decision)
    chance = f"wins of\n100 of {side}" if side else "wins of 100"
    return [
        Fact("index", int),
        Fact("moves", decision.notation),
        Fact("text", judgement.move_text, "move"),
        Fact("remark", decision.remark),
        Fact("steps", lambda index: [list(step) for step in wording.steps(index)]),
        Fact("chance", judgement.chance, None if exact else chance, WINS),
        Fact("known", judgement.word, "perfect play" if exact else None),
        Fact("worth", lambda index: judgement.word(index) or f"{wins(judgement.chance(index))} of 100"),
        Fact("lost", judgement.lost),
    ]


def choices_caption(judgement: Judgement) -> str:
    """Which choices a table of the best has.

    >>> from senet_gp.insight.judges import judge_of
    >>> judge = judge_of("hexapawn")
    >>> choices_caption(judged(judge, judge.game.decision(judge.game.starts()[0], seat=0, throws=())))
    'All 3 choices'
    """
    count, shown = len(judgement.order), len(judgement.shown)
    if count <= 2:
        return "Both choices" if count == 2 else "The only choice"
    return f"All {count} choices" if shown == count else f"The best of {count} choices"


def why(judge: Judge, reasons: Reasons, judgement: Judgement, pair: tuple[int, int]) -> Why:
    """Why a choice is better or worse than another.

    Args:
        judge: who judges.
        reasons: the reasons of this judge.
        judgement: what the judge says of the decision.
        pair: the indices of the choice and of its rival.
    """
    if isinstance(judge, PerfectResults):
        return _by_lines(judge, judgement, pair)
    index, rival = pair
    if judgement.is_equal(index, rival):
        return _equal(reasons, judgement, pair)
    better, worse = pair if judgement.chance(index) > judgement.chance(rival) else (rival, index)
    if judgement.decision.result(better) == 1:
        sentence = f"{judgement.move_text(better)} wins the game; {judgement.move_text(worse)} does not."
        return Why(index, rival, better, (sentence,))
    word = "better" if better == index else "worse"
    probably = "" if judgement.is_sure(index, rival) else "probably "
    own, other = (_worth(judgement, one) for one in pair)
    perfect = ", under perfect play" if judgement.exact else ""
    numbers = (
        f"{judgement.move_text(index)} is {probably}{word} than {judgement.move_text(rival)}: "
        f"{own} wins of 100 against {other}{perfect}."
    )
    told = reasons.between(judgement.decision, better, worse)
    squares = tuple(square for one in told for square in one.squares)
    said = _sentences(judgement.move_text(better), told) if reasons.any else ()
    return Why(index, rival, better, (numbers, *said), squares)


def _equal(reasons: Reasons, judgement: Judgement, pair: tuple[int, int]) -> Why:
    """What speaks for each of two choices that are about equal."""
    index, rival = pair
    own, other = (_worth(judgement, one) for one in pair)
    both = "they are equal" if judgement.exact else "about equal"
    said = [
        f"{judgement.move_text(index)} wins {own} of 100, {judgement.move_text(rival)} {other}: {both}.",
    ]
    squares: list[int] = []
    for one, against in (pair, (rival, index)):
        speaking = [
            reason for reason in reasons.between(judgement.decision, one, against) if reason.worth > 0
        ]
        squares += [square for reason in speaking for square in reason.squares]
        if speaking:
            said.append(f"{judgement.move_text(one)} {_joined([reason.text for reason in speaking])}.")
    return Why(index, rival, None, tuple(said), tuple(squares))


def _worth(judgement: Judgement, index: int) -> str:
    """A chance in wins of 100; one that is known with a decimal, as hints show it."""
    chance = judgement.chance(index)
    return f"{100 * chance:.1f}" if judgement.exact else wins(chance)


def _sentences(better: str, reasons: Sequence[Reason]) -> tuple[str, ...]:
    """What speaks for the better choice, and what against it."""
    speaking = [one.text for one in reasons if one.worth > 0]
    against = [one.text for one in reasons if one.worth < 0]
    if not speaking:
        return ("No single thing on the board explains the difference.",)
    said = f"{better} {_joined(speaking)}."
    return (said, f"On the other hand, it {_joined(against)}.") if against else (said,)


def _joined(texts: Sequence[str]) -> str:
    """Ends of a sentence as one."""
    *all_but_last, last = texts
    return f"{', '.join(all_but_last)}, and {last}" if all_but_last else last


def _by_lines(judge: PerfectResults, judgement: Judgement, pair: tuple[int, int]) -> Why:
    """Why a choice leads to another result of perfect play, or sooner: how the game goes on after each."""
    index, rival = pair
    ranks = judge.ranks(judgement.decision)
    numbers = f"{judgement.move_text(index)} {judgement.word(index)}"
    if ranks[index] == ranks[rival]:
        same = f"{numbers}, and so does {judgement.move_text(rival)}, if both play perfectly."
        return Why(index, rival, None, (same, *_line(judge, judgement, index)))
    better = max(pair, key=lambda one: ranks[one])
    numbers += f", {judgement.move_text(rival)} {judgement.word(rival)}, if both play perfectly."
    lines = [sentence for one in pair for sentence in _line(judge, judgement, one)]
    return Why(index, rival, better, (numbers, *lines))


def _line(judge: PerfectResults, judgement: Judgement, index: int) -> tuple[str, ...]:
    """How perfect play goes on after a choice that wins or loses, as a sentence; none if there is nothing."""
    decision = judgement.decision
    if decision.result(index) is not None or judgement.chance(index) == 1 / 2:
        return ()
    moves: list[str] = []
    here, chosen = decision, index
    while here.result(chosen) is None and len(moves) < _LONGEST_LINE:
        seat = 1 - here.seat if here.ends_turn(chosen) else here.seat
        here = judge.game.decision(here.following(chosen), seat, ())
        chosen = judged(judge, here).best
        who = "you" if seat == decision.seat else "they"
        moves.append(f"{who} {wording_of(here).move_text(chosen)}")
    ends = {1: " and win.", 0: ".", -1: " and lose.", None: " …"}[here.result(chosen)]
    return (f"After {judgement.move_text(index)}: {', '.join(moves)}{ends}",)


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
            f"{probable} in 100 wins apart count as equal, and less than {sure} apart their order is only "
            "probable."
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
