"""The knockout tournament that fitness comes from (Ferrer and Martin 1995)."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from senet_gp.arena.batches import play_matches
from senet_gp.arena.pool import Pool
from senet_gp.engine.participants import Chooser
from senet_gp.engine.results import Indices, Keys, MatchResults
from senet_gp.games.protocol import Rules
from senet_gp.streams import part_key, part_keys

#: Plays the matches of a round: its number, and of each match the index of one entrant, of the other, and the
#: key.
Matches = Callable[[int, Indices, Indices, Keys], MatchResults]


@dataclass(frozen=True, slots=True)
class KnockoutResult:
    """How a knockout ended.

    Attributes:
        ranks: for each entrant the round in which it lost, from 1 on; for the winner, rounds + 1.
        winner: the winner's index.
        matches: how many matches were played.
        games: how many games these took.
        turns: how many turns the games took.
        own_losses: how many of them were lost by the last move itself: in Pursuit, by repeating a move.
    """

    ranks: list[int]
    winner: int
    matches: int
    games: int
    turns: int
    own_losses: int


def knockout(
    entrants: Sequence[Chooser],
    *,
    key: int,
    rng: random.Random,
    pool: Pool,
    rules: Rules,
    games: int = 3,
    batch_size: int | None = None,
) -> KnockoutResult:
    """Play a knockout: random pairs, the winner of each match goes on, until one is left.

    If the number of entrants is not a power of two, some drawn at random have a bye in the first round,
    which counts as a win.

    Args:
        entrants: who takes part, at least one.
        key: the key of the tournament, from which those of its matches are derived.
        rng: draws the pairs and the byes.
        pool: where the matches are played.
        rules: the game, with its parameters.
        games: a match is the best of so many.
        batch_size: matches a worker is given at a time; by default, what suits their number.

    Raises:
        ValueError: if there is no entrant.
    """

    def matches(_number: int, first: Indices, second: Indices, keys: Keys) -> MatchResults:
        return play_matches(pool, entrants, first, second, keys, games, rules, batch_size)

    return knockout_of(len(entrants), key=key, rng=rng, matches=matches)


def knockout_of(count: int, *, key: int, rng: random.Random, matches: Matches) -> KnockoutResult:
    """Play a knockout of so many entrants, whose matches somebody plays.

    Args:
        count: how many entrants there are, at least one.
        key: the key of the tournament, from which those of its matches are derived.
        rng: draws the pairs and the byes.
        matches: plays the matches of a round: of this number, between these, from these keys.

    Raises:
        ValueError: if there is no entrant.
    """
    if not count:
        raise ValueError("a knockout needs at least one entrant")
    rounds = (count - 1).bit_length()
    ranks = [rounds + 1] * count
    alive = list(range(count))
    totals = np.zeros(4, np.int64)
    for number in range(1, rounds + 1):
        rng.shuffle(alive)
        byes = (1 << rounds) - count if number == 1 else 0
        first = np.array(alive[byes::2], np.int64)
        second = np.array(alive[byes + 1 :: 2], np.int64)
        keys = part_keys(part_key(key, number), len(first))
        results = matches(number, first, second, keys)
        losers = np.where(results.second_won, first, second).tolist()
        for loser in losers:
            ranks[loser] = number
        alive = alive[:byes] + np.where(results.second_won, second, first).tolist()
        sums = (int(column.sum()) for column in (results.games, results.turns, results.own_losses))
        totals += (len(losers), *sums)
    return KnockoutResult(ranks, alive[0], *totals.tolist())
