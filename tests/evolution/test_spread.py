"""Workers play tests in any batches, with the same results."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Callable, Iterable
from itertools import cycle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from configs import fitting
from thinned import thinned
from tiny_runs import come_to

from primitives import vocabulary_of
from senet_gp.arena import batches
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.engine import board_play as engine
from senet_gp.engine.participants import Source
from senet_gp.evolution.configuration.across_parts import usable
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.parts import PARTS
from senet_gp.evolution.evaluation import played_games, played_out_decisions
from senet_gp.evolution.evaluation.played_games import drawn_indices, drawn_positions, play_on_from
from senet_gp.evolution.evaluation.played_out_decisions import CasePlan, joined_cases, new_cases
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.games.small import small_game
from senet_gp.trees.individual import random_individual

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


def sources_of(game: str, count: int) -> list[Source]:
    vocabulary = vocabulary_of(game)
    return [
        Source.of(random_individual(vocabulary, random.Random(seed)), vocabulary) for seed in range(count)
    ]


class ElsewherePool(WorkerPool):
    """Does nothing in this process, and counts its calls."""

    calls = 0

    def map(self, function: Callable[..., Any], tasks: Iterable[Any], **options: Any) -> list[Any]:
        """As any pool does, but for what is to be done here."""
        assert not options.pop("here", False)
        self.calls += 1
        return super().map(function, tasks, **options)


@pytest.fixture
def no_play_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process, functions that play games or ask for decisions fail."""
    parent = os.getpid()

    def guarded(played: Callable[..., Any]) -> Callable[..., Any]:
        def elsewhere(*arguments: Any) -> Any:
            assert os.getpid() != parent
            return played(*arguments)

        return elsewhere

    for module, name in (
        (engine, "met_positions"),
        (engine, "played_out"),
        (played_out_decisions, "answers_of"),
        (engine, "play_from"),
        (played_out_decisions, "joined"),
        (played_games, "joined"),
    ):
        monkeypatch.setattr(module, name, guarded(getattr(module, name)))


@pytest.mark.usefixtures("no_play_here")
@pytest.mark.parametrize("start_plies", [0, 4])
@pytest.mark.parametrize("fitness", ["from-positions", "decisions"])
def test_the_parent_plays_nothing(fitness: str, start_plies: int) -> None:
    """Nor does it translate anything; also of the first generation, of a final, and where few go on."""
    with ElsewherePool(2) as pool:
        evolution = Evolution(
            config_of("tictactoe", fitness, start_plies=start_plies, credit="lexicase"), pool
        )
        for _ in evolution:
            pass
        evolution.champion()
        assert pool.calls >= 4 * (1 + (fitness == "decisions") + bool(start_plies))


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
    monkeypatch.setattr(played_games, "_MIN_POSITIONS", 1)


@pytest.mark.usefixtures("small_batches")
@pytest.mark.parametrize(("fitness", "credit"), MEASURED)
def test_a_run_is_the_same_in_any_batches(fitness: str, credit: str, request: pytest.FixtureRequest) -> None:
    config = config_of("hexapawn", fitness, credit=credit, start_plies=3)
    finely = come_to(config, 3)
    assert come_to(config, 1) == finely
    request.getfixturevalue("monkeypatch").undo()
    assert come_to(config, 1) == finely


def test_boards_are_met_as_all_at_once_are() -> None:
    """The batch in which a position is met, and its order, change nothing."""
    game, players = small_game("tictactoe"), sources_of("tictactoe", 7)
    with WorkerPool(3) as pool:
        found = drawn_positions(
            players, count=300, start_plies=5, key=3, rng=random.Random(2), game=game, pool=pool
        )
    programs = played_games.joined([*players, played_games.SAFE_RANDOM_MOVER])
    meeting = drawn_indices(7, 300, random.Random(2))
    wanted = engine.met_positions(programs, meeting, 7, played_games.part_keys(3, 300), 5, game)
    assert (found == wanted).all()
    assert len(np.unique(found, axis=0)) > 50


@pytest.mark.parametrize("game", ["tictactoe", "pursuit"])
def test_cases_of_many_batches_are_those_of_one(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    players = sources_of(game, 6)
    found = []
    for workers, least in ((1, 10**9), (2, 10**5), (3, 1)):
        monkeypatch.setattr(batches, "_MIN_WORK", least)
        with WorkerPool(workers) as pool:
            found.append(
                new_cases(
                    players[:3],
                    players[3:],
                    CasePlan(positions=90, start_plies=4, playouts=3, playout_plies=4),
                    key=1,
                    rng=random.Random(1),
                    game=small_game(game),
                    pool=pool,
                )
            )
    for other in found[1:]:
        for one, same in zip(found[0], other, strict=True):
            assert np.array_equal(one, same)
    assert len(found[0].outcomes) == len(found[0].turns) == found[0].begins[-1]
    again = joined_cases([found[0], found[1]])
    assert again.begins.tolist() == [*found[0].begins[:-1], *(found[0].begins + found[0].begins[-1])]


def test_the_games_of_few_are_shared_out_too() -> None:
    """Two individuals go on by many games, so that no worker is idle, and not all are sent whole."""
    game, players = small_game("tictactoe"), sources_of("tictactoe", 5)
    opponents = [(player, 200) for player in players[2:]]
    places = drawn_positions(
        players, count=600, start_plies=0, key=1, rng=random.Random(1), game=game, pool=WorkerPool(1)
    )
    results = []
    for workers in (1, 2, 3):
        with WorkerPool(workers) as pool:
            results.append(play_on_from(players[:2], opponents, places, key=2, pool=pool, game=game))
    for other in results[1:]:
        assert (other.values == results[0].values).all()
        assert (other.games, other.turns, other.self_losses) == (
            1200,
            results[0].turns,
            results[0].self_losses,
        )
    assert len(list(played_games._blocks(600, 2, 2))) == 8
    assert len(list(played_games._blocks(600, 2, 1))) == 1
    assert len(list(played_games._blocks(600, 16, 2))) == 1


_met = played_games._met
_marker = Path()


def die_while_meeting(*arguments: Any) -> Any:
    """Kill this very worker, the first time that boards are met."""
    try:
        _marker.touch(exist_ok=False)
    except FileExistsError:
        return _met(*arguments)
    _met(*arguments)
    os.kill(os.getpid(), signal.SIGKILL)
    return None


def test_a_worker_that_dies_while_boards_are_met_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = config_of("tictactoe", "from-positions", start_plies=4)
    wanted = come_to(config, 1)
    monkeypatch.setitem(globals(), "_marker", tmp_path / "dead")
    monkeypatch.setattr(played_games, "_met", die_while_meeting)
    # A spawned worker would not know what is replaced here.
    assert come_to(config, "fork:2") == wanted
    assert (tmp_path / "dead").exists()
