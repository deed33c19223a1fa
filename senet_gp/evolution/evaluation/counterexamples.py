"""Positions on lines of play in which earlier winners lose.

They are found by walking every line of play against a player, as ``senet-gp verdict`` does: no perfect play
takes part, only all moves of an opponent.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from senet_gp.arena.verdict import seat_verdict
from senet_gp.engine.results import Positions
from senet_gp.evolution.evaluation.positions import drawn_indices
from senet_gp.games.rulebook import Rulebook
from senet_gp.games.small import SmallGame
from senet_gp.players.player import ExpressionPlayer
from senet_gp.trees.individual import Individual

#: A player that reaches more positions is not walked: that would take longer than a generation.
_MAX_POSITIONS = 20_000
#: The counterexamples of so many winners are remembered, since most of them are asked for several times.
_REMEMBERED = 64


class Counterexamples:
    """Finds the positions in which players choose on a shortest way to a loss.

    Args:
        game: the game.
    """

    def __init__(self, game: SmallGame) -> None:
        self._rulebook = Rulebook(game)
        self._found: dict[bytes, list[tuple[int, int, int]]] = {}

    def of(self, players: Sequence[Individual]) -> Positions:
        """The positions in which the players choose on their shortest losing lines, in either seat.

        Args:
            players: the players.

        Returns:
            (positions, 3) int64, as of :func:`~senet_gp.evolution.evaluation.positions.drawn_positions`.
        """
        found = [position for player in players for position in self._of(player)]
        return np.array(found, np.int64).reshape(-1, 3)

    def _of(self, player: Individual) -> list[tuple[int, int, int]]:
        known = self._found.pop(player.packed, None)
        if known is None:
            one = ExpressionPlayer(player, player.vocabulary, "winner")
            known = [position for seat in (0, 1) for position in self._in_seat(one, seat)]
        # The last one asked for is the last to be forgotten.
        self._found[player.packed] = known
        if len(self._found) > _REMEMBERED:
            del self._found[next(iter(self._found))]
        return known

    def _in_seat(self, player: ExpressionPlayer, seat: int) -> list[tuple[int, int, int]]:
        proven = seat_verdict(self._rulebook, player, seat, _MAX_POSITIONS)
        if proven is None or proven.worst >= 0:
            return []
        game, positions = self._rulebook.game, []
        position, mover = game.position_as_written(proven.start), 0
        for move in proven.line:
            if mover == seat:
                positions.append((position.mine, position.theirs, position.extra))
            afterstates = game.afterstates(position)
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
