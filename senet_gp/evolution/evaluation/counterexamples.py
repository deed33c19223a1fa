"""Positions on lines of play in which earlier winners lose.

They are found by walking every line of play against a player, as ``senet-gp verdict`` does: no perfect play
takes part, only all moves of an opponent.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from primitives.vocabulary import Vocabulary
from senet_gp.arena.lines_of_play import LinesOfPlay
from senet_gp.arena.verdict import QUICK_WALK
from senet_gp.engine.results import Positions
from senet_gp.evolution.evaluation.positions import drawn_indices
from senet_gp.games.small import Rulebook, SmallGame
from senet_gp.players.player import ExpressionPlayer
from senet_gp.trees.individual import Individual

#: So many are remembered, since each winner of both seats is asked about in several generations.
_REMEMBERED = 128


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
            (positions, 3) int64, as of :func:`~senet_gp.evolution.evaluation.positions.drawn_positions`.
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
