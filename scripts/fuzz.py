"""Fuzz every reader of files and texts with many damaged inputs, guided by coverage.

    pip install '.[fuzz]'
    python scripts/fuzz.py --seconds 60 [--out DIRECTORY] [TARGET ...]
    python scripts/fuzz.py --seconds 60 --unguided [--out DIRECTORY] [TARGET ...]

Each target of tests/support/fuzz_targets.py is fuzzed in a process of its own by atheris, which is libFuzzer
for Python: it keeps inputs that reach new code, and damages them further. With --unguided, what it has kept
in the directory, and sound inputs, are damaged at random: nothing new is kept, but there are some five times
as many inputs in the same time, and atheris is not needed. An input fails if a reader neither accepts it nor
refuses it by one sentence, or if it takes more than --timeout seconds, or more memory than --megabytes.
Failing inputs are written to the directory, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import resource
import signal
import subprocess
import sys
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SUPPORT = ROOT / "tests" / "support"
#: The modules whose coverage guides atheris: senet-gp's, and the parser that they use from Python's library.
INSTRUMENTED = ["senet_gp", "primitives", "fuzz_targets", "tomllib"]
LONGEST_INPUT = 1 << 15


def compiled_modules() -> list[str]:
    """The modules with kernels, which atheris must not change, since numba compiles their code."""
    files = [file for package in ("senet_gp", "primitives") for file in (ROOT / package).rglob("*.py")]
    names = [
        ".".join(file.relative_to(ROOT).with_suffix("").parts)
        for file in files
        if "kernel" in file.read_text()
    ]
    return [name.removesuffix(".__init__") for name in names]


def fuzz_here(name: str, place: Path, libfuzzer_options: list[str]) -> None:
    """Fuzz one target in this process, which ends afterwards; failing inputs are kept in a directory."""
    import atheris

    sys.path[:0] = [str(ROOT), str(SUPPORT)]
    with atheris.instrument_imports(include=INSTRUMENTED, exclude=compiled_modules()):
        import fuzz_targets

    target = fuzz_targets.TARGETS[name]
    for seed in target.seeds:
        fuzz_targets.accepts(target, seed)  # loads compiled code

    def spoil(data: bytes, most: int, seed: int) -> bytes:
        rng = random.Random(seed)
        if rng.random() < 0.5:
            return atheris.Mutate(data, most)
        return fuzz_targets.spoiled_input(target, data, rng)[:most]

    def give(data: bytes) -> None:
        try:
            fuzz_targets.accepts(target, data)
        except Exception as error:  # noqa: BLE001 - any error is a failure; fuzzing continues
            keep_failure(place, data, error)

    atheris.Setup([sys.argv[0], *libfuzzer_options], give, custom_mutator=spoil)
    atheris.Fuzz()


def fuzz_unguided(name: str, place: Path, seconds: int, seed: int, timeout: int, megabytes: int) -> None:
    """Damage the kept inputs of one target at random in this process; failing inputs are kept, too.

    As under libFuzzer, the first input that takes too much memory is the last one.
    """
    sys.path[:0] = [str(ROOT), str(SUPPORT)]
    import fuzz_targets

    def too_long(*_: object) -> None:
        raise TimeoutError

    signal.signal(signal.SIGALRM, too_long)
    target, rng = fuzz_targets.TARGETS[name], random.Random(seed)
    kept = [file.read_bytes() for file in sorted((place / "corpus").iterdir())]
    for sound in target.seeds:
        fuzz_targets.accepts(target, sound)  # loads compiled code
    tried, peak, ends = 0, 0, time.monotonic() + seconds
    while time.monotonic() < ends:
        data = fuzz_targets.spoiled_input(target, rng.choice(kept), rng)[:LONGEST_INPUT]
        signal.alarm(timeout)
        try:
            fuzz_targets.accepts(target, data)
        except Exception as error:  # noqa: BLE001 - any error is a failure; fuzzing continues
            keep_failure(place, data, error)
        signal.alarm(0)
        tried += 1
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
        if peak > megabytes:
            (place / "failure-memory").write_bytes(data)
            break
    print(f"stat::number_of_executed_units: {tried}", file=sys.stderr)
    print(f"stat::peak_rss_mb: {peak}", file=sys.stderr)


def keep_failure(place: Path, data: bytes, error: Exception) -> None:
    """Keep an input that fails, if it is the first one with this error in this line."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    file = place / f"failure-{type(error).__name__}-{Path(last.filename).stem}-{last.lineno}"
    if not file.exists():
        file.write_bytes(data)


