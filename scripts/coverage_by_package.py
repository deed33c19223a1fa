"""Print what the tests reach, by package, after they were run by coverage.py.

    pip install '.[dev]'
    export COVERAGE_FILE=$PWD/.coverage
    coverage run -m pytest -n0 [TESTS ...]
    coverage combine
    python scripts/coverage_by_package.py

Its settings are in setup.cfg. Functions that numba compiles are left out: coverage.py sees nothing of machine
code, and scripts/mutate.py tells more of it. What a worker process or a subprocess runs counts if the process
ends by itself; a worker that is killed leaves no data.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

import coverage

_COUNTED = ("num_statements", "covered_lines", "num_branches", "covered_branches")


def counts_by_package() -> dict[str, Counter[str]]:
    """The lines and branches of each package, and those that were reached."""
    measured = coverage.Coverage()
    measured.load()
    with tempfile.TemporaryDirectory() as place:
        report = Path(place) / "coverage.json"
        try:
            measured.json_report(outfile=str(report))
        except coverage.exceptions.NoDataError:
            sys.exit("Nothing is measured here yet: coverage run -m pytest -n0; coverage combine")
        files = json.loads(report.read_text())["files"]
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for name, file in files.items():
        parts = Path(name).parts
        # Modules beside the packages of senet_gp are one row.
        package = "/".join(parts[:2]) if len(parts) > 2 else parts[0]
        for total in (package, "all"):
            counts[total].update({key: file["summary"][key] for key in _COUNTED})
    return counts


def main() -> None:
    """Print the table."""
    counts = counts_by_package()
    print("| package | lines | reached | branches | reached |\n| --- | ---: | ---: | ---: | ---: |")
    for package in [*sorted(set(counts) - {"all"}), "all"]:
        lines, hit, branches, taken = (counts[package][key] for key in _COUNTED)
        print(
            f"| {package} | {lines} | {100 * hit / max(lines, 1):.1f} % "
            f"| {branches} | {100 * taken / max(branches, 1):.1f} % |"
        )


if __name__ == "__main__":
    main()
