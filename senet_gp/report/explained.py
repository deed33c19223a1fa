"""What a report says of the champion's parts, of its matches and of the decisions that were decisive."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from senet_gp.arena.match import MatchReport
from senet_gp.boards.svg import board_svg
from senet_gp.explanation.decisive import Afterstate, DecisivePosition
from senet_gp.explanation.explain import Explanation
from senet_gp.games.protocol import Decision
from senet_gp.games.wording import spoken, wording_of
from senet_gp.quoting import shortened

#: The sides' signs.
_SIGNS = ("\N{BLACK CIRCLE}", "\N{WHITE CIRCLE}")
#: Longer expressions are cut to so many characters.
_LONGEST = 150
#: How many of the terms that tell the choice and its rival apart are shown.
_MAX_TERMS = 4
_PERFECT = {1: "win", 0: "draw", -1: "loss"}


@dataclass(frozen=True)
class Bar:
    """A number with its interval, as a bar of the page.

    Attributes:
        name: what the number belongs to.
        value: the number.
        interval: its 95 % confidence interval.
        scale: the numbers at the left and at the right edge; 0 is between them or at an edge.
    """

    name: str
    value: float
    interval: tuple[float, float]
    scale: tuple[float, float]

    def _across(self, value: float) -> float:
        low, high = self.scale
        return round(100 * min(1.0, max(0.0, (value - low) / (high - low))), 2)

    @property
    def zero(self) -> float:
        """Where 0 is, in hundredths of the whole width."""
        return self._across(0)

    @property
    def begin(self) -> float:
        """Where the bar begins, which leads from 0 to the number, in hundredths of the whole width."""
        return min(self.zero, self._across(self.value))

    @property
    def width(self) -> float:
        """The length of the bar, in hundredths of the whole width."""
        return round(abs(self._across(self.value) - self.zero), 2)

    @property
    def reach(self) -> tuple[float, float]:
        """Where the interval begins, and its length, in hundredths of the whole width."""
        low, high = map(self._across, self.interval)
        return low, round(high - low, 2)


def bars_of_matches(matches: Sequence[MatchReport]) -> list[Bar]:
    """The champion's share of points in each match, except those against random expressions.

    >>> bars_of_matches([])
    []
    """
    return [
        Bar(shortened(match.players[1], _LONGEST), match.estimate.adjusted, match.interval, (0, 1))
        for match in matches
        if not match.players[1].startswith("random-tree:")
    ]


def bars_of_parts(explanation: Explanation) -> list[Bar]:
    """How many games the player loses without each part of its expression, the most important first."""
    ends = [end for part in explanation.parts for end in part.lost.interval]
    scale = min([0.0, *ends]), max([0.01, *ends])
    return [
        Bar(shortened(part.influence.infix, _LONGEST), part.lost.share, part.lost.interval, scale)
        for part in explanation.parts
    ]


def positions_of(explanation: Explanation) -> list[dict[str, Any]]:
    """The decisive positions, each with a board for what was played and one for its rival."""
    return [_position(explanation, position) for position in explanation.decisive]


def _position(explanation: Explanation, position: DecisivePosition) -> dict[str, Any]:
    sample = position.sample
    decision = sample.decision(explanation.game)
    own, rival = position.afterstates[:2]
    gain = 100 * position.gain
    return {
        "game": sample.game_number,
        "turn": sample.turn,
        "sign": _SIGNS[sample.seat],
        "throws": spoken(sample.throws),
        "gain": f"{abs(gain):.1f} {'more' if gain >= 0 else 'fewer'}",
        "better": position.better and _told(decision, position.better),
        "wins": position.better is not None and position.better.interval == (1, 1),
        "boards": [
            {
                "caption": f"{what}: {_told(decision, one)}, {100 * one.chance:.0f} wins of 100.",
                "picture": _board(explanation, decision, one),
            }
            for what, one in (("Played", own), ("Its rival", rival))
        ],
        "choices": [
            {
                "moves": _told(decision, one),
                "score": one.score,
                "chance": f"{100 * one.chance:.1f}",
                "interval": _interval(one),
                "perfect": None if one.perfect is None else _PERFECT[one.perfect],
                "note": {0: "played", 1: "rival"}.get(number, ""),
            }
            for number, one in enumerate(position.afterstates)
        ],
        "others": position.others,
        "value": position.value,
        "terms": _terms(position, own, rival),
    }


def _told(decision: Decision, afterstate: Afterstate) -> str:
    """An afterstate as people read it."""
    return wording_of(decision).told(decision.named(afterstate.moves))


def _board(explanation: Explanation, decision: Decision, afterstate: Afterstate) -> Markup:
    """The board before the choice, with the choice as arrows."""
    steps = decision.steps(decision.named(afterstate.moves))
    picture = board_svg(explanation.game, decision.position, decision.seat, steps=steps)
    return Markup(picture)  # noqa: S704 - all texts in it are escaped


def _interval(afterstate: Afterstate) -> str:
    low, high = afterstate.interval
    return "certain" if low == high else f"{100 * low:.1f} to {100 * high:.1f}"


def _terms(position: DecisivePosition, own: Afterstate, rival: Afterstate) -> list[dict[str, Any]]:
    """The terms that score the choice and its rival differently, the greatest difference first."""
    if position.value is not None or len(position.terms) < 2:
        return []
    rows = zip(position.terms, own.terms, rival.terms, strict=True)
    found = [
        {"term": shortened(term.infix, _LONGEST), "own": mine, "rival": other}
        for term, mine, other in rows
        if mine != other
    ]
    return found[:_MAX_TERMS]
