"""First populations by depth: types and depths are right in every vocabulary, and draws are as DEAP's."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from deap import gp
from own_evaluation import registered, taken_out
from tiny_runs import come_to

from primitives import Number, Truth, Vocabulary, vocabularies, vocabulary_of
from senet_gp.arena.pool import SerialPool
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.options import option
from senet_gp.evolution.configuration.registration import operator, part
from senet_gp.evolution.loop.deap_toolbox import deap_toolbox
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.evolution.operators.initialisation import drawn_tree, full, grow, ramped
from senet_gp.games.registry import GAMES
from senet_gp.runtime.errors import SenetGpError, UsageError
from senet_gp.trees.individual import Individual
from senet_gp.trees.text import to_lisp

BASIC = vocabulary_of("hexapawn")
ALL = {f"{game}-{name}": words for game in GAMES for name, words in vocabularies(game).items()}
#: Where a type has no terminal, DEAP's functions fail.
NO_TERMINAL = vocabulary_of("senet").without("i_am_in_water", "they_are_in_water")
#: A vocabulary of one type, in which DEAP's share of terminals is that of the type.
NUMBERS = Vocabulary(
    BASIC.game,
    "numbers",
    tuple(word for word in BASIC.primitives if word.name in {"add", "sub", "my_moves"}),
    range(1, 3),
    constants_together=False,
)
DRAWS = 2500


def leaf_depths(tree: list[Any]) -> set[int]:
    levels, leaves = [0], set()
    for node in tree:
        level = levels.pop()
        levels += [level + 1] * node.arity
        if not node.arity:
            leaves.add(level)
    return leaves


@pytest.mark.parametrize("words", [*ALL.values(), NO_TERMINAL], ids=[*ALL, "no terminal"])
def test_trees_are_whole_expressions_of_the_depths_that_are_asked_for(words: Vocabulary) -> None:
    rng = random.Random(4)
    for least, most in [(0, 0), (0, 3), (1, 2), (2, 5), (4, 4)]:
        for method in (full, grow, ramped):
            for _ in range(15):
                nodes = method(vocabulary=words, rng=rng, min_depth=least, max_depth=most)
                words.encode(nodes)
                leaves = leaf_depths(nodes)
                assert least <= max(leaves) <= most
                assert method is not full or len(leaves) == 1


@pytest.mark.parametrize("kind", [Number, Truth])
def test_a_type_without_a_tree_so_small_gets_a_smallest_one(kind: type) -> None:
    rng = random.Random(1)
    found = {max(leaf_depths(drawn_tree(NO_TERMINAL, kind, 0, 0, rng))) for _ in range(50)}
    assert found == {0 if kind is Number else 1}


def test_the_constants_count_as_one_symbol_where_the_vocabulary_says_so() -> None:
    words, rng = vocabulary_of("senet"), random.Random(2)
    leaves = [drawn_tree(words, Number, 0, 0, rng)[0].name for _ in range(DRAWS)]
    terminals = sum(not symbol[0].arity for symbol in words.symbols[Number])
    expected = DRAWS / terminals
    assert abs(sum(name.isdecimal() for name in leaves) - expected) < 5 * expected**0.5


@pytest.mark.parametrize(
    ("own", "deaps"),
    [(full, gp.genFull), (grow, gp.genGrow), (ramped, gp.genHalfAndHalf)],
    ids=lambda f: f.__name__,
)
def test_trees_are_as_frequent_as_those_of_deap(own: Callable[..., Any], deaps: Callable[..., Any]) -> None:
    rng, before = random.Random(5), random.getstate()
    counts: list[Counter[Any]] = [Counter(), Counter()]
    for _ in range(DRAWS):
        nodes = own(vocabulary=NUMBERS, rng=rng, min_depth=0, max_depth=2)
        counts[0][tuple(node.name for node in nodes)] += 1
    assert random.getstate() == before
    random.seed(3)
    for _ in range(DRAWS):
        counts[1][tuple(node.name for node in deaps(NUMBERS.pset, 0, 2))] += 1
    random.setstate(before)
    # Two samples of one distribution differ by about as much as half of one does from the other half.
    common = [tree for tree in counts[0] | counts[1] if counts[0][tree] + counts[1][tree] >= 20]
    scores = [
        (counts[0][tree] - counts[1][tree]) ** 2 / (counts[0][tree] + counts[1][tree]) for tree in common
    ]
    assert len(common) > 20
    assert sum(scores) < len(common) + 4 * (2 * len(common)) ** 0.5


def test_half_of_the_ramped_trees_are_full_and_all_depths_are_as_frequent() -> None:
    rng = random.Random(6)
    depths: Counter[int] = Counter()
    for _ in range(DRAWS):
        nodes = ramped(vocabulary=BASIC, rng=rng, min_depth=2, max_depth=6)
        depths[max(leaf_depths(nodes))] += 1
    # Full trees come evenly from five depths; those that grow are seldom the deepest.
    assert depths.keys() == {2, 3, 4, 5, 6}
    assert min(depths.values()) > DRAWS / 10 - 5 * (DRAWS / 10) ** 0.5


def first_population(config: Config) -> list[Individual]:
    trees: list[Individual] = Evolution(config, SerialPool()).toolbox.population(n=config.population)
    return trees


RAMPED = part("ramped", min_depth=1, max_depth=3)
SMALL = Config.of("hexapawn", population=130, generations=2, games=2, random_games=4, final_games=2)


def test_a_run_begins_with_such_trees() -> None:
    config = dataclasses.replace(SMALL, initialisation=RAMPED)
    trees = first_population(config)
    assert {tree.depth for tree in trees} == {1, 2, 3}
    assert [*map(to_lisp, trees)] == [*map(to_lisp, first_population(config))]
    assert [*map(to_lisp, trees)] != [*map(to_lisp, first_population(dataclasses.replace(config, seed=2)))]
    assert come_to(config, 1) == come_to(config, 2)


def test_depths_that_are_not_in_order_are_refused() -> None:
    config = Config.of("hexapawn", initialisation="grow", min_depth=7)
    with pytest.raises(UsageError, match="min_depth is 7, but it must be at most max_depth, which is 6"):
        config.resolved()


def test_deaps_toolbox_draws_by_the_configured_initialisation_and_by_others() -> None:
    toolbox = deap_toolbox(dataclasses.replace(SMALL, initialisation=RAMPED), ["random"], games=2)
    assert {tree.depth for tree in toolbox.population(n=60)} == {1, 2, 3}
    assert 1 <= max(leaf_depths(toolbox.expr())) <= 3
    toolbox.register("expr", gp.genFull, pset=BASIC.pset, min_=2, max_=2)
    assert {tree.depth for tree in toolbox.population(n=20)} == {2}


def test_a_toolbox_of_a_run_takes_another_expr() -> None:
    evolution = Evolution(SMALL, SerialPool())
    evolution.toolbox.register("expr", gp.genFull, pset=BASIC.pset, min_=2, max_=2)
    evolution.next_generation()
    assert {tree.depth for tree in evolution.state.population} == {2}
    assert evolution.state.operators.keys() == {"expr"}


@operator("initialisation", "sums", "sums of words")
def sums(
    *, vocabulary: Vocabulary, rng: random.Random, terms: int = option(3, "terms", between=(1, 9))
) -> Any:
    """Draw a sum of words without arguments."""
    named = vocabulary.node_named
    leaves = [node for node in vocabulary.nodes if node.ret is Number and not node.arity]
    return [named["add"]] * (terms - 1) + rng.choices(leaves, k=terms)


Sums = taken_out("initialisation", "sums")


@operator("initialisation", "halves", "trees without an end")
def halves(*, vocabulary: Vocabulary) -> Any:
    """Return half an expression."""
    return [vocabulary.node_named["add"]]


Halves = taken_out("initialisation", "halves")


def test_an_initialisation_of_ones_own_is_one_like_others() -> None:
    with registered(Sums):
        config = Config.of(
            "hexapawn",
            population=130,
            generations=2,
            games=2,
            random_games=4,
            final_games=2,
            initialisation="sums",
            terms=4,
        )
        assert {len(tree) for tree in first_population(config)} == {7}
        assert come_to(config, 1) == come_to(config, 2)


def test_an_initialisation_that_returns_no_expression_is_named() -> None:
    with registered(Halves):
        config = dataclasses.replace(SMALL, initialisation=Halves())
        with pytest.raises(
            SenetGpError, match=r"expr .*\.halves\) fails: the tree is no expression of hexapawn"
        ):
            Evolution(config, SerialPool()).next_generation()
