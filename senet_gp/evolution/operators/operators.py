"""The operators of breeding as parts of a run: selections, elites, crossovers, mutations, and migration.

An operator names the function that is registered in the DEAP toolbox. What that function takes besides
individuals is found by the names of its parameters: ``rng``, ``vocabulary``, options of the operator, and
options of the run, such as ``size_limit``. The function is named by a dotted name, so this module imports
neither DEAP nor numpy.
"""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from senet_gp.evolution.configuration.parts import Part, RunOptions, option
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.origins import is_of_this_project

if TYPE_CHECKING:
    from deap import base


_SELECTION = "senet_gp.evolution.operators.selection"
_VARIATION = "senet_gp.evolution.operators.variation"


@dataclass(frozen=True)
class BreedingOperator(Part):
    """An operator of breeding.

    Attributes:
        alias: the name under which it is registered in the toolbox.
        function: its function, as ``module:function`` or itself.
        individuals: how many arguments the toolbox's caller passes to it.
    """

    alias: ClassVar[str]
    function: ClassVar[str | Callable[..., Any]]
    individuals: ClassVar[int]

    def check(self, config: RunOptions) -> None:
        """Check that a function from outside takes what runs have; ours are tested.

        Raises:
            UsageError: if it cannot be imported, or takes something that no run has.
        """
        named = type(self).function
        if not is_of_this_project(named if isinstance(named, str) else named.__module__):
            self.arguments(self.named("function"), config, random.Random(0))

    def register(self, toolbox: base.Toolbox, config: RunOptions, rng: random.Random) -> None:
        """Register it in a toolbox.

        Args:
            toolbox: the toolbox.
            config: the configuration of the run.
            rng: the generator of all operators.

        Raises:
            UsageError: if its function takes something that no run has.
        """
        function = self.named("function")
        toolbox.register(self.alias, function, **self.arguments(function, config, rng))

    def arguments(
        self, function: Callable[..., Any], config: RunOptions, rng: random.Random
    ) -> dict[str, Any]:
        """What a function takes besides individuals, by the names of its parameters.

        Raises:
            UsageError: if one of them is nothing that a run has.
        """
        run = {"rng": rng, "vocabulary": config.vocabulary_value}
        has = {**config.common(), **run, **self.as_values()}
        parameters = [*inspect.signature(function).parameters.values()][self.individuals :]
        several = {inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL}
        needed = [each.name for each in parameters if each.default is each.empty and each.kind not in several]
        missing = [name for name in needed if name not in has]
        if missing:
            raise UsageError(
                f"the function of the {self.kind} {self.name} takes {', '.join(missing)}, which no run has: "
                "it can take rng, vocabulary, options of its own and those of all runs"
            )
        return {each.name: has[each.name] for each in parameters if each.name in has}


class Selection(BreedingOperator):
    """How parents are chosen: a function of the population and of how many to choose.

    Attributes:
        chances: computes the probability of every individual to be drawn, from the fitness values and
            those of its options that it names, as ``module:function`` or itself. Games against a person
            during a run (``--spar``) need it; None if the probabilities are unknown.
        by_order: whether it depends only on the order of the fitness values, not on their differences.
        by_table: whether it needs the points of each test, as the credit ``table`` gives them.
    """

    kind = "selection"
    alias = "select"
    individuals = 2
    chances: ClassVar[str | Callable[..., Any] | None] = None
    by_order: ClassVar[bool] = True
    by_table: ClassVar[bool] = False

    @classmethod
    def chances_function(cls) -> Callable[..., Any]:
        """The function that computes every individual's probability to be drawn as a parent.

        Raises:
            UsageError: if the selection does not name it.
        """
        if cls.chances is None:
            raise UsageError(
                f"the probabilities of the selection {cls.name} are unknown: let its class name chances, or "
                "use another selection"
            )
        return cls.named("chances")


class ProportionalSelection(Selection):
    """In proportion to fitness."""

    name = "proportional"
    function = f"{_SELECTION}:proportional"
    chances = f"{_SELECTION}:chances_in_proportion"
    by_order = False


_TOURNAMENT_SIZE = "individuals drawn, of which the fittest becomes a parent"


@dataclass(frozen=True)
class TournamentSelection(Selection):
    """The best of a few drawn at random."""

    name = "tournament"
    function = f"{_SELECTION}:tournament"
    chances = f"{_SELECTION}:chances_by_tournament"
    tournament_size: int = option(7, _TOURNAMENT_SIZE, between=(1, 1_000_000), sample=3)


