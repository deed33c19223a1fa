"""Players measured in pairs of games with the same throws and exchanged seats: matches, scores, round robins.

:func:`measure` plays the games of every comparison of strength: a match, a panel, the learning curve of a
run, players by size, scores of individuals, experiments. The result of some of these games is a
:class:`~senet_gp.engine.measurement.Measurement`. In a :func:`round_robin` every player plays every other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from senet_gp.arena.games import play_between
from senet_gp.arena.pool import Pool, SerialPool
from senet_gp.arena.record import Recorder
from senet_gp.engine.measurement import Measurement, estimated_share
from senet_gp.engine.participants import Source
from senet_gp.engine.playthrough import Watcher
from senet_gp.engine.results import Indices, Keys, Pairings
from senet_gp.games.protocol import Game
from senet_gp.games.registry import DEFAULT_GAME, as_game, parameters_of
from senet_gp.players.parsing import Entrant, as_player, bound, entrants_in, game_of_expressions
from senet_gp.players.player import ExpressionPlayer, Player
from senet_gp.runtime.checks import number_of_games, seed_number
from senet_gp.runtime.errors import UsageError, brief
from senet_gp.runtime.interruption import Progress
from senet_gp.runtime.registries import Displayed
from senet_gp.runtime.streams import Purpose, key_of, part_key, part_keys
from senet_gp.trees.individual import Individual

#: Measured matches.
MATCH = Purpose(0)
#: Games of individuals against fixed opponents, outside a run.
SCORES = Purpose(12)


@dataclass(frozen=True, slots=True)
class MatchReport(Displayed):
    """The result of a match.

    Attributes:
        game: the game's name.
        players: the names of both players.
        seed: the seed that the random streams of the games were derived from.
        parameters: the game's parameters.
        measured: the result of the games for the first player.
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
        key=key_of(seed, MATCH),
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
    key = key_of(seed, SCORES)
    played = measure(players, others, games=games, key=key, pool=pool or SerialPool(), game=game)
    scores: NDArray[np.float64] = played.points[rows] / games
    return scores


