"""DEAP's usual operators in runs: the same meaning, drawn from the run's generator, on trees of any depth."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from commands import run_command
from deap import base, gp, tools
from tiny_runs import begun, come_to, files_of, play_until, to_its_end

from primitives import Vocabulary, vocabulary_of
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.kinds import BreedingOperator
from senet_gp.evolution.configuration.parts import PARTS, class_of
from senet_gp.evolution.configuration.registration import part
from senet_gp.evolution.evaluation.protocol import Evaluation
from senet_gp.evolution.loop.toolbox import breeding_operators
from senet_gp.evolution.operators import selection, variation
from senet_gp.runtime.errors import SenetGpError, UsageError
from senet_gp.trees.individual import Individual, WeightedFitness, random_individual
from senet_gp.trees.text import from_lisp, to_lisp

BASIC = vocabulary_of("hexapawn")
#: So few words that every child can be counted.
FEW = Vocabulary(
    BASIC.game,
    "few",
    tuple(
        word
        for word in BASIC.primitives
        if word.name in {"add", "if_then_else", "and_", "not_", "always", "never", "my_moves", "my_pieces"}
    ),
    range(1, 3),
    constants_together=False,
)
TREE = "(if_then_else (not_ (not_ always)) (add my_moves 2) (add (add 1 1) my_pieces))"
OTHER = "(add (if_then_else always my_moves (add 2 2)) 1)"
DRAWS = 6000


def ours(operator: Callable[..., Any], **options: Any) -> Callable[..., Any]:
    return partial(operator, rng=random.Random(5), **options)


def deaps(operator: Callable[..., Any], **options: Any) -> Callable[..., Any]:
    """DEAP's operator on copies, as its algorithms call it."""
    return lambda *parents: operator(*copy.deepcopy(parents), **options)


def frequencies(operator: Callable[..., Any], parents: Iterable[Individual]) -> Counter[tuple[str, ...]]:
    return Counter(tuple(map(to_lisp, operator(*parents))) for _ in range(DRAWS))


@pytest.fixture(autouse=True)
def seeded() -> Any:
    before = random.getstate()
    random.seed(3)
    yield
    random.setstate(before)


PAIRS = {
    "leaf-biased": (
        ours(variation.leaf_biased_crossover, leaf_chance=0.1),
        deaps(gp.cxOnePointLeafBiased, termpb=0.1),
        2,
    ),
    "one-point": (ours(variation.one_point_crossover), deaps(gp.cxOnePoint), 2),
    "uniform": (
        ours(variation.uniform_mutation, vocabulary=FEW),
        deaps(gp.mutUniform, expr=partial(gp.genFull, min_=0, max_=2), pset=FEW.pset),
        1,
    ),
    "node-replacement": (
        ours(variation.node_replacement_mutation, vocabulary=FEW),
        deaps(gp.mutNodeReplacement, pset=FEW.pset),
        1,
    ),
    "insert": (
        ours(variation.terminal_insert_mutation, vocabulary=FEW),
        deaps(gp.mutInsert, pset=FEW.pset),
        1,
    ),
    "shrink": (ours(variation.shrink_mutation), deaps(gp.mutShrink), 1),
}


@pytest.mark.parametrize("name", PAIRS)
def test_children_are_as_frequent_as_those_of_deap(name: str) -> None:
    own, theirs, count = PAIRS[name]
    parents = [from_lisp(text, FEW) for text in (TREE, OTHER)[:count]]
    one, other = frequencies(own, parents), frequencies(theirs, parents)
    # Two samples of one distribution differ by about as much as half of one does from the other half.
    common = [child for child in one | other if one[child] + other[child] >= 20]
    scores = [(one[child] - other[child]) ** 2 / (one[child] + other[child]) for child in common]
    assert len(common) > 3
    assert sum(scores) < len(common) + 4 * (2 * len(common)) ** 0.5
    rest = [sum(c.values()) - sum(c[child] for child in common) for c in (one, other)]
    assert abs(rest[0] - rest[1]) < 6 * (sum(rest) + 1) ** 0.5


def test_constants_are_drawn_anew() -> None:
    tree = from_lisp("(add (add 1 1) my_moves)", FEW)
    found = frequencies(ours(variation.constant_mutation, vocabulary=FEW), [tree])
    texts = {text for (text,) in found}
    assert texts == {
        "(add (add 1 1) my_moves)",
        "(add (add 2 1) my_moves)",
        "(add (add 1 2) my_moves)",
    }
    assert abs(found["(add (add 1 1) my_moves)",] - DRAWS / 2) < 5 * (DRAWS / 4) ** 0.5
    (same,) = variation.constant_mutation(from_lisp("my_moves", FEW), vocabulary=FEW, rng=random.Random(1))
    assert to_lisp(same) == "my_moves"


