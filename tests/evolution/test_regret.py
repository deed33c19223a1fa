"""The suite ``regret``: labelled decisions, teachers, and runs that use them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from search_race import SearchRace

from primitives import vocabulary_of
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.pool import Pool, SerialPool
from senet_gp.engine import exact_table
from senet_gp.engine.cases import Cases, answers_of, picked
from senet_gp.engine.network_learning import Course
from senet_gp.engine.participants import RANDOM_MOVER
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.evaluation import regret
from senet_gp.evolution.evaluation.regret import Labelling, labelled_in
from senet_gp.evolution.evaluation.suites import Regret
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.evolution.run.run import RunHooks, play_run
from senet_gp.games.dice.rules import GOES_ON, THROWS_AGAIN, WON
from senet_gp.games.registry import GAMES, Entry
from senet_gp.games.senet import Senet
from senet_gp.games.senet.rules import WATER
from senet_gp.players.network import TrainedNetwork, write_network
from senet_gp.players.parsing import player_from_text
from senet_gp.runtime.errors import FileError, UsageError
from senet_gp.runtime.recent import Recent
from senet_gp.trees.text import to_lisp

OPTIONS: dict[str, Any] = {
    "fitness": "regret",
    "vocabulary": "rich",
    "population": 24,
    "generations": 9,
    "cases": 40,
    "labelled": 60,
    "teacher": "network",
    "teacher_games": 40,
    "refresh": 3,
    "look_ahead": False,
    "final_games": 2,
    "selection": "tournament",
}


def teacher_of(config: Config) -> str:
    """The teacher of a run, as its configuration names it."""
    assert isinstance(config.fitness, Regret)
    return config.fitness.teacher


def labelling(**changes: Any) -> Labelling:
    given: dict[str, Any] = {
        "game": Senet(),
        "learners": (RANDOM_MOVER,),
        "teacher": "network",
        "games": 60,
        "decisions": 80,
        "looks_ahead": False,
        "key": 5,
        "seed": 1,
    }
    return Labelling(**(given | changes))


def test_labels_are_the_same_with_any_workers() -> None:
    alone = labelling(looks_ahead=True, decisions=800, games=20).labelled(SerialPool())
    with WorkerPool(3) as pool:
        shared = labelling(looks_ahead=True, decisions=800, games=20).labelled(pool)
    for own, other in zip(alone[:4], shared[:4], strict=True):
        assert np.array_equal(own, other)


def test_a_teacher_regrets_its_own_choices_less_than_others_do() -> None:
    taught = labelling(games=700, decisions=400)
    teacher = taught._teacher(SerialPool())
    cases = taught.labelled(SerialPool())
    weaker = player_from_text("hand:S4", Senet()).participant
    assert weaker is not None
    strong, weak = (1 - answers_of([teacher, weaker], cases).outcomes).mean(axis=1)
    of_random = np.mean(1 - np.add.reduceat(cases.outcomes, cases.begins[:-1]) / np.diff(cases.begins))
    assert strong < 0.6 * weak
    assert strong < 0.6 * of_random


@pytest.mark.parametrize("key", range(12))
def test_few_decisions_are_found_where_games_may_end_before_they_are_looked_at(
    key: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(
        GAMES, SearchRace().name, Entry(game="search_race:SearchRace", words="search_race:words")
    )
    found = labelling(game=SearchRace(), games=10, decisions=4, key=key).labelled(SerialPool())
    assert len(found.begins) == 5


def test_some_cases_are_those_cases() -> None:
    cases = labelling().labelled(SerialPool())
    which = np.array([3, 4, 50])
    some = picked(cases, which)
    for place, index in enumerate(which.tolist()):
        own, other = (each.begins[number : number + 2] for each, number in ((cases, index), (some, place)))
        assert np.array_equal(cases.boards[:, own[0] : own[1]], some.boards[:, other[0] : other[1]])
        assert np.array_equal(cases.outcomes[own[0] : own[1]], some.outcomes[other[0] : other[1]])


def test_decisions_are_renewed_after_the_first_generation() -> None:
    assert [labelled_in(generation, 3) for generation in range(1, 10)] == [1] + [2] * 3 + [5] * 3 + [8] * 2


@pytest.mark.parametrize("changes", [{}, {"tune": 2, "teacher": "net"}], ids=["bred", "tuned"])
def test_a_run_that_was_stopped_goes_on_as_if_it_had_not_been(
    tmp_path: Path, changes: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in the middle between two times that decisions are labelled, from a checkpoint alone."""

    class StoppedError(Exception):
        pass

    def stop(generation: Any) -> None:
        if generation.number == 8:
            raise StoppedError

    config = Config.of("senet", **OPTIONS | changes)
    whole = play_run(tmp_path / "whole", config, pool=SerialPool())
    with pytest.raises(StoppedError):
        play_run(tmp_path / "cut", config, pool=SerialPool(), hooks=RunHooks(on_generation=stop))
    for kept in ("_LABELLED", "_NETWORKS"):  # as in another process
        monkeypatch.setattr(regret, kept, Recent(1))
    with WorkerPool(2) as pool:
        resumed = play_run(tmp_path / "cut", pool=pool)
    assert to_lisp(resumed.tree) == to_lisp(whole.tree)
    logs = [(tmp_path / name / "generations.csv").read_text() for name in ("whole", "cut")]
    assert logs[0] == logs[1]
    assert len(RunDirectory.open(tmp_path / "cut").read_state().winners) == 9


