"""Sparring at the terminal: what a person sees when they play against the individuals of a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from senet_gp.cli.game_table import GameTable
from senet_gp.cli.personal_games import tell_beginning, tell_end
from senet_gp.errors import UsageError
from senet_gp.evolution.config import Config
from senet_gp.evolution.operator_rows import chances_by
from senet_gp.evolution.sparring import Sparring, SparringGame, check_counts
from senet_gp.players.human import HumanPlayer

_RESULTS = {1: "has beaten you", 0: "has drawn", -1: "has lost"}


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
    return Sparring(HumanPlayer(table), every, TerminalHost(table, config, every))


class TerminalHost:
    """Tells the person at a terminal how the games go on (see :class:`senet_gp.evolution.sparring.Host`)."""

    def __init__(self, table: GameTable, config: Config, every: int) -> None:
        self._table = table
        self._config = config
        self._every = every

    def begins(self, game: SparringGame, position: Any) -> None:
        """Say which game begins, and which pieces the person has."""
        heading = (
            f"Generation {game.generation} of {self._config.generations}, game {game.number} of {game.games}"
        )
        opponent = f"{_name(game)}, {game.nodes} nodes"
        tell_beginning(self._table, heading, 1 - game.seat, opponent, position)

    def ends(self, game: SparringGame) -> None:
        """Name the winner, or say that the run continues."""
        if game.outcome is None:
            self._table.say("\nYou left. This game does not count; the run goes on without you.")
        else:
            tell_end(self._table, 1 - game.seat, -game.outcome, _name(game), game.turns)

    def counted(self, games: Sequence[SparringGame]) -> None:
        """Say what the games have changed, and when the next ones are."""
        self._table.say(
            f"\nThe chance to be selected as a parent (on average {1 / self._config.population:.2%}):"
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
