"""Players: everything that can choose among the afterstates of a decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from senet_gp.runtime import public_names

if TYPE_CHECKING:
    from senet_gp.players.champion import Champion as Champion
    from senet_gp.players.champion import PlayersBySize as PlayersBySize
    from senet_gp.players.matchbox import MatchboxPlayer as MatchboxPlayer
    from senet_gp.players.matchbox import Scheme as Scheme
    from senet_gp.players.matchbox import read_matchbox as read_matchbox
    from senet_gp.players.matchbox import write_matchbox as write_matchbox
    from senet_gp.players.network import NetworkPlayer as NetworkPlayer
    from senet_gp.players.network import TrainedNetwork as TrainedNetwork
    from senet_gp.players.network import read_network as read_network
    from senet_gp.players.network import train_network as train_network
    from senet_gp.players.network import write_network as write_network
    from senet_gp.players.parsing import player_from_text as player_from_text
    from senet_gp.players.player import ExpressionPlayer as ExpressionPlayer
    from senet_gp.players.player import NoisyPlayer as NoisyPlayer
    from senet_gp.players.player import Player as Player
    from senet_gp.players.player import RandomPlayer as RandomPlayer
    from senet_gp.players.player import ScoringPlayer as ScoringPlayer
    from senet_gp.players.player import SurePlayer as SurePlayer
    from senet_gp.players.position_table import TablePlayer as TablePlayer
    from senet_gp.players.search import MinimaxPlayer as MinimaxPlayer
    from senet_gp.players.search import SearchPlayer as SearchPlayer
    from senet_gp.players.search import search_player as search_player

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
