"""A toolbox for DEAP's own algorithms, such as ``algorithms.eaSimple``, and for your own loops.

In a run of :class:`~senet_gp.evolution.loop.evolution.Evolution`, individuals play one another, and a fitness
means something in its own generation only. DEAP's algorithms evaluate each individual once and for itself, so
here an individual's fitness is its score against fixed opponents, always in the same games.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any

from deap import base, tools

from primitives import Vocabulary
from senet_gp.arena.match import playing, score_against
from senet_gp.arena.pool import Pool, SerialPool
from senet_gp.evolution.configuration.config import Config, ResolvedConfig
from senet_gp.evolution.loop.toolbox import (
    BREEDING,
    Toolbox,
    breeding_operators,
    drawn_individual,
    register,
)
from senet_gp.games.protocol import Game
from senet_gp.players.parsing import Entrant, entrants_in
from senet_gp.players.player import Player
from senet_gp.runtime.checks import number_of_games, real_number, seed_number, several
from senet_gp.runtime.errors import UsageError, shortened, shown
from senet_gp.runtime.streams import key_of
from senet_gp.trees.individual import Individual, WeightedFitness, individual_of
from senet_gp.trees.plain import function_of
from senet_gp.trees.text import from_lisp

#: A further value of a fitness, computed from the individual alone, such as ``len``.
Measure = Callable[[Individual], float]


# Without a dictionary, which a toolbox would copy and send to workers, with the pool in it.
@dataclass(frozen=True, eq=False, repr=False, slots=True)
class Scoring:
    """The evaluation of an individual by its score against fixed opponents.

    Call it with an individual; :meth:`of_all` plays the games of many individuals together.

    Attributes:
        opponents: the opponents.
        game: the game.
        games: the number of games against each opponent, an even number.
        seed: the seed of the games.
        pool: where the games are played.
        each_opponent: whether the score against each opponent is a value of the fitness, not their mean.
        measures: compute the further values of the fitness.
    """

    opponents: Sequence[Player]
    game: Game
    games: int
    seed: int
    pool: Pool
    each_opponent: bool
    measures: Sequence[Measure]

    def __call__(self, individual: Individual) -> tuple[float, ...]:
        """The fitness values of an individual: its mean score, or one for each opponent, then its measures.

        Raises:
            UsageError: if a measure is no finite number.
        """
        return self.of_all([individual])[0]

    def of_all(self, individuals: Sequence[Individual]) -> list[tuple[float, ...]]:
        """The fitness values of each individual; all their games are played in the pool in one go.

        Raises:
            UsageError: if a measure is no finite number.
        """
        games, seed, pool = self.games, self.seed, self.pool
        scores = score_against(individuals, self.opponents, games=games, seed=seed, pool=pool, game=self.game)
        if not self.each_opponent:
            scores = scores.mean(axis=1, keepdims=True)
        return [
            (*row, *(_measured(measure, individual) for measure in self.measures))
            for row, individual in zip(scores.tolist(), individuals, strict=True)
        ]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle everything but the pool: a worker plays the games itself."""
        games, here = (self.opponents, self.game, self.games, self.seed), SerialPool()
        return Scoring, (*games, here, self.each_opponent, self.measures)


def _measured(measure: Measure, individual: Individual) -> float:
    """A further value of an individual's fitness, which must be a number that can be compared."""
    name = getattr(measure, "__name__", None) or shown(measure)
    return real_number(f"the measure {shortened(name)}", measure(individual))


class DeapToolbox(Toolbox):
    """A toolbox whose operators draw from one generator, which can be saved.

    Args:
        rng: the generator.
    """

    def __init__(self, rng: random.Random) -> None:
        super().__init__()
        self._rng = rng

    @property
    def rng(self) -> random.Random:
        """The generator of all its operators; a generator that is assigned gives it its state.

        Raises:
            UsageError: if something else is assigned.
        """
        return self._rng

    @rng.setter
    def rng(self, saved: random.Random) -> None:
        if not isinstance(saved, random.Random):
            raise UsageError(
                f"the generator of a toolbox is a random.Random, such as one that was saved, not "
                f"{shown(saved)}; for its state use toolbox.rng.setstate"
            )
        # The operators hold the generator itself.
        self._rng.setstate(saved.getstate())