def playing(given: Entrant, game: Game) -> Player:
    """A player, bound to a game.

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
    """The distinct players among individuals, and for each individual the index of its player.

    Expressions are compared; a player without an expression is different from all others.
    """
    players: list[Player] = []
    indices: dict[object, int] = {}
    rows = []
    for individual in individuals:
        if isinstance(individual, Individual) and individual.vocabulary.game == game:
            player: Player = ExpressionPlayer(individual, individual.vocabulary, "an individual")
        else:
            player = playing(individual, game)
        source = player.participant
        name = (source.codes, id(source.vocabulary)) if isinstance(source, Source) else id(individual)
        if name not in indices:
            indices[name] = len(players)
            players.append(player)
        rows.append(indices[name])
    return players, rows


@dataclass(frozen=True, eq=False)
class PairedGames:
    """Games of some players, each in pairs with the same throws and exchanged seats.

    The last axis of every array counts the games of one player against one opponent; the player moves first
    in those of even number. The axes before it say who meets whom.

    Attributes:
        outcomes: (..., games) int8, 1 for a win of the player, -1 for one of the opponent, 0 for a draw.
        turns: (..., games) int16, how many turns a game took, counting those of both.
        luck: (..., games) float32, how much luckier the player's throws were than the opponent's.
        self_losses: (..., games) bool, whether the last move itself lost the game: in Pursuit, a repeated
            move.
    """

    outcomes: NDArray[np.int8]
    turns: NDArray[np.int16]
    luck: NDArray[np.float32]
    self_losses: NDArray[np.bool_]

    @property
    def games(self) -> int:
        """The number of games of one player against one opponent."""
        return int(self.outcomes.shape[-1])

    @property
    def points(self) -> NDArray[np.float64]:
        """(...) float64, the player's points in all games against an opponent; a draw is half one."""
        points: NDArray[np.float64] = (1 + self.outcomes).sum(axis=-1) / 2
        return points

    @property
    def first_mover_wins(self) -> int:
        """How many of all games the first mover won."""
        return int((self.outcomes == _signs(self.games)).sum())

    def measured(self, *which: int) -> Measurement:
        """The result of some of the games.

        Args:
            which: the indices of a player and an opponent; without that of the opponent, all games of the
                player are taken together.
        """
        outcomes, luck = self.outcomes[which], self.luck[which]
        pair = np.arange(self.games) // 2
        clusters = np.arange(outcomes.size // self.games)[:, None] * (pair[-1] + 1) + pair
        share, effective_games = estimated_share(
            (1 + outcomes.ravel()) / 2, clusters.ravel(), luck.ravel().astype(np.float64)
        )
        wins, draws = int((outcomes == 1).sum()), int((outcomes == 0).sum())
        return Measurement(outcomes.size, wins, draws, share, effective_games)


def measure(
    players: Sequence[Player],
    opponents: Sequence[Player],
    *,
    games: int,
    key: int,
    pool: Pool,
    game: Game,
    show: Progress | None = None,
    recorder: Recorder | None = None,
) -> PairedGames:
    """Let every player play every opponent.

    All players meet an opponent on the same throws. What two of them play depends on both, on the key, on the
    number of games and on the index of the opponent alone: not on the other players, nor on the pool.

    Args:
        players: the players that are measured.
        opponents: their opponents.
        games: the number of games of each player against each opponent; if it is odd, the last game has no
            partner.
        key: the key from which the keys of the games are derived.
        pool: where the games are played.
        game: the game, with its parameters.
        show: is called now and then with the number of games played.
        recorder: writes the record of each game; the games are the same without it, but faster.

    Returns:
        The games, (players, opponents, games).

    Raises:
        FileError: if a record cannot be written.
    """
    shape, pairs = (len(players), len(opponents)), (games + 1) // 2
    own, other = np.indices(shape)
    keys = part_keys(key, len(opponents) * pairs).reshape(len(opponents), pairs)
    return play_pairs(
        [*players, *opponents],
        own,
        len(players) + other,
        np.broadcast_to(keys, (*shape, pairs)),
        games=games,
        pool=pool,
        game=game,
        show=show,
        recorder=recorder,
    )


def measured_against(
    player: Player,
    opponents: Sequence[Player],
    *,
    games: int,
    key: int,
    pool: Pool,
    game: Game,
    show: Progress | None = None,
) -> dict[str, Measurement]:
    """Measure one player against each of some opponents.

    The arguments are those of :func:`measure`.

    Returns:
        What it is against each of them, by their names.
    """
    played = measure([player], opponents, games=games, key=key, pool=pool, game=game, show=show)
    return {opponent.name: played.measured(0, index) for index, opponent in enumerate(opponents)}


def play_pairs(
    players: Sequence[Player],
    own: Indices,
    other: Indices,
    keys: Keys,
    *,
    games: int,
    pool: Pool,
    game: Game,
    show: Progress | None = None,
    recorder: Recorder | None = None,
) -> PairedGames:
    """Play pairs of games with the same throws and exchanged seats, as :func:`measure` does.

    Args:
        players: all players.
        own: (...) int64, the index of the player of each meeting.
        other: (...) int64, that of the opponent.
        keys: (..., pairs) uint64, the key of each pair of games.
        games: the number of games of each meeting; if it is odd, the last game has no partner.
        pool: where the games are played.
        game: the game, with its parameters.
        show: is called now and then with the number of games played.
        recorder: writes the record of each game.

    Returns:
        The games, (..., games).

    Raises:
        FileError: if a record cannot be written.
    """
    shape = (*own.shape, games)
    begins = np.arange(games) % 2 == 0
    pairings = Pairings(
        np.where(begins, own[..., None], other[..., None]).ravel(),
        np.where(begins, other[..., None], own[..., None]).ravel(),
        np.repeat(keys, 2, axis=-1)[..., :games].ravel(),
    )
    play = play_between if recorder is None else recorder.play
    outcomes, turns, luck, self_losses = (
        column.reshape(shape) for column in play(players, pairings, pool, game, show)
    )
    signs = _signs(games)
    return PairedGames(outcomes * signs, turns, np.multiply(luck, signs, dtype=np.float32), self_losses)


def _signs(games: int) -> NDArray[np.int8]:
    """(games,) int8, 1 for the games in which the player moves first, and -1 for the others."""
    return (1 - 2 * (np.arange(games) % 2)).astype(np.int8)


@dataclass(frozen=True, slots=True)
class RoundRobin(Displayed):
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
    show: Progress | None = None,
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
    numbers = [names[:index].count(name) for index, name in enumerate(names)]
    entrants = [f"{number} {name}" for number, name in zip(numbers, names, strict=True)]
    keys = [part_keys(part_key(key, _digest(*sorted(two))), games // 2) for two in combinations(entrants, 2)]
    return np.concatenate(keys) if keys else np.empty(0, np.uint64)


def _digest(*texts: str) -> int:
    """A hash of some texts, of 64 bits."""
    whole = "\0".join(texts).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(whole, digest_size=8).digest())
