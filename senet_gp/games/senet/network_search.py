"""Looking ahead in Senet with a network: the chance of winning over all throws, with best play in each turn.

The network tells chances for either player, so both are assumed to play what it thinks best for themselves.
(A score that is no chance can only be taken from the searching player's view; see
:mod:`senet_gp.games.senet.search`.)
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from senet_gp.compiled import int64, kernel
from senet_gp.games.senet.network_values import Room, Weights, chance_of, chance_on, log_odds_of, new_room
from senet_gp.games.senet.rules import WATER, rescued
from senet_gp.games.senet.throws import single_throw_chances, throw_group_chances
from senet_gp.games.senet.turns import MINE, THEIRS, Workspace, end_boards, new_workspace


@kernel
def _turn_chance(
    weights: Weights,
    mine: int,
    theirs: int,
    groups: NDArray[np.int64],
    chances: NDArray[np.float64],
    single: NDArray[np.float64],
    work: Workspace,
    room: Room,
) -> float:
    """The mean chance of winning, over all throws, of the player to move, who takes the best board."""
    if theirs == 0:
        return 0.0
    total = 0.0
    if (mine >> WATER) & 1:
        for throw in range(1, 6):
            after = rescued(mine, theirs, throw)
            total += single[throw - 1] * chance_on(weights, after, theirs, room)
        return total
    boards = work.boards[0]
    for group in range(groups.size):
        count = end_boards(mine, theirs, groups[group], work)
        won = False
        best = -np.inf
        for board in range(count):
            won = won or boards[MINE, board] == 0
        if not won:
            for board in range(count):
                found = log_odds_of(weights, int64(boards[MINE, board]), int64(boards[THEIRS, board]), room)
                best = max(best, found)
        total += chances[group] * (1.0 if won else chance_of(best))
    return total


@kernel
def _turn_chances(
    weights: Weights,
    positions: NDArray[np.int64],
    groups: NDArray[np.int64],
    chances: NDArray[np.float64],
    single: NDArray[np.float64],
    work: Workspace,
    room: Room,
    out: NDArray[np.float64],
) -> None:
    for number in range(out.size):
        mine, theirs = positions[number, 0], positions[number, 1]
        out[number] = _turn_chance(weights, mine, theirs, groups, chances, single, work, room)


def turn_chances(weights: Weights, positions: NDArray[np.int64]) -> NDArray[np.float64]:
    """The chance of winning of the player to move, looking one turn ahead with a network.

    After four throws that each grant another a player throws on; the network values the board after these
    four as if the turn had ended [decided].

    Args:
        weights: the network's weights.
        positions: (positions, 2) int64, the masks of the player to move and of the other.

    Returns:
        The chances, (positions,) float64: means over all throws, each followed by the best board.
    """
    out = np.empty(len(positions), np.float64)
    groups, chances = throw_group_chances()
    room = new_room(weights.shape[1])
    _turn_chances(weights, positions, groups, chances, single_throw_chances(), new_workspace(), room, out)
    return out
