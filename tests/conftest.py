"""What all tests share: hypothesis's profile, a pool of workers, vocabularies."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from primitives import Vocabulary, vocabularies
from senet_gp.arena.batches import warm_up
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.workers import FORK, VARIABLE
from senet_gp.games.registry import game_of

# The first example of a test may have to wait for a kernel to be compiled, so there is no deadline.
settings.register_profile(
    "default", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("default")

# pytest-xdist has a thread in each of its processes, for which all pools would spawn their workers, a second
# each. The thread waits for a message and holds no lock that matters.
if hasattr(os, "fork"):
    os.environ.setdefault(VARIABLE, FORK)


# Spawned workers look for the tests' functions there; it comes last, so that an installed senet_gp is found.
sys.path.append(str(Path(__file__).resolve().parents[1]))


def pytest_configure(config: pytest.Config) -> None:
    """In a process of pytest-xdist, let forking be, in spite of its thread."""
    if hasattr(config, "workerinput"):
        warning = "ignore:This process .* is multi-threaded, use of fork:DeprecationWarning"
        config.addinivalue_line("filterwarnings", warning)


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
