"""A decision that changed a player's chance of winning, with its afterstates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from senet_gp.explanation.sampled_decisions import SampledDecision
from senet_gp.explanation.terms import Term
from senet_gp.quoting import brief


@dataclass(frozen=True)
class Afterstate:
    """An afterstate that a player can choose.

    Attributes:
        moves: the moves that lead to it, in notation.
        remark: a further remark on it.
        score: the value of the expression on it; None if the value names a move instead.
        terms: the contribution of each term to the score.
        chance: the estimated share of points after it, where a win is 1 and a draw ½.
        interval: the 95 % confidence interval of the chance; of width 0 if the afterstate ends the game.
        perfect: the result of perfect play of both sides after it, 1, 0 or -1; None if unknown.
        chosen: whether the player chose it.
    """

    moves: str
    remark: str
    score: int | None
    terms: tuple[int, ...]
    chance: float
    interval: tuple[float, float]
    perfect: int | None
    chosen: bool

    def __repr__(self) -> str:
        return brief(self, self.moves, f"chance {self.chance:.1%}")

    def as_json(self) -> dict[str, Any]:
        """The afterstate as documented for ``senet-gp explain --json``."""
        return {
            "moves": self.moves,
            "remark": self.remark,
            "score": self.score,
            "terms": list(self.terms),
            "chance": self.chance,
            "interval": list(self.interval),
            "perfect": self.perfect,
            "chosen": self.chosen,
        }


@dataclass(frozen=True)
class DecisivePosition:
    """A decision with its afterstates.

    Attributes:
        sample: the decision and the game that it comes from.
        text: the position before it, as one short line.
        value: for a policy, the value of the expression; else None.
        terms: the terms of the expression, first those that differ most between the choice and its rival.
        afterstates: the chosen afterstate, its rival, then others: those that win at once, and those with the
            highest scores.
        others: the number of further afterstates.
        gain: the estimated chance of the choice minus that of its rival.
    """

    sample: SampledDecision
    text: str
    value: int | None
    terms: tuple[Term, ...]
    afterstates: tuple[Afterstate, ...]
    others: int
    gain: float

    def __repr__(self) -> str:
        return brief(self, self.text, f"gain {self.gain:.1%}")

    @property
    def better(self) -> Afterstate | None:
        """The best of the other afterstates if it is surely better than the choice; else None.

        Surely means that the intervals of their chances do not overlap; a win at once has none.
        """
        chosen, *others = self.afterstates
        best = max(others, key=lambda afterstate: afterstate.chance)
        return best if best.interval[0] > chosen.interval[1] else None

    def as_json(self) -> dict[str, Any]:
        """The position as documented for ``senet-gp explain --json``."""
        return {
            "game": self.sample.game_number,
            "turn": self.sample.turn,
            "seat": ("first", "second")[self.sample.seat],
            "position": self.text,
            "throws": list(self.sample.throws),
            "value": self.value,
            "terms": [term.infix for term in self.terms],
            "candidates": [afterstate.as_json() for afterstate in self.afterstates],
            "others": self.others,
            "gain": self.gain,
            "mistake": self.better is not None,
        }