def test_regret_falls() -> None:
    many = {"teacher": "net", "generations": 5, "cases": 200, "labelled": 400}
    evolution = Evolution(Config.of("senet", **OPTIONS | many), SerialPool())
    means = [np.mean([each.fitness.values for each in evolution.state.population]) for _ in evolution]
    assert 1 - means[-1] < 0.9 * (1 - means[0])
    champion, _ = evolution.champion()
    assert champion.vocabulary is vocabulary_of("senet", "rich")


def test_a_network_is_asked_for_its_own_chances(tmp_path: Path) -> None:
    taught = labelling(teacher="net", games=10, decisions=300).labelled(SerialPool())
    players = [player_from_text(text, Senet()).participant for text in ("net", "hand:HC5")]
    those = [player for player in players if player is not None]
    own, of_other = 1 - answers_of(those, taught).outcomes
    # Where a throw gives another turn, the network is asked about the throw to come, not about the board.
    assert np.median(own) == 0
    assert own.mean() < 0.5 * of_other.mean()
    blank = TrainedNetwork.new(Senet(), 16, Course(seed=3))
    write_network(blank, tmp_path / "blank.json")
    teacher = f"net:{tmp_path / 'blank.json'}"
    alone = labelling(teacher=teacher, looks_ahead=True, decisions=10).labelled(SerialPool())
    with WorkerPool(2) as pool:
        shared = labelling(teacher=teacher, looks_ahead=True, decisions=10).labelled(pool)
    assert np.array_equal(alone.outcomes, shared.outcomes)


@pytest.mark.slow
def test_perfect_play_teaches_what_its_table_says() -> None:
    game = Senet(pieces=1)
    taught = labelling(game=game, teacher="minimax", decisions=60).labelled(SerialPool())
    perfect = player_from_text("minimax", game)
    regrets = []
    for first, last in zip(taught.begins[:-1].tolist(), taught.begins[1:].tolist(), strict=True):
        worth = taught.outcomes[first:last]
        assert worth.max() == 1
        # The labels do not keep whether the player throws again, so one of both must be the table's.
        boards = taught.boards[:, first:last]
        stops = np.where(boards[0] == 0, WON, GOES_ON)
        on = (boards[0] != 0) & (boards[0] >> WATER & 1 == 0)
        told = [perfect.end_scores(boards, each) for each in (stops, np.where(on, THROWS_AGAIN, stops))]
        assert any(np.allclose(1 - (each.max() - each), worth, atol=2e-6) for each in told)
        regrets.append(1 - worth.min())
    assert np.mean(regrets) > 0.01
    assert Config.of("senet", **OPTIONS | {"parameters": {"pieces": 2}, "teacher": "minimax"}).resolved()


