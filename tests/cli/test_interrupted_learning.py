"""``senet-gp learn`` and ``match``, stopped by Ctrl-C at known places, and gone on with as they say."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from commands import assert_refused, run_command
from thinned import thinned

from senet_gp.arena import record
from senet_gp.cli import learners
from senet_gp.experiments import matchbox_training as training
from senet_gp.players.matchbox import read_matchbox
from senet_gp.runtime.errors import FileError
from senet_gp.runtime.files import check_new

NETWORK = "learn network senet --rule pieces=1 --hidden 16 --games 1100 --out n.json"
MACHINE = "learn machine trilobite --rule width=3 --games 40 --seat both --seed 3 --out m.json"


def _interrupt() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def _called(module: Any, name: str, number: int) -> Callable[[], None]:
    """What lets Ctrl-C come when a function is called for the n-th time."""

    def patched() -> None:
        function, calls = getattr(module, name), iter(range(1 << 30))

        def noted(*arguments: Any, **more: Any) -> Any:
            if next(calls) == number:
                _interrupt()
            return function(*arguments, **more)

        setattr(module, name, noted)

    return patched


def _after(number: int) -> Callable[[], None]:
    """What lets Ctrl-C come after so many parts of a network's training, which is not measured."""

    def patched() -> None:
        train = learners.train_network

        def states(*arguments: Any) -> Iterator[Any]:
            for count, state in enumerate(train(*arguments), 1):
                if count == number:
                    _interrupt()
                yield state

        learners.train_network = states  # type: ignore[assignment]
        learners._strength = lambda _state: {}

    return patched


def _gone_on(done: subprocess.CompletedProcess[str], home: Path, before: Callable[[], None]) -> None:
    assert done.returncode == 130, done.stderr
    found = re.search(r"with: senet-gp (.*)\n", done.stderr)
    assert found is not None, done.stderr
    after = run_command(*shlex.split(found[1]), cwd=home, before=before)
    assert after.returncode == 0, after.stderr


@pytest.mark.parametrize("parts", thinned(range(1, 6), kept=[0, 3]))
def test_a_network_that_is_interrupted_ends_as_the_same_file(tmp_path: Path, parts: int) -> None:
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    whole.mkdir()
    stopped.mkdir()
    assert run_command(*NETWORK.split(), cwd=whole, before=_after(0)).returncode == 0
    _gone_on(run_command(*NETWORK.split(), cwd=stopped, before=_after(parts)), stopped, _after(0))
    assert (stopped / "n.json").read_bytes() == (whole / "n.json").read_bytes()


def test_a_machine_that_is_interrupted_is_taught_the_games_that_are_left(tmp_path: Path) -> None:
    done = run_command(*MACHINE.split(), cwd=tmp_path, before=_called(training, "play", 15))
    assert "interrupted after 16 games; the machine is saved; teach it further, by other games" in done.stderr
    _gone_on(done, tmp_path, lambda: None)
    assert read_matchbox(tmp_path / "m.json").games == 40


@pytest.mark.parametrize(
    ("command", "module", "name"), [(NETWORK, learners, "train_network"), (MACHINE, training, "play")]
)
def test_another_command_cannot_take_the_file_while_something_learns(
    tmp_path: Path, command: str, module: Any, name: str
) -> None:
    file = tmp_path / command.rpartition(" ")[2]

    def patched() -> None:
        learning = getattr(module, name)

        def beside_another(*arguments: Any, **more: Any) -> Any:
            with pytest.raises(FileError, match="already exists"):
                check_new(file)
            return learning(*arguments, **more)

        setattr(module, name, beside_another)

    assert run_command(*command.split(), cwd=tmp_path, before=patched).returncode == 0
    assert_refused(run_command(*command.split(), cwd=tmp_path), 1, f"{file.name} already exists")


def test_a_match_that_is_interrupted_says_where_its_games_are(tmp_path: Path) -> None:
    match = "match hexapawn random random --games 64 --workers 1 --record games"
    done = run_command(*match.split(), cwd=tmp_path, before=_called(record, "put", 2))
    assert done.returncode == 130
    assert "interrupted; those that have ended are in games" in done.stderr
    assert 3 <= len(list((tmp_path / "games").iterdir())) < 64


@pytest.mark.parametrize(
    ("command", "module", "name", "what"),
    [
        (NETWORK, learners, "_strength", "the network was measured"),
        (MACHINE, learners, "_examined", "the machine was examined"),
    ],
)
def test_after_all_games_it_is_said_that_all_is_saved(
    tmp_path: Path, command: str, module: Any, name: str, what: str
) -> None:
    done = run_command(*command.split(), cwd=tmp_path, before=_called(module, name, 0))
    assert done.returncode == 130
    assert f"interrupted after all games, while {what}; it is whole, and saved in" in done.stderr
