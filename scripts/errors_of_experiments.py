"""How often experiments err, by simulation: wrong differences, missed ones, and intervals that do not hold.

Runs are drawn from distributions of four shapes: normal; lopsided, with a long tail; alike, where most runs
have one of a few values; and few, normal with five runs a variant. For each shape: how often a variant that
is compared with itself is called different, how often a difference of the size that the page names is found,
and how often the intervals of the median and of A12 hold the true value. For encounters, whose shares of
points are of many values or of five, as between players without randomness: how often one of two equal
variants is called better, and how often the interval holds where one has 60 % of points.

    python scripts/errors_of_experiments.py --comparisons 2000
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import optimize

from senet_gp.arena.intervals import wilson
from senet_gp.experiments.inference import (
    ALPHA,
    POWER,
    detectable_effect,
    equal_shares_p_value,
    mean_share_interval,
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
    effect = detectable_effect(shape.seeds)
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


def encounters(
    draw: Callable[[np.random.Generator, int], Values], count: int, comparisons: int, seed: int
) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
    """How often equal variants are not called so, and how often the interval holds where they are not equal.

    Args:
        draw: draws shares of points of the better variant.
        count: the number of encounters.
        comparisons: how many are simulated.
        seed: the seed.
    """
    rng = np.random.default_rng(seed)
    mean, false, held = float(draw(rng, _MANY).mean()), 0, 0
    for _ in range(comparisons):
        shares = draw(rng, count)
        low, high = mean_share_interval(shares.tolist()) or (0.0, 0.0)
        held += low <= mean <= high
        even = np.where(rng.random(count) < 0.5, shares, 1 - shares)
        false += equal_shares_p_value(even.tolist()) < ALPHA
    return _share(false, comparisons), _share(held, comparisons)


_SHARES: dict[str, Callable[[np.random.Generator, int], Values]] = {
    "many values": lambda rng, count: np.clip(rng.normal(0.6, 0.15, count), 0.0, 1.0),
    "five values": lambda rng, count: rng.binomial(4, 0.6, count) / 4,
    "all or nothing": lambda rng, count: rng.binomial(1, 0.6, count).astype(np.float64),
}


def lines(comparisons: int, seed: int) -> Iterator[str]:
    """The table."""
    yield f"{comparisons} comparisons of each shape, seed {seed}; {POWER:.0%} of differences are to be found"
    columns = ("called different", "found", "median held", "A12 held")
    yield f"{'shape':14} seeds  " + " ".join(f"{column:22}" for column in columns)
    for name, shape in SHAPES.items():
        errors = errors_of(shape, comparisons, seed)
        shown = [
            "-" if share is None else f"{share[0]:.1%} ({share[1]:.1%} to {share[2]:.1%})" for share in errors
        ]
        yield f"{name:14} {shape.seeds:5}  " + " ".join(f"{text:22}" for text in shown)
    yield f"{'encounters':14} seeds  {'called better':22} interval held"
    for name, draw in _SHARES.items():
        for count in (30, 10):
            shown = [
                f"{share[0]:.1%} ({share[1]:.1%} to {share[2]:.1%})"
                for share in encounters(draw, count, comparisons, seed)
            ]
            yield f"{name:14} {count:5}  " + " ".join(f"{text:22}" for text in shown)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--comparisons", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for line in lines(options.comparisons, options.seed):
        print(line, flush=True)


if __name__ == "__main__":
    main()
