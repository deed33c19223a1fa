"""Islands: several populations of one run, each of which evolves by itself between migrations.

An island is played as a run of its own, with a seed of its own. It stops where individuals migrate: a pool
has one task for each island from one stop to the next. A task touches no file, and what it is given and
returns is small, so it can be done on another machine.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from primitives import Vocabulary
from senet_gp.arena.pool import Pending, Pool, SerialPool, Shared, work_through
from senet_gp.evolution.config import GENERATIONS, Config
from senet_gp.evolution.loop import Evolution
from senet_gp.evolution.node_budget import check_first
from senet_gp.evolution.provenance import check_code_here, code_of
from senet_gp.evolution.state import Ending, Generation, State
from senet_gp.runtime import plugins
from senet_gp.runtime.errors import SenetGpError
from senet_gp.runtime.files import make_directory
from senet_gp.runtime.logs import Log, Signed
from senet_gp.runtime.streams import SeedDomain, key_of
from senet_gp.trees.individual import Fitness, Individual, WeightedFitness
from senet_gp.trees.text import from_lisp, to_lisp

if TYPE_CHECKING:
    from senet_gp.evolution.run_directory import RunDirectory

#: The index of a migrant that does not fit into the node budget of a population.
NO_ROOM = -1
#: The most generations of an island after which a run that is limited in minutes looks at the clock.
_TIMED = 5


def island_config(config: Config, number: int) -> Config:
    """The configuration of an island: that of its run with one population and a seed of the island's own.

    The seed depends on the run's seed and the number of the island alone. So island 1 begins in the same way
    in a run of any number of islands. An island has no minutes, which are its run's, and plays on after a
    proven winner.

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
    seed = key_of(config.seed, SeedDomain.ISLANDS, number) >> 1
    return dataclasses.replace(config, islands=1, seed=seed, minutes=0.0, until=GENERATIONS)


def migrates_after(config: Config, generation: int) -> bool:
    """Whether individuals migrate after a generation; not after the last one.

    >>> config = Config.of("senet", islands=2, migrate_every=5, generations=15)
    >>> [generation for generation in range(16) if migrates_after(config, generation)]
    [5, 10]
    """
    return 0 < generation < config.generations and generation % config.migration.migrate_every == 0


