"""Make the figures of the documentation from nothing, and write them into its pages.

    python scripts/evidence.py                   # the quick studies: those of at most ten minutes of a core
    python scripts/evidence.py --long            # all studies: some hours; goes on where it was stopped
    python scripts/evidence.py champions exact   # these
    python scripts/evidence.py --list            # what there is, what it takes, and when it was last made
    python scripts/evidence.py --check           # the quick ones with a small budget; writes nothing
    python scripts/evidence.py --write           # only the pages, from the data files

What a study has measured is in docs/evidence/NAME.json, with its commit, date, machine and processor time;
the pages are written from these files. What its commands print is kept in the directory of --work, by default
build/evidence, and they are not run again until it is removed.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

from studies.pages import named_in, pages, written_into
from studies.work import ROOT, Study, Work, machine, today

DATA = ROOT / "docs" / "evidence"
NOT_STUDIES = {"__init__", "pages", "work"}
#: Studies of more minutes of a core than this are made on request.
QUICK = 10


def studies() -> dict[str, Study]:
    """All studies by their names, which are those of their modules."""
    files = sorted((ROOT / "scripts" / "studies").glob("*.py"))
    names = [file.stem for file in files if file.stem not in NOT_STUDIES]
    found: dict[str, Study] = {}
    for name in names:
        module = import_module(f"studies.{name}")
        found |= {name.replace("_", "-"): module.STUDY} if hasattr(module, "STUDY") else {}
    return found


def result_of(name: str) -> Any:
    """What the data file of a study says, or None if it was never made."""
    file = DATA / f"{name}.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else None


def blocks() -> dict[str, str]:
    """What the pages say, by block, from the data files."""
    known = {name: made["result"] for name in studies() if (made := result_of(name))}
    found = {"studies": listing()}
    for name, result in known.items():
        found |= studies()[name].blocks(result)
    return found


def listing() -> str:
    """A row for each study: what it asks, what it takes, and when it was made."""
    lines = ["| study | question | minutes of a core | made |", "| --- | --- | ---: | --- |"]
    for name, study in studies().items():
        made = result_of(name)
        spent = f"{made['processor_seconds'] / 60:.0f}" if made else f"some {study.minutes:.0f}"
        when = f"{made['date']}, `{', '.join(made['commits'])}`" if made else "not yet"
        lines.append(f"| `{name}` | {study.question} | {spent} | {when} |")
    return "\n".join(lines)


def make(name: str, directory: Path) -> None:
    """Measure what a study asks, and write its data file."""
    work = Work(directory / name)
    result = studies()[name].measure(work)
    made = {
        "study": name,
        "commits": sorted(work.commits),
        "date": today(),
        "machine": machine(),
        "processor_seconds": round(work.seconds),
        "result": result,
    }
    DATA.mkdir(exist_ok=True)
    (DATA / f"{name}.json").write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


def write() -> None:
    """Write pages and pictures from the data files."""
    known = blocks()
    for page in pages():
        text = page.read_text(encoding="utf-8")
        if (again := written_into(text, known)) != text:
            page.write_text(again, encoding="utf-8")
            print(f"written: {page.relative_to(ROOT)}")
    for name, study in studies().items():
        if made := result_of(name):
            for path, draw in study.pictures.items():
                draw(made["result"], ROOT / "docs" / path)


def check(names: list[str]) -> list[str]:
    """Measure studies with a small budget, and tell which blocks no longer come out as pages have them."""
    shown = {name for page in pages() for name in named_in(page.read_text(encoding="utf-8"))}
    faults = []
    for name in names:
        print(f"{name}: {studies()[name].question}", flush=True)
        with tempfile.TemporaryDirectory() as directory:
            result = studies()[name].measure(Work(Path(directory), small=True))
        written = studies()[name].blocks(json.loads(json.dumps(result)))
        recorded = studies()[name].blocks(result_of(name)["result"]) if result_of(name) else {}
        faults += [f"{name}: {block} stands in no page" for block in set(written) - shown]
        faults += [
            f"{name}: {block} has another shape than in the pages"
            for block, text in recorded.items()
            if _shape(text) != _shape(written.get(block, ""))
        ]
    return faults


def _shape(text: str) -> int:
    """How many tables a block has."""
    return len(re.findall(r"^\| ---", text, re.MULTILINE))


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    known = studies()
    parser.add_argument("names", nargs="*", metavar="STUDY", help=", ".join(known))
    parser.add_argument("--long", action="store_true", help="also the studies that take long")
    parser.add_argument("--list", action="store_true", help="print what there is")
    parser.add_argument("--check", action="store_true", help="measure with a small budget; write nothing")
    parser.add_argument("--write", action="store_true", help="only write the pages, from the data files")
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "evidence", metavar="DIRECTORY")
    given = parser.parse_args()
    if unknown := [name for name in given.names if name not in known]:
        parser.error(f"there is no study {unknown[0]!r}; there are {', '.join(known)}")
    names = given.names or [name for name in known if given.long or known[name].minutes <= QUICK]
    if given.list:
        print(listing())
    elif given.check:
        sys.exit("\n".join(check(names)) or None)
    else:
        if not given.write:
            for name in names:
                print(f"{name}: {known[name].question}", flush=True)
                make(name, given.work.resolve())
        write()


if __name__ == "__main__":
    main()
