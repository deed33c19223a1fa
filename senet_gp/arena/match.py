"""Matches: measured games between two players, or between many individuals and fixed opponents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from senet_gp.arena.paired_games import measure
from senet_gp.arena.pool import Pool, SerialPool
from senet_gp.arena.record import Recorder
from senet_gp.engine.measurement import Measurement
from senet_gp.engine.participants import Source
from senet_gp.engine.playthrough import Watcher
from senet_gp.games.protocol import Game
from senet_gp.games.registry import DEFAULT_GAME, as_game, parameters_of
from senet_gp.players.parsing import Entrant, as_player, entrants_in, game_of_expressions
from senet_gp.players.player import ExpressionPlayer, Player
from senet_gp.runtime.checks import number_of_games, seed_number
from senet_gp.runtime.errors import UsageError, brief
from senet_gp.runtime.interruption import Progress
from senet_gp.runtime.registries import Displayed
from senet_gp.runtime.streams import SeedDomain, key_of
from senet_gp.trees.individual import Individual


@dataclass(frozen=True, slots=True)
class MatchReport(Displayed):
    """The result of a match.

    Attributes:
        game: the game's name.
        players: the names of both players.
        seed: the seed that the random streams of the games were derived from.
        parameters: the game's parameters.
        measured: what the games come to for the first player.
        first_mover_wins: the number of games that the first mover won.
        self_losses: the number of games that each player lost by the last move itself: in Pursuit, by
            repeating a move.
        mean_turns: the mean number of turns per game, counting those of both players.
    """

    game: str
    players: tuple[str, str]
    seed: int
    parameters: dict[str, int]
    measured: Measurement
    first_mover_wins: int
    self_losses: tuple[int, int]
    mean_turns: float

    def __repr__(self) -> str:
        low, high = self.interval
        share = f"{self.score:.1%} ({low:.1%} to {high:.1%})"
        return brief(self, self.game, f"{share} of {self.games:,} games", " against ".join(self.players))

    @property
    def games(self) -> int:
        """The number of games."""
        return self.measured.games

    @property
    def wins(self) -> tuple[int, int]:
        """The number of games that each player won."""
        return self.measured.wins, self.measured.losses

    @property
    def draws(self) -> int:
        """The number of games that neither won."""
        return self.measured.draws

    @property
    def score(self) -> float:
        """The first player's share of the points, a draw counting half."""
        return self.measured.score

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the first player's true share."""
        return self.measured.interval

    def as_json(self) -> dict[str, Any]:
        """The report as ``senet-gp match --json`` prints it."""
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
            "interval_method": "clustered by pairs of games on the same throws, luck subtracted",
            "parameters": self.parameters,
            "self_losses": list(self.self_losses),
            "adjusted_score": self.measured.share,
            "effective_games": self.measured.effective_games,
        }


def play_match(
    a: Entrant,
    b: Entrant,
    *,
    game: Game | str | None = None,
    games: int = 200,
    seed: int = 1,
    pool: Pool | None = None,
    show: Progress | None = None,
    recorder: Recorder | None = None,
) -> MatchReport:
    """Play a match, in pairs of games with the same throws, in which each player moves first once.

    The games depend on the seed and the players alone, not on the number of workers.

    >>> play_match("minimax", "table", game="tictactoe", games=2).draws
    2

    Args:
        a: one player, a text that names it (see :func:`~senet_gp.players.parsing.player_from_text`), or an
            expression, such as an individual; an expression is bound to the game with its parameters.
        b: the other.
        game: the game, with its parameters, or the name of one; by default that of the players' expressions,
            else Senet.
        games: the number of games, at least one; if it is odd, the last game has no partner.
        seed: the seed of the random streams.
        pool: where the games are played; by default in this process.
        show: is called now and then with the number of games played.
        recorder: writes the record of each game; the games are the same without it, but faster.

    Raises:
        FileError: if a record cannot be written.
        UsageError: if there is no such game or player, an expression is made for another game, or a number is
            impossible.
    """
    games, seed = number_of_games(games), seed_number(seed)
    if game is None:
        game = game_of_expressions((a, b)) or DEFAULT_GAME
    game = as_game(game)
    one, other = (as_player(player, game) for player in (a, b))
    played = measure(
        [one],
        [other],
        games=games,
        key=key_of(seed, SeedDomain.MATCH),
        pool=pool or SerialPool(),
        game=game,
        show=show,
        recorder=recorder,
    )
    lost = [int((played.self_losses & (played.outcomes == outcome)).sum()) for outcome in (-1, 1)]
    return MatchReport(
        game=game.name,
        players=(one.name, other.name),
        seed=seed,
        parameters=parameters_of(game),
        measured=played.measured(0, 0),
        first_mover_wins=played.first_mover_wins,
        self_losses=(lost[0], lost[1]),
        mean_turns=float(played.turns.mean()),
    )


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
    return player


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
