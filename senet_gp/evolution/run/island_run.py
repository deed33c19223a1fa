"""Playing the islands of a run: one task of a pool for each island from one stop to the next.

A task touches no file, and what it is given and returns is small, so it can be done on another machine.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from senet_gp.arena.pool import Pending, Pool, SerialPool, Shared, work_through
from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.evolution.loop.genealogy import IndividualIds
from senet_gp.evolution.loop.islands import (
    migrants_between,
    migrants_in,
    migrates_after,
    next_stop,
    rows_for,
    settled,
)
from senet_gp.evolution.loop.node_budget import check_nodes
from senet_gp.evolution.loop.state import Ending, Generation, State
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.runtime import plugins
from senet_gp.runtime.files import make_directory


@dataclass(frozen=True, kw_only=True)
class IslandSetup:
    """What the tasks of all islands share.

    Attributes:
        modules: the plugins that must be loaded before an island is played.
        islands: how many there are.
        max_nodes: a population with more nodes raises an error; 0 for no limit.
        prepare: called with the evolution of each island before it is played, if it is not None.
    """

    modules: Sequence[str]
    islands: int
    max_nodes: int
    prepare: Callable[[Evolution], object] | None

    def evolution(self, config: ResolvedConfig, state: State, number: int) -> Evolution:
        """The evolution of the island of this number, with the operators that ``prepare`` registers."""
        evolution = Evolution(config, SerialPool(), state, max_nodes=self.max_nodes)
        evolution.ids = IndividualIds(config.population, number, self.islands)
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
    setup: Shared[IslandSetup], config: ResolvedConfig, state: State, number: int, stop: int
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
    evolution = setup.value.evolution(config, dataclasses.replace(state), number)
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
        self._ids = IndividualIds(run.config.population, islands=run.config.islands)
        self._directories = run.populations
        setup = IslandSetup(
            modules=tuple(plugins.loaded().values()),
            islands=run.config.islands,
            max_nodes=max_nodes,
            prepare=prepare,
        )
        run.remove_partial_files()
        self._migrations = migrants_in(run.logs.migrants, run.config)
        run.logs.migrants.cut_back(max(self._migrations, default=0))
        self.states: list[State] = []
        for number, directory in enumerate(self._directories, 1):
            make_directory(directory.path)
            state = directory.load_state()
            setup.evolution(
                directory.config, state, number
            )  # so that nothing is played if an operator is missing
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
            came = settled(state, (migrant for migrant in migrants if migrant.island == island))
            check_nodes(came.population, self._max_nodes)
        self._run.logs.migrants.append(rows_for(migrants, self._ids))
        self._run.logs.migrants.flush()
        self._migrations[self.played] = migrants

    def _begin(self, island: int) -> Pending:
        state = self.states[island]
        # Individuals that came after a generation are in the log of migrants, not in the island's checkpoint.
        came = [each for each in self._migrations.get(state.generation, ()) if each.island == island + 1]
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
