"""Positions in which a population makes decisions, or from which it plays on.

They are drawn among all, met in games, or found on lines of play in which earlier winners lose. Those are
found by walking every line of play against a player, as ``senet-gp verdict`` does: no perfect play takes
part, only all moves of an opponent.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import repeat, starmap
from typing import Any

import numpy as np

from primitives.vocabulary import Vocabulary
from senet_gp.arena.batches import NODE_TIME, RULES_TIME, cut, spread
from senet_gp.arena.pool import Pool
from senet_gp.arena.verdict import QUICK_WALK, LinesOfPlay
from senet_gp.engine.participants import SAFE_RANDOM_MOVER, Participant, joined
from senet_gp.engine.play import kernels_of
from senet_gp.engine.results import Indices, Keys, Positions
from senet_gp.games.board.game import BoardGame
from senet_gp.games.protocol import Game
from senet_gp.games.small import Rulebook, SmallGame, solvable
from senet_gp.games.solving.perfect import graph
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime.streams import part_keys
from senet_gp.trees.individual import Individual

#: The counterexamples of so many players and seats are remembered, since each winner of both seats is asked
#: about in several generations.
_REMEMBERED = 128


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
    positions[order] = np.concatenate(spread(_met, (start_plies, game), batches, pool))
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
