"""The bracket of a knockout: who meets whom is drawn before anything is played.

Those who meet are called sides, and have numbers: below the number of entrants an entrant, from there on the
winner of a match, in the order of the matches. So parts of a bracket can be played apart, in any order.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine import play
from senet_gp.engine.participants import Chooser
from senet_gp.engine.results import DuelResults, Indices, Keys
from senet_gp.games.protocol import Game
from senet_gp.streams import part_key, part_keys


@dataclass(frozen=True)
class Bracket:
    """All matches of a knockout, in the order of their rounds.

    Attributes:
        count: how many entrants there are.
        first: (matches,) the number of one side.
        second: (matches,) the number of the other.
        keys: (matches,) uint64, the keys from which those of the games are derived.
        rounds: the matches of each round.
    """

    count: int
    first: Indices
    second: Indices
    keys: Keys
    rounds: Sequence[slice]

    @classmethod
    def drawn(cls, count: int, key: int, rng: random.Random) -> Bracket:
        """Draw the bracket of so many entrants.

        If their number is not a power of two, some have a bye in the first round.

        Args:
            count: how many entrants there are, at least one.
            key: the key of the tournament, from which those of its matches are derived.
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
            matches = len(second) - played
            keys.append(part_keys(part_key(key, number), matches))
            rounds.append(slice(played, played + matches))
            alive = [*alive[:byes], *range(count + played, count + played + matches)]
            played += matches
        return cls(
            count,
            np.array(first, np.int64),
            np.array(second, np.int64),
            np.concatenate(keys) if keys else np.empty(0, np.uint64),
            rounds,
        )

    def winners(self, part: slice) -> slice:
        """The sides that are the winners of these matches."""
        return slice(self.count + part.start, self.count + part.stop)

    @cached_property
    def next_match(self) -> NDArray[np.int64]:
        """(sides,) the match that each side plays next; that of the winner of all is -1."""
        found = np.full(self.count + len(self.keys), -1, np.int64)
        found[self.first] = found[self.second] = np.arange(len(self.keys))
        return found

    def work(self, of_entrants: Sequence[int], of_match: int) -> NDArray[np.int64]:
        """(matches,) the work of each match and of all those before it that lead to it.

        Args:
            of_entrants: what each entrant adds to the work of their matches. Whoever wins is taken for one
                in the middle of those they may be.
            of_match: the work of a match beside that.
        """
        sides = np.concatenate([np.array(of_entrants, np.int64), np.zeros(len(self.keys), np.int64)])
        whole = np.zeros_like(sides)
        for part in self.rounds:
            first, second, winners = self.first[part], self.second[part], self.winners(part)
            both = sides[first] + sides[second]
            sides[winners] = both // 2
            whole[winners] = of_match + both + whole[first] + whole[second]
        return whole[self.count :]

    def parts(self, work: NDArray[np.int64], most: int) -> list[Indices]:
        """Cut off what can be played apart.

        Args:
            work: (matches,) of each match, with that of all those before it.
            most: the most work of a part that is more than one match.

        Returns:
            The matches of each part in the order of their rounds, the last being what all others lead to; the
            part with the most work first. What parts lead to is in none.
        """
        apart = (work <= most) | (np.maximum(self.first, self.second) < self.count)
        # Of each match the last one of its part; -1 where it is in none.
        last = np.full(len(work) + 1, -1, np.int64)  # and of the match that the winner of all plays next
        for part in reversed(self.rounds):
            numbers = np.arange(part.start, part.stop)
            following = last[self.next_match[self.winners(part)]]
            last[part] = np.where(following >= 0, following, np.where(apart[part], numbers, -1))
        last = last[:-1]
        order = np.argsort(last, kind="stable")[int((last < 0).sum()) :]
        begins = np.flatnonzero(np.diff(last[order], prepend=-1))
        parts = np.split(order, begins[1:]) if len(order) else []
        return sorted(parts, key=lambda matches: -int(work[matches[-1]]))

    def apart(self, matches: Indices) -> tuple[Indices, Indices, Indices]:
        """A part, or a single match, as a bracket of its own.

        Args:
            matches: their numbers, in the order of their rounds.

        Returns:
            The first sides and the second ones, numbered within the part, and the sides of the whole bracket
            that are the entrants of the part.
        """
        sides = np.stack([self.first[matches], self.second[matches]])
        # The sides of a single match are known; those of a part are entrants, or its own winners.
        outer = sides.reshape(-1) if len(matches) == 1 else sides[sides < self.count]
        self._number[outer] = np.arange(len(outer))
        self._number[self.count + matches] = len(outer) + np.arange(len(matches))
        first, second = self._number[sides]
        return first, second, outer

    @cached_property
    def _number(self) -> Indices:
        """(sides,) room for the numbers within a part."""
        return np.empty(self.count + len(self.keys), np.int64)


