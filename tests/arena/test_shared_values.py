"""Values that many tasks have in common: each worker gets them once, also one that replaces another."""

from __future__ import annotations

import os
import pickle
import signal
import time
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from thinned import thinned

from primitives import Vocabulary, vocabulary_of
from senet_gp.arena import batches, tasks
from senet_gp.arena.executor_pool import ExecutorPool
from senet_gp.arena.games import play_games_in_pool
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.pool import Shared
from senet_gp.arena.tasks import Packer
from senet_gp.engine import participants
from senet_gp.engine.participants import SAFE_RANDOM_MOVER, Source
from senet_gp.engine.results import Pairings
from senet_gp.games.registry import game_of
from senet_gp.runtime.errors import SenetGpError
from senet_gp.runtime.recent import Recent
from senet_gp.runtime.streams import part_keys
from senet_gp.trees.text import from_lisp

LARGE = 300_000


class Told:
    """A value that leaves a mark in a directory, named after its process, whenever it is unpickled."""

    def __init__(self, place: str, text: str = "") -> None:
        self.place, self.text = place, text

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (self.place, self.text)


def _made(place: str, text: str) -> Told:
    with (Path(place) / str(os.getpid())).open("a", encoding="ascii") as marks:
        marks.write("made\n")
    return Told(place, text)


def times_made(place: Path) -> dict[int, int]:
    return {int(file.name): len(file.read_text().splitlines()) for file in place.iterdir()}


def length_of(number: int, told: Shared[Told]) -> tuple[int, int]:
    return number + len(told.value.text), os.getpid()


def once(told: Shared[Told], number: int, place: str) -> tuple[int, int]:
    """Kill this worker, the first time that a number comes up that is a multiple of 5."""
    if number % 5 == 0:
        try:
            (Path(place) / f"died-{number}").touch(exist_ok=False)
        except FileExistsError:
            pass
        else:
            os.kill(os.getpid(), signal.SIGKILL)
    return number + len(told.value.text), os.getpid()


@pytest.mark.parametrize("size", [10, LARGE], ids=["small", "larger than a pipe"])
@pytest.mark.parametrize("workers", thinned(["fork:2", "spawn:2"], kept=[0]))
def test_a_worker_makes_a_shared_value_once(tmp_path: Path, workers: str, size: int) -> None:
    with WorkerPool(workers) as pool:
        told = Shared(Told(str(tmp_path), "x" * size))
        for _ in range(3):
            answers = pool.map(length_of, [(n, told) for n in range(30)])
            assert [answer for answer, _ in answers] == [n + size for n in range(30)]
        same = Shared(Told(str(tmp_path), "x" * size))
        pool.map(length_of, [(n, same) for n in range(30)])
    made = times_made(tmp_path)
    assert set(made.values()) == {1}
    assert 1 <= len(made) <= 2


def test_who_replaces_a_dead_worker_gets_it_too(tmp_path: Path) -> None:
    deaths, made = tmp_path / "deaths", tmp_path / "made"
    deaths.mkdir()
    made.mkdir()
    with WorkerPool(2) as pool:
        told = Shared(Told(str(made), "x" * LARGE))
        answers = pool.map(once, [(told, n, str(deaths)) for n in range(20)])
    assert [answer for answer, _ in answers] == [n + LARGE for n in range(20)]
    assert len(list(deaths.iterdir())) == 4
    # Each worker that answered has made the value once, and so may a worker that died after asking for it.
    assert set(times_made(made).values()) == {1}
    assert {process for _, process in answers} <= set(times_made(made))


def number_kept(_number: int) -> int:
    from senet_gp.arena.tasks import _shared

    time.sleep(0.001)  # so that both workers come to one
    return len(_shared)


def test_workers_let_go_of_what_is_let_go_of_here(tmp_path: Path) -> None:
    with WorkerPool(2) as pool:
        for number in range(20):
            told = Shared(Told(str(tmp_path), str(number)))
            pool.map(length_of, [(n, told) for n in range(6)])
        assert max(pool.map(number_kept, [(n,) for n in range(20)])) == 1
        del told
        assert max(pool.map(number_kept, [(n,) for n in range(20)])) == 0


def fail(shared: Shared[Any]) -> None:
    raise ValueError(str(shared.value))


