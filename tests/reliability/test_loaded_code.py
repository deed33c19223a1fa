"""What plays is what is recorded, however code of others has changed since: or a sentence refuses."""

from __future__ import annotations

from pathlib import Path
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
    write,
)

from senet_gp.errors import SenetGpError
from senet_gp.evolution.run_directory import RunDirectory

each_change = pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)


@pytest.fixture(autouse=True)
def _compiled() -> None:
    """Forks have what they need."""
    import numpy as np

    from primitives import vocabulary_of
    from senet_gp.engine.evaluator import scores_of
    from senet_gp.engine.program import translate
    from senet_gp.trees.text import from_lisp

    words = vocabulary_of("tictactoe")
    scores_of(translate(from_lisp("my_moves", words), words), np.zeros((4, 1), np.uint32))


def changed(change: Change) -> str:
    assert TEXT.count(change.old) == 1
    return TEXT.replace(change.old, change.new)


def from_file(place: Path, change: Change, text: str) -> Any:
    """What plays and is recorded in a process that loads this text."""

    def work() -> Any:
        load()
        return both(change)

    write(place, text)
    return in_process(work, place)


def assert_agree(found: Any, old: Any, new: Any, *, allowed: Any) -> None:
    """Check that what plays is what is recorded, or that a sentence says what to do."""
    assert old[0] != new[0]
    assert old[1] != new[1]
    if isinstance(found, str):
        assert "defined anew" in found
        assert "begin anew" in found or "make it anew" in found
    else:
        assert found == allowed


@each_change
def test_a_module_that_is_loaded_again(change: Change, tmp_path: Path) -> None:
    old, new = (from_file(tmp_path, change, text) for text in (TEXT, changed(change)))

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
def test_a_file_that_is_edited_after_its_import(change: Change, tmp_path: Path) -> None:
    old, new = (from_file(tmp_path, change, text) for text in (TEXT, changed(change)))

    def work() -> Any:
        load()
        write(tmp_path, f'"""Another beginning."""\n\n{changed(change)}')
        return both(change)

    write(tmp_path, TEXT)
    assert_agree(in_process(work, tmp_path), old, new, allowed=old)


@each_change
def test_a_file_that_is_changed_between_sessions(change: Change, tmp_path: Path) -> None:
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
    if change is CHANGES["kernel"]:
        # A word may get another kernel, which computes the same.
        assert in_process(go_on, tmp_path) == ""
    else:
        refusal = in_process(go_on, tmp_path)
        assert "cannot be used here" in refusal
        assert f"--plugin {NAME}" in refusal
    write(tmp_path, f"# A comment.\n{TEXT.replace('A sum of', 'The sum of')}")
    assert in_process(go_on, tmp_path) == ""


@each_change
def test_a_cell_of_a_notebook_that_is_run_again(change: Change, tmp_path: Path) -> None:
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
