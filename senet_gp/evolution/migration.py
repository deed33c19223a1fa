"""Migration between islands: the best of each population replace the worst of its neighbours.

It depends on the populations alone, so it is the same wherever the islands are played.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

from deap import tools

from senet_gp.errors import SenetGpError
from senet_gp.evolution.config import Config
from senet_gp.evolution.loop import State
from senet_gp.trees.individual import Fitness, Individual, WeightedFitness

#: The place of a migrant that does not fit into the node budget of a population.
NO_ROOM = -1


class Migrant(NamedTuple):
    """An individual that migrates; it stays on its own island as well.

    Attributes:
        generation: the generation after which it migrates.
        origin: the number of the island that it comes from, from 1 on.
        individual: its index in the population there.
        island: the number of the island that it comes to.
        place: the index of the individual that it replaces there; ``NO_ROOM`` if the population there would
            exceed its node budget, so that the migrant stays away.
        tree: the individual, with its fitness.
    """

    generation: int
    origin: int
    individual: int
    island: int
    place: int
    tree: Individual


class _Place(NamedTuple):
    """A place in a population: an island, from 0 on, and the index of an individual."""

    island: int
    individual: int


def ranked(state: State) -> list[int]:
    """The indices of a population, the best first.

    The winner of the last generation is the first, so it is never replaced. The others are sorted by fitness,
    which compares the score first; of equally fit ones the smallest is the first.
    """
    population = state.population
    order = sorted(
        range(len(population)),
        key=lambda index: (
            *(-value for value in population[index].fitness.wvalues),
            len(population[index]),
            index,
        ),
    )
    _, won = state.winners[-1]
    winner = next((index for index in order if population[index].packed == won.packed), order[0])
    order.remove(winner)
    return [winner, *order]


def migrants_between(states: Sequence[State], config: Config) -> list[Migrant]:
    """The migrants after a generation, by the island that they come to and their place there.

    In a ring, DEAP's ``migRing`` moves the best ``config.migrants`` of each population to the next one, where
    they replace the worst. Between all islands it does so once for each distance between two islands, each
    time with the worst that are left. A migrant that does not fit into the node budget stays away.

    Args:
        states: the states of all islands after the same generation.
        config: the configuration of the run.
    """
    # migRing looks for an individual by its value, and would replace an equal one. Places are unique.
    islands = [[_Place(island, index) for index in ranked(state)] for island, state in enumerate(states)]
    before = [list(places) for places in islands]
    for distance in range(1, config.neighbours + 1):
        end = config.population - (distance - 1) * config.migrants
        tools.migRing(
            islands,
            config.migrants,
            selection=lambda places, count: places[:count],
            replacement=partial(_last_before, end),
            migarray=[(island + distance) % len(states) for island in range(len(states))],
        )
    found = []
    for island, (places, own) in enumerate(zip(islands, before, strict=True)):
        nodes = sum(map(len, states[island].population))
        for comes_from, place in zip(places, own, strict=True):
            if comes_from != place:
                tree = states[comes_from.island].population[comes_from.individual]
                after = nodes - len(states[island].population[place.individual]) + len(tree)
                fits = not config.max_nodes or after <= config.max_nodes
                nodes = after if fits else nodes
                found.append(
                    Migrant(
                        generation=states[island].generation,
                        origin=comes_from.island + 1,
                        individual=comes_from.individual,
                        island=island + 1,
                        place=place.individual if fits else NO_ROOM,
                        tree=tree,
                    )
                )
    return sorted(found, key=lambda one: (one.island, one.place, one.origin, one.individual))


def _last_before(end: int, places: Sequence[_Place], count: int) -> Sequence[_Place]:
    """The last places of a ranking of which those from ``end`` on are taken already."""
    return places[end - count : end]


def settled(state: State, arrived: Iterable[Migrant]) -> State:
    """The state of an island once migrants have come to it; the state itself does not change.

    They keep their fitness, which counts with the weights of the island's own.

    Raises:
        SenetGpError: if the fitness of a migrant has more or fewer values than that of the island's own.
    """
    population = list(state.population)
    weights = population[0].fitness.weights
    for migrant in arrived:
        if migrant.place == NO_ROOM:
            continue
        values = migrant.tree.fitness.values
        if len(values) != len(weights):
            raise SenetGpError(
                f"a migrant to island {migrant.island} has a fitness of {len(values)} values, but the "
                f"individuals there have {len(weights)}"
            )
        guest = Individual(migrant.tree)
        if weights != Fitness.weights:
            guest.fitness = WeightedFitness(weights)
        guest.fitness.values = values
        population[migrant.place] = guest
    return dataclasses.replace(state, population=population)
