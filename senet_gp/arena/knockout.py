"""The knockout tournament that fitness comes from (Ferrer and Martin 1995)."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from senet_gp.arena import batches
from senet_gp.arena.bracket import Bracket, PartResults, Standing, play_part
from senet_gp.arena.pool import Finished, Pending, Pool, work_through
from senet_gp.engine.participants import Chooser
from senet_gp.engine.results import DuelResults, Indices, Keys
from senet_gp.games.protocol import Game

#: Plays the matches of a round: its number, and of each match the index of one entrant, of the other, and the
#: key.
Matches = Callable[[int, Indices, Indices, Keys], DuelResults]
#: A worker plays at least so many parts of a bracket through, and less than twice as many, for a bracket is
#: cut in halves: with fewer parts many wait for the last one, with more many have to be handed out.
_PARTS_A_WORKER = 3


@dataclass(frozen=True, slots=True)
class KnockoutResult:
    """How a knockout ended.

    Attributes:
        ranks: for each entrant the round in which it lost, from 1 on; for the winner, rounds + 1.
        winner: the winner's index.
        matches: how many matches were played.
        games: how many games these took.
        turns: how many turns the games took.
        self_losses: how many of them were lost by the last move itself: in Pursuit, by repeating a move.
    """

    ranks: list[int]
    winner: int
    matches: int
    games: int
    turns: int
    self_losses: int

    @classmethod
    def of(cls, standing: Standing) -> KnockoutResult:
        """The result of a bracket that is played to its end."""
        ranks = standing.rounds_lost().tolist()
        return cls(ranks, standing.winner, len(standing.second_won), *standing.totals.tolist())


def knockout_of(count: int, *, key: int, rng: random.Random, matches: Matches) -> KnockoutResult:
    """Play a knockout of so many entrants round by round; somebody plays the matches.

    Args:
        count: how many entrants there are, at least one.
        key: the key of the tournament, from which those of its matches are derived.
        rng: draws the pairs and the byes.
        matches: plays the matches of a round: of this number, between these, from these keys.

    Raises:
        ValueError: if there is no entrant.
    """
    standing = Standing(Bracket.drawn(count, key, rng))
    bracket = standing.bracket
    for number, part in enumerate(bracket.rounds, 1):
        first, second = standing.entrants(bracket.first[part]), standing.entrants(bracket.second[part])
        standing.note(part, PartResults.of(matches(number, first, second, bracket.keys[part])))
    return KnockoutResult.of(standing)


def work_of_a_part(whole: int, workers: int) -> int:
    """The most that a worker is given at a time, of so much work."""
    if workers == 1:
        return batches.MAX_WORK
    return min(max(whole // (_PARTS_A_WORKER * workers), batches.LITTLE_WORK), batches.MAX_WORK)


def knockout(
    entrants: Sequence[Chooser],
    *,
    key: int,
    rng: random.Random,
    pool: Pool,
    game: Game,
    games: int = 3,
    batch_size: int | None = None,
) -> KnockoutResult:
    """Play a knockout: random pairs, the winner of each match goes on, until one is left.

    If the number of entrants is not a power of two, some drawn at random have a bye in the first round,
    which counts as a win. Workers play parts of the bracket through, and a match that parts lead to is played
    as soon as both its sides are known: nobody waits for the end of a round.

    Args:
        entrants: who takes part, at least one.
        key: the key of the tournament, from which those of its matches are derived.
        rng: draws the pairs and the byes.
        pool: where the matches are played.
        game: the game, with its parameters.
        games: a match is the best of so many.
        batch_size: a worker is given at most so many matches at a time; by default, what suits their number.

    Raises:
        ValueError: if there is no entrant.
    """
    bracket = Bracket.drawn(len(entrants), key, rng)
    standing = Standing(bracket)
    work = bracket.work(batches.work_of(entrants, game), batches.WORK_OF_THE_RULES)
    whole = int(work[-1]) if len(work) else 0
    mean_work = whole // max(1, len(work))
    if batch_size is None:
        parts = bracket.parts(work, work_of_a_part(whole, pool.workers))
    else:
        parts = bracket.parts(bracket.work([0] * len(entrants), 1), batch_size)

    def begin(matches: Indices) -> Pending:
        first, second, outer = bracket.apart(matches)
        playing = [entrants[index] for index in standing.entrants(outer).tolist()]
        task = (playing, first, second, bracket.keys[matches], games, game)
        if matches[-1] == len(work) - 1 and mean_work * len(matches) <= batches.LITTLE_WORK:
            # Nobody plays beside the final, and a short one is played sooner than handed out.
            return Finished(play_part, task)
        return pool.submit(play_part, *task)

    def end(matches: Indices, results: PartResults) -> list[Indices]:
        standing.note(matches, results)
        return standing.ready_after(matches)

    work_through(pool, parts, begin, end)
    return KnockoutResult.of(standing)
