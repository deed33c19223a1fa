"""The rows of a run's logs: the columns of each, declared once (see :class:`~senet_gp.runtime.logs.Log`)."""

from __future__ import annotations

from dataclasses import dataclass

from senet_gp.runtime.errors import brief
from senet_gp.runtime.logs import Signed


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
        statistics: what else DEAP's statistics of the run compute, by column.
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
class AncestryRow:
    """A row of ``ancestry.csv``: how the individuals of a generation were made.

    Attributes:
        generation: its number.
        winner: the index of its winner.
        made: the note on each individual (see :mod:`senet_gp.evolution.ancestry`).
        nodes: the size of each.
    """

    generation: int
    winner: int
    made: tuple[str, ...]
    nodes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SizeRow:
    """A row of ``sizes.csv``: the fittest individual of a size class in a generation.

    Attributes:
        generation: the generation.
        size_class: the most nodes of the class; 0 if all individuals are larger than any class.
        nodes: the nodes of the individual.
        expression: the individual in Lisp form.
    """

    generation: int
    size_class: int
    nodes: int
    expression: str


@dataclass(frozen=True, slots=True)
class SparringRow:
    """A row of ``sparring.csv``: a game of an individual against a person.

    Attributes:
        generation: the generation of the individual.
        game: the number of the game in this generation, from 1 on.
        individual: the index of the individual in the population.
        nodes: its nodes.
        moved_first: who moved first: the individual or the person.
        result: the result for the individual: won, drawn, lost, or left by the person.
        turns: the number of turns played by both together.
        fitness_before: the fitness of the individual without the person's games of this generation.
        fitness_after: its fitness with them.
        chance_before: its probability to be drawn as a parent without them.
        chance_after: the same with them.
    """

    generation: int
    game: int
    individual: int
    nodes: int
    moved_first: str
    result: str
    turns: int
    fitness_before: Signed
    fitness_after: Signed
    chance_before: float
    chance_after: float


@dataclass(frozen=True, slots=True)
class MigrantRow:
    """A row of ``migrations.csv``: an individual that came to an island.

    Attributes:
        generation: the generation after which it migrated.
        origin: the number of the island that it came from, from 1 on.
        individual: its index in the population there.
        island: the number of the island that it came to.
        place: the index of the individual that it replaced there; None if there was no room for it.
        fitness: the values of its fitness.
        expression: the individual in Lisp form.
    """

    generation: int
    origin: int
    individual: int
    island: int
    place: int | None
    fitness: tuple[Signed, ...]
    expression: str
