"""The player of Senet that looks ahead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from senet_gp.errors import UsageError
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.senet.moves import Position
from senet_gp.games.senet.network_search import turn_chances
from senet_gp.games.senet.search import Search, turns_from
from senet_gp.players.network import NetworkPlayer
from senet_gp.players.player import ExpressionPlayer
from senet_gp.players.search import SearchPlayer, plain_search

#: The largest number of turns; with more, a single move would take hours.
MAX_TURNS = 3


class SenetSearch(SearchPlayer[ExpressionPlayer]):
    """Expectiminimax, over all throws of the turns that follow (see :mod:`senet_gp.games.senet.search`)."""

    def __init__(self, base: ExpressionPlayer, turns: int) -> None:
        super().__init__(base, turns, MAX_TURNS)
        self._search = Search(base.program)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the arguments it was made of: the program it searches with is valid in one process only."""
        return SenetSearch, (self.base, self.turns)

    def _looked_ahead(self, decision: Decision) -> list[float]:
        further, places = self.turns - 1, range(len(decision.afterstates))
        return [self._search.after(decision, index, further, searcher_moves=True) for index in places]


def senet_search(
    base: ExpressionPlayer, turns: int, game: Game, *, deeper: bool = False
) -> SearchPlayer[Any]:
    """The player that looks ahead in Senet with an expression.

    Args:
        base: the player of the expression.
        turns: how many turns it looks ahead, its own included, 1 to 3.
        game: Senet with its parameters.
        deeper: whether lines of threats are to be followed further; Senet has none.

    Returns:
        A player in compiled code; if a word of the expression has no kernel, in plain Python, which is much
        slower.

    Raises:
        UsageError: if the number of turns is impossible, or ``deeper`` is true.
    """
    _check_depth(game, turns, deeper=deeper)
    if not base.participant.has_kernels:
        return plain_search(base, turns, game)
    return SenetSearch(base, turns)


class SenetNetworkSearch(SearchPlayer[NetworkPlayer]):
    """Looks ahead with a network's chances (see :mod:`senet_gp.games.senet.network_search`)."""

    def __init__(self, base: NetworkPlayer, turns: int) -> None:
        super().__init__(base, turns, MAX_TURNS)
        self._weights = base.network.weights

    def _looked_ahead(self, decision: Decision) -> list[float]:
        return self._chances(decision, self.turns - 1)

    def _chances(self, decision: Decision, turns: int) -> list[float]:
        """The chances after each afterstate, of the player who decides, looking this many turns further."""
        places = range(len(decision.afterstates))
        found = self._turn_chances([decision.following(index) for index in places], turns)
        return [1.0 - found[index] if decision.ends_turn(index) else found[index] for index in places]

    def _turn_chances(self, positions: Sequence[Position], turns: int) -> list[float]:
        """The mean chances of the player to move over all throws, looking this many turns ahead."""
        if turns == 1:
            masks = np.array([(position.mine, position.theirs) for position in positions], np.int64)
            # The player to move has lost where the other player has no piece left.
            found: list[float] = turn_chances(self._weights, masks).tolist()
            return found
        return [self._turn_chance(position, turns) for position in positions]

    def _turn_chance(self, position: Position, turns: int) -> float:
        if not position.theirs:
            return 0.0
        return sum(
            chance * max(self._chances(decision, turns - 1)) for decision, chance in turns_from(position)
        )


def senet_network_search(
    base: NetworkPlayer, turns: int, game: Game, *, deeper: bool = False
) -> SearchPlayer[Any]:
    """The player that looks ahead in Senet with a network.

    Args:
        base: the player of the network.
        turns: how many turns it looks ahead, its own included, 1 to 3.
        game: Senet with its parameters.
        deeper: whether lines of threats are to be followed further; Senet has none.

    Returns:
        The player, in compiled code.

    Raises:
        UsageError: if the number of turns is impossible, or ``deeper`` is true.
    """
    _check_depth(game, turns, deeper=deeper)
    return SenetNetworkSearch(base, turns)


def _check_depth(game: Game, turns: int, *, deeper: bool) -> None:
    if deeper:
        raise UsageError(
            f"{game.title} has no threats that must be met, so a search looks no deeper: write "
            f"search:{turns}:PLAYER"
        )