CROSSOVERS, MUTATIONS = PARTS["crossover"], PARTS["mutation"]


def operator_named(name: str, vocabulary: Vocabulary, rng: random.Random) -> Callable[..., Any]:
    """An operator with its usual options, as a run of a vocabulary registers it."""
    kind = "crossover" if name in CROSSOVERS else "mutation"
    operator = cast("BreedingOperator", class_of(kind, name)())
    taken = operator.arguments(Config(game=vocabulary.game.name), rng)
    return partial(
        operator.function, **(taken | ({"vocabulary": vocabulary} if "vocabulary" in taken else {}))
    )


@pytest.mark.parametrize("name", [*CROSSOVERS, *MUTATIONS])
def test_no_operator_touches_pythons_generator_or_its_parents(name: str) -> None:
    for words in (BASIC, FEW, vocabulary_of("senet", "extended")):
        rng = random.Random(9)
        operator = operator_named(name, words, rng)
        before = random.getstate()
        for _ in range(30):
            parents = [random_individual(words, rng) for _ in range(2 if name in CROSSOVERS else 1)]
            texts = list(map(to_lisp, parents))
            for child in operator(*parents):
                assert all(child is not parent for parent in parents)
                assert to_lisp(from_lisp(to_lisp(child), words)) == to_lisp(child)
                assert words.encode(child).tobytes() == child.packed
            assert list(map(to_lisp, parents)) == texts
        assert random.getstate() == before


@pytest.mark.parametrize("name", [*CROSSOVERS, *MUTATIONS])
def test_depth_does_not_matter(name: str) -> None:
    deep = from_lisp("(add 1 " * 20_000 + "my_moves" + ")" * 20_000, FEW)
    operator = operator_named(name, FEW, random.Random(2))
    children = operator(*([deep, deep] if name in CROSSOVERS else [deep]))
    assert all(child.depth >= 0 for child in children)


# Selection


def population_of(rows: list[tuple[float, ...]], sizes: list[int] | None = None) -> list[Individual]:
    found = []
    for index, row in enumerate(rows):
        size = sizes[index] if sizes else 1
        one = from_lisp("(add 1 " * size + "1" + ")" * size, FEW)
        one.fitness = WeightedFitness((1.0,) * len(row), row)
        found.append(one)
    return found


@pytest.mark.parametrize("fitness_first", [True, False])
@pytest.mark.parametrize("parsimony_size", [1.0, 1.4, 2.0])
def test_double_tournament_draws_as_deap_does(parsimony_size: float, fitness_first: bool) -> None:
    population = population_of([(1.0,), (2.0,), (3.0,), (4.0,)], sizes=[1, 3, 3, 6])
    theirs = Counter(map(id, tools.selDoubleTournament(population, DRAWS, 3, parsimony_size, fitness_first)))
    before = random.getstate()
    own = Counter(
        map(
            id,
            selection.double_tournament(
                population,
                DRAWS,
                tournament_size=3,
                parsimony_size=parsimony_size,
                fitness_first=fitness_first,
                rng=random.Random(8),
            ),
        )
    )
    assert random.getstate() == before
    for one in map(id, population):
        assert abs(own[one] - theirs[one]) < 5 * (own[one] + theirs[one] + 1) ** 0.5


def test_lexicase_draws_as_deap_does() -> None:
    rows = [(0.0, 1, 0, 0.5), (0.0, 1, 1, 0), (0.0, 0, 1, 1), (9.0, 0.5, 0.5, 0.5), (0.0, 1, 1, 0)]
    population = population_of(rows)
    own = Counter(
        map(id, selection.lexicase_selection(population, DRAWS, epsilon=False, rng=random.Random(8)))
    )
    stripped = population_of([row[1:] for row in rows])
    theirs = Counter(map(id, tools.selLexicase(stripped, DRAWS)))
    for one, same in zip(population, stripped, strict=True):
        assert abs(own[id(one)] - theirs[id(same)]) < 5 * (own[id(one)] + theirs[id(same)] + 1) ** 0.5
    assert id(population[3]) not in own


