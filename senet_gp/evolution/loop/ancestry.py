"""How each individual was made: a note on it, taken while a population is bred.

An individual is identified by its generation and its index there. A note consists of letters, which say how
the individual was made, and the indices of its parents in the generation before: ``x12.40`` is a crossover
with base 12 and a subtree of 40; ``rp7`` is reproduced from 7, with a point mutation.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.operators.variation import Operator
from senet_gp.trees.individual import Individual

#: The letters of notes, beside those of :class:`~senet_gp.evolution.operators.variation.Operator`.
DRAWN = "d"
GIVEN = "g"
REPRODUCED = "r"
MUTATED = "m"  # by an operator that does not say how
NO_ROOM = "n"  # a copy of another, since the child exceeded the node budget


class Candidates(NamedTuple):
    """The individuals that are evaluated together in a generation, before they have a fitness.

    Attributes:
        individuals: the individuals.
        notes: how each was made.
        refused: how many children exceeded the node budget and were replaced by copies of parents.
    """

    individuals: list[Individual]
    notes: list[str]
    refused: int = 0


class Origins:
    """Tells how the individuals of a population were made from their parents.

    Args:
        parents: the population of the parents.
    """

    def __init__(self, parents: Sequence[Individual]) -> None:
        # A registered operator may breed from individuals that are not in the population.
        self._indices = defaultdict(str, {id(parent): str(index) for index, parent in enumerate(parents)})

    def note(self, child: Individual, first: Individual, second: Individual | None, *, mutated: bool) -> str:
        """The note on a child.

        Args:
            child: the child.
            first: its first parent.
            second: its second parent; None if the first was reproduced.
            mutated: whether it was mutated; of two parents, then, the first alone.
        """
        how = child.made_by or MUTATED if mutated else ""
        if second is None:
            return f"{REPRODUCED}{how}{self._indices[id(first)]}"
        if mutated:
            return f"{how}{self._indices[id(first)]}"
        base, donor = (second, first) if child.of_second else (first, second)
        if child.made_by is Operator.COPIED:
            return f"{Operator.COPIED}{self._indices[id(base)]}"
        return f"{Operator.CROSSED}{self._indices[id(base)]}.{self._indices[id(donor)]}"

    def note_without_room(self, stand_in: Individual) -> str:
        """The note on a copy of another individual, which replaces a child that exceeded the node budget."""
        return f"{NO_ROOM}{self._indices[id(stand_in)]}"


def note_improved(parent: int) -> str:
    """The note on an individual that was made by improving the parent at this index."""
    return f"{Operator.TUNED}{parent}"


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
