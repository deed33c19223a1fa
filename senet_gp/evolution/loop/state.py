"""What a run holds: its state, from which it goes on, and each generation, as hooks and files get it.

The files of a run know these, and nothing of the loop that makes them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from primitives.vocabulary import Vocabulary
from senet_gp.evolution.evaluation.sparring import SparringGame
from senet_gp.evolution.loop.ancestry import AncestryRow
from senet_gp.evolution.loop.sizes import SizeRow
from senet_gp.runtime.errors import SenetGpError, UsageError, brief
from senet_gp.runtime.logs import cells_of
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
    """

    generation: int = 0
    population: list[Individual] = field(default_factory=list)
    winners: list[tuple[int, Individual]] = field(default_factory=list)
    operators: dict[str, str] = field(default_factory=dict)
    operators_from: str = ""

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
        self.population, self.generation = population, self.generation + 1
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
class GenerationRow:
    """A row of ``generations.csv``: a generation, without what depends on time.

    Attributes:
        generation: its number.
        games: the number of games played in it.
        distinct: the number of different trees in its population.
        mean_turns: the mean number of turns of a game.
        winner_size: the nodes of its winner.
        winner_depth: the depth of its winner.
        self_losses: the share of games that a player lost by their own last move; None in games whose rules
            exclude it.
        size_mean: the mean nodes of an individual.
        size_max: the nodes of the largest individual.
        depth_mean: the mean depth of an individual.
        depth_max: the depth of the deepest individual.
        statistics: what DEAP's statistics of the run compute beside these, by column.
        winner: its winner in Lisp form.
    """

    generation: int
    games: int
    distinct: int
    mean_turns: float
    winner_size: int
    winner_depth: int
    self_losses: float | None
    size_mean: float
    size_max: float
    depth_mean: float
    depth_max: float
    statistics: dict[str, float]
    winner: str

    def __repr__(self) -> str:
        return brief(
            self, f"generation {self.generation}", f"winner of {self.winner_size} nodes", self.winner
        )


@dataclass(frozen=True, slots=True)
class TimingRow:
    """A row of ``timing.csv``: what a generation took.

    Attributes:
        generation: its number.
        seconds_breeding: the seconds that breeding took.
        seconds_evaluating: the seconds that evaluation took.
        memory_mb: the memory of the main process after it, in MiB.
    """

    generation: int
    seconds_breeding: float
    seconds_evaluating: float
    memory_mb: float

    @property
    def seconds(self) -> float:
        """The seconds that the generation took."""
        return self.seconds_breeding + self.seconds_evaluating


@dataclass(frozen=True, slots=True)
class Generation:
    """The result of a generation.

    Attributes:
        number: its number, from 1 on.
        winner: its best individual.
        row: its row of ``generations.csv``: sizes, depths, diversity, and the winner in Lisp form; the same
            seed gives the same row.
        seconds_breeding: the seconds that breeding took.
        seconds_evaluating: the seconds that evaluation took.
        ancestry: its row of ``ancestry.csv``: how each individual was made.
        refused: the number of children that exceeded the node budget and were replaced by copies of parents.
        sparring: the games of its finalists against a person, if there were any.
        last: whether the run ends with it.
        sizes: its rows of ``sizes.csv``: the fittest individual of each size class.
        island: the number of the island that it belongs to, from 1 on; 0 in a run of one population.
    """

    number: int
    winner: Individual
    row: GenerationRow
    seconds_breeding: float
    seconds_evaluating: float
    ancestry: AncestryRow
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
        return {name: value for name, value in cells_of(self.row).items() if value is not None}
