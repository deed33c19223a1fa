"""The players that a command line names; one of them may be the person at this terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from senet_gp.cli import Interrupted
from senet_gp.cli.game_table import GameTable
from senet_gp.cli.output import tell_slow_words
from senet_gp.errors import UsageError
from senet_gp.games.protocol import Game
from senet_gp.players.human import HumanPlayer, Leave
from senet_gp.players.parsing import game_for, game_name_of, player_from_text
from senet_gp.players.player import ExpressionPlayer, Player


def entrants_from(texts: Sequence[str], game: Game, *, as_json: bool) -> list[Player]:
    """The players that a command line names; ``human`` is the person at this terminal.

    If games with one of them are slow, because words in it have no kernel, standard error says so.

    Raises:
        UsageError: if there is no such player, or a person would have to play while only JSON is printed.
        FileError: if a file cannot be read.
    """
    if as_json and HumanPlayer.name in texts:
        raise UsageError("human needs to see the board, and --json hides it: leave out human or --json")
    players = [
        HumanPlayer(GameTable(game, ascii_only=False))
        if text == HumanPlayer.name
        else player_from_text(text, game)
        for text in texts
    ]
    if game.kernels:
        tell_slow_words({word for player in players for word in _without_kernel(player)})
    return players


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
def unless_a_person_leaves() -> Iterator[None]:
    """End the command with a message if a person leaves their game, or there is no more input.

    Raises:
        Interrupted: if they do.
    """
    try:
        yield
    except (Leave, EOFError):
        raise Interrupted("you left, so the games end here, and nothing is saved") from None
