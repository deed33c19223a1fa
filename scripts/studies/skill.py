"""How often the better of two players is ahead after some games of Senet: skill beside luck."""

from __future__ import annotations

from math import comb
from typing import Any

from senet_gp import game_of
from senet_gp.players.levels import beginner_of
from studies.pages import percent, table, with_interval
from studies.work import Study, Work

GAMES = (5, 20, 100)
#: The better player and the other one; a beginner plays every other move at random.
PAIRS = (("easy", "beginner"), ("medium", "easy"), ("best", "medium"), ("best", "random"))
SURE, MOST = 0.95, 2_000


def ahead(share: float, games: int) -> float:
    """The chance to have won more than half of some games; half of them counts as half.

    >>> ahead(0.6, 1), round(ahead(0.6, 2), 3)
    (0.6, 0.6)
    """
    chances = [comb(games, won) * share**won * (1 - share) ** (games - won) for won in range(games + 1)]
    level = chances[games // 2] / 2 if games % 2 == 0 else 0.0
    return sum(chances[games // 2 + 1 :]) + level


def games_until_sure(share: float) -> str:
    """After how many games, an odd number, the better player is ahead with a chance of 95 %."""
    return next((str(games) for games in range(1, MOST, 2) if ahead(share, games) >= SURE), f"over {MOST}")


def _measure(work: Work) -> Any:
    games = work.pick(10_000, 100)
    beginner = beginner_of(game_of("senet"))
    return [
        [better, other, *work.share(better, beginner if other == "beginner" else other, games)]
        for better, other in PAIRS
    ]


def _blocks(result: Any) -> dict[str, str]:
    rows = [
        [
            f"{better} against {other}",
            with_interval(share, interval),
            *(percent(ahead(share, games), 0) for games in GAMES),
            games_until_sure(share),
        ]
        for better, other, share, interval in result
    ]
    head = ["players", "1 game", *(f"{games} games" for games in GAMES), "95 % sure after"]
    return {"skill-ahead": table(head, rows)}


STUDY = Study("How much does skill matter beside luck at Senet?", 1, _measure, _blocks, ("skill-ahead",))
