"""Tests run on a copy of the repository, in a fork of a process that has loaded the libraries already."""

from __future__ import annotations

import ast
import contextlib
import importlib
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

#: What tests import that takes long, and what is the same for all mutants.
_LIBRARIES = ("pytest", "numba", "scipy.stats", "hypothesis.extra.numpy", "deap.gp", "click", "rich.console")
_PACKAGES = ("senet_gp", "primitives")
#: The most address space, in bytes: a mutant may ask for any amount.
_MEMORY = 6 << 30
#: Waiting is not measured in processor time; a trial that waits is ended after this many times its limit.
_PATIENCE = 8
_SURVIVED = 0
_NO_TESTS = 5
#: pytest's code for an error within it, which a mutant may cause, and ours for one before pytest begins.
_PYTEST_FAILED = 3
_NOT_TRIED = 70


class Outcome(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    SURVIVED = "survived"
    TIMED_OUT = "timed out"


@dataclass(frozen=True)
class Trial:
    """The tests of a file, run.

    Attributes:
        outcome: what became of the mutant.
        seconds: processor time of the tests' process.
        said: the end of what pytest wrote.
    """

    outcome: Outcome
    seconds: float
    said: str


class Copy:
    """A copy of the repository's files, and of the machine code of its kernels.

    Args:
        place: the directory of the copy, which is made anew, and of machine code, which is kept.
        source: the repository.
    """

    def __init__(self, place: Path, source: Path) -> None:
        self.root, self._cache = place / "repository", place / "cache"
        self._seconds: dict[tuple[str, ...], float] = {}
        shutil.rmtree(self.root, ignore_errors=True)
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],  # noqa: S607
            cwd=source,
            check=True,
            capture_output=True,
            text=True,
        )
        for name in filter(None, listed.stdout.split("\0")):
            if (source / name).is_file():
                (self.root / name).parent.mkdir(parents=True, exist_ok=True)
                # With its date, which numba's cache compares.
                shutil.copy2(source / name, self.root / name)
        for library in _LIBRARIES:
            importlib.import_module(library)

    def unchanged(self, tests: list[str]) -> float:
        """Run tests on the copy as it is, until they have found their kernels compiled: their seconds.

        Raises:
            SystemExit: if the tests fail, for then they say nothing about mutants.
        """
        if tuple(tests) not in self._seconds:
            kept = set(self._cache.rglob("*.nbc"))
            trial = self._run(tests, limit=3600)
            if set(self._cache.rglob("*.nbc")) != kept:
                trial = self._run(tests, limit=3600)
            if trial.outcome is not Outcome.SURVIVED:
                sys.exit(f"The tests fail without any mutant: {' '.join(tests)}\n{trial.said}")
            self._seconds[tuple(tests)] = trial.seconds
        return self._seconds[tuple(tests)]

    def changed(self, file: str, code: str, tests: list[str], limit: float) -> Trial:
        """Run tests on the copy with another text of one file, which is put back afterwards.

        Args:
            file: the file, relative to the repository.
            code: its text.
            tests: the tests.
            limit: the most processor time, in seconds.
        """
        changed = self.root / file
        before, status = changed.read_bytes(), changed.stat()
        known = set(self._cache.glob("kernels-*"))
        stale = _dependent(self.root, file)
        try:
            changed.write_text(code)
            return self._run(tests, limit, stale)
        finally:
            changed.write_bytes(before)
            os.utime(changed, ns=(status.st_atime_ns, status.st_mtime_ns))
            for made in set(self._cache.glob("kernels-*")) - known:
                shutil.rmtree(made)

    def _run(self, tests: list[str], limit: float, stale: frozenset[tuple[str, str]] | None = None) -> Trial:
        with tempfile.TemporaryFile() as output, tempfile.TemporaryDirectory() as home:
            child = os.fork()
            if child == 0:
                own = {"PYTHONPATH": str(self.root), "SENET_GP_CACHE": str(self._cache), "HOME": home}
                _test_here(self.root, tests, own, output.fileno(), limit, stale)
            status, used = _waited_for(child, limit)
            output.seek(max(0, output.seek(0, os.SEEK_END) - 3000))
            said = output.read().decode(errors="replace")
        code = os.waitstatus_to_exitcode(status)
        if code == _NO_TESTS:
            sys.exit(f"No tests: {' '.join(tests)}")
        if code == _NOT_TRIED:
            sys.exit(f"No mutant can be tried: {said}")
        if code == _SURVIVED:
            return Trial(Outcome.SURVIVED, used, said)
        ended = (-signal.SIGXCPU, -signal.SIGKILL)
        return Trial(Outcome.TIMED_OUT if code in ended else Outcome.KILLED, used, said)


