"""The task that plays an island for some generations, in this process or in a worker.

It touches no file, and what it is given and returns is small, so it can be done on another machine.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from primitives.vocabulary import Vocabulary
from senet_gp.arena.pool import SerialPool, Shared
from senet_gp.evolution.breeding_task import Trees
from senet_gp.evolution.config import Config
from senet_gp.evolution.loop import Evolution, Generation, State
from senet_gp.evolution.recorded_code import check_code_here
from senet_gp.runtime import plugins
from senet_gp.trees.individual import Fitness, Individual, WeightedFitness


class PackedState(NamedTuple):
    """The state of an island in the form that is sent between processes.

    Attributes:
        generation: the number of generations played.
        population: the trees of the population; None before the first generation.
        fitness: the values of the fitness of each.
        weights: the weights of these values.
        winners: the generation and the packed codes of each of the last winners.
        operators: as in :class:`~senet_gp.evolution.loop.State`.
        operators_from: likewise.
    """

    generation: int
    population: Trees | None
    fitness: list[tuple[float, ...]]
    weights: tuple[float, ...]
    winners: list[tuple[int, bytes]]
    operators: dict[str, str]
    operators_from: str

    @classmethod
    def of(cls, state: State) -> PackedState:
        """A state, packed."""
        population = state.population
        return cls(
            state.generation,
            Trees.of(population) if population else None,
            [individual.fitness.values for individual in population],
            population[0].fitness.weights if population else Fitness.weights,
            [(generation, winner.packed) for generation, winner in state.winners],
            state.operators,
            state.operators_from,
        )

    def unpacked(self, vocabulary: Vocabulary) -> State:
        """The state, made anew."""
        population = []
        for packed, values in zip(
            self.population.each() if self.population else [], self.fitness, strict=True
        ):
            individual = Individual.from_packed(packed, vocabulary)
            if self.weights != Fitness.weights:
                individual.fitness = WeightedFitness(self.weights)
            individual.fitness.values = values
            population.append(individual)
        return State(
            generation=self.generation,
            population=population,
            winners=[(number, Individual.from_packed(packed, vocabulary)) for number, packed in self.winners],
            operators=self.operators,
            operators_from=self.operators_from,
        )


@dataclass(frozen=True, kw_only=True)
class Crew:
    """What the tasks of all islands have in common.

    Attributes:
        vocabulary: the vocabulary of the run.
        modules: the plugins that must be loaded before an island is played.
        max_nodes: a population with more nodes raises an error; 0 for no limit.
        prepare: called with the evolution of each island before it is played; None for nothing.
        code: what operators, suite and credit from outside do in the process that shares the crew.
    """

    vocabulary: Vocabulary
    modules: Sequence[str]
    max_nodes: int
    prepare: Callable[[Evolution], object] | None
    code: Mapping[str, str]

    def evolution(self, config: Config, state: State) -> Evolution:
        """The evolution of an island, with the operators that ``prepare`` registers."""
        check_code_here(self.code, config)
        evolution = Evolution(config, SerialPool(), state, max_nodes=self.max_nodes)
        if self.prepare is not None:
            self.prepare(evolution)
        evolution.check_operators()
        return evolution


class Leg(NamedTuple):
    """What an island comes to from one stop to the next.

    Attributes:
        generations: the generations played.
        state: its state after the last one.
    """

    generations: list[Generation]
    state: PackedState


def play_leg(crew: Shared[Crew], config: Config, packed: PackedState, number: int, stop: int) -> Leg:
    """Play an island up to a generation.

    Args:
        crew: what all islands have in common.
        config: the configuration of the island.
        packed: its state.
        number: its number, from 1 on.
        stop: the last generation to play.

    Raises:
        PopulationTooLargeError: if the next population would exceed the memory limit.
        OperatorError: if the run was made with operators that the toolbox lacks.
    """
    for module in crew.value.modules:
        plugins.load(module)
    evolution = crew.value.evolution(config, packed.unpacked(crew.value.vocabulary))
    generations = []
    while evolution.state.generation < stop:
        generations.append(dataclasses.replace(evolution.next_generation(), island=number))
    return Leg(generations, PackedState.of(evolution.state))
