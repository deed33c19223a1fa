"""Fitness from decisions in the same positions, and lexicase selection."""

from __future__ import annotations

import random
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny_runs import small_config

from primitives import vocabulary_of
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.verdict import verdict
from senet_gp.engine.cases import Cases
from senet_gp.engine.evaluator import scores_of
from senet_gp.engine.participants import Source
from senet_gp.engine.program import translate
from senet_gp.evolution.evaluation.evaluators import evaluate_by_tests
from senet_gp.evolution.evaluation.final import best_of_winners
from senet_gp.evolution.evaluation.played_out_decisions import CasePlan, ask, new_cases
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.evolution.operators.lexicase_selection import lexicase
from senet_gp.games.board.game import BoardGame, Position
from senet_gp.games.board.rules import EXTRA, MINE, THEIRS
from senet_gp.games.registry import game_of
from senet_gp.players.parsing import player_from_text
from senet_gp.trees.individual import Individual, random_individual
from senet_gp.trees.text import from_lisp, to_lisp

GAMES = ("tictactoe", "pursuit", "trilobite", "hexapawn")


small = partial(small_config, fitness="decisions", cases=24)


def programs_of(game: str, count: int, seed: int = 1) -> list[Source]:
    vocabulary = vocabulary_of(game)
    return [
        Source.of(random_individual(vocabulary, random.Random(seed + n)), vocabulary) for n in range(count)
    ]


def cases_of(name: str, *, start_plies: int, plies: int = 100, count: int = 40, playouts: int = 3) -> Cases:
    game = game_of(name)
    assert isinstance(game, BoardGame)
    programs = programs_of(name, 6)
    with WorkerPool(1) as pool:
        return new_cases(
            programs[:3],
            programs[3:],
            CasePlan(positions=count, start_plies=start_plies, playouts=playouts, playout_plies=plies),
            key=7,
            rng=random.Random(3),
            game=game,
            pool=pool,
        )


def positions(cases: Cases, begin: int, end: int) -> list[Position]:
    columns = cases.boards[:, begin:end].T.tolist()
    return [Position(column[MINE], column[THEIRS], column[EXTRA]) for column in columns]


@pytest.mark.parametrize("start_plies", [0, 4])
@pytest.mark.parametrize("name", ["tictactoe", "trilobite", "hexapawn"])
def test_the_choices_of_a_case_are_the_moves_of_a_board(name: str, start_plies: int) -> None:
    """And those that end the game have its result."""
    game = game_of(name)
    assert isinstance(game, BoardGame)
    cases = cases_of(name, start_plies=start_plies)
    known = {}
    waiting = game.starts()
    while waiting:
        position = waiting.pop()
        afterstates = game.afterstates(position)
        after = frozenset(afterstate.position for afterstate in afterstates)
        if after not in known:
            known[after] = afterstates
            waiting += [game.swapped(c.position) for c in afterstates if c.result is None]
    for begin, end in zip(cases.begins[:-1], cases.begins[1:], strict=True):
        boards = positions(cases, begin, end)
        afterstates = known[frozenset(boards)]
        assert [afterstate.position for afterstate in afterstates] == boards
        for afterstate, outcome, turns in zip(
            afterstates, cases.outcomes[begin:end], cases.turns[begin:end], strict=True
        ):
            if afterstate.result is not None:
                assert (afterstate.result, 1) == (outcome, turns)
            else:
                assert turns > 1


def test_in_pursuit_two_moves_show_what_the_enemy_can_do_at_once() -> None:
    """No choice that is safe loses; with many playouts all that are not do."""
    game = game_of("pursuit")
    assert isinstance(game, BoardGame)
    cases = cases_of("pursuit", start_plies=0, plies=2, playouts=40)
    unsafe = lost = 0
    for case, (begin, end) in enumerate(zip(cases.begins[:-1], cases.begins[1:], strict=True)):
        (position,) = positions(cases, case, case + 1)
        afterstates = game.afterstates(position)
        assert len(afterstates) == end - begin
        for afterstate, outcome in zip(afterstates, cases.outcomes[begin:end].tolist(), strict=True):
            if afterstate.result is not None:
                assert outcome == afterstate.result
                continue
            answers = game.afterstates(game.swapped(afterstate.position))
            if all(answer.result != 1 for answer in answers):
                assert outcome >= 0
            else:
                unsafe += 1
                lost += outcome == -1
    assert unsafe > 5
    assert lost == unsafe


