"""Build the sdist and the wheel from a clean clone, install the wheel elsewhere, run the suite of the sdist.

    python scripts/try_distribution.py                              # on this Python, with the newest versions
    python scripts/try_distribution.py --lowest                     # with the lowest declared versions
    python scripts/try_distribution.py --python python3.13          # on another Python
    python scripts/try_distribution.py --spawned tests/arena        # these first, with spawned workers
    python scripts/try_distribution.py --dist FOLDER                # built there, unless it is there already
    python scripts/try_distribution.py -- -n0 tests/games           # arguments for pytest

It builds what is committed. It checks that the sdist and the wheel contain all their files, and nothing of an
earlier build.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("senet_gp", "primitives")
#: The files of the repository that are not in the sdist.
NOT_IN_THE_SDIST = (".gitignore", ".ci/")


def lowest_versions() -> list[str]:
    """One line ``name==version`` for every dependency that is declared as ``name>=version``.

    Raises:
        ValueError: if a dependency is declared without a lowest version.
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    declared = [*project["dependencies"], *extras["test"]]
    lines = []
    for requirement in declared:
        if own := re.fullmatch(rf"{project['name']}\[([a-z,]+)\]", requirement):
            # Extras of this project, which are gone through, too.
            declared += [more for extra in own[1].split(",") for more in extras[extra]]
            continue
        name, found, version = requirement.partition(">=")
        if not found:
            raise ValueError(f"pyproject.toml declares {requirement!r} without a lowest version")
        lines.append(f"{name}=={version}")
    return sorted(lines)


def run(*command: str | Path, cwd: Path, **variables: str) -> None:
    """Print and run a command; if it fails, exit with its code."""
    print("+", *command, flush=True)
    done = subprocess.run(command, cwd=cwd, env=os.environ | variables, check=False)  # noqa: S603
    if done.returncode:
        sys.exit(done.returncode)


def new_environment(place: Path, python: str) -> Path:
    """The Python of a new virtual environment."""
    if python == sys.executable:
        venv.create(place, with_pip=True)
    else:
        run(python, "-m", "venv", place, cwd=place.parent)
    return place / "bin" / "python"


def built(place: Path, dist: Path) -> tuple[Path, Path]:
    """The sdist and the wheel of what is committed, built in a folder unless they are there."""
    if not list(dist.glob("*.whl")):
        build(place, dist)
    (sdist,), (wheel,) = dist.glob("*.tar.gz"), dist.glob("*.whl")
    return sdist, wheel


def build(place: Path, dist: Path) -> None:
    """Build the sdist and the wheel of a clean clone, and check what they contain."""
    clone = place / "clone"
    run("git", "clone", "--quiet", ROOT, clone, cwd=place)
    # A file that an earlier build left must not get into this one.
    stale = clone / "build" / "lib" / "senet_gp" / "stale.py"
    stale.parent.mkdir(parents=True)
    stale.touch()
    python = new_environment(place / "builder", sys.executable)
    run(python, "-m", "pip", "install", "--quiet", "build", cwd=place)
    run(python, "-m", "build", "--outdir", dist, clone, cwd=place)
    (sdist,), (wheel,) = dist.glob("*.tar.gz"), dist.glob("*.whl")
    committed = subprocess.run(
        ["git", "ls-files"],  # noqa: S607
        cwd=clone,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    check_contents(sdist, wheel, committed)


def check_contents(sdist: Path, wheel: Path, committed: list[str]) -> None:
    """Check that the sdist has every committed file, and the wheel those of the packages."""
    with tarfile.open(sdist) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()} - {"PKG-INFO", ".gitignore"}
    wanted = {name for name in committed if not name.startswith(NOT_IN_THE_SDIST)}
    if inside != wanted:
        sys.exit(f"{sdist.name} lacks or has in addition: {sorted(inside ^ wanted)}")
    with zipfile.ZipFile(wheel) as archive:
        inside = {name for name in archive.namelist() if ".dist-info/" not in name}
    wanted = {name for name in committed if name.partition("/")[0] in PACKAGES}
    if inside != wanted:
        sys.exit(f"{wheel.name} lacks or has besides: {sorted(inside ^ wanted)}")


def main() -> None:
    """Build, install, and test."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--python", default=sys.executable, help="the Python to install for")
    parser.add_argument("--lowest", action="store_true", help="install the lowest declared versions")
    parser.add_argument(
        "--dist", type=Path, metavar="FOLDER", help="where the sdist and the wheel are, or are built and stay"
    )
    parser.add_argument(
        "--spawned",
        nargs="+",
        metavar="FILE",
        help="tests that are run before, with workers that are spawned",
    )
    parser.add_argument("pytest", nargs="*", help="arguments for pytest, after --")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        place = Path(directory)
        sdist, wheel = built(place, (options.dist or place / "dist").resolve())
        with tarfile.open(sdist) as archive:
            archive.extractall(place, filter="data")
        constraints = place / "constraints.txt"
        constraints.write_text("\n".join(lowest_versions() if options.lowest else []) + "\n")
        python = new_environment(place / "elsewhere", options.python)
        requirement = f"{wheel}[test]"
        run(python, "-m", "pip", "install", "--quiet", "-c", constraints, requirement, cwd=place)
        run(python, "-m", "pip", "list", cwd=place)
        tree, pytest = place / sdist.name.removesuffix(".tar.gz"), python.parent / "pytest"
        if options.spawned:
            run(pytest, *options.spawned, cwd=tree, SENET_GP_START_METHOD="spawn")
        run(pytest, *options.pytest, cwd=tree)


if __name__ == "__main__":
    main()
