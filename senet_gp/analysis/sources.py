"""Which source of chances a game has, and how many games it takes."""

from __future__ import annotations

from senet_gp.analysis.chances import ChanceSource, Effort
from senet_gp.analysis.perfect import KnownChances, KnowsChances, PerfectChances
from senet_gp.analysis.playouts import Playouts
from senet_gp.analysis.race import judge_of
from senet_gp.games.protocol import Game
from senet_gp.games.registry import GAMES, as_game
from senet_gp.players.given import Entrant, as_player
from senet_gp.players.minimax import MinimaxPlayer
from senet_gp.players.parsing import bound, usual_opponent
from senet_gp.players.player import RandomPlayer

#: For a hint, and for each choice of an analysed game, which show the same numbers: where a network judges
#: the choices first, where games alone find the best, and where they are played in plain Python.
JUDGED = Effort(budget=2000, each=100, games=1000, shown=5)
PLAYED = Effort(budget=3000, each=500, games=1000, shown=5)
PLAIN = Effort(budget=32, each=16, games=40, shown=3)


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
    # How well a network judges is known for the game's own analyst alone.
    return Playouts(who, game, judge_of(game) if who.name == analyst_of(game) else None)


def usual_effort(source: ChanceSource, games: int | None = None) -> Effort:
    """How many games a hint takes, and a choice of an analysed game.

    Args:
        source: what gives the chances.
        games: how many games measure each of the best choices; by default 1,000, or 40 in plain Python. With
            fewer, the race for the best takes fewer, too.
    """
    effort = PLAIN if _is_slow(source) else JUDGED if _is_judged(source) else PLAYED
    if games is None:
        return effort
    share = min(1, games / effort.games)
    return effort._replace(
        budget=max(PLAIN.budget, round(share * effort.budget)),
        each=max(PLAIN.each, round(share * effort.each)),
        games=games,
    )


def _is_slow(source: ChanceSource) -> bool:
    return isinstance(source, Playouts) and source.plainly


def _is_judged(source: ChanceSource) -> bool:
    return isinstance(source, Playouts) and source.judge is not None
