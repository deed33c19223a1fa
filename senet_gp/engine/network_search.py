"""Looking ahead with a network: the chance of winning over all throws, with the best board after each.

The network tells chances for either player, so both are assumed to play what it thinks best for themselves.
(A score that is no chance can only be taken from the searching player's view.)
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.dice_positions import room_of
from senet_gp.engine.dice_side_by_side import compiled_dice
from senet_gp.engine.network import Network
from senet_gp.engine.network_values import Prepared, chance_of, prepared
from senet_gp.engine.results import Positions
from senet_gp.engine.self_play import best_of
from senet_gp.games.dice.game import DiceGame
from senet_gp.games.dice.rules import DiceRules, Room, afterstates, law
from senet_gp.runtime.compiled import kernel


@kernel
def _turn_chance(
    network: Prepared, rules: DiceRules, mine: int, theirs: int, state: int, room: Room
) -> float:
    """The mean chance of winning, over all throws, of the player to move, who takes the best board."""
    which = law(rules, mine, theirs, state)
    total = 0.0
    for place in range(rules.begins[which], rules.begins[which + 1]):
        count = afterstates(rules, mine, theirs, state, rules.throws[place], room)
        _, highest = best_of(network, count, room)
        total += rules.chances[place] * _chance(highest)
    return total


@kernel
def _chance(log_odds: float) -> float:
    """The chance with these odds, which may be infinite: what wins or loses at once is certain."""
    if np.isinf(log_odds):
        return 1.0 if log_odds > 0 else 0.0
    return chance_of(log_odds)


@kernel
def _fill_chances(
    network: Prepared, rules: DiceRules, boards: Positions, room: Room, out: NDArray[np.float64]
) -> None:
    for number in range(out.size):
        board = boards[number]
        out[number] = _turn_chance(network, rules, board[0], board[1], board[2], room)


def turn_chances(network: Network, boards: Positions, game: DiceGame) -> NDArray[np.float64]:
    """The chance of winning of the player to move, looking one throw ahead with a network.

    Where a player throws again, the network values the board before that throw: as if the turn had ended,
    unless it sees that it has not [decided].

    Args:
        network: the network.
        boards: (boards, 3) int64, as the player to move sees them; their games are not over.
        game: the game, with its parameters.

    Returns:
        The chances, (boards,) float64: means over all throws, each followed by the best board.
    """
    out = np.empty(len(boards), np.float64)
    rules, room = compiled_dice(game).rules, room_of(game.rules_module)
    _fill_chances(prepared(network.weights, network.rules), rules, boards, room, out)
    return out
