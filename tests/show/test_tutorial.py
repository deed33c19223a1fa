"""The tutorial shows what its cells give."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from patience import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOK = ROOT / "docs" / "tutorial.ipynb"
CELLS = [
    cell for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"
]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What each cell gives when the cells are run one after the other, without Jupyter."""
    process = subprocess.run(
        [sys.executable, ROOT / "tests" / "support" / "notebook_cells.py", NOTEBOOK],
        cwd=tmp_path_factory.mktemp("tutorial"),
        env={
            **os.environ,
            "PYTHONPATH": f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}",
            "MPLBACKEND": "agg",
        },
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(process.stdout)
    return found


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


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: cell["id"])
def test_a_cell_gives_what_the_notebook_shows(cell: dict[str, Any], results: dict[str, Any]) -> None:
    tags = cell["metadata"].get("tags", [])
    if "pandas" in tags and cell["id"] not in results:
        pytest.skip("pandas is not installed")
    printed, data = outputs_of(cell)
    now = results[cell["id"]]
    assert now["stdout"] == printed
    assert now["data"].keys() == data.keys()
    if "times" not in tags:
        assert now["data"].get("text/plain") == data.get("text/plain")
        assert without_pictures(now["data"].get("text/html", "")) == without_pictures(
            data.get("text/html", "")
        )


def test_the_notebook_was_executed_in_order_and_holds_nothing_of_the_computer() -> None:
    assert [cell["execution_count"] for cell in CELLS] == list(range(1, len(CELLS) + 1))
    text = NOTEBOOK.read_text(encoding="utf-8")
    assert not re.search(r"/(home|root|tmp|work|Users|usr)/|[A-Z]:\\\\", text)
    assert not [
        cell["id"] for cell in CELLS for output in cell["outputs"] if output["output_type"] == "error"
    ]
    assert len(text) < 250_000


def test_its_cells_run_in_jupyter(tmp_path: Path) -> None:
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    for name in ("ipykernel", "pandas"):
        pytest.importorskip(name)
    notebook = nbformat.read(NOTEBOOK, 4)
    nbclient.NotebookClient(
        notebook, timeout=PATIENCE, resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    for before, cell in zip(
        CELLS, (cell for cell in notebook.cells if cell.cell_type == "code"), strict=True
    ):
        assert outputs_of(cell)[0] == outputs_of(before)[0]
