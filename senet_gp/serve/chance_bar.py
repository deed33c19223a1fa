"""The bar of chances beside the board: who is ahead, as fast as a game is watched."""

from __future__ import annotations

import threading
from functools import lru_cache

from senet_gp.arena.record import GameRecord
from senet_gp.games.protocol import Decision, Game
from senet_gp.insight.chance_sources import KnownChances, Playouts, chance_source
from senet_gp.insight.chances import ChanceSource
from senet_gp.insight.race import judge_of, network_of
from senet_gp.players.player import ScoringPlayer
from senet_gp.runtime.errors import printable
from senet_gp.serve.game_json import decision_at
from senet_gp.serve.requests import Json

_MAX_GAMES = 8
#: Playouts where nobody judges a position at once; in plain Python they are some hundred times as slow.
_PLAYOUTS, _PLAYOUTS_PLAINLY = 100, 10
_KEY = 1
#: The chance of the first mover at the end of a game.
_OUTCOMES = {1: 1.0, 0: 0.5, -1: 0.0}


class _Judge:
    """Says what a game's positions are worth, to one request at a time."""

    def __init__(self, game: Game) -> None:
        self.source: ChanceSource = chance_source(game)
        judge = None if self.source.exact else judge_of(game)
        self.network: ScoringPlayer | None = None if judge is None else network_of(judge, game)
        self.lock = threading.Lock()

    @property
    def means(self) -> str:
        """What the chances are chances of."""
        return "as the network that comes with the game judges" if self.network else self.source.means

    def chance(self, decision: Decision) -> float:
        """The chance of winning of the player to move."""
        if self.network is not None:
            return max(self.network.scores(decision))
        if isinstance(self.source, KnownChances):
            return max(self.source.worth(decision))
        slow = isinstance(self.source, Playouts) and self.source.plainly
        games = _PLAYOUTS_PLAINLY if slow else _PLAYOUTS
        return float(self.source.points([decision.position], _KEY, games).mean())


_judge = lru_cache(_MAX_GAMES)(_Judge)


def chance_json(record: GameRecord, after: int) -> Json:
    """The chance of the first mover after a number of choices.

    Raises:
        Refused: if the game has fewer.
    """
    if record.outcome is not None and after == len(record.choices):
        return {"first": _OUTCOMES[record.outcome], "exact": True, "means": "the game is over"}
    decision, _made = decision_at(record, after)
    judge = _judge(record.game)
    with judge.lock:
        chance = judge.chance(decision)
    return {
        "first": 1 - chance if decision.seat else chance,
        "exact": judge.source.exact,
        "means": printable(judge.means),
    }
