"""Make the figures of the documentation from nothing, and write them into its pages.

    python scripts/evidence.py                   # the quick studies: at most ten minutes of a core, no times
    python scripts/evidence.py --long            # all studies: some hours; one that was stopped goes on
    python scripts/evidence.py champions exact   # these
    python scripts/evidence.py --list            # what there is, what it takes, and when it was last made
    python scripts/evidence.py --check           # all with a small budget; writes nothing
    python scripts/evidence.py --write           # only the pages, from the data files

What a study has measured is in docs/evidence/NAME.json, with its commit, date, machine and processor time;
the pages are written from these files. A study that measures the same again changes nothing. What its
commands print is kept in the directory of --work, by default build/evidence, and they are not run again as
long as the code is the same.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path

from studies.pages import named_in, pages, table, written_into
from studies.work import DATA, ROOT, Study, Work, code, result_of, rounded, write_json

#: Modules of the package that are no studies, but what studies share.
SHARED = {
    "__init__",
    "network_judges",
    "pages",
    "paper",
    "paper_statements",
    "ratings",
    "strength",
    "ways_to_search",
    "words_of_1995",
    "work",
}


@cache
def studies() -> dict[str, Study]:
    """All studies by their names, which are those of their modules; each comes after those that it needs."""
    files = sorted((ROOT / "scripts" / "studies").glob("*.py"))
    names = [file.stem for file in files if file.stem not in SHARED]
    found = {name.replace("_", "-"): import_module(f"studies.{name}").STUDY for name in names}
    order = TopologicalSorter({name: study.needs for name, study in found.items()}).static_order()
    return {name: found[name] for name in order}


def blocks() -> dict[str, str]:
    """What the pages say, by block, from the data files."""
    found = {"studies": listing()}
    for name, study in studies().items():
        made = result_of(name)
        missing = f"*Not measured yet; `python scripts/evidence.py {name}` does it.*"
        found |= dict.fromkeys(study.shows, missing) if made is None else study.blocks(made)
    return found


def listing(names: Iterable[str] = ()) -> str:
    """A row for each study: what it asks, which pages tell it, when it was made, and what it takes."""
    told_in = {
        name: f"{page.parent.name}/{page.stem}" if "examples" in page.parts else page.stem
        for page in pages()
        for name in named_in(page.read_text(encoding="utf-8"))
    }
    rows = []
    for name in names or sorted(studies()):
        study, file = studies()[name], DATA / f"{name}.json"
        made = json.loads(file.read_text(encoding="utf-8")) if file.exists() else None
        spent = f"{made['processor_seconds'] / 60:.0f}" if made else f"some {study.minutes:.0f}"
        when = f"{made['dates'][-1]}, `{made['commits'][-1]}`" if made else "not yet"
        told = ", ".join(sorted({told_in[block] for block in study.shows}))
        rows.append([f"`{name}`", study.question, told, when, spent])
    return table(["study", "question", "told in", "made", "minutes of a core"], rows, left=4)


def make(name: str, directory: Path) -> None:
    """Measure what a study asks, and write its data file, unless the result is the one that is there.

    Raises:
        SystemExit: if a study that it needs has no data file.
    """
    study = studies()[name]
    if lacks := lacking(name):
        sys.exit(f"{name} needs what {lacks[0]} measures: run that first, or --long for all.")
    work = Work(directory / code() / name)
    result = rounded(study.measure(work))
    if result == result_of(name):
        print(f"  as docs/evidence/{name}.json has it, which stays as it is")
        return
    made = {"study": name, **work.origins, "processor_seconds": round(work.seconds), "result": result}
    DATA.mkdir(exist_ok=True)
    write_json(DATA / f"{name}.json", made)
    write_files(name, ROOT / "docs")


def lacking(name: str) -> list[str]:
    """The studies that a study needs and that have not been made."""
    return [other for other in studies()[name].needs if result_of(other) is None]


def write_files(name: str, docs: Path) -> None:
    """Write what a study writes beside the pages, from its data file."""
    for path, write in studies()[name].files.items():
        write(result_of(name), docs / path)


def write_pages() -> None:
    """Write the blocks of all pages from the data files."""
    known = blocks()
    for page in pages():
        text = page.read_text(encoding="utf-8")
        if (again := written_into(text, known)) != text:
            page.write_text(again, encoding="utf-8")
            print(f"written: {page.relative_to(ROOT)}")


def check(name: str) -> list[str]:
    """Measure a study with a small budget, and tell what no longer comes out as pages have it."""
    study = studies()[name]
    with tempfile.TemporaryDirectory() as directory:
        measured = study.measure(Work(Path(directory), small=True))
        result = json.loads(json.dumps(measured))
        for path, write in study.files.items():
            write(result, Path(directory) / Path(path).name)
    written = study.blocks(result)
    if set(written) != set(study.shows):
        return [f"{name}: it writes {sorted(written)}, but shows {sorted(study.shows)}"]
    recorded = study.blocks(result_of(name)) if result_of(name) is not None else written
    return [
        f"{name}: the tables of {block} have other columns than in the pages"
        for block in study.shows
        if not columns(written[block]) <= columns(recorded[block])
    ]


def columns(block: str) -> set[str]:
    """The names of the columns of a block's tables."""
    heads = re.findall(r"^\| (.*) \|\n\| ---", block, re.MULTILINE)
    return {name for head in heads for name in head.split(" | ")}


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="STUDY", help=", ".join(studies()))
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--long", action="store_true", help="also the studies that take long or measure times")
    which.add_argument("--list", action="store_true", help="print what there is")
    which.add_argument("--check", action="store_true", help="measure with a small budget; write nothing")
    which.add_argument("--write", action="store_true", help="only write the pages, from the data files")
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "evidence", metavar="DIRECTORY")
    given = parser.parse_args()
    if unknown := [name for name in given.names if name not in studies()]:
        parser.error(f"there is no study {unknown[0]!r}; there are {', '.join(studies())}")
    everything = given.long or given.list or given.check or given.write
    names = [
        name
        for name, study in studies().items()
        if (name in given.names if given.names else everything or study.quick)
    ]
    if given.list:
        print(listing(names))
    elif given.write:
        for name in names:
            if result_of(name) is not None:
                write_files(name, ROOT / "docs")
        write_pages()
    elif len(names) > 1:
        # Games and words that a study registers are not there for the next, which has a process of its own.
        options = ["--check"] if given.check else ["--work", str(given.work)]
        each = [[sys.executable, __file__, name, *options] for name in names]
        # Of a process that a signal has ended the code is negative.
        failed = sum(subprocess.run(command, check=False).returncode != 0 for command in each)  # noqa: S603
        sys.exit(failed > 0)
    else:
        (name,) = names
        print(f"{name}: {studies()[name].question}", flush=True)
        if given.check:
            sys.exit("\n".join(check(name)) or None)
        make(name, given.work.resolve())
        write_pages()


if __name__ == "__main__":
    main()
