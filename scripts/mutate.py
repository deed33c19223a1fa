"""Put single faults into a copy of the repository, and count those that the tests find.

    pip install '.[dev]'
    python scripts/mutate.py --out mutants.jsonl [--mutants 8] [PACKAGE ...]
    python scripts/mutate.py --out after.jsonl --again mutants.jsonl [--outcome survived]
    python scripts/mutate.py --out mutants.jsonl --show

The faults are those of cosmic-ray's operators: another number, comparison or sign, a loop that is left out.
scripts/mutate.toml names packages, files of theirs, and the tests of each file. Each mutant is tried by the
tests of its own file alone, until one fails. A mutant that the tests find is killed; so is one that takes
several times as long as the tests do without it. Results are appended to the file, and a run that was stopped
or drew fewer mutants goes on where it was. At the end are the survivors, as diffs, and a table by package.

With --again, the mutants are those of earlier results, as far as their lines are still in the files: those
that survived, after new tests; all, after a change of the program or of its tests. What was found before and
is not now is named.
"""

from __future__ import annotations

import argparse
import json
import os
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

# Forks inherit no threads.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from mutation.mutants import Mutant, kernel_lines, made_again, sample
from mutation.trials import Copy, Outcome

ROOT = Path(__file__).resolve().parents[1]
TABLE = Path(__file__).with_suffix(".toml")
#: The most seconds that a mutant's kernels may take to be compiled, beside its tests.
COMPILING = 15


def packages_of(table: Path) -> dict[str, dict[str, list[str]]]:
    """The rows of the table: of each package the tests of each file, with the examples in its docstrings."""
    rows = tomllib.loads(table.read_text())
    return {
        name: {file: [*tests, *_examples(file)] for file, tests in files.items()}
        for name, files in rows.items()
    }


def _examples(file: str) -> list[str]:
    return [f"tests/test_examples.py::test_examples[{file}]"] if ">>> " in (ROOT / file).read_text() else []


def results_in(file: Path) -> list[dict[str, Any]]:
    """The results so far; a last line that is incomplete is left out."""
    lines = file.read_text().split("\n")[:-1] if file.exists() else []
    return [json.loads(line) for line in lines]


def mutants_of(copy: Copy, package: str, files: list[str], options: argparse.Namespace) -> list[Mutant]:
    """The mutants of a package's files that are tried: drawn anew, or those of earlier results."""
    if not options.again:
        return sample(copy.root, files, options.mutants, options.seed)
    known = [
        (row["file"], row["operator"], row["mutant"])
        for row in results_in(options.again)
        if row["package"] == package and options.outcome in (None, row["outcome"])
    ]
    return made_again(copy.root, files, known)


def try_mutants(
    copy: Copy, package: str, tests_of: dict[str, list[str]], left: list[Mutant], out: Path
) -> None:
    """Try mutants of a package, and append the results to a file."""
    for file, tests in tests_of.items():
        of_file = [mutant for mutant in left if mutant.file == file]
        if not of_file:
            continue
        seconds = copy.unchanged(tests)
        print(f"{file}: {len(of_file)} mutants, {seconds:.1f} s a trial", flush=True)
        limit = 5 + 3 * seconds + (COMPILING if kernel_lines((copy.root / file).read_text()) else 0)
        for mutant in of_file:
            trial = copy.changed(file, mutant.code, tests, limit)
            row = {
                "package": package,
                "file": file,
                "line": mutant.line,
                "operator": mutant.operator,
                "outcome": trial.outcome,
                "seconds": round(trial.seconds, 1),
                "mutant": mutant.diff,
                "said": trial.said[-600:],
            }
            with out.open("a") as results:
                results.write(json.dumps(row) + "\n")


def key_of(row: dict[str, Any]) -> tuple[str, str]:
    """What tells a result's mutant from all others, also when its file has another name."""
    return row["package"], row["mutant"]


def show(rows: list[dict[str, Any]], before: list[dict[str, Any]]) -> None:
    """Print what survived, what was found before and is not now, and the table by package."""
    found = {key_of(row) for row in before if row["outcome"] != Outcome.SURVIVED}
    for row in rows:
        if row["outcome"] == Outcome.SURVIVED:
            lost = ", which was found before" if key_of(row) in found else ""
            print(f"--- {row['file']}:{row['line']} ({row['operator']}){lost}\n{row['mutant']}\n")
    if before:
        gone = {key_of(row) for row in before} - {key_of(row) for row in rows}
        print(f"{len(gone)} of the {len(before)} mutants from before were not tried again.\n")
    print("| package | mutants | killed | timed out | survived | score |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    names = dict.fromkeys(row["package"] for row in rows)
    for name in [*names, "all"]:
        counts = Counter(row["outcome"] for row in rows if name in (row["package"], "all"))
        killed, late, survived = (counts[key] for key in ("killed", "timed out", "survived"))
        number = killed + late + survived
        score = f"{100 * (killed + late) / number:.0f} %" if number else ""
        print(f"| {name} | {number} | {killed} | {late} | {survived} | {score} |")


def main() -> None:
    """Draw mutants, try them, and print the results."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("packages", nargs="*", metavar="PACKAGE", help="a row of the table  [default: all]")
    parser.add_argument("--out", type=Path, required=True, help="the file of results, in lines of JSON")
    parser.add_argument("--work", type=Path, help="a directory for the copy  [default: beside --out]")
    parser.add_argument("--table", type=Path, default=TABLE, help="another table of packages")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mutants", type=int, default=24, help="how many of each package  [default: 24]")
    parser.add_argument("--again", type=Path, help="try the mutants of these results again, and compare")
    parser.add_argument("--outcome", choices=list(Outcome), help="only those of --again that ended so")
    parser.add_argument("--show", action="store_true", help="only print the results")
    options = parser.parse_args()
    packages = packages_of(options.table)
    unknown = set(options.packages) - set(packages)
    if unknown:
        parser.error(f"no package {', '.join(sorted(unknown))}; there are {', '.join(packages)}")
    if not options.show:
        copy = Copy((options.work or options.out.with_suffix(".work")).resolve(), ROOT)
        known = {key_of(row) for row in results_in(options.out)}
        for package in options.packages or packages:
            drawn = mutants_of(copy, package, list(packages[package]), options)
            left = [mutant for mutant in drawn if (package, mutant.diff) not in known]
            try_mutants(copy, package, packages[package], left, options.out)
    show(results_in(options.out), results_in(options.again) if options.again else [])


if __name__ == "__main__":
    main()
