"""The generation loop.

A run alternates between breeding and evaluation. Its ``State`` holds everything that it needs to continue, so
a run that resumes from a saved state has the same result as one that was never stopped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from deap import base, tools

from senet_gp.arena.pool import Pool
from senet_gp.evolution.configuration.common_options import INDIVIDUALS
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.evaluation.final import Success, choose_champion, winners_kept
from senet_gp.evolution.evaluation.protocol import Evaluation
from senet_gp.evolution.evaluation.sparring import Sparring, check_counts
from senet_gp.evolution.loop import genealogy, logbook, sizes
from senet_gp.evolution.loop.outside_operators import check_needed, noted, operators_of, replaced
from senet_gp.evolution.loop.state import Ending, Generation, State
from senet_gp.evolution.loop.steps import BREEDING_TIME, EVALUATING_TIME, Survivors, steps_of
from senet_gp.evolution.loop.toolbox import Draws, toolbox_for
from senet_gp.runtime.checks import whole_number
from senet_gp.runtime.errors import UsageError, brief
from senet_gp.runtime.machine import no_search_for_cycles
from senet_gp.trees.individual import Individual


class Evolution:
    """A run of evolution: iterate over it to play it, one generation at a time.

    >>> from senet_gp import Config, Evolution, WorkerPool
    >>> config = Config.of("hexapawn", population=12, generations=3, games=2)
    >>> with WorkerPool(1) as pool:
    ...     evolution = Evolution(config, pool)
    ...     for generation in evolution:
    ...         print(generation.number, len(evolution.state.population))
    ...     champion, of_generation = evolution.champion()
    1 12
    2 12
    3 12

    It saves nothing; ``play_run`` plays a run in a directory. Leave the loop to stop early. To change an
    operator, register another one in ``toolbox`` before the first generation. The state records its
    description, and an evolution that continues from this state needs the same operator.

    Raises:
        UsageError: if the configuration has several islands, or cannot count games against a person.
        SenetGpError: if an individual of the state is no expression of the run's vocabulary.

    Attributes:
        config: the configuration.
        state: everything that the run needs to continue; complete between two generations.
        rng: the generator that all operators draw from; it is seeded for each child.
        toolbox: DEAP's toolbox with the operators (see :func:`~senet_gp.evolution.loop.toolbox.toolbox_for`).
        sparring: who spars with individuals, if one was given; then the seed alone does not determine the
            run.
        max_nodes: a population with more nodes raises an error; 0 for no limit. Unlike the option of the same
            name in the configuration, this limit does not change the run.
        seconds: how long all generations have taken, for a run that is limited in minutes.
        operators_from: the name of the function that registered operators from outside, for the state;
            usually empty.
        ids: the ids of its individuals in logs.
        statistics: DEAP's statistics of fitness, size and depth; what is added to them is in
            ``generations.csv``, too.
        logbook: DEAP's logbook, with one record for each generation played by this object: the statistics in
            chapters to print, and flat for tools such as pandas.
    """

    def __init__(
        self,
        config: Config,
        pool: Pool,
        state: State | None = None,
        sparring: Sparring | None = None,
        *,
        max_nodes: int = 0,
    ) -> None:
        config = config.resolved()
        if sparring is not None:
            check_counts(config)
        if config.islands > 1:
            raise UsageError(
                f"an Evolution is of one population, but islands is {config.islands}: play such a run with "
                "play_run"
            )
        self.config = config
        self.pool = pool
        self.state = state or State()
        self.state.check(config.vocabulary_value)
        self._draws = Draws(config.seed)
        self.rng = self._draws.rng
        self.toolbox: base.Toolbox = toolbox_for(config, draws=self._draws, pool=pool)
        self._configured = operators_of(self.toolbox)
        self._made_steps = base.Toolbox()
        self._registered: dict[str, Any] = {}
        self._replaced: dict[str, str] = {}
        self._needed = self.state.operators
        self._stopwatch = logbook.Stopwatch(BREEDING_TIME, EVALUATING_TIME)
        self._success = Success(config)
        self.sparring = sparring
        self.max_nodes = whole_number("max_nodes", max_nodes, 0)
        self.seconds = 0.0
        self.operators_from = ""
        self.ids = genealogy.IndividualIds(config.population)
        self.statistics = logbook.new_statistics()
        self.logbook = tools.Logbook()

    def __repr__(self) -> str:
        played = f"generation {self.state.generation} of {self.config.generations}"
        return brief(self, self.config.game_value, played, f"population {self.config.population}")

    def __iter__(self) -> Iterator[Generation]:
        while self.ended is None:
            yield self.next_generation()

    @property
    def ended(self) -> Ending | None:
        """Why no further generation is played; None as long as the run goes on."""
        state, config = self.state, self.config
        if state.generation >= config.generations:
            return Ending.GENERATIONS
        if 0 < 60 * config.minutes <= self.seconds:
            return Ending.MINUTES
        if state.winners and self._success.reached_by(state.winners[-1][1]):
            return Ending.PROVEN
        return None

    def next_generation(self) -> Generation:
        """Breed the next population, or draw the first one, evaluate it, and note what has become of it.

        Raises:
            PopulationTooLargeError: if the population would be too large; the state does not change.
            OperatorError: if the state with which this evolution began needs an operator that the toolbox
                lacks; the state does not change.
            SenetGpError: if an operator from outside fails or does not return what it should.
            UsageError: if games against a person are to count in an evaluation that cannot count them.
        """
        steps, state = self._steps(), self.state
        check_needed(self._needed, self._replaced, made_by=state.operators_from)
        with no_search_for_cycles(), self._draws.seeding_global(needed=bool(self._replaced)):
            number, winners = state.generation + 1, state.earlier_winners
            candidates = steps.breed(state.population, number, winners)
            result = steps.evaluate(candidates.individuals, number, winners)
            survivors = steps.survive(candidates, int(result.winner))
            winner, arrived = survivors.population[survivors.winner], state.arrived
            state.enter(survivors.population, winner, kept=winners_kept(self.config))
            return self._note(survivors, result, arrived, candidates.refused)

    def _steps(self) -> base.Toolbox:
        """The steps of a generation, made of the operators that are registered now."""
        self._stopwatch.restart()
        registered = operators_of(self.toolbox)
        if registered != self._registered:
            self._replaced = replaced(registered, self._configured)
            self._made_steps = steps_of(
                registered,
                self._replaced,
                self.config,
                draws=self._draws,
                pool=self.pool,
                stopwatch=self._stopwatch,
                sparring=self.sparring,
                max_nodes=self.max_nodes,
            )
            self._registered = registered
        return self._made_steps

    def _note(
        self,
        survivors: Survivors,
        result: Evaluation,
        arrived: Mapping[int, tuple[int, int]],
        refused: int,
    ) -> Generation:
        """The generation that has just been entered into the state, as it is also noted in the logbook."""
        state, seconds, config = self.state, self._stopwatch.seconds, self.config
        population, best = survivors.population, survivors.winner
        self.seconds += sum(seconds.values())
        drew_the_first = self._replaced if state.generation == 1 else state.operators
        state.operators = noted(drew_the_first, self._replaced)
        state.operators_from = self.operators_from
        self._needed = {}  # from now on any operator may be registered: the state records it
        number, chapters = state.generation, self.statistics.compile(population)
        row = logbook.row_of(
            config.game_value,
            number,
            population,
            best,
            result,
            chapters,
            winner_id=self.ids.of(number, best),
            behaviours=[result.behaviours[index] for index in survivors.candidates if result.behaviours],
        )
        timing = logbook.TimingRow.of(number, seconds)
        logbook.enter(self.logbook, row, timing, chapters)
        individuals = []
        if config.log == INDIVIDUALS:
            individuals = genealogy.rows_of(number, population, survivors.origins, self.ids, arrived)
        return Generation(
            number,
            population[best],
            row,
            timing,
            individuals=individuals,
            refused=refused,
            sparring=list(result.sparring),
            last=self.ended is not None,
            sizes=sizes.rows_of(number, population, best),
        )

    def check_operators(self) -> None:
        """Check, before anything is played, that the toolbox has the operators that the run needs.

        Raises:
            OperatorError: if one is missing that the state still needs.
            UsageError: if games against a person are to count in an evaluation that cannot count them.
        """
        self._steps()
        state, needed = self.state, self._needed
        if state.generation >= self.config.generations:  # only the champion is to be chosen
            needed = {alias: operator for alias, operator in needed.items() if alias == "evaluate"}
        check_needed(needed, self._replaced, made_by=state.operators_from)

    def frame(self) -> Any:
        """The logbook as a DataFrame of pandas, if that is installed: one row for each generation.

        Its columns are those of :meth:`RunDirectory.frame`: of ``generations.csv``, then of ``timing.csv``.

        Raises:
            UsageError: if pandas is not installed.
        """
        return logbook.frame_of(self.logbook)

    def champion(self) -> tuple[Individual, int]:
        """The champion and the generation that it won, as :func:`choose_champion` finds them."""
        return choose_champion(self.config, self.state.winners, pool=self.pool)
