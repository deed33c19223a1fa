"""DEAP's own algorithms with our toolbox, compared with loops written by hand."""

from __future__ import annotations

import operator
import pickle
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from deap import algorithms, base, gp, tools
from small_boards import candidate_board, random_candidates

from primitives import vocabulary_of
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.match import score_against
from senet_gp.arena.pool import SerialPool
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.registration import part
from senet_gp.evolution.loop.deap_toolbox import deap_toolbox
from senet_gp.games.hexapawn import Hexapawn
from senet_gp.runtime.errors import UsageError
from senet_gp.trees import plain
from senet_gp.trees.individual import Individual, WeightedFitness
from senet_gp.trees.text import from_lisp, to_lisp

CONFIG = Config(game="hexapawn", population=10, seed=4, selection=part("tournament", tournament_size=3))
SENET = Config(population=10, seed=4, selection=part("tournament", tournament_size=3))
OPPONENTS = ["random", "expr:(sub my_moves their_moves)"]
WORDS = vocabulary_of("hexapawn")
BOARDS = [candidate_board(Hexapawn(), one) for one in random_candidates(Hexapawn(), random.Random(1), 10)]


@pytest.fixture(autouse=True)
def seeded() -> Iterator[None]:
    """DEAP's algorithms draw from Python's generator."""
    before = random.getstate()
    random.seed(11)
    yield
    random.setstate(before)


def toolbox_of(config: Config = CONFIG, **options: Any) -> base.Toolbox:
    return deap_toolbox(config, OPPONENTS if config.game == "hexapawn" else ["random"], games=4, **options)


def all_of(population: list[Individual]) -> list[tuple[str, tuple[float, ...]]]:
    return [(to_lisp(individual), individual.fitness.values) for individual in population]


def simple_by_hand(config: Config) -> list[tuple[str, tuple[float, ...]]]:
    """``eaSimple`` written out, with the games of each individual played by themselves."""
    box = toolbox_of(config)
    opponents = OPPONENTS if config.game == "hexapawn" else ["random"]

    def evaluate(population: list[Individual]) -> None:
        for one in population:
            if not one.fitness.valid:
                one.fitness.values = (
                    float(score_against([one], opponents, games=4, seed=config.seed).mean()),
                )

    population = box.population(n=config.population)
    evaluate(population)
    for _ in range(3):
        parents = box.select(population, len(population))
        offspring = [box.clone(parent) for parent in parents]
        for i in range(1, len(offspring), 2):
            if random.random() < 0.6:
                offspring[i - 1], offspring[i] = box.mate(offspring[i - 1], offspring[i])
                del offspring[i - 1].fitness.values, offspring[i].fitness.values
        for i in range(len(offspring)):
            if random.random() < 0.3:
                (offspring[i],) = box.mutate(offspring[i])
                del offspring[i].fitness.values
        evaluate(offspring)
        population = offspring
    return all_of(population)


@pytest.mark.parametrize("config", [CONFIG, SENET], ids=["hexapawn", "senet"])
def test_the_simple_algorithm_is_a_loop_by_hand_for_any_number_of_workers(
    config: Config, pool: WorkerPool
) -> None:
    expected = simple_by_hand(config)
    for where in (None, pool):
        random.seed(11)
        box = toolbox_of(config, pool=where)
        population, _ = algorithms.eaSimple(box.population(), box, 0.6, 0.3, 3, verbose=False)
        assert all_of(population) == expected


@pytest.mark.parametrize("algorithm", [algorithms.eaMuPlusLambda, algorithms.eaMuCommaLambda])
def test_mu_and_lambda_with_statistics_and_a_hall_of_fame(
    algorithm: Callable[..., Any], pool: WorkerPool
) -> None:
    found = []
    for where in (None, pool):
        random.seed(11)
        box = toolbox_of(pool=where)
        statistics = tools.MultiStatistics(
            score=tools.Statistics(lambda one: one.fitness.values[0]), nodes=tools.Statistics(len)
        )
        statistics.register("mean", np.mean)
        best = tools.HallOfFame(3)
        population, logbook = algorithm(
            *(box.population(n=8), box, 8, 12, 0.5, 0.3, 3),
            stats=statistics,
            halloffame=best,
            verbose=False,
        )
        found.append((all_of(population), all_of(list(best)), logbook.chapters["score"].select("mean")))
        assert logbook.select("nevals")[0] == 8
        for individual in best:
            assert individual.fitness.values == box.evaluate(individual)
        assert best[0].fitness.values[0] == max(one.fitness.values[0] for one in [*best, *population])
    assert found[0] == found[1]
    if algorithm is algorithms.eaMuPlusLambda:
        means = found[0][2]
        assert means[-1] >= means[0]