class PartResults(NamedTuple):
    """How matches of a bracket have ended.

    Attributes:
        second_won: (matches,) bool, whether the second side has won.
        games: how many games all of them took.
        turns: how many turns these took.
        self_losses: how many of the games were lost by the last move itself.
    """

    second_won: NDArray[np.bool_]
    games: int
    turns: int
    self_losses: int

    @classmethod
    def of(cls, results: DuelResults) -> PartResults:
        """Those of matches that were played together."""
        sums = (int(column.sum()) for column in (results.games, results.turns, results.self_losses))
        return cls(results.second_won, *sums)


class Standing:
    """How far a bracket is played.

    Attributes:
        bracket: the bracket.
        second_won: (matches,) bool, whether the second side has won.
        totals: the games of all matches, their turns, and how many were lost by the last move itself.
    """

    def __init__(self, bracket: Bracket) -> None:
        self.bracket = bracket
        self.second_won = np.zeros(len(bracket.keys), np.bool_)
        self.totals = np.zeros(3, np.int64)
        self._waits_for = (bracket.first >= bracket.count).astype(np.int64)
        self._waits_for += bracket.second >= bracket.count

    def note(self, matches: Indices | slice, results: PartResults) -> None:
        """Note how matches have ended."""
        self.second_won[matches] = results.second_won
        self.totals += (results.games, results.turns, results.self_losses)

    def ready_after(self, matches: Indices) -> list[Indices]:
        """The match that can be played now that these have ended, if any.

        Args:
            matches: a part, or a single match; each of a bracket is to be asked for once.
        """
        following = int(self.bracket.next_match[self.bracket.count + matches[-1]])
        if following < 0:
            return []
        self._waits_for[following] -= 1
        return [] if self._waits_for[following] else [np.array([following])]

    def entrants(self, sides: Indices) -> Indices:
        """Who these sides are, which are known."""
        return np.array([self.entrant(side) for side in sides.tolist()], np.int64)

    def entrant(self, side: int) -> int:
        """Who a side is that is known."""
        bracket = self.bracket
        while side >= bracket.count:
            match = side - bracket.count
            side = int((bracket.second if self.second_won[match] else bracket.first)[match])
        return side

    @property
    def winner(self) -> int:
        """The winner of all; everything must have been played."""
        return self.entrant(self.bracket.count + len(self.second_won) - 1)

    def rounds_lost(self) -> NDArray[np.int64]:
        """(entrants,) the round in which each has lost, from 1 on; of the winner, one more than there are.

        All must have been played.
        """
        bracket, won = self.bracket, self.second_won
        entrants = np.arange(bracket.count + len(won))  # of each side
        found = np.full(bracket.count, len(bracket.rounds) + 1, np.int64)
        for number, part in enumerate(bracket.rounds, 1):
            first, second = entrants[bracket.first[part]], entrants[bracket.second[part]]
            found[np.where(won[part], first, second)] = number
            entrants[bracket.winners(part)] = np.where(won[part], second, first)
        return found


def play_part(
    entrants: Sequence[Chooser],
    first: Indices,
    second: Indices,
    keys: Keys,
    games: int,
    game: Game,
) -> PartResults:
    """Play a part of a bracket, with sides numbered within the part.

    Args:
        entrants: those of this part.
        first: (matches,) the number of one side.
        second: (matches,) the number of the other.
        keys: (matches,) uint64.
        games: a match is the best of so many.
        game: the game, with its parameters.
    """
    bracket = Bracket(len(entrants), first, second, keys, _rounds(len(entrants), first, second))
    standing = Standing(bracket)
    for part in bracket.rounds:
        # Programs are made of all who are handed over: of those in this round, who play one match each.
        sides = np.concatenate([first[part], second[part]])
        playing = [entrants[index] for index in standing.entrants(sides).tolist()]
        number = np.arange(len(sides)).reshape(2, -1)
        results = play.play_duels(playing, number[0], number[1], keys[part], games, game)
        standing.note(part, PartResults.of(results))
    return PartResults(standing.second_won, *standing.totals.tolist())


def _rounds(count: int, first: Indices, second: Indices) -> list[slice]:
    """The matches, in the order of their rounds, by those that can be played together."""
    latest = np.maximum(first, second) - count  # the match that each waits for
    rounds: list[slice] = []
    begin = 0
    while begin < len(latest):
        end = begin + int(np.argmax(np.append(latest[begin:] >= begin, True)))
        rounds.append(slice(begin, end))
        begin = end
    return rounds
