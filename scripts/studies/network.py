"""How strong the networks are that come with the program."""

from __future__ import annotations

from typing import Any

from studies.pages import table, with_interval
from studies.work import Study, Work

OPPONENTS = ("random", "expr:(sub their_distance my_distance)", "hand:HC1", "hand:HC4", "hand:HC5")
NETWORKS = ("net", "nets")


def _measure(work: Work) -> Any:
    games = work.pick(10_000, 100)
    found = {
        network: {opponent: work.share(network, opponent, games) for opponent in OPPONENTS}
        for network in NETWORKS
    }
    return found | {"both": work.share("nets", "net", work.pick(20_000, 100))}


def _blocks(result: Any) -> dict[str, str]:
    rows = [
        [f"`{opponent}`", *(with_interval(*result[network][opponent]) for network in NETWORKS)]
        for opponent in OPPONENTS
    ]
    said = f"Against `net` the four together, `nets`, have {with_interval(*result['both'])}."
    return {"network": f"{table(['against', '`net`', '`nets`'], rows)}\n\n{said}"}


STUDY = Study("How strong are the networks?", 3, _measure, _blocks, ("network",))
