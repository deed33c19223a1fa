"""The players that a command line names, and what people among them are told of their games.

These games are those of a match, a round robin, a knockout, or a run whose individuals play the person.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager

import click

from senet_gp.arena.games import is_person
from senet_gp.cli import Interrupted
from senet_gp.cli.game_view import GameView
from senet_gp.cli.progress import ProgressBar, progress
from senet_gp.engine.playthrough import Playthrough
from senet_gp.games.protocol import Game
from senet_gp.games.registry import titled
from senet_gp.players.human import YOU, HumanPlayer, Leave
from senet_gp.players.parsing import game_for, game_name_of, player_from_text
from senet_gp.players.player import ExpressionPlayer, NoisyPlayer, Player, without_slips
from senet_gp.runtime.errors import UsageError, printable, shortened


def entrants_from(
    texts: Sequence[str], game: Game, *, as_json: bool, games_a_pair: int | None = None
) -> list[Player]:
    """The players that a command line names; ``human`` is the person at this terminal.

    Several people share the terminal; their names are numbered. If games with a player are slow, because
    words in it have no kernel, standard error says so.

    Args:
        texts: what names the players.
        game: the game.
        as_json: whether only JSON is printed.
        games_a_pair: how many games each pair plays, which are announced to people; None if they are
            announced elsewhere.

    Raises:
        UsageError: if there is no such player, or a person would have to play while only JSON is printed.
        FileError: if a file cannot be read.
    """
    if as_json and HumanPlayer.name in texts:
        raise UsageError("human needs to see the board, and --json hides it: leave out human or --json")
    people = _people(texts, game, games_a_pair)
    players = [next(people) if text == HumanPlayer.name else player_from_text(text, game) for text in texts]
    if game.family:
        tell_slow_words({word for player in players for word in _without_kernel(player)})
    return players


def _people(texts: Sequence[str], game: Game, games_a_pair: int | None) -> Iterator[Player]:
    """The people among the players that a command line names."""
    count = texts.count(HumanPlayer.name)
    pairs = count * (len(texts) - count) + count * (count - 1) // 2
    table = GameView(game, ascii_only=False)
    host = None if games_a_pair is None else PersonalGames(table, games_a_pair * pairs)
    for number in range(1, count + 1):
        name = HumanPlayer.name if count == 1 else f"{HumanPlayer.name} {number}"
        yield HumanPlayer(table, announcer=host, name=name)


def _without_kernel(player: Player) -> set[str]:
    """The words without a kernel in a player's expression, if it has one, also beneath noise or a search."""
    player = getattr(player, "base", player)
    if not isinstance(player, ExpressionPlayer):
        return set()
    return {node.name for node in player.tree} & set(player.vocabulary.without_kernel)


def tell_slow_words(words: Collection[str]) -> None:
    """Say on standard error that games with these words, which have no kernel, are slow; if there are any."""
    if not words:
        return
    named = ", ".join(sorted(words)[:3]) + (" and others" if len(words) > 3 else "")
    has = "has no kernel" if len(words) == 1 else "have no kernel"
    click.echo(
        f"senet-gp: {printable(named)} {has}: games of expressions with such a word are played in plain "
        "Python, hundreds of times as slow as compiled code.",
        err=True,
    )


def expression_from(
    text: str, game_name: str | None, parameters: dict[str, int], purpose: str
) -> tuple[ExpressionPlayer, Game]:
    """The player with an expression that a command line names, and the game that they play.

    Of a player that slips, as Easy does, it is the player without slips; standard error says so.

    Args:
        text: what names the player.
        game_name: the name of the game, if it is given.
        parameters: the game's parameters that are given.
        purpose: how the message that refuses a player without an expression goes on.

    Raises:
        UsageError: if there is no such player or game, or the player has no expression.
        FileError: if a file cannot be read.
    """
    game = game_for([text], game_name or game_name_of(text), parameters)
    named = player_from_text(text, game)
    player = without_slips(named)
    if not isinstance(player, ExpressionPlayer):
        raise UsageError(
            f"{text} has no expression that could be {purpose}, a champion file, a hand:NAME that is one, "
            "random-tree:N, or expr:TEXT"
        )
    if isinstance(named, NoisyPlayer):
        slips = (
            f"{text} plays as {player.name}, but makes {100 * named.chance:g} of 100 moves at random; "
            f"this is about {player.name}."
        )
        click.echo(f"senet-gp: {printable(slips)}", err=True)
    return player, game


@contextmanager
def saying_what_is_saved(saved: str = "nothing is saved") -> Iterator[None]:
    """End the command with a message if it is stopped, a person leaves their game, or there is no more input.

    Args:
        saved: the end of the message, which tells what is saved.

    Raises:
        Interrupted: if they do.
    """
    try:
        yield
    except (Leave, EOFError):
        raise Interrupted(f"you left, so the games end here, and {saved}") from None
    except KeyboardInterrupt:
        raise Interrupted(f"interrupted; {saved}") from None


@contextmanager
def progress_of_games(games: int, players: Iterable[Player]) -> Iterator[ProgressBar | None]:
    """Give a function that shows how many of the games have been played, or None to show nothing.

    Nothing is shown where there is no terminal, nor if a person plays: the bar would cover the board.
    """
    with progress("games", quiet=any(map(is_person, players))) as show:
        show(0, games)
        yield show if show.seen else None


class PersonalGames:
    """Announces the games of a match or a round robin to the people at a terminal, and tells their results.

    Args:
        table: the view of the board at their terminal.
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
        table: the view of the board at the terminal.
        heading: which game it is.
        playthrough: the game.
        of_opponent: what is told of the opponent after their name.
    """
    seat, person, opponent = _sitting(playthrough)
    are, move = ("are", "move") if person == YOU else ("is", "moves")
    order = "second" if seat else "first"
    pieces = f"{person} {are} {table.signs[seat]} and {move} {order}"
    table.say(f"\n{heading}\n{pieces}, against {opponent}{of_opponent}.")
    if seat:
        table.draw(playthrough.position, 0)


def tell_result(table: GameView, playthrough: Playthrough[Player]) -> None:
    """Name the winner, if there is one: the person or the opponent."""
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
    return 0 if is_person(playthrough.players[0]) else 1


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
        self._people = [index for index, player in enumerate(entrants) if is_person(player)]

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
        if not is_person(winner):
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
