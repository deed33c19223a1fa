"""What plays is what is recorded, however code of others has changed since: or a sentence refuses."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
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
    Notebook,
    both,
    cells_of,
    config_with,
    in_process,
    load,
    played_with,
    their_mutation,
    write,
)
from commands import import_all, run_command

from primitives import Board, vocabulary_of
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.pool import pickled
from senet_gp.evolution.loop.breeding import Operators
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.games.registry import game_of
from senet_gp.games.rules_code import rules_of
from senet_gp.runtime.errors import SenetGpError, UsageError

each_change = pytest.mark.parametrize("name", CHANGES)


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


def assert_agree(found: Any, old: Any, new: Any, *, allowed: Any) -> None:
    """Check that what plays is what is recorded, or that a sentence says what to do."""
    assert old[0] != new[0]
    assert old[1] != new[1]
    if isinstance(found, str):
        assert "defined anew" in found or "is not what its file defines now" in found
        assert "begin anew" in found or "make it anew" in found or "begin again" in found
    else:
        assert found == allowed


_LABELLED = """
from dataclasses import dataclass
from senet_gp.games import Geometry, PlainGame, Sides, grid
from senet_gp.runtime.errors import UsageError

@dataclass(frozen=True)
class Labelled(PlainGame):
    most: int = 3
    name = "labelled"
    title = "Labelled"
    geometry = Geometry(grid(3, 1), labels={1: "a"}, notes={2: "house"}, meanings={2: "safe"})

    def __post_init__(self):
        if self.most > 9:
            raise UsageError(f"at most 9, not {self.most}")

    def starts(self):
        return [Sides((1,), (3,))]

    def moves(self, position, throws):
        "A piece steps."
        return {"step": position}

    def result(self, position):
        return None

    def refusal(self, position):
        return None if position.mine else "a side has a piece"

    def beside(self, position):
        return {"in hand": (0, 0)}