def test_several_weights_make_a_front_of_score_and_size() -> None:
    box = toolbox_of(measures=[len], weights=(1.0, -1.0))
    front = tools.ParetoFront()
    population, _ = algorithms.eaMuPlusLambda(
        box.population(n=12), box, 12, 12, 0.5, 0.4, 3, halloffame=front, verbose=False
    )
    assert {one.fitness.weights for one in [*population, *front]} == {(1.0, -1.0)}
    points = [one.fitness.values for one in front]
    assert points == sorted(points, reverse=True)
    assert all(nodes == len(one) for one, (_, nodes) in zip(front, points, strict=True))
    for score, nodes in points:
        others = [(s, n) for s, n in points if (s, n) != (score, nodes)]
        assert not any(s >= score and n <= nodes for s, n in others)
    # NSGA-II keeps the whole front where there is room for it.
    assert {point for point in points if points.count(point) == 1} <= {
        one.fitness.values for one in population
    }


def test_a_measure_of_ones_own_and_its_weight() -> None:
    box = toolbox_of(measures=[operator.attrgetter("depth"), len], weights=(1.0, -0.5, -1.0))
    one = box.individual()
    assert box.evaluate(one)[1:] == (one.depth, len(one))


def test_history_knows_the_parents() -> None:
    box = toolbox_of()
    history = tools.History()
    for alias in ("mate", "mutate"):
        box.decorate(alias, history.decorator)
    population = box.population(n=8)
    history.update(population)
    population, _ = algorithms.eaSimple(population, box, 0.8, 0.4, 2, verbose=False)
    tree = history.genealogy_tree
    assert len(tree) > 8
    assert {len(parents) for number, parents in tree.items() if number > 8} == {1, 2}
    assert all(parent < child for child, parents in tree.items() for parent in parents)
    changed = [one for one in population if one.history_index > 8]
    for one in changed:
        assert list(history.genealogy_history[one.history_index]) == list(one)
        assert any(number <= 8 for number in history.getGenealogy(one))


def test_operators_leave_parents_alone_and_children_have_no_fitness() -> None:
    box = toolbox_of(measures=[len], weights=(1.0, -1.0))
    a, b = box.population(n=2)
    for one in (a, b):
        one.fitness.values = box.evaluate(one)
    before = all_of([a, b])
    children = [*box.mate(a, b), *box.mutate(a)]
    assert all_of([a, b]) == before
    assert len(children) == 3
    assert all(not child.fitness.valid and child.fitness.weights == (1.0, -1.0) for child in children)
    copied = box.clone(a)
    assert all_of([copied]) == before[:1]
    del copied.fitness.values
    assert a.fitness.valid


@pytest.mark.parametrize("crossover", ["paper", "one-point"])
def test_every_crossover_has_two_children(crossover: str) -> None:
    box = deap_toolbox(Config.of("hexapawn", crossover=crossover, seed=4), ["random"])
    a, b = box.population(n=2)
    assert len(box.mate(a, b)) == 2


def test_deaps_own_operators_can_be_registered(pool: WorkerPool) -> None:
    box = toolbox_of(pool=pool)
    box.register("mate", gp.cxOnePoint)
    box.register("expr_mut", gp.genFull, min_=1, max_=2)
    box.register("mutate", gp.mutUniform, expr=box.expr_mut, pset=WORDS.pset)
    for alias in ("mate", "mutate"):
        box.decorate(alias, gp.staticLimit(operator.attrgetter("height"), 17))
    box.register("select", tools.selTournament, tournsize=3)
    population, _ = algorithms.eaSimple(box.population(), box, 0.6, 0.3, 3, verbose=False)
    for one in population:
        assert one.fitness.values == box.evaluate(one)
        assert one.height <= 17
        assert to_lisp(one) == to_lisp(from_lisp(to_lisp(one), WORDS))


