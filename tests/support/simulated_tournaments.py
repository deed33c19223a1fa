"""Round robins drawn at random, of players whose true ratings are known.

Nothing here is shared with what estimates the ratings. A game is won by who has more of skill, luck in
throwing, and chance together. Two games on the same throws with seats exchanged have most of their luck
in common, with the other sign, and some of it for themselves, as they are not equally long. Players who
play alike make the same game of both, and so win one each. Luck is seen, and goes with the result of
games of equal players as it does in Senet (correlation 0.24).
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from senet_gp.arena.match import PairedGames, RoundRobin

#: What part of the variance of a game's margin is luck, and what part of luck the other game has too.
_LUCK, _SHARED = 0.09, 0.8


@dataclass(frozen=True)
class Field:
    """Players of known strength.

    Attributes:
        name: what they are.
        chances: ``(players, players)``, the chance of the row's player to win against the column's.
        alike: so many of the first play alike.
    """

    name: str
    chances: NDArray[np.float64]
    alike: int = 1

    def truth(self) -> NDArray[np.float64]:
        """The ratings in the limit of infinitely many games, by Zermelo's iteration (1929)."""
        chances = self.chances.copy()
        np.fill_diagonal(chances, 0)
        abilities = np.ones(len(chances))
        for _ in range(100_000):
            pairs = 1 / (abilities[:, None] + abilities[None, :])
            np.fill_diagonal(pairs, 0)
            new = chances.sum(axis=1) / pairs.sum(axis=1)
            new /= np.exp(np.log(new).mean())
            if np.abs(new / abilities - 1).max() < 1e-13:
                break
            abilities = new
        return np.asarray(400 * np.log10(abilities))


def ladder(name: str, players: int, chance: float, alike: int = 1) -> Field:
    """Players each of whom wins with a chance against the next, by the model of Bradley and Terry.

    Args:
        name: what they are called.
        players: how many.
        chance: between neighbours.
        alike: so many play alike, and are as good as the weakest.
    """
    ranks = np.maximum(np.arange(players) - (alike - 1), 0)
    odds = (chance / (1 - chance)) ** (ranks[:, None] - ranks[None, :]).astype(float)
    return Field(name, odds / (1 + odds), alike)


def drawn(field: Field, games: int, rng: np.random.Generator) -> RoundRobin:
    """A round robin of the field, with as many games a pair of players."""
    count = len(field.chances)
    one, other = np.triu_indices(count, 1)
    # Axes: players who meet, two games on the same throws, the one or the other of them.
    shape = (len(one), games // 2, 2)
    sign = np.array([1, -1])
    shared = rng.normal(size=(*shape[:2], 1)) * sign
    luck = np.sqrt(_SHARED) * shared + np.sqrt(1 - _SHARED) * rng.normal(size=shape)
    noise = rng.normal(size=shape)
    alike = other < field.alike
    luck[alike], noise[alike] = shared[alike], noise[alike][:, :, :1] * sign
    normal = NormalDist()
    skill = np.array([normal.inv_cdf(chance) for chance in field.chances[one, other]])[:, None, None]
    won = skill + np.sqrt(_LUCK) * luck + np.sqrt(1 - _LUCK) * noise > 0
    played = (len(one), games)
    results = PairedGames(
        outcomes=np.where(won, 1, -1).astype(np.int8).reshape(played),
        turns=np.ones(played, np.int16),
        luck=luck.astype(np.float32).reshape(played),
        self_losses=np.zeros(played, np.bool_),
    )
    names = tuple(f"player {number}" for number in range(count))
    return RoundRobin(names, np.stack([one, other], axis=1), results)
