"""The games: a module or a folder for each, what they share, and their registry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from senet_gp.runtime import public_names

if TYPE_CHECKING:
    from senet_gp.games.board.game import Afterstate as Afterstate
    from senet_gp.games.board.game import SignedBoardGame as SignedBoardGame
    from senet_gp.games.board_pictures import board_svg as board_svg
    from senet_gp.games.board_texts import board_text as board_text
    from senet_gp.games.plain import Pieces as Pieces
    from senet_gp.games.plain import PlainBoardGame as PlainBoardGame
    from senet_gp.games.plain import PlainGame as PlainGame
    from senet_gp.games.plain import PlainSmallGame as PlainSmallGame
    from senet_gp.games.plain import Sides as Sides
    from senet_gp.games.protocol import Decision as Decision
    from senet_gp.games.protocol import Game as Game
    from senet_gp.games.protocol import Geometry as Geometry
    from senet_gp.games.protocol import grid as grid
    from senet_gp.games.registry import GAMES as GAMES
    from senet_gp.games.registry import Entry as Entry
    from senet_gp.games.registry import game_of as game_of
    from senet_gp.games.registry import register_game as register_game

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
