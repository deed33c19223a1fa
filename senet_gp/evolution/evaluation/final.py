"""The final of a run: its suite, opened on the last winners."""

from __future__ import annotations

import random
from collections.abc import Sequence

from senet_gp.arena.pool import Pool
from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.evaluators import suite_of
from senet_gp.evolution.evaluation.outcomes import Outcomes, totals_of
from senet_gp.evolution.evaluation.protocol import key_for
from senet_gp.trees.individual import Individual


def best_of_winners(finalists: Sequence[Individual], *, config: Config, pool: Pool) -> int:
    """The index of the champion among the last winners, by more tests than a generation has.

    Args:
        finalists: the winners, the latest last.
        config: the configuration of the run, whose fitness comes from a suite.
        pool: where games are played.
    """
    rng = random.Random(key_for(config.seed, None))
    tests = suite_of(config).open(finalists, (), generation=None, rng=rng, pool=pool)
    return fewest_losses(tests.run(range(len(finalists))), config.draw_value)


def fewest_losses(result: Outcomes, draw_value: float) -> int:
    """The index of the individual with the fewest losses.

    Ties are broken by points, and then in favour of the last one. Graded outcomes have no losses, so there
    points alone decide.

    >>> import numpy as np
    >>> values = np.array([[1, -1, 1], [1, 0, 0]], np.int8)
    >>> fewest_losses(Outcomes(values=values, games=6, turns=40, self_losses=0), draw_value=0.5)
    1
    """
    losses = [0] * len(result.values) if result.graded else (result.values < 0).sum(axis=1).tolist()
    totals = totals_of(result, draw_value)
    return max(range(len(losses)), key=lambda index: (-losses[index], totals[index], index))
