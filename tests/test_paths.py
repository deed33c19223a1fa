"""Paths that callers give mean the same file later, wherever the program has gone meanwhile."""

from __future__ import annotations

import dataclasses
import inspect
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from public_packages import PACKAGES

from senet_gp import (
    Config,
    Evolution,
    RunDirectory,
    RunHooks,
    SerialPool,
    experiment,
    game_of,
    play_match,
    play_run,
    player_from_text,
)
from senet_gp.arena.record import Recorder
from senet_gp.engine.exact_table import solve_into
from senet_gp.evolution import part
from senet_gp.players.matchbox import MatchboxPlayer, Scheme, taught, write_matchbox
from senet_gp.runtime.errors import quoted
from senet_gp.runtime.kernel_cache import base_directory

SMALL = {
    "game": "hexapawn",
    "population": 8,
    "generations": 2,
    "fitness": {"games": 2, "random_games": 2},
}
CONFIG = Config.from_values(SMALL)


def go(*_anything: object) -> None:
    """Go where other files have the same names."""
    os.chdir("../elsewhere")


def play_on(evolution: Evolution) -> None:
    if Path.cwd().name == "here":
        go(evolution)


def run_from_its_path() -> None:
    play_run("thing", CONFIG, pool=SerialPool(), hooks=RunHooks(prepare=go))


def run_from_its_directory() -> None:
    run = RunDirectory.create("thing", CONFIG)
    go()
    play_run(run, pool=SerialPool())


def run_that_goes_on() -> None:
    RunDirectory.create("thing", CONFIG)
    play_run("thing", pool=SerialPool(), hooks=RunHooks(on_begin=go))


def run_with_islands() -> None:
    config = dataclasses.replace(CONFIG, islands=2, migration=part("ring", migrate_every=1, migrants=1))
    play_run("thing", config, pool=SerialPool(), hooks=RunHooks(prepare=play_on))


def first_free_run() -> None:
    run = RunDirectory.create_next("thing", CONFIG)
    go()
    play_run(run, pool=SerialPool())


def shown_experiment() -> None:
    def show(done: int, _all: int, _task: object) -> None:
        if not done:
            go()

    experiment({**SMALL, "variants": {"a": {}}}, seeds=1, out="thing", jobs=1, games=2, show=show)


def records() -> None:
    recorder = Recorder.into("thing", 2)
    play_match("random", "random", game="hexapawn", games=2, recorder=recorder, show=go)
    assert len(list(recorder.directory.iterdir())) == 2


def records_of_a_recorder() -> None:
    Path("thing").mkdir()
    recorder = Recorder(Path("thing"))
    go()
    play_match("random", "random", game="hexapawn", games=2, recorder=recorder)


def machine() -> None:
    player = MatchboxPlayer(game_of("hexapawn"), Scheme())
    write_matchbox(player, "thing")
    with taught(player, "thing"):
        go()


def new_machine() -> None:
    with taught(MatchboxPlayer(game_of("hexapawn"), Scheme()), "thing"):
        go()


DOORS = [
    *(run_from_its_path, run_from_its_directory, run_that_goes_on, run_with_islands, first_free_run),
    *(shown_experiment, records, records_of_a_recorder, machine, new_machine),
]


class Places(NamedTuple):
    """Two directories, in the first of which the program begins."""

    here: Path
    elsewhere: Path


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Places:
    found = Places(tmp_path / "here", tmp_path / "elsewhere")
    for place in found:
        place.mkdir()
    monkeypatch.chdir(found.here)
    return found


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_what_is_begun_here_is_written_here(door: Callable[[], None], places: Places) -> None:
    door()
    assert Path.cwd() == places.elsewhere
    assert list(places.elsewhere.iterdir()) == []
    assert (places.here / "thing").exists()


def test_a_run_of_the_same_name_elsewhere_is_left_alone(places: Places) -> None:
    other = RunDirectory.create(places.elsewhere / "thing", CONFIG)
    before = {file: file.read_bytes() for file in other.path.iterdir()}
    champion = play_run("thing", CONFIG, pool=SerialPool(), hooks=RunHooks(prepare=go))
    assert {file: file.read_bytes() for file in other.path.iterdir()} == before
    assert RunDirectory.open(places.here / "thing").has_ended()
    assert champion.origin["generations"] == 2


def test_a_player_of_a_file_finds_it_in_other_processes_and_later(places: Places) -> None:
    game = game_of("senet", {"pieces": 1})
    solve_into(Path("one.chances"), game)
    player = player_from_text("table:one.chances", game)
    config = Config(parameters={"pieces": 1}, fitness=part("regret", teacher="table:one.chances")).resolved()
    go()
    assert pickle.loads(pickle.dumps(player)).name == "table:one.chances"  # noqa: S301 - our own
    assert config.fitness.name == "regret"
    assert config.fitness.teacher == f"table:{places.here / 'one.chances'}"
    config.check_files()


def test_a_relative_cache_is_one_directory(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SENET_GP_CACHE", "cache")
    assert base_directory() == places.here / "cache"
    go()
    assert base_directory() == places.here / "cache"
    # Processes that are started from here use it, too.
    program = "from senet_gp.runtime.kernel_cache import base_directory as found; print(found())"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(places.here / "cache")


def test_commands_name_paths_as_seen_from_here(places: Places) -> None:
    run = RunDirectory.create("my run", CONFIG)
    assert run.path == places.here / "my run"
    assert quoted(run.path) == "'my run'"
    go()
    assert quoted(run.path) == f"'{run.path}'"


#: What reads or writes at once, and what stands above.
AT_ONCE = {
    *("Champion.read", "Champion.write", "GameRecord.read", "GameRecord.write", "read_config"),
    *("PlayersBySize.read", "PlayersBySize.write"),
    *("read_matchbox", "read_network", "write_matchbox", "write_network"),
}
LATER = {
    *("RunDirectory", "RunDirectory.create", "RunDirectory.create_next", "RunDirectory.open"),
    *("RunDirectory.open_or_create", "experiment", "play_run"),
}


def test_everything_that_takes_a_path_is_known() -> None:
    found = set()
    for package in ["primitives", *PACKAGES]:
        module = import_module(package)
        for name in module.__all__:
            part = getattr(module, name)
            members: dict[str, Any] = {name: part}
            if inspect.isclass(part):
                members |= {f"{name}.{of}": getattr(part, of) for of in vars(part) if not of.startswith("_")}
            for called, member in members.items():
                if callable(member) and _takes_path(member):
                    found.add(called)
    assert found == AT_ONCE | LATER


def _takes_path(function: Callable[..., Any]) -> bool:
    try:
        parameters = inspect.signature(function).parameters.values()
    except ValueError:
        return False
    return any("Path" in str(parameter.annotation) for parameter in parameters)
