"""Experiments by simulation: how often wrong differences are found, and intervals do not hold.

Runs are drawn from distributions of some shapes: normal; lopsided, with a long tail; alike, where most runs
have one of a few values; and few, with five runs a variant.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import optimize

from senet_gp.engine.measurement import wilson
from senet_gp.experiments.inference import (
    ALPHA,
    detectable_effect,
    median_interval,
    p_value,
    superiority,
    superiority_interval,
)

Values = NDArray[np.float64]
#: So many values of a shape stand for its distribution when its true median and A12 are computed.
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


class Errors(NamedTuple):
    """What a simulation finds; each share has the ends of its 95 % interval."""

    false: tuple[float, float, float]
    found: tuple[float, float, float] | None
    median_held: tuple[float, float, float]
    effect_held: tuple[float, float, float]


def _share(hits: int, of: int) -> tuple[float, float, float]:
    return (hits / of, *wilson(hits, of))


def called_different(shape: Shape, shift: float, comparisons: int, rng: np.random.Generator) -> int:
    """How many comparisons of a variant with itself, moved by a shift, are called different."""
    hits = 0
    for _ in range(comparisons):
        a, b = shape.draw(rng, shape.seeds) + shift, shape.draw(rng, shape.seeds)
        hits += p_value(a.tolist(), b.tolist()) < ALPHA
    return hits


def detectable_shift(shape: Shape, rng: np.random.Generator) -> float | None:
    """The shift by which the shape has the A12 that the page says is found; None if it is in steps."""
    effect = detectable_effect(shape.seeds, ALPHA)
    drawn, other = shape.draw(rng, _MANY), np.sort(shape.draw(rng, _MANY))
    if effect is None or len(np.unique(drawn)) < _MANY / 2:
        return None

    def missing(shift: float) -> float:
        return float(np.searchsorted(other, drawn + shift).mean()) / _MANY - effect

    return float(optimize.brentq(missing, 0.0, 100.0))


def errors_of(shape: Shape, comparisons: int, seed: int) -> Errors:
    """Simulate many comparisons."""
    rng = np.random.default_rng(seed)
    shift = detectable_shift(shape, rng)
    false = called_different(shape, 0.0, comparisons, rng)
    found = None if shift is None else called_different(shape, shift, comparisons, rng)
    median = float(np.median(shape.draw(rng, _MANY + 1)))
    medians = effects = 0
    for _ in range(comparisons):
        a, b = (shape.draw(rng, shape.seeds).tolist() for _ in range(2))
        low, high = median_interval(a) or (0.0, 0.0)
        medians += low <= median <= high
        low, high = superiority_interval(superiority(a, b), shape.seeds, shape.seeds)
        effects += low <= 0.5 <= high
    return Errors(
        _share(false, comparisons),
        None if found is None else _share(found, comparisons),
        _share(medians, comparisons),
        _share(effects, comparisons),
    )