def _test_here(
    root: Path,
    tests: list[str],
    own: dict[str, str],
    output: int,
    limit: float,
    stale: frozenset[tuple[str, str]] | None,
) -> None:
    """Run tests in this process, a fork, and end it with pytest's exit code."""
    code = _NOT_TRIED
    try:
        os.setsid()
        for stream in (1, 2):
            os.dup2(output, stream)
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 1, int(limit) + 5))
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.chdir(root)
        sys.path.insert(0, str(root))
        sys.dont_write_bytecode = True
        os.environ.update(own | {"PYTHONDONTWRITEBYTECODE": "1"})
        if stale is not None:
            _keep_what_stays(stale)
        import pytest

        # hypothesis, which is loaded already, is one of pytest's plugins.
        code = _PYTEST_FAILED
        options = ["-q", "-x", "-n0", "--tb=line", "-Wignore::pytest.PytestAssertRewriteWarning"]
        code = pytest.main([*options, "-p", "no:cacheprovider", *tests])
    except BaseException:  # noqa: BLE001 - whatever a mutant raises, this process ends here
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _keep_what_stays(stale: frozenset[tuple[str, str]]) -> None:
    """Give a mutant the machine code of all kernels that do not depend on its file.

    Machine code is kept under a hash of all files of kernels. The mutant's is another if its file is one.
    """
    from senet_gp.runtime import compiled

    own = compiled.CACHE_DIRECTORY
    if own is None or any(own.iterdir()):
        return
    # Listed at once, since the copies are in such a directory, too.
    for kept in list(own.parent.glob("kernels-*/*/*")):
        package, module = kept.parent.name.rpartition("_")[0], kept.name.split(".")[0]
        if (package, module) not in stale and not module.startswith("generated"):
            (own / kept.parent.name).mkdir(parents=True, exist_ok=True)
            shutil.copy2(kept, own / kept.parent.name)


def _waited_for(child: int, limit: float) -> tuple[int, float]:
    """Wait for a child, and kill it if it takes too long, with all that it started."""
    end = time.monotonic() + limit * _PATIENCE
    done = 0
    while not done and time.monotonic() < end:
        done, status, used = os.wait4(child, os.WNOHANG)
        if not done:
            time.sleep(0.05)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    if not done:
        _, status, used = os.wait4(child, 0)
    return status, used.ru_utime + used.ru_stime


@cache
def _dependent(root: Path, file: str) -> frozenset[tuple[str, str]]:
    """The directory and the stem of the modules that import a file's, also by way of others."""
    imported = _imports(root)
    stale = {root / file}
    while True:
        names = {_dotted(path, root) for path in stale}
        more = {path for path in imported if path not in stale and imported[path] & names}
        if not more:
            return frozenset((path.parent.name, path.stem) for path in stale)
        stale |= more


@cache
def _imports(root: Path) -> dict[Path, set[str]]:
    """The dotted names that each module imports: modules, and what may be modules."""
    imported: dict[Path, set[str]] = {}
    for path in (path for package in _PACKAGES for path in (root / package).rglob("*.py")):
        names = imported[path] = set()
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                names.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                names.add(node.module)
                names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return imported


def _dotted(path: Path, root: Path) -> str:
    return ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
