"""A file of the person that hides a module is named; a file that hides none is never blamed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from senet_gp.runtime.errors import SenetGpError
from senet_gp.runtime.surroundings import check_hidden

PROGRAM = "import senet_gp\nsenet_gp.{name}\n"


def run(place: Path, *python: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *python],
        capture_output=True,
        text=True,
        check=False,
        cwd=place,
        stdin=subprocess.DEVNULL,
    )


@pytest.mark.parametrize("name", ["primitives", "random", "numpy", "deap", "enum"])
@pytest.mark.parametrize("content", ["x = 1\n", "1 / 0\n"])
def test_a_program_beside_a_file_of_the_name_of_a_module_is_told(
    tmp_path: Path, name: str, content: str
) -> None:
    (tmp_path / f"{name}.py").write_text(content)
    (tmp_path / "program.py").write_text(PROGRAM.format(name="play_match"))
    done = run(tmp_path, "program.py")
    last = done.stderr.splitlines()[-1]
    assert last.startswith(
        f"senet_gp.runtime.errors.SenetGpError: the file {tmp_path}/{name}.py hides the module {name}"
    )


@pytest.mark.parametrize("name", ["primitives", "random", "click", "signal"])
def test_a_verb_beside_such_a_file_says_only_that(tmp_path: Path, name: str) -> None:
    (tmp_path / f"{name}.py").write_text("x = 1\n")
    done = run(tmp_path, "-m", "senet_gp", "match", "hexapawn", "random", "random")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"senet-gp: the file {tmp_path}/{name}.py hides the module {name} in ")
    assert done.stderr.count("\n") == 1


def test_a_package_that_hides_one_is_told(tmp_path: Path) -> None:
    (tmp_path / "deap").mkdir()
    (tmp_path / "deap" / "__init__.py").touch()
    (tmp_path / "program.py").write_text(PROGRAM.format(name="Evolution"))
    assert (
        f"the file {tmp_path}/deap/__init__.py hides the module deap in" in run(tmp_path, "program.py").stderr
    )


def test_a_file_that_hides_nothing_is_not_blamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is one that hides something that the error does not point to."""
    (tmp_path / "dice.py").write_text("1 / 0\n")
    (tmp_path / "turtle.py").write_text("x = 1\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    for statement in ("import dice", "import turtle; 1 / 0", "import no_such_module", "from deap import no"):
        with pytest.raises((ZeroDivisionError, ImportError)) as raised:
            exec(statement, {"__name__": "mine"})  # noqa: S102 - a program of the test
        check_hidden(raised.value)
    with pytest.raises(AttributeError) as missing:
        exec("import turtle; turtle.Turtle", {"__name__": "mine"})  # noqa: S102 - the same
    with pytest.raises(SenetGpError, match=r"turtle\.py hides the module turtle in .*turtle\.py"):
        check_hidden(missing.value)
    monkeypatch.delitem(sys.modules, "turtle")
