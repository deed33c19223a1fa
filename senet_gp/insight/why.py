"""Why a choice is better or worse than another, in sentences for people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from senet_gp.games.wording import wording_of
from senet_gp.insight.judgement import Judgement, judged, wins
from senet_gp.insight.judges import Judge, PerfectResults
from senet_gp.insight.reasons import Reason, Reasons
from senet_gp.runtime.errors import brief

#: How many moves of perfect play are told.
_LONGEST_LINE = 6


@dataclass(frozen=True)
class Why:
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

    def __repr__(self) -> str:
        return brief(self, self.text)

    @property
    def text(self) -> str:
        """All sentences."""
        return " ".join(self.sentences)


def why(judge: Judge, reasons: Reasons, found: Judgement, pair: tuple[int, int]) -> Why:
    """Why a choice is better or worse than another.

    Args:
        judge: who judges.
        reasons: the reasons of this judge.
        found: the decision, as the judge sees it.
        pair: the indices of the choice and of its rival.
    """
    if isinstance(judge, PerfectResults):
        return _by_lines(judge, found, pair)
    index, rival = pair
    if found.is_equal(index, rival):
        return _equal(reasons, found, pair)
    better, worse = pair if found.chance(index) > found.chance(rival) else (rival, index)
    if found.decision.result(better) == 1:
        sentence = f"{found.move_text(better)} wins the game; {found.move_text(worse)} does not."
        return Why(index, rival, better, (sentence,))
    word = "better" if better == index else "worse"
    probably = "" if found.is_sure(index, rival) else "probably "
    own, other = (_worth(found, one) for one in pair)
    perfect = ", under perfect play" if found.exact else ""
    numbers = (
        f"{found.move_text(index)} is {probably}{word} than {found.move_text(rival)}: "
        f"{own} wins of 100 against {other}{perfect}."
    )
    told = reasons.between(found.decision, better, worse)
    squares = tuple(square for one in told for square in one.squares)
    said = _sentences(found.move_text(better), told) if reasons.any else ()
    return Why(index, rival, better, (numbers, *said), squares)


def _equal(reasons: Reasons, found: Judgement, pair: tuple[int, int]) -> Why:
    """What speaks for each of two choices that are about equal."""
    index, rival = pair
    own, other = (_worth(found, one) for one in pair)
    both = "they are equal" if found.exact else "about equal"
    said = [f"{found.move_text(index)} wins {own} of 100, {found.move_text(rival)} {other}: {both}."]
    squares: list[int] = []
    for one, against in (pair, (rival, index)):
        speaking = [reason for reason in reasons.between(found.decision, one, against) if reason.worth > 0]
        squares += [square for reason in speaking for square in reason.squares]
        if speaking:
            said.append(f"{found.move_text(one)} {_joined([reason.text for reason in speaking])}.")
    return Why(index, rival, None, tuple(said), tuple(squares))


def _worth(found: Judgement, index: int) -> str:
    """A chance in wins of 100; one that is known with a decimal, as hints show it."""
    chance = found.chance(index)
    return f"{100 * chance:.1f}" if found.exact else wins(chance)


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


def _by_lines(judge: PerfectResults, found: Judgement, pair: tuple[int, int]) -> Why:
    """Why a choice leads to another result of perfect play, or sooner: how the game goes on after each."""
    index, rival = pair
    ranks = judge.ranks(found.decision)
    numbers = f"{found.move_text(index)} {found.word(index)}"
    if ranks[index] == ranks[rival]:
        same = f"{numbers}, and so does {found.move_text(rival)}, if both play perfectly."
        return Why(index, rival, None, (same, *_line(judge, found, index)))
    better = max(pair, key=lambda one: ranks[one])
    numbers += f", {found.move_text(rival)} {found.word(rival)}, if both play perfectly."
    lines = [sentence for one in pair for sentence in _line(judge, found, one)]
    return Why(index, rival, better, (numbers, *lines))


def _line(judge: PerfectResults, found: Judgement, index: int) -> tuple[str, ...]:
    """How perfect play goes on after a choice that wins or loses, as a sentence; none if there is nothing."""
    decision = found.decision
    if decision.result(index) is not None or found.chance(index) == 1 / 2:
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
    return (f"After {found.move_text(index)}: {', '.join(moves)}{ends}",)
