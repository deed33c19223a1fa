"""The suites of played games: ``full-games``, from the start, and ``from-positions``.

A knockout of deterministic programs tells little: two of them play the same game again and again, and most
are out after one duel. In these suites every individual plays many games against the same opponents, with the
same random numbers. The opponents are some of the population, some earlier winners, so that old skills are
not forgotten, and a random mover. They sometimes make a random move (noise), which leads to positions that
they would avoid.

In the second suite the games start from positions that are drawn among all, or that earlier winners reach
against a random mover, so that good players meet them. In small games some can be counterexamples, from which
an earlier winner can lose: they are found by walking every line of play against a player, as ``senet-gp
verdict`` does, so no perfect play takes part, only all moves of an opponent. The random mover that
individuals then play takes every win that it sees, so a mistake often costs the game.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import repeat, starmap
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from primitives.vocabulary import Vocabulary
from senet_gp.arena.batches import NODE_TIME, RULES_TIME, cut, together
from senet_gp.arena.games import play_games_in_pool
from senet_gp.arena.pool import Pool
from senet_gp.arena.verdict import QUICK_WALK, LinesOfPlay
from senet_gp.engine.participants import (
    SAFE_RANDOM_MOVER,
    WIN_TAKING_RANDOM_MOVER,
    Chooser,
    Noisy,
    Participant,
    Source,
    joined,
)
from senet_gp.engine.play import kernels_of
from senet_gp.engine.results import Indices, Keys, Pairings, Positions
from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.evaluation.protocol import Outcomes, key_for, sources
from senet_gp.evolution.evaluation.suites import AgainstOpponents, FromPositions, FullGames
from senet_gp.games.board.game import BoardGame
from senet_gp.games.protocol import Game
from senet_gp.games.small import Rulebook, SmallGame, if_solvable, solvable
from senet_gp.games.solving.perfect import graph
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime.streams import part_key, part_keys
from senet_gp.trees.individual import Individual

#: The keys of repeated tests start here among the parts of a generation's key; the parts below are the games
#: of its first tests.
_REPEATED = 1 << 32
#: The parts of the key of a call: games in which positions are reached, and games played on from them.
_REACHING = 0
_PLAYING = 1
#: With fewer entrants than this for each worker, the positions are divided among workers as well.
_MIN_ENTRANTS = 8
#: The positions that stay together at least.
_MIN_POSITIONS = 64
_NONE: Positions = np.empty((0, 3), np.int64)
#: The players and seats whose counterexamples are remembered, since winners stay for several generations.
_REMEMBERED = 128


class Opponents(NamedTuple):
    """Individuals that sometimes make a random move, and a random mover.

    Attributes:
        others: the individuals among the opponents.
        games: the number of games against each of them.
        random_games: the number of games against the random mover.
        noise: the probability that one of the others makes a random move.
    """

    others: Sequence[Source]
    games: int
    random_games: int
    noise: float

    @classmethod
    def of_generation(
        cls,
        entrants: Sequence[Source],
        earlier: Sequence[Source],
        suite: AgainstOpponents,
        rng: random.Random,
    ) -> Opponents:
        """Some of the population, and as many earlier winners, drawn for a generation."""
        rivals = rng.sample(entrants, min(suite.opponents, len(entrants)))
        others = rivals + rng.sample(earlier, min(suite.opponents, len(earlier)))
        return cls(others, suite.games, suite.random_games, suite.noise)

    @classmethod
    def of_final(cls, entrants: Sequence[Source], suite: AgainstOpponents, games: int) -> Opponents:
        """All finalists, and as many games against the random mover as against all of them together."""
        return cls(entrants, games, games * len(entrants), suite.noise)

    def with_games(self, random_mover: Participant, times: int) -> list[tuple[Participant, int]]:
        """Each opponent with its number of games: ``times`` as many as in a generation."""
        others = [(Noisy(other, self.noise), times * self.games) for other in self.others]
        return [*others, (random_mover, times * self.random_games)]

    def count(self, times: int) -> int:
        """The number of all games of one individual."""
        return times * (len(self.others) * self.games + self.random_games)


def full_games(
    suite: FullGames,
    config: ResolvedConfig,
    population: Sequence[Individual],
    winners: Sequence[Individual],
    *,
    generation: int | None,
    rng: random.Random,
    pool: Pool,
) -> _FullGameTests:
    """The tests of :class:`~senet_gp.evolution.evaluation.suites.FullGames`; it opens them."""
    entrants = sources(population)
    if generation is None:
        opponents = Opponents.of_final(entrants, suite, config.final_games)
    else:
        opponents = Opponents.of_generation(entrants, sources(winners), suite, rng)
    key = key_for(config.seed, generation)
    return _FullGameTests(entrants, opponents, key, config.game_value, pool)


@dataclass(frozen=True)
class _FullGameTests:
    entrants: Sequence[Source]
    opponents: Opponents
    key: int
    game: Game
    pool: Pool

    def run(self, indices: Sequence[int], times: int = 1, number: int = 0) -> Outcomes:
        """Let individuals play all opponents."""
        result = play_full_games(
            [self.entrants[index] for index in indices],
            self.opponents.with_games(SAFE_RANDOM_MOVER, times),
            key=part_key(self.key, _REPEATED + number) if number else self.key,
            pool=self.pool,
            game=self.game,
        )
        return replace(result, per_opponent=times * self.opponents.games)


def play_full_games(
    entrants: Sequence[Chooser],
    opponents: Sequence[tuple[Chooser, int]],
    *,
    key: int,
    pool: Pool,
    game: Game,
) -> Outcomes:
    """Play every entrant against every opponent; the entrant moves first in every other game.

    Args:
        entrants: the players that are tested.
        opponents: each opponent with its number of games.
        key: the key from which the keys of the games are derived: game n of every entrant has the same, so
            that a column of the outcomes is the same test for all.
        pool: where the games are played.
        game: the game, with its parameters.
    """
    against = np.repeat(np.arange(len(opponents)), [games for _, games in opponents])
    games = len(against)
    own = np.repeat(np.arange(len(entrants)), games)
    other = np.tile(len(entrants) + against, len(entrants))
    begins = np.tile(np.arange(games) % 2 == 0, len(entrants))
    results = play_games_in_pool(
        pool,
        [*entrants, *(opponent for opponent, _ in opponents)],
        Pairings(
            np.where(begins, own, other),
            np.where(begins, other, own),
            np.tile(part_keys(key, games), len(entrants)),
        ),
        game,
    )
    values = np.where(begins, results.outcomes, -results.outcomes).reshape(len(entrants), games)
    return Outcomes(
        values=values,
        games=values.size,
        turns=int(results.turns.sum()),
        self_losses=int(results.self_losses.sum()),
    )


def games_from_positions(
    suite: FromPositions,
    config: ResolvedConfig,
    population: Sequence[Individual],
    winners: Sequence[Individual],
    *,
    generation: int | None,
    rng: random.Random,
    pool: Pool,
) -> _Continuations:
    """The tests of :class:`~senet_gp.evolution.evaluation.suites.FromPositions`; it opens them."""
    entrants, earlier = sources(population), sources(winners)
    key = key_for(config.seed, generation)
    if generation is None:
        opponents, first_key = Opponents.of_final(entrants, suite, config.final_games), key
    else:
        opponents = Opponents.of_generation(entrants, earlier, suite, rng)
        first_key = part_key(key, 0)
    small = if_solvable(config.game_value) if suite.counterexamples else None
    refuted = _NONE if small is None else _counterexamples_in(small).of(winners)
    # Until there are winners, the population itself reaches the positions.
    players = earlier or entrants
    return _Continuations(
        suite, config.game_value, entrants, players, refuted, opponents, key, first_key, rng, pool
    )


@lru_cache(1)  # it remembers what it has found about winners, who stay for several generations
def _counterexamples_in(game: SmallGame) -> Counterexamples:
    return Counterexamples(game)


@dataclass(frozen=True)
class _Continuations:
    suite: FromPositions
    game: Game
    entrants: Sequence[Source]
    players: Sequence[Source]  # the players whose games reach the positions
    refuted: Positions  # from which earlier winners can lose
    opponents: Opponents
    key: int
    first_key: int
    rng: random.Random
    pool: Pool

    def run(self, indices: Sequence[int], times: int = 1, number: int = 0) -> Outcomes:
        """Draw positions, and let individuals play on from them."""
        game = self.game
        key = part_key(self.key, number) if number else self.first_key
        positions = drawn_positions(
            self.players,
            count=self.opponents.count(times),
            start_plies=self.suite.start_plies,
            key=part_key(key, _REACHING),
            rng=self.rng,
            game=game,
            pool=self.pool,
        )
        positions = with_some(positions, self.refuted, self.suite.counterexamples, self.rng)
        result = play_on_from(
            [self.entrants[index] for index in indices],
            self.opponents.with_games(WIN_TAKING_RANDOM_MOVER, times),
            positions,
            key=part_key(key, _PLAYING),
            pool=self.pool,
            game=game,
        )
        return replace(result, per_opponent=times * self.opponents.games)


def play_on_from(
    entrants: Sequence[Participant],
    opponents: Sequence[tuple[Participant, int]],
    positions: Positions,
    *,
    key: int,
    pool: Pool,
    game: Game,
) -> Outcomes:
    """Let every entrant play on from every position.

    Args:
        entrants: the players that are tested; they move first in every position.
        opponents: each opponent with its number of games, in the order of the positions.
        positions: (games, 3) int64, the position that each game starts from.
        key: the key from which the keys of the games are derived.
        pool: where the games are played.
        game: the game, with its parameters.
    """
    against = np.repeat(np.arange(len(opponents)), [games for _, games in opponents])
    shared = _SharedByBatches(
        [opponent for opponent, _ in opponents], positions, against, part_keys(key, len(positions)), game
    )
    sizes = np.array([entrant.size for entrant in entrants], np.int64)
    blocks = list(_blocks(len(positions), len(entrants), pool.workers))
    tasks: list[tuple[Sequence[Participant], slice]] = []
    for block in blocks:
        work = (block.stop - block.start) * (RULES_TIME + NODE_TIME * sizes)
        tasks += [(together(entrants[part]), block) for part in cut(work, pool)]
    played = pool.map(_played, tasks, shared=shared)
    values = [
        np.concatenate([each for (_, where), (each, *_) in zip(tasks, played, strict=True) if where == block])
        for block in blocks
    ]
    return Outcomes(
        values=np.hstack(values),
        games=len(entrants) * len(positions),
        turns=sum(turns for _, turns, _ in played),
        self_losses=sum(losses for *_, losses in played),
    )


def _blocks(positions: int, entrants: int, workers: int) -> Iterator[slice]:
    """The positions of each batch: all of them, or parts of them where there are few entrants."""
    wanted = -(-_MIN_ENTRANTS * workers // entrants) if workers > 1 else 1
    count = min(wanted, -(-positions // _MIN_POSITIONS))
    ends = [positions * number // count for number in range(count + 1)]
    return map(slice, ends[:-1], ends[1:])


class _SharedByBatches(NamedTuple):
    """The opponents, positions and keys, which all batches share."""

    others: Sequence[Participant]
    positions: Positions
    against: Indices
    keys: Keys
    game: Game


def _played(
    shared: _SharedByBatches, entrants: Sequence[Participant], block: slice
) -> tuple[NDArray[np.int8], int, int]:
    """The results (entrants, positions) of some entrants in some positions, the turns and the self-losses."""
    met, against = np.unique(shared.against[block], return_inverse=True)
    programs = joined([*entrants, *(shared.others[index] for index in met.tolist())])
    values, turns, self_losses = kernels_of(shared.game).play_from(
        programs,
        len(entrants),
        len(entrants) + against,
        shared.positions[block],
        shared.keys[block],
        shared.game,
    )
    return values, int(turns.sum()), int(self_losses.sum())


@lru_cache(maxsize=8)
def _all_positions(game: BoardGame) -> Positions:
    """All reachable positions, (positions, 3) int64."""
    positions = graph(game, game.starts())
    return np.array([(position.mine, position.theirs, position.extra) for position in positions], np.int64)


def drawn_indices(end: int, count: int, rng: random.Random) -> Indices:
    """``count`` indices below ``end``, (count,) int64, drawn uniformly with replacement.

    >>> drawn_indices(3, 8, random.Random(1)).tolist() == random.Random(1).choices(range(3), k=8)
    True
    """
    # Like rng.choices, but without a list.
    parts = np.fromiter(starmap(rng.random, repeat((), count)), np.float64, count)
    return (parts * end).astype(np.int64)


def drawn_positions(
    players: Sequence[Participant],
    *,
    count: int,
    start_plies: int,
    key: int,
    rng: random.Random,
    game: Game,
    pool: Pool,
) -> Positions:
    """Draw positions.

    Args:
        players: the players whose games against a random mover reach the positions.
        count: how many positions.
        start_plies: the positions are reached after at most this many plies; if 0, they are drawn from all
            reachable positions, which only small games can list.
        key: the key from which the keys of these games are derived.
        rng: draws players or positions.
        game: the game, with its parameters.
        pool: where these games are played.

    Returns:
        (count, 3) int64: the pieces of the player to move, those of the other, and what else belongs to the
        position.
    """
    if not start_plies:
        everywhere = _all_positions(solvable(game, "a list of all its positions"))
        return everywhere[drawn_indices(len(everywhere), count, rng)]
    meeting = drawn_indices(len(players), count, rng)
    # The positions of one player stay together, so that a batch needs few players.
    order = np.argsort(meeting, kind="stable")
    meeting, keys = meeting[order], part_keys(key, count)[order]
    sizes = np.array([player.size for player in players], np.int64)
    work = (1 + start_plies // 2) * (RULES_TIME + NODE_TIME * sizes[meeting])

    def batch(part: slice) -> tuple[Any, ...]:
        first = int(meeting[part.start])
        met_by = players[first : int(meeting[part.stop - 1]) + 1]
        return met_by, meeting[part] - first, keys[part]

    positions = np.empty((count, 3), np.int64)
    batches = map(batch, cut(work, pool))
    positions[order] = np.concatenate(pool.map(_met, batches, shared=(start_plies, game)))
    return positions


def _met(common: tuple[int, Game], players: Sequence[Participant], meeting: Indices, keys: Keys) -> Positions:
    start_plies, game = common
    programs = joined([*players, SAFE_RANDOM_MOVER])
    return kernels_of(game).met_positions(programs, meeting, len(players), keys, start_plies, game)


class Counterexamples:
    """Finds the positions in which players choose on a shortest way to a loss.

    Args:
        game: the game.
    """

    def __init__(self, game: SmallGame) -> None:
        self._rulebook = Rulebook(game)
        self._found = lru_cache(_REMEMBERED)(self._found_for)

    def of(self, players: Sequence[Individual]) -> Positions:
        """The positions in which the players choose on their shortest losing lines, in either seat.

        Args:
            players: the players.

        Returns:
            (positions, 3) int64, as of :func:`drawn_positions`.
        """
        found = [
            position
            for player in players
            for seat in (0, 1)
            for position in self._found(player.packed, player.vocabulary, seat)
        ]
        return np.array(found, np.int64).reshape(-1, 3)

    def _found_for(self, packed: bytes, vocabulary: Vocabulary, seat: int) -> list[tuple[int, int, int]]:
        player = ExpressionPlayer(Individual.from_packed(packed, vocabulary), vocabulary, "winner")
        walk = LinesOfPlay(self._rulebook, player, seat, QUICK_WALK)
        worst = walk.worst() if walk.complete else None
        if worst is None or worst.result >= 0:
            return []
        game, positions = self._rulebook.game, []
        position, mover = worst.start, 0
        for move in worst.moves:
            if mover == seat:
                positions.append((position.mine, position.theirs, position.extra))
            afterstates = self._rulebook.decision(mover, position).afterstates
            after = afterstates[game.afterstate_named(afterstates, mover, move)]
            position, mover = self._rulebook.swapped(after.position), 1 - mover
        return positions


def with_some(positions: Positions, others: Positions, share: float, rng: random.Random) -> Positions:
    """Replace some positions by others.

    >>> import numpy as np
    >>> with_some(np.zeros((4, 3)), np.ones((1, 3)), 0.25, random.Random(1)).sum(axis=1).tolist()
    [3.0, 0.0, 0.0, 0.0]

    Args:
        positions: (positions, 3) int64.
        others: (others, 3) int64, from which are drawn with replacement; if there are none, nothing changes.
        share: the share that is replaced.
        rng: draws.

    Returns:
        (positions, 3) int64.
    """
    count = int(len(positions) * share)
    if not count or not len(others):
        return positions
    replaced = positions.copy()
    replaced[rng.sample(range(len(positions)), count)] = others[drawn_indices(len(others), count, rng)]
    return replaced
