"""Whole runs of evolution."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from functools import partial

import pytest
from deap import gp

from primitives import vocabulary_of
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.evaluation.final import FINALISTS
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.evolution.loop.state import Generation
from senet_gp.trees.individual import Individual
from senet_gp.trees.text import from_lisp, to_lisp

SMALL = Config(population=24, generations=4, final_games=10)


def run(config: Config, workers: int = 1) -> tuple[list[Generation], Evolution, str]:
    """Play a run: its generations, the evolution, and all its results, as text."""
    with WorkerPool(workers) as pool:
        evolution = Evolution(config, pool)
        generations = list(evolution)
        champion, born = evolution.champion()
    text = "\n".join(
        [*(f"{g.record} {to_lisp(g.winner)}" for g in generations), f"{born} {to_lisp(champion)}"]
        + [f"{to_lisp(individual)} {individual.fitness}" for individual in evolution.state.population]
    )
    return generations, evolution, text


def test_other_seeds_give_other_runs() -> None:
    texts = {run(Config(population=12, generations=2, final_games=2, seed=seed))[2] for seed in range(4)}
    assert len(texts) == 4


@pytest.mark.parametrize("population", [1, 2, 3, 7, 9, 20])
def test_any_population_size(population: int) -> None:
    generations, evolution, _ = run(Config(population=population, generations=3, final_games=2))
    assert len(generations) == 3
    assert len(evolution.state.population) == population
    rounds = (population - 1).bit_length()
    fitness = Counter(individual.fitness.values[0] for individual in evolution.state.population)
    assert max(fitness) == rounds + 1
    assert fitness[rounds + 1] == 1


def test_the_next_population_is_made_as_the_paper_says() -> None:
    """An eighth is reproduced and at times mutated, the rest made by crossover, one child a pair."""
    calls: Counter[str] = Counter()
    with WorkerPool(1) as pool:
        evolution = Evolution(Config(population=64, generations=2, mutation_chance=1.0), pool)
        for name in ("reproduce", "select", "mate", "mutate", "clone", "individual"):
            original = getattr(evolution.toolbox, name)

            def counted(*args: object, _name: str = name, _original: partial = original) -> object:  # type: ignore[type-arg]
                calls[_name] += 1
                return _original(*args)

            evolution.toolbox.register(name, counted)
        list(evolution)
    assert (calls["reproduce"], calls["mutate"], calls["mate"]) == (1, 8, 56)
    assert calls["clone"] == 8 + 2 * 56


def test_mutation_hits_an_eighth_of_the_reproduced() -> None:
    mutated = 0
    with WorkerPool(1) as pool:
        evolution = Evolution(
            Config.of("senet", population=256, generations=12, parameters={"pieces": 1}, games=1), pool
        )
        original = evolution.toolbox.mutate

        def counted(individual: Individual) -> tuple[Individual]:
            nonlocal mutated
            mutated += 1
            return original(individual)  # type: ignore[no-any-return]

        evolution.toolbox.register("mutate", counted)
        list(evolution)
    expected = 11 * 32 / 8
    assert abs(mutated - expected) < 4 * (expected * 7 / 8) ** 0.5


def test_operators_can_be_replaced_by_deaps_own() -> None:
    vocabulary = vocabulary_of("senet")
    random.seed(1)  # DEAP's operators draw from the global generator
    with WorkerPool(1) as pool:
        evolution = Evolution(SMALL, pool)
        evolution.toolbox.register("mate", gp.cxOnePoint)
        evolution.toolbox.register("expr_mut", gp.genFull, min_=1, max_=2)
        evolution.toolbox.register(
            "mutate", gp.mutUniform, expr=evolution.toolbox.expr_mut, pset=vocabulary.pset
        )
        list(evolution)
    assert len(evolution.logbook) == 4
    assert evolution.state.operators.keys() == {"mate", "mutate"}
    bred = [list(individual) for individual in evolution.state.population]
    assert bred != [list(individual) for individual in run(SMALL)[1].state.population]
    assert all(list(from_lisp(to_lisp(one), vocabulary)) == one for one in bred)


def test_the_logbook_records_sizes_and_depths() -> None:
    generations, evolution, _ = run(SMALL)
    logbook = evolution.logbook
    assert logbook.select("generation") == [1, 2, 3, 4]
    population = evolution.state.population
    last = generations[-1].record
    sizes, depths = [len(i) for i in population], [i.height for i in population]
    assert logbook.chapters["size"].select("max")[-1] == max(sizes) == last["size_max"]
    assert logbook.chapters["depth"].select("mean")[-1] == pytest.approx(sum(depths) / 24)
    assert last["distinct_trees"] == len({to_lisp(i) for i in population})
    assert last["size_mean"] == pytest.approx(sum(sizes) / 24, abs=1e-3)
    assert (last["winner_size"], last["winner_depth"]) == (
        len(generations[-1].winner),
        generations[-1].winner.height,
    )
    assert last["mean_turns"] > 50
    assert all(generation.record["winner"] == to_lisp(generation.winner) for generation in generations)
    assert all(seconds > 0 for seconds in logbook.select("seconds_evaluating"))
    assert all(seconds >= 0 for seconds in logbook.select("seconds_breeding"))


def test_a_size_limit_holds() -> None:
    """The first population is drawn without the limit, so only individuals that were drawn may be larger."""
    config = Config(population=32, generations=6, size_limit=9, final_games=2)
    for limit, held in ((9, True), (0, False)):
        evolution = Evolution(dataclasses.replace(config, size_limit=limit), WorkerPool(1))
        evolution.next_generation()
        first = {to_lisp(individual) for individual in evolution.state.population}
        assert any(len(individual) > 9 for individual in evolution.state.population)
        bred = [
            individual
            for _ in evolution
            for individual in evolution.state.population
            if to_lisp(individual) not in first
        ]
        assert len(bred) > 32
        assert all(len(individual) <= 9 for individual in bred) == held


def test_stopping_early_and_going_on() -> None:
    with WorkerPool(1) as pool:
        evolution = Evolution(SMALL, pool)
        for generation in evolution:
            if generation.number == 2:
                break
        assert evolution.state.generation == 2
        rest = [generation.number for generation in evolution]
        assert rest == [3, 4]
        whole = Evolution(SMALL, pool)
        list(whole)
    assert [list(a) for a in evolution.state.population] == [list(b) for b in whole.state.population]


def test_the_champion_is_the_best_of_the_last_winners() -> None:
    _, evolution, _ = run(Config(population=16, generations=FINALISTS + 4, final_games=10))
    assert [generation for generation, _ in evolution.state.winners] == list(range(5, FINALISTS + 5))
    with WorkerPool(1) as pool:
        evolution.pool = pool
        champion, born = evolution.champion()
        again, born_again = evolution.champion()
    assert (list(champion), born) == (list(again), born_again)
    assert list(champion) == list(dict(evolution.state.winners)[born])


def test_evolution_finds_players_that_beat_a_random_mover(pool: WorkerPool) -> None:
    from senet_gp.arena.match import play_match
    from senet_gp.players import ExpressionPlayer, RandomPlayer

    evolution = Evolution(Config(population=64, generations=8, seed=3), pool)
    list(evolution)
    tree, _ = evolution.champion()
    player = ExpressionPlayer(tree, vocabulary_of("senet"), "champion")
    report = play_match(player, RandomPlayer(), games=300, seed=1, pool=pool)
    assert report.score > 0.8
