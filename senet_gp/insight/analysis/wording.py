"""Analyses in words, for the terminal and for pages."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from senet_gp.games.wording import wording_of
from senet_gp.insight.analysis.analysed import GameAnalysis, JudgedChoice
from senet_gp.insight.analysis.chances import Difference
from senet_gp.players.player import RandomPlayer
from senet_gp.runtime.errors import printable

#: Stands in a table where an interval contains zero, and what it means.
CLOSE = "~"
CLOSE_MEANS = "~: too close to call, since the 95 % interval contains zero"


def _warning(analysis: GameAnalysis) -> str:
    """A warning if the chances are those of moves at random; else nothing."""
    if analysis.source_name != RandomPlayer.name:
        return ""
    return (
        "Both sides play on at random, because no better player of this game is known: "
        "such chances say little about good play. Name a player whose games are to give them."
    )


def meaning_of(analysis: GameAnalysis) -> str:
    """What the chances are chances of, in a sentence."""
    games = "" if analysis.exact else f", estimated by {analysis.games:,} games each"
    meaning = f"Wins of 100 {printable(analysis.means)}{games}; a draw counts half a win."
    return " ".join(filter(None, (meaning, _warning(analysis))))


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


def luck_cell(judged: JudgedChoice) -> str:
    """What the throw gave, in wins of 100; nothing if nothing was thrown."""
    if judged.luck is None:
        return ""
    return CLOSE if judged.luck.close else signed(judged.luck.value)


def lost_cell(judged: JudgedChoice) -> str:
    """What the choice lost, in wins of 100, where it lost anything."""
    if judged.is_close(judged.choice.index):
        return CLOSE
    lost = rounded(judged.lost.value)
    return str(lost) if judged.is_decision and lost > 0 else ""


def note_of(judged: JudgedChoice, index: int) -> str:
    """What is said of one of the best choices, or of the one that was played."""
    notes = [f"played {judged.mark}".strip()] if index == judged.choice.index else []
    return ", ".join([*notes, "too close to call"] if judged.is_close(index) else notes)


def better(judged: JudgedChoice) -> str:
    """The best choice, and what is known of it, if a mistake was made; else nothing."""
    return f"{told(judged, judged.best)} {judged.word(judged.best)}".strip() if judged.mark else ""


def wins(chance: float) -> str:
    """A chance in wins of 100; a half is rounded up, as on the page in the browser.

    >>> wins(0.736), wins(0.525)
    ('74', '53')
    """
    return str(rounded(chance))


def rounded(chance: float) -> int:
    """A chance, or a difference of chances, in whole wins of 100; a half is rounded away from zero."""
    return int(Decimal(100 * chance).quantize(Decimal(1), ROUND_HALF_UP))


def signed(chance: float) -> str:
    """A difference of chances in wins of 100, with its sign.

    >>> signed(0.081), signed(-0.002)
    ('+8', '0')
    """
    return f"{rounded(chance):+d}" if rounded(chance) else "0"


def chance_text(chance: float, interval: tuple[float, float]) -> str:
    """A chance in wins of 100, with its interval.

    >>> chance_text(0.526, (0.495, 0.557)), chance_text(1.0, (1.0, 1.0))
    ('53 wins of 100 (50 to 56)', '100 wins of 100, certainly')
    """
    low, high = interval
    if low == high:
        return f"{wins(low)} wins of 100, certainly"
    return f"{wins(chance)} wins of 100 ({wins(low)} to {wins(high)})"


def _with_interval(difference: Difference) -> str:
    if not difference.error:
        return signed(difference.value)
    low, high = difference.interval
    return f"{signed(difference.value)} ({signed(low)} to {signed(high)})"
