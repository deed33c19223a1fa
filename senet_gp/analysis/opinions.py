"""What the network that comes with a game thinks of a decision, before games are played on.

In Senet the choices of a decision often differ by less than hundreds of games can tell, and a network that
looks ahead orders them better than thousands do. Differences of its chances are right to 0.7 wins of 100
(root mean square, in decisions with more than 20 choices, against the games of ``hand:HC5``); where gaps are
larger than 5, to 1 or 2. Without looking ahead they are right to 0.8, and to 1.5 where gaps are larger than
3. An opinion counts as fewer games than that, so that it leaves room for doubt.
"""

from __future__ import annotations

from functools import lru_cache
from typing import cast

import numpy as np

from senet_gp.analysis.race import Opinion
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.registry import part_of
from senet_gp.players.network_file import KIND, shipped_network
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ScoringPlayer
from senet_gp.players.search import SearchPlayer

#: How many games an opinion is worth, with looking ahead and without.
_WORTH_AHEAD, _WORTH = 8000, 1000
#: With more choices than these the network does not look ahead, which would take too long.
_MOST_AHEAD = 200
#: For so many games the network is kept.
_MAX_KEPT = 8


def judge_of(game: Game) -> str | None:
    """The network that judges decisions of a game, as a text; None if none comes with it.

    >>> from senet_gp.games.registry import game_of
    >>> judge_of(game_of("senet")), judge_of(game_of("hexapawn"))
    ('search:2:net', None)
    """
    if part_of(game.name, "network") is None or shipped_network(game) is None:
        return None
    return f"search:2:{KIND}" if part_of(game.name, "network_lookahead") else KIND


def opinion_of(judge: str, game: Game, decision: Decision) -> Opinion:
    """What a network, as a text, thinks of the afterstates of a decision."""
    player = _judge(judge, game)
    if isinstance(player, SearchPlayer) and len(decision.afterstates) <= _MOST_AHEAD:
        return Opinion(np.array(player.scores(decision)), _WORTH_AHEAD)
    network = player.base if isinstance(player, SearchPlayer) else player
    return Opinion(np.array(network.scores(decision)), _WORTH)


@lru_cache(_MAX_KEPT)
def _judge(judge: str, game: Game) -> ScoringPlayer:
    return cast("ScoringPlayer", player_from_text(judge, game))
