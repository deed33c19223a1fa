"""The few functions that matter, each timed alone; as no test, this runs on request alone.

    pytest tests/benchmark/speed_of_functions.py -n0 --benchmark-only

``--benchmark-autosave`` keeps the figures, and ``--benchmark-compare`` sets them beside the last ones.
It needs pytest-benchmark (``pip install '.[dev]'``). Nothing here asserts on time.
"""

from __future__ import annotations

import random

import numpy as np
import pytest
from benchmark.trees import bred_tree

from primitives import vocabulary_of
from senet_gp.engine.evaluator import scores_of
from senet_gp.engine.program import translate
from senet_gp.evolution.variation import paper_crossover
from senet_gp.games.senet import packed_throws
from senet_gp.games.senet.rules import starting_masks
from senet_gp.games.senet.turns import REST, end_boards, new_workspace

pytest.importorskip("pytest_benchmark")
WORDS = vocabulary_of("senet")


@pytest.mark.parametrize("throws", [(2,), (1, 3), (1, 4, 5, 2), (1, 1, 1, 1)], ids=str)
def test_end_boards(benchmark, throws: tuple[int, ...]) -> None:  # noqa: ANN001 - pytest's own fixture
    mine, theirs = starting_masks(7)
    work = new_workspace()
    assert benchmark(end_boards, mine, theirs, packed_throws(throws), work) > 0


@pytest.mark.parametrize("nodes", [150, 500, 2500])
def test_score(benchmark, nodes: int) -> None:  # noqa: ANN001
    mine, theirs = starting_masks(7)
    work = new_workspace()
    count = end_boards(mine, theirs, packed_throws((1, 4, 2)), work)
    boards = np.ascontiguousarray(work.boards[0, :REST, :count])
    assert len(benchmark(scores_of, translate(bred_tree(30, nodes), WORDS), boards)) == count


@pytest.mark.parametrize("nodes", [150, 500, 2500])
def test_translate(benchmark, nodes: int) -> None:  # noqa: ANN001
    assert len(benchmark(translate, bred_tree(30, nodes), WORDS).code)


@pytest.mark.parametrize("nodes", [150, 500, 2500])
def test_paper_crossover(benchmark, nodes: int) -> None:  # noqa: ANN001
    rng = random.Random(1)
    assert benchmark(paper_crossover, bred_tree(30, nodes), bred_tree(100, nodes), rng=rng)
