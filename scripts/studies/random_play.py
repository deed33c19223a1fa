"""How long games of two random movers last, and how often the first of them wins."""

from __future__ import annotations

from statistics import mean
from textwrap import fill
from typing import Any

from studies.strength import mean_and_reach
from studies.work import Study, Work

#: What the paper of 1995 reports of 38,000 games: about so many rounds.
ROUNDS = 150


def _measure(work: Work) -> Any:
    games = work.pick(10_000, 200)
    seeds = range(1, work.pick(11, 3))
    matches = [work.match("random", "random", games=games, seed=seed) for seed in seeds]
    return {
        "turns": [match["mean_turns"] for match in matches],
        "first": [100 * match["first_mover_wins"] / match["games"] for match in matches],
    }


def _ends(values: list[float]) -> str:
    """A 95 % interval of the mean of independent values."""
    middle, reach = mean_and_reach(values)
    return f"{middle - reach:.1f} to {middle + reach:.1f}"


def _blocks(result: Any) -> dict[str, str]:
    turns, first = (f"{mean(result[name]):.1f}" for name in ("turns", "first"))
    said = (
        f"Two random movers play {turns} turns a game (95 % interval {_ends(result['turns'])}), and the "
        f"first mover wins {first} % ({_ends(result['first'])}). The paper reports about {ROUNDS} rounds."
    )
    return {"random-play": fill(said, 110)}


STUDY = Study(
    "How long do games of two random movers last, and who wins?", 1, _measure, _blocks, ("random-play",)
)
