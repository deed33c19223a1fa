"""Analyses in words, for the terminal and for pages."""

from __future__ import annotations

from senet_gp.analysis.analysed import GameAnalysis
from senet_gp.analysis.chances import Difference
from senet_gp.analysis.judged import JudgedChoice
from senet_gp.errors import printable
from senet_gp.games.wording import wording_of


def meaning_of(analysis: GameAnalysis) -> str:
    """What the chances are chances of, in a sentence."""
    games = "" if analysis.exact else f", estimated by {analysis.games:,} games each"
    return f"Wins of 100 {printable(analysis.means)}{games}; a draw counts half a win."


def luck_of(analysis: GameAnalysis, first: str) -> str:
    """What the throws and the choices gave the first mover, who is called so, in sentences."""
    last, player = analysis.choices[-1].first_movers, printable(analysis.source_name)
    return (
        f"At the start {first} had {wins(analysis.start[0])} wins of 100. The throws of both players gave "
        f"{first} {_with_interval(analysis.luck)}, and the choices of both, compared with those of {player}, "
        f"{_with_interval(analysis.play)}. After the last choice {first} has {wins(last)}."
    )


def told(judged: JudgedChoice, index: int) -> str:
    """A choice of a decision as people read it."""
    return wording_of(judged.choice.decision).told(index)


def better(judged: JudgedChoice) -> str:
    """The best choice, and what is known of it, if a mistake was made; else nothing."""
    return f"{told(judged, judged.best)} {judged.word(judged.best)}".strip() if judged.mark else ""


def wins(chance: float) -> str:
    """A chance in wins of 100.

    >>> wins(0.736)
    '74'
    """
    return f"{100 * chance:.0f}"


def signed(chance: float) -> str:
    """A difference of chances in wins of 100, with its sign.

    >>> signed(0.081), signed(-0.002)
    ('+8', '0')
    """
    rounded = round(100 * chance)
    return f"{rounded:+d}" if rounded else "0"


def _with_interval(difference: Difference) -> str:
    if not difference.error:
        return signed(difference.value)
    low, high = difference.interval
    return f"{signed(difference.value)} ({signed(low)} to {signed(high)})"
