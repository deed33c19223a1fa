"""Sparring at the terminal: what the person who plays the individuals of a run is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from senet_gp.cli.game_table import GameTable
from senet_gp.cli.personal_games import tell_beginning, tell_end
from senet_gp.errors import UsageError
from senet_gp.evolution.config import Config
from senet_gp.evolution.sparring import Sparring, SparringGame
from senet_gp.players.human import HumanPlayer

_RESULTS = {1: "has beaten you", 0: "has drawn", -1: "has lost"}


def check_sparring(config: Config, every: int) -> None:
    """Make sure that a run has a generation whose individuals play.

    Raises:
        UsageError: if it has none.
    """
    if every > config.generations:
        raise UsageError(
            f"--spar-every is {every}, but the run has only {config.generations} generations: "
            "nobody would ever play you"
        )


def sparring_at_this_terminal(config: Config, every: int) -> Sparring:
    """Let individuals of every so many generations play the person at this terminal."""
    table = GameTable(config.game_value, ascii_only=False)
    return Sparring(HumanPlayer(table), every, TerminalHost(table, config, every))


class TerminalHost:
    """Tells the person at a terminal what goes on (see :class:`senet_gp.evolution.sparring.Host`)."""

    def __init__(self, table: GameTable, config: Config, every: int) -> None:
        self._table = table
        self._config = config
        self._every = every

    def begins(self, game: SparringGame, position: Any) -> None:
        """Say which game begins, and who the person is."""
        heading = (
            f"Generation {game.generation} of {self._config.generations}, game {game.number} of {game.games}"
        )
        opponent = f"{_name(game)}, {game.nodes} nodes"
        tell_beginning(self._table, heading, 1 - game.seat, opponent, position)

    def ends(self, game: SparringGame) -> None:
        """Say who has won, or that the run goes on."""
        if game.outcome is None:
            self._table.say("\nYou leave. This game does not count; the run goes on without you.")
        else:
            tell_end(self._table, 1 - game.seat, -game.outcome, _name(game), game.turns)

    def counted(self, games: Sequence[SparringGame]) -> None:
        """Say what the games have changed, and when the next ones are."""
        self._table.say(
            f"\nThe chance to be drawn as a parent (on average {1 / self._config.population:.2%}):"
        )
        for game in games:
            if game.outcome is not None:
                before, after = game.chance
                self._table.say(
                    f"  {_name(game)} {_RESULTS[game.outcome]}: {after:.2%} instead of {before:.2%}"
                )
        following = games[0].generation + self._every
        if games[-1].outcome is not None:
            again = (
                f"you play again in generation {following}"
                if following <= self._config.generations
                else "you have played your last game"
            )
            self._table.say(f"The run goes on; {again}.\n")


def _name(game: SparringGame) -> str:
    return f"opponent {game.number}"
