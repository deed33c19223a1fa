"""Play runs of the long studies again, to see whether this code still gives the data that they have.

    python scripts/repeat_runs.py what-breeds             # the first run of each variant
    python scripts/repeat_runs.py strength-time --runs 3  # the first three

These runs were bounded by processor time, which no machine repeats. Played for as many generations as their
data tell, they come out the same to the last digit wherever they are played, if no change has touched them.
It takes as long as these runs took, with one core; the exit code is 1 if one comes out differently.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from studies import network_judges, strength, what_breeds, what_breeds_long
from studies.work import result_of

from senet_gp import WorkerPool, play_run, to_lisp
from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.experiments.plan import Budget, read_plan
from senet_gp.players.champion import PlayersBySize
from senet_gp.runtime import plugins

STUDIES = Path(__file__).parent / "studies"


class Recorded(NamedTuple):
    """A run that a study has played, and what its data say of it.

    Attributes:
        name: what tells it from others.
        config: its configuration, with as many generations as it played.
        data: some of its data.
        of: the same data of a run that has ended.
    """

    name: str
    config: ResolvedConfig
    data: Any
    of: Callable[[PlayersBySize], Any]


def _what_breeds(runs: int) -> Iterator[Recorded]:
    return _ways("what_breeds", what_breeds.SECONDS, runs)


def _what_breeds_long(runs: int) -> Iterator[Recorded]:
    return _ways("what_breeds_long", what_breeds_long.SECONDS, runs)


def _ways(plan: str, seconds: int, runs: int) -> Iterator[Recorded]:
    for variant, found in result_of(plan.replace("_", "-")).items():
        for number, run in enumerate(islice(found, runs)):
            config = _config(plan, seconds, variant, number, run["generations"])
            data = {name: run[name] for name in ("nodes", "regrets")}
            yield Recorded(f"{variant}, seed {config.seed}", config, data, _nodes_and_regrets)


def _strength_time(runs: int) -> Iterator[Recorded]:
    for seconds, found in result_of("strength-time").items():
        for number, run in enumerate(islice(found, runs)):
            config = _config("strength_time", int(seconds), "preset", number, run["generations"])
            data = {size: run[str(size)]["expression"] for size in strength.SIZES if str(size) in run}
            yield Recorded(f"{seconds} s, seed {config.seed}", config, data, _expressions)


def _config(plan: str, seconds: int, variant: str, number: int, generations: int) -> ResolvedConfig:
    """The configuration of a variant's run, counted from 0, for some generations."""
    planned = read_plan(STUDIES / f"{plan}.toml", seeds=1, budget=Budget(max_seconds=seconds))
    config = planned.variants[variant]
    return dataclasses.replace(config, seed=config.seed + number, generations=generations)


def _nodes_and_regrets(kept: PlayersBySize) -> Any:
    trees = what_breeds.best_of(kept)
    return {"nodes": [len(tree) for tree in trees], "regrets": network_judges.regrets(trees)}


def _expressions(kept: PlayersBySize) -> Any:
    fits = [size for size in strength.SIZES if size >= len(kept.front[0].tree)]
    return {size: to_lisp(kept.best(size).tree) for size in fits}


def comes_out(recorded: Recorded) -> bool:
    """Whether a run that is played again has the data that are recorded."""
    with tempfile.TemporaryDirectory() as parent, WorkerPool(1) as pool:
        run = Path(parent) / "run"
        play_run(run, recorded.config, pool=pool)
        return bool(recorded.of(PlayersBySize.read(run / "sizes.json")) == recorded.data)


REPEATED = {
    "what-breeds": _what_breeds,
    "what-breeds-long": _what_breeds_long,
    "strength-time": _strength_time,
}


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("study", choices=REPEATED)
    parser.add_argument("--runs", type=int, default=1, help="how many of each variant")
    given = parser.parse_args()
    plugins.load(str(what_breeds.WAYS))
    differing = 0
    for recorded in REPEATED[given.study](given.runs):
        same = comes_out(recorded)
        differing += not same
        told = "the same" if same else "DIFFERS"
        print(f"{recorded.name}, {recorded.config.generations} generations: {told}", flush=True)
    sys.exit(differing > 0)


if __name__ == "__main__":
    main()
