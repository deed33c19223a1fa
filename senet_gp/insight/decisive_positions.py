"""The decisions that changed a player's chance of winning most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.arena.decisions import Decisions, MetDecision
from senet_gp.arena.pool import Pool
from senet_gp.engine.measurement import wilson
from senet_gp.engine.participants import values_of
from senet_gp.games.protocol import SEATS, Decision, Game
from senet_gp.games.small import if_solvable
from senet_gp.games.solving.perfect import PerfectPlay, solved_when_asked
from senet_gp.games.wording import wording_of
from senet_gp.insight.judges import wins
from senet_gp.insight.pairing import Pairing, Question, chances_of, gains
from senet_gp.insight.parts import Term
from senet_gp.insight.rows import (
    INTERVAL,
    TENTHS,
    VALUE,
    Boards,
    Fact,
    Kind,
    Rows,
    Section,
    cut,
    to_move,
)
from senet_gp.runtime.codec import as_json
from senet_gp.runtime.errors import Brief
from senet_gp.runtime.streams import part_key, part_keys

#: How many positions are shown, and how many afterstates of each.
SHOWN = 3
MAX_AFTERSTATES = 5
#: How many of the terms that tell its afterstates apart are shown.
_TERMS_SHOWN = 4
_TERM = Kind("code", lambda text: cut(text, 44), is_figure=False)
#: What the first two candidates are called.
_NAMED = ("played", "rival")
_PERFECT = {1: "win", 0: "draw", -1: "loss"}


@dataclass(frozen=True, repr=False)
class Candidate(Brief):
    """An afterstate that a player could choose.

    Attributes:
        moves: the moves that lead to it, in the notation of records.
        text: the same moves as people read them.
        remark: a further remark on it.
        score: the value of the expression on it; None if the value names a move instead.
        terms: the contribution of each term to the score.
        chance: the estimated share of points after it, where a win is 1 and a draw ½.
        interval: the 95 % confidence interval of the chance; of width 0 if the afterstate ends the game.
        perfect: the result of perfect play of both sides after it, 1, 0 or -1; None if unknown.
        chosen: whether the player chose it.
    """

    moves: str
    text: str
    remark: str
    score: int | None
    terms: tuple[int, ...]
    chance: float
    interval: tuple[float, float]
    perfect: int | None
    chosen: bool

    @property
    def told(self) -> str:
        """The moves as people read them, with the remark."""
        return f"{self.text} ({self.remark})" if self.remark not in ("", self.text) else self.text


@dataclass(frozen=True, repr=False)
class DecisivePosition(Brief):
    """A decision with some of its afterstates.

    Attributes:
        sample: where the decision was met.
        text: the position before it, as one short line.
        value: for a policy, the value of the expression; else None.
        terms: the terms of the expression, first those that differ most between the choice and its rival.
        candidates: the chosen afterstate, its rival, then others: those that win at once, and those with the
            highest scores.
        others: the number of further afterstates.
        gain: the estimated chance of the choice minus that of its rival.
    """

    sample: MetDecision
    text: str
    value: int | None
    terms: tuple[Term, ...]
    candidates: tuple[Candidate, ...]
    others: int
    gain: float

    @property
    def better(self) -> Candidate | None:
        """The best of the other afterstates if it is surely better than the choice; else None.

        Surely means that the intervals of their chances do not overlap; a win at once has none.
        """
        chosen, *others = self.candidates
        best = max(others, key=lambda candidate: candidate.chance)
        return best if best.interval[0] > chosen.interval[1] else None

    def section(self, number: int, game: Game) -> Section:
        """The position as people see it.

        Args:
            number: its number among those that are shown, from 1.
            game: the game.
        """
        decision = self.sample.decision(game)
        own, rival = self.candidates[:2]
        captions = (
            (f"{what}: {one.text}, {wins(one.chance)} wins of 100.", decision.named(one.moves))
            for what, one in (("Played", own), ("Its rival", rival))
        )
        return Section.of(
            f"{number}. game {self.sample.game_number}, turn {self.sample.turn}: {to_move(decision)}",
            Boards(decision, tuple(captions)),
            Rows.of(self._facts(), self.candidates, "The choices and what they are worth"),
            f"and {self.others} more {'choice' if self.others == 1 else 'choices'}" if self.others else None,
            self._named_move() if self.value is not None else self._differing_terms(),
            f"The choice played is worth {abs(100 * self.gain):.1f} {'more' if self.gain >= 0 else 'fewer'} "
            f"wins of 100 than its rival{self._mistake()}.",
        )

    def _facts(self) -> Iterator[Fact[Candidate]]:
        """What is told of each candidate."""
        yield Fact("told", lambda one: one.told, "move")
        if self.value is None:
            yield Fact("score", lambda one: one.score, "score", VALUE)
        yield Fact("chance", lambda one: one.chance, "wins of 100", TENTHS)
        yield Fact("interval", lambda one: one.interval, "interval", INTERVAL)
        if self.candidates[0].perfect is not None:
            yield Fact("perfect", lambda one: _PERFECT[one.perfect or 0], "perfect play")
        yield Fact("which", lambda one: dict(zip(self.candidates, _NAMED, strict=False)).get(one, ""), "")

    def _named_move(self) -> str:
        """How the value of a policy names its move."""
        chosen, moves = self.candidates[0], len(self.candidates)
        return f"The value is {self.value}; modulo {moves} that is move {chosen.moves}, {chosen.text}."

    def _differing_terms(self) -> Rows | None:
        """What makes the difference between the choice and its rival, term by term; None for a lone term."""
        rows = list(zip(*(candidate.terms for candidate in self.candidates[:2]), strict=True))
        differing = [number for number, row in enumerate(rows) if len(set(row)) > 1][:_TERMS_SHOWN]
        if not differing or len(rows) < 2:
            return None
        term = Fact[int]("term", lambda number: self.terms[number].infix, "what makes the difference", _TERM)
        facts = [term]
        for name, candidate in zip(_NAMED, self.candidates, strict=False):
            facts.append(Fact(name, candidate.terms.__getitem__, name, VALUE))
        return Rows.of(facts, differing)

    def _mistake(self) -> str:
        """That the choice is a mistake, if it is one, as the end of a sentence."""
        better, chosen = self.better, self.candidates[0]
        if better is None:
            return ""
        named = f"; it is a mistake: {better.text}"
        if better.interval == (1, 1):
            return f"{named} wins at once"
        return f"{named} is worth {100 * (better.chance - chosen.chance):.1f} more"

    def as_json(self) -> dict[str, Any]:
        """The position as ``senet-gp explain --json`` prints it."""
        return {
            "game": self.sample.game_number,
            "turn": self.sample.turn,
            "seat": SEATS[self.sample.seat],
            "position": self.text,
            "throws": list(self.sample.throws),
            "value": self.value,
            "terms": [term.infix for term in self.terms],
            "candidates": as_json(self.candidates),
            "others": self.others,
            "gain": self.gain,
            "mistake": self.better is not None,
        }


class PlayoutEffort(NamedTuple):
    """How many games estimate the chances.

    Attributes:
        stages: the stages of the search, (decisions, games from each afterstate): first many decisions, then
            the best of them.
        final: the number of new games for each afterstate from which the shown chances are estimated.
    """

    stages: tuple[tuple[int, int], ...]
    final: int


#: In compiled code, and in plain Python.
PLAYOUTS = PlayoutEffort(((400, 32), (80, 128), (20, 512)), 2000)
PLAIN_PLAYOUTS = PlayoutEffort(((40, 8), (10, 40)), 200)


def playouts_of(pairing: Pairing) -> PlayoutEffort:
    """How many games estimate the chances for a player."""
    return PLAIN_PLAYOUTS if pairing.plainly else PLAYOUTS


def most_decisive(
    pairing: Pairing, decisions: Decisions, terms: Sequence[Term], *, key: int, pool: Pool
) -> list[DecisivePosition]:
    """The decisions in which the chance of winning differs most between the choice and its rival.

    The rival is the afterstate of the next lower score; for a policy it is the best other move. Chances are
    estimated by playouts from both afterstates, in which the player meets its partner with the same throws:
    first a few from many decisions, then more from the decisions with the largest differences. The reported
    chances come from new games, since the largest of many estimates are biased upwards. Each position comes
    from a different game.

    Args:
        pairing: the player and its partner.
        decisions: decisions from real games, of which is noted where each was met.
        terms: the terms of the player's expression.
        key: the key of the playouts.
        pool: where they are played.
    """
    playouts = playouts_of(pairing)
    questions = _evenly(_questions(pairing, decisions), playouts.stages[0][0])
    for stage, (most, games) in enumerate(playouts.stages):
        gained = gains(pairing, questions[:most], part_keys(part_key(key, stage), games), pool)
        order = np.argsort(-np.abs(gained), kind="stable")
        questions = [questions[number] for number in order.tolist()]
    shown = list(_of_different_games(questions))[:SHOWN]
    perfect = solver_of(pairing.game)
    keys = part_keys(part_key(key, len(playouts.stages)), playouts.final)
    asked = [_with_others(pairing, decisions, question) for question in shown]
    chances = chances_of(pairing, asked, keys, pool)
    positions = [
        _described(pairing, decisions, question, row, terms, perfect)
        for question, row in zip(asked, chances, strict=True)
    ]
    return sorted(positions, key=lambda position: -abs(position.gain))


def _questions(pairing: Pairing, decisions: Decisions) -> list[Question]:
    """The decisions in which the choice has a rival, each position and group of throws once.

    Choices that end the game are left out, since they need no explanation.
    """
    scores = np.split(decisions.values(pairing.player.participant), decisions.begins[1:-1])
    known = set()
    found = []
    for number, met in enumerate(decisions.met):
        name = (met.position, met.throws)
        if met.ended or name in known:
            continue
        known.add(name)
        rivals = _rivals(met.chosen, scores[number], decisions.moves)
        if rivals:
            found.append(Question(number, met, (met.chosen, *rivals)))
    return found


def _rivals(chosen: int, scores: NDArray[np.int64], moves: int) -> list[int]:
    """The afterstate of the next lower score, or for a policy all others; empty if all scores are equal."""
    if moves:
        return [index for index in range(moves) if index != chosen]
    lower = np.flatnonzero(scores < scores.max())
    return [int(lower[np.argmax(scores[lower])])] if len(lower) else []


def _evenly(questions: list[Question], most: int) -> list[Question]:
    """At most ``most`` of the questions, spread evenly over the games."""
    count = len(questions)
    return questions if count <= most else [questions[number * count // most] for number in range(most)]


def _of_different_games(questions: Sequence[Question]) -> Iterator[Question]:
    """The first question of each game."""
    games = set()
    for question in questions:
        if question.met.game_number not in games:
            games.add(question.met.game_number)
            yield question


def _with_others(pairing: Pairing, decisions: Decisions, question: Question) -> Question:
    """The question with further afterstates: those that win at once, then those with the highest scores."""
    if pairing.game.policy:
        return question
    scores = values_of(pairing.player.participant, decisions.boards_of(question.number))
    best = np.argsort(-scores, kind="stable").tolist()
    decision = question.met.decision(pairing.game)
    best.sort(key=lambda index: decision.result(index) != 1)
    others = [index for index in best if index not in question.afterstates]
    return question._replace(afterstates=(*question.afterstates, *others)[:MAX_AFTERSTATES])


def solver_of(game: Game) -> PerfectPlay | None:
    """The solution of a game, if the game is small enough."""
    small = if_solvable(game)
    return PerfectPlay(small) if small is not None and solved_when_asked(small) else None


def _described(
    pairing: Pairing,
    decisions: Decisions,
    question: Question,
    chances: Sequence[float],
    terms: Sequence[Term],
    perfect: PerfectPlay | None,
) -> DecisivePosition:
    """The decision of a question, described."""
    met, boards = question.met, decisions.boards_of(question.number)
    decision = met.decision(pairing.game)
    policy = pairing.game.policy
    scores = values_of(pairing.player.participant, boards).tolist()
    values = np.array([term.values(boards) for term in terms]).reshape(len(terms), len(scores))
    order = list(range(len(terms)))
    if not policy:
        own, rival = question.afterstates[:2]
        order = np.argsort(-np.abs(values[:, own] - values[:, rival]), kind="stable").tolist()
    ratings = perfect.ratings(decision.afterstates) if perfect else None
    candidates = [
        Candidate(
            moves=decision.notation(index),
            text=wording_of(decision).move_text(index),
            remark=decision.remark(index),
            score=None if policy else scores[index],
            terms=tuple(values[order, 0 if policy else index].tolist()),
            chance=chance,
            interval=_interval(decision, index, chance, playouts_of(pairing).final),
            perfect=ratings[index] if ratings else None,
            chosen=index == met.chosen,
        )
        for index, chance in zip(question.afterstates, chances, strict=True)
    ]
    if policy:
        candidates[1:] = sorted(candidates[1:], key=lambda candidate: -candidate.chance)
    return DecisivePosition(
        sample=met,
        text=pairing.game.text(met.position),
        value=scores[0] if policy else None,
        terms=tuple(terms[number] for number in order),
        candidates=tuple(candidates),
        others=len(decision.afterstates) - len(candidates),
        gain=candidates[0].chance - candidates[1].chance,
    )


def _interval(decision: Decision, index: int, chance: float, games: int) -> tuple[float, float]:
    if decision.result(index) is not None:
        return chance, chance
    return wilson(chance * games, games)
