"""Crossover, mutation and selection."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from primitives import Number, Vocabulary, vocabulary_of
from senet_gp.evolution.operators import selection, variation
from senet_gp.evolution.operators.size_control import limited
from senet_gp.evolution.operators.variation import (
    Operator,
    one_point_crossover,
    paper_crossover,
    subtree_mutation,
)
from senet_gp.games.small import small_games
from senet_gp.runtime.errors import SenetGpError
from senet_gp.trees.individual import Individual, random_individual
from senet_gp.trees.text import from_lisp, to_lisp

WORDS = vocabulary_of("senet")
PURSUIT = vocabulary_of("pursuit")
FLEEING = (
    "(if_then_else (greater 2 own_last_move) "
    "(if_then_else (greater enemy_y own_y) 2 3) (if_then_else (greater enemy_x own_x) 0 1))"
)


def assert_well_typed(tree: Individual) -> None:
    wanted: list[type] = [Number]
    for node in tree:
        assert node.ret is wanted.pop()
        wanted.extend(reversed(getattr(node, "args", [])) if node.arity else ())
    assert not wanted


def test_mutation_needs_no_function_of_two_truths() -> None:
    words, rng = WORDS.without("and_", "or_", name="few"), random.Random(1)
    for mutation in (variation.any_subtree_mutation, subtree_mutation):
        for _ in range(300):
            (child,) = mutation(random_individual(words, rng), vocabulary=words, rng=rng)
            assert_well_typed(child)


def test_children_are_well_typed_and_parents_untouched(vocabulary: Vocabulary) -> None:
    rng = random.Random(1)
    for _ in range(500):
        a, b = random_individual(vocabulary, rng), random_individual(vocabulary, rng)
        before = (list(a), list(b))
        children = [
            *paper_crossover(a, b, rng=rng),
            *one_point_crossover(a, b, rng=rng),
            *subtree_mutation(a, vocabulary=vocabulary, rng=rng),
        ]
        assert len(children) == 4
        for child in children:
            assert type(child) is Individual
            assert_well_typed(child)
            assert child is not a
            assert child is not b
            assert not child.fitness.valid
        assert (list(a), list(b)) == before


def test_the_same_generator_gives_the_same_children(vocabulary: Vocabulary) -> None:
    rng = random.Random(2)
    pairs = [(random_individual(vocabulary, rng), random_individual(vocabulary, rng)) for _ in range(100)]
    for operator in (paper_crossover, one_point_crossover):
        runs = [
            [operator(a, b, rng=run_rng) for a, b in pairs]
            for run_rng in (random.Random(3), random.Random(3))
        ]
        assert runs[0] == runs[1]


def test_the_papers_crossover_goes_down_from_the_root() -> None:
    """In (add (add (add … 1) 1) 1) the path ends at a terminal with 1/2, else with 1/3 at each function."""
    base = from_lisp("(add (add (add (add my_moves 1) 2) 3) 4)", WORDS)
    other = from_lisp("(sub hits hits)", WORDS)
    rng = random.Random(4)
    crossed: Counter[str] = Counter()
    trials = 0
    while trials < 6000:
        text = to_lisp(paper_crossover(base, other, rng=rng)[0])
        if not text.startswith("(add"):
            continue  # the other parent was the base
        trials += 1
        graft = text.replace("(sub hits hits)", "hits")
        crossed[graft] += 1
    expected = {
        "(add (add (add (add my_moves 1) 2) 3) hits)": 1 / 2,
        "(add hits 4)": 1 / 2 * 1 / 3,
        "(add (add (add (add my_moves 1) 2) hits) 4)": 1 / 2 * 2 / 3 * 1 / 2,
        "(add (add hits 3) 4)": 1 / 2 * 2 / 3 * 1 / 2 * 1 / 3,
    }
    for graft, chance in expected.items():
        assert abs(crossed[graft] / trials - chance) < 5 * (chance * (1 - chance) / trials) ** 0.5


def test_both_parents_are_the_base_equally_often() -> None:
    a, b = from_lisp("(add 1 1)", WORDS), from_lisp("(mul 2 2)", WORDS)
    rng = random.Random(5)
    bases = Counter(paper_crossover(a, b, rng=rng)[0][0].name for _ in range(2000))
    assert abs(bases["add"] - 1000) < 5 * 500**0.5


def test_a_base_needs_two_arguments() -> None:
    leaf, unary = from_lisp("my_moves", WORDS), from_lisp("(move_start 3)", WORDS)
    whole = from_lisp("(add 1 2)", WORDS)
    rng = random.Random(6)
    for small in (leaf, unary):
        for parents in ((small, whole), (whole, small)):
            assert paper_crossover(*parents, rng=rng)[0][0].name == "add"
    assert list(paper_crossover(leaf, unary, rng=rng)[0]) == list(leaf)
    assert [list(child) for child in one_point_crossover(leaf, whole, rng=rng)] == [list(leaf), list(whole)]


def test_where_the_other_has_no_such_type_the_last_point_that_fits_is_taken() -> None:
    base = from_lisp(
        "(add (if_then_else (not_ (not_ i_am_in_water)) 1 2) (if_then_else they_are_in_water 1 2))", WORDS
    )
    numbers_only = from_lisp("hits", WORDS)
    rng = random.Random(7)
    children = {to_lisp(paper_crossover(base, numbers_only, rng=rng)[0]) for _ in range(500)}
    assert all("hits" in child for child in children)
    # A path into a condition leads back to the number above it.
    assert "(add hits (if_then_else they_are_in_water 1 2))" in children
    # A base whose root takes a truth alone on the path can only give up numbers.
    only_truth = from_lisp("(if_then_else (and_ i_am_in_water they_are_in_water) my_moves 1)", WORDS)
    children = {to_lisp(paper_crossover(only_truth, numbers_only, rng=rng)[0]) for _ in range(500)}
    assert to_lisp(only_truth) in children, "with no point that fits the base is copied"


def test_one_point_crossover_exchanges_subtrees() -> None:
    rng = random.Random(8)
    a, b = from_lisp("(add 1 2)", WORDS), from_lisp("(mul hits my_moves)", WORDS)
    for _ in range(50):
        c, d = one_point_crossover(a, b, rng=rng)
        assert sorted(n.name for n in [*c, *d]) == sorted(n.name for n in [*a, *b])
        assert (c[0].name, d[0].name) == ("add", "mul")


def test_mutation_replaces_any_subtree_by_one_with_a_function_of_two_parameters() -> None:
    rng = random.Random(9)
    tree = from_lisp("(add (if_then_else (mine 3) my_moves 2) hits)", WORDS)
    points: Counter[int] = Counter()
    for _ in range(2000):
        (child,) = subtree_mutation(tree, vocabulary=WORDS, rng=rng)
        possible = [begin for begin in range(len(tree)) if is_mutated_at(tree, child, begin)]
        assert possible
        # What was changed further in was, seen from further out, changed there too.
        points[possible[-1]] += 1
    assert set(points) == set(range(len(tree)))


def is_mutated_at(tree: Individual, child: Individual, begin: int) -> bool:
    """Whether the child is the tree with a new subtree there, whose root has two parameters."""
    kept = len(tree) - tree.searchSubtree(begin).stop
    end = len(child) - kept
    return (
        list(child[:begin]) == list(tree[:begin])
        and list(child[end:]) == list(tree[len(tree) - kept :])
        and begin < end
        and child[begin].arity == 2
        and child[begin].ret is tree[begin].ret
        and child.searchSubtree(begin).stop == end
    )


def test_the_size_limit_gives_copies_never_the_same_object() -> None:
    a = from_lisp("(add (mul 1 2) 3)", WORDS)
    b = from_lisp("(sub (mul hits (add 1 2)) (mul (add 3 4) my_moves))", WORDS)
    rng = random.Random(10)
    operator = limited(one_point_crossover, 5)
    for _ in range(100):
        c, d = operator(a, b, rng=rng)
        assert c is not d
        assert c is not a
        assert d is not a
        assert len(c) <= 5
        assert len(d) <= 5


def test_a_parent_that_an_operator_changes_is_copied_as_it_was() -> None:
    parent = from_lisp("(add my_moves 1)", WORDS)

    def grow(tree: Individual) -> tuple[Individual]:
        tree[0 : len(tree)] = from_lisp("(add (add 1 2) (add 3 4))", WORDS)
        return (tree,)

    (child,) = limited(grow, 5)(parent)
    assert to_lisp(child) == "(add my_moves 1)"


@given(seed=st.integers(0, 2**32), game=st.sampled_from(sorted(small_games())))
def test_mutants_are_sound_expressions(seed: int, game: str) -> None:
    vocabulary, rng = vocabulary_of(game), random.Random(seed)
    individual = random_individual(vocabulary, rng)
    before = to_lisp(individual)
    mutations = (
        variation.point_mutation,
        variation.insert_mutation,
        variation.mixed_mutation,
        variation.varied_mutation,
        variation.any_subtree_mutation,
    )
    for mutation in mutations:
        (mutant,) = mutation(individual, vocabulary=vocabulary, rng=rng)
        assert list(from_lisp(to_lisp(mutant), vocabulary)) == list(mutant)
    (smaller,) = variation.hoist_mutation(individual, rng=rng)
    assert list(from_lisp(to_lisp(smaller), vocabulary)) == list(smaller)
    assert len(smaller) <= len(individual)
    assert to_lisp(individual) == before


def test_any_smaller_part_of_the_same_type_may_be_hoisted() -> None:
    """Also the first argument of the part that it replaces."""
    tree = from_lisp("(add (mul hits 2) 3)", WORDS)
    found = {to_lisp(variation.hoist_mutation(tree, rng=random.Random(seed))[0]) for seed in range(300)}
    whole = {"(mul hits 2)", "hits", "2", "3"}
    assert found == whole | {"(add hits 3)", "(add 2 3)", to_lisp(tree)}


def test_the_four_mutations_are_equally_likely() -> None:
    tree = from_lisp("(add (mul hits 2) 3)", WORDS)
    made: Counter[Operator | None] = Counter(
        variation.mixed_mutation(tree, vocabulary=WORDS, rng=random.Random(seed))[0].made_by
        for seed in range(2000)
    )
    # Hoisting copies a tree where the part drawn has no smaller one: here a terminal, three times in five.
    made[Operator.HOIST] += made.pop(Operator.COPIED)
    assert set(made) == {Operator.HOIST, Operator.POINT, Operator.SUBTREE, Operator.INSERT}
    assert all(abs(count - 500) < 5 * 375**0.5 for count in made.values())


def test_varied_mutants_differ_from_their_parent_and_are_not_too_large() -> None:
    individual = from_lisp(FLEEING, PURSUIT)
    sizes = set()
    for seed in range(300):
        (mutant,) = variation.varied_mutation(
            individual, vocabulary=PURSUIT, rng=random.Random(seed), size_limit=len(individual) + 2
        )
        assert to_lisp(mutant) != to_lisp(individual)
        assert len(mutant) <= len(individual) + 2
        sizes.add(len(mutant) - len(individual))
    assert {-2, 0, 1, 2} <= sizes


def test_any_symbol_may_be_the_root_of_a_new_part() -> None:
    """In half of the cases it is a function of two parameters or more; else as often as it is drawn."""
    parent = from_lisp("(mul 1 1)", PURSUIT)
    arities = Counter(
        variation.any_subtree_mutation(parent, vocabulary=PURSUIT, rng=random.Random(seed))[0][0].arity
        for seed in range(3000)
    )
    # One of three subtrees is the whole tree.
    assert set(arities) == {0, 2, 3}
    assert 0.02 < arities[0] / 3000 < 1 / 6


def test_one_node_is_changed_or_one_function_put_in() -> None:
    individual = from_lisp(FLEEING, PURSUIT)
    for seed in range(50):
        rng = random.Random(seed)
        (point,) = variation.point_mutation(individual, vocabulary=PURSUIT, rng=rng)
        assert len(point) == len(individual)
        assert sum(a is not b for a, b in zip(individual, point, strict=True)) <= 1
        (larger,) = variation.insert_mutation(individual, vocabulary=PURSUIT, rng=rng)
        assert len(larger) > len(individual)


def ranked(ranks: list[float]) -> list[Individual]:
    population = []
    for rank in ranks:
        individual = from_lisp("(add 1 2)", WORDS)
        individual.fitness.values = (rank,)
        population.append(individual)
    return population


def test_proportional_selection() -> None:
    population = ranked([1, 1, 2, 4])
    chosen = selection.proportional(population, 8000, rng=random.Random(11))
    counts = Counter(individual.fitness.values[0] for individual in chosen)
    assert abs(counts[4] - 4000) < 5 * 2000**0.5
    assert abs(counts[2] - 2000) < 5 * 1500**0.5
    # A fitness of 0 is never drawn.
    chosen = selection.proportional(ranked([1, 0]), 100, rng=random.Random(1))
    assert {individual.fitness.values for individual in chosen} == {(1,)}
    for impossible in ([1, -1], [0, 0], [float("inf"), 1]):
        with pytest.raises(SenetGpError, match="positive"):
            selection.proportional(ranked(impossible), 2, rng=random.Random(1))


def test_tournament_selection() -> None:
    population = ranked([1, 2, 3, 4])
    chosen = selection.tournament(population, 4000, tournament_size=2, rng=random.Random(12))
    counts = Counter(individual.fitness.values[0] for individual in chosen)
    assert abs(counts[4] - 4000 * 7 / 16) < 5 * 1000**0.5
    assert abs(counts[1] - 4000 * 1 / 16) < 5 * 250**0.5


def test_the_best_are_chosen_in_order() -> None:
    population = ranked([2, 4, 1, 4, 3])
    best = selection.best(population, 3)
    assert [individual.fitness.values[0] for individual in best] == [4, 4, 3]
    assert best[0] is population[1]
