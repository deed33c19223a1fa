"""What the presets take, and how good the players are that they breed."""

from __future__ import annotations

from typing import Any

from studies.pages import table, with_interval
from studies.work import Study, Work

MINUTE = " --minutes 1"
SENET = ("evolve senet", f"evolve senet --preset strong{MINUTE}", "evolve senet --preset strong")
#: What makes a command small.
_TINY = ("--population", 32, "--generations", 2)
_TINY_STRONG = (*_TINY, "--cases", 128, "--labelled", 256)
OPPONENT = "hand:HC5"


def _measure(work: Work) -> Any:
    senet = []
    for number, command in enumerate(work.pick(SENET, SENET[:2])):
        run = f"senet-{number}"
        bred, seconds = _bred(work, command, run)
        score = work.share(run, OPPONENT, work.pick(10_000, 200))
        senet.append({"command": command, "seconds": seconds, "nodes": bred["nodes"], "score": score})
    return senet


def _bred(work: Work, command: str, run: str) -> tuple[Any, float]:
    """What a command prints, and its processor time when everything is compiled."""
    small = _TINY_STRONG if "strong" in command else _TINY
    words = [*command.replace(MINUTE, "").split(), *small]
    if work.small:
        return work.command(*words, "--out", run), 0.0
    work.command(*words, "--out", f"{run}-small")
    before = work.seconds
    return work.command(*command.split(), "--out", run), work.seconds - before


def _blocks(result: Any) -> dict[str, str]:
    rows = [
        [f"`{one['command']}`", _minutes(one["seconds"]), one["nodes"], with_interval(*one["score"])]
        for one in result
    ]
    return {"choosing-presets": table(["command", "minutes of a core", "nodes", "score"], rows)}


def _minutes(seconds: float) -> str:
    return f"{seconds / 60:.1f}"


STUDY = Study(
    "What do the presets take, and how good are the players?", 25, _measure, _blocks, ("choosing-presets",)
)
