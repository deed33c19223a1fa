"""Any suite with any credit, and credits against slow ones."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any, cast

import numpy as np
import own_evaluation
import pytest
from configs import fitting
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from thinned import thinned
from tiny_runs import begun, come_to, to_its_end

from primitives import vocabulary_of
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.parts import PARTS, class_of, usual_part
from senet_gp.evolution.evaluation.credits import LexicaseCredit, compared
from senet_gp.evolution.evaluation.evaluators import credit_of, opened_tests
from senet_gp.evolution.evaluation.final import fewest_losses
from senet_gp.evolution.evaluation.protocol import (
    Evaluation,
    FitnessEvaluation,
    Outcomes,
    points_of,
    totals_of,
    with_one_more_opponent,
)
from senet_gp.evolution.operators.lexicase_selection import epsilons_of, lexicase
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.games.registry import GAMES
from senet_gp.runtime.errors import SenetGpError, UsageError
from senet_gp.trees.individual import Individual, random_individual
from senet_gp.trees.text import from_lisp

WORDS = vocabulary_of("senet")
TINY = {
    "population": 12,
    "generations": 3,
    "games": 2,
    "final_games": 2,
    "opponents": 2,
    "random_games": 4,
    "cases": 12,
    "halving_budget": 4,
    "size_limit": 30,
    "labelled": 20,
    "teacher_games": 10,
    "look_ahead": False,
    "until": "generations",
}
CREDITS = PARTS["credit"]
#: The evaluations whose tests a credit turns into fitness.
SUITES = [name for name in PARTS["fitness"] if name != "knockout"]
#: A game with throws and one without are tried first.
COMBINATIONS = [
    pytest.param(game, fitness, credit, marks=[pytest.mark.slow] * (game not in {"senet", "tictactoe"}))
    for game in GAMES
    for fitness in SUITES
    for credit in CREDITS
]


@pytest.mark.parametrize(("game", "fitness", "credit"), COMBINATIONS)
def test_every_suite_goes_with_every_credit_and_every_game(
    game: str, fitness: str, credit: str, pool: WorkerPool
) -> None:
    more: dict[str, Any] = {"parameters": {"pieces": 2}} if game == "senet" else {}
    config = fitting(game, **TINY, fitness=fitness, credit=credit, **more)
    once = come_to(config, 1)
    records, _, born, values_of_all = once
    assert 1 <= born <= len(records) == 3
    assert all(value[0] > 0 for value in values_of_all)
    assert come_to(config, pool) == once


#: A population whose work is shared out in several batches.
LARGER = {**TINY, "population": 150, "opponents": 3, "random_games": 12, "cases": 24, "size_limit": 0}


@pytest.mark.parametrize("fitness", ["full-games", "regret"])
def test_a_larger_population_is_the_same_for_any_number_of_workers(fitness: str) -> None:
    """In the game in which one can lose by a move of one's own."""
    config = fitting("pursuit", **LARGER, fitness=fitness)
    assert come_to(config, 1) == come_to(config, 3)


@pytest.mark.parametrize("fitness", SUITES)
def test_another_credit_gives_another_fitness(fitness: str) -> None:
    game = "tictactoe"
    config = fitting(game, **TINY | {"cases": 40, "labelled": 40}, fitness=fitness)
    found = {
        str(come_to(dataclasses.replace(config, credit=usual_part(game, "credit", name)), 1)[-1])
        for name in CREDITS
    }
    assert len(found) == len(CREDITS) >= 3


@pytest.mark.parametrize("fitness", SUITES)
def test_equal_expressions_have_equal_results_in_every_suite(fitness: str, pool: WorkerPool) -> None:
    """Also in further tests, and in the final: the tests are the same for all."""
    game = "hexapawn"
    config = fitting(game, **TINY | {"games": 9, "random_games": 40}, fitness=fitness).resolved()
    words = vocabulary_of(game)
    drawn = [random_individual(words, random.Random(number)) for number in range(6)]
    population = [*drawn, *map(Individual, reversed(drawn))]
    for generation in (1, None):
        tests = opened_tests(config, population, generation=generation, rng=random.Random(1), pool=pool)
        for times, number in ((1, 0), (2, 1)):
            values = tests.run(range(12), times, number).values
            assert (values[:6] == values[:5:-1]).all()
            assert (values[0] != values).any()


class WrittenTests:
    """Tests whose outcomes are written down: those of all, and of those that are tested again."""

    def __init__(self, values: NDArray[Any], *further: NDArray[Any]) -> None:
        self.values = [values, *further]
        self.asked: list[tuple[list[int], int, int]] = []

    def run(self, indices: Sequence[int], times: int = 1, number: int = 0) -> Outcomes:
        """Look them up."""
        self.asked.append((list(indices), times, number))
        values = self.values[number][list(indices)]
        return Outcomes(values=values, games=values.size, turns=3 * values.size, self_losses=1)


