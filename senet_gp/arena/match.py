"""A match of many games between two players, measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from senet_gp.arena.batches import play_games
from senet_gp.arena.game import play_game
from senet_gp.arena.intervals import wilson
from senet_gp.arena.pool import WorkerPool
from senet_gp.engine.senet_play import GameResults
from senet_gp.games.senet import NAME, Rules
from senet_gp.players.player import Player
from senet_gp.streams import key_of, part_keys

#: The part of a seed that measured matches draw from; evolution has others.
MATCH = 0


@dataclass(frozen=True, slots=True)
class MatchReport:
    """What a match came to.

    Attributes:
        game: the game's name.
        players: the names of both.
        games: games played.
        seed: what the random streams of the games were derived from.
        wins: games won by each.
        draws: games stopped undecided after 500 turns.
        first_mover_wins: games won by whoever moved first.
        mean_turns: turns a game took on average, one player's turn counting one.
    """

    game: str
    players: tuple[str, str]
    games: int
    seed: int
    wins: tuple[int, int]
    draws: int
    first_mover_wins: int
    mean_turns: float

    @property
    def score(self) -> float:
        """The first player's share of the points, a draw counting half."""
        return (self.wins[0] + self.draws / 2) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the score."""
        return wilson(self.wins[0] + self.draws / 2, self.games)

    def as_json(self) -> dict[str, Any]:
        """The report as documented for ``senet-gp match --json``."""
        return {
            "game": self.game,
            "players": list(self.players),
            "games": self.games,
            "seed": self.seed,
            "wins": list(self.wins),
            "draws": self.draws,
            "first_mover_wins": self.first_mover_wins,
            "mean_turns": self.mean_turns,
            "score": self.score,
            "interval": list(self.interval),
            "interval_method": "wilson",
        }


def play_match(
    a: Player, b: Player, *, games: int, seed: int, pool: WorkerPool, rules: Rules | None = None
) -> MatchReport:
    """Play independent games between two players, who move first in turn, ``a`` beginning.

    The games depend on the seed and the players alone, not on the number of workers.

    Args:
        a: one player.
        b: the other.
        games: how many games, at least one.
        seed: names the random streams.
        pool: where the games are played.
        rules: pieces a side; by default seven.
    """
    rules = rules or Rules()
    keys = part_keys(key_of(seed, MATCH), games)
    a_second = np.arange(games) % 2
    if a.program is None or b.program is None:
        played = [
            play_game(*((b, a) if turned else (a, b)), key, rules)
            for turned, key in zip(a_second.tolist(), keys.tolist(), strict=True)
        ]
        results = GameResults(
            np.array([game.outcome for game in played], np.int8),
            np.array([game.turns for game in played], np.int16),
        )
    else:
        results = play_games(pool, [a.program, b.program], a_second, 1 - a_second, keys, rules)
    points = results.outcomes * (1 - 2 * a_second)
    return MatchReport(
        game=NAME,
        players=(a.name, b.name),
        games=games,
        seed=seed,
        wins=(int((points == 1).sum()), int((points == -1).sum())),
        draws=int((points == 0).sum()),
        first_mover_wins=int((results.outcomes == 1).sum()),
        mean_turns=float(results.turns.mean()),
    )
