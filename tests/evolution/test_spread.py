"""Workers play tests in any batches, with the same results."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from configs import fitting
from thinned import thinned
from tiny_runs import come_to

from primitives import vocabulary_of
from senet_gp.arena import batches
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.evolution.configuration.across_parts import usable
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.parts import PARTS
from senet_gp.evolution.evaluation import decisions
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.games.small import small_game

SMALL = {
    "population": 20,
    "generations": 3,
    "games": 3,
    "opponents": 2,
    "random_games": 5,
    "cases": 30,
    "final_games": 6,
    "halving_budget": 6,
    "size_limit": 40,
}


def config_of(game: str, fitness: str, **options: Any) -> Config:
    return fitting(game, **SMALL, fitness=fitness, **options)


@pytest.fixture
def no_play_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process, functions that play games or ask for decisions fail."""
    parent = os.getpid()

    def guarded(played: Callable[..., Any]) -> Callable[..., Any]:
        def elsewhere(*arguments: Any) -> Any:
            assert os.getpid() != parent
            return played(*arguments)

        return elsewhere

    monkeypatch.setattr(decisions, "answers_of", guarded(decisions.answers_of))


@pytest.mark.usefixtures("no_play_here")
def test_the_parent_asks_for_no_decisions() -> None:
    """Also of the first generation, and where few go on."""
    with WorkerPool(2) as pool:
        assert len(list(Evolution(config_of("tictactoe", "regret"), pool))) == 3


SUITES = [
    name
    for name in usable("fitness", small_game("hexapawn"), vocabulary_of("hexapawn"))
    if name != "knockout"
]
#: Each suite that hexapawn can have, each with another credit.
MEASURED = list(zip(SUITES, cycle(PARTS["credit"]), strict=False))


@pytest.fixture(params=thinned([1, 4000], kept=[0]), ids=["in single pieces", "in small batches"])
def small_batches(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work is cut as finely as possible, or nearly."""
    monkeypatch.setattr(batches, "_MIN_WORK", request.param)
    monkeypatch.setattr(batches, "_MAX_WORK", request.param)
    monkeypatch.setattr(batches, "_MIN_PART", 0.0)


@pytest.mark.usefixtures("small_batches")
@pytest.mark.parametrize(("fitness", "credit"), MEASURED)
def test_a_run_is_the_same_in_any_batches(fitness: str, credit: str, request: pytest.FixtureRequest) -> None:
    config = config_of("hexapawn", fitness, credit=credit)
    finely = come_to(config, 3)
    assert come_to(config, 1) == finely
    request.getfixturevalue("monkeypatch").undo()
    assert come_to(config, 1) == finely


_answers = decisions._answers
_marker = Path()


def die_while_choosing(*arguments: Any) -> Any:
    """Kill this very worker, the first time that individuals choose."""
    try:
        _marker.touch(exist_ok=False)
    except FileExistsError:
        return _answers(*arguments)
    _answers(*arguments)
    os.kill(os.getpid(), signal.SIGKILL)
    return None


def test_a_worker_that_dies_while_individuals_choose_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = config_of("tictactoe", "regret")
    wanted = come_to(config, 1)
    monkeypatch.setitem(globals(), "_marker", tmp_path / "dead")
    monkeypatch.setattr(decisions, "_answers", die_while_choosing)
    # A spawned worker would not know what is replaced here.
    assert come_to(config, "fork:2") == wanted
    assert (tmp_path / "dead").exists()