def test_all_games_of_a_generation_are_played_in_one_go(monkeypatch: pytest.MonkeyPatch) -> None:
    from senet_gp.evolution.loop import deap_toolbox as module

    sizes = []

    def watched(individuals: list[Individual], *rest: Any, **options: Any) -> Any:
        sizes.append(len(individuals))
        return score_against(individuals, *rest, **options)

    box = toolbox_of()
    monkeypatch.setattr(module, "score_against", watched)
    algorithms.eaSimple(box.population(), box, 0.6, 0.3, 2, verbose=False)
    assert len(sizes) == 3
    assert sizes[0] == 10
    # An evaluation of one's own is called for each individual.
    box.register("evaluate", lambda individual: (1.0 / len(individual),))
    population = box.population(n=2)
    assert box.map(box.evaluate, population) == [(1.0 / len(one),) for one in population]
    assert len(sizes) == 3


def test_a_pool_can_be_registered_as_map(pool: WorkerPool) -> None:
    """As ``multiprocessing`` users know it: every individual is evaluated in a worker."""
    expected = simple_by_hand(CONFIG)
    for where in (SerialPool(), pool):
        random.seed(11)
        box = toolbox_of(pool=pool)
        box.register("map", where.map)
        population, _ = algorithms.eaSimple(box.population(), box, 0.6, 0.3, 3, verbose=False)
        assert all_of(population) == expected


def test_a_pool_maps_as_python_does(pool: WorkerPool) -> None:
    for where in (SerialPool(), pool):
        assert where.map(abs, [-1, -2]) == [1, 2]
        assert where.map(pow, [(2, 3), (2, 4)]) == [8, 16]
        assert where.map(len, [[1, 2], []]) == [2, 0]


def test_a_population_begins_with_the_seeds() -> None:
    config = Config(game="hexapawn", seed_with=("my_moves",))
    population = deap_toolbox(config, ["random"]).population(n=3)
    assert to_lisp(population[0]) == "my_moves"
    assert len(population) == 3
    assert population[0].fitness.weights == (1.0,)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"opponents": []}, "there are no opponents"),
        ({"opponents": ["expr:nobody"]}, "nobody"),
        ({"games": 5}, "games is 5, but it must be an even number"),
        ({"weights": (1.0, -1.0)}, "one for each of the 0 measures"),
        (
            {"each_opponent": True, "weights": (1.0, 1.0)},
            r"one for the score \(also with each_opponent\)",
        ),
        ({"measures": [len], "weights": 1}, "weights is 1, but it must be a list"),
        ({"measures": [len], "weights": (1, float("nan"))}, "a weight is nan"),
        ({"measures": [len], "weights": ("1", 2)}, "a weight is '1'"),
        ({"measures": [len], "weights": (1.0, 0.0)}, "none may be 0"),
    ],
)
def test_mistakes_are_told_at_once(options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        deap_toolbox(CONFIG, **({"opponents": ["random"]} | options))


# Fitness and compiled trees


def test_a_fitness_with_weights_travels() -> None:
    fitness = WeightedFitness((1.0, -2.0), (0.25, 3.0))
    fitness.crowding_dist = 7.0
    sent = pickle.loads(pickle.dumps(fitness))  # noqa: S301 - our own
    for same in (sent, toolbox_of().clone(fitness)):
        assert (same.values, same.weights, same.crowding_dist) == ((0.25, 3.0), (1.0, -2.0), 7.0)
    assert not WeightedFitness((1.0,)).valid


@pytest.mark.parametrize("text", ["5", "(add 1 2)", "my_moves", "(sub my_moves (add 2 their_moves))"])
def test_what_deap_compiles_can_always_be_called(text: str) -> None:
    tree = from_lisp(text, WORDS)
    compiled = gp.compile(tree, WORDS.pset)
    for seen in BOARDS:
        assert compiled(seen) == plain.value(tree, WORDS, seen)
    assert list(gp.PrimitiveTree.from_string(str(tree), WORDS.pset)) == list(tree)


def test_the_toolbox_compiles_trees_of_any_depth() -> None:
    deep = from_lisp("(add 1 " * 5000 + "1" + ")" * 5000, WORDS)
    with pytest.raises((SyntaxError, MemoryError, RecursionError)):
        gp.compile(deep, WORDS.pset)
    compiled = toolbox_of().compile(expr=deep)
    assert compiled(None) == 5001
    sent = pickle.loads(pickle.dumps(compiled))  # noqa: S301 - our own
    assert sent(None) == 5001