@pytest.mark.parametrize("name", GAMES)
def test_entrants_choose_as_they_do_in_games(name: str) -> None:
    """Of choices that are equally good for them, the worst."""
    game, vocabulary = game_of(name), vocabulary_of(name)
    assert isinstance(game, BoardGame)
    cases = cases_of(name, start_plies=4)
    trees = [random_individual(vocabulary, random.Random(n)) for n in range(70)]
    with WorkerPool(1) as pool:
        result = ask([Source.of(tree, vocabulary) for tree in trees], cases, pool=pool)
    assert result.values.shape == (70, 40)
    for tree, outcomes in zip(trees[::7], result.values[::7], strict=True):
        scores = scores_of(translate(tree, vocabulary), cases.boards)
        for case, (begin, end) in enumerate(zip(cases.begins[:-1], cases.begins[1:], strict=True)):
            if game.policy:
                best = [begin + scores[case] % (end - begin)]
            else:
                best = begin + np.flatnonzero(scores[begin:end] == scores[begin:end].max())
            assert outcomes[case] == cases.outcomes[best].min()


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), individuals=st.integers(1, 140), cases=st.integers(1, 12))
def test_no_individual_beats_a_chosen_one_everywhere(seed: int, individuals: int, cases: int) -> None:
    rng = np.random.default_rng(seed)
    points = rng.integers(-1, 2, (individuals, cases), np.int8)
    chosen = lexicase(points, 20, key=seed)
    assert (lexicase(points, 20, key=seed) == chosen).all()
    for index in chosen.tolist():
        at_least = (points >= points[index]).all(axis=1)
        assert not (at_least & (points > points[index]).any(axis=1)).any()


def test_lexicase_draws_evenly_among_equals() -> None:
    counts = np.bincount(lexicase(np.ones((130, 5), np.int8), 13_000, key=4), minlength=130)
    assert counts.min() > 50
    assert counts.max() < 160


def test_fitness_is_how_often_one_is_chosen() -> None:
    vocabulary = vocabulary_of("pursuit")
    texts = ("(add 1 (mul 1 0))", "(mul 1 1)", "(add own_last_move 1)", "(add 1 (add 0 own_last_move))")
    population = [Individual(from_lisp(text, vocabulary)) for text in texts]
    with WorkerPool(1) as pool:
        config = small("pursuit", population=4)
        evaluation = evaluate_by_tests(population, 1, config=config, rng=random.Random(1), pool=pool)
        best = best_of_winners(population, config=config, pool=pool)
    fitness = [individual.fitness.values[0] for individual in population]
    assert sum(fitness) == pytest.approx(12, abs=1e-3)
    # Of individuals with the same outcome in every case, only the reproduced or else the smallest is chosen.
    assert fitness[1] == fitness[3] == 1e-6
    # An individual that always makes the same move loses wherever it has just made this move.
    assert evaluation.winner == 2
    assert best in {2, 3}
    assert evaluation.games == 4 * 24
    assert evaluation.self_losses > 0


def test_decisions_find_better_players() -> None:
    """A second makes a player of Pursuit with far fewer faults than the best of the first generation."""
    game = game_of("pursuit")
    assert isinstance(game, BoardGame)
    with WorkerPool(1) as pool:
        evolution = Evolution(small("pursuit", population=200, generations=30, cases=400, seed=2), pool)
        winners = [generation.winner for generation in evolution]
    faults = []
    for winner in (winners[0], winners[-1]):
        measure = verdict(game, player_from_text(f"expr:{to_lisp(winner)}", game)).measure
        assert measure is not None
        count = measure.missed_wins.count + measure.allowed_wins.count + measure.repeated_moves.count
        faults.append(count / measure.states)
    assert faults[1] < 0.9 * faults[0]