@dataclass(frozen=True)
class DoubleTournamentSelection(Selection):
    """Tournaments of fitness and of size."""

    name = "double-tournament"
    function = f"{_SELECTION}:double_tournament"
    tournament_size: int = option(7, _TOURNAMENT_SIZE, between=(1, 1_000_000), sample=3)
    parsimony_size: float = option(
        1.4,
        "how much smaller individuals are preferred: from 1, not at all, to 2, always",
        between=(1.0, 2.0),
    )
    fitness_first: bool = option(
        default=True, text="whether tournaments of fitness come before those of size"
    )


@dataclass(frozen=True)
class LexicaseSelection(Selection):
    """Test by test, with the credit table."""

    name = "lexicase"
    function = f"{_SELECTION}:lexicase_selection"
    by_order = False
    by_table = True
    epsilon: bool = option(
        default=False,
        text="whether points within the median absolute deviation of the best count as the best",
    )


class Elite(BreedingOperator):
    """Which individuals are reproduced: a function of the population and of how many to choose."""

    kind = "elite"
    alias = "reproduce"
    individuals = 2


class ProportionalElite(Elite):
    """Drawn in proportion to fitness."""

    name = "proportional"
    function = f"{_SELECTION}:proportional"


class BestElite(Elite):
    """The fittest."""

    name = "best"
    function = f"{_SELECTION}:best"


class Crossover(BreedingOperator):
    """How two parents are crossed: a function of both that returns children."""

    kind = "crossover"
    alias = "mate"
    individuals = 2


class PaperCrossover(Crossover):
    """One child, as in the paper of 1995."""

    name = "paper"
    function = f"{_VARIATION}:paper_crossover"


class OnePointCrossover(Crossover):
    """Two random subtrees are exchanged."""

    name = "one-point"
    function = f"{_VARIATION}:one_point_crossover"


@dataclass(frozen=True)
class LeafBiasedCrossover(Crossover):
    """As one-point, but mostly not of leaves."""

    name = "leaf-biased"
    function = f"{_VARIATION}:leaf_biased_crossover"
    leaf_chance: float = option(
        0.1, "the probability that an exchanged subtree is a leaf", between=(0.0, 1.0)
    )


class Mutation(BreedingOperator):
    """How an individual is mutated: a function of it that returns the mutant."""

    kind = "mutation"
    alias = "mutate"
    individuals = 1


class SubtreeMutation(Mutation):
    """A random subtree is replaced by a new one."""

    name = "subtree"
    function = f"{_VARIATION}:subtree_mutation"


class MixedMutation(Mutation):
    """One of four operators, drawn each time: of a node, of a subtree, insertion or hoisting."""

    name = "mixed"
    function = f"{_VARIATION}:mixed_mutation"


class VariedMutation(Mutation):
    """Like mixed, with more varied subtrees, and repeated until something changes."""

    name = "varied"
    function = f"{_VARIATION}:varied_mutation"


class UniformMutation(Mutation):
    """A random subtree is replaced by a full one of depth 0 to 2."""

    name = "uniform"
    function = f"{_VARIATION}:uniform_mutation"


class NodeReplacementMutation(Mutation):
    """A random node is replaced by one of the same types."""

    name = "node-replacement"
    function = f"{_VARIATION}:node_replacement_mutation"


class InsertMutation(Mutation):
    """A function is inserted above a random subtree."""

    name = "insert"
    function = f"{_VARIATION}:terminal_insert_mutation"


class ShrinkMutation(Mutation):
    """A random function is replaced by one of its arguments."""

    name = "shrink"
    function = f"{_VARIATION}:shrink_mutation"


class ConstantMutation(Mutation):
    """The value of a random constant is drawn anew."""

    name = "constant"
    function = f"{_VARIATION}:constant_mutation"


@dataclass(frozen=True)
class Migration(Part):
    """How individuals migrate between islands.

    Attributes:
        function: moves them, called as DEAP's ``migRing``, as ``module:function`` or itself.
    """

    kind = "migration"
    function: ClassVar[str | Callable[..., Any]]
    migrate_every: int = option(5, "generations between migrations", between=(1, 1_000_000))
    migrants: int = option(
        2,
        "best individuals of an island, copies of which replace the worst of another",
        between=(1, 500_000),
    )


class RingMigration(Migration):
    """To the next island, and from the last to the first."""

    name = "ring"
    function = "deap.tools:migRing"
