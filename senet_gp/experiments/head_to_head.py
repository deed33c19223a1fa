"""What the encounters of two variants' champions say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from senet_gp.experiments.encounters import Encounter
from senet_gp.experiments.inference import (
    ALPHA,
    Interval,
    equal_shares_p_value,
    holm,
    mean_share_interval,
)


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The champions of two variants against each other.

    Attributes:
        a: one variant.
        b: the other.
        game: their game, in words.
        encounters: how many pairs of champions met.
        share: the mean share of points of the champions of ``a``.
        interval: its 95 % bootstrap interval over encounters; None for a single one.
        p: the p value of shares so far from a half.
        corrected: the p value corrected by Holm for all pairs of variants whose champions met.
    """

    a: str
    b: str
    game: str
    encounters: int
    share: float
    interval: Interval | None
    p: float
    corrected: float

    @property
    def better(self) -> str:
        """The variant whose champions are called better; empty if that is not told."""
        if self.corrected >= ALPHA:
            return ""
        return self.a if self.share > 0.5 else self.b

    def as_json(self) -> dict[str, Any]:
        """The encounters of two variants as ``senet-gp experiment --json`` prints them."""
        return {
            "a": self.a,
            "b": self.b,
            "game": self.game,
            "encounters": self.encounters,
            "share": self.share,
            "interval": None if self.interval is None else list(self.interval),
            "p": self.p,
            "p_corrected": self.corrected,
            "better": self.better or None,
        }


def head_to_head(encounters: Sequence[Encounter]) -> tuple[HeadToHead, ...]:
    """What encounters say of every two variants whose champions met."""
    shares: dict[tuple[str, str, str], list[float]] = {}
    for one in encounters:
        shares.setdefault((one.a, one.b, one.game), []).append(one.share)
    p_values = [equal_shares_p_value(own) for own in shares.values()]
    return tuple(
        HeadToHead(*names, len(own), sum(own) / len(own), mean_share_interval(own), p, corrected)
        for (names, own), p, corrected in zip(shares.items(), p_values, holm(p_values), strict=True)
    )
