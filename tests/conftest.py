"""What all tests share: hypothesis's profile, a pool of workers, vocabularies."""

from __future__ import annotations

import gc
import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from installed_copy import differing

import senet_gp
from primitives import Vocabulary, vocabularies
from senet_gp.arena.games import warm_up
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.workers import FORK, VARIABLE
from senet_gp.evolution.run import run
from senet_gp.evolution.run.precompile import compile_game
from senet_gp.games.registry import GAMES, game_of
from senet_gp.insight import decisive_positions, pairing, way_of_play
from senet_gp.insight.decisive_positions import PlayoutEffort
from senet_gp.insight.pairing import SampleSize
from senet_gp.runtime import plugins
from senet_gp.runtime.compiled import CACHE_DIRECTORY
from senet_gp.runtime.files import OWN_FOLDER
from senet_gp.runtime.machine import available_cores

# The first example of a test may have to wait for a kernel to be compiled, so there is no deadline.
settings.register_profile(
    "default", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("default")
# A shell lets what it begins in the background ignore Ctrl-C; tests are about programs that do not.
signal.signal(signal.SIGINT, signal.default_int_handler)
# Collecting the tests makes much that stays; the garbage collector searches it seldom, also in forks. Not by
# gc.freeze, which hides from hypothesis, in old versions, who refers to a random generator.
gc.set_threshold(50_000, 20, 100)

# pytest-xdist has a thread in each of its processes, for which all pools would spawn their workers, a second
# each. The thread waits for a message and holds no lock that matters.
if hasattr(os, "fork"):
    os.environ.setdefault(VARIABLE, FORK)


# What people play in tests is kept in no folder of theirs.
os.environ[OWN_FOLDER] = tempfile.mkdtemp(prefix="senet-gp-tests-")


# Spawned workers look for the tests' functions there; it comes last, so that an installed senet_gp is found.
ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT))

#: The files with tests of a minute or more.
_LONGEST = {"test_distribution.py", "test_readme.py", "test_long_runs.py", "test_first_hour.py"}

# At the end of a run its champion meets a panel, in more games than the tests' runs have in all.
_PANEL_GAMES, _PLAIN_PANEL_GAMES = run.PANEL_GAMES, run.PLAIN_PANEL_GAMES
run.PANEL_GAMES = run.PLAIN_PANEL_GAMES = 4
# The sentence about a champion needs no more decisions to be written, nor do explanations and reports.
way_of_play._SAMPLED, way_of_play._LOOKED_CLOSELY = SampleSize(games=2, enough=50), 30
pairing.USUAL = SampleSize(games=8, enough=200)
decisive_positions.PLAYOUTS = PlayoutEffort(((20, 4), (6, 10)), 20)


def _forgotten_plugins() -> Iterator[None]:
    """Forget the plugins that are loaded meanwhile: their files are gone for the workers of later tests."""
    before = plugins.loaded()
    yield
    plugins._LOADED.clear()
    plugins._LOADED.update(before)


plugins_of_a_test = pytest.fixture(autouse=True)(_forgotten_plugins)
plugins_of_a_module = pytest.fixture(scope="module", autouse=True)(_forgotten_plugins)


@pytest.fixture
def whole_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """The end that runs have which are not begun by tests: all games against the panel."""
    monkeypatch.setattr(run, "PANEL_GAMES", _PANEL_GAMES)
    monkeypatch.setattr(run, "PLAIN_PANEL_GAMES", _PLAIN_PANEL_GAMES)


def pytest_configure(config: pytest.Config) -> None:
    """In a process of pytest-xdist, let forking be, in spite of its thread; before there is one, compile."""
    if hasattr(config, "workerinput"):
        warning = "ignore:This process .* is multi-threaded, use of fork:DeprecationWarning"
        config.addinivalue_line("filterwarnings", warning)
        return
    _check_what_is_tested()
    if config.getoption("numprocesses", None):
        _compile_ahead()


def _check_what_is_tested() -> None:
    """Refuse to test an installed copy to which an edit of the checkout has not come.

    Raises:
        pytest.UsageError: if a module differs.
    """
    tested = Path(senet_gp.__file__).resolve().parents[1]
    module = differing(ROOT, tested)
    if module is not None:
        raise pytest.UsageError(
            f"the tests would test the copy in {tested}, whose {module} is not that of {ROOT}: install the "
            "checkout itself by pip install --editable '.[dev]', or a new copy of it by pip install '.[test]'"
        )


def pytest_xdist_auto_num_workers() -> int:
    """Test in one process more than there are cores: tests of other processes often wait for those."""
    return available_cores() + 1


def _compile_ahead() -> None:
    """Where nothing is compiled yet, compile what most tests need, in two processes that end then.

    Those that test would compile the same at the same time, and be larger afterwards, so that each fork took
    twice as long.
    """
    if not hasattr(os, "fork") or CACHE_DIRECTORY is None or any(CACHE_DIRECTORY.rglob("evaluator.*.nbi")):
        return
    senet, *others = GAMES
    # Senet takes as long as the others together.
    children = []
    for share in ([senet], others):
        pid = os.fork()
        if not pid:
            try:
                for game in share:
                    # Of hexapawn is what commands are tested with, so all of it is needed.
                    (compile_game if game == "hexapawn" else warm_up)(game_of(game))
            finally:
                os._exit(0)
        children.append(pid)
    for pid in children:
        os.waitpid(pid, 0)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest tests, so that no process waits for one of them at the end."""
    items.sort(key=lambda item: item.path.name not in _LONGEST)


@pytest.fixture(scope="session")
def pool() -> Iterator[WorkerPool]:
    """Two workers."""
    warm_up(game_of("senet"))
    with WorkerPool(2) as two:
        yield two


@pytest.fixture(params=[name for name, words in vocabularies("senet").items() if not words.without_kernel])
def vocabulary(request: pytest.FixtureRequest) -> Vocabulary:
    """Each of Senet's vocabularies that compiled code knows."""
    return vocabularies("senet")[request.param]
