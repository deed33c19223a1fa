"""Whether there is memory for as many games as were asked for, before any of them is played."""

from __future__ import annotations

from senet_gp.errors import UsageError
from senet_gp.evolution.config import Config
from senet_gp.evolution.final import FINALISTS
from senet_gp.evolution.memory import in_mib, usual_limit

#: What the main process keeps of a game until all are counted, at most; 114 are measured in a match, 99 in a
#: tournament.
BYTES_A_GAME = 120


def check_memory_for_final(config: Config) -> None:
    """Hold that this process may keep the results of the final round robin, which ends a run by knockouts.

    Raises:
        UsageError: if it may not.
    """
    if config.fitness == "knockout":
        check_memory_for(FINALISTS * (FINALISTS - 1) // 2 * config.final_games, "--final-games")


def check_memory_for(games: int, option: str = "--games") -> None:
    """Hold that this process may keep the results of so many games, in half of the memory that there is.

    Args:
        games: how many.
        option: what says how many.

    Raises:
        UsageError: if it may not.
    """
    needed, there = games * BYTES_A_GAME, usual_limit()
    if needed > there:
        raise UsageError(
            f"{games:,} games would take {in_mib(needed)} of memory, but there is room for {in_mib(there)}, "
            f"which is {there // BYTES_A_GAME:,} games: ask for fewer with {option}"
        )