def individuals(sizes: Sequence[int]) -> list[Individual]:
    texts = {1: "1", 3: "(add 1 2)", 5: "(add 1 (add 2 3))", 7: "(add 1 (add 2 (add 3 4)))"}
    return [Individual(from_lisp(texts[size], WORDS)) for size in sizes]


def credited(
    credit: str, sizes: Sequence[int], tests: WrittenTests, *, reproduced: int = 0, **options: Any
) -> tuple[list[float], Evaluation]:
    """The fitness from a table of outcomes, with the rest of the evaluation."""
    config = Config.of("senet", fitness="full-games", credit=credit, **options)
    population = individuals(sizes)
    rng = random.Random(1)
    evaluation = credit_of(config).assign(population, tests, reproduced=reproduced, key=5, rng=rng)
    assert isinstance(evaluation, Evaluation)
    return [individual.fitness.values[0] for individual in population], evaluation


GAMES_WON = np.array([[1, 1, -1, 0], [1, 0, -1, -1], [1, 1, -1, 0], [-1, -1, -1, 1]], np.int8)


def test_shared_by_hand() -> None:
    """A game that three have won is worth a third to each; a draw counts 0.4."""
    fitness, evaluation = credited(
        "shared", [3, 5, 1, 3], WrittenTests(GAMES_WON), draw_value=0.4, parsimony=0.01
    )
    shares = [1 / 3 + 1 / 2.4 + 0.4 / 1.8, 1 / 3 + 0.4 / 2.4, 1 / 3 + 1 / 2.4 + 0.4 / 1.8, 1 / 1.8]
    prices = [1.03, 1.05, 1.01, 1.03]
    wanted = [1e-6 + share / price for share, price in zip(shares, prices, strict=True)]
    assert fitness == pytest.approx(wanted, abs=2e-9)
    # Of equals the smallest wins.
    assert (evaluation.winner, evaluation.games, evaluation.turns, evaluation.self_losses) == (2, 16, 48, 1)


def test_mean_by_hand() -> None:
    fitness, evaluation = credited(
        "mean", [3, 5, 1, 3], WrittenTests(GAMES_WON), draw_value=0.4, parsimony=0.01
    )
    means, prices = [2.4 / 4, 1.4 / 4, 2.4 / 4, 1 / 4], [1.03, 1.05, 1.01, 1.03]
    wanted = [1e-6 + mean / price for mean, price in zip(means, prices, strict=True)]
    assert fitness == pytest.approx(wanted, abs=2e-9)
    assert (evaluation.winner, evaluation.games) == (2, 16)


def test_a_game_against_one_more_opponent_is_a_twentieth_of_all_tests() -> None:
    """In tests that are graded, by the points of a win, a draw and a loss; in few tests it is one more."""
    graded = Outcomes(values=np.full((3, 40), 0.25), games=120, turns=120, self_losses=1)
    more = with_one_more_opponent(graded, [1, 0, -1], draw_value=0.4)
    assert more.values[:, 40:].tolist() == [[1.0, 1.0], [0.4, 0.4], [0.0, 0.0]]
    assert (more.values[:, :40] == 0.25).all()
    assert (more.graded, more.games, more.turns, more.self_losses) == (True, 120, 120, 1)
    won = Outcomes(values=GAMES_WON, games=16, turns=48, self_losses=1)
    more = with_one_more_opponent(won, [1, 0, -1, -1], draw_value=0.4)
    assert (more.values == np.hstack([GAMES_WON, [[1], [0], [-1], [-1]]])).all()
    assert more.values.dtype == np.int8


@pytest.mark.parametrize("credit", ["shared", "mean"])
def test_grades_are_added_up_as_they_are(credit: str) -> None:
    grades = np.array([[0.5, 2.0], [0.25, 3.0]])
    fitness, evaluation = credited(credit, [1, 1], WrittenTests(grades), parsimony=0.0, draw_value=0.1)
    # In a test with less than one point in all, no points are raised.
    wanted = [0.5 + 2 / 5, 0.25 + 3 / 5] if credit == "shared" else [1.25, 1.625]
    assert fitness == pytest.approx([1e-6 + value for value in wanted], abs=2e-9)
    assert evaluation.winner == 1
    with pytest.raises(SenetGpError, match=r"graded outcome is -0\.5, but this credit adds .* --credit lex"):
        credited(credit, [1, 1], WrittenTests(-grades + 2.5))


