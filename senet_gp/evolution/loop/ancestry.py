"""Notes on how each individual was made, taken while a population is bred.

An individual is identified by its generation and its index there. A note consists of letters, which say how
the individual was made, and the indices of its parents in the generation before: ``x12.40`` is a crossover
with base 12 and a subtree of 40; ``rp7`` is reproduced from 7, with a point mutation.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.trees.individual import Individual, Operator

#: The letters of notes, beside those of :class:`~senet_gp.trees.individual.Operator`.
DRAWN = "d"
GIVEN = "g"
REPRODUCED = "r"
MUTATED = "m"  # by an operator that does not say how
NO_ROOM = "n"  # a copy of another, since the child exceeded the node budget


class Notes:
    """Notes on how a population is made, one individual after another.

    Args:
        parents: the population of the parents; empty for a first population.

    Attributes:
        all: the note of each individual.
    """

    def __init__(self, parents: Sequence[Individual]) -> None:
        self.all: list[str] = []
        # A registered operator may breed from individuals that are not in the population.
        self._indices = defaultdict(str, {id(parent): str(n) for n, parent in enumerate(parents)})

    def reproduced(self, child: Individual, parent: Individual, *, mutated: bool) -> None:
        """Note an individual that was reproduced, and perhaps mutated."""
        how = child.made_by or MUTATED if mutated else ""
        self.all.append(f"{REPRODUCED}{how}{self._indices[id(parent)]}")

    def mutated(self, child: Individual, parent: Individual) -> None:
        """Note an individual that was made by mutation alone."""
        self.all.append(f"{child.made_by or MUTATED}{self._indices[id(parent)]}")

    def crossed(self, child: Individual, a: Individual, b: Individual) -> None:
        """Note an individual that was made by crossover."""
        base, donor = (b, a) if child.of_second else (a, b)
        if child.made_by is Operator.COPIED:
            self.all.append(f"{Operator.COPIED}{self._indices[id(base)]}")
        else:
            self.all.append(f"{Operator.CROSSED}{self._indices[id(base)]}.{self._indices[id(donor)]}")

    def improved(self, index: int, parent: int) -> None:
        """Note that an individual made by improving this parent replaces the one at an index."""
        self.all[index] = f"{Operator.TUNED}{parent}"

    def without_room(self, stand_in: Individual) -> None:
        """Correct the last note: the child exceeded the node budget, and a copy of another replaces it."""
        self.all[-1] = f"{NO_ROOM}{self._indices[id(stand_in)]}"


def notes_of_first(config: ResolvedConfig) -> list[str]:
    """The notes of a first population."""
    given = len(config.seed_with)
    return [GIVEN] * given + [DRAWN] * (config.population - given)


@dataclass(frozen=True, slots=True)
class AncestryRow:
    """A row of ``ancestry.csv``: how the individuals of a generation were made.

    Attributes:
        generation: its number.
        winner: the index of its winner.
        made: the note on each individual (see :mod:`senet_gp.evolution.loop.ancestry`).
        nodes: the size of each.
    """

    generation: int
    winner: int
    made: tuple[str, ...]
    nodes: tuple[int, ...]


def row_of(
    generation: int, population: Sequence[Individual], notes: Sequence[str], winner: int
) -> AncestryRow:
    """A generation as a row of ``ancestry.csv``."""
    return AncestryRow(generation, winner, made=tuple(notes), nodes=tuple(map(len, population)))
