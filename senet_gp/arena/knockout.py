"""The knockout tournament that fitness is computed from (Ferrer and Martin 1995).

A knockout is a bracket, which is drawn before anything is played. The two opponents of a duel (the best of
some games) are called its sides. A side is a number: if it is less than the number of entrants, it is an
entrant; otherwise it is the winner of a duel, in the order of the duels. So parts of a bracket can be played
independently, in any order.

Among players of any kind, compiled code plays the duels of two players that can be compiled; other duels are
played choice by choice, with the same result. A person plays last in each round, in this process.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from senet_gp.arena import batches
from senet_gp.arena.games import compile_here, entrants_of, is_person, play_duels_in_pool, time_of_moves
from senet_gp.arena.pool import Finished, Pending, Pool, work_through
from senet_gp.engine import play
from senet_gp.engine.participants import Chooser
from senet_gp.engine.playthrough import DuelHost, play_duel
from senet_gp.engine.results import DuelResults, Indices, Keys, Pairings, put
from senet_gp.games.protocol import Game
from senet_gp.players.player import Player
from senet_gp.runtime.errors import Brief
from senet_gp.runtime.streams import part_key, part_keys

#: Plays the duels of a round, given the round's number, from 1 on, and who plays whom.
PlayRound = Callable[[int, Pairings], DuelResults]
#: Each worker plays at least this many parts of a bracket, and less than twice as many, because a bracket is
#: divided by halving. With fewer parts, workers wait for the last one; with more, sending them takes longer.
_PARTS_A_WORKER = 3


@dataclass(frozen=True)
class Bracket:
    """All duels of a knockout, in the order of their rounds.

    Attributes:
        count: the number of entrants.
        first: (duels,) int64, the number of one side.
        second: (duels,) int64, the number of the other.
        keys: (duels,) uint64, the keys from which the keys of the games are derived.
        rounds: the duels of each round.
    """

    count: int
    first: Indices
    second: Indices
    keys: Keys
    rounds: Sequence[slice]

    @classmethod
    def drawn(cls, count: int, key: int, rng: random.Random) -> Bracket:
        """Draw a bracket.

        If the number of entrants is not a power of two, some of them have a bye in the first round.

        >>> [part.stop - part.start for part in Bracket.drawn(6, 1, random.Random(1)).rounds]
        [2, 2, 1]

        Args:
            count: the number of entrants, at least one.
            key: the key of the tournament, from which the keys of its duels are derived.
            rng: draws the pairs and the byes.

        Raises:
            ValueError: if there is no entrant.
        """
        if not count:
            raise ValueError("a knockout needs at least one entrant")
        number_of_rounds = (count - 1).bit_length()
        alive = list(range(count))
        first, second, keys, rounds = [], [], [], []
        played = 0
        for number in range(1, number_of_rounds + 1):
            rng.shuffle(alive)
            byes = (1 << number_of_rounds) - count if number == 1 else 0
            first += alive[byes::2]
            second += alive[byes + 1 :: 2]
            duels = len(second) - played
            keys.append(part_keys(part_key(key, number), duels))
            rounds.append(slice(played, played + duels))
            alive = [*alive[:byes], *range(count + played, count + played + duels)]
            played += duels
        return cls(
            count,
            np.array(first, np.int64),
            np.array(second, np.int64),
            np.concatenate(keys) if keys else np.empty(0, np.uint64),
            rounds,
        )

    def winners(self, part: slice) -> slice:
        """The sides that are the winners of these duels."""
        return slice(self.count + part.start, self.count + part.stop)

    @cached_property
    def next_duel(self) -> NDArray[np.int64]:
        """(sides,) int64, the duel that each side plays next; -1 for the winner of the knockout."""
        found = np.full(self.count + len(self.keys), -1, np.int64)
        found[self.first] = found[self.second] = np.arange(len(self.keys))
        return found

    def work(self, of_entrants: Sequence[int], of_duel: int) -> NDArray[np.int64]:
        """(duels,) int64, the work of each duel together with all earlier duels that lead to it.

        Args:
            of_entrants: what each entrant adds to the work of their duels. A winner is taken to add the mean
                of the entrants that it can be.
            of_duel: the work of a duel apart from that.
        """
        sides = np.concatenate([np.array(of_entrants, np.int64), np.zeros(len(self.keys), np.int64)])
        whole = np.zeros_like(sides)
        for part in self.rounds:
            first, second, winners = self.first[part], self.second[part], self.winners(part)
            both = sides[first] + sides[second]
            sides[winners] = both // 2
            whole[winners] = of_duel + both + whole[first] + whole[second]
        return whole[self.count :]

    def parts(self, work: NDArray[np.int64], most: int) -> list[Indices]:
        """Cut off the parts of the bracket that can be played independently.

        Args:
            work: (duels,) int64, the work of each duel together with all earlier duels that lead to it.
            most: the largest work of a part of several duels.

        Returns:
            The duels of each part in the order of their rounds, so that all others lead to the last; the part
            with the most work comes first. The duels that the parts lead to are in no part.
        """
        apart = (work <= most) | (np.maximum(self.first, self.second) < self.count)
        # For each duel the last duel of its part, or -1 if it is in no part.
        last = np.full(len(work) + 1, -1, np.int64)  # one more, for the winner's next duel, which is -1
        for part in reversed(self.rounds):
            numbers = np.arange(part.start, part.stop)
            following = last[self.next_duel[self.winners(part)]]
            last[part] = np.where(following >= 0, following, np.where(apart[part], numbers, -1))
        last = last[:-1]
        order = np.argsort(last, kind="stable")[int((last < 0).sum()) :]
        begins = np.flatnonzero(np.diff(last[order], prepend=-1))
        parts = np.split(order, begins[1:]) if len(order) else []
        return sorted(parts, key=lambda duels: -int(work[duels[-1]]))

    def apart(self, duels: Indices) -> tuple[Pairings, Indices]:
        """A part, or a single duel, as a bracket of its own.

        Args:
            duels: their numbers, in the order of their rounds.

        Returns:
            Who plays whom, with the sides numbered within the part; and the sides of the whole bracket that
            are the entrants of the part.
        """
        sides = np.stack([self.first[duels], self.second[duels]])
        # The sides of a single duel are known; those of a part are entrants, or its own winners.
        outer = sides.reshape(-1) if len(duels) == 1 else sides[sides < self.count]
        self._number[outer] = np.arange(len(outer))
        self._number[self.count + duels] = len(outer) + np.arange(len(duels))
        first, second = self._number[sides]
        return Pairings(first, second, self.keys[duels]), outer

    @cached_property
    def _number(self) -> Indices:
        """(sides,) int64, a buffer for the numbers within a part."""
        return np.empty(self.count + len(self.keys), np.int64)


class PartResults(NamedTuple):
    """The results of some duels of a bracket.

    Attributes:
        second_won: (duels,) bool, whether the second side won.
        games: the number of games in all of them.
        turns: the number of turns in these games.
        self_losses: the number of games lost by the last move itself.
    """

    second_won: NDArray[np.bool_]
    games: int
    turns: int
    self_losses: int

    @classmethod
    def of(cls, results: DuelResults) -> PartResults:
        """The results of duels that were played together."""
        sums = (int(column.sum()) for column in (results.games, results.turns, results.self_losses))
        return cls(results.second_won, *sums)


class KnockoutState:
    """A bracket and the results so far.

    Attributes:
        bracket: the bracket.
        second_won: (duels,) bool, whether the second side won.
        totals: (3,) int64, the games of all duels, their turns, and the games lost by the last move itself.
    """

    def __init__(self, bracket: Bracket) -> None:
        self.bracket = bracket
        self.second_won = np.zeros(len(bracket.keys), np.bool_)
        self.totals = np.zeros(3, np.int64)
        self._waits_for = (bracket.first >= bracket.count).astype(np.int64)
        self._waits_for += bracket.second >= bracket.count

    def note(self, duels: Indices | slice, results: PartResults) -> None:
        """Note the results of duels."""
        self.second_won[duels] = results.second_won
        self.totals += (results.games, results.turns, results.self_losses)

    def ready_after(self, duels: Indices) -> list[Indices]:
        """The duel that can be played now that these have ended, if any.

        Args:
            duels: a part, or a single duel; ask once for each part of a bracket.
        """
        following = int(self.bracket.next_duel[self.bracket.count + duels[-1]])
        if following < 0:
            return []
        self._waits_for[following] -= 1
        return [] if self._waits_for[following] else [np.array([following])]

    def entrants(self, sides: Indices) -> Indices:
        """The entrants that these sides are; the sides must be decided."""
        return np.array([self.entrant(side) for side in sides.tolist()], np.int64)

    def entrant(self, side: int) -> int:
        """The entrant that a side is; the side must be decided."""
        bracket = self.bracket
        while side >= bracket.count:
            duel = side - bracket.count
            side = int((bracket.second if self.second_won[duel] else bracket.first)[duel])
        return side

    @property
    def winner(self) -> int:
        """The winner of the knockout; all duels must have been played."""
        return self.entrant(self.bracket.count + len(self.second_won) - 1)

    def rounds_lost(self) -> NDArray[np.int64]:
        """(entrants,) int64, the round in which each lost, from 1 on; for the winner, rounds + 1.

        All duels must have been played.
        """
        bracket, won = self.bracket, self.second_won
        entrants = np.arange(bracket.count + len(won))  # of each side
        found = np.full(bracket.count, len(bracket.rounds) + 1, np.int64)
        for number, part in enumerate(bracket.rounds, 1):
            first, second = entrants[bracket.first[part]], entrants[bracket.second[part]]
            found[np.where(won[part], first, second)] = number
            entrants[bracket.winners(part)] = np.where(won[part], second, first)
        return found


def play_part(entrants: Sequence[Chooser], pairings: Pairings, games: int, game: Game) -> PartResults:
    """Play a part of a bracket, with sides numbered within the part.

    Args:
        entrants: the entrants of this part.
        pairings: the sides of each duel, and its key, (duels,).
        games: a duel is the best of this many games.
        game: the game, with its parameters.
    """
    first, second, keys = pairings
    bracket = Bracket(len(entrants), first, second, keys, _rounds(len(entrants), first, second))
    standing = KnockoutState(bracket)
    for part in bracket.rounds:
        # All players that are passed on are translated, so pass on only those of this round.
        sides = np.concatenate([first[part], second[part]])
        playing = [entrants[index] for index in standing.entrants(sides).tolist()]
        number = np.arange(len(sides)).reshape(2, -1)
        results = play.play_duels(playing, Pairings(number[0], number[1], keys[part]), games, game)
        standing.note(part, PartResults.of(results))
    return PartResults(standing.second_won, *standing.totals.tolist())


def _rounds(count: int, first: Indices, second: Indices) -> list[slice]:
    """The duels, which are in the order of their rounds, divided into those that can be played together."""
    latest = np.maximum(first, second) - count  # the duel that each waits for
    rounds: list[slice] = []
    begin = 0
    while begin < len(latest):
        end = begin + int(np.argmax(np.append(latest[begin:] >= begin, True)))
        rounds.append(slice(begin, end))
        begin = end
    return rounds


@dataclass(frozen=True, slots=True, repr=False)
class KnockoutResult(Brief):
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

    @classmethod
    def of(cls, standing: KnockoutState) -> KnockoutResult:
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
    standing = KnockoutState(Bracket.drawn(count, key, rng))
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
    standing = KnockoutState(bracket)
    work = bracket.work(time_of_moves(entrants, game), batches.RULES_TIME_OF_A_GAME)
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


class KnockoutHost(DuelHost[Player], Protocol):
    """Tells a person in a knockout what happens."""

    def round_begins(self, number: int, rounds: int, pairs: Sequence[tuple[int, int]]) -> None:
        """A round begins, with these duels; a remaining player that is in none of them has a bye."""


def knockout_between(
    players: Sequence[Player],
    *,
    key: int,
    rng: random.Random,
    pool: Pool,
    game: Game,
    games: int,
    host: KnockoutHost | None = None,
) -> KnockoutResult:
    """Play a knockout between players of any kind (see :func:`knockout`).

    Args:
        players: all players. Those that cannot be compiled must be picklable, or be people.
        key: the key of the tournament, from which the keys of its duels are derived.
        rng: draws the pairs and the byes.
        pool: where duels without a person are played.
        game: the game, with its parameters.
        games: a duel is the best of this many games.
        host: is told about the rounds, and about the duels of people; None without people.
    """
    rounds = (len(players) - 1).bit_length()
    people = np.array(list(map(is_person, players)))
    entrants = entrants_of(players)

    def play_round(number: int, pairings: Pairings) -> DuelResults:
        first, second, keys = pairings
        if host is not None:
            host.round_begins(number, rounds, list(zip(first.tolist(), second.tolist(), strict=True)))
        results = DuelResults.new(len(keys))
        watched = people[first] | people[second]
        away = ~watched
        if away.any():
            put(results, away, play_duels_in_pool(pool, entrants, pairings.part(away), games, game))
        for duel in np.flatnonzero(watched).tolist():
            sitting = players[first[duel]], players[second[duel]]
            put(results, duel, play_duel(*sitting, int(keys[duel]), games, game, host))
        return results

    return knockout_of(len(players), key=key, rng=rng, play_round=play_round)
