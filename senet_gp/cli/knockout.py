"""A knockout at the command line, in which a person at the terminal may take part."""

from __future__ import annotations

import random
from collections.abc import Sequence

import click

from senet_gp.arena.duels import knockout_between
from senet_gp.arena.pool import Pool
from senet_gp.cli.game_table import GameTable
from senet_gp.cli.output import print_json
from senet_gp.cli.personal_games import name_of, seat_of_person, tell_game, tell_result
from senet_gp.engine.playthrough import Playthrough, Watcher
from senet_gp.errors import printable
from senet_gp.games.protocol import Game
from senet_gp.games.registry import in_words
from senet_gp.players.human import YOU
from senet_gp.players.player import Player
from senet_gp.seed_domains import SeedDomain
from senet_gp.streams import key_of

_GAMES, _GAMES_OF_A_PERSON = 200, 3


def usual_games(entrants: Sequence[Player]) -> int:
    """How many games a duel has by default: fewer if a person has to play them."""
    return _GAMES_OF_A_PERSON if any(isinstance(player, Watcher) for player in entrants) else _GAMES


def play_knockout(
    entrants: Sequence[Player], games: int, seed: int, pool: Pool, game: Game, *, as_json: bool
) -> None:
    """Play a knockout, and print in which round each player lost.

    Raises:
        Leave: if a person leaves a game.
        EOFError: if there is no more input.
    """
    people = any(isinstance(player, Watcher) for player in entrants)
    host = TerminalHost(GameTable(game, ascii_only=False), entrants, games) if people else None
    key, rng = key_of(seed, SeedDomain.TOURNAMENT), random.Random(seed)
    result = knockout_between(entrants, key=key, rng=rng, pool=pool, game=game, games=games, host=host)
    order = sorted(range(len(entrants)), key=lambda index: -result.ranks[index])
    table = [(entrants[index].name, result.ranks[index]) for index in order]
    if as_json:
        rows = [{"player": name, "round": rank} for name, rank in table]
        print_json({"game": game.name, "games": games, "seed": seed, "table": rows})
        return
    click.echo(f"{in_words(game)}, knockout, best of {games}, seed {seed}")
    for name, rank in table:
        ended = "won the knockout" if rank == result.ranks[result.winner] else f"lost in round {rank}"
        click.echo(f"  {ended:<18} {printable(name)}")


class TerminalHost:
    """Tells the people at a terminal how the knockout goes on (see :class:`senet_gp.arena.duels.Host`)."""

    def __init__(self, table: GameTable, entrants: Sequence[Player], games: int) -> None:
        self._table = table
        self._entrants = entrants
        self._games = games
        self._round = ""
        self._people = [index for index, player in enumerate(entrants) if isinstance(player, Watcher)]

    def round_begins(self, number: int, rounds: int, pairs: Sequence[tuple[int, int]]) -> None:
        """Say it if a person has a bye."""
        self._round = "The final" if number == rounds else f"Round {number} of {rounds}"
        playing = {index for pair in pairs for index in pair}
        # In later rounds, players that are not paired are out.
        for index in self._people if number == 1 else ():
            if index not in playing:
                has = _does(self._entrants[index], "have", "has")
                self._table.say(f"\n{self._round}: {has} a bye, which counts as a win.")

    def game_begins(self, playthrough: Playthrough[Player], number: int, points: tuple[float, float]) -> None:
        """Say which game begins, what the score is, and which pieces the person has."""
        seat = seat_of_person(playthrough)
        if number > self._games:
            which = f"deciding game {number - self._games} of 2"
        else:
            which = f"game {number}, best of {self._games}"
        has = _does(playthrough.players[seat], "have", "has")
        standing = f"; {has} {points[seat]:g}, they have {points[1 - seat]:g}" if number > 1 else ""
        tell_game(self._table, f"{self._round}, {which}{standing}", playthrough)

    def game_ends(self, playthrough: Playthrough[Player], by_lot: Player | None) -> None:
        """Name the winner of the game, by its result or by lot."""
        tell_result(self._table, playthrough)
        if by_lot is not None:
            self._table.say(f"{_does(by_lot, 'are', 'is', begins=True)} drawn as its winner.")

    def duel_ends(self, winner: Player, loser: Player, *, by_lot: bool) -> None:
        """Say whether the person is out."""
        how = "by lot, because the points were equal after all games" if by_lot else "on points"
        if not isinstance(winner, Watcher):
            result = f"{name_of(winner)} wins the duel {how}: {_does(loser, 'are', 'is')} out."
        else:
            win = _does(winner, "win", "wins", begins=True)
            result = f"{win} the duel against {name_of(loser)} {how}, and "
            if self._round == "The final":
                result += "with it the knockout."
            else:
                result += f"{'go' if name_of(winner) == YOU else 'goes'} on to the next round."
        self._table.say(f"{self._round}: {result}\n")


def _does(player: Player, you: str, they: str, *, begins: bool = False) -> str:
    """A player and a verb, which is another one after "you"; at the beginning of a sentence or within it."""
    name = name_of(player)
    if name == YOU:
        return f"{YOU if begins else YOU.lower()} {you}"
    return f"{name} {they}"
