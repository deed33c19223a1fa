"""How each individual was made, and the numbers by which a log names individuals.

While a population is bred, each individual is noted with the operator that made it and the indices of its
parents in the generation before. The log ``individuals.csv`` names individuals by ids, which are unique in a
run, also on its islands.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.operators.variation import Operator
from senet_gp.runtime.logs import Signed, TableFormat, column
from senet_gp.trees.individual import Individual

#: How an individual was made, beside the operators of
#: :class:`~senet_gp.evolution.operators.variation.Operator`.
DRAWN = "drawn"
GIVEN = "given"
REPRODUCED = "reproduced"
MUTATED = "mutation"  # by an operator that does not say how
NO_ROOM = "no-room"  # a copy of another, since the child exceeded the node budget


class Origin(NamedTuple):
    """How an individual was made, and of which individuals of the generation before.

    Attributes:
        operator: what made it, as ``individuals.csv`` says.
        parent: the index of its parent, in a crossover of the one whose root it keeps; None if it has
            none, or one that was not in the population.
        donor: the index of the parent that gave a subtree in a crossover.
    """

    operator: str
    parent: int | None = None
    donor: int | None = None


class Candidates(NamedTuple):
    """The individuals that are evaluated together in a generation, before they have a fitness.

    Attributes:
        individuals: the individuals.
        origins: how each was made.
        refused: how many children exceeded the node budget and were replaced by copies of parents.
    """

    individuals: list[Individual]
    origins: list[Origin]
    refused: int = 0


class PopulationOrigins:
    """Tells how the individuals of a population were made from their parents.

    Args:
        parents: the population of the parents.
    """

    def __init__(self, parents: Sequence[Individual]) -> None:
        # A registered operator may breed from individuals that are not in the population.
        self._indices: defaultdict[int, int | None] = defaultdict(
            lambda: None, {id(parent): index for index, parent in enumerate(parents)}
        )

    def origin(
        self, child: Individual, first: Individual, second: Individual | None, *, mutated: bool
    ) -> Origin:
        """The origin of a child.

        Args:
            child: the child.
            first: its first parent.
            second: its second parent; None if the first was reproduced.
            mutated: whether it was mutated; of two parents, then, the first alone.
        """
        if second is None:
            operator = f"{REPRODUCED}+{child.made_by or MUTATED}" if mutated else REPRODUCED
            return Origin(operator, self._indices[id(first)])
        if mutated:
            return Origin(child.made_by or MUTATED, self._indices[id(first)])
        base, donor = (second, first) if child.of_second else (first, second)
        if child.made_by is Operator.COPIED:
            return Origin(Operator.COPIED, self._indices[id(base)])
        return Origin(Operator.CROSSED, self._indices[id(base)], self._indices[id(donor)])

    def origin_without_room(self, stand_in: Individual) -> Origin:
        """The origin of a copy of another individual, in place of a child that exceeded the node budget."""
        return Origin(NO_ROOM, self._indices[id(stand_in)])


def origins_of_first(config: ResolvedConfig) -> list[Origin]:
    """The origins of a first population."""
    given = len(config.seed_with)
    return [Origin(GIVEN)] * given + [Origin(DRAWN)] * (config.population - given)


class IndividualIds(NamedTuple):
    """The ids of the individuals of a run: they are counted generation by generation, and island by island.

    >>> IndividualIds(population=100).of(generation=3, index=17)
    217

    Attributes:
        population: the individuals of a population.
        island: the number of the island whose individuals they are, from 1 on.
        islands: how many islands there are.
    """

    population: int
    island: int = 1
    islands: int = 1

    def of(self, generation: int, index: int, island: int = 0) -> int:
        """The id of an individual.

        Args:
            generation: its generation, from 1 on.
            index: its index in the population.
            island: the number of its island, if it is another one.
        """
        return ((generation - 1) * self.islands + (island or self.island) - 1) * self.population + index


@dataclass(frozen=True, slots=True)
class IndividualRow:
    """A row of ``individuals.csv``: an individual of a generation, and how it was made."""

    TABLE: ClassVar[TableFormat] = TableFormat(
        "individuals.csv", 1, "each individual, and how it was made; with `--log individuals`", several=True
    )

    generation: int = column("its generation")
    id: int = column("its number, which no other individual of the run has, on no island")
    operator: str = column(
        "what made it: `drawn` at random, `given` (`--seed-with`), `reproduced` (copied), `crossover`, a "
        "mutation (`point`, `subtree`, `insertion`, `hoist`; `mutation` if its operator does not say which), "
        "`tuned`, `copied` (nothing could be changed, or the child exceeded `size_limit` or `depth_limit`), "
        "`no-room` (copied since the population would have exceeded `max_nodes`); "
        "`reproduced+point` is a copy that was mutated",
    )
    parent: int | None = column(
        "the id of its parent, in a crossover of the one whose root it has; empty if there is none"
    )
    donor: int | None = column("the id of the parent that gave a subtree, after a crossover")
    nodes: int = column("its size", unit="nodes")
    depth: int = column("its depth; a root alone has 0")
    fitness: Signed = column("its fitness, of several values the first; see `fitness_best`")


def rows_of(
    generation: int,
    population: Iterable[Individual],
    origins: Iterable[Origin],
    ids: IndividualIds,
    arrived: Mapping[int, tuple[int, int]],
) -> list[IndividualRow]:
    """The rows of a generation in ``individuals.csv``.

    Args:
        generation: its number.
        population: its individuals, with their fitness.
        origins: how each was made.
        ids: the ids.
        arrived: the migrants among the parents, by index: the number of the island that each came from, and
            its index there.
    """

    def parent_id(index: int | None) -> int | None:
        if index is None:
            return None
        island, place = arrived.get(index, (0, index))
        return ids.of(generation - 1, place, island)

    return [
        IndividualRow(
            generation=generation,
            id=ids.of(generation, index),
            operator=str(origin.operator),
            parent=parent_id(origin.parent),
            donor=parent_id(origin.donor),
            nodes=len(individual),
            depth=individual.depth,
            fitness=float(individual.fitness.values[0]),
        )
        for index, (individual, origin) in enumerate(zip(population, origins, strict=True))
    ]