def chances_by_all_orders(
    points: NDArray[np.float64], epsilons: NDArray[np.float64] | None = None
) -> list[float]:
    """How likely lexicase selection chooses each, by going through all orders of the tests."""
    chances = [0.0] * len(points)
    orders = list(permutations(range(points.shape[1])))
    for order in orders:
        left = list(range(len(points)))
        for test in order:
            margin = 0.0 if epsilons is None else epsilons[test]
            best = max(points[index, test] for index in left)
            left = [index for index in left if points[index, test] >= best - margin]
        for index in left:
            chances[index] += 1 / len(left) / len(orders)
    return chances


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("epsilon", [False, True])
def test_lexicase_chooses_as_likely_as_all_orders_of_the_tests_say(seed: int, *, epsilon: bool) -> None:
    rng = np.random.default_rng(seed)
    grades = rng.random((7, 5)) if epsilon else rng.choice(np.array([-1, 0, 1], np.int8), size=(7, 5))
    epsilons = epsilons_of(grades) if epsilon else None
    count = 40_000
    found = np.bincount(lexicase(grades, count, key=seed, epsilons=epsilons), minlength=7) / count
    wanted = chances_by_all_orders(grades, epsilons)
    assert found == pytest.approx(wanted, abs=0.012)
    assert sum(chance > 0.02 for chance in wanted) > 1
    if epsilon:
        # Without it others would be chosen.
        assert wanted != pytest.approx(chances_by_all_orders(grades), abs=0.05)


@given(seed=st.integers(0, 10**6), count=st.integers(1, 70), tests=st.integers(1, 9))
def test_three_grades_with_no_epsilon_are_chosen_as_games_are(seed: int, count: int, tests: int) -> None:
    """By the same draws, so nothing depends on how the outcomes of games are kept."""
    outcomes = np.random.default_rng(seed).integers(-1, 2, (count, tests), np.int8)
    wanted = lexicase(outcomes, 30, key=seed)
    points = points_of(outcomes, 0.7)
    assert (lexicase(points, 30, key=seed, epsilons=np.zeros(tests)) == wanted).all()


@pytest.mark.parametrize("draw_value", [0.0, 0.3, 1.0])
def test_who_compares_alike_has_the_same_points_in_every_test(draw_value: float) -> None:
    outcomes = np.random.default_rng(1).integers(-1, 2, (40, 3), np.int8)
    points, seen = points_of(outcomes, draw_value), compared(outcomes, draw_value)
    worth = {1: 1.0, 0: draw_value, -1: 0.0}
    assert points.tolist() == [[worth[value] for value in row] for row in outcomes.tolist()]
    result = Outcomes(values=outcomes, games=120, turns=0, self_losses=0)
    assert totals_of(result, draw_value) == points.sum(axis=1).round(6).tolist()
    for one in range(40):
        for other in range(40):
            assert (seen[one] == seen[other]).all() == (points[one] == points[other]).all()
            assert ((seen[one] > seen[other]) == (points[one] > points[other])).all()


def test_epsilon_is_the_median_distance_from_the_median() -> None:
    grades = np.array([[1.0, 5.0], [2.0, 5.0], [4.0, 5.0], [8.0, 5.0], [100.0, 9.0]])
    assert epsilons_of(grades).tolist() == [3.0, 0.0]


def test_fitness_by_lexicase_is_as_likely_as_all_orders_say() -> None:
    """Of duplicates a reproduced one is chosen, or else the smallest."""
    rng = np.random.default_rng(3)
    for grades in (rng.random((6, 4)), rng.integers(-1, 2, (6, 4), np.int8)):
        values = grades[[0, 1, 2, 3, 3, 4, 5, 4]]
        counts: Counter[int] = Counter()
        population = individuals([1, 3, 5, 7, 1, 3, 1, 5])
        for key in range(300):
            tests = WrittenTests(values)
            LexicaseCredit().assign(population, tests, reproduced=4, key=key, rng=random.Random(1))
            counts.update({n: round(one.fitness.values[0]) for n, one in enumerate(population)})
        points = values if values.dtype == np.float64 else (1 + values.astype(np.float64)) / 2
        distinct = points[[0, 1, 2, 3, 5, 6]]
        epsilons = epsilons_of(points) if values.dtype == np.float64 else None
        wanted = dict(zip([0, 1, 2, 3, 5, 6], chances_by_all_orders(distinct, epsilons), strict=True))
        for index in range(8):
            assert counts[index] / 7200 == pytest.approx(wanted.get(index, 0.0), abs=0.03)
        assert counts[4] == counts[7] == 0