def deap_toolbox(
    config: Config,
    opponents: Sequence[Entrant],
    *,
    games: int = 20,
    seed: int | None = None,
    pool: Pool | None = None,
    each_opponent: bool = False,
    measures: Sequence[Measure] = (),
    weights: Sequence[float] = (1.0,),
) -> DeapToolbox:
    """A toolbox with which DEAP's algorithms evolve players, with the operators that a configuration names.

    >>> import random
    >>> from deap import algorithms, tools
    >>> from senet_gp import Config, deap_toolbox
    >>> toolbox = deap_toolbox(Config(game="hexapawn", seed=7), ["random"], games=10)
    >>> random.seed(7)  # DEAP's algorithms draw from Python's own generator, too
    >>> best = tools.HallOfFame(1)
    >>> population, logbook = algorithms.eaSimple(
    ...     toolbox.population(n=12), toolbox, cxpb=0.7, mutpb=0.2, ngen=2, halloffame=best, verbose=False
    ... )
    >>> len(population), best[0].fitness.values == toolbox.evaluate(best[0])
    (12, True)

    ==============  ===================================================================================
    alias           what is called
    ==============  ===================================================================================
    ``expr``        ``() -> list``: draws the nodes of an individual, as the configured initialisation does
    ``individual``  ``() -> Individual``: draws one individual by ``expr``
    ``population``  ``(n=count) -> list``: draws a population, which begins with the configured seeds
    ``evaluate``    ``(individual) -> tuple``: its mean score against the opponents, or a score for each of
                    them, and its measures
    ``map``         ``(function, individuals) -> list``: with ``evaluate`` all games are played in the
                    pool in one go; any other function is called in this process
    ``select``      ``(population, count) -> list``: the configured selection; ``tools.selNSGA2`` if
                    a fitness has several values
    ``mate``        ``(a, b) -> tuple``: two children
    ``mutate``      ``(individual) -> tuple``: one child
    ``clone``       ``(individual) -> Individual``: a copy, with its fitness
    ``compile``     ``(expr) -> function``: a tree of any depth as a function of the board
    ==============  ===================================================================================

    All of them can be replaced and decorated. ``mate`` and ``mutate`` leave their parents unchanged;
    children have the attributes of their parents, such as the ``history_index`` of ``tools.History``.

    Everything that is registered here draws from ``toolbox.rng``, a ``random.Random`` that is seeded with the
    configuration's seed. A program that is saved and goes on has to save it, and the state of Python's own
    generator, from which DEAP's algorithms and operators draw: ``pickle`` it, and assign it to
    ``toolbox.rng`` when the program goes on.

    The opponents, the games and their random numbers stay the same from generation to generation, so an
    individual need not be evaluated again, and fitness can be compared between generations. Evolution adapts
    to these very games: measure its result with another seed (see
    :func:`~senet_gp.arena.match.score_against`).

    Args:
        config: names the game, the vocabulary, the operators, and the seeds of a first population. How it
            evaluates is not used.
        opponents: the opponents: texts as on the command line, players, or expressions.
        games: the number of games against each opponent, an even number.
        seed: the seed of the games; by default that of the configuration.
        pool: where games are played; by default in this process. It does not change a result.
        each_opponent: whether a fitness has a value for each opponent, its score against it, instead of their
            mean; for ``tools.selAutomaticEpsilonLexicase`` and the like.
        measures: functions of the individual for further values of the fitness, such as ``len``.
        weights: the weights of the score and of the measures: positive if more is better, negative if less
            is. With ``each_opponent`` every score has the weight of the score.

    Raises:
        UsageError: if there are no opponents, one cannot play the game, the number of games is not even and
            positive, the weights do not belong to the values, or the configured selection needs the points of
            every test of a run.
        FileError: if the file of an opponent cannot be read.
    """
    if config.selection.by_table:
        raise UsageError(
            f"the selection {config.selection.name} needs the points of every test, which only runs have: "
            "use another, and for the like of it each_opponent=True with "
            'toolbox.register("select", tools.selAutomaticEpsilonLexicase)'
        )
    config = config.resolved()
    players = [playing(opponent, config.game_value) for opponent in entrants_in("opponents", opponents)]
    of_values = _weights_of_values(weights, len(measures), len(players) if each_opponent else 1)
    games, seed = number_of_games(games, even=True), config.seed if seed is None else seed_number(seed)
    pool = SerialPool() if pool is None else pool
    scoring = Scoring(players, config.game_value, games, seed, pool, each_opponent, tuple(measures))
    # Bad arguments are reported here, not in the first generation.
    scoring.of_all([])
    vocabulary = config.vocabulary_value
    rng = random.Random(key_of(config.seed, BREEDING))
    toolbox = DeapToolbox(rng)
    breeding_operators(toolbox, config, rng)
    toolbox.decorate("mate", _with_two_children)
    for alias in ("mate", "mutate"):
        toolbox.decorate(alias, partial(_inheriting, vocabulary))
    toolbox.register("clone", copy.deepcopy)
    register(toolbox, "expr", config.initialisation, config, rng)
    toolbox.register("individual", _drawn, toolbox, vocabulary, of_values)
    toolbox.register("population", _population, toolbox, config, of_values, n=config.population)
    toolbox.register("evaluate", scoring)
    toolbox.register("map", _map)
    toolbox.register("compile", _compiled, vocabulary=vocabulary)
    if len(of_values) == 1:
        register(toolbox, "select", config.selection, config, rng)
    else:
        toolbox.register("select", tools.selNSGA2)
    return toolbox


