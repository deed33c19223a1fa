"""The importance of the parts of an expression, measured in games that a player loses without them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from primitives.vocabulary import Codes
from senet_gp.arena.paired_games import measure
from senet_gp.arena.pool import Pool
from senet_gp.engine.measurement import estimated_share, interval_of
from senet_gp.insight.explanation.games import Pairing
from senet_gp.players.player import ExpressionPlayer
from senet_gp.trees.individual import trusted

METHOD = (
    "paired by game: the same opponent, seat and throws with and without the part; clustered by pairs of "
    "games on the same throws, luck subtracted; Wilson's interval of the share of games with a better result"
)


@dataclass(frozen=True, slots=True)
class WinsLost:
    """What a player loses without a part of its expression.

    Attributes:
        share: the share of points of the whole player minus that of the player without the part, adjusted
            for luck; 0.1 means ten games of a hundred.
        interval: the 95 % confidence interval of the share.
    """

    share: float
    interval: tuple[float, float]


def wins_lost(
    pairing: Pairing, whole: Codes, variants: Sequence[Codes], *, games: int, key: int, pool: Pool
) -> list[WinsLost]:
    """Measure how much less variants of a player win.

    The player and all variants play the same opponent, the player's partner, with the same throws and in both
    seats. In each game a variant does better or worse than the player, or equally well; this is counted like
    the points of a match.

    Args:
        pairing: the player and its partner.
        whole: the player's expression.
        variants: the expressions of the variants.
        games: the number of games of each, even.
        key: the key of the games.
        pool: where they are played.
    """
    vocabulary = pairing.player.vocabulary
    players = [
        ExpressionPlayer(trusted(vocabulary.decode(codes), vocabulary), vocabulary, "a variant")
        for codes in [whole, *variants]
    ]
    partner = players[0] if pairing.partner is pairing.player else pairing.partner
    played = measure(players, [partner], games=games, key=key, pool=pool, game=pairing.game)
    points, luck = played.outcomes[:, 0] / 2, played.luck[:, 0].astype(np.float64)
    pairs = np.arange(games) // 2
    found = []
    for row in range(1, len(players)):
        better, effective = estimated_share((1 + points[0] - points[row]) / 2, pairs, luck[0] - luck[row])
        low, high = interval_of(better, effective)
        found.append(WinsLost(2 * better - 1, (2 * low - 1, 2 * high - 1)))
    return found