def test_who_does_alike_as_the_best_is_graded_again() -> None:
    first = np.array([[1.0, 2.0], [1.0, 2.0], [0.0, 2.0], [1.0, 2.0]])
    again = np.array([[0.1], [0.2], [9.0], [0.15]])
    last = np.array([[0.3], [0.2], [9.0], [0.4]])
    tests = WrittenTests(first, again, last)
    fitness, evaluation = credited("lexicase", [1, 1, 1, 1], tests, halving_budget=7)
    (everybody, *_), (three, times, number), (two, *_) = tests.asked
    assert (everybody, sorted(three), times, number) == ([0, 1, 2, 3], [0, 1, 3], 2, 1)
    assert sorted(two) == [1, 3]
    assert tests.asked[2][1:] == (3, 2)
    # A third of the selections prefers the one that is left; the others choose the first of the duplicates.
    assert fitness == pytest.approx([8, 0, 0, 4], abs=1e-4)
    assert evaluation.games == first.size + 3 + 2


def test_in_the_final_losses_count_first_then_points_then_the_latest() -> None:
    def best(rows: list[list[float]], kind: type) -> int:
        values = np.array(rows, kind)
        return fewest_losses(Outcomes(values=values, games=0, turns=0, self_losses=0), 0.5)

    assert best([[1, 1, 1, -1], [0, 0, 0, 0]], np.int8) == 1
    assert best([[1, 0, 0, -1], [1, 0, 1, -1], [1, 0, 0, -1]], np.int8) == 1
    assert best([[0, 1], [1, 0], [0, 0]], np.int8) == 1
    # A grade is never a loss.
    assert best([[-1.0, 9.0], [1.0, 1.0]], np.float64) == 0
    assert best([[0.5, 0.5], [1.0, 0.0]], np.float64) == 1


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (np.array([1.0, 2.0]), "array of 1 dimensions of float64, but"),
        (np.array([[1, 2]], np.int64), "of int64, but"),
        (np.array([[1, 2]], np.int8), "is 1, 0 or -1: for other values"),
        (np.array([[1, -2]], np.int8), "is 1, 0 or -1: for other values"),
        (np.array([[1.0, np.nan]]), "not a finite number"),
        (np.array([[1.0, -np.inf]]), "not a finite number"),
    ],
)
def test_outcomes_that_are_none_are_refused(values: Any, message: str) -> None:
    with pytest.raises(SenetGpError, match=message):
        Outcomes(values=values, games=0, turns=0, self_losses=0)


def test_how_a_champion_was_found_is_told_of_every_evaluation() -> None:
    for name in PARTS["fitness"]:
        evaluation = cast("type[FitnessEvaluation]", class_of("fitness", name))
        assert evaluation.credit in {None, *CREDITS}
        assert evaluation.crowned.format(generation=7).count("7") == 1


@pytest.fixture
def own() -> Iterator[None]:
    """A suite and a credit from outside, known for one test."""
    with own_evaluation.registered(own_evaluation.Shapes, own_evaluation.Best):
        yield


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize("credit", thinned(["", "shared", "mean", "best"], kept=[3]))
def test_a_suite_from_outside_works_by_configuration(credit: str, tmp_path: Path) -> None:
    chosen = {"credit": credit} if credit else {}
    config = fitting("tictactoe", **TINY, fitness="shapes", **chosen)
    assert config.resolved().flat()["credit"] == (credit or "lexicase")
    records, _, born, _ = come_to(config, 1)
    assert len(records) == 3
    assert 1 <= born <= 3
    # A run is saved, goes on, and has the same result.
    whole = to_its_end(begun(tmp_path / "whole", config))
    run = begun(tmp_path / "run", dataclasses.replace(config, generations=2))
    to_its_end(run)
    run = RunDirectory.open(run.path)
    run.extend(3)
    to_its_end(run)
    for name in ("generations.csv", "checkpoint.json", "champion.json"):
        assert (run.path / name).read_bytes() == (whole / name).read_bytes()


@pytest.mark.usefixtures("own")
def test_a_credit_from_outside_goes_with_every_suite() -> None:
    for fitness in SUITES:
        config = fitting("tictactoe", **TINY, fitness=fitness, credit="best", draw_value=0.3, least=0.2)
        *_, fitness_of_all = come_to(config, 1)
        assert {value for (value,) in fitness_of_all} <= {0.2, 0.5, 1.2}


@pytest.mark.usefixtures("own")
def test_a_suite_from_outside_says_which_games_it_is_not_for() -> None:
    with pytest.raises(UsageError, match="fitness is shapes, which hexapawn has never heard of: use knock"):
        Config.of("hexapawn", fitness="shapes").resolved()
