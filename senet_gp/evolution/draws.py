"""The random numbers of a run's operators.

Each child has its own random stream, identified by seed, generation and index. The choice of parents and the
evaluation of a generation have streams of their own, too. So a child is the same in whichever process it is
bred, and no state of a generator has to be saved.

All operators draw from one generator, which is seeded anew at the beginning of each stream.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import Self

from senet_gp.runtime.errors import brief
from senet_gp.runtime.streams import SeedDomain, key_of, part_key


class Stage(IntEnum):
    """The stages of a generation with a stream each; each child has a further one, below ``CHILDREN``."""

    REPRODUCED = 0
    SELECTED = 1
    EVALUATED = 2
    CHILDREN = 3


class Draws:
    """The generator of a run, and its streams.

    Args:
        seed: the run's seed.

    Attributes:
        rng: the generator that operators draw from.
        everybodys: whether Python's global generator, from which DEAP's operators draw, is seeded as well.

    >>> draws = Draws(seed=1)
    >>> draws.begin(generation=3, stage=Stage.SELECTED)
    >>> first = draws.rng.random()
    >>> draws.begin(generation=3, stage=Stage.SELECTED)
    >>> draws.rng.random() == first
    True
    """

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.everybodys = False
        self._seed = seed

    def __repr__(self) -> str:
        return brief(self, f"seed {self._seed}")

    @classmethod
    def of_children(cls, rng: random.Random, *, everybodys: bool) -> Self:
        """The streams of children alone, for a worker."""
        draws = cls(0)
        draws.rng, draws.everybodys = rng, everybodys
        return draws

    def begin(self, generation: int, stage: Stage) -> None:
        """Begin the stream of a stage of a generation."""
        self._begin(self._key(generation, stage))

    def begin_child(self, key: int, place: int) -> None:
        """Begin the stream of the child at this index, given the key of the generation's children."""
        self._begin(part_key(key, place))

    def children(self, generation: int) -> int:
        """The key of the children of a generation, as :meth:`begin_child` takes it."""
        return self._key(generation, Stage.CHILDREN)

    def _key(self, generation: int, stage: Stage) -> int:
        return key_of(self._seed, SeedDomain.BREEDING, generation, stage)

    def _begin(self, key: int) -> None:
        self.rng.seed(key)
        if self.everybodys:
            random.seed(key)

    @contextmanager
    def beside(self, *, everybodys: bool) -> Iterator[None]:
        """Seed Python's global generator as well while this context lasts, and restore it afterwards.

        Args:
            everybodys: whether some operator may draw from it; if not, it is not touched.
        """
        self.everybodys = everybodys
        before = random.getstate() if everybodys else None
        try:
            yield
        finally:
            self.everybodys = False
            if before is not None:
                random.setstate(before)
