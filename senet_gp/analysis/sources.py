"""Which source of chances a game has, and how many games each use of it takes."""

from __future__ import annotations

from senet_gp.analysis.chances import ChanceSource, Effort
from senet_gp.analysis.known import KnownChances, KnowsChances
from senet_gp.analysis.perfect import PerfectChances
from senet_gp.analysis.playouts import Playouts
from senet_gp.games.protocol import Game
from senet_gp.games.registry import GAMES, as_game
from senet_gp.players.given import Entrant, as_player
from senet_gp.players.minimax import MinimaxPlayer
from senet_gp.players.parsing import bound, usual_opponent
from senet_gp.players.player import RandomPlayer

#: For a hint, which is given within two seconds: in compiled code, and in plain Python.
HINT = Effort(((0, 48), (6, 120)), budget=1600, games=1000, shown=5)
PLAIN_HINT = Effort(((0, 2), (4, 8)), budget=32, games=40, shown=3)
#: For each choice of an analysed game.
ANALYSIS = Effort(((0, 32), (6, 96)), budget=600, games=400, shown=3)
PLAIN_ANALYSIS = Effort(((0, 2), (4, 6)), budget=24, games=20, shown=3)


def analyst_of(game: Game) -> str:
    """The player whose games give the chances of a game if nobody says whose, as a text.

    >>> from senet_gp.games.registry import game_of
    >>> analyst_of(game_of("senet"))
    'hand:HC5'
    """
    named = GAMES[game.name].analyst or usual_opponent(game.name)
    # Perfect play gives no playouts, and is asked for where the game is solved.
    return RandomPlayer.name if named == MinimaxPlayer.name else named


def chance_source(game: Game | str, player: Entrant | None = None) -> ChanceSource:
    """What knows, or estimates, the chances of winning in a game.

    >>> chance_source("hexapawn").means
    'under perfect play of both sides'
    >>> chance_source("senet").means
    'if both play on as hand:HC5'

    Args:
        game: the game, with its parameters, or its name.
        player: the player who plays on for both sides, or the text that names it; one that knows the exact
            chances, such as ``minimax`` in Senet with few pieces, is asked for them instead. By default the
            results of perfect play where the game is small enough, else a good player of the game.

    Raises:
        UsageError: if there is no such game or player.
    """
    game = as_game(game)
    perfect = PerfectChances.if_soon(game) if player is None else None
    if perfect is not None:
        return perfect
    who = bound(as_player(analyst_of(game) if player is None else player, game), game)
    if isinstance(who, MinimaxPlayer):
        return PerfectChances.if_soon(game) or Playouts(who, game)
    if isinstance(who, KnowsChances):
        return KnownChances(who, game)
    return Playouts(who, game)


def hint_effort(source: ChanceSource) -> Effort:
    """How many games a hint takes."""
    return PLAIN_HINT if _is_slow(source) else HINT


def analysis_effort(source: ChanceSource, games: int | None = None) -> Effort:
    """How many games a choice of an analysed game takes.

    Args:
        source: what gives the chances.
        games: how many games measure each of the best choices; by default 400, or 20 in plain Python. With
            fewer, the search for the best takes fewer, too.
    """
    effort = PLAIN_ANALYSIS if _is_slow(source) else ANALYSIS
    if games is None:
        return effort
    share = min(1, games / effort.games)
    stages = tuple((most, max(2, round(share * each))) for most, each in effort.stages)
    return effort._replace(stages=stages, budget=max(24, round(share * effort.budget)), games=games)


def _is_slow(source: ChanceSource) -> bool:
    return isinstance(source, Playouts) and source.plainly
