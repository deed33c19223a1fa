"""The notebooks show what their cells give."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from patience import PATIENCE

DOCS = Path(__file__).resolve().parents[2] / "docs"


def cells_of(notebook: str) -> list[dict[str, Any]]:
    """The cells of code of a notebook."""
    content: dict[str, Any] = json.loads((DOCS / notebook).read_text(encoding="utf-8"))
    return [cell for cell in content["cells"] if cell["cell_type"] == "code"]


def run(notebook: str, place: Path) -> dict[str, Any]:
    """What each cell gives when the cells are run one after the other, without Jupyter."""
    process = subprocess.run(
        [sys.executable, DOCS.parent / "tests" / "support" / "notebook_cells.py", DOCS / notebook],
        cwd=place,
        env={
            **os.environ,
            "PYTHONPATH": f"{DOCS.parent}{os.pathsep}{os.environ.get('PYTHONPATH', '')}",
            "MPLBACKEND": "agg",
        },
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(process.stdout)
    return found


@pytest.fixture(scope="module")
def tutorial(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return run("tutorial.ipynb", tmp_path_factory.mktemp("tutorial"))


def outputs_of(cell: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """What a cell printed when the notebook was executed, and what it showed by kind, without figures."""
    printed, data = "", {}
    for output in cell["outputs"]:
        if output.get("name") == "stdout":
            printed += "".join(output["text"])
        if output["output_type"] == "execute_result":
            data = {kind: "".join(content) for kind, content in output["data"].items()}
    return printed, data


def without_pictures(html: str) -> str:
    """Matplotlib may draw the same picture in other words."""
    return re.sub(r'src="[^"]*"', "", html).rstrip("\n")


def check_gives(cell: dict[str, Any], now: dict[str, Any]) -> None:
    """Check that a cell gives what the notebook shows."""
    printed, data = outputs_of(cell)
    assert now["stdout"] == printed
    assert now["data"].keys() == data.keys()
    if "times" not in cell["metadata"].get("tags", []):
        assert now["data"].get("text/plain") == data.get("text/plain")
        assert without_pictures(now["data"].get("text/html", "")) == without_pictures(
            data.get("text/html", "")
        )


@pytest.mark.parametrize("cell", cells_of("tutorial.ipynb"), ids=lambda cell: cell["id"])
def test_a_cell_of_the_tutorial_gives_what_it_shows(cell: dict[str, Any], tutorial: dict[str, Any]) -> None:
    if "pandas" in cell["metadata"].get("tags", []) and cell["id"] not in tutorial:
        pytest.skip("pandas is not installed")
    check_gives(cell, tutorial[cell["id"]])


@pytest.mark.slow
def test_the_study_gives_what_it_shows(tmp_path: Path) -> None:
    """Sixty runs by a command, and the Python that evaluates them."""
    pytest.importorskip("pandas")
    pytest.importorskip("statsmodels")
    given = run("study.ipynb", tmp_path)
    for cell in cells_of("study.ipynb"):
        check_gives(cell, given[cell["id"]])


def test_the_study_takes_commands_and_25_lines_of_python() -> None:
    sources = ["".join(cell["source"]) for cell in cells_of("study.ipynb")]
    python = [source for source in sources if not source.startswith(("%%writefile", "!senet-gp"))]
    assert len(python) == len(sources) - 2
    assert sum(bool(line) for source in python for line in source.splitlines()) <= 25


@pytest.mark.parametrize("notebook", ["tutorial.ipynb", "study.ipynb"])
def test_a_notebook_was_executed_in_order_and_holds_nothing_of_the_computer(notebook: str) -> None:
    cells = cells_of(notebook)
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    text = (DOCS / notebook).read_text(encoding="utf-8")
    assert not re.search(r"/(home|root|tmp|work|Users|usr)/|[A-Z]:\\\\", text)
    assert not [
        cell["id"] for cell in cells for output in cell["outputs"] if output["output_type"] == "error"
    ]
    assert len(text) < 250_000


@pytest.mark.parametrize("notebook", ["tutorial.ipynb", pytest.param("study.ipynb", marks=pytest.mark.slow)])
def test_its_cells_run_in_jupyter(notebook: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    for name in ("ipykernel", "pandas", "statsmodels"):
        pytest.importorskip(name)
    # Cells call the program by its name, which a shell finds only if the environment is activated.
    program = tmp_path / "senet-gp"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m senet_gp "$@"\n')
    program.chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    content = nbformat.read(DOCS / notebook, 4)
    nbclient.NotebookClient(
        content, timeout=PATIENCE, resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    executed = (cell for cell in content.cells if cell.cell_type == "code")
    for before, cell in zip(cells_of(notebook), executed, strict=True):
        assert outputs_of(cell)[0] == outputs_of(before)[0]
