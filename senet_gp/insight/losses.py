"""What a choice lost, the same in the analysis of a game and in a person's own record.

Games are played on from a choice, with the same throws as from the best one. In Senet many choices lose less
than such games can tell: where the network that comes with it sees little lost, that counts in a mean.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from senet_gp.engine.playthrough import Choice
from senet_gp.insight.chance_sources import Playouts
from senet_gp.insight.chances import Best, ChanceSource, Difference, Effort, best_of, key_of_decision
from senet_gp.insight.race import network_of

#: A choice that loses at least this many wins of 100, beyond doubt, is a mistake, or a blunder.
MISTAKE = 0.05
BLUNDER = 0.10
#: From here on games have to tell, whatever the network sees.
_LITTLE = 0.02
#: The standard error of a difference that the network sees (:mod:`senet_gp.insight.race`).
_ERROR = 0.008


def mark_of(lost: Difference) -> str:
    """``??`` for a blunder, ``?`` for a mistake, else nothing.

    >>> mark_of(Difference(0.12, 0.02)), mark_of(Difference(0.06, 0.01)), mark_of(Difference(0.06, 0.03))
    ('??', '?', '')
    """
    if not lost.certain or lost.value < MISTAKE:
        return ""
    return "??" if lost.value >= BLUNDER else "?"


@dataclass(frozen=True)
class Little:
    """A loss that the network sees, too small for games to tell.

    Attributes:
        best: the index of the choice that the network finds best.
        lost: how much worse the choice is.
    """

    best: int
    lost: Difference


def little_lost(source: ChanceSource, choice: Choice) -> Little | None:
    """What a choice lost, if the network sees that it is little; None if games have to tell."""
    if not isinstance(source, Playouts) or source.judge is None:
        return None
    scores = np.array(network_of(source.judge, source.game).scores(choice.decision))
    best = int(scores.argmax())
    lost = float(scores[best] - scores[choice.index])
    return Little(best, Difference(lost, _ERROR if lost else 0.0)) if lost < _LITTLE else None


def found_of(source: ChanceSource, choice: Choice, seed: int, effort: Effort, *also: int) -> Best:
    """The best choices of a decision, and the one that was made.

    Args:
        source: what knows, or estimates, the chances.
        choice: the decision, and what was played.
        seed: the seed of the games.
        effort: how many games.
        also: further choices whose chances are asked for.
    """
    decision = choice.decision
    key = key_of_decision(source, decision, seed)
    return best_of(source, decision, key, effort, [choice.index, *also])
