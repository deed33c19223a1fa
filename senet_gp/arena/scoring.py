"""Scores of many individuals against fixed opponents."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from senet_gp.arena.measuring import measure
from senet_gp.arena.pool import Pool, SerialPool
from senet_gp.engine.participants import Source
from senet_gp.engine.playthrough import Watcher
from senet_gp.games.protocol import Game
from senet_gp.games.registry import as_game
from senet_gp.players.parsing import Entrant, as_player, bound, entrants_in, game_of_expressions
from senet_gp.players.player import ExpressionPlayer, Player
from senet_gp.runtime.checks import number_of_games, seed_number
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.streams import SeedDomain, key_of
from senet_gp.trees.individual import Individual


def score_against(
    individuals: Sequence[Entrant],
    opponents: Sequence[Entrant],
    *,
    games: int = 20,
    seed: int = 1,
    pool: Pool | None = None,
    game: str | Game | None = None,
) -> NDArray[np.float64]:
    """The score of every individual against every opponent: its share of the points, a draw being half one.

    >>> from senet_gp import from_lisp, score_against
    >>> from primitives import vocabulary_of
    >>> words = vocabulary_of("hexapawn")
    >>> texts = ["my_moves", "(sub my_moves their_moves)"]
    >>> scores = score_against([from_lisp(text, words) for text in texts], ["random", "minimax"], games=10)
    >>> scores.shape, scores.dtype.name
    ((2, 2), 'float64')
    >>> scores.mean(axis=1).shape  # one score for each individual
    (2,)

    All individuals play an opponent with the same random numbers (common random numbers), so their
    differences are less noisy than their scores; with throws, they get the same throws. Their scores are
    therefore not independent. Of many individuals, the one with the highest score has partly had luck in
    these very games: measure it again with another seed. Games against different opponents have different
    random numbers. Games come in pairs with the same throws, in which each side moves first once.

    Individuals with the same expression play once. The scores do not depend on the number of workers, nor on
    what else is scored in the same call.

    Args:
        individuals: expressions or players.
        opponents: expressions or players, which are also given by the texts that name them on the command
            line, such as ``"random"`` or ``"hand:HC1"``. The place of an opponent in this list determines the
            random numbers of its games.
        games: the number of games of each individual against each opponent, an even number.
        seed: the seed of the games' random streams.
        pool: where the games are played; by default in this process.
        game: the game, or its name; by default that of the first expression.

    Returns:
        (individuals, opponents) float64, from 0 (all lost) to 1 (all won).

    Raises:
        UsageError: if the number of games is not even and positive, there are no opponents, a player cannot
            play this game, or an expression is not whole.
        FileError: if the file of an opponent cannot be read.
    """
    games, seed = number_of_games(games, even=True), seed_number(seed)
    individuals, opponents = entrants_in("individuals", individuals), entrants_in("opponents", opponents)
    if not opponents:
        raise UsageError("there are no opponents to score against: name some, such as 'random'")
    game = _game_of([*individuals, *opponents]) if game is None else as_game(game)
    others = [playing(opponent, game) for opponent in opponents]
    players, rows = _distinct(individuals, game)
    key = key_of(seed, SeedDomain.SCORES)
    played = measure(players, others, games=games, key=key, pool=pool or SerialPool(), game=game)
    scores: NDArray[np.float64] = played.points[rows] / games
    return scores


def playing(given: Entrant, game: Game) -> Player:
    """The player that is meant, bound to a game.

    Args:
        given: what is given as a player (see :func:`~senet_gp.players.parsing.as_player`).
        game: the game.

    Raises:
        UsageError: if it cannot play the game, or is a person, who would have to sit at this terminal.
        FileError: if its file cannot be read.
    """
    player = as_player(given, game)
    if isinstance(player, Watcher):
        raise UsageError("a person cannot be scored, or be an opponent in scores: use senet-gp play")
    return bound(player, game)


def _game_of(given: Sequence[Entrant]) -> Game:
    """The game of the first expression."""
    game = game_of_expressions(given)
    if game is None:
        raise UsageError("the game of these players is unknown: say it, such as game='senet'")
    return game


def _distinct(individuals: Sequence[Entrant], game: Game) -> tuple[list[Player], list[int]]:
    """The distinct players among individuals, and for each individual its place there.

    Expressions are compared; a player without an expression is different from all others.
    """
    players: list[Player] = []
    places: dict[object, int] = {}
    rows = []
    for individual in individuals:
        if isinstance(individual, Individual) and individual.vocabulary.game == game:
            player: Player = ExpressionPlayer(individual, individual.vocabulary, "an individual")
        else:
            player = playing(individual, game)
        source = player.participant
        name = (source.codes, id(source.vocabulary)) if isinstance(source, Source) else id(individual)
        if name not in places:
            places[name] = len(players)
            players.append(player)
        rows.append(places[name])
    return players, rows
