"""Dask as a pool: a real scheduler and real workers on loopback give what the local pool gives."""

from __future__ import annotations

import dataclasses
import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from commands import run_command
from dask_cluster import DaskCluster
from tiny_runs import TINY, TINY_COMMAND, begun, files_of, result_in, to_its_end

from senet_gp.arena.local_pool import pool_of
from senet_gp.arena.match import play_match, round_robin
from senet_gp.arena.pool import Pool, SerialPool, Shared, WorkerError
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.registration import part
from senet_gp.evolution.loop.evolution import Evolution
from senet_gp.evolution.run.run import RunHooks, play_run
from senet_gp.games.registry import game_of
from senet_gp.players.parsing import player_from_text
from senet_gp.runtime.errors import SenetGpError
from senet_gp.trees.text import to_lisp

pytest.importorskip("distributed", reason="the package distributed is not installed")
import dask
from distributed import Client

from senet_gp.arena.dask_pool import DaskPool

#: The setting that says how long a client waits for a scheduler.
CONNECT = "distributed.comm.timeouts.connect"


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    """A scheduler with a worker, and with more, as tests add them."""
    with DaskCluster(tmp_path_factory.mktemp("dask")) as found:
        found.add()
        yield found


def games_and_run(pool: Pool, name: str) -> tuple[Any, ...]:
    """The results of a match, of a tournament, and of a short run."""
    game = game_of(name)
    texts = ("random", "random-tree:1", "random-tree:2")
    match = play_match(*texts[:2], game=game, games=2000, seed=3, pool=pool)
    players = [player_from_text(text, game) for text in texts]
    tournament = round_robin(players, key=5, pool=pool, game=game, games=200)
    values = {"game": name, "population": 300, "generations": 3, "seed": 4, "final_games": 4}
    evolution = Evolution(Config.from_values(values), pool)
    records = [generation.record for generation in evolution]
    trees = [to_lisp(tree) for tree in evolution.state.population]
    return match.as_json(), tournament.points.tolist(), records, trees, evolution.champion()


def twice(number: int, seconds: float = 0.0) -> int:
    time.sleep(seconds)
    return 2 * number


def sum_of(number: int, shared: Shared[list[int]]) -> int:
    return number + sum(shared.value)


def end_once(number: int, file: str) -> int:
    """End this process, but not when the task is done again."""
    if not Path(file).exists():
        Path(file).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def end_always() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["hexapawn", "senet"])
def test_one_two_and_three_workers_give_the_results_of_one_process(cluster: DaskCluster, game: str) -> None:
    with SerialPool() as alone:
        expected = games_and_run(alone, game)
    with pool_of(cluster.name) as pool:
        assert isinstance(pool, DaskPool)
        for workers in (1, 2, 3) if game == "senet" else (1, 2):
            while pool.workers < workers:
                cluster.add()  # it joins at any time
                while pool.workers < workers:
                    time.sleep(0.1)
            assert games_and_run(pool, game) == expected


@pytest.mark.slow
def test_islands_are_the_same_where_they_are_played(cluster: DaskCluster, tmp_path: Path) -> None:
    migration = part("ring", migrate_every=2, migrants=1)
    config = dataclasses.replace(TINY, islands=3, migration=migration, generations=6, final_games=2)
    with pool_of(cluster.name) as pool:
        while pool.workers < 3:
            cluster.add()
            time.sleep(2)
        play_run(begun(tmp_path / "far", config), pool=pool)
    to_its_end(begun(tmp_path / "near", config))
    islands = ("", *(f"islands/{number}" for number in (1, 2, 3)))
    files = [
        [
            {
                file.name: result_in(file)
                for file in sorted((tmp_path / run / island).iterdir())
                if file.is_file()
            }
            for island in islands
        ]
        for run in ("far", "near")
    ]
    for place in (*files[0], *files[1]):
        place.pop("timing.csv", None)
        place.pop("provenance.json", None)
    assert files[0] == files[1]
    assert "migrations.csv" in files[0][0]
    assert "generations.csv" in files[0][3]


def test_a_client_of_ones_own_stays_open(cluster: DaskCluster) -> None:
    with Client(cluster.name.replace("dask:", "tcp:"), set_as_default=False) as client:
        for _ in range(2):
            with DaskPool(client) as pool:
                assert pool.map(twice, [1, 2]) == [2, 4]
        assert client.submit(abs, -3).result() == 3


def test_it_does_what_pools_do(cluster: DaskCluster, tmp_path: Path) -> None:
    with pool_of(cluster.name) as pool:
        assert pool.map(twice, [(n, 0.01 * (n % 3)) for n in range(9)]) == [2 * n for n in range(9)]
        with pytest.raises(TypeError, match="argument"):
            pool.map(twice, [(1,), (), (2,)])
        shared = Shared([1, 2, 3])
        assert pool.map(sum_of, [(n, shared) for n in range(20)]) == [n + 6 for n in range(20)]
        # The worker that had the shared value may be the one that ends.
        assert pool.map(end_once, [(1, str(tmp_path / "once")), (2, str(tmp_path / "once"))]) == [1, 2]
        assert pool.map(sum_of, [(n, shared) for n in range(20)]) == [n + 6 for n in range(20)]


