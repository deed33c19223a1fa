"""A report as an HTML page that needs no other file, and its pictures as separate files."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from senet_gp.arena.match import MatchReport
from senet_gp.engine.measurement import Measurement
from senet_gp.evolution.run.measured_winners import time_in_words
from senet_gp.games.registry import in_words, titled
from senet_gp.games.small import if_solvable
from senet_gp.insight.explanation import Explanation
from senet_gp.insight.simplify import KINDS, SimplificationStep
from senet_gp.runtime.errors import FileError, shortened
from senet_gp.runtime.files import filled, make_directory, read_text, remove_partial_files, write_whole
from senet_gp.show.formats import text_in
from senet_gp.show.pages import Picture, changed_only, grouped, html_from, option_rows
from senet_gp.show.plots import Figure, rendered
from senet_gp.show.plots.run import (
    draw_curves,
    draw_front,
    draw_islands,
    draw_population,
    draw_proofs,
    draw_speed,
)
from senet_gp.show.run_report import RunReport
from senet_gp.trees.individual import Individual
from senet_gp.trees.text import to_lisp, what_the_value_means

#: The names of all pictures that a report may have.
PICTURES = ("strength", "curves", "proofs", "islands", "champion", "population", "speed")
#: Those of reports of earlier versions, which a new report replaces.
_EARLIER = ("strong-curves", "sizes", "diversity", "self-losses", "simplified")
#: The most nodes of a tree that is drawn; a larger picture would be unreadable.
_MAX_DRAWN = 160
#: Longer expressions are cut to this many characters.
_LONGEST = 150
PAGE = "index.html"
#: The beginning of every page; a file that does not begin with it is never overwritten.
_MARK = "<!DOCTYPE html>\n<!-- senet-gp report 1 -->\n"
#: The most characters that are shown of the champion's expression, and of an expression in a list.
_MAX_CHARACTERS = 20_000
_MAX_IN_LIST = 400
#: The most migrants that are listed; these are the last ones.
_MAX_MIGRANTS = 40
#: The most seeds that are listed.
_MAX_SEEDS = 100


def pictures_of(report: RunReport) -> Iterator[Picture]:
    """All pictures for which the report has data."""
    rows = report.log.generations
    called = "champion" if report.ended else "best so far"
    if curves := report.strong_curves or report.curves:
        opponents = "strong opponents" if report.strong_curves else "each part of the panel"
        yield _drawn(
            "curves",
            draw_curves(curves, report.log.seconds_until, report.generation, called),
            f"Line chart: the winners' shares of points against {opponents}, by generation and time, "
            "with 95 % intervals. The table below has the same numbers.",
        )
    if report.islands is not None:
        migrations = {one.generation for one in report.islands.migrations}
        yield _drawn(
            "islands",
            draw_islands(report.islands.curves, report.islands.champion, sorted(migrations)),
            "Line chart: shares of points of the winners of each island against the panel, by generation.",
        )
    if report.proofs:
        yield _drawn(
            "proofs",
            draw_proofs(report.proofs),
            "Chart: the winners' worst results over all lines of play, by generation and by seat.",
        )
    if report.sizes is not None:
        yield _drawn(
            "strength",
            draw_front(report.sizes, report.landmarks),
            "Line chart: the shares of points of the best players by their nodes, with 95 % intervals. The "
            "table below has the same numbers.",
        )
    yield _drawn(
        "population",
        draw_population(rows, report.config.population),
        f"Line charts by generation: nodes, and different trees. At the end the mean is "
        f"{rows[-1].size_mean:.1f} nodes, the largest {rows[-1].size_max:.0f}, the winner "
        f"{rows[-1].winner_size}; {rows[-1].distinct_trees} of {report.config.population} trees differ.",
    )
    if any(report.log.seconds):
        counted = report.config.fitness.counted
        yield _drawn(
            "speed", draw_speed(report.log, counted), f"Line chart: {counted} per second by generation."
        )
    if len(report.shortest) <= _MAX_DRAWN:
        content = text_in("svg", report.shortest, report.champion.vocabulary).encode()
        yield Picture("champion", content, "The tree of the expression, which the text above it shows, too.")


def _drawn(name: str, figure: Figure, alternative: str) -> Picture:
    return Picture(name, rendered(figure, "svg"), alternative)


@dataclass(frozen=True)
class Bar:
    """A number with its interval, as a bar of the page.

    Attributes:
        name: what the number belongs to.
        value: the number.
        interval: its 95 % confidence interval.
        scale: the numbers at the left and at the right edge; 0 is between them or at an edge.
    """

    name: str
    value: float
    interval: tuple[float, float]
    scale: tuple[float, float]

    def _across(self, value: float) -> float:
        low, high = self.scale
        return round(100 * min(1.0, max(0.0, (value - low) / (high - low))), 2)

    @property
    def zero(self) -> float:
        """Where 0 is, in hundredths of the whole width."""
        return self._across(0)

    @property
    def begin(self) -> float:
        """Where the bar begins, which leads from 0 to the number, in hundredths of the whole width."""
        return min(self.zero, self._across(self.value))

    @property
    def width(self) -> float:
        """The length of the bar, in hundredths of the whole width."""
        return round(abs(self._across(self.value) - self.zero), 2)

    @property
    def reach(self) -> tuple[float, float]:
        """Where the interval begins, and its length, in hundredths of the whole width."""
        low, high = map(self._across, self.interval)
        return low, round(high - low, 2)


def bars_of_matches(matches: Sequence[MatchReport]) -> list[Bar]:
    """The champion's share of points in each match, except those against random expressions.

    >>> bars_of_matches([])
    []
    """
    return [
        Bar(shortened(match.players[1], _LONGEST), match.measured.share, match.interval, (0, 1))
        for match in matches
        if not match.players[1].startswith("random-tree:")
    ]


def bars_of_parts(explanation: Explanation) -> list[Bar]:
    """How many games the player loses without each part of its expression, the most important first."""
    ends = [end for part in explanation.parts for end in part.lost.interval]
    scale = min([0.0, *ends]), max([0.01, *ends])
    return [
        Bar(shortened(part.influence.infix, _LONGEST), part.lost.share, part.lost.interval, scale)
        for part in explanation.parts
    ]


def check_writable(directory: Path) -> None:
    """Check, before any work is done, that a report can be written into a directory, which may be missing.

    Raises:
        FileError: if the directory holds something that is not a report, or cannot be made or written to.
    """
    is_new = make_directory(directory)
    if not os.access(directory, os.W_OK):
        raise FileError(f"{shortened(directory)} is read-only: choose another directory with --out")
    remove_partial_files(directory, [PAGE, *(f"{name}.svg" for name in PICTURES)])
    if any(directory.iterdir()) and not _is_ours(directory / PAGE):
        raise FileError(
            f"{shortened(directory)} holds something that is not a report of senet-gp: "
            "choose another directory with --out"
        )
    if is_new:
        directory.rmdir()


def _is_ours(page: Path) -> bool:
    try:
        return read_text(page).startswith(_MARK)
    except FileError:
        return False


def write_page(report: RunReport, directory: Path) -> list[Path]:
    """Write the page and its pictures, replacing those of an earlier report.

    Args:
        report: the contents.
        directory: a directory that :func:`check_writable` accepts; it is made if it is missing.

    Returns:
        The files, the page first.

    Raises:
        FileError: if one of them cannot be written.
    """
    pictures = {picture.name: picture for picture in pictures_of(report)}
    # The page is written first, since it marks the directory as that of a report.
    files = [directory / PAGE]
    with filled(directory):
        write_whole(files[0], html_of(report, pictures))
        for name in (*PICTURES, *_EARLIER):
            file = directory / f"{name}.svg"
            if name in pictures:
                write_whole(file, pictures[name].content)
                files.append(file)
            else:
                file.unlink(missing_ok=True)  # of an earlier report
    return files


def html_of(report: RunReport, pictures: dict[str, Picture]) -> str:
    """The text of the page; all text from files is escaped."""
    seeds, options = report.config.seed_with, option_rows(report.config, report.changed_options)
    if seeds:
        listed = f"{len(seeds)}, listed below"
        options = [replace(row, value=listed) if row.name == "seed_with" else row for row in options]
    filters: dict[str, Any] = {
        "time": time_in_words,
        "columns": lambda text: max(map(len, text.splitlines()), default=0),
    }
    return _MARK + html_from(
        "page",
        filters,
        report=report,
        config=report.config,
        counted=report.config.fitness.counted,
        solvable=if_solvable(report.config.game_value) is not None,
        options=grouped(options),
        changed_options=changed_only(grouped(options)),
        seeds=[_in_list(seed) for seed in seeds[:_MAX_SEEDS]],
        game=in_words(report.config.game_value),
        title=titled(report.config.game_value),
        pictures=pictures,
        infix=_cut(text_in("infix", report.champion, report.champion.vocabulary)),
        lisp=_cut(to_lisp(report.champion)),
        shortest=_cut(text_in("infix", report.shortest, report.champion.vocabulary)),
        shortest_lisp=_cut(to_lisp(report.shortest)),
        same=_same(report),
        sentence=report.explanation.way.text if report.explanation else "",
        scores=bars_of_matches([*report.references, *report.panel]),
        parts=bars_of_parts(report.explanation) if report.explanation else [],
        decisive=report.explanation.decisive_section() if report.explanation else None,
        steps=[_step(step) for step in report.simplification.steps] if report.simplification else [],
        value_means=what_the_value_means(report.champion.vocabulary),
        words=_words(report.shortest),
        by_size=_by_size(report),
        migrants=_migrants(report),
        curves={**report.strong_curves, **report.curves},
        winners=_winners(report),
    )


def _cut(text: str) -> str:
    if len(text) <= _MAX_CHARACTERS:
        return text
    return f"{text[:_MAX_CHARACTERS]}\n… and {len(text) - _MAX_CHARACTERS:,} more characters"


def _words(tree: Individual) -> dict[str, str]:
    """The primitives that an expression uses, with their meanings."""
    known = tree.vocabulary.by_name
    return {name: known[name].description for name in sorted({node.name for node in tree} & set(known))}


def _step(step: SimplificationStep) -> dict[str, Any]:
    """The row of the table for a step of the simplification."""
    evidence = str(step.evidence) if step.evidence else step.same
    early = "" if step.complete else "; the search was stopped early"
    return {
        "kind": KINDS[step.kind],
        "nodes": len(step.tree),
        "depth": step.tree.depth,
        "evidence": f"{evidence}{early}",
    }


def _same(report: RunReport) -> str:
    """How the shortest form is the same as the champion; empty if it is the champion itself."""
    if report.shortest is report.champion or report.simplification is None:
        return ""
    # A later kind that found nothing shorter does not weaken what was known before.
    return next(step.same for step in report.simplification.steps if step.tree == report.shortest)


def _winners(report: RunReport) -> list[tuple[int, float | None, list[Measurement]]]:
    """The measured winners: the generation of each, its time, and what it is against each group."""
    curves = {**report.strong_curves, **report.curves}
    return [
        (generation, report.log.seconds_until(generation), [curve[generation] for curve in curves.values()])
        for generation in next(iter(curves.values()), {})
    ]


def _by_size(report: RunReport) -> list[dict[str, Any]]:
    """The rows of the table of the best players by size; none if there is no such table."""
    if report.sizes is None:
        return []
    ahead = report.sizes.front
    return [
        {
            "nodes": len(player.tree),
            "ahead": not report.sizes.by_tests and any(player is one for one in ahead),
            "champion": player.is_champion,
            "against": player.against,
            "generation": player.generation,
            "expression": _in_list(to_lisp(player.tree)),
        }
        for player in report.sizes.players
    ]


def _migrants(report: RunReport) -> list[dict[str, Any]]:
    """The rows of the table of migrants, which has the last ones."""
    if report.islands is None:
        return []
    return [
        {"migrant": one, "expression": _in_list(to_lisp(one.tree))}
        for one in report.islands.migrations[-_MAX_MIGRANTS:]
    ]


def _in_list(text: str) -> str:
    return text if len(text) <= _MAX_IN_LIST else f"{text[:_MAX_IN_LIST]} …"
