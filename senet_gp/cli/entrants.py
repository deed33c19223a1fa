"""The players that a command line names, one of whom may be the person here, and what their games need."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from senet_gp.cli import Interrupted
from senet_gp.cli.game_view import GameView
from senet_gp.cli.output import tell_slow_words
from senet_gp.cli.people import PersonalGames
from senet_gp.evolution.node_budget import usual_limit
from senet_gp.games.protocol import Game
from senet_gp.players.human import HumanPlayer, Leave
from senet_gp.players.parsing import game_for, game_name_of, player_from_text
from senet_gp.players.player import ExpressionPlayer, Player
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.machine import in_mib

#: An upper bound, in bytes, for what the main process keeps of each game until all are counted: 114 were
#: measured in a match, 99 in a tournament.
BYTES_A_GAME = 120


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


def expression_from(
    text: str, game_name: str | None, parameters: Sequence[tuple[str, int]], purpose: str
) -> tuple[ExpressionPlayer, Game]:
    """The player with an expression that a command line names, and the game that they play.

    Args:
        text: what names the player.
        game_name: the name of the game, if it is given.
        parameters: the game's parameters that are given.
        purpose: how the message that refuses a player without an expression goes on.

    Raises:
        UsageError: if there is no such player or game, or the player has no expression.
        FileError: if a file cannot be read.
    """
    game = game_for([text], game_name or game_name_of(text), dict(parameters))
    player = player_from_text(text, game)
    if not isinstance(player, ExpressionPlayer):
        raise UsageError(
            f"{text} has no expression that could be {purpose}, a champion file, hand:NAME, random-tree:N, "
            "or expr:TEXT"
        )
    return player, game


@contextmanager
def unless_a_person_leaves(saved: str = "nothing is saved") -> Iterator[None]:
    """End the command with a message if a person leaves their game, or there is no more input.

    Args:
        saved: the end of the message, which tells what is saved.

    Raises:
        Interrupted: if they do.
    """
    try:
        yield
    except (Leave, EOFError):
        raise Interrupted(f"you left, so the games end here, and {saved}") from None


def check_memory_for(games: int, option: str = "--games") -> None:
    """Check that the results of so many games fit into half of this computer's memory.

    Args:
        games: how many games.
        option: the option that says how many.

    Raises:
        UsageError: if they do not.
    """
    needed, there = games * BYTES_A_GAME, usual_limit()
    if needed > there:
        raise UsageError(
            f"{games:,} games would take {in_mib(needed)} of memory, but {in_mib(there)} are free for them, "
            f"enough for {there // BYTES_A_GAME:,} games: ask for fewer with {option}"
        )
