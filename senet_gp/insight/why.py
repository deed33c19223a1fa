"""Why a choice is better or worse than another, in sentences for people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from senet_gp.games.protocol import Decision
from senet_gp.games.wording import wording_of
from senet_gp.insight.chance_sources import PerfectChances
from senet_gp.insight.chances import Chances, ChanceSource, wins
from senet_gp.insight.reasons import Reason, Reasons
from senet_gp.runtime.errors import brief

#: So many moves of perfect play are told.
_LONGEST_LINE = 6


@dataclass(frozen=True)
class Why:
    """Why a choice is better or worse than another.

    Attributes:
        choice: the index of the choice that is asked about.
        rival: the index of the other.
        better: the index of the better of them; None if it is too close to call.
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


def why(
    source: ChanceSource, reasons: Reasons, decision: Decision, pair: tuple[int, int], chances: Chances
) -> Why:
    """Why a choice is better or worse than another.

    Args:
        source: what knows, or estimates, the chances.
        reasons: the reasons of this source.
        decision: the decision.
        pair: the indices of the choice and of its rival.
        chances: the chances after both.
    """
    if isinstance(source, PerfectChances):
        return _by_lines(source, decision, pair)
    index, rival = pair
    difference = chances.difference(index, rival)
    preferred = reasons.preferred(decision, pair)
    if difference.close or difference.value == 0 or preferred not in {None, pair[difference.value < 0]}:
        contradicted = None if difference.close else preferred
        return _undecided(source, reasons, decision, pair, chances, contradicted)
    told = wording_of(decision).told
    better, worse = pair if difference.value > 0 else (rival, index)
    if decision.result(better) == 1:
        return Why(index, rival, better, (f"{told(better)} wins the game; {told(worse)} does not.",))
    own, other = (_worth(source, chances, one) for one in pair)
    word = "better" if better == index else "worse"
    perfect = ", under perfect play" if source.exact else ""
    numbers = f"{told(index)} is {word} than {told(rival)}: {own} wins of 100 against {other}{perfect}."
    found = reasons.between(decision, better, worse)
    squares = tuple(square for one in found for square in one.squares)
    said = _sentences(told(better), found) if reasons.any else ()
    return Why(index, rival, better, (numbers, *said), squares)


def _undecided(
    source: ChanceSource,
    reasons: Reasons,
    decision: Decision,
    pair: tuple[int, int],
    chances: Chances,
    preferred: int | None,
) -> Why:
    """What speaks for each of two choices of which it is not known which is better.

    Args:
        source: what knows, or estimates, the chances.
        reasons: the reasons of this source.
        decision: the decision.
        pair: the indices of the choice and of its rival.
        chances: the chances after both.
        preferred: the index of the one that the network prefers, if that is not the one of the better chance.
    """
    index, rival = pair
    told = wording_of(decision).told
    own, other = (_worth(source, chances, one) for one in pair)
    numbers = f"{told(index)} wins {own} of 100, {told(rival)} {other}"
    if preferred is not None:
        numbers += f", but the network, looking at the board, prefers {told(preferred)}"
    both = "they are equal" if source.exact else "that is too close to call"
    said, squares = [f"{numbers}: {both}."], []
    for one, against in (pair, (rival, index)):
        speaking = [reason for reason in reasons.between(decision, one, against) if reason.worth > 0]
        squares += [square for reason in speaking for square in reason.squares]
        if speaking:
            said.append(f"{told(one)} {_joined([reason.text for reason in speaking])}.")
    return Why(index, rival, None, tuple(said), tuple(squares))


def _worth(source: ChanceSource, chances: Chances, index: int) -> str:
    """A chance in wins of 100; one that is known with a decimal, as hints show it."""
    chance = chances.value(index)
    return f"{100 * chance:.1f}" if source.exact else wins(chance)


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


def _by_lines(source: PerfectChances, decision: Decision, pair: tuple[int, int]) -> Why:
    """Why a choice leads to another result of perfect play, or sooner: how the game goes on after each."""
    index, rival = pair
    told, words = wording_of(decision).told, source.words(decision)
    worth = source.worth(decision)
    better = None if worth[index] == worth[rival] else max(pair, key=lambda one: worth[one])
    if better is None:
        same = f"{told(index)} {words[index]}, and so does {told(rival)}, if both play perfectly."
        return Why(index, rival, None, (same, *_line(source, decision, index)))
    numbers = f"{told(index)} {words[index]}, {told(rival)} {words[rival]}, if both play perfectly."
    lines = [sentence for one in pair for sentence in _line(source, decision, one)]
    return Why(index, rival, better, (numbers, *lines))


def _line(source: PerfectChances, decision: Decision, index: int) -> tuple[str, ...]:
    """How perfect play goes on after a choice that wins or loses, as a sentence; none if there is nothing."""
    if decision.result(index) is not None or source.worth(decision)[index] == 0:
        return ()
    moves: list[str] = []
    here, chosen = decision, index
    while here.result(chosen) is None and len(moves) < _LONGEST_LINE:
        seat = 1 - here.seat if here.ends_turn(chosen) else here.seat
        here = source.game.decision(here.following(chosen), seat, ())
        chosen = source.preferred(here, 0)
        who = "you" if seat == decision.seat else "they"
        moves.append(f"{who} {wording_of(here).told(chosen)}")
    ends = {1: " and win.", 0: ".", -1: " and lose.", None: " …"}[here.result(chosen)]
    return (f"After {wording_of(decision).told(index)}: {', '.join(moves)}{ends}",)
