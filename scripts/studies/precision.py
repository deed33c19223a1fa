"""How much shared throws and subtracted luck narrow the interval of a match."""

from __future__ import annotations

from typing import Any

from studies.pages import percent, table, with_interval
from studies.work import Study, Work

PAIRS = (
    ("hand:HC5", "hand:HC4"),
    ("hand:HC5", "hand:S1"),
    ("hand:HC5", "random"),
    ("hand:HC1", "hand:HC2"),
)


def _measure(work: Work) -> Any:
    games = work.pick(20_000, 400)
    return [work.match(*pair, games=games) for pair in PAIRS]


def _blocks(result: Any) -> dict[str, str]:
    rows = [
        [
            "`{}` against `{}`".format(*match["players"]),
            with_interval(match["adjusted_score"], match["interval"]),
            f"{match['effective_games']:,.0f}",
        ]
        for match in result
    ]
    gains = sorted(match["effective_games"] / match["games"] - 1 for match in result)
    said = (
        f"{result[0]['games']:,} games were played of each pair: shared throws and subtracted luck are worth "
        f"{percent(gains[0], 0)} to {percent(gains[-1], 0)} more games, at no cost."
    )
    return {"match-precision": f"{table(['players', 'score', 'effective games'], rows)}\n\n{said}"}


STUDY = Study(
    "How much do shared throws and subtracted luck narrow intervals?",
    1,
    _measure,
    _blocks,
    ("match-precision",),
)
