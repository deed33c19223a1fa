"""Checking, before any game is played, that there is memory for all the games that were asked for."""

from __future__ import annotations

from senet_gp.errors import UsageError
from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.registry import SUITES
from senet_gp.evolution.final import finalists_each
from senet_gp.evolution.memory import usual_limit
from senet_gp.machine import in_mib

#: An upper bound, in bytes, for what the main process keeps of each game until all are counted: 114 were
#: measured in a match, 99 in a tournament.
BYTES_A_GAME = 120


def check_memory_for_final(config: Config) -> None:
    """Check that the results of the final round robin, which ends a run with knockouts, fit into memory.

    Raises:
        UsageError: if they do not.
    """
    if SUITES[config.fitness].ends_in_round_robin:
        finalists = config.islands * finalists_each(config)
        check_memory_for(finalists * (finalists - 1) // 2 * config.final_games, "--final-games")


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
