"""Round robins: every player plays every other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from senet_gp.arena.games import Show
from senet_gp.arena.measuring import PairedGames, play_pairs
from senet_gp.arena.pool import Pool
from senet_gp.engine.results import Indices, Keys
from senet_gp.games.protocol import Game
from senet_gp.players.parsing import bound
from senet_gp.players.player import Player
from senet_gp.runtime.displays import Shown
from senet_gp.runtime.errors import brief
from senet_gp.runtime.streams import part_key, part_keys


@dataclass(frozen=True, slots=True)
class RoundRobin(Shown):
    """The games of a round robin.

    Attributes:
        players: the names of the entrants.
        sides: (meetings, 2) int64, the indices of each two entrants, of which the first is measured.
        results: the games of each two entrants, (meetings, games).
    """

    players: tuple[str, ...]
    sides: Indices
    results: PairedGames

    def __repr__(self) -> str:
        return brief(self, f"{self.games:,} games each", f"{len(self.players)} players", *self.players)

    @property
    def games(self) -> int:
        """The number of games between each two entrants."""
        return self.results.games

    @property
    def points(self) -> NDArray[np.float64]:
        """(entrants, entrants) float64, the points of the row's entrant against the column's; draws are ½."""
        table = np.zeros((len(self.players), len(self.players)))
        one, other = self.sides.T
        table[one, other] = self.results.points
        table[other, one] = self.games - self.results.points
        return table

    def tally(self, outcome: int) -> NDArray[np.int64]:
        """How many games each entrant has won (outcome 1), lost (-1) or drawn (0)."""
        table = np.zeros(len(self.players), np.int64)
        for who, own in zip(self.sides.T, (outcome, -outcome), strict=True):
            np.add.at(table, who, (self.results.outcomes == own).sum(axis=1))
        return table


def round_robin(
    players: Sequence[Player],
    *,
    key: int,
    pool: Pool,
    game: Game,
    games: int,
    show: Show | None = None,
    by_name: bool = False,
) -> RoundRobin:
    """Play a round robin, in pairs of games with the same throws and exchanged seats.

    Args:
        players: the entrants; expressions are bound to the game with its parameters.
        key: the key of the tournament, from which the keys of its games are derived.
        pool: where the games are played.
        game: the game, with its parameters.
        games: the number of games between each two entrants, an even number.
        show: is called now and then with the number of games played.
        by_name: whether to derive the keys of two entrants' games from their names, so that these games do
            not depend on the order of the entrants or on the other entrants; otherwise from their indices.

    Raises:
        UsageError: if an expression is made for another game.
    """
    players = [bound(player, game) for player in players]
    names = tuple(player.name for player in players)
    sides = np.array(list(combinations(range(len(players)), 2)), np.int64).reshape(-1, 2)
    keys = _keys_by_name(key, names, games) if by_name else part_keys(key, len(sides) * games // 2)
    one, other = sides.T
    results = play_pairs(
        players,
        one,
        other,
        keys.reshape(len(sides), games // 2),
        games=games,
        pool=pool,
        game=game,
        show=show,
    )
    return RoundRobin(names, sides, results)


def _keys_by_name(key: int, names: Sequence[str], games: int) -> Keys:
    """The keys of all pairs of games, derived from the names of the two entrants.

    Entrants with the same name are the same player; they are numbered, so that each plays different games.
    """
    numbers = [names[:place].count(name) for place, name in enumerate(names)]
    entrants = [f"{number} {name}" for number, name in zip(numbers, names, strict=True)]
    keys = [part_keys(part_key(key, _digest(*sorted(two))), games // 2) for two in combinations(entrants, 2)]
    return np.concatenate(keys) if keys else np.empty(0, np.uint64)


def _digest(*texts: str) -> int:
    """A hash of some texts, of 64 bits."""
    whole = "\0".join(texts).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(whole, digest_size=8).digest())
