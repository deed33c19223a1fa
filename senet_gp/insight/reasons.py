"""Reasons for a move, in the players' terms: what differs on the board from another, and what that is worth.

The boards after two moves differ in many things: how many moves are left to the other player, which pieces
are protected, who is ahead. A game's themes say what players look at, and each has a gauge, an expression
(:class:`~senet_gp.games.wording.Theme`). What a unit of each is worth here is found by the judge who also
says which move is better: a sum of the gauges is fitted to its chances of winning, in the decision itself and
in decisions of sampled games, those on boards like this one counting most. (Ribeiro, Singh and Guestrin,
"Why should I trust you?", 2016, explain single choices of any judge likewise.) What is striking is told
first, in the order of the themes, then the themes that make most of the difference, each by what is seen of
it on both boards; what a theme contains is told by it alone. Where they explain too little, the judge looks a
throw ahead.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from primitives.types import Truth
from primitives.vocabulary import Vocabulary, own_vocabularies_of
from senet_gp.engine.participants import (
    ScoredBoards,
    Source,
    joined_boards,
    scored_boards,
    scored_plainly,
    values_of,
)
from senet_gp.engine.playthrough import choices_of_game
from senet_gp.games.protocol import Decision, Game, spoken
from senet_gp.games.registry import part_of
from senet_gp.games.wording import Theme, amount, squares_of, wording_of
from senet_gp.insight.judges import Judge, PerfectResults, Playouts
from senet_gp.players.player import Player
from senet_gp.runtime.streams import CHOICES, Purpose, Streams, below, game_streams, key_of, part_keys
from senet_gp.trees.text import from_lisp

#: Games and positions sampled to explain a player.
EXPLANATION = Purpose(8)
#: How many decisions are sampled; where games must be played on from each board, fewer.
_LOOKED_UP, _PLAYED_ON = 1200, 150
#: One move in this many of the sampled games is at random: people's boards are not those of strong players.
_AT_RANDOM = 4
#: Decisions count less the farther their boards are: by a normal curve of this width, in standard deviations
#: of the gauges. The decision itself counts as this share of all others.
_WIDTH, _OWN = 2.0, 0.3
#: How much worths are drawn to those of other boards, and these to zero, as a share of their own weight.
_RIDGE = 0.02
#: A reason that is not striking is worth at least this chance of winning, and this share of the difference.
_LEAST, _LEAST_SHARE = 0.001, 0.1
#: The most reasons that speak for a move, and the most against it.
_MOST, _MOST_AGAINST = 3, 2
#: The most of them that are not striking, and the share of what speaks for a move beyond which none is added.
_OTHERS, _NEARLY_ALL = 2, 0.7
#: What speaks against a move is told if it is striking, or is worth this share of what speaks for it.
_MUCH = 0.2
#: What makes less than this share of the difference does not explain it.
_EXPLAINED = 0.2
#: How many of the most likely next throws are looked at.
_COMMON = 8
#: What a person does who heeds what is told of the turn after.
_LOOK_AHEAD = "Look a turn ahead: think of what they play with each throw."
#: For this many judges the sampled games are kept.
_MAX_KEPT = 8


class Reason(NamedTuple):
    """Something that speaks for a move, or against it.

    Attributes:
        text: what is said of the move, such as "leaves them 8 moves instead of 18".
        worth: how much of a chance of winning it is worth, negative if it speaks against the move.
        theme: the name of its theme.
        rule: what a person does who heeds this, as a sentence.
        squares: the squares that it is about, in the numbering of the drawn board.
        weighs_against: whether it may be told against a move.
        striking: whether it is told however little it is worth.
        contains: the names of the themes that it tells of, too.
    """

    text: str
    worth: float
    theme: str
    rule: str
    squares: tuple[int, ...]
    weighs_against: bool = True
    striking: bool = False
    contains: tuple[str, ...] = ()


def themes_of(game: Game, vocabulary: Vocabulary) -> list[Theme]:
    """The themes of a game; each word about the board that belongs to none is one of its own."""
    declared: Sequence[Theme] = part_of(game.name, "themes") or ()
    named = {word for theme in declared for word in theme.words}
    words = [word for word in vocabulary.primitives if word.reads_board and word.name not in named]
    own = (Theme.of_word(word.name, word.description, truth=word.result is Truth) for word in words)
    return [*declared, *own]


class _Gauge(NamedTuple):
    """An expression, and the themes that it measures: the first of them that can be told is."""

    themes: list[Theme]
    source: Source

    @property
    def good(self) -> int:
        """Whether more of it is never bad for the player to move, or never good."""
        return self.themes[0].good


def gauge_text(theme: Theme, vocabulary: Vocabulary) -> str:
    """The gauge of a theme as text; by default its first word."""
    if theme.gauge:
        return theme.gauge
    word = theme.words[0]
    primitive = vocabulary.by_name.get(word)
    return f"(if_then_else {word} 2 1)" if primitive and primitive.result is Truth else word


class _Sample(NamedTuple):
    """What is known of sampled decisions.

    Attributes:
        middles: (decisions, gauges), the mean gauges of each decision's boards.
        products: (decisions, gauges, gauges), the mean products of the gauges' deviations from these means.
        answers: (decisions, gauges), the mean products of deviations and chances.
        scale: (gauges,), the standard deviation of each gauge's middles.
    """

    middles: NDArray[np.float64]
    products: NDArray[np.float64]
    answers: NDArray[np.float64]
    scale: NDArray[np.float64]


class _SometimesRandom:
    """Plays as another player, with some moves at random."""

    participant = None

    def __init__(self, base: Player) -> None:
        self._base = base
        self.name = f"{base.name}, sometimes at random"

    def choose(self, decision: Decision, streams: Streams) -> int:
        """The index of an afterstate."""
        if below(streams, CHOICES, _AT_RANDOM) == 0:
            return below(streams, CHOICES, len(decision.afterstates))
        return self._base.choose(decision, streams)


@lru_cache(_MAX_KEPT)
def reasons_of(judge: Judge) -> Reasons:
    """The reasons of a judge."""
    return Reasons(judge)


class Reasons:
    """Finds reasons in the decisions of a game.

    >>> from senet_gp.insight.judges import judge_of
    >>> reasons = Reasons(judge_of("senet"))
    >>> game = reasons.judge.game
    >>> decision = game.decision(game.position_from("...................o.xxoo..o.."), seat=0, throws=(1, 3))
    >>> reasons.between(decision, index=1, other=2)[0].text
    'keeps you out of the water'

    Attributes:
        judge: who says what boards are worth.
    """

    def __init__(self, judge: Judge) -> None:
        self.judge = judge

    @property
    def any(self) -> bool:
        """Whether there are reasons in this game: its words see boards after moves, which are judged soon."""
        if self.judge.game.policy or isinstance(self.judge, PerfectResults):
            return False
        return not (isinstance(self.judge, Playouts) and self.judge.plainly)

    def between(self, decision: Decision, index: int, other: int) -> list[Reason]:
        """What speaks for a move and against it, compared with another: the most weighty reasons first.

        Args:
            decision: the decision.
            index: the index of the move's afterstate.
            other: the index of the other move's.

        Returns:
            Some reasons for the move, and few against it; none where nothing is known.
        """
        pair = (index, other)
        if not self.any or any(decision.result(one) is not None for one in pair):
            return []
        gauges = self._gauges_on(self._boards(decision))
        judged = self.judge.glance(decision)
        worths = self._worths(gauges, judged) * (gauges[index] - gauges[other])
        answered = all(map(decision.ends_turn, pair))
        reasons = [
            _reason(gauge, decision, pair, values, float(worth), answered=answered)
            for gauge, values, worth in zip(self._gauges, gauges[[index, other]].T, worths, strict=True)
        ]
        least = max(_LEAST, _LEAST_SHARE * abs(judged[index] - judged[other]))
        found = _told_once([one for one in reasons if one.striking or abs(one.worth) > least])
        speaking = [one for one in found if one.worth > 0]
        total = sum(one.worth for one in speaking)
        told: list[Reason] = []
        for one in speaking:
            enough = sum(not other.striking for other in told) >= _OTHERS
            enough |= sum(other.worth for other in told) > _NEARLY_ALL * total
            if len(told) < _MOST and (one.striking or not enough):
                told.append(one)
        if not told or total < _EXPLAINED * (judged[index] - judged[other]):
            told += self._next_throw(decision, pair)
        against = [one for one in found if one.worth < 0 and one.weighs_against]
        heaviest = min(against, key=lambda reason: reason.worth, default=None)
        heavy = [one for one in against if one.striking or (one is heaviest and -one.worth > _MUCH * total)]
        return [*told, *heavy[:_MOST_AGAINST]]

    def _next_throw(self, decision: Decision, pair: tuple[int, int]) -> list[Reason]:
        """The likely next throw that makes most of the difference, and what the judge plays with it.

        None where the judge would have to play games, where nothing is thrown next, or where a different
        player throws next, or differently.
        """
        game, after = decision.game, [decision.following(one) for one in pair]
        ends, other_ends = map(decision.ends_turn, pair)
        chances = game.throw_chances(after[0])
        if isinstance(self.judge, Playouts) or not any(chances):
            return []
        if ends != other_ends or chances != game.throw_chances(after[1]):
            return []
        seat, who = (1 - decision.seat, "they") if ends else (decision.seat, "you")
        found = []
        for throws in sorted(chances, key=lambda one: -chances[one])[:_COMMON]:
            (own, chance), (other, other_chance) = (
                self._answer(game.decision(position, seat, throws)) for position in after
            )
            gain = (other_chance - chance if ends else chance - other_chance) * chances[throws]
            instead = f"instead of {other}" if own != other else "after both"
            found.append((gain, own != other, f"{spoken(throws)}, when {who} play {own} {instead}"))
        # The same answer to both tells less.
        gain, _, text = max(found, key=lambda one: one[0] * (1 + one[1]))
        if gain < _LEAST:
            return []
        return [Reason(f"is better if {who} throw {text}", gain, "the next throw", _LOOK_AHEAD, ())]

    def _answer(self, decision: Decision) -> tuple[str, float]:
        """What the judge plays, in words, and the chance after that."""
        judged = self.judge.glance(decision)
        return wording_of(decision).move_text(int(judged.argmax())), float(judged.max())

    @cached_property
    def _vocabulary(self) -> Vocabulary:
        """The vocabulary with the most words that the game comes with."""
        return max(own_vocabularies_of(self.judge.game).values(), key=lambda one: len(one.primitives))

    @cached_property
    def _gauges(self) -> list[_Gauge]:
        """The gauges of themes that are told, in their order; a word with arguments is no gauge by itself."""
        vocabulary, found = self._vocabulary, dict[str, list[Theme]]()
        for theme in themes_of(self.judge.game, vocabulary):
            if theme.is_told and (theme.gauge or not vocabulary.by_name[theme.words[0]].arguments):
                found.setdefault(gauge_text(theme, vocabulary), []).append(theme)
        return [
            _Gauge(themes, Source.of(from_lisp(text, vocabulary), vocabulary))
            for text, themes in found.items()
        ]

    def _boards(self, decision: Decision) -> ScoredBoards:
        return scored_boards(decision, plainly=scored_plainly(self.judge.game, self._vocabulary))

    def _gauges_on(self, boards: ScoredBoards) -> NDArray[np.float64]:
        """(boards, gauges), the value of every gauge on every board."""
        return np.stack([values_of(gauge.source, boards) for gauge in self._gauges], axis=1).astype(float)

    def _worths(self, gauges: NDArray[np.float64], judged: NDArray[np.float64]) -> NDArray[np.float64]:
        """(gauges,), what a unit of each gauge is worth in a decision, in chances of winning."""
        sample = self._sample
        middle, products, answers = _moments(gauges, judged)
        distances = (((sample.middles - middle) / sample.scale) ** 2).sum(axis=1)
        # The nearest decisions count even where none is near.
        near = np.exp(-(distances - distances.min()) / (2 * _WIDTH**2))
        near /= near.sum()
        like = np.einsum("d,dgh->gh", near, sample.products)
        ridge = np.diag(_RIDGE * like.diagonal() + 1e-9)
        good = np.array([gauge.good for gauge in self._gauges])
        usual = _fitted(like + ridge, near @ sample.answers, good)
        return _fitted(_OWN * products + like + ridge, _OWN * answers + (like + ridge) @ usual, good)

    @cached_property
    def _sample(self) -> _Sample:
        """What is known of sampled decisions; the same for the same judge."""
        decisions, judged = self._sampled
        parts = [self._boards(decision) for decision in decisions]
        gauges = self._gauges_on(joined_boards(parts))
        ends = np.cumsum([part.shape[1] for part in parts])[:-1]
        moments = map(_moments, np.split(gauges, ends), judged)
        middles, products, answers = (np.array(one) for one in zip(*moments, strict=True))
        return _Sample(middles, products, answers, middles.std(axis=0) + 1e-9)

    @property
    def _sampled(self) -> tuple[list[Decision], list[NDArray[np.float64]]]:
        """Decisions of games that are played for this, and the chances after the afterstates of each."""
        player = _SometimesRandom(self.judge.player)
        enough = _PLAYED_ON if isinstance(self.judge, Playouts) else _LOOKED_UP
        decisions: list[Decision] = []
        judged: list[NDArray[np.float64]] = []
        for key in part_keys(key_of(0, EXPLANATION), enough).tolist():
            for choice in choices_of_game((player, player), self.judge.game, game_streams(key)):
                decisions.append(choice.decision)
                judged.append(self.judge.glance(choice.decision))
            if len(decisions) >= enough:
                break
        return decisions, judged


def _told_once(reasons: Sequence[Reason]) -> list[Reason]:
    """Reasons in the order in which they are told, without what others contain that speak for the same."""
    told = [one for one in reasons if one.text]
    others = sorted((one for one in told if not one.striking), key=lambda one: -abs(one.worth))
    left = [*(one for one in told if one.striking), *others]
    found = []
    while left:
        first, *left = left
        same = [one for one in left if one.theme in first.contains and one.worth * first.worth > 0]
        found.append(first._replace(worth=first.worth + sum(one.worth for one in same)))
        left = [one for one in left if one not in same]
    return found


def _reason(
    gauge: _Gauge,
    decision: Decision,
    pair: tuple[int, int],
    values: NDArray[np.float64],
    worth: float,
    *,
    answered: bool,
) -> Reason:
    """What the first theme of a gauge that can be told says of a choice compared with another.

    Args:
        gauge: the themes with their gauge.
        decision: the decision.
        pair: the indices of the choice and of the other.
        values: (2,), the values of the gauge after both.
        worth: what their difference is worth.
        answered: whether the other plays next after both; else what they can do next is not told.

    Returns:
        The reason; its text is empty if no theme can be told.
    """
    more = np.sign(values[0] - values[1])
    for theme in gauge.themes if more else ():
        own, other = [theme.seen(decision, one) for one in pair] if theme.seen else map(int, values)
        difference = amount(own) - amount(other)
        text = theme.text(own, other, decision.game.geometry.label)
        # A gauge is rougher than what is seen, and may be wrong.
        if not text or np.sign(difference) != more or (theme.replies and not answered):
            continue
        striking = abs(difference) >= theme.striking
        if striking and not worth:  # it is told, for the move or against it, as the theme says
            worth = theme.good * float(more) * _LEAST / 1000
        squares = tuple(sorted(squares_of(own) ^ squares_of(other)))
        rule = theme.more if (more > 0) == (worth > 0) else theme.less
        return Reason(text, worth, theme.name, rule, squares, theme.good != 0, striking, theme.contains)
    return Reason("", 0, "", "", ())


def _fitted(
    products: NDArray[np.float64], answers: NDArray[np.float64], good: NDArray[np.int64]
) -> NDArray[np.float64]:
    """The worths that fit best, of which none has another sign than its theme allows.

    Gauges overlap, so a sum without this condition may praise one thing twice and take that back by another.
    """
    from scipy.linalg import cholesky, solve_triangular
    from scipy.optimize import lsq_linear

    factor = cholesky(products, lower=True)
    wanted = solve_triangular(factor, answers, lower=True)
    bounds = np.where(good > 0, 0, -np.inf), np.where(good < 0, 0, np.inf)
    worths: NDArray[np.float64] = lsq_linear(factor.T, wanted, bounds).x
    return worths


def _moments(
    gauges: NDArray[np.float64], chances: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """The mean gauges of a decision, and the mean products of deviations: with each other, with chances."""
    middle = gauges.mean(axis=0)
    apart = gauges - middle
    return middle, apart.T @ apart / len(gauges), apart.T @ (chances - chances.mean()) / len(gauges)
