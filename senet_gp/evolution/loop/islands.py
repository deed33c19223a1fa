"""Islands: several populations of one run, each of which evolves by itself between migrations.

An island is played as a run of its own, with a seed of its own. It stops where migrants come and go.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import ClassVar, NamedTuple

from primitives import Vocabulary
from senet_gp.evolution.configuration.common_options import GENERATIONS
from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.loop.genealogy import IndividualIds
from senet_gp.evolution.loop.state import State
from senet_gp.runtime.errors import SenetGpError
from senet_gp.runtime.logs import Log, Signed, TableFormat, column
from senet_gp.runtime.streams import Purpose, key_of
from senet_gp.trees.individual import Fitness, Individual, WeightedFitness
from senet_gp.trees.text import from_lisp, to_lisp

#: The seeds of the islands of a run.
ISLANDS = Purpose(24)
#: The index of a migrant that does not fit into the node budget of a population.
NO_ROOM = -1
#: The most generations of an island after which a run that is limited in minutes looks at the clock.
_TIMED = 5


def island_config(config: ResolvedConfig, number: int) -> ResolvedConfig:
    """The configuration of an island: that of its run with one population and a seed of the island's own.

    The seed depends on the run's seed and the number of the island alone. So island 1 begins in the same way
    in a run of any number of islands. An island has no minutes, which are its run's, and plays on after a
    proven winner.

    >>> from senet_gp import Config
    >>> config = Config(game="hexapawn", islands=4, seed=7)
    >>> island_config(config, 2).seed
    5873522049362799880
    >>> island_config(config, 2) == island_config(dataclasses.replace(config, islands=8), 2)
    True

    Args:
        config: the configuration of the run.
        number: the number of the island, from 1 on.
    """
    # A seed has 63 bits.
    seed = key_of(config.seed, ISLANDS, number) >> 1
    return dataclasses.replace(config, islands=1, seed=seed, minutes=0.0, until=GENERATIONS)


def migrates_after(config: ResolvedConfig, generation: int) -> bool:
    """Whether individuals migrate after a generation; not after the last one.

    >>> from senet_gp import Config
    >>> config = Config.of("senet", islands=2, migrate_every=5, generations=15)
    >>> [generation for generation in range(16) if migrates_after(config, generation)]
    [5, 10]
    """
    return 0 < generation < config.generations and generation % config.migration.migrate_every == 0


def next_stop(config: ResolvedConfig, played: int) -> int:
    """The generation up to which an island that has played some generations is played in one task.

    It is the next one with a migration, or one of the last two, so that every run of as many generations ends
    with the same two checkpoints of each island, also if it was extended. In a run that is limited in minutes
    an island stops more often, unless individuals migrate often.

    >>> from senet_gp import Config
    >>> config = Config.of("senet", islands=2, migrate_every=5, generations=12)
    >>> [next_stop(config, played) for played in (0, 3, 5, 10, 11)]
    [5, 5, 10, 11, 12]
    >>> timed = Config.of("senet", islands=2, migrate_every=7, minutes=1.0)
    >>> [next_stop(timed, played) for played in (0, 5, 7, 10)]
    [5, 7, 10, 14]
    """
    last = config.generations
    steps = (config.migration.migrate_every, _TIMED) if config.minutes else (config.migration.migrate_every,)
    regular = (played + step - played % step for step in steps)
    return min(*regular, *(stop for stop in (last - 1, last) if stop > played))


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
    """An individual by its index, and its island, from 0 on."""

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


def migrants_between(states: Sequence[State], config: ResolvedConfig) -> list[Migrant]:
    """The migrants after a generation, by the island that they come to and their index there.

    DEAP's ``migRing`` moves the best of each population to the next one, and those of the last to the first,
    where they replace the worst. A migrant that does not fit into the node budget stays away.

    Args:
        states: the states of all islands after the same generation.
        config: the configuration of the run.
    """
    # DEAP's migration looks for an individual by its value, and would replace an equal one; places differ.
    islands = [[_Place(island, index) for index in ranked(state)] for island, state in enumerate(states)]
    before = [list(places) for places in islands]
    config.migration.function(
        islands,
        config.migration.migrants,
        lambda places, count: places[:count],
        lambda places, count: places[-count:],
        **config.migration.arguments(config),
    )
    migrants = []
    for island, (places, own) in enumerate(zip(islands, before, strict=True)):
        nodes = sum(map(len, states[island].population))
        for comes_from, place in zip(places, own, strict=True):
            if comes_from != place:
                tree = states[comes_from.island].population[comes_from.individual]
                after = nodes - len(states[island].population[place.individual]) + len(tree)
                fits = not config.max_nodes or after <= config.max_nodes
                nodes = after if fits else nodes
                migrants.append(
                    Migrant(
                        generation=states[island].generation,
                        origin=comes_from.island + 1,
                        individual=comes_from.individual,
                        island=island + 1,
                        place=place.individual if fits else NO_ROOM,
                        tree=tree,
                    )
                )
    return sorted(migrants, key=attrgetter("island", "place", "origin", "individual"))


def settled(state: State, arrived: Iterable[Migrant]) -> State:
    """The state of an island once migrants have come to it; the state itself does not change.

    They keep their fitness, which counts with the weights of the island's own.

    Raises:
        SenetGpError: if the fitness of a migrant has more or fewer values than that of the island's own.
    """
    population, places = list(state.population), dict[int, tuple[int, int]]()
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
        places[migrant.place] = (migrant.origin, migrant.individual)
    return dataclasses.replace(state, population=population, arrived=places)


@dataclass(frozen=True, slots=True)
class MigrantRow:
    """A row of ``migrations.csv``: an individual that came to an island."""

    TABLE: ClassVar[TableFormat] = TableFormat(
        "migrations.csv", 3, "who came from one island to another", several=True
    )

    generation: int = column("the generation after which it migrated")
    id: int = column("its id, as in `individuals.csv`", since=3)
    origin: int = column("the number of the island that it came from, from 1 on")
    island: int = column("the number of the island that it came to")
    replaced: int | None = column(
        "the id of the individual that it replaced there; empty if there was no room for it", since=3
    )
    fitness: tuple[Signed, ...] = column("its fitness, of several values all with blanks between")
    expression: str = column("the individual in Lisp form")


def rows_for(migrants: Iterable[Migrant], ids: IndividualIds) -> Iterator[MigrantRow]:
    """The rows of some migrants in the log of migrants.

    The log is written before any island goes on. An island goes on from its own checkpoint and the rows of
    this log, so it can be played again without the other islands.

    Args:
        migrants: the migrants.
        ids: the ids of the individuals of the run.
    """
    for migrant in migrants:
        number = migrant.generation
        no_room = migrant.place == NO_ROOM
        yield MigrantRow(
            generation=number,
            id=ids.of(number, migrant.individual, migrant.origin),
            origin=migrant.origin,
            island=migrant.island,
            replaced=None if no_room else ids.of(number, migrant.place, migrant.island),
            fitness=tuple(map(float, migrant.tree.fitness.values)),
            expression=to_lisp(migrant.tree),
        )


def migrants_in(log: Log[MigrantRow], config: ResolvedConfig) -> dict[int, list[Migrant]]:
    """The migrants in the log of a run, by the generation after which they migrated.

    A last migration of which rows are missing, because the run was killed, is left out.

    Args:
        log: the log, which need not be there.
        config: the configuration of the run.

    Raises:
        FileError: if it cannot be read or is unsound.
    """
    if not log.is_there:
        return {}
    vocabulary = config.vocabulary_value
    rows, each = list(log.rows()), config.islands * config.migration.migrants
    by_generation: dict[int, list[Migrant]] = {}
    for begin in range(0, len(rows) - each + 1, each):
        generation = (len(by_generation) + 1) * config.migration.migrate_every
        try:
            migrants = [_migrant(row, generation, config, vocabulary) for row in rows[begin : begin + each]]
        except (ValueError, SenetGpError):
            migrants = []
        taken = [(migrant.island, migrant.place) for migrant in migrants if migrant.place != NO_ROOM]
        if not migrants or len({*taken}) < len(taken):
            raise log.damaged(f"its lines of generation {generation} are unsound")
        by_generation[generation] = migrants
    return by_generation


def _migrant(row: MigrantRow, generation: int, config: ResolvedConfig, vocabulary: Vocabulary) -> Migrant:
    ids = IndividualIds(config.population, islands=config.islands)
    individual = row.id - ids.of(generation, 0, row.origin)
    place = NO_ROOM if row.replaced is None else row.replaced - ids.of(generation, 0, row.island)
    islands, population = range(1, config.islands + 1), range(config.population)
    if (
        row.generation != generation
        or not {row.origin, row.island}.issubset(islands)
        or individual not in population
        or (row.replaced is not None and place not in population)
    ):
        raise ValueError
    tree = from_lisp(row.expression, vocabulary)
    # The weights of its fitness are not known here.
    count = len(row.fitness)
    tree.fitness = Fitness(row.fitness) if count == 1 else WeightedFitness((1.0,) * count, row.fitness)
    return Migrant(generation, row.origin, individual, row.island, place, tree)
