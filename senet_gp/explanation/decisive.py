"""The decisions that made the greatest difference to whether a player wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.arena.intervals import wilson
from senet_gp.arena.pool import Pool
from senet_gp.engine import play
from senet_gp.engine.evaluator import scores_of
from senet_gp.engine.results import Pairings
from senet_gp.explanation.partner import Pairing
from senet_gp.explanation.sampled_decisions import SampledDecision, SampledDecisions
from senet_gp.explanation.terms import Term
from senet_gp.games.protocol import Decision
from senet_gp.games.small import if_solvable
from senet_gp.games.solving.perfect import PerfectPlay
from senet_gp.streams import part_key, part_keys

#: So many positions are shown, each with so many afterstates.
SHOWN, MAX_AFTERSTATES = 3, 5
#: So many decisions are played on so often from each of two afterstates: first many, then the more promising.
_STAGES = ((400, 32), (80, 128), (20, 512))
#: What is shown is estimated from so many new games for each afterstate.
FINAL_GAMES = 2000
#: A worker is given decisions to be played on so often together from each of their afterstates.
_GAMES_A_TASK = 512
#: Games that go on for ever are solved whole; others only if they have not more squares than this.
_MAX_SQUARES_SOLVED = 12


@dataclass(frozen=True)
class Afterstate:
    """Something that can be played.

    Attributes:
        moves: in notation.
        remark: what else is to be told of it.
        score: what the expression says of it; None if its value names the move.
        terms: what each of the terms contributes to that.
        chance: the estimated share of points if it is played, a win counting 1 and a draw ½.
        interval: the 95 % interval of that; without width if it ends the game.
        perfect: what it gets if both play perfectly from then on, 1, 0 or -1; None if that is not known.
        chosen: whether the player played it.
    """

    moves: str
    remark: str
    score: int | None
    terms: tuple[int, ...]
    chance: float
    interval: tuple[float, float]
    perfect: int | None
    chosen: bool

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
    """A decision, and what could be played.

    Attributes:
        moment: where it came up.
        text: the board before, as one short line.
        value: of a policy, what the expression's value was; else None.
        terms: the terms of the expression, those first that tell the choice from its rival.
        afterstates: what was played, its rival, and then the others, those of the highest scores.
        others: how many more there were.
        gain: by how much the choice's estimated chance is higher than the rival's.
    """

    sample: SampledDecision
    text: str
    value: int | None
    terms: tuple[Term, ...]
    afterstates: tuple[Afterstate, ...]
    others: int
    gain: float

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
        }


class _Question(NamedTuple):
    """A decision, and the afterstates whose chances are asked for: the choice, then its rivals."""

    sample: SampledDecision
    afterstates: tuple[int, ...]


def decisive_positions(
    pairing: Pairing, sampled: SampledDecisions, terms: Sequence[Term], *, key: int, pool: Pool
) -> list[DecisivePosition]:
    """The decisions where the choice instead of its rival changes the chance of winning most, either way.

    The rival is the afterstate of the next lower score; of a policy, whichever other move has the best
    chance. Chances are estimated by playing on from both, by the player and its partner on the same throws:
    first a few times from many decisions, then more often from those with the greatest differences. What is
    told is estimated from new games, for the greatest of many estimates are too great. Each position comes
    from a game of its own.

    Args:
        pairing: the player and its partner.
        sampled: real decisions.
        terms: those of the player's expression.
        key: names the games that are played on.
        pool: where they are played.
    """
    questions = _evenly(_questions(pairing, sampled), _STAGES[0][0])
    for stage, (most, games) in enumerate(_STAGES):
        gains = _gains(pairing, questions[:most], part_keys(part_key(key, stage), games), pool)
        order = np.argsort(-np.abs(gains), kind="stable")
        questions = [questions[number] for number in order.tolist()]
    shown = list(_of_different_games(questions))[:SHOWN]
    perfect = _solver(pairing)
    keys = part_keys(part_key(key, len(_STAGES)), FINAL_GAMES)
    asked = [_with_others(pairing, question) for question in shown]
    chances = _chances(pairing, asked, keys, pool)
    found = [
        _described(pairing, question, row, terms, perfect)
        for question, row in zip(asked, chances, strict=True)
    ]
    return sorted(found, key=lambda position: -abs(position.gain))


def _questions(pairing: Pairing, sampled: SampledDecisions) -> list[_Question]:
    """The decisions in which the choice has a rival, each position and group of throws once.

    Where the choice ends the game nobody needs an explanation.
    """
    known = set()
    found = []
    for sample in sampled.all:
        name = (sample.position, sample.throws)
        if sample.ended or name in known:
            continue
        known.add(name)
        rivals = _rivals(pairing, sampled, sample)
        if rivals:
            found.append(_Question(sample, (sample.chosen, *rivals)))
    return found


def _rivals(pairing: Pairing, sampled: SampledDecisions, sample: SampledDecision) -> list[int]:
    """The afterstate of the next lower score; of a policy all others; none if all scores are equal."""
    if sampled.moves:
        return [index for index in range(sampled.moves) if index != sample.chosen]
    scores = scores_of(pairing.player.program, sample.boards).astype(np.int64)
    lower = np.flatnonzero(scores < scores.max())
    return [int(lower[np.argmax(scores[lower])])] if len(lower) else []


def _evenly(questions: list[_Question], most: int) -> list[_Question]:
    """So many of them, from all of the games."""
    count = len(questions)
    return questions if count <= most else [questions[number * count // most] for number in range(most)]


def _of_different_games(questions: Sequence[_Question]) -> Iterator[_Question]:
    """The first of each game."""
    games = set()
    for question in questions:
        if question.sample.game_number not in games:
            games.add(question.sample.game_number)
            yield question


def _gains(
    pairing: Pairing, questions: Sequence[_Question], keys: NDArray[np.uint64], pool: Pool
) -> NDArray[np.float64]:
    """For each question by how much the choice has a better chance than its best rival."""
    chances = _chances(pairing, questions, keys, pool)
    return np.array([own - max(rivals) for own, *rivals in chances])


def _chances(
    pairing: Pairing, questions: Sequence[_Question], keys: NDArray[np.uint64], pool: Pool
) -> list[list[float]]:
    """For each question the estimated share of points of each of its afterstates."""
    size = max(1, _GAMES_A_TASK // len(keys))
    parts = (questions[begin : begin + size] for begin in range(0, len(questions), size))
    return [row for rows in pool.map(_played_on, ((pairing, part, keys) for part in parts)) for row in rows]


def _played_on(
    pairing: Pairing, questions: Sequence[_Question], keys: NDArray[np.uint64]
) -> list[list[float]]:
    """The same; this is done by a worker."""
    return [
        [_chance(pairing, decision, index, keys) for index in question.afterstates]
        for question in questions
        for decision in [question.sample.decision(pairing.game)]
    ]


def _chance(pairing: Pairing, decision: Decision, index: int, keys: NDArray[np.uint64]) -> float:
    """The share of points after an afterstate, played on once for each key."""
    result = decision.result(index)
    if result is not None:
        return (1 + result) / 2
    players = [pairing.player.participant, pairing.partner.participant]
    own = np.zeros(len(keys), np.int64)
    ends_turn = decision.ends_turn(index)
    first, second = (1 - own, own) if ends_turn else (own, 1 - own)
    start = decision.following(index)
    outcomes = play.play_games(players, Pairings(first, second, keys), pairing.game, start).outcomes
    return float((1 + (-outcomes if ends_turn else outcomes)).mean() / 2)


def _with_others(pairing: Pairing, question: _Question) -> _Question:
    """The same with more afterstates, those of the highest scores."""
    if pairing.game.policy:
        return question
    scores = scores_of(pairing.player.program, question.sample.boards)
    best = np.argsort(-scores.astype(np.int64), kind="stable").tolist()
    others = [index for index in best if index not in question.afterstates]
    return _Question(question.sample, (*question.afterstates, *others)[:MAX_AFTERSTATES])


def _solver(pairing: Pairing) -> PerfectPlay | None:
    """Who knows what perfect play gets, if the game is small enough."""
    game = if_solvable(pairing.game)
    if game is not None and (game.cyclic or game.squares <= _MAX_SQUARES_SOLVED):
        return PerfectPlay(game)
    return None


def _described(
    pairing: Pairing,
    question: _Question,
    chances: Sequence[float],
    terms: Sequence[Term],
    perfect: PerfectPlay | None,
) -> DecisivePosition:
    """A decision with all that is to be told of it."""
    sample = question.sample
    decision = sample.decision(pairing.game)
    policy = pairing.game.policy
    scores = scores_of(pairing.player.program, sample.boards).tolist()
    values = np.empty((len(terms), len(scores)), np.int64)
    for row, term in zip(values, terms, strict=True):
        row[:] = term.values(sample.boards)
    order = list(range(len(terms)))
    if not policy:
        own, rival = question.afterstates[:2]
        order = np.argsort(-np.abs(values[:, own] - values[:, rival]), kind="stable").tolist()
    ratings = perfect.ratings(decision.afterstates) if perfect else None
    afterstates = tuple(
        Afterstate(
            decision.notation(index),
            decision.remark(index),
            None if policy else scores[index],
            tuple(values[order, 0 if policy else index].tolist()),
            chance,
            _interval(decision, index, chance),
            ratings[index] if ratings else None,
            index == sample.chosen,
        )
        for index, chance in zip(question.afterstates, chances, strict=True)
    )
    if policy:
        afterstates = (afterstates[0], *sorted(afterstates[1:], key=lambda afterstate: -afterstate.chance))
    return DecisivePosition(
        sample,
        pairing.game.text(sample.position),
        scores[0] if policy else None,
        tuple(terms[number] for number in order),
        afterstates,
        len(decision.afterstates) - len(afterstates),
        afterstates[0].chance - afterstates[1].chance,
    )


def _interval(decision: Decision, index: int, chance: float) -> tuple[float, float]:
    if decision.result(index) is not None:
        return chance, chance
    return wilson(chance * FINAL_GAMES, FINAL_GAMES)
