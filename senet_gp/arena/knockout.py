"""The knockout tournament that fitness is computed from (Ferrer and Martin 1995)."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from senet_gp.arena import batches
from senet_gp.arena.bracket import Bracket, PartResults, Standing, play_part
from senet_gp.arena.compiling import compile_here
from senet_gp.arena.pool import Finished, Pending, Pool, work_through
from senet_gp.engine import play
from senet_gp.engine.participants import Chooser
from senet_gp.engine.results import DuelResults, Indices, Pairings
from senet_gp.games.protocol import Game
from senet_gp.quoting import brief

#: Plays the duels of a round, given the round's number, from 1 on, and who plays whom.
PlayRound = Callable[[int, Pairings], DuelResults]
#: Each worker plays at least this many parts of a bracket, and less than twice as many, because a bracket is
#: divided by halving. With fewer parts, workers wait for the last one; with more, sending them takes longer.
_PARTS_A_WORKER = 3


@dataclass(frozen=True, slots=True)
class KnockoutResult:
    """How a knockout ended.

    Attributes:
        ranks: for each entrant, the round in which it lost, from 1 on; for the winner, rounds + 1.
        winner: the winner's index.
        duels: the number of duels played.
        games: the number of games in all duels.
        turns: the number of turns in all games.
        self_losses: the number of games lost by the last move itself: in Pursuit, by repeating a move.
    """

    ranks: list[int]
    winner: int
    duels: int
    games: int
    turns: int
    self_losses: int

    def __repr__(self) -> str:
        return brief(
            self,
            f"{len(self.ranks):,} entrants",
            f"winner {self.winner}",
            f"{self.duels:,} duels, {self.games:,} games",
        )

    @classmethod
    def of(cls, standing: Standing) -> KnockoutResult:
        """The result of a bracket of which every duel has been played."""
        ranks = standing.rounds_lost().tolist()
        return cls(ranks, standing.winner, len(standing.second_won), *standing.totals.tolist())


def knockout_of(count: int, *, key: int, rng: random.Random, play_round: PlayRound) -> KnockoutResult:
    """Play a knockout round by round, with a function that plays the duels.

    >>> from senet_gp.engine.results import DuelResults
    >>> def second_wins(number: int, pairings: Pairings) -> DuelResults:
    ...     return DuelResults.new(len(pairings.keys))._replace(second_won=pairings.second > pairings.first)
    >>> result = knockout_of(8, key=1, rng=random.Random(1), play_round=second_wins)
    >>> result.duels, max(result.ranks)
    (7, 4)

    Args:
        count: the number of entrants, at least one.
        key: the key of the tournament, from which the keys of its duels are derived.
        rng: draws the pairs and the byes.
        play_round: plays the duels of a round, given the round's number, from 1 on, and who plays whom.

    Raises:
        ValueError: if there is no entrant.
    """
    standing = Standing(Bracket.drawn(count, key, rng))
    bracket = standing.bracket
    for number, part in enumerate(bracket.rounds, 1):
        first, second = standing.entrants(bracket.first[part]), standing.entrants(bracket.second[part])
        pairings = Pairings(first, second, bracket.keys[part])
        standing.note(part, PartResults.of(play_round(number, pairings)))
    return KnockoutResult.of(standing)


def knockout(
    entrants: Sequence[Chooser],
    *,
    key: int,
    rng: random.Random,
    pool: Pool,
    game: Game,
    games: int = 3,
) -> KnockoutResult:
    """Play a knockout: entrants are paired at random and the winner of each duel goes on, until one is left.

    If the number of entrants is not a power of two, some entrants, drawn at random, have a bye in the first
    round, which counts as a win. Each worker plays whole parts of the bracket, and the duel between two
    winners is played as soon as both are known, so no worker waits for the end of a round.

    Args:
        entrants: the players, at least one.
        key: the key of the tournament, from which the keys of its duels are derived.
        rng: draws the pairs and the byes.
        pool: where the duels are played.
        game: the game, with its parameters.
        games: a duel is the best of this many games.

    Raises:
        ValueError: if there is no entrant.
    """
    pool.prepare(compile_here, play.play_duels, games, game)
    bracket = Bracket.drawn(len(entrants), key, rng)
    standing = Standing(bracket)
    work = bracket.work(batches.time_of_moves(entrants, game), batches.RULES_TIME_OF_A_GAME)
    whole = int(work[-1]) if len(work) else 0
    mean_work = whole // max(1, len(work))
    parts = bracket.parts(work, batches.work_of_a_part(whole, pool, _PARTS_A_WORKER))

    def begin(duels: Indices) -> Pending:
        pairings, outer = bracket.apart(duels)
        playing = [entrants[index] for index in standing.entrants(outer).tolist()]
        task = (playing, pairings, games, game)
        if duels[-1] == len(work) - 1 and mean_work * len(duels) <= batches.LITTLE_WORK:
            # All other workers are idle during the final, and playing a short one here is faster.
            return Finished(play_part, task)
        return pool.submit(play_part, *task)

    def end(duels: Indices, results: PartResults) -> list[Indices]:
        standing.note(duels, results)
        return standing.ready_after(duels)

    work_through(pool, parts, begin, end)
    return KnockoutResult.of(standing)