def next_stop(config: Config, played: int) -> int:
    """The generation up to which an island that has played some generations is played in one task.

    It is the next one with a migration, or one of the last two, so that every run of as many generations ends
    with the same two checkpoints of each island, also if it was extended. In a run that is limited in minutes
    an island stops more often, unless individuals migrate often.

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


def migrants_between(states: Sequence[State], config: Config) -> list[Migrant]:
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
    config.migration.named("function")(
        islands,
        config.migration.migrants,
        selection=lambda places, count: places[:count],
        replacement=lambda places, count: places[-count:],
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


def rows_for(migrants: Iterable[Migrant]) -> Iterator[MigrantRow]:
    """The rows of some migrants in the log of migrants.

    The log is written before any island goes on. An island goes on from its own checkpoint and the rows of
    this log, so it can be played again without the other islands.
    """
    for one in migrants:
        yield MigrantRow(
            generation=one.generation,
            origin=one.origin,
            individual=one.individual,
            island=one.island,
            place=None if one.place == NO_ROOM else one.place,
            fitness=tuple(map(float, one.tree.fitness.values)),
            expression=to_lisp(one.tree),
        )


def migrants_in(log: Log[MigrantRow], config: Config) -> dict[int, list[Migrant]]:
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
    found: dict[int, list[Migrant]] = {}
    for begin in range(0, len(rows) - each + 1, each):
        generation = (len(found) + 1) * config.migration.migrate_every
        try:
            migrants = [_migrant(row, generation, config, vocabulary) for row in rows[begin : begin + each]]
        except (ValueError, SenetGpError):
            migrants = []
        taken = [(one.island, one.place) for one in migrants if one.place != NO_ROOM]
        if not migrants or len({*taken}) < len(taken):
            raise log.damaged(f"its lines of generation {generation} are unsound")
        found[generation] = migrants
    return found


def _migrant(row: MigrantRow, generation: int, config: Config, vocabulary: Vocabulary) -> Migrant:
    islands, population = range(1, config.islands + 1), range(config.population)
    places = (row.individual, row.individual if row.place is None else row.place)
    if (
        row.generation != generation
        or not {row.origin, row.island}.issubset(islands)
        or not {*places}.issubset(population)
    ):
        raise ValueError
    tree = from_lisp(row.expression, vocabulary)
    # The weights of its fitness are not known here.
    count = len(row.fitness)
    tree.fitness = Fitness(row.fitness) if count == 1 else WeightedFitness((1.0,) * count, row.fitness)
    place = NO_ROOM if row.place is None else row.place
    return Migrant(generation, row.origin, row.individual, row.island, place, tree)


@dataclass(frozen=True, kw_only=True)
class IslandSetup:
    """What the tasks of all islands share.

    Attributes:
        modules: the plugins that must be loaded before an island is played.
        max_nodes: a population with more nodes raises an error; 0 for no limit.
        prepare: called with the evolution of each island before it is played, if it is not None.
        code: what operators, suite and credit from outside do in the process that shares this.
    """

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


class IslandResult(NamedTuple):
    """The result of an island's task, from one stop to the next.

    Attributes:
        generations: the generations played.
        state: its state after the last one.
    """

    generations: list[Generation]
    state: State


def play_island(
    setup: Shared[IslandSetup], config: Config, state: State, number: int, stop: int
) -> IslandResult:
    """Play an island up to a generation.

    Args:
        setup: what all islands share.
        config: the configuration of the island.
        state: its state, which does not change.
        number: its number, from 1 on.
        stop: the last generation to play.

    Raises:
        PopulationTooLargeError: if the next population would exceed the memory limit.
        OperatorError: if the run was made with operators that the toolbox lacks.
    """
    for module in setup.value.modules:
        plugins.load(module)
    evolution = setup.value.evolution(config, dataclasses.replace(state))
    generations = []
    while evolution.state.generation < stop:
        generations.append(dataclasses.replace(evolution.next_generation(), island=number))
    return IslandResult(generations, evolution.state)


class IslandRun:
    """The islands of a run, from the state that its directory holds.

    An island is saved when it comes to a stop. If the run is interrupted, an island loses what it has played
    since its last stop, and nothing else.

    Args:
        run: the run's directory, which is locked.
        pool: where islands are played, each as one task from stop to stop.
        max_nodes: a population with more nodes raises an error.
        prepare: called with the evolution of each island, in the process that plays it; it may be pickled.

    Raises:
        FileError: if a file cannot be read or written, or is damaged.
        OperatorError: if the run was made with operators that ``prepare`` does not register.

    Attributes:
        states: the state of each island, as far as it is saved.
    """

    def __init__(
        self,
        run: RunDirectory,
        pool: Pool,
        *,
        max_nodes: int,
        prepare: Callable[[Evolution], object] | None = None,
    ) -> None:
        self._run, self._pool, self._config = run, pool, run.config
        self._max_nodes = max_nodes
        self._directories = run.populations
        setup = IslandSetup(
            modules=tuple(plugins.loaded().values()),
            max_nodes=max_nodes,
            prepare=prepare,
            code=code_of(run.config),
        )
        run.remove_partial_files()
        self._migrations = migrants_in(run.logs.migrants, run.config)
        run.logs.migrants.cut_back(max(self._migrations, default=0))
        self.states: list[State] = []
        for directory in self._directories:
            make_directory(directory.path)
            state = directory.load_state()
            setup.evolution(directory.config, state)  # so that nothing is played if an operator is missing
            self.states.append(state)
        self._setup = Shared(setup)
        #: The last generation that is played, and the generation to which each island is played already.
        self._last = run.config.generations
        self._under_way = [state.generation for state in self.states]
        self._seconds, self._begun = run.seconds(pool.workers), 0.0
        self._waiting = set(range(len(self.states)))
        self._tell: Callable[[Generation], object] | None = None

    @property
    def played(self) -> int:
        """The number of generations that every island has played."""
        return min(state.generation for state in self.states)

    def play(self, on_generation: Callable[[Generation], object] | None = None) -> Ending:
        """Play all islands to the last generation, and tell why it is the last.

        If minutes limit the run and are over, all islands stop at the same generation: the last one to which
        any of them is played by then.

        Args:
            on_generation: called with each generation of an island when the island is saved at its next stop.

        Raises:
            FileError: if a file cannot be written, or the log of migrants is damaged.
            PopulationTooLargeError: if a population would exceed the memory limit.
            WorkerError: if workers die repeatedly.
            KeyboardInterrupt: if the user interrupts the run.
        """
        self._tell, self._begun = on_generation, time.perf_counter()
        self._look_at_the_clock()
        work_through(self._pool, self._released(), self._begin, self._end)
        if self.played < self._last:
            raise self._run.logs.migrants.damaged(
                f"it lacks the migrants after generation {self.played}, from where some islands have gone on"
            )
        return Ending.GENERATIONS if self.played == self._config.generations else Ending.MINUTES

    def _released(self) -> list[int]:
        """The islands that can be played on; if all have come to a migration, it takes place."""
        config, stops = self._config, {state.generation for state in self.states}
        all_wait = len(self._waiting) == len(self.states) and len(stops) == 1 and self.played < self._last
        if all_wait and migrates_after(config, self.played) and self.played not in self._migrations:
            self._migrate()
        released = [
            island
            for island in sorted(self._waiting)
            if (generation := self.states[island].generation) < self._last
            and (not migrates_after(config, generation) or generation in self._migrations)
        ]
        self._waiting -= set(released)
        for island in released:
            self._under_way[island] = next_stop(config, self.states[island].generation)
        return released

    def _look_at_the_clock(self) -> None:
        """Set the last generation if the minutes of the run, if it has any, are over."""
        seconds = self._seconds + time.perf_counter() - self._begun
        furthest = max(self._under_way)
        # A run has one generation at least, and after its last one no individuals migrate.
        can_end = furthest and furthest not in self._migrations
        if can_end and 0 < 60 * self._config.minutes <= seconds:
            self._last = min(self._last, furthest)

    def _migrate(self) -> None:
        """Let individuals migrate, and write them to the log before any island goes on."""
        migrants = migrants_between(self.states, self._config)
        for island, state in enumerate(self.states, 1):
            came = settled(state, (one for one in migrants if one.island == island))
            check_first(came.population, self._max_nodes)
        self._run.logs.migrants.append(rows_for(migrants))
        self._run.logs.migrants.flush()
        self._migrations[self.played] = migrants

    def _begin(self, island: int) -> Pending:
        state = self.states[island]
        # Individuals that came after a generation are in the log of migrants, not in the island's checkpoint.
        came = [one for one in self._migrations.get(state.generation, ()) if one.island == island + 1]
        if came:
            state = settled(state, came)
        config, stop = self._directories[island].config, self._under_way[island]
        return self._pool.submit(play_island, self._setup, config, state, island + 1, stop)

    def _end(self, island: int, result: IslandResult) -> list[int]:
        """Save the result of an island's task; returns the islands that can be played on now."""
        directory = self._directories[island]
        for generation in result.generations:
            directory.logs.append(generation)
        directory.checkpoints.keep(result.state)
        directory.write_checkpoint()
        self.states[island] = result.state
        self._waiting.add(island)
        self._look_at_the_clock()
        if self._tell is not None:
            for generation in result.generations:
                self._tell(dataclasses.replace(generation, last=generation.number == self._last))
        return self._released()
