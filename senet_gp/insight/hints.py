"""Hints for a person at the board: the best choices with their chances, and why one is better.

Why a player prefers a choice to another is told by the terms of its expression on both afterstates.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

from senet_gp.engine.participants import Source, scored_boards, scored_plainly, values_of
from senet_gp.games.protocol import Board, Decision, Game
from senet_gp.games.wording import wording_of
from senet_gp.insight.chance_sources import Playouts, usual_effort
from senet_gp.insight.chances import (
    Best,
    Chances,
    ChanceSource,
    Effort,
    best_of,
    chance_text,
    key_of_decision,
    measured,
    signed,
    wins,
)
from senet_gp.insight.parts import Subtrees, Term, Terms
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime.checks import seed_number
from senet_gp.runtime.errors import UsageError, brief, printable, shortened
from senet_gp.trees.individual import Individual

#: How many terms tell why, and how long they may be.
_TERMS = 5
_LONGEST = 46
#: For so many decisions the chances are kept.
_MAX_KEPT = 16
#: Chances that perfect play leaves, in words.
_RESULTS = {0.0: "loses", 0.5: "draws", 1.0: "wins"}


class TermOfTwo(NamedTuple):
    """A term of an expression, and its contribution to the scores of two afterstates.

    Attributes:
        infix: the term.
        own: its contribution to one score.
        rival: its contribution to the other.
        term: the term, for further questions.
    """

    infix: str
    own: int
    rival: int
    term: Term

    @property
    def difference(self) -> int:
        """How much more it gives the first."""
        return self.own - self.rival


class TermComparison(NamedTuple):
    """The scores of two afterstates, and the terms that make the difference, the largest first."""

    own: int
    rival: int
    terms: tuple[TermOfTwo, ...]


def compared(
    player: ExpressionPlayer, game: Game, decision: Decision, index: int, rival: int
) -> TermComparison | None:
    """Compare two afterstates as an expression sees them.

    >>> from senet_gp.games.registry import game_of
    >>> from senet_gp.players.parsing import player_from_text
    >>> game = game_of("senet")
    >>> race = player_from_text("expr:(sub their_distance (mul 2 my_distance))", game)
    >>> decision = game.decision(game.starts()[0], 0, (1, 2))
    >>> [(term.infix, term.difference) for term in compared(race, game, decision, 0, 1).terms]
    [('their_distance', 2)]

    Args:
        player: the player with the expression.
        game: the game.
        decision: the decision.
        index: the index of one afterstate.
        rival: the index of the other.

    Returns:
        The comparison; None if the expression is a policy, which scores no afterstates.
    """
    if decision.policy:
        return None
    boards = scored_boards(decision, plainly=scored_plainly(game, player.vocabulary))
    tree = Individual(player.tree, player.vocabulary)
    scores = values_of(player.participant, boards)
    found = []
    for term in Terms.of(tree, Subtrees.of(tree, player.vocabulary), boards).all:
        values = term.values(boards)
        found.append(TermOfTwo(term.infix, int(values[index]), int(values[rival]), term))
    differing = sorted((term for term in found if term.difference), key=lambda term: -abs(term.difference))
    return TermComparison(int(scores[index]), int(scores[rival]), tuple(differing))


def squares_read(term: Term, game: Game, decision: Decision, index: int) -> list[int]:
    """The squares whose pieces a term reads: without the piece on one of them, its value would be another.

    >>> from senet_gp.games.registry import game_of
    >>> from senet_gp.players.parsing import player_from_text
    >>> game = game_of("senet")
    >>> race = player_from_text("expr:(sub their_distance (mul 2 my_distance))", game)
    >>> decision = game.decision(game.starts()[0], 0, (1, 2))
    >>> (term,) = compared(race, game, decision, 0, 1).terms
    >>> term.infix, squares_read(term.term, game, decision, 0)
    ('their_distance', [1, 2, 3, 7, 9, 11, 13])

    Args:
        term: the term.
        game: the game.
        decision: the decision.
        index: the index of the afterstate.

    Returns:
        The squares of the drawn board, in rising order; none in games whose words do not see a
        :class:`~senet_gp.games.protocol.Board`.
    """
    seen = decision.view(index)
    if not isinstance(seen, Board):
        return []
    squares = sorted(seen.mine | seen.theirs)
    boards = [replace(seen, mine=seen.mine - {square}, theirs=seen.theirs - {square}) for square in squares]
    source = Source(term.codes.tobytes(), term.vocabulary)
    value, *others = source.values_on([seen, *boards])
    read = [square for square, other in zip(squares, others, strict=True) if other != value]
    # Where each player sees a board of their own, the game knows the squares of the one that is drawn.
    on_table = getattr(game, "on_table", None)
    return sorted(on_table(square, decision.seat) for square in read) if on_table else read


class Hint(NamedTuple):
    """A choice with its chance.

    Attributes:
        choice: the index of the afterstate.
        chance: the chance of winning.
        interval: its 95 % interval; of width 0 if it is known.
        known: what is known besides, such as ``wins in 3 moves``; or nothing.
        close: whether it is too close to call whether this choice or the best one is better.
    """

    choice: int
    chance: float
    interval: tuple[float, float]
    known: str
    close: bool


class ChanceHints:
    """Gives hints in wins of 100, or in small games as results of perfect play.

    The same seed gives the same hints.

    >>> from senet_gp.insight.chance_sources import chance_source
    >>> hints = ChanceHints(chance_source("tictactoe"))
    >>> game = hints.source.game
    >>> decision = game.decision(game.position_from("xx.oo...."), seat=0, throws=())
    >>> hints.advice(decision)[1][0]
    (0, 'wins in 1 move')

    Attributes:
        source: what knows, or estimates, the chances.
        seed: the seed of the games; the hints of one seed have the numbers of the analysis of that seed.
        effort: how many games a hint takes; by default as many as a choice of an analysed game.
    """

    def __init__(self, source: ChanceSource, seed: int = 1, effort: Effort | None = None) -> None:
        self.source = source
        self.effort = effort or usual_effort(source)
        self.seed = seed_number(seed)
        self._found: dict[int, Best] = {}

    def __repr__(self) -> str:
        return brief(self, self.source.name)

    def best(self, decision: Decision) -> list[Hint]:
        """The best choices, the best first; all choices if their results are known.

        They are in the order of all that is known of them when the best is chosen, which is more than the
        games that then measure them: so one that is too close to call may have more wins than the best.
        """
        found = self._known(decision)
        return self._hints(decision, found.chances, found.shown, found.close)

    def verdict(self, decision: Decision) -> str:
        """Whether one choice is clearly the best, or it is too close to call, in a sentence."""
        return "" if self.source.exact else self._known(decision).verdict(decision)

    def both(self, decision: Decision, index: int, rival: int) -> list[Hint]:
        """The chances of two choices, from games with the same throws."""
        pair = (index, rival)
        chances = self._measured(decision, pair)
        return self._hints(decision, chances, pair, pair if chances.difference(*pair).close else ())

    def _measured(self, decision: Decision, pair: tuple[int, int]) -> Chances:
        key = key_of_decision(self.source, decision, self.seed)
        return measured(self.source, decision, pair, key, self.effort)

    def _hints(
        self, decision: Decision, chances: Chances, indices: Sequence[int], close: Collection[int]
    ) -> list[Hint]:
        words = self.source.words(decision)
        return [
            Hint(
                index,
                chances.value(index),
                chances.interval(index),
                words[index] if words else "",
                index in close,
            )
            for index in indices
        ]

    def advice(self, decision: Decision) -> tuple[str, list[tuple[int, str]]]:
        """A heading, and the indices of the best afterstates, each with its chance or its result in words."""
        best = self.best(decision)
        heading = " ".join(filter(None, (self.verdict(decision), self.heading(best))))
        return heading, [(hint.choice, _told(hint)) for hint in best]

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
        best_first = self._known(decision).shown
        index = best_first[0] if index is None else index
        rival = next(other for other in best_first if other != index)
        if self.source.exact:
            words = self.source.words(decision)
            same = words[index] == words[rival]
            other = f"and so does {text(rival)}" if same else f"{text(rival)} {words[rival]}"
            return f"{text(index)} {words[index]}, {other}, if both play perfectly."
        chances = self._measured(decision, (index, rival))
        difference = chances.difference(index, rival)
        low, high = difference.interval
        either = ", so it is too close to call" if difference.close else ""
        told = (
            f"{text(index)} wins {wins(chances.value(index))} of 100, {text(rival)} "
            f"{wins(chances.value(rival))}; "
            f"the difference is between {signed(low)} and {signed(high)}{either}."
        )
        return "\n".join([told, *self._terms(decision, index, rival)])

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

    def _known(self, decision: Decision) -> Best:
        """What is known of a decision; the last ones are kept."""
        key = key_of_decision(self.source, decision, self.seed)
        if key not in self._found:
            found = best_of(self.source, decision, key, self.effort)
            while len(self._found) >= _MAX_KEPT:
                self._found.pop(next(iter(self._found)))
            self._found[key] = found
        return self._found[key]

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


def _told(hint: Hint) -> str:
    """What is known of a choice, in words."""
    close = ", too close to call" if hint.close else ""
    return hint.known or f"{chance_text(hint.chance, hint.interval)}{close}"
