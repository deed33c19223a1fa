"""Measure how long a first start takes until its first generation is on the screen.

    python scripts/measure_cold_start.py [--times 3] [--beside CHECKOUT ...]

Starts ``senet-gp evolve senet`` on a terminal of its own, with an empty cache of compiled code, and tells
the seconds until the first generation is shown, and the processor time of the whole command. Other
checkouts take part in turns with this one, with the same packages
installed. Medians are told at the end. Nothing else should run on the machine.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import pty
import re
import resource
import signal
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
#: How the first generation of 30 is shown.
SHOWN = re.compile(rb"(?<!\d)1/30")


def started(checkout: Path) -> tuple[float, float]:
    """The seconds until the first generation is shown, and the processor time of the whole run."""
    with tempfile.TemporaryDirectory() as place:
        command = [sys.executable, "-m", "senet_gp", "evolve", "senet", "--out", f"{place}/run"]
        environment = os.environ | {"PYTHONPATH": str(checkout), "SENET_GP_CACHE": f"{place}/cache"}
        before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        pid, terminal = pty.fork()
        if not pid:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.chdir(place)
            os.execve(command[0], command, environment)  # noqa: S606
        screen, shown = b"", 0.0
        with contextlib.suppress(OSError):  # which is how the end of a terminal is told
            while data := os.read(terminal, 1 << 16):
                screen += data
                if not shown and SHOWN.search(screen):
                    shown = time.perf_counter() - begin
        os.close(terminal)
        _, status = os.waitpid(pid, 0)
        if status or not shown:
            sys.exit(f"{checkout}: the run failed:\n{screen.decode(errors='replace')}")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return shown, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--times", type=int, default=3, metavar="N", help="starts of each [default: 3]")
    parser.add_argument("--beside", type=Path, action="append", default=[], metavar="CHECKOUT")
    given = parser.parse_args()
    checkouts = [ROOT, *(other.resolve() for other in given.beside)]
    found: dict[Path, list[tuple[float, float]]] = {checkout: [] for checkout in checkouts}
    for _ in range(given.times):
        for checkout in checkouts:
            shown, processor = started(checkout)
            print(f"{checkout}: {shown:.1f} s, {processor:.1f} s of processor time", flush=True)
            found[checkout].append((shown, processor))
    for checkout, times in found.items():
        shown, processor = (median(column) for column in zip(*times, strict=True))
        print(f"median of {checkout}: {shown:.1f} s, {processor:.1f} s of processor time")


if __name__ == "__main__":
    main()