def _weights_of_values(weights: Sequence[float], measures: int, scores: int) -> tuple[float, ...]:
    """The weight of every value of a fitness, from those of the score and of the measures."""
    given = tuple(real_number("a weight", weight) for weight in several("weights", weights, "1.0"))
    if len(given) != 1 + measures or 0 in given:
        raise UsageError(
            f"the weights are {shown(given)}, but there must be one for the score (also with "
            f"each_opponent) and one for each of the {measures} measures, and none may be 0"
        )
    return given[:1] * scores + given[1:]


def _drawn(toolbox: base.Toolbox, vocabulary: Vocabulary, weights: Sequence[float]) -> Individual:
    individual = drawn_individual(toolbox, vocabulary)
    individual.fitness = WeightedFitness(weights)
    return individual


def _population(
    toolbox: base.Toolbox, config: ResolvedConfig, weights: Sequence[float], n: int
) -> list[Individual]:
    """A population: the seeds of the configuration, and individuals drawn by ``individual``."""
    vocabulary = config.vocabulary_value
    seeds = [from_lisp(text, vocabulary) for text in config.seed_with][:n]
    for seed in seeds:
        seed.fitness = WeightedFitness(weights)
    return [*seeds, *(toolbox.individual() for _ in range(n - len(seeds)))]


def _compiled(expr: Individual, vocabulary: Vocabulary) -> Callable[[Any], int]:
    """As :func:`~senet_gp.trees.plain.function_of`, with the parameter's name as in ``gp.compile``."""
    return function_of(expr, vocabulary)


def _map(function: Callable[..., Any], *arguments: Iterable[Any]) -> list[Any]:
    """``map`` for DEAP's algorithms: the games of all individuals together."""
    called = function.func if isinstance(function, partial) and _is_plain(function) else function
    if isinstance(called, Scoring) and len(arguments) == 1:
        return list(called.of_all(list(arguments[0])))
    return list(map(function, *arguments))


def _is_plain(registered: partial[Any]) -> bool:
    return not registered.args and not registered.keywords


def _with_two_children(operator: Callable[..., tuple[Individual, ...]]) -> Callable[..., Any]:
    """A crossover that makes two children: if it makes one, it is applied a second time."""

    @wraps(operator)
    def wrapper(a: Individual, b: Individual, **options: Any) -> tuple[Individual, ...]:
        children = tuple(operator(a, b, **options))
        return children if len(children) > 1 else (*children, *operator(b, a, **options))

    return wrapper


def _inheriting(
    vocabulary: Vocabulary, operator: Callable[..., tuple[Individual, ...]]
) -> Callable[..., Any]:
    """An operator whose children have what their parents were given, as if these were changed in place.

    That is a fitness with the same weights, without values, and attributes such as ``history_index``.
    """

    @wraps(operator)
    def wrapper(*parents: Individual, **options: Any) -> tuple[Individual, ...]:
        children = tuple(operator(*(individual_of(vocabulary, parent) for parent in parents), **options))
        for child, parent in zip(children, parents, strict=True):
            known = vars(child).keys() | {"made_by", "of_second"}
            for name in vars(parent).keys() - known:
                setattr(child, name, copy.deepcopy(getattr(parent, name)))
            child.fitness = copy.deepcopy(parent.fitness)
            del child.fitness.values
        return children

    return wrapper
