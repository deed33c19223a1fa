"""A tournament: a round robin between players, with the rating of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from senet_gp.arena.games import Show
from senet_gp.arena.pool import Pool, SerialPool
from senet_gp.arena.ratings import Standing, standings
from senet_gp.arena.round_robin import RoundRobin, round_robin
from senet_gp.checks import number_of_games, seed_number
from senet_gp.displays import Tabled
from senet_gp.errors import UsageError
from senet_gp.games.protocol import Game
from senet_gp.games.registry import as_game
from senet_gp.players.parsing import Entrant, as_player, entrants_in
from senet_gp.quoting import brief
from senet_gp.seed_domains import SeedDomain
from senet_gp.streams import key_of

#: The ``repr`` of a tournament shows at most this many of its players.
_SHOWN = 3


@dataclass(frozen=True, eq=False)
class Tournament(Tabled):
    """The games of a tournament, and the standings.

    Attributes:
        played: all games.
        standings: a row for each player, the best first.
    """

    played: RoundRobin
    standings: list[Standing]

    table = "senet_gp.notebooks.games:tournament_html"

    def __repr__(self) -> str:
        best = ", ".join(f"{row.player} {row.rating:+.0f}" for row in self.standings[:_SHOWN])
        return brief(self, f"{len(self.standings)} players, {self.played.games} games a pair", best)


def play_tournament(
    players: Sequence[Entrant],
    *,
    game: Game | str,
    games: int = 200,
    seed: int = 1,
    pool: Pool | None = None,
    show: Show | None = None,
) -> Tournament:
    """Play a round robin as ``senet-gp tournament`` does: each player against each other.

    The games of two players depend on the seed and on their names alone: not on their order, on the other
    players, or on the number of workers.

    >>> tournament = play_tournament(["minimax", "random"], game="hexapawn", games=20)
    >>> [(standing.player, standing.wins) for standing in tournament.standings]
    [('minimax', 17), ('random', 3)]

    Args:
        players: the players, texts that name them (see
            :func:`~senet_gp.players.parsing.player_from_text`), or expressions, such as individuals; at least
            two. Expressions are bound to the game with its parameters.
        game: the game, with its parameters, or the name of one.
        games: the number of games between each two players, an even number.
        seed: the seed of the random streams.
        pool: where the games are played; by default in this process.
        show: is called now and then with the number of games played.

    Raises:
        UsageError: if there is no such game or player, there are fewer than two players, the number of games
            is odd, or an expression is made for another game.
    """
    games, seed = number_of_games(games, even=True), seed_number(seed)
    game = as_game(game)
    given = entrants_in("players", players)
    entrants = sorted((as_player(player, game) for player in given), key=lambda player: player.name)
    if len(entrants) < 2:
        raise UsageError("a tournament needs at least two players: name another")
    key = key_of(seed, SeedDomain.TOURNAMENT)
    played = round_robin(
        entrants, key=key, pool=pool or SerialPool(), game=game, games=games, show=show, by_name=True
    )
    return Tournament(played, standings(played))
