"""Tests refuse an installed copy that is older than the checkout in which they stand."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from installed_copy import PACKAGES, differing

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def two_copies(tmp_path: Path) -> tuple[Path, Path]:
    """A checkout with a module of each package, and an equal copy."""
    here, tested = tmp_path / "here", tmp_path / "tested"
    for package in PACKAGES:
        (here / package).mkdir(parents=True)
        (here / package / "__init__.py").write_text("")
    shutil.copytree(here, tested)
    return here, tested


def test_equal_copies_are_tested(two_copies: tuple[Path, Path]) -> None:
    here, tested = two_copies
    assert differing(here, tested) is None
    assert differing(here, here) is None


def test_a_module_that_differs_or_is_new_is_named(two_copies: tuple[Path, Path]) -> None:
    here, tested = two_copies
    (here / "senet_gp" / "new.py").write_text("")
    assert differing(here, tested) == Path("senet_gp/new.py")
    (here / "primitives" / "__init__.py").write_text("EDITED = True\n")
    (here / "senet_gp" / "new.py").unlink()
    assert differing(here, tested) == Path("primitives/__init__.py")


def test_pytest_says_what_to_do(tmp_path: Path) -> None:
    """The packages are imported from a copy in which a file differs."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "primitives" / "types.py").open("a") as file:
        file.write("\n")
    code = "import sys, pytest; sys.path.insert(0, sys.argv.pop(1)); sys.exit(pytest.main(sys.argv[1:]))"
    done = subprocess.run(
        [
            sys.executable,
            "-P",
            "-c",
            code,
            tmp_path,
            "-n0",
            "--collect-only",
            "tests/runtime/test_registries.py",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": "", "HOME": str(tmp_path)},
    )
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "primitives/types.py" in done.stderr
    assert "pip install --editable" in done.stderr
