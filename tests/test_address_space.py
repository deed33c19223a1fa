"""A limit of address space that is too low is reported, and no command waits for ever."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest
from patience import PATIENCE

from senet_gp.runtime.errors import SenetGpError
from senet_gp.runtime.machine import check_address_space

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="others do not keep to such a limit")


@pytest.mark.parametrize(
    ("arguments", "mebibytes"),
    [("match senet random random", 200), ("table hexapawn --tree", 330), ("export hand:S8", 390)],
)
def test_too_little_is_a_sentence(tmp_path: Path, arguments: str, mebibytes: int) -> None:
    """With 390 MiB the import of numba's parts does not end, whatever signal comes."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (mebibytes << 20, mebibytes << 20))

    done = subprocess.run(
        [sys.executable, "-m", "senet_gp", *arguments.split()],
        cwd=tmp_path, capture_output=True, text=True, check=False, timeout=PATIENCE, preexec_fn=limit,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert f"the limit of address space is {mebibytes} MiB, but " in done.stderr
    assert "raise it with ulimit -v " in done.stderr
    if mebibytes > 200:
        return
    for help_needs_little in (["--version"], [arguments.split(maxsplit=1)[0], "--help"]):
        command = [sys.executable, "-m", "senet_gp", *help_needs_little]
        subprocess.run(command, check=True, capture_output=True, preexec_fn=limit)


def test_the_least_is_enough_and_grows_with_the_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """One thread takes 440 MiB to read machine code and 640 to compile it, each further one 80 more."""
    now = resource.RLIM_INFINITY
    monkeypatch.setattr(resource, "getrlimit", lambda _what: (now, now))
    check_address_space(cached=False)
    monkeypatch.setattr("os.sched_getaffinity", lambda _pid: set(range(4)))
    for threads, least in (("1", 440), ("3", 600), ("64", 680), ("", 680), ("none", 680)):
        monkeypatch.setenv("OPENBLAS_NUM_THREADS", threads)
        monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
        for cached, more in ((True, 0), (False, 200)):
            now = (least + more) << 20
            check_address_space(cached=cached)
            now -= 1 << 20
            with pytest.raises(SenetGpError, match=f"but {least + more} MiB are needed"):
                check_address_space(cached=cached)