@pytest.mark.slow
def test_a_task_that_ends_every_worker_ends_the_work(cluster: DaskCluster) -> None:
    with pool_of(cluster.name) as pool, pytest.raises(WorkerError, match=r"has lost a task .*workers died"):
        pool.submit(end_always).result()


@pytest.mark.slow
def test_workers_killed_in_the_middle_of_a_run_change_nothing(cluster: DaskCluster, tmp_path: Path) -> None:
    config = Config.from_values({"population": 64, "generations": 6, "seed": 7, "final_games": 2})
    rng = random.Random(5)
    killers: list[threading.Timer] = []

    def kill_soon(_generation: object) -> None:
        killers.append(threading.Timer(rng.uniform(0, 0.1), cluster.kill_one, (rng,)))
        killers[-1].start()

    with pool_of(cluster.name) as pool:
        play_run(begun(tmp_path / "dask", config), pool=pool, hooks=RunHooks(on_generation=kill_soon))
    for killer in killers:
        killer.join()
    to_its_end(begun(tmp_path / "here", config))
    assert files_of(tmp_path / "dask") == files_of(tmp_path / "here")


def test_a_worker_with_other_sources_is_refused(
    cluster: DaskCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pool_of(cluster.name) as pool:
        assert isinstance(pool, DaskPool)
        for head, told in (
            (("0.1.0", pool._head[1], ()), r"runs senet-gp .*, which is 0\.1\.0: install the same"),
            ((pool._head[0], "0" * 64, ()), "with other sources: install the same"),
            ((*pool._head[:2], ("no_such_plugin",)), "there is no plugin no_such_plugin"),
        ):
            monkeypatch.setattr(pool, "_head", head)
            with pytest.raises(SenetGpError, match=told):
                pool.map(twice, [1, 2])


@pytest.mark.slow
def test_the_scheduler_killed_saves_the_run_which_goes_on(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    run = begun(tmp_path / "run")
    with DaskCluster(tmp_path) as lost, dask.config.set({CONNECT: "3s"}):
        lost.add()

        def kill(generation: Any) -> None:
            if generation.number == 2:
                lost.kill_scheduler()

        with pool_of(lost.name) as pool, pytest.raises(WorkerError, match=r"the scheduler at .* is lost"):
            play_run(run, pool=pool, hooks=RunHooks(on_generation=kill))
    told = capfd.readouterr().err
    assert "is lost; waiting for it" in told
    assert "distributed" not in told
    assert run.load_state().generation == 2
    to_its_end(run)
    to_its_end(begun(tmp_path / "other"))
    assert files_of(tmp_path / "run") == files_of(tmp_path / "other")


@pytest.mark.slow
def test_a_run_waits_for_a_scheduler_that_comes_back(tmp_path: Path) -> None:
    run = begun(tmp_path / "run")
    with DaskCluster(tmp_path) as lost:
        lost.add()

        def restart(generation: Any) -> None:
            if generation.number == 2:
                lost.kill_scheduler()
                lost.restart()

        with pool_of(lost.name) as pool:
            play_run(run, pool=pool, hooks=RunHooks(on_generation=restart))
    to_its_end(begun(tmp_path / "other"))
    assert files_of(tmp_path / "run") == files_of(tmp_path / "other")


@pytest.mark.slow
def test_commands_name_a_scheduler(cluster: DaskCluster, tmp_path: Path) -> None:
    for name, workers in (("far", cluster.name), ("near", "1")):
        done = run_command(*TINY_COMMAND, "--quiet", "--workers", workers, "--out", name, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    assert files_of(tmp_path / "far") == files_of(tmp_path / "near")


@pytest.mark.parametrize(
    ("workers", "told", "code"),
    [
        ("dask", "names no workers of Dask", 2),
        ("dask:", "is not a number of workers", 2),
        ("dask:0", "at least 1 worker", 2),
        ("dask://nowhere", "names no workers of Dask", 2),
        ("dask://127.0.0.1:9", "no scheduler of Dask answers at tcp://127.0.0.1:9", 1),
        ("desk:4", "is not a number of workers", 2),
        ("mpi:4", "mpiexec says how many there are", 2),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(workers: str, told: str, code: int) -> None:
    with dask.config.set({CONNECT: "1s"}):
        done = run_command("match", "hexapawn", "random", "random", "--games", "2", "--workers", workers)
    assert (done.returncode, done.stdout) == (code, "")
    assert told in done.stderr
    assert "Traceback" not in done.stderr