class Unreadable:
    """A value that can be pickled, but not unpickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _no_way, ()


def _no_way() -> None:
    raise ValueError("it cannot be made")


def test_what_cannot_be_shared_is_reported_and_the_pool_goes_on() -> None:
    with WorkerPool(2) as pool:
        for _ in range(2):
            with pytest.raises(ValueError, match="it cannot be made"):
                pool.map(length_of, [(n, Shared(Unreadable())) for n in range(4)])
            with pytest.raises(SenetGpError, match="cannot be sent to a worker"):
                pool.map(length_of, [(n, Shared(lambda: None)) for n in range(4)])
            with pytest.raises(ValueError, match="shared too"):
                pool.map(fail, [(Shared("shared too"),)] * 4)
        assert pool.map(abs, [(-1,), (-2,)]) == [1, 2]


def test_a_worker_of_an_executor_asks_for_what_it_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = Shared(Told(str(tmp_path), "x"))
    sent: list[int] = []

    def done(head: tasks.Head, message: bytes, contents: Mapping[bytes, bytes | None]) -> bytes:
        sent.append(sum(content is not None for content in contents.values()))
        return tasks_done(head, message, contents)

    tasks_done = tasks.done
    monkeypatch.setattr(tasks, "done", done)
    with ThreadPoolExecutor(1) as executor, ExecutorPool(executor) as pool:
        for _ in range(2):
            for number in range(3):
                assert pool.submit(length_of, number, told).result() == (number + 1, os.getpid())
            # As in a worker that has joined.
            monkeypatch.setattr(tasks, "_KEPT", Recent(tasks.MAX_KEPT))
    # With the first task, and when a worker that has nothing asks for it.
    assert sent == [1, 0, 0, 0, 1, 0, 0]
    assert times_made(tmp_path) == {os.getpid(): 2}


def test_another_pool_may_send_a_shared_value_with_each_task(tmp_path: Path) -> None:
    shared = Shared(Told(str(tmp_path), "x"))
    for number in range(3):
        task = pickle.loads(pickle.dumps((number, shared)))  # noqa: S301 - our own
        assert length_of(*task) == (number + 1, os.getpid())


def own_words() -> Vocabulary:
    """A vocabulary that no process finds by its name."""
    usual = vocabulary_of("senet")
    return Vocabulary(usual.game, "mine", usual.primitives, range(-50, 50), usual.squares)


def identity_of(_number: int, source: Source) -> tuple[int, int, str]:
    return os.getpid(), id(source.vocabulary), source.vocabulary.digest


def test_a_vocabulary_of_ones_own_goes_once_to_each_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    # Other tests may have met many modules from outside, whose hashes go with each task.
    monkeypatch.setattr("senet_gp.arena.tasks.noted", dict)
    words, usual = own_words(), vocabulary_of("senet")
    assert usual.found_by_name
    assert not words.found_by_name
    packer = Packer()
    tree = from_lisp("(add 1 2)", words)
    message, shared = packer.packed(identity_of, (1, Source.of(tree, words)))
    assert len(shared) == 1
    assert len(message) < 400 < len(shared[0].content)
    assert packer.packed(identity_of, (1, Source.of(from_lisp("(add 1 2)", usual), usual)))[1] == []
    with WorkerPool(2) as pool:
        found = pool.map(identity_of, [(n, Source.of(tree, words)) for n in range(20)])
    identities = Counter((process, identity) for process, identity, _ in found)
    assert len(identities) == len({process for process, _ in identities})
    assert {digest for *_, digest in found} == {words.digest}


def test_opponents_of_all_are_sent_once_to_each_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "LITTLE_WORK", 0)
    monkeypatch.setattr(batches, "_MIN_WORK", 1)
    monkeypatch.setattr(batches, "_MAX_WORK", 500_000)
    monkeypatch.setattr(batches, "_MIN_PART", 1.0)
    game, vocabulary = game_of("senet"), vocabulary_of("senet")
    entrants = [Source.of(from_lisp(f"(add {n} (mul 2 3))", vocabulary), vocabulary) for n in range(1, 13)]
    everybody = [*entrants, participants.RANDOM_MOVER, SAFE_RANDOM_MOVER]
    first = np.repeat(np.arange(12), 4)
    second = 12 + np.tile([0, 1, 0, 1], 12)
    keys = np.tile(part_keys(3, 4), 12)
    shared: list[list[Any]] = []
    made = Shared.__init__

    def noted(self: Shared[Any], value: Any) -> None:
        shared.append(value)
        made(self, value)

    monkeypatch.setattr(Shared, "__init__", noted)
    with WorkerPool(1) as alone, WorkerPool(2) as pool:
        expected = play_games_in_pool(alone, everybody, Pairings(first, second, keys), game)
        shared.clear()
        found = play_games_in_pool(pool, everybody, Pairings(first, second, keys), game)
    assert shared == [[participants.RANDOM_MOVER, SAFE_RANDOM_MOVER]]
    assert all((a == b).all() for a, b in zip(expected, found, strict=True))
