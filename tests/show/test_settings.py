"""Pictures look the same in all settings of matplotlib, and leave those as they are."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import matplotlib as mpl
import pytest
from thinned import thinned

import senet_gp
from primitives import vocabulary_of
from senet_gp.arena.tournament import play_tournament
from senet_gp.engine.measurement import Measurement
from senet_gp.experiments.comparison import Summary
from senet_gp.show.plots import rendered
from senet_gp.show.plots.experiment import draw_champions
from senet_gp.show.plots.expression import drawn
from senet_gp.show.plots.players import draw_tournament
from senet_gp.show.plots.run import draw_islands
from senet_gp.trees.text import from_lisp

PACKAGE = Path(senet_gp.__file__).parent
ODD = {
    "text.usetex": True,
    "font.family": "cursive",
    "figure.facecolor": "black",
    "lines.linewidth": 9.0,
    "savefig.bbox": "tight",
    "figure.constrained_layout.use": True,
    "axes.prop_cycle": mpl.cycler(color=["red"]),
    "svg.fonttype": "none",
}


def pictures(place: Path) -> list[bytes]:
    """Some pictures, of everything that has settings: text, lines, axes, legends, colours."""
    tree = from_lisp("(add (sub my_distance their_distance) 5)", vocabulary_of("senet"))
    even, better = (Measurement(10, wins, 0, wins / 10, 10.0) for wins in (5, 7))
    costly = Summary("costs $5, or $6", "senet", (0.1, 0.2), 0.15, (0.1, 0.2), (0.1, 0.2), 9, 90, None)
    figures = [
        drawn(tree, vocabulary_of("senet")),
        draw_champions([costly], "score"),
        draw_islands([{1: even, 2: better}], 0, [1]),
    ]
    found = play_tournament(["random", "random-tree:1"], game="tictactoe", games=4, seed=1)
    draw_tournament(found.played, found.standings, place / "tournament.svg")
    return [*(rendered(figure, "svg") for figure in figures), (place / "tournament.svg").read_bytes()]


def test_no_setting_changes_a_picture_and_no_picture_a_setting(tmp_path: Path) -> None:
    usual = pictures(tmp_path)
    with mpl.rc_context(ODD):
        before = dict(mpl.rcParams)
        odd = pictures(tmp_path)
        assert dict(mpl.rcParams) == before
    assert odd == usual


def drawing_functions() -> dict[str, ast.FunctionDef]:
    """The functions of the plots that make a figure."""
    found = {}
    for file in sorted((PACKAGE / "show" / "plots").glob("*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and any(map(_makes_figure, ast.walk(node))):
                found[f"{file.stem}.{node.name}"] = node
    return found


def _makes_figure(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {"Figure", "_figure"}
    )


def test_whatever_draws_has_our_own_settings() -> None:
    functions = drawing_functions()
    assert len(functions) > 10
    bare = [
        name for name, node in functions.items() if "own_style" not in map(_decorator, node.decorator_list)
    ]
    # One asks for formats; the others make empty figures for those that draw.
    assert bare == ["__init__.check_drawable", "__init__.blank", "run._figure"]


def _decorator(node: ast.expr) -> Any:
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def test_matplotlib_is_imported_by_the_plots_alone() -> None:
    """They load it whatever surrounds it."""
    importing = [
        str(file.relative_to(PACKAGE))
        for file in PACKAGE.rglob("*.py")
        if re.search(r"^\s*(import|from) matplotlib\b", file.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert importing
    assert [file for file in importing if not file.startswith("show/plots/")] == []


PROGRAM = """
from senet_gp.show.plots import own_style, rendered, Figure
with own_style():
    assert rendered(Figure(), "png")
import matplotlib, os
print(dict.__getitem__(matplotlib.rcParams, "backend"), os.environ["MPLBACKEND"])
"""


@pytest.mark.parametrize("backend", thinned(["agg", "nonsense", "module://nonsense"], kept=[2]))
def test_the_backend_is_left_to_the_person(backend: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        capture_output=True,
        text=True,
        check=True,
        env={"MPLBACKEND": backend},
    )
    rejected = backend == "nonsense"
    kept, variable = done.stdout.rsplit(maxsplit=1)
    assert variable == backend
    assert (kept == backend) != rejected


def test_settings_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    (tmp_path / "matplotlibrc").write_bytes(b"\xff\xfe")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False, cwd=tmp_path, env={}
    )
    assert "SenetGpError: matplotlib, which draws the pictures, cannot be loaded" in done.stderr
    assert "matplotlibrc" in done.stderr
