"""Tuning of weights and terms, the networks that teach, and runs that use both."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import numpy as np
import pytest
from exact_race import ExactRace

from primitives import Board, Number, Truth, primitive, vocabulary_of
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.pool import SerialPool
from senet_gp.cli.run_view import awaited_first
from senet_gp.engine.cases import Cases, answers_of
from senet_gp.engine.participants import RANDOM_MOVER, Source
from senet_gp.engine.term_weights import Graded, best_weight, loss_of
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.presets import preset_values
from senet_gp.evolution.evaluation import regret
from senet_gp.evolution.evaluation.decisions import listed_cases
from senet_gp.evolution.evaluation.regret import (
    Labelling,
    _trained,
    _Training,
    teaching_network,
)
from senet_gp.evolution.evaluation.suites import Regret, usual_teacher
from senet_gp.evolution.evaluation.sum_search import GradedDecisions, SumSearch, Trial
from senet_gp.evolution.evaluation.tuning import (
    TUNED,
    random_word,
    tuned,
    tuned_individuals,
)
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.games.senet import Senet
from senet_gp.players.network import NetworkPlayer
from senet_gp.runtime import compiling_notice
from senet_gp.trees.individual import Individual, random_individual
from senet_gp.trees.sums import terms_of
from senet_gp.trees.text import from_lisp, to_lisp

VOCABULARY = vocabulary_of("senet", "rich")
OPTIONS: dict[str, Any] = {
    "fitness": "regret",
    "log": "individuals",
    "vocabulary": "rich",
    "population": 24,
    "generations": 8,
    "cases": 40,
    "labelled": 200,
    "teacher": "net",
    "refresh": 3,
    "look_ahead": False,
    "final_games": 2,
    "selection": "tournament",
    "size_limit": 60,
    "parsimony": 1e-6,
    "tune": 2,
}


def regret_in(config: Config) -> Regret:
    """The suite of a run, with its options."""
    assert isinstance(config.fitness, Regret)
    return config.fitness


def labelled(decisions: int, key: int = 5) -> Cases:
    labelling = Labelling(
        game=Senet(),
        learners=(RANDOM_MOVER,),
        teacher="net",
        games=10,
        decisions=decisions,
        looks_ahead=False,
        key=key,
        seed=1,
    )
    return labelling.labelled(SerialPool())


def regret_of(trees: list[Individual], cases: Cases) -> list[float]:
    """By the evaluation itself, which knows nothing of sums."""
    players = [Source(tree.packed, VOCABULARY) for tree in trees]
    regrets: list[float] = (1 - answers_of(players, cases).outcomes).mean(axis=1).tolist()
    return regrets


def plain_loss(sums: list[int], graded: Graded) -> float:
    """As the kernel, in plain Python."""
    loss = 0.0
    for first, last in zip(graded.begins[:-1].tolist(), graded.begins[1:].tolist(), strict=True):
        best = max(sums[first:last])
        chosen = [graded.worth[index] for index in range(first, last) if sums[index] == best]
        loss += 1 - sum(chosen) / len(chosen)
    return loss


def test_the_best_weight_is_the_best_of_all() -> None:
    rng = np.random.default_rng(1)
    for _ in range(50):
        begins = np.concatenate(([0], np.cumsum(rng.integers(1, 6, 12))))
        graded = Graded(begins, rng.integers(0, 5, begins[-1]) / 4)
        sums, term = rng.integers(-9, 9, (2, begins[-1]))
        weights, costs = np.arange(-6, 7), rng.random(13)
        losses = [
            plain_loss((sums + weight * term).tolist(), graded) + cost
            for weight, cost in zip(weights.tolist(), costs, strict=True)
        ]
        number, least = best_weight(sums, term, weights, costs, graded, 1e9)
        assert least == pytest.approx(min(losses))
        assert losses[number] == pytest.approx(min(losses))
        assert best_weight(sums, term, weights, costs, graded, min(losses) - 0.01)[0] == -1
        assert loss_of(sums, graded) == pytest.approx(plain_loss(sums.tolist(), graded))


def test_tuned_individuals_regret_less_also_on_other_decisions() -> None:
    texts = (
        "(sub their_distance my_distance)",
        "(sub my_moves their_moves)",
        "their_pieces",
        "my_moves",
        "1",
    )
    population = [from_lisp(text, VOCABULARY) for text in texts]
    cases, others = labelled(1200), labelled(800, key=6)
    for individual, lost in zip(population, regret_of(population, cases), strict=True):
        individual.fitness.values = (1 - lost,)
    config = Config.of("senet", **OPTIONS | {"cases": 500, "labelled": 1200})
    suite = regret_in(config)
    tuned = tuned_individuals(population, cases, suite, generation=2, config=config, pool=SerialPool())
    with WorkerPool(2) as pool:
        shared = tuned_individuals(population, cases, suite, generation=2, config=config, pool=pool)
    assert [(index, one.packed) for index, one in tuned] == [(index, one.packed) for index, one in shared]
    assert len(tuned) == TUNED == 2
    origins = [population[index] for index, _ in tuned]
    made = [one for _, one in tuned]
    for cases_of, share in ((cases, 0.8), (others, 0.9)):
        before, after = regret_of(origins, cases_of), regret_of(made, cases_of)
        assert all(late < share * early for early, late in zip(before, after, strict=True))
    assert all(len(one) <= OPTIONS["size_limit"] and one.made_by == "tuned" for one in made)


def test_where_perfect_play_lists_all_decisions_they_are_tuned_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """So it is in a game with kernels whose boards have no numbers; what winners meet does not matter."""
    monkeypatch.setattr(Senet, "numbering", "")
    population = [from_lisp(text, VOCABULARY) for text in ("(sub my_moves their_moves)", "my_pieces")]
    for value, individual in enumerate(population):
        individual.fitness.values = (value / 2,)
    own = {"teacher": "minimax", "parameters": {"pieces": 1}, "tune": 1}
    config = Config.of("senet", **OPTIONS | own).resolved()
    suite = regret_in(config)
    made = [
        tuned(suite, config, population, winners, generation=2, pool=SerialPool())
        for winners in ([], population * 3)
    ]
    first, second = ([one.packed for _, one in each] for each in made)
    assert first == second
    every = listed_cases(config.game_value, VOCABULARY)
    before = regret_of([population[index] for index, _ in made[0]], every)
    after = regret_of([one for _, one in made[0]], every)
    assert len(after) == 2
    assert all(late < early for early, late in zip(before, after, strict=True))


def test_a_sum_with_a_huge_weight_is_left_as_it_is() -> None:
    """Programs saturate near such weights, and to try all of them would take all memory."""
    text = "my_moves"
    for _ in range(6):
        text = f"(mul 30 {text})"
    population = [from_lisp(text, VOCABULARY)]
    population[0].fitness.values = (0.5,)
    config = Config.of("senet", **OPTIONS)
    suite, pool = regret_in(config), SerialPool()
    assert tuned_individuals(population, labelled(200), suite, generation=2, config=config, pool=pool) == []


@pytest.mark.parametrize(
    "text",
    [
        "(sub their_distance my_distance)",
        "(mul (add my_moves (mul 2 my_pieces)) (sub my_last (mul my_first (sub their_moves 3))))",
    ],
)
def test_the_search_loses_what_the_evaluation_measures(text: str) -> None:
    """After all kinds of changes, at the top and inside products."""
    cases = labelled(400)
    terms = terms_of(from_lisp(text, VOCABULARY).codes, VOCABULARY)
    search = SumSearch(GradedDecisions.of(cases), terms, VOCABULARY, cost=1e-6, limit=80)
    search.scale(3)
    rng = random.Random(4)

    def losses() -> tuple[float, float]:
        tree = Individual.from_packed(search.codes.tobytes(), VOCABULARY)
        return search.loss / 400, regret_of([tree], cases)[0]

    found = [losses()]
    for _ in range(3):
        new = [random_individual(VOCABULARY, rng) for _ in range(40)]
        outers = [(), *(term[:-1] for term in search.terms), *(term for term in search.terms)]
        trials = [
            Trial((*rng.choice(outers), *term), rng.choice([None, *search.terms]))
            for one in new
            for term in terms_of(one.codes, VOCABULARY)
        ]
        for trial in search.promising(trials):
            search.attempt(trial)
        found.append(losses())
        search.tune()
        found.append(losses())
        search.drop()
        found.append(losses())
        assert len(search.codes) <= 80
        assert max(map(abs, search.terms.values())) <= 30
    assert [lost for lost, _ in found] == pytest.approx([measured for _, measured in found])
    assert found[-1][0] < 0.7 * found[0][0]
    assert any(len(term) > 1 for term in search.terms)


def test_without_parsimony_terms_are_dropped_as_well() -> None:
    terms = terms_of(
        from_lisp("(sub their_distance (add my_distance my_moves))", VOCABULARY).codes, VOCABULARY
    )
    search = SumSearch(GradedDecisions.of(labelled(200)), terms, VOCABULARY, cost=0.0, limit=3)
    search.drop()
    assert len(search.codes) <= 3


def test_a_node_must_pay_as_it_will_be_written() -> None:
    """A weight that another term has is written once, and that of a choice between numbers is free."""
    texts = ("lead", "my_moves", "their_moves", "(if_then_else contact 2 1)")
    words = [(from_lisp(text, VOCABULARY).packed,) for text in texts]
    search = SumSearch(
        GradedDecisions.of(labelled(50)),
        dict(zip(words, (5, 5, 1, 1), strict=True)),
        VOCABULARY,
        cost=0.0,
        limit=0,
    )
    for term, weights, nodes in (
        (words[2], [1, 5, 7, -5], [2, 2, 4, 2]),
        (words[3], [1, 5, 7, -29], [5, 5, 5, 5]),
        ((from_lisp("my_last", VOCABULARY).packed,), [1, 2, 5], [2, 4, 2]),
    ):
        assert search._nodes(term, np.array(weights)).tolist() == nodes


def test_a_word_is_a_number_about_the_board() -> None:
    rng = random.Random(2)
    words = {
        to_lisp(VOCABULARY.decode(np.frombuffer(random_word(VOCABULARY, rng), np.int16))) for _ in range(900)
    }
    assert {"lead", "(if_then_else contact 2 1)"} <= words
    assert {text[1:].split()[0] for text in words if text[0] == "("} >= {
        "mine_up_to",
        "mine_between",
        "move_start",
    }
    assert not any(text.startswith(("(add", "(mul")) for text in words)


def test_no_word_of_truths_is_given_a_number() -> None:
    @primitive(Number, Truth, low=0, high=7)
    def count_if(board: Board, wanted: bool) -> int:
        """How many pieces I have if it is true."""
        return len(board.mine) if wanted else 0

    vocabulary, rng = VOCABULARY.with_primitives(count_if), random.Random(3)
    for _ in range(500):
        text = to_lisp(vocabulary.decode(np.frombuffer(random_word(vocabulary, rng), np.int16)))
        assert to_lisp(from_lisp(text, vocabulary)) == text


def test_with_size_as_objective_players_of_all_sizes_are_tuned_within_their_classes() -> None:
    options = OPTIONS | {"objectives": ["score", "nodes"], "tune": 1, "generations": 6, "size_limit": 60}
    evolution = Evolution(Config.of("senet", **options), SerialPool())
    tuned = []
    for generation in evolution:
        tuned += [row.nodes for row in generation.individuals if row.operator == "tuned"]
    assert min(tuned) <= 11
    assert 30 < max(tuned) <= 60


def test_tuned_individuals_keep_to_the_limits() -> None:
    for limit in ({"size_limit": 19, "depth_limit": 5}, {"size_limit": 0, "max_nodes": 600}):
        evolution = Evolution(Config.of("senet", **OPTIONS | limit | {"seed": 2}), SerialPool())
        tuned = []
        for generation in evolution:
            sizes = [len(one) for one in evolution.state.population]
            made = [row for row in generation.individuals if row.operator == "tuned"]
            tuned.append(bool(made))
            assert all(row.nodes <= (limit["size_limit"] or 600) for row in made)
            assert all(row.depth <= limit.get("depth_limit", 600) for row in made)
            assert sum(sizes) <= limit.get("max_nodes", 10**6)
        assert tuned[1::2] == [True] * 4 or "max_nodes" in limit
        # With so few nodes for all there is seldom room for what is tuned.
        assert sum(tuned) >= (1 if "max_nodes" in limit else 4)
        assert not any(tuned[::2])


def test_a_run_can_train_its_teacher() -> None:
    config = Config.of("senet", **OPTIONS | {"teacher": "network", "teacher_games": 300, "generations": 3})
    runs = [Evolution(config, SerialPool()) for _ in range(2)]
    winners = [[to_lisp(generation.winner) for generation in run] for run in runs]
    assert winners[0] == winners[1]
    # All are of one network, whose games the seed decides.
    cases = [labelled(50).outcomes for _ in range(2)]
    assert np.array_equal(*cases)
    own = Labelling(
        game=Senet(),
        learners=(RANDOM_MOVER,),
        teacher="network",
        games=300,
        decisions=50,
        looks_ahead=False,
        key=5,
        seed=1,
    )
    first, second = own._teacher(SerialPool()), own._teacher(SerialPool())
    assert first is second
    assert NetworkPlayer(first, "it").network.hidden == 64


def test_the_network_that_teaches_is_the_same_by_any_number_of_workers() -> None:
    training = _Training(Senet(pieces=2), 81, seed=3)
    alone = _trained(training, SerialPool())
    with WorkerPool(2) as pool:
        assert _trained(training, pool) == alone
    assert _trained(training._replace(seed=4), SerialPool()) != alone
    assert _trained(training._replace(games=82), SerialPool()) != alone


def test_islands_that_are_played_in_turn_keep_their_teachers() -> None:
    first, again = (
        [teaching_network(Senet(pieces=1), 10, seed, SerialPool()) for seed in range(4)] for _ in range(2)
    )
    assert all(one is other for one, other in zip(first, again, strict=True))


@pytest.mark.parametrize(
    ("options", "usual"),
    [
        ({}, ("nets", 40_000, 1)),
        ({"minutes": 0.0, "generations": 9}, ("nets", 40_000, 1)),
        ({"parameters": {"pieces": 3}}, ("net-mixed", 40_000, 1)),
        ({"minutes": 1.0, "teacher": "network"}, ("network", 100_000, 1)),
        ({"minutes": 3.0, "teacher": "network"}, ("network", 300_000, 1)),
        ({"teacher": "network", "teacher_games": 50, "refresh": 7}, ("network", 50, 7)),
    ],
)
def test_networks_of_the_program_teach_unless_another_teacher_is_named(
    options: dict[str, Any], usual: tuple[str, int, int]
) -> None:
    config = Config.layered(preset_values("strong"), flat=options).resolved()
    suite = regret_in(config)
    assert (suite.teacher, suite.teacher_games, suite.refresh) == usual
    # What is recorded is what was meant, also if a later version has other defaults.
    ended = dataclasses.replace(config, generations=7, minutes=0.0).resolved()
    assert ended.fitness == suite


def test_without_a_network_of_the_program_a_run_trains_one() -> None:
    assert usual_teacher(ExactRace()) == "network"


def test_what_is_usual_is_not_told() -> None:
    config = Config.from_values(preset_values("strong"))
    told = repr(config) + repr(Config(fitness=config.fitness))
    assert "fitness=part('regret'" in told
    assert "teacher" not in told
    assert "look_ahead=True" not in told


@pytest.mark.parametrize(
    ("teacher", "games", "what", "seconds"),
    [
        ("network", 40_000, "the two halves of the network that teaches play 40,000 games each", 20),
        ("network", 100, "", 0),
        ("net", 20_000, "", 0),
    ],
)
def test_a_run_says_what_it_waits_for_first(teacher: str, games: int, what: str, seconds: int) -> None:
    config = Config.of("senet", **OPTIONS | {"teacher": teacher, "teacher_games": games})
    told = f"first {what}, which takes about {seconds} seconds" if what else ""
    assert awaited_first(config, SerialPool()) == told


def test_a_run_without_a_teacher_waits_for_none() -> None:
    assert awaited_first(Config(), SerialPool()) == ""


def test_a_long_training_says_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiling_notice, "_silent", False)
    monkeypatch.setattr(compiling_notice, "_told", True)
    monkeypatch.setattr(regret, "_SECONDS_BETWEEN_LINES", 0)
    _trained(_Training(Senet(pieces=1), 80, 1), SerialPool())
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 40
    assert lines[9] == "Each half of the network has learned from 20 of 80 games ..."
