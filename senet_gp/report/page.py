"""A report as an HTML page that needs no other file, and its pictures as separate files."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from senet_gp.errors import FileError, printable
from senet_gp.evolution.ancestry import Ancestor
from senet_gp.evolution.evaluation.registry import SUITES
from senet_gp.explanation.gist import gist_of
from senet_gp.export.formats import text_in
from senet_gp.export.notation import what_the_value_means
from senet_gp.files.reading import read_text
from senet_gp.files.writing import partial_files, write_whole
from senet_gp.games.registry import in_words
from senet_gp.games.small import if_solvable
from senet_gp.quoting import quoted, shortened
from senet_gp.report.contents import RunReport
from senet_gp.report.explained import bars_of_matches, bars_of_parts, positions_of
from senet_gp.report.pictures import PICTURES, Picture, pictures_of
from senet_gp.simplification.simplify import KINDS, Step
from senet_gp.templates import environment_of
from senet_gp.trees.individual import Individual
from senet_gp.trees.text import to_lisp
from senet_gp.version import __version__

PAGE = "index.html"
#: The beginning of every page; a file that does not begin with it is never overwritten.
_MARK = "<!DOCTYPE html>\n<!-- senet-gp report 1 -->\n"
#: The most characters that are shown of an expression, and of an ancestor's expression.
_MAX_CHARACTERS, _MAX_OF_ANCESTOR = 20_000, 400
#: The most different ancestors that are shown; these are the last ones.
_MAX_ANCESTORS = 60
#: How a form of each kind of simplification is the same as the champion.
_SAME = {
    "equal": "has the same value on every board, which is proven",
    "choice": "prefers the same choices in every position, which is proven",
    "play": "chose the same in all the games looked at, which is observed, not proven",
}
#: The most migrants that are listed; these are the last ones.
_MAX_MIGRANTS = 40
#: The most seeds that are listed.
_MAX_SEEDS = 100


def check_writable(directory: Path) -> None:
    """Check, before any work is done, that a report can be written into a directory; create the directory.

    Raises:
        FileError: if the directory holds something that is not a report, or cannot be created or written to.
    """
    try:
        directory.mkdir(parents=True, exist_ok=True)
        there = {path.name for path in directory.iterdir()} - {
            path.name for path in partial_files(directory, [PAGE, *(f"{name}.svg" for name in PICTURES)])
        }
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "its name has a NUL character"
        raise FileError(f"{shortened(directory)} cannot be made: {reason}") from None
    if not os.access(directory, os.W_OK):
        raise FileError(f"{shortened(directory)} is read-only: choose another directory with --out")
    if there and not _is_ours(directory / PAGE):
        raise FileError(
            f"{shortened(directory)} holds something that is not a report of senet-gp: "
            "choose another directory with --out"
        )


def _is_ours(page: Path) -> bool:
    try:
        return read_text(page).startswith(_MARK)
    except FileError:
        return False


def write_page(report: RunReport, directory: Path) -> list[Path]:
    """Write the page and its pictures, replacing those of an earlier report.

    Args:
        report: the contents.
        directory: an existing directory, which :func:`check_writable` accepts.

    Returns:
        The files, the page first.

    Raises:
        FileError: if one of them cannot be written.
    """
    pictures = {picture.name: picture for picture in pictures_of(report)}
    # The page is written first, since it marks the directory as that of a report.
    files = [directory / PAGE]
    write_whole(files[0], html_of(report, pictures))
    for name in PICTURES:
        file = directory / f"{name}.svg"
        if name in pictures:
            write_whole(file, pictures[name].content)
            files.append(file)
        else:
            file.unlink(missing_ok=True)  # of an earlier report
    return files


def html_of(report: RunReport, pictures: dict[str, Picture]) -> str:
    """The text of the page; all text from files is escaped."""
    environment = environment_of("senet_gp.report")
    filters: dict[str, Any] = {
        "percent": _percent,
        "shown": _shown,
        "tenths": lambda share: f"{100 * share:.1f}",
        "columns": lambda text: max(map(len, text.splitlines()), default=0),
        "quoted": quoted,
    }
    environment.filters |= filters
    curves = {**report.strong_curves, **report.curves}
    return _MARK + environment.get_template("page.html").render(
        report=report,
        config=report.config,
        counted=SUITES[report.config.fitness].counted,
        solvable=if_solvable(report.config.game_value) is not None,
        options=_options(report),
        seeds=[_of_ancestor(seed) for seed in report.config.seed_with[:_MAX_SEEDS]],
        game=in_words(report.config.game_value),
        title=report.config.game_value.title,
        pictures=pictures,
        infix=_cut(text_in("infix", report.champion, report.champion.vocabulary)),
        lisp=_cut(to_lisp(report.champion)),
        shortest=_cut(text_in("infix", report.shortest, report.champion.vocabulary)),
        shortest_lisp=_cut(to_lisp(report.shortest)),
        same=_same(report),
        sentence=gist_of(report.explanation.reads) if report.explanation else "",
        scores=bars_of_matches([*report.references, *report.panel]),
        parts=bars_of_parts(report.explanation) if report.explanation else [],
        decisive=positions_of(report.explanation) if report.explanation else [],
        steps=[_step(step) for step in report.simplification.steps] if report.simplification else [],
        value_means=what_the_value_means(report.champion.vocabulary),
        words=_words(report.champion),
        by_size=_by_size(report),
        ancestry=_ancestry(report),
        migrants=_migrants(report),
        curves=curves,
        points_of_generations=list(zip(*curves.values(), strict=True)),
        version=__version__,
    )


def _shown(value: Any) -> str:
    """The value of an option as people read it."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {of}" for key, of in value.items()) or "the usual ones"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return f"{len(value)}, listed below" if value else "none"
    return printable(shortened(value, 200))


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _cut(text: str) -> str:
    if len(text) <= _MAX_CHARACTERS:
        return text
    return f"{text[:_MAX_CHARACTERS]}\n… and {len(text) - _MAX_CHARACTERS:,} more characters"


