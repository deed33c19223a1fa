"""Code from outside that was changed since a file was made or a process began."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import shutil
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from changing_code import (
    CHANGES,
    NAME,
    TEXT,
    Change,
    both,
    config_with,
    in_process,
    load,
    played_with,
    their_mutation,
    write,
)
from commands import assert_refused, import_all, run_command
from thinned import thinned

from primitives import vocabulary_of
from senet_gp.arena.pool import Shared
from senet_gp.arena.tasks import Packer, answer_to
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.loop.breeding import Operators
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.experiments.plan import Plan
from senet_gp.experiments.plan_file import begin_or_go_on
from senet_gp.runtime.errors import SenetGpError
from senet_gp.runtime.module_hashes import hash_of

each_change = pytest.mark.parametrize("name", CHANGES)
#: A change of each kind of code that is recorded in its own way; the others differ in what is played.
KINDS = [list(CHANGES).index(name) for name in ("word", "rule", "operator", "suite")]


@pytest.fixture(autouse=True)
def _compiled() -> None:
    """Forks have what they need."""
    import numpy as np

    from senet_gp.engine.evaluator import scores_of
    from senet_gp.engine.program import translate
    from senet_gp.trees.text import from_lisp

    import_all()
    words = vocabulary_of("tictactoe")
    scores_of(translate(from_lisp("my_moves", words), words), np.zeros((4, 1), np.uint32))


def changed(change: Change) -> str:
    assert TEXT.count(change.old) == 1
    return TEXT.replace(change.old, change.new)


@cache
def from_file(name: str, *, new: bool = False) -> Any:
    """What plays and is recorded in a process that loads the module, as it was or with a change."""
    change = CHANGES[name]

    def work() -> Any:
        load()
        return both(change)

    with TemporaryDirectory() as place:
        write(Path(place), changed(change) if new else TEXT)
        return in_process(work, Path(place))


@each_change
def test_a_file_that_is_edited_after_its_import_changes_nothing(name: str, tmp_path: Path) -> None:
    change, old, new = CHANGES[name], from_file(name), from_file(name, new=True)

    def work() -> Any:
        load()
        write(tmp_path, f'"""Another beginning."""\n\n{changed(change)}')
        return both(change)

    write(tmp_path, TEXT)
    found = in_process(work, tmp_path)
    assert old[0] != new[0]
    assert old[1] != new[1]
    # The source of a word that is exported is read now.
    refused = "their_code.their_word is not what its file defines now: begin again"
    assert found == old or refused in found


@pytest.mark.parametrize("name", thinned(list(CHANGES), KINDS))
def test_a_run_goes_on_with_changed_code_only_if_it_is_accepted(name: str, tmp_path: Path) -> None:
    change = CHANGES[name]
    run = tmp_path / "run"

    def begin() -> Any:
        load()
        RunDirectory.create(run, config_with(change))
        return None

    def go_on(*, accept_code: bool = False) -> str:
        load()
        try:
            RunDirectory.open(run, accept_code=accept_code).extend(3)
        except SenetGpError as error:
            return str(error)
        return ""

    write(tmp_path, TEXT)
    in_process(begin, tmp_path)
    write(tmp_path, f"# A comment.\n{TEXT.replace('A sum of', 'The sum of')}")
    assert in_process(go_on, tmp_path) == ""
    write(tmp_path, changed(change))
    refusal = in_process(go_on, tmp_path)
    assert refusal.startswith(f"the code of {NAME} has changed since ")
    assert refusal.endswith(
        " was made: go on with that code as it was, or accept it as it is now (senet-gp resume RUN "
        "--accept-code, in Python RunDirectory.open(RUN, accept_code=True))"
    )
    assert in_process(lambda: go_on(accept_code=True), tmp_path) == ""
    # It is recorded.
    assert in_process(go_on, tmp_path) == ""


@pytest.mark.parametrize("name", thinned([*CHANGES, "operators"], [*KINDS[:2], len(CHANGES)]))
def test_an_experiment_goes_on_only_with_the_code_that_it_began_with(name: str, tmp_path: Path) -> None:
    """Else one table would have runs of two versions."""
    change = CHANGES.get(name, CHANGES["helper"])
    out = tmp_path / "out"

    def go_on(seeds: int) -> str:
        load()
        config = Config(game="hexapawn") if name == "operators" else config_with(change)
        operators = {"a": f"{NAME}:helper"} if name == "operators" else {}
        plan = Plan(variants={"a": config.resolved()}, seeds=seeds, operators=operators)
        try:
            return begin_or_go_on(out, plan)
        except SenetGpError as error:
            return str(error)

    write(tmp_path, TEXT)
    assert in_process(lambda: go_on(1), tmp_path) == ""
    write(tmp_path, f"# A comment.\n{TEXT}")
    assert "from 1 to 2 seeds" in in_process(lambda: go_on(2), tmp_path)
    before = (out / "plan.json").read_bytes()
    write(tmp_path, changed(change))
    for seeds in (2, 3):
        refusal = in_process(lambda seeds=seeds: go_on(seeds), tmp_path)
        assert refusal.startswith(f"the code of {NAME} has changed since ")
        assert refusal.endswith("go on with that code as it was, or choose another directory with --out")
    assert (out / "plan.json").read_bytes() == before
    for seed in (1, 2):
        (out / f"measured/a/{seed}.json").parent.mkdir(parents=True, exist_ok=True)
        (out / f"measured/a/{seed}.json").touch()
    # Whose runs are all done can still be told.
    assert in_process(lambda: go_on(2), tmp_path) == ""
    assert "has changed" in in_process(lambda: go_on(3), tmp_path)


def sent_with(change: Change) -> Any:
    """What a task of a run has."""
    config = config_with(change)
    game, words = config.game_value, config.vocabulary_value
    return [
        words,
        game,
        Operators(config, {}, Random(1)),
        *([their_mutation()] if change.options.get("mutation") else []),
    ]


@pytest.mark.parametrize("name", ["word", "rule", "operator", "suite"])
def test_a_worker_refuses_another_text(name: str, tmp_path: Path) -> None:
    """As a spawned worker, or one on another machine, that loads an edited file."""
    change = CHANGES[name]

    def sent() -> str:
        load()
        message, shared = Packer().packed(type, (sent_with(change),))
        assert not shared
        return message.hex()

    def answered() -> list[str]:
        done, value = pickle.loads(answer_to(memoryview(bytes.fromhex(message))[1:]))  # noqa: S301 - our own
        return [str(done), getattr(value, "__name__", str(value))]

    write(tmp_path, TEXT)
    message = in_process(sent, tmp_path)
    assert in_process(answered, tmp_path) == ["True", "list"]
    write(tmp_path, changed(change))
    done, sentence = in_process(answered, tmp_path)
    assert done == "False"
    assert "in a worker process" in sentence or f"a worker process has another {NAME}" in sentence


def test_the_modules_of_shared_values_are_compared(tmp_path: Path) -> None:
    def is_sent() -> bool:
        message, _ = Packer().packed(type, (Shared(import_module("of_shared").function),))
        return hash_of("of_shared").encode() in message

    (tmp_path / "of_shared.py").write_text("def function(): return 1\n", encoding="utf-8")
    assert in_process(is_sent, tmp_path) is True


@pytest.fixture(scope="module")
def bred(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the module, and an ended run of its game."""
    place = tmp_path_factory.mktemp("bred")
    write(place, TEXT)
    done = run_command("evolve", "theirs", "--plugin", NAME, "--out", "run", "--population", "4", "--quiet",
                       "--generations", "1", "--games", "2", "--final-games", "2", cwd=place)  # fmt: skip
    assert done.returncode == 0, done.stderr
    return place


