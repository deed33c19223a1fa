"""Experiments by simulation: how often wrong differences are found, and intervals do not hold.

Runs are drawn from distributions of some shapes: normal; lopsided, with a long tail; alike, where most runs
have one of a few values; and few, with five runs a variant.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.experiments.inference import (
    ALPHA,
    median_interval,
    p_value,
    superiority_interval,
)

Values = NDArray[np.float64]
#: The values of a shape that stand for its distribution when its true median is computed.
_MANY = 100_000


class Shape(NamedTuple):
    """A distribution of the values of runs, and how many there are of each variant."""

    seeds: int
    draw: Callable[[np.random.Generator, int], Values]


SHAPES = {
    "normal": Shape(30, lambda rng, count: rng.normal(0.0, 1.0, count)),
    "lopsided": Shape(30, lambda rng, count: rng.exponential(1.0, count) ** 1.5),
    "alike": Shape(30, lambda rng, count: rng.binomial(4, 0.8, count).astype(np.float64)),
    "few": Shape(5, lambda rng, count: rng.normal(0.0, 1.0, count)),
    "few and alike": Shape(5, lambda rng, count: rng.binomial(4, 0.8, count).astype(np.float64)),
}


def called_different(shape: Shape, comparisons: int, rng: np.random.Generator) -> int:
    """How many comparisons of a variant with itself are called different."""
    hits = 0
    for _ in range(comparisons):
        a, b = shape.draw(rng, shape.seeds), shape.draw(rng, shape.seeds)
        hits += p_value(a.tolist(), b.tolist()) < ALPHA
    return hits


def intervals_that_hold(shape: Shape, comparisons: int, seed: int) -> tuple[int, int]:
    """How many intervals of medians, and of A12, hold the true value."""
    rng = np.random.default_rng(seed)
    median = float(np.median(shape.draw(rng, _MANY + 1)))
    medians = effects = 0
    for _ in range(comparisons):
        a, b = (shape.draw(rng, shape.seeds).tolist() for _ in range(2))
        low, high = median_interval(a) or (0.0, 0.0)
        medians += low <= median <= high
        low, high = superiority_interval(a, b)
        effects += low <= 0.5 <= high
    return medians, effects