def _options(report: RunReport) -> list[dict[str, Any]]:
    """All options, each with its name, value, default if that differs, and meaning."""
    changed = report.changed_options
    return [
        {
            "name": option.name,
            "value": _names(option.name, getattr(report.config, option.name)),
            "usual": _names(option.name, changed[option.name][1]) if option.name in changed else None,
            "changed": option.name in changed,
            "help": option.metadata["help"],
        }
        for option in dataclasses.fields(report.config)
    ]


def _names(option: str, value: Any) -> Any:
    """The value of an option; objectives as one text."""
    return ", ".join(value) if option == "objectives" else value


def _words(tree: Individual) -> dict[str, str]:
    """The primitives that an expression uses, with their meanings."""
    known = tree.vocabulary.by_name
    return {name: known[name].description for name in sorted({node.name for node in tree} & set(known))}


def _step(step: Step) -> dict[str, Any]:
    """The row of the table for a step of the simplification."""
    if step.check is not None:
        all_of = "all " if step.check.complete else ""
        evidence = f"{step.check.differences} of {all_of}{step.check.boards:,} boards have another value"
    else:
        evidence = str(step.agreement)
    early = "" if step.complete else "; the search was stopped early"
    return {
        "kind": KINDS[step.kind],
        "nodes": len(step.tree),
        "depth": step.tree.depth,
        "evidence": evidence + early,
    }


def _same(report: RunReport) -> str:
    """How the shortest form is the same as the champion; empty if it is the champion itself."""
    if report.shortest is report.champion or report.simplification is None:
        return ""
    # A later kind that found nothing shorter does not weaken what was proven before.
    return _SAME[next(step.kind for step in report.simplification.steps if step.tree == report.shortest)]


def _by_size(report: RunReport) -> list[dict[str, Any]]:
    """The rows of the table of the best players by size; none if there is no such table."""
    if report.sizes is None:
        return []
    ahead = report.sizes.front
    return [
        {
            "nodes": len(player.tree),
            "ahead": any(player is one for one in ahead),
            "player": player,
            "expression": _of_ancestor(to_lisp(player.tree)),
        }
        for player in report.sizes.players
    ]


def _ancestry(report: RunReport) -> dict[str, Any] | None:
    """The line of ancestors, where successive ancestors with the same expression share a row."""
    lineage = report.lineage
    if lineage is None:
        return None
    rows = list(_ancestor_rows(lineage.line, lineage.expressions))
    return {
        "rows": rows[-_MAX_ANCESTORS:],
        "more": max(0, len(rows) - _MAX_ANCESTORS),
        "different": len(rows),
        "founders": lineage.founders,
        "seeds": lineage.seeds,
        "first": lineage.line[0].generation,
        "crossed": sum(one.made.is_crossed for one in lineage.line),
        "mutated": sum(
            bool(one.made.parents) and not (one.made.is_crossed or one.made.unchanged) for one in lineage.line
        ),
    }


def _migrants(report: RunReport) -> list[dict[str, Any]]:
    """The rows of the table of migrants, which has the last ones."""
    if report.islands is None:
        return []
    return [
        {"migrant": one, "expression": _of_ancestor(to_lisp(one.tree))}
        for one in report.islands.migrations[-_MAX_MIGRANTS:]
    ]


def _ancestor_rows(
    line: Sequence[Ancestor], expressions: Sequence[Individual | None]
) -> Iterator[dict[str, Any]]:
    """A row for each ancestor that differs from its parent."""
    begins = [number for number, one in enumerate(line) if not number or not one.made.unchanged]
    for begin, end in zip(begins, [*begins[1:], len(line)], strict=True):
        same, known = line[begin:end], [tree for tree in expressions[begin:end] if tree is not None]
        yield {
            "from": same[0].generation,
            "to": same[-1].generation,
            "islands": " → ".join(str(island) for island, _ in groupby(one.island for one in same)),
            "how": same[0].made.in_words,
            "nodes": same[0].nodes,
            "parents": " and ".join(f"{size:,}" for size in same[0].parent_nodes),
            "won": _ranges([one.generation for one in same if one.won]),
            "expression": _of_ancestor(to_lisp(known[0])) if known else "",
        }


def _of_ancestor(text: str) -> str:
    return text if len(text) <= _MAX_OF_ANCESTOR else f"{text[:_MAX_OF_ANCESTOR]} …"


def _ranges(numbers: Sequence[int]) -> str:
    """Ascending numbers as a text, in which consecutive ones form a range."""
    found = []
    for _, group in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        run = [number for _, number in group]
        found.append(str(run[0]) if len(run) == 1 else f"{run[0]}\N{EN DASH}{run[-1]}")
    return ", ".join(found)