#: Verbs that read a run or its champion, each with its arguments; the run is ``run``.
VERBS = {
    "match": ["theirs", "run", "random", "--games", "2"],
    "export": ["run", "--format", "infix"],
}


@pytest.mark.parametrize("verb", VERBS)
def test_who_reads_a_champion_is_told_once_that_code_has_changed(verb: str, bred: Path) -> None:
    write(bred, changed(CHANGES["base"]))
    done = run_command(verb, *VERBS[verb], "--plugin", NAME, cwd=bred)
    assert done.returncode == 0, done.stderr
    told = f"the code of {NAME} has changed since run/champion.json was made; it is used as it is now.\n"
    assert done.stderr.count(told) == done.stderr.count("the code of") == 1


def test_resume_accepts_changed_code_if_it_is_told_to(bred: Path, tmp_path: Path) -> None:
    shutil.copytree(bred / "run", tmp_path / "run")
    write(tmp_path, changed(CHANGES["base"]))
    more = ("resume", "run", "--generations", "2", "--plugin", NAME, "--quiet")
    before = (tmp_path / "run" / "words.json").read_text(encoding="utf-8")
    assert_refused(run_command(*more, cwd=tmp_path), 1, f"the code of {NAME} has changed since ")
    assert (tmp_path / "run" / "words.json").read_text(encoding="utf-8") == before
    done = run_command(*more, "--accept-code", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    done = run_command("match", *VERBS["match"], "--plugin", NAME, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_machine_code_is_that_of_the_kernels_that_were_loaded(tmp_path: Path) -> None:
    """A kernel, one that it calls, and a constant from a file are changed between processes."""
    change = CHANGES["kernel"]
    fresh = int.from_bytes(os.urandom(2)) + 1000
    text = TEXT.replace("high=99, compiled", "high=999999999, compiled").replace(
        "return (mine & 1) + 7", "return (mine & 1) * 1000 + their_kernels.other(mine)"
    )
    text = text.replace("WEIGHT = 10", "import their_kernels\nWEIGHT = 10")
    other = (
        "from pathlib import Path\nfrom senet_gp.runtime.compiled import kernel\n"
        "MORE = int(Path(__file__).with_name('more.txt').read_text())\n"
        "@kernel\ndef other(mine):\n    return MORE + {}\n"
    )
    file = tmp_path / "their_kernels.py"

    def played() -> Any:
        load()
        return played_with(change)[1]

    def edited_before_it_is_compiled() -> Any:
        load()
        write(tmp_path, text.replace("* 1000 +", "* 3000 +"))
        file.write_text(other.format(fresh + 4), encoding="utf-8")
        return played_with(change)[1]

    write(tmp_path, text)
    file.write_text(other.format(fresh), encoding="utf-8")
    (tmp_path / "more.txt").write_text("1")
    assert in_process(played, tmp_path) == fresh + 1
    assert in_process(edited_before_it_is_compiled, tmp_path) == fresh + 1
    assert in_process(played, tmp_path) == fresh + 5
    (tmp_path / "more.txt").write_text("2")
    assert in_process(played, tmp_path) == fresh + 6
    write(tmp_path, text.replace("(mine & 1) * 1000 +", "5000 +"))
    assert in_process(played, tmp_path) == fresh + 5006


def test_plugins_are_named_with_a_hash(tmp_path: Path) -> None:
    def begin() -> Any:
        load()
        write(tmp_path, "# Edited.\n")
        run = RunDirectory.create(tmp_path / "run", config_with(CHANGES["word"]))
        return json.loads((run.path / "provenance.json").read_text())["plugins"]

    write(tmp_path, TEXT)
    digest = hashlib.sha256(TEXT.encode()).hexdigest()
    assert in_process(begin, tmp_path) == [{"module": NAME, "sha256": digest}]
    assert NAME not in sys.modules
