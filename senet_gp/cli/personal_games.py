"""The messages to people before and after each of several games: their pieces, and the winner."""

from __future__ import annotations

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


def tell_game(
    table: GameTable, heading: str, playthrough: Playthrough[Player], of_opponent: str = ""
) -> None:
    """Say which game begins, and which pieces a person has; if they move second, show the board.

    Args:
        table: where the person sits.
        heading: which game it is.
        playthrough: the game.
        of_opponent: what is told of the opponent after their name.
    """
    seat, person, opponent = _sitting(playthrough)
    are, move = ("are", "move") if person == YOU else ("is", "moves")
    place = "second" if seat else "first"
    pieces = f"{person} {are} {table.signs[seat]} and {move} {place}"
    table.say(f"\n{heading}\n{pieces}, against {opponent}{of_opponent}.")
    if seat:
        table.draw(playthrough.position, 0)


def tell_result(table: GameTable, playthrough: Playthrough[Player]) -> None:
    """Name the winner: the person, the opponent, or nobody."""
    seat, person, opponent = _sitting(playthrough)
    turns = playthrough.turns
    after = f"after {turns} turns" if turns != 1 else "after 1 turn"
    outcome = (playthrough.outcome or 0) * (1 - 2 * seat)
    if outcome == 0:
        table.say(f"The game is over {after}; nobody has won.")
        return
    sign, winner = (table.signs[seat], person) if outcome > 0 else (table.signs[1 - seat], opponent)
    table.say(f"{sign} {winner} {'have' if winner == YOU else 'has'} won {after}.")


def _sitting(playthrough: Playthrough[Player]) -> tuple[int, str, str]:
    """The seat of the person, what they are called, and what their opponent is called."""
    seat = seat_of_person(playthrough)
    return seat, name_of(playthrough.players[seat]), name_of(playthrough.players[1 - seat])


def seat_of_person(playthrough: Playthrough[Player]) -> int:
    """The seat of the person; if two people play, the seat of the first mover."""
    return 0 if isinstance(playthrough.players[0], Watcher) else 1


def name_of(player: Player) -> str:
    """What a player is called in messages to people: ``You``, or a name of at most 40 characters."""
    return player.called if isinstance(player, HumanPlayer) else shortened(player.name, 40)