def test_islands_keep_their_labels_between_migrations(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = Config.of("senet", **OPTIONS | {"islands": 2, "migrate_every": 2, "generations": 7})
    labelled, met = Labelling.labelled, []

    def noted(self: Labelling, pool: Pool) -> Cases:
        met.append(self)
        return labelled(self, pool)

    with WorkerPool(2) as pool:
        champion = play_run(tmp_path / "shared", config, pool=pool)
    monkeypatch.setattr(Labelling, "labelled", noted)
    assert play_run(tmp_path / "alone", config, pool=SerialPool()).tree == champion.tree
    # Each island has three: those of the first generation, of 2 to 4, and of 5 to 7.
    assert len(met) == len(set(met)) == 6
    assert [len(one.read_state().winners) for one in RunDirectory.open(tmp_path / "alone").populations] == [
        7,
        7,
    ]


def test_decisions_are_kept_as_long_as_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Labelling, "labelled", lambda _self, _pool: cases)
    cases = Cases(np.zeros((3, 4), np.uint32), *[np.zeros(4, np.int64)] * 3, policy=False)
    room = 2 * regret._bytes_of(cases)
    monkeypatch.setattr(regret, "_LABELLED", Recent(room, regret._bytes_of))
    for key in (1, 2, 1, 3):
        regret._cases_of(labelling(key=key), SerialPool())
    assert [each.key for each, _ in regret._LABELLED.items()] == [1, 3]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game": "hexapawn", "tune": 1}, "tunes only in a game with throws and kernels: in hexapawn use"),
        (
            {"teacher": "random"},
            "teacher is random, which does not know the chances of winning: name network",
        ),
        ({"teacher": "hand:HC5"}, "teacher is hand:HC5, which does not know the chances of winning"),
        ({"teacher": "self"}, "teacher is self, but there is no player 'self'"),
        ({"cases": 101, "labelled": 100}, "100 are fewer than 101 cases: give more labelled or fewer cases"),
        ({"teacher_games": 9}, "teacher_games is 9, but it must be from 10"),
        ({"tune": -1}, "tune is -1, but it must be from 0"),
        ({"teacher": "hand:HC9"}, "there is no hand-made player 'HC9' of senet"),
    ],
)
def test_what_cannot_teach_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Config.of(**{"game": "senet", "fitness": "regret"} | changes).resolved()


def test_a_run_is_taught_by_the_network_that_it_began_with(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A file is opened to teach, not to know what a run was; and another network in it is refused."""
    file = tmp_path / "blank.json"
    write_network(TrainedNetwork.new(Senet(), 16, Course(seed=3)), file)
    config = Config.of("senet", **OPTIONS | {"teacher": f"net:{file}", "generations": 2}).resolved()
    assert teacher_of(config).startswith(f"net:{file}#")
    same = Config.of("senet", **OPTIONS | {"teacher": teacher_of(config), "generations": 2})
    assert same.resolved() == config
    run = tmp_path / "run"
    play_run(run, config, pool=SerialPool())
    write_network(TrainedNetwork.new(Senet(), 16, Course(seed=4)), file)
    for kept in ("_LABELLED", "_NETWORKS"):  # as in another process
        monkeypatch.setattr(regret, kept, Recent(1))
    longer = RunDirectory.open(run)
    recorded = (run / "config.toml").read_text()
    with pytest.raises(FileError, match="has another network than the one that is meant"):
        longer.extend(3)
    assert (run / "config.toml").read_text() == recorded
    file.unlink()
    assert RunDirectory.open(run).config.fitness == config.fitness
    with pytest.raises(FileError, match="does not exist"):
        RunDirectory.create(tmp_path / "other", config)
    assert not (tmp_path / "other").exists()


def test_perfect_play_is_found_when_it_teaches_not_when_a_configuration_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(exact_table, "Solving", None)
    config = Config.of("senet", **OPTIONS | {"teacher": "minimax", "parameters": {"pieces": 2}}).resolved()
    config.check_files()
    with pytest.raises(UsageError, match="Senet is solved with 1 to 3 pieces a side, not 7"):
        Config.of("senet", **OPTIONS | {"teacher": "minimax"}).resolved()
    with pytest.raises(UsageError, match="takes long: do it once by senet-gp table senet --rule pieces=3"):
        Config.of("senet", **OPTIONS | {"teacher": "minimax", "parameters": {"pieces": 3}}).resolved()