def fuzz(name: str, out: Path, options: argparse.Namespace) -> tuple[str, int, int, bool, float]:
    """Fuzz one target in a process of its own.

    Returns:
        The name, the number of inputs, the largest memory in MiB, whether an input failed, and the seconds.
    """
    sys.path[:0] = [str(ROOT), str(SUPPORT)]
    from fuzz_targets import TARGETS

    place = out / name.replace(" ", "-")
    corpus = place / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(TARGETS[name].seeds):
        (corpus / f"seed-{number}").write_bytes(seed)
    begun = time.monotonic()
    limits = [str(limit) for limit in (options.seconds, options.seed, options.timeout, options.megabytes)]
    libfuzzer_options = [
        f"-max_total_time={options.seconds}",
        f"-max_len={LONGEST_INPUT}",
        f"-timeout={options.timeout}",
        f"-rss_limit_mb={options.megabytes}",
        f"-seed={options.seed}",
        f"-artifact_prefix={place}/failure-",
        "-print_final_stats=1",
        str(corpus),
    ]
    way = ["--here-unguided", *limits] if options.unguided else ["--here", *libfuzzer_options]
    command = [sys.executable, __file__, way[0], name, str(place), *way[1:]]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    done = subprocess.run(  # noqa: S603 - this very script
        command, capture_output=True, text=True, errors="replace", check=False, env=environment
    )
    (place / "log").write_text(done.stderr + done.stdout)
    figures = dict(re.findall(r"stat::(\w+):\s+(\d+)", done.stderr))
    executed, memory = int(figures.get("number_of_executed_units", 0)), int(figures.get("peak_rss_mb", 0))
    failed = done.returncode != 0 or any(place.glob("failure-*"))
    return name, executed, memory, failed, time.monotonic() - begun


def main() -> None:
    """Fuzz the targets, some in parallel, and print the results."""
    if sys.argv[1:2] == ["--here"]:
        fuzz_here(sys.argv[2], Path(sys.argv[3]), sys.argv[4:])
        return
    if sys.argv[1:2] == ["--here-unguided"]:
        name, place, *limits = sys.argv[2:]
        fuzz_unguided(name, Path(place), *map(int, limits))
        return
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="a target  [default: all]")
    parser.add_argument("--seconds", type=int, default=60, help="the seconds for each target")
    parser.add_argument("--timeout", type=int, default=5, help="the most seconds for an input")
    parser.add_argument("--megabytes", type=int, default=1024, help="the most memory of a process")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--unguided", action="store_true", help="damage inputs at random, without atheris")
    parser.add_argument("--processes", type=int, default=2, help="the number of targets at a time")
    parser.add_argument(
        "--out", type=Path, default=Path("fuzzed"), help="the directory for inputs, logs and failures"
    )
    options = parser.parse_args()
    sys.path[:0] = [str(ROOT), str(SUPPORT)]
    from fuzz_targets import TARGETS

    total, failed = 0, False
    print("| target | inputs | most MiB | seconds | failed |\n| --- | ---: | ---: | ---: | --- |")
    with ThreadPoolExecutor(options.processes) as threads:
        names = options.targets or list(TARGETS)
        for name, inputs, memory, bad, seconds in threads.map(lambda n: fuzz(n, options.out, options), names):
            total, failed = total + inputs, failed or bad
            print(
                f"| {name} | {inputs:,} | {memory} | {seconds:.0f} | {'yes' if bad else 'no'} |", flush=True
            )
    print(f"{total:,} inputs")
    sys.exit(failed)


if __name__ == "__main__":
    main()
