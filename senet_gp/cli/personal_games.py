"""The messages to people before and after each of several games: their pieces, and the winner."""

from __future__ import annotations

from typing import Any

from senet_gp.cli.game_table import GameTable
from senet_gp.engine.playthrough import Playthrough, Watcher
from senet_gp.games.registry import titled
from senet_gp.players.human import YOU, HumanPlayer
from senet_gp.players.player import Player
from senet_gp.quoting import shortened


class PersonalGames:
    """Announces the games of a match or a round robin to the people at a terminal, and tells their results.

    Args:
        table: where they sit.
        total: how many games they play.
    """

    def __init__(self, table: GameTable, total: int) -> None:
        self._table = table
        self._total = total
        self._begun = 0

    def game_begins(self, playthrough: Playthrough[Player]) -> None:
        """Say which game begins, and who has which pieces; before the first, what is played."""
        if not self._begun:
            games = f"{self._total:,} games" if self._total > 1 else "1 game"
            self._table.say(f"{titled(playthrough.game)}, {games} with you at the board.")
            self._table.rules()
            self._table.say("Type ? at the prompt to see what you can do.")
        self._begun += 1
        tell_game(self._table, f"Game {self._begun:,} of {self._total:,}", playthrough)

    def game_ends(self, playthrough: Playthrough[Player]) -> None:
        """Name the winner."""
        tell_result(self._table, playthrough)


def tell_game(table: GameTable, heading: str, playthrough: Playthrough[Player]) -> None:
    """Say which game begins (see :func:`tell_beginning`)."""
    seat = seat_of_person(playthrough)
    person, opponent = map(name_of, (playthrough.players[seat], playthrough.players[1 - seat]))
    tell_beginning(table, heading, seat, opponent, playthrough.position, person)


def tell_result(table: GameTable, playthrough: Playthrough[Player]) -> None:
    """Name the winner of a game (see :func:`tell_end`)."""
    seat = seat_of_person(playthrough)
    person, opponent = map(name_of, (playthrough.players[seat], playthrough.players[1 - seat]))
    outcome = (playthrough.outcome or 0) * (1 - 2 * seat)
    tell_end(table, seat, outcome, opponent, playthrough.turns, person)


def tell_beginning(
    table: GameTable, heading: str, seat: int, opponent: str, position: Any, person: str = YOU
) -> None:
    """Say which game begins, and which pieces a person has; if they move second, show the board.

    Args:
        table: where the person sits.
        heading: which game it is.
        seat: 0 if the person moves first, else 1.
        opponent: the name of their opponent.
        position: the board, as the first mover sees it.
        person: what the person is called.
    """
    are, move = ("are", "move") if person == YOU else ("is", "moves")
    place = "second" if seat else "first"
    table.say(f"\n{heading}\n{person} {are} {table.signs[seat]} and {move} {place}, against {opponent}.")
    if seat:
        table.draw(position, 0)


def tell_end(table: GameTable, seat: int, outcome: int, opponent: str, turns: int, person: str = YOU) -> None:
    """Name the winner: the person (``outcome`` 1), the opponent (-1), or nobody (0)."""
    after = f"after {turns} turns" if turns != 1 else "after 1 turn"
    if outcome == 0:
        table.say(f"The game is over {after}; nobody has won.")
        return
    sign, winner = (table.signs[seat], person) if outcome > 0 else (table.signs[1 - seat], opponent)
    table.say(f"{sign} {winner} {'have' if winner == YOU else 'has'} won {after}.")


def seat_of_person(playthrough: Playthrough[Player]) -> int:
    """The seat of the person; if two people play, the seat of the first mover."""
    return 0 if isinstance(playthrough.players[0], Watcher) else 1


def name_of(player: Player) -> str:
    """What a player is called in messages to people: ``You``, or a name of at most 40 characters."""
    return player.called if isinstance(player, HumanPlayer) else shortened(player.name, 40)
