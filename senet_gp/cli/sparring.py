"""Sparring at the terminal: what a person sees when they play against the individuals of a run."""

from __future__ import annotations

from collections.abc import Sequence

from senet_gp.cli.game_table import GameTable
from senet_gp.cli.personal_games import tell_game, tell_result
from senet_gp.engine.playthrough import Playthrough
from senet_gp.errors import UsageError
from senet_gp.evolution.config import Config
from senet_gp.evolution.operator_rows import chances_by
from senet_gp.evolution.sparring import Opponent, Sparring, SparringGame, check_counts
from senet_gp.players.human import HumanPlayer
from senet_gp.players.player import Player

_RESULTS = {1: "has beaten you", 0: "has drawn", -1: "has lost", None: "was left"}


def check_sparring(config: Config, every: int) -> None:
    """Make sure that a run has a generation in which individuals play the person.

    Raises:
        UsageError: if it has none, such games cannot count in it, or its selection does not say how likely
            individuals become parents, which the person is told.
    """
    check_counts(config)
    chances_by(config.selection)
    if every > config.generations:
        raise UsageError(
            f"--spar-every is {every}, but the run has only {config.generations} generations, so you would "
            "never play: give a smaller number"
        )


def sparring_at_this_terminal(config: Config, every: int) -> Sparring:
    """Let individuals play the person at this terminal, in every so many generations."""
    table = GameTable(config.game_value, ascii_only=False)
    return Sparring(HumanPlayer(table, announcer=_Announcer(table, config.generations)), every)


class _Announcer:
    """Announces the games of a run to the person (see :class:`senet_gp.engine.playthrough.Announcer`)."""

    def __init__(self, table: GameTable, generations: int) -> None:
        self._table = table
        self._generations = generations

    def game_begins(self, playthrough: Playthrough[Player]) -> None:
        """Say which game begins, and which pieces the person has."""
        (game,) = (player.game for player in playthrough.players if isinstance(player, Opponent))
        heading = f"Generation {game.generation} of {self._generations}, game {game.number} of {game.games}"
        tell_game(self._table, heading, playthrough, f", {game.nodes} nodes")

    def game_ends(self, playthrough: Playthrough[Player]) -> None:
        """Name the winner."""
        tell_result(self._table, playthrough)


def tell_effect(games: Sequence[SparringGame], config: Config, every: int) -> None:
    """Tell the person what the games of a generation have changed, and when the next ones are.

    Args:
        games: the games.
        config: the configuration of the run.
        every: how many generations pass from one with games to the next.
    """
    table = GameTable(config.game_value, ascii_only=False)
    left = games[-1].outcome is None
    if left:
        table.say("\nYou left. This game does not count; the run goes on without you.")
    ended = [game for game in games if game.outcome is not None]
    if ended:
        table.say(f"\nThe chance to be selected as a parent (on average {1 / config.population:.2%}):")
    for game in ended:
        before, after = game.chance
        result = _RESULTS[game.outcome]
        table.say(f"  opponent {game.number} {result}: {after:.2%} instead of {before:.2%}")
    if not left:
        following = games[-1].generation + every
        last = following > config.generations
        again = "you have played your last game" if last else f"you play again in generation {following}"
        table.say(f"The run goes on; {again}.\n")
