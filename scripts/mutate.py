"""Put single faults into a copy of the repository, and count those that the tests find.

    pip install '.[dev]'
    python scripts/mutate.py --out mutants.jsonl [--scale 0.1] [MODULE ...]
    python scripts/mutate.py --out again.jsonl --survivors-of mutants.jsonl
    python scripts/mutate.py --out mutants.jsonl --show

The faults are those of cosmic-ray's operators: another number, comparison or sign, a loop that is left out.
scripts/mutate.toml names modules, their files, the tests of each file, and how many mutants are drawn. Each
is tried by the tests of its own file alone, until one fails. A mutant that the tests find is killed; so is
one that takes several times as long as the tests do without it. Results are appended to the file, and a run
that was stopped goes on where it was. At the end there is a table by module, and what survived, as diffs.
"""

from __future__ import annotations

import argparse
import json
import os
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# Forks inherit no threads.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from mutation.mutants import Mutant, made_again, sample
from mutation.trials import Copy, Outcome

ROOT = Path(__file__).resolve().parents[1]
TABLE = Path(__file__).with_suffix(".toml")
#: The most seconds that a mutant's kernels may take to be compiled, beside its tests.
COMPILING = 15


@dataclass(frozen=True)
class Module:
    """A row of the table.

    Attributes:
        name: its name.
        mutants: how many mutants are drawn.
        in_kernels: whether only compiled functions are changed.
        tests: the tests of each file.
    """

    name: str
    mutants: int
    in_kernels: bool
    tests: dict[str, list[str]]


def modules_of(table: Path) -> list[Module]:
    """The rows of the table."""
    rows = tomllib.loads(table.read_text())
    return [
        Module(
            name,
            row["mutants"],
            row.get("in_kernels", False),
            {file: [*tests, *_examples(file)] for file, tests in row["tests"].items()},
        )
        for name, row in rows.items()
    ]


def _examples(file: str) -> list[str]:
    return [f"tests/test_examples.py::test_examples[{file}]"] if ">>> " in (ROOT / file).read_text() else []


def results_in(file: Path) -> list[dict[str, Any]]:
    """The results so far; a last line that is incomplete is left out."""
    lines = file.read_text().split("\n")[:-1] if file.exists() else []
    return [json.loads(line) for line in lines]


def survivors(file: Path, module: Module) -> tuple[set[tuple[str, str]], set[str]]:
    """The keys of what survived of a module, and the operators that made it."""
    rows = [
        row
        for row in results_in(file)
        if row["module"] == module.name and row["outcome"] == Outcome.SURVIVED and row["file"] in module.tests
    ]
    return {(row["file"], row["mutant"]) for row in rows}, {row["operator"] for row in rows}


def try_mutants(copy: Copy, module: Module, mutants: list[Mutant], out: Path) -> None:
    """Try the mutants of a module that the file of results does not have."""
    known = {(row["file"], row["mutant"]) for row in results_in(out)}
    left = [mutant for mutant in mutants if mutant.key not in known]
    for file, tests in module.tests.items():
        of_file = [mutant for mutant in left if mutant.file == file]
        if not of_file:
            continue
        seconds = copy.unchanged(tests)
        print(f"{file}: {len(of_file)} mutants, {seconds:.1f} s a trial", flush=True)
        limit = 5 + 3 * seconds + (COMPILING if module.in_kernels else 0)
        for mutant in of_file:
            trial = copy.changed(file, mutant.code, tests, limit)
            row = {
                "module": module.name,
                "file": file,
                "line": mutant.line,
                "operator": mutant.operator,
                "outcome": trial.outcome,
                "seconds": round(trial.seconds, 1),
                "mutant": mutant.key[1],
                "said": trial.said[-600:],
            }
            with out.open("a") as results:
                results.write(json.dumps(row) + "\n")


def show(rows: list[dict[str, Any]]) -> None:
    """Print the table by module, and the survivors."""
    for row in rows:
        if row["outcome"] == Outcome.SURVIVED:
            print(f"--- {row['file']}:{row['line']} ({row['operator']}){row['mutant']}\n")
    print("| module | mutants | killed | timed out | survived | score |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    names = dict.fromkeys(row["module"] for row in rows)
    for name in [*names, "all"]:
        counts = Counter(row["outcome"] for row in rows if name in (row["module"], "all"))
        killed, late, survived = (counts[key] for key in ("killed", "timed out", "survived"))
        number = killed + late + survived
        score = f"{100 * (killed + late) / number:.0f} %" if number else ""
        print(f"| {name} | {number} | {killed} | {late} | {survived} | {score} |")


def main() -> None:
    """Draw mutants, try them, and print the results."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="a module  [default: all]")
    parser.add_argument("--out", type=Path, required=True, help="the file of results, in lines of JSON")
    parser.add_argument("--work", type=Path, help="a directory for the copy  [default: beside --out]")
    parser.add_argument("--table", type=Path, default=TABLE, help="another table of modules, files and tests")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=1, help="multiplies the number of mutants")
    parser.add_argument("--survivors-of", type=Path, help="try only what survived in this file of results")
    parser.add_argument("--show", action="store_true", help="only print the results")
    options = parser.parse_args()
    modules = modules_of(options.table)
    unknown = set(options.modules) - {module.name for module in modules}
    if unknown:
        names = ", ".join(module.name for module in modules)
        parser.error(f"no module {', '.join(sorted(unknown))}; there are {names}")
    if not options.show:
        copy = Copy((options.work or options.out.with_suffix(".work")).resolve(), ROOT)
        for module in modules:
            if options.modules and module.name not in options.modules:
                continue
            mutants = (
                made_again(copy.root, *survivors(options.survivors_of, module))
                if options.survivors_of
                else sample(
                    copy.root,
                    list(module.tests),
                    round(module.mutants * options.scale),
                    options.seed,
                    in_kernels=module.in_kernels,
                )
            )
            try_mutants(copy, module, mutants, options.out)
    show(results_in(options.out))


if __name__ == "__main__":
    main()
