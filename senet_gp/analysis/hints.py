"""Hints for a person at the board: the best choices with their chances, and why one is better."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from senet_gp.analysis.chances import Chances, ChanceSource, Effort, chances_after
from senet_gp.analysis.playouts import Playouts
from senet_gp.analysis.sources import hint_effort
from senet_gp.analysis.why import compared
from senet_gp.errors import UsageError, printable
from senet_gp.games.protocol import Decision
from senet_gp.games.wording import wording_of
from senet_gp.players.player import ExpressionPlayer
from senet_gp.quoting import brief, shortened
from senet_gp.seed_domains import SeedDomain
from senet_gp.streams import key_of, part_key

#: How many terms tell why, and how long they may be.
_TERMS, _LONGEST = 5, 46
#: The parts of the key of a hint: the games that find the best choices, and those that measure them.
_FOUND, _MEASURED = range(2)
#: For so many decisions the chances are kept.
_MAX_KEPT = 16
#: Chances that perfect play leaves, in words.
_RESULTS = {0.0: "loses", 0.5: "draws", 1.0: "wins"}


class Hint(NamedTuple):
    """A choice with its chance.

    Attributes:
        choice: the index of the afterstate.
        chance: the chance of winning.
        interval: its 95 % interval; of width 0 if it is known.
        known: what is known besides, such as ``wins in 3 moves``; or nothing.
    """

    choice: int
    chance: float
    interval: tuple[float, float]
    known: str


class _Found(NamedTuple):
    """What was found out about a decision."""

    ranked: list[int]
    chances: Chances


class ChanceHints:
    """Gives hints in wins of 100, or in small games as results of perfect play.

    The same seed gives the same hints.

    >>> from senet_gp.analysis.sources import chance_source
    >>> hints = ChanceHints(chance_source("tictactoe"))
    >>> game = hints.source.game
    >>> decision = game.decision(game.position_from("xx.oo...."), seat=0, throws=())
    >>> hints.advice(decision)[1][0]
    (0, 'wins in 1 move')

    Attributes:
        source: what knows, or estimates, the chances.
        effort: how many games a hint takes; by default as many as are played in a second or two.
    """

    def __init__(self, source: ChanceSource, seed: int = 1, effort: Effort | None = None) -> None:
        self.source = source
        self.effort = effort or hint_effort(source)
        self._key = key_of(seed, SeedDomain.CHANCES)
        self._found: dict[object, _Found] = {}

    def __repr__(self) -> str:
        return brief(self, self.source.name)

    def best(self, decision: Decision) -> list[Hint]:
        """The best choices, the best first; all choices if their results are known."""
        ranked, chances = self._known(decision)
        words = self.source.words(decision)
        best_first = ranked if self.source.exact else sorted(ranked, key=lambda one: -chances.value(one))
        return [self.hint(chances, index, words[index] if words else "") for index in best_first]

    def both(self, decision: Decision, index: int, rival: int) -> list[Hint]:
        """The chances of two choices, from games with the same throws."""
        chances = self._measured(decision, [index, rival])
        words = self.source.words(decision)
        return [self.hint(chances, one, words[one] if words else "") for one in (index, rival)]

    @staticmethod
    def hint(chances: Chances, index: int, known: str) -> Hint:
        """A choice with its chance, and what is known besides."""
        return Hint(index, chances.value(index), chances.interval(index), known)

    def advice(self, decision: Decision) -> tuple[str, list[tuple[int, str]]]:
        """A heading, and the indices of the best afterstates, each with its chance or its result in words."""
        best = self.best(decision)
        if self.source.exact:
            return self.heading(best), [(hint.choice, hint.known) for hint in best]
        return self.heading(best), [(hint.choice, _wins(hint)) for hint in best]

    def why(self, decision: Decision, index: int | None = None) -> str:
        """Why a choice is better, or worse, than its rival: lines of text.

        Args:
            decision: the decision.
            index: the index of the choice; by default the best.

        Raises:
            UsageError: if there is only one choice.
        """
        if len(decision.afterstates) == 1:
            raise UsageError("there is only one choice here")
        text = wording_of(decision).text
        ranked, chances = self._known(decision)
        if self.source.exact:
            index = ranked[0] if index is None else index
            rival = next(other for other in ranked if other != index)
            words = self.source.words(decision)
            same = words[index] == words[rival]
            other = f"and so does {text(rival)}" if same else f"{text(rival)} {words[rival]}"
            return f"{text(index)} {words[index]}, {other}, if both play perfectly."
        if index is not None and index not in ranked:
            chances = self._measured(decision, [*ranked, index])
        best_first = sorted(ranked, key=lambda one: -chances.value(one))
        index = best_first[0] if index is None else index
        rival = next(other for other in best_first if other != index)
        low, high = (round(100 * bound) for bound in chances.difference(index, rival).interval)
        difference = (
            f"{text(index)} wins {100 * chances.value(index):.0f} of 100, {text(rival)} "
            f"{100 * chances.value(rival):.0f}; the difference is between {low:+d} and {high:+d}"
            f"{', so either may be the better one' if low <= 0 <= high else ''}."
        )
        return "\n".join([difference, *self._terms(decision, index, rival)])

    def heading(self, hints: Sequence[Hint]) -> str:
        """What the chances of these choices are chances of, in a sentence that ends in a colon."""
        if self.source.exact:
            results = {_RESULTS.get(hint.chance) for hint in hints}
            if len(hints) > 1 and len(results) == 1 and None not in results:
                return f"Every move {results.pop()}, if both play perfectly after it:"
            return "The result of each move, if both play perfectly after it:"
        slow = isinstance(self.source, Playouts) and self.source.plainly
        few = ", few because plain Python is slow" if slow else ""
        means = printable(shortened(self.source.means, 60))
        return f"Wins of 100 {means} (95 % intervals, {self.effort.games:,} games each{few}):"

    def _known(self, decision: Decision) -> _Found:
        """The choices that are shown, and their chances; the last ones are kept."""
        key = (self.source.game.text(decision.position), decision.seat, tuple(decision.throws))
        if key not in self._found:
            ranked = self.source.ranked(decision, part_key(self._key, _FOUND), self.effort)
            shown = ranked if self.source.exact else ranked[: self.effort.shown]
            while len(self._found) >= _MAX_KEPT:
                self._found.pop(next(iter(self._found)))
            self._found[key] = _Found(shown, self._measured(decision, shown))
        return self._found[key]

    def _measured(self, decision: Decision, indices: list[int]) -> Chances:
        key = part_key(self._key, _MEASURED)
        return chances_after(self.source, decision, indices, key, self.effort.games)

    def _terms(self, decision: Decision, index: int, rival: int) -> list[str]:
        player = self.source.player if isinstance(self.source, Playouts) else None
        if not isinstance(player, ExpressionPlayer):
            return []
        found = compared(player, self.source.game, decision, index, rival)
        if found is None:
            return []
        name = printable(shortened(player.name, 40))
        lines = [f"{name} scores them {found.own:,} and {found.rival:,}; the terms that differ most:"]
        for term in found.terms[:_TERMS]:
            text = shortened(term.infix, _LONGEST)
            lines.append(f"  {term.difference:+8,}  {text} ({term.own:,} and {term.rival:,})")
        return lines


def _wins(hint: Hint) -> str:
    """A chance in words."""
    low, high = hint.interval
    if low == high:
        return f"{100 * low:.0f} wins of 100, certainly"
    return f"{100 * hint.chance:.0f} wins of 100 ({100 * low:.0f} to {100 * high:.0f})"
