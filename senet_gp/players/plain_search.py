"""Search in any game, with throws or without, in plain Python."""

from __future__ import annotations

from typing import Any

from senet_gp.errors import UsageError
from senet_gp.games.protocol import Decision, Game
from senet_gp.players.player import ExpressionPlayer
from senet_gp.players.search import WON, SearchPlayer

#: The largest number of turns; with more, a single move would take hours.
MAX_TURNS = 3


class PlainSearch(SearchPlayer[ExpressionPlayer]):
    """Expectiminimax over all throws of the following turns: as the compiled searches, but much slower.

    Where a turn goes on, its next throws and the move with them count as one of the turns looked ahead, so
    that a search takes no longer where turns have no end [decided].
    """

    def __init__(self, base: ExpressionPlayer, turns: int, game: Game) -> None:
        super().__init__(base, turns, MAX_TURNS)
        if game.policy:
            raise UsageError(
                f"a player of {game.name} names moves, it scores no boards: it cannot look ahead"
            )
        self._rules = game

    def _looked_ahead(self, decision: Decision) -> list[float]:
        places = range(len(decision.afterstates))
        return [self._worth(decision, index, self.turns - 1, searcher_moves=True) for index in places]

    def _worth(self, decision: Decision, index: int, left: int, *, searcher_moves: bool) -> float:
        """The value of an afterstate for the searcher, looking this many turns further, at least one."""
        result = decision.result(index)
        if result is not None:
            return WON * result * (1 if searcher_moves else -1)
        ends = decision.ends_turn(index)
        seat = 1 - decision.seat if ends else decision.seat
        return self._value(decision.following(index), seat, left, searcher_moves=searcher_moves != ends)

    def _value(self, position: Any, seat: int, left: int, *, searcher_moves: bool) -> float:
        """The mean value for the searcher, over all throws, of the best play of the player to move."""
        value = 0.0
        best = max if searcher_moves else min
        for throws, chance in self._rules.throw_chances(position).items():
            decision = self._rules.decision(position, seat, throws)
            places = range(len(decision.afterstates))
            if left > 1:
                worth = [self._worth(decision, n, left - 1, searcher_moves=searcher_moves) for n in places]
            else:
                worth = self._leaves(decision, searcher_moves=searcher_moves)
            value += chance * best(worth)
        return value

    def _leaves(self, decision: Decision, *, searcher_moves: bool) -> list[float]:
        """The values of the last boards in the searcher's view, after their own or the other's turn."""
        if searcher_moves:
            values = [float(score) for score in self.base.scores(decision)]
        else:
            game = self._rules
            seen = [game.seen(game.swapped(afterstate.position)) for afterstate in decision.afterstates]
            values = [float(value) for value in self.base.participant.values_on(seen)]
        sign = 1 if searcher_moves else -1
        results = [decision.result(index) for index in range(len(values))]
        return [
            value if result is None else WON * result * sign
            for value, result in zip(values, results, strict=True)
        ]


def plain_search(base: ExpressionPlayer, turns: int, game: Game, *, deeper: bool = False) -> PlainSearch:
    """The player that looks ahead in any game.

    Raises:
        UsageError: if the number of turns is impossible, ``deeper`` is true, or programs are policies.
    """
    if deeper:
        raise UsageError(f"a search in plain Python looks no deeper: write search:{turns}:PLAYER")
    return PlainSearch(base, turns, game)