"""


@pytest.mark.parametrize(
    ("old", "new", "counts"),
    [
        ("at most 9, not {self.most}", "{self.most} is too many", False),
        ('{1: "a"}', '{1: "b"}', False),
        ('"house"', '"home"', False),
        ('{2: "safe"}', "{}", False),
        ("A piece steps.", "A piece moves.", False),
        ("a side has a piece", "both sides have a piece", False),
        ("in hand", "at home", False),
        ('"Labelled"', '"With labels"', False),
        ("> 9", "> 8", True),
        ("UsageError(f", "ValueError(f", True),
        ("grid(3, 1)", "grid(1, 3)", True),
        ("position}", "position._replace(mine=(2,))}", True),
    ],
)
def test_rules_are_hashed_and_not_what_they_tell_people(
    old: str, new: str, counts: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _LABELLED.count(old) == 1
    monkeypatch.syspath_prepend(tmp_path)
    hashes = []
    for name, text in {"labelled_as_it_was": _LABELLED, "labelled_anew": _LABELLED.replace(old, new)}.items():
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        hashes.append(rules_of(import_module(name).Labelled()))
        del sys.modules[name]
    assert (hashes[0] != hashes[1]) is counts


@each_change
def test_a_module_that_is_loaded_again(name: str, tmp_path: Path) -> None:
    change, old, new = CHANGES[name], from_file(name), from_file(name, new=True)

    def work() -> Any:
        load()
        assert both(change) == old
        write(tmp_path, changed(change))
        load(again=True)
        return both(change)

    write(tmp_path, TEXT)
    # All is defined anew.
    assert in_process(work, tmp_path) == new
    assert old[0] != new[0]
    assert old[1] != new[1]


@each_change
def test_a_file_that_is_edited_after_its_import(name: str, tmp_path: Path) -> None:
    change, old, new = CHANGES[name], from_file(name), from_file(name, new=True)

    def work() -> Any:
        load()
        write(tmp_path, f'"""Another beginning."""\n\n{changed(change)}')
        return both(change)

    write(tmp_path, TEXT)
    assert_agree(in_process(work, tmp_path), old, new, allowed=old)


@each_change
def test_a_file_that_is_changed_between_sessions(name: str, tmp_path: Path) -> None:
    change = CHANGES[name]
    run = tmp_path / "run"

    def begin() -> Any:
        load()
        RunDirectory.create(run, config_with(change))
        return None

    def go_on() -> str:
        load()
        try:
            RunDirectory.open(run)
        except SenetGpError as error:
            return str(error)
        return ""

    write(tmp_path, TEXT)
    in_process(begin, tmp_path)
    write(tmp_path, changed(change))
    if name == "kernel":
        # A word may get another kernel, which computes the same.
        assert in_process(go_on, tmp_path) == ""
    else:
        refusal = in_process(go_on, tmp_path)
        assert "cannot be used here" in refusal
        assert f"--plugin {NAME}" in refusal
    write(tmp_path, f"# A comment.\n{TEXT.replace('A sum of', 'The sum of')}")
    assert in_process(go_on, tmp_path) == ""


@each_change
def test_a_cell_of_a_notebook_that_is_run_again(name: str, tmp_path: Path) -> None:
    change = CHANGES[name]

    def whole(text: str) -> Any:
        def work() -> Any:
            notebook = Notebook()
            for cell in cells_of(text):
                notebook.run(cell)
            return both(change)

        return in_process(work, tmp_path)

    def again() -> Any:
        notebook = Notebook()
        for cell in cells_of(TEXT):
            notebook.run(cell)
        assert both(change) == old
        (cell,) = (cell for cell in cells_of(changed(change)) if change.new in cell)
        notebook.run(cell)
        return both(change)

    old, new = whole(TEXT), whole(changed(change))
    assert_agree(in_process(again, tmp_path), old, new, allowed=new)


@pytest.mark.parametrize("name", ["word", "rule", "operator"])
def test_workers_do_what_the_program_does(name: str, tmp_path: Path) -> None:
    """Workers that were forked before something was defined anew, and those that load another file."""
    change = CHANGES[name]
    task = {"word": value_of_word, "rule": moves_of, "operator": applied}[name]

    def sent() -> Any:
        return {
            "word": lambda: vocabulary_of("tictactoe", "theirs"),
            "rule": lambda: game_of("theirs"),
            "operator": their_mutation,
        }[name]()

    def work() -> list[Any]:
        load()
        answers: list[Any] = []
        with WorkerPool("fork:2") as pool:
            answers += pool.map(task, [(sent(),), (sent(),)])
            write(tmp_path, changed(change))
            load(again=True)
            try:
                answers += pool.map(task, [(sent(),), (sent(),)])
            except SenetGpError as error:
                answers.append(str(error))
        with WorkerPool("fork:2") as pool:
            answers += pool.map(task, [(sent(),), (sent(),)])
        return answers

    write(tmp_path, TEXT)
    old, again, refusal, *new = in_process(work, tmp_path)
    assert old == again
    assert "worker" in refusal
    assert "start new workers" in refusal
    assert new[0] == new[1] != old


@pytest.mark.parametrize("name", ["word", "rule", "suite"])
def test_another_process_refuses_what_it_would_do_otherwise(name: str, tmp_path: Path) -> None:
    """As a spawned worker, or one on another machine, that loads an edited file."""
    change = CHANGES[name]

    def sent() -> str:
        load()
        config = config_with(change)
        words = config.vocabulary_value
        operators = Operators(config, {}, Random(1))
        return pickled((words, config.game_value, operators)).hex()

    def received() -> str:
        load()
        try:
            pickle.loads(bytes.fromhex(message))  # noqa: S301 - our own
        except UsageError as error:
            return str(error)
        return ""

    write(tmp_path, TEXT)
    message = in_process(sent, tmp_path)
    assert in_process(received, tmp_path) == ""
    write(tmp_path, changed(change))
    assert "worker" in in_process(received, tmp_path)


def value_of_word(words: Any) -> int:
    value: int = words.by_name["their_word"](Board(frozenset({1, 2}), frozenset()))
    return value


def moves_of(game: Any) -> Any:
    return game.result(game.starts()[0]._replace(mine=(1,)))


def applied(operator: Any) -> int:
    return len(operator("one", None))


#: The verbs that open a run or its champion, each with its arguments; the run is ``run``.
VERBS = {
    "resume": ["run"],
    "report": ["run"],
    "match": ["theirs", "run", "random", "--games", "2"],
    "tournament": ["theirs", "run", "random", "--games", "2"],
    "play": ["theirs", "--against", "run"],
    "watch": ["theirs", "run", "random"],
    "export": ["run", "--format", "infix"],
    "explain": ["run"],
    "verdict": ["theirs", "run"],
    "experiment": ["run", "--with", "run"],
}


@pytest.fixture(scope="module")
def bred(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the module, and an ended run of its game."""
    place = tmp_path_factory.mktemp("bred")
    write(place, TEXT)
    done = run_command("evolve", "theirs", "--plugin", NAME, "--out", "run", "--population", "4", "--quiet",
                       "--generations", "1", "--games", "2", "--final-games", "2", cwd=place)  # fmt: skip
    assert done.returncode == 0, done.stderr
    return place


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_refuses_a_run_whose_rules_have_changed(verb: str, bred: Path) -> None:
    write(bred, changed(CHANGES["base"]))
    done = run_command(verb, *VERBS[verb], "--plugin", NAME, cwd=bred)
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    assert (
        f"the game theirs, of {NAME}, has other rules here than those with which it was made" in done.stderr
    )
    assert f"load it with --plugin {NAME}, as it was then, or play its expression" in done.stderr
    assert "expr:TEXT" in done.stderr


def test_machine_code_is_kept_under_what_was_compiled(tmp_path: Path) -> None:
    """An edited file, whose kernel is compiled from the text before, does not give its name to the result."""
    fresh = int.from_bytes(os.urandom(2)) + 1000
    text = TEXT.replace("high=99, compiled", "high=99999, compiled")
    edited = text.replace("& 1) + 7", f"& 1) + {fresh}")
    change = CHANGES["kernel"]

    def work() -> Any:
        load()
        write(tmp_path, edited)
        return played_with(change)[1]

    def next_session() -> Any:
        load()
        return played_with(change)[1]

    write(tmp_path, text)
    assert in_process(work, tmp_path) == 7
    assert in_process(next_session, tmp_path) == fresh


def test_plugins_are_named_with_a_hash(tmp_path: Path) -> None:
    def begin() -> Any:
        load()
        write(tmp_path, "# Edited.\n")
        run = RunDirectory.create(tmp_path / "run", config_with(CHANGES["word"]))
        return json.loads((run.path / "provenance.json").read_text())["plugins"]

    write(tmp_path, TEXT)
    digest = hashlib.sha256(TEXT.encode()).hexdigest()
    assert in_process(begin, tmp_path) == [{"module": NAME, "sha256": digest}]
