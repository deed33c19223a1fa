"""What people at a terminal are told of their games: in a match, in a round robin, and in a knockout."""

from __future__ import annotations

from collections.abc import Sequence

from senet_gp.cli.game_view import GameView
from senet_gp.engine.playthrough import Playthrough, Watcher
from senet_gp.games.registry import titled
from senet_gp.players.human import YOU, HumanPlayer
from senet_gp.players.player import Player
from senet_gp.runtime.errors import shortened


class PersonalGames:
    """Announces the games of a match or a round robin to the people at a terminal, and tells their results.

    Args:
        table: where they sit.
        total: how many games they play.
    """

    def __init__(self, table: GameView, total: int) -> None:
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


def tell_game(table: GameView, heading: str, playthrough: Playthrough[Player], of_opponent: str = "") -> None:
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


def tell_result(table: GameView, playthrough: Playthrough[Player]) -> None:
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


class TerminalHost:
    """Tells the people at a terminal how the knockout goes on.

    It is a :class:`~senet_gp.arena.knockout.KnockoutHost`.
    """

    def __init__(self, table: GameView, entrants: Sequence[Player], games: int) -> None:
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
