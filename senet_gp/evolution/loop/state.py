"""What a run holds: its state, from which it goes on, and each generation, as hooks and files get it.

The files of a run know these, and nothing of the loop that makes them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from primitives.vocabulary import Vocabulary
from senet_gp.evolution.evaluation.sparring import SparringGame
from senet_gp.evolution.loop.genealogy import IndividualRow
from senet_gp.evolution.loop.logbook import GenerationRow, TimingRow, record_of
from senet_gp.evolution.loop.sizes import SizeRow
from senet_gp.runtime.errors import SenetGpError, UsageError, brief
from senet_gp.trees.individual import Individual, individual_of


class Ending(Enum):
    """Why a run has no further generation.

    Attributes:
        GENERATIONS: it has played the configured number.
        MINUTES: its minutes have passed.
        PROVEN: its last winner is proven to do as well as perfect play, and that was to end it.
    """

    GENERATIONS = auto()
    MINUTES = auto()
    PROVEN = auto()


@dataclass
class State:
    """Everything that a run needs to continue.

    Attributes:
        generation: the number of generations played.
        population: the individuals of the last generation, with their fitness.
        winners: the winners of the last generations, each with its generation, as many as
            :func:`~senet_gp.evolution.evaluation.final.winners_kept` says.
        operators: descriptions, by alias, of the operators that were not the configured ones when the last
            generation was made, and of those that drew the first population.
        operators_from: the name of the function that registered them, ``MODULE:FUNCTION``; empty if another
            program did.
        arrived: the migrants in the population, by index: the number of the island that each came from, and
            its index there.
    """

    generation: int = 0
    population: list[Individual] = field(default_factory=list)
    winners: list[tuple[int, Individual]] = field(default_factory=list)
    operators: dict[str, str] = field(default_factory=dict)
    operators_from: str = ""
    arrived: dict[int, tuple[int, int]] = field(default_factory=dict)

    def __repr__(self) -> str:
        return brief(
            self,
            f"generation {self.generation}",
            f"{len(self.population):,} individuals",
            f"{len(self.winners)} winners kept",
        )

    @property
    def earlier_winners(self) -> list[Individual]:
        """The winners that it keeps, without their generations."""
        return [winner for _, winner in self.winners]

    def enter(self, population: list[Individual], winner: Individual, *, kept: int) -> None:
        """Enter the next generation.

        Args:
            population: its individuals, with their fitness.
            winner: the best of them.
            kept: how many of the last winners to keep.
        """
        self.population, self.generation, self.arrived = population, self.generation + 1, {}
        self.winners = [*self.winners, (self.generation, winner)][-kept:]

    def check(self, vocabulary: Vocabulary) -> None:
        """Check that all its individuals are whole expressions of a vocabulary.

        Raises:
            SenetGpError: if one is not.
        """
        try:
            for individual in (*self.population, *self.earlier_winners):
                individual_of(vocabulary, individual)
        except UsageError as error:
            raise SenetGpError(
                f"the state of the run holds no whole individual of the run: {error}"
            ) from None


@dataclass(frozen=True, slots=True)
class Generation:
    """The result of a generation.

    Attributes:
        number: its number, from 1 on.
        winner: its best individual.
        row: its row of ``generations.csv``: fitness, sizes, diversity, and the winner in Lisp form; the same
            seed gives the same row.
        timing: its row of ``timing.csv``: what it took.
        individuals: its rows of ``individuals.csv``, if the run logs individuals.
        refused: the number of children that exceeded the node budget and were replaced by copies of parents.
        sparring: the games of its individuals against who spars, if there were any.
        last: whether the run ends with it.
        sizes: its rows of ``sizes.csv``: the fittest individual of each size class.
        island: the number of the island that it belongs to, from 1 on; 0 in a run of one population.
    """

    number: int
    winner: Individual
    row: GenerationRow
    timing: TimingRow
    individuals: list[IndividualRow] = field(default_factory=list)
    refused: int = 0
    sparring: list[SparringGame] = field(default_factory=list)
    last: bool = False
    sizes: list[SizeRow] = field(default_factory=list)
    island: int = 0

    def __repr__(self) -> str:
        return brief(self, self)

    def __str__(self) -> str:
        """The generation in one line, such as ``generation 3: winner of 17 nodes, 25.4 on average``."""
        mean = self.row.size_mean
        where = f"island {self.island}, " if self.island else ""
        return f"{where}generation {self.number}: winner of {len(self.winner)} nodes, {mean:.1f} on average"

    @property
    def games(self) -> int:
        """The number of games played in it."""
        return self.row.games

    @property
    def record(self) -> dict[str, Any]:
        """Its row by the columns of ``generations.csv``, without an empty one."""
        return record_of(self.row)
