"""Where the operators of a run draw from.

Each child has a stream of its own, named by seed, generation and place, and so have the choice of all parents
and what an evaluation draws. So a child is the same wherever it is bred, and nothing of it need be kept.

Operators draw from one generator, which is registered with them and begins anew wherever another stream
begins. Runs that version 0.1.0 began draw from theirs in sequence: it never begins anew.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import Self

from senet_gp.seed_domains import SeedDomain
from senet_gp.streams import key_of, part_key


class Part(IntEnum):
    """What has a stream of its own in a generation; children have one each."""

    REPRODUCED = 0
    SELECTED = 1
    EVALUATED = 2
    CHILDREN = 3


class Draws:
    """What is drawn in a run.

    Args:
        seed: the run's.
        sequence: the generator of a run that draws everything from it, one after the other.

    Attributes:
        rng: the generator that operators draw from.
        everybodys: whether Python's own generator, which DEAP's operators draw from, begins anew as well.
    """

    def __init__(self, seed: int, sequence: random.Random | None = None) -> None:
        self.rng = random.Random(seed) if sequence is None else sequence
        self.keyed = sequence is None
        self.everybodys = False
        self._seed = seed

    @classmethod
    def of_children(cls, rng: random.Random, *, everybodys: bool) -> Self:
        """What draws for children alone, elsewhere."""
        draws = cls(0)
        draws.rng, draws.everybodys = rng, everybodys
        return draws

    def begin(self, generation: int, part: Part) -> None:
        """Let the next be drawn from the stream of a part of a generation."""
        if self.keyed:
            self._begin(self._key(generation, part))

    def begin_child(self, key: int, place: int) -> None:
        """Let the next be drawn from the stream of a child: that at a place, of those of a key."""
        if self.keyed:
            self._begin(part_key(key, place))

    def children(self, generation: int) -> int:
        """The key of the children of a generation."""
        return self._key(generation, Part.CHILDREN) if self.keyed else 0

    def _key(self, generation: int, part: Part) -> int:
        return key_of(self._seed, SeedDomain.BREEDING, generation, part)

    def _begin(self, key: int) -> None:
        self.rng.seed(key)
        if self.everybodys:
            random.seed(key)

    @contextmanager
    def beside(self, *, everybodys: bool) -> Iterator[None]:
        """Draw from Python's own generator as well, meanwhile, and leave it as it was.

        Args:
            everybodys: whether some operator may draw from it; else it is left alone.
        """
        self.everybodys = everybodys and self.keyed
        before = random.getstate() if self.everybodys else None
        try:
            yield
        finally:
            self.everybodys = False
            if before is not None:
                random.setstate(before)
