"""The generation loop.

A run alternates between breeding and evaluation. Its ``State`` holds everything that it needs to continue, so
a run that resumes from a saved state has the same result as one that was never stopped.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from deap import base, tools

from senet_gp.arena.pool import Pool
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.evaluation.final import Success, choose_champion, winners_kept
from senet_gp.evolution.evaluation.protocol import Evaluation
from senet_gp.evolution.loop import ancestry, sizes
from senet_gp.evolution.loop.breeding import Breeding
from senet_gp.evolution.loop.node_budget import NodeBudget, check_first
from senet_gp.evolution.loop.outside_operators import (
    Outside,
    check_operators,
    is_ours,
    noted,
    operators_of,
    replaced,
    still_needed,
)
from senet_gp.evolution.loop.sparring import Sparring, SparringGame, check_counts, counted, outcomes_of
from senet_gp.evolution.loop.state import (
    Ending,
    Generation,
    GenerationRow,
    State,
    columns_of,
    enter,
    fitness_statistics,
    frame_of,
    new_statistics,
)
from senet_gp.evolution.loop.toolbox import Draws, Stage, toolbox_for
from senet_gp.evolution.operators.selection import beside, survivors
from senet_gp.runtime.checks import whole_number
from senet_gp.runtime.errors import UsageError, brief
from senet_gp.runtime.interruption import put_off
from senet_gp.runtime.machine import no_search_for_cycles
from senet_gp.trees.individual import Fitness, Individual
from senet_gp.trees.text import to_lisp


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

    It saves nothing; :func:`~senet_gp.evolution.run.run.play_run` plays a run in a directory. Leave the loop
    to stop early. To change an operator, register another one in ``toolbox`` before the first generation. The
    state records its description, and an evolution that continues from this state needs the same operator.

    Raises:
        UsageError: if the configuration has several islands, or cannot count games against a person.
        SenetGpError: if an individual of the state is no expression of the run's vocabulary.

    Attributes:
        config: the configuration.
        state: everything that the run needs to continue; complete between two generations.
        rng: the generator that all operators draw from; it is seeded anew for each child.
        toolbox: DEAP's toolbox with the operators (see :func:`~senet_gp.evolution.loop.toolbox.toolbox_for`).
        sparring: the partner of the finalists, if there is one; then the seed no longer determines the run.
        max_nodes: a population with more nodes raises an error; 0 for no limit. Unlike the option of the same
            name in the configuration, this limit does not change the run.
        seconds: how long all generations have taken, for a run that is limited in minutes.
        operators_from: the name of the function that registered operators from outside, for the state (see
            :func:`~senet_gp.evolution.run.run.operators_from`); usually empty.
        statistics: DEAP's statistics of size and depth; what is added to them is in ``generations.csv``, too.
        logbook: DEAP's logbook, with one record for each generation played by this object: the statistics,
            also that of the fitness, in chapters to print, and flat for tools such as pandas.
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
        Outside.of({}, (), config).check_state(
            (*self.state.population, *(one for _, one in self.state.winners))
        )
        self._draws = Draws(config.seed)
        self.rng = self._draws.rng
        self.toolbox: base.Toolbox = toolbox_for(config, draws=self._draws, pool=pool)
        self._breeding = Breeding(config, self.toolbox, self._draws, pool)
        self._configured = operators_of(self.toolbox)
        self._needed = self.state.operators
        self._success = Success(config)
        self.sparring = sparring
        self.max_nodes = whole_number("max_nodes", max_nodes, 0)
        self.seconds = 0.0
        self.operators_from = ""
        self.statistics = new_statistics()
        self._fitness = fitness_statistics()
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
        """Breed the next population, or draw the first one, and evaluate it.

        Raises:
            PopulationTooLargeError: if the population would be too large; the state does not change.
            OperatorError: if the state with which this evolution began needs an operator that the toolbox
                lacks; the state does not change.
            SenetGpError: if an operator from outside fails or does not return what it should.
            UsageError: if games against a person are to count in an evaluation that cannot count them.
        """
        self._check_counts()
        operators = self._replaced_operators()
        check_operators(self._needed, operators, made_by=self.state.operators_from)
        with no_search_for_cycles(), self._draws.beside(everybodys=bool(operators)):
            generation = self._next_generation(operators)
        self._needed = {}  # from now on any operator may be registered: the state records it
        before = self.state.operators if generation.number > 1 else operators
        self.state.operators = noted(before, operators)
        self.state.operators_from = self.operators_from
        return generation

    def _check_counts(self) -> None:
        """Check that the evaluation can count games against the partner, if there is one.

        Raises:
            UsageError: if it cannot.
        """
        if self.sparring is not None and not is_ours(self.toolbox.evaluate):
            raise UsageError(
                "an evaluation from outside, which is not made of tests, cannot count games against a "
                "person: leave out sparring"
            )

    def check_operators(self) -> None:
        """Check, before anything is played, that the toolbox has the operators that the run needs.

        Raises:
            OperatorError: if one is missing that the state still needs.
            UsageError: if games against a person are to count in an evaluation that cannot count them.
        """
        self._check_counts()
        left = self.state.generation < self.config.generations
        needed = still_needed(self._needed, breeds=left)
        check_operators(needed, self._replaced_operators(), made_by=self.state.operators_from)

    def _replaced_operators(self) -> dict[str, str]:
        return replaced(operators_of(self.toolbox), self._configured)

    def _next_generation(self, operators: Mapping[str, str]) -> Generation:
        state = self.state
        start = time.perf_counter()
        outside = Outside.of(operators_of(self.toolbox), operators, self.config)
        population, refused, notes = self._next_population(operators, outside)
        bred = time.perf_counter()
        number = state.generation + 1
        several, parents = self.config.several_objectives, state.population
        if several:
            population = beside(parents, population)
        result = self._evaluated(population, outside)
        # The time that a person takes counts nowhere.
        asked = time.perf_counter()
        games = self._games_against_partner(population)
        seconds_of_partner = time.perf_counter() - asked
        if against_person := outcomes_of(games, population):
            for individual in population:
                individual.fitness = Fitness()
            # Ctrl-C waits meanwhile, since the games are not saved yet.
            with put_off():
                result = self._evaluated(population, outside, against_person)
            games = counted(games, population, self.config)
        evaluated = time.perf_counter()
        best = int(result.winner)
        if several:
            population, notes, best = survivors(
                population, notes, self.config.population, self._surviving(outside)
            )
        winner = population[best]
        state.population, state.generation = population, number
        state.winners = [*state.winners, (number, winner)][-winners_kept(self.config) :]
        seconds: dict[str, Any] = {
            "seconds_breeding": bred - start,
            "seconds_evaluating": evaluated - bred - seconds_of_partner,
        }
        self.seconds += sum(seconds.values())
        return Generation(
            number,
            winner,
            self._row(winner, result, seconds),
            ancestry=ancestry.row_of(number, population, notes, best),
            refused=refused,
            sparring=games,
            last=self.ended is not None,
            sizes=sizes.rows_of(number, population, best),
            **seconds,
        )

    def _surviving(self, outside: Outside) -> Callable[[Sequence[Individual], int], list[Individual]]:
        """The operator that chooses who survives; what it returns is checked."""

        def survive(candidates: Sequence[Individual], count: int) -> list[Individual]:
            found = outside.call("survive", self.toolbox.survive, candidates, count)
            return outside.surviving(found, candidates, count)

        return survive

    def _evaluated(
        self,
        population: list[Individual],
        outside: Outside,
        against_person: Mapping[int, int] | None = None,
    ) -> Evaluation:
        """Evaluate the next population; it can be repeated with the outcomes of games against a person."""
        number = self.state.generation + 1
        options = {"against_person": against_person} if against_person else {}
        self._draws.begin(number, Stage.EVALUATED)
        winners = [earlier for _, earlier in self.state.winners]
        result: Evaluation = outside.call(
            "evaluate", self.toolbox.evaluate, population, number, winners, **options
        )
        outside.check_evaluation(result, population)
        return result

    def _games_against_partner(self, population: list[Individual]) -> list[SparringGame]:
        """Let individuals play the partner, if there is one and it is time to."""
        number = self.state.generation + 1
        if self.sparring is None or not self.sparring.plays_in(number):
            return []
        return self.sparring.play(population, number, self.config)

    def _next_population(
        self, operators: Mapping[str, str], outside: Outside
    ) -> tuple[list[Individual], int, list[str]]:
        """The next population, the number of children over its node budget, and the notes on it."""
        state = self.state
        if state.population:
            budget = NodeBudget(state.population, limit=self.config.max_nodes, stop=self.max_nodes)
            notes = ancestry.Notes(state.population)
            bred = self._breeding.next_population(
                state.population,
                state.generation + 1,
                budget=budget,
                notes=notes,
                others=operators,
                outside=outside,
            )
            self._improve(bred, notes, outside)
            return bred, budget.refused, notes.all
        count = self.config.population
        drawn = outside.call(outside.drawn_by, self.toolbox.population, n=count)
        population = outside.population(drawn, count)
        for most in (self.config.max_nodes, self.max_nodes):
            check_first(population, most)
        return population, 0, ancestry.notes_of_first(self.config)

    def _improve(self, bred: list[Individual], notes: ancestry.Notes, outside: Outside) -> None:
        """If it is time to, replace the last of the children by improved individuals."""
        state, every = self.state, self.config.fitness.improves_every
        number = state.generation + 1
        if not hasattr(self.toolbox, "improve") or not every or number % every:
            return
        winners = [earlier for _, earlier in state.winners]
        most = self.config.max_nodes or self.max_nodes
        found = outside.call("improve", self.toolbox.improve, state.population, number, winners)
        for place, (parent, one) in enumerate(outside.improved(found, state.population)):
            replaced_one = len(bred) - 1 - place
            room = most - sum(map(len, bred)) + len(bred[replaced_one]) if most else len(one)
            if replaced_one >= self.config.reproduced and len(one) <= room:
                bred[replaced_one] = one
                notes.improved(replaced_one, parent)

    def _row(self, winner: Individual, result: Evaluation, seconds: dict[str, float]) -> GenerationRow:
        """Add the generation to the logbook; returns the part that does not depend on time."""
        population = self.state.population
        compiled = self.statistics.compile(population)
        numbers: dict[str, Any] = {
            "generation": self.state.generation,
            "games": int(result.games),
            "distinct": len({individual.packed for individual in population}),
            "mean_turns": round(result.turns / max(1, result.games), 3),
            "winner_size": len(winner),
            "winner_depth": winner.depth,
        }
        if self.config.game_value.self_losses:
            numbers["self_losses"] = round(result.self_losses / max(1, result.games), 4)
        # The logbook has no expressions, which would fill the memory in a long run of large trees. Fitness is
        # not in the files, since that of different generations cannot be compared.
        fitness = {"fitness": self._fitness.compile(population)}
        enter(self.logbook, numbers, fitness | compiled, seconds)
        row = {"self_losses": None} | numbers | columns_of(compiled, population)
        return GenerationRow(**row, winner=to_lisp(winner))

    def frame(self) -> Any:
        """The logbook as a DataFrame of pandas, if that is installed: one row for each generation.

        Its columns are those of ``generations.csv`` without the winner, then the seconds, and the fitness.

        Raises:
            UsageError: if pandas is not installed.
        """
        return frame_of(self.logbook)

    def champion(self) -> tuple[Individual, int]:
        """The champion and the generation that it won, as :func:`choose_champion` finds them."""
        return choose_champion(self.config, self.state.winners, pool=self.pool)
