"""The player of Senet that looks ahead."""

from __future__ import annotations

from typing import Any

from senet_gp.errors import UsageError
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.senet.search import WON, Search
from senet_gp.players.plain_search import plain_search
from senet_gp.players.player import ExpressionPlayer
from senet_gp.players.search import SearchPlayer

#: The largest number of turns; with more, a single move would take hours.
MAX_TURNS = 3


class SenetSearch(SearchPlayer):
    """Expectiminimax, over all throws of the turns that follow (see :mod:`senet_gp.games.senet.search`)."""

    def __init__(self, base: ExpressionPlayer, turns: int) -> None:
        super().__init__(base, turns, MAX_TURNS)
        self._search = Search(base.program)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the arguments it was made of: the program it searches with is valid in one process only."""
        return SenetSearch, (self.base, self.turns)

    def _looked_ahead(self, decision: Decision) -> list[float]:
        return [
            WON
            if afterstate.position.won
            else self._search.value(afterstate.position.swapped(), self.turns - 1)
            for afterstate in decision.afterstates
        ]


def senet_search(base: ExpressionPlayer, turns: int, game: Game, *, deeper: bool = False) -> SearchPlayer:
    """The player that looks ahead in Senet.

    Raises:
        UsageError: if the number of turns is impossible, or ``deeper`` is true.
    """
    if deeper:
        raise UsageError(
            f"{game.title} has no threats that must be met, so a search looks no deeper: write "
            f"search:{turns}:PLAYER"
        )
    if not base.participant.has_kernels:
        return plain_search(base, turns, game)
    return SenetSearch(base, turns)
