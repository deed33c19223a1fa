"""The final of a run: its suite, opened on the last winners."""

from __future__ import annotations

import random
from collections.abc import Sequence

from senet_gp.arena.pool import WorkerPool
from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.evaluators import suite_of
from senet_gp.evolution.evaluation.outcomes import Outcomes, totals_of
from senet_gp.evolution.evaluation.protocol import key_for
from senet_gp.trees.individual import Individual


def best_of_winners(finalists: Sequence[Individual], *, config: Config, pool: WorkerPool) -> int:
    """The index of the champion among the last winners, by more tests than those of a generation.

    Args:
        finalists: the winners, the latest last.
        config: the configuration of the run, whose fitness comes from a suite.
        pool: where games are played.
    """
    rng = random.Random(key_for(config.seed, None))
    tests = suite_of(config).open(finalists, (), generation=None, rng=rng, pool=pool)
    return who_loses_least(tests.run(range(len(finalists))), config.draw_value)


def who_loses_least(result: Outcomes, draw_value: float) -> int:
    """The index of who loses least; of equals, who has most points, and of equals, the last.

    Where outcomes are graded nobody loses, and points alone decide.
    """
    losses = [0] * len(result.values) if result.graded else (result.values < 0).sum(axis=1).tolist()
    totals = totals_of(result, draw_value)
    return max(range(len(losses)), key=lambda index: (-losses[index], totals[index], index))