def test_lexicase_needs_the_points_of_each_test() -> None:
    with pytest.raises(SenetGpError, match="needs the points of each test after the first value"):
        selection.lexicase_selection(population_of([(1.0,), (2.0,)]), 2, epsilon=False, rng=random.Random(1))
    with pytest.raises(UsageError, match="fitness is knockout, which has no tests: use --fitness full-games"):
        Config(selection=part("lexicase", kind="selection")).resolved()
    with pytest.raises(UsageError, match="needs the points of each test: use --credit table"):
        Config(game="hexapawn", selection=part("lexicase", kind="selection")).resolved()


# Runs


@pytest.mark.parametrize(
    "options",
    [
        {"selection": "lexicase", "credit": "table"},
        {"selection": "double-tournament", "parsimony_size": 1.8},
        {"crossover": "leaf-biased", "mutation": "shrink", "mutant_share": 0.3, "depth_limit": 4},
    ],
    ids=["lexicase", "double-tournament", "leaf-biased"],
)
def test_runs_are_the_same_for_any_number_of_workers_and_after_a_stop(
    options: dict[str, Any], tmp_path: Path
) -> None:
    values = {"population": 130, "generations": 3, "games": 2, "random_games": 4}
    config = Config.of("hexapawn", **values, final_games=2, elite="best", **options)
    before = random.getstate()
    assert come_to(config, 1) == come_to(config, 2)
    assert random.getstate() == before
    stopped = play_until(begun(tmp_path / "stopped", config), 2)
    assert files_of(to_its_end(stopped)) == files_of(to_its_end(begun(tmp_path / "whole", config)))


def test_no_child_is_deeper_than_the_limit() -> None:
    config = Config(game="hexapawn", depth_limit=3, size_limit=12, crossover=part("one-point"))
    rng = random.Random(1)
    box = base.Toolbox()
    breeding_operators(box, config, rng)
    words = vocabulary_of("hexapawn")
    refused = 0
    for _ in range(300):
        a, b = random_individual(words, rng), random_individual(words, rng)
        children = [*box.mate(a, b), *box.mutate(a)]
        for child in children:
            small = child.depth <= 3 and len(child) <= 12
            assert small or to_lisp(child) == to_lisp(a)
            refused += to_lisp(child) == to_lisp(a)
    assert refused > 10


# Files


def test_a_fitness_of_several_values_is_kept_with_its_weights(tmp_path: Path) -> None:
    """An evaluation of one's own, with two objectives."""

    def evaluate(population: list[Individual], _generation: int, _winners: Any) -> Evaluation:
        for one in population:
            one.fitness = WeightedFitness((1.0, -1.0), (1 / len(one), len(one)))
        return SimpleNamespace(winner=0, games=1, turns=1, self_losses=0)

    run = begun(tmp_path / "run")
    play_until(run, 2, prepare=lambda evolution: evolution.toolbox.register("evaluate", evaluate))
    for one in run.load_state().population:
        assert one.fitness.weights == (1.0, -1.0)
        assert one.fitness.values == (1 / len(one), len(one))


def test_a_run_names_the_plugin_of_its_operators(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "operator_at_hand.py").write_text(
        "from senet_gp.evolution import operator, option\n"
        "SHARE = option(0.5, 'the share that may become parents', between=(0.0, 1.0))\n"
        "@operator('selection', 'first', 'the first ones')\n"
        "def first(population, count, *, best_share=SHARE):\n"
        "    best = list(population[: max(1, round(best_share * len(population)))])\n"
        "    return (best * count)[:count]\n"
    )
    named = ("--plugin", "operator_at_hand.py")
    usual = ("hexapawn", "--population", "8", "--generations", "1", "--elite", "best", "--final-games", "2")
    options = ("--selection", "first", "--best-share", "0.2", "--quiet", "--workers", "1")
    done = run_command("evolve", *named, *usual, *options, "--out", "run")
    assert done.returncode == 0, done.stderr
    assert 'plugins = [\n  "operator_at_hand",\n]' in (tmp_path / "run" / "config.toml").read_text()
    done = run_command("resume", "run", "--generations", "2")
    assert (done.returncode, done.stdout) == (2, "")
    assert "was made with code of others (operator_at_hand): if you trust it, add --plugin" in done.stderr
    done = run_command("resume", "run", "--generations", "2", "--quiet", "--workers", "1", *named)
    assert (done.returncode, done.stderr) == (0, "")
    done = run_command("evolve", *usual, "--epsilon")
    assert "--epsilon belongs to --selection lexicase, which this run does not have: choose" in done.stderr
