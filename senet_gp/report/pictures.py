"""The pictures of a report, as SVG."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from primitives.vocabulary import Node
from senet_gp.evolution.evaluation.registry import SUITES
from senet_gp.export.formats import text_in
from senet_gp.plots import Figure, rendered
from senet_gp.plots.run import (
    draw_ancestors,
    draw_curves,
    draw_diversity,
    draw_islands,
    draw_own_losses,
    draw_proofs,
    draw_sizes,
    draw_speed,
    draw_strength,
)
from senet_gp.report.contents import RunReport

#: The names of all pictures that a report may have.
PICTURES = (
    "curves",
    "strong-curves",
    "proofs",
    "strength",
    "sizes",
    "diversity",
    "own-losses",
    "speed",
    "ancestors",
    "champion",
    "simplified",
    "islands",
)
#: The most nodes of a tree that is drawn; a larger picture would be unreadable.
_MAX_DRAWN = 160


@dataclass(frozen=True)
class Picture:
    """A picture of the page.

    Attributes:
        name: the name of its file, without the ending.
        content: the picture as SVG.
        alternative: its description for people who cannot see it.
    """

    name: str
    content: bytes
    alternative: str

    @property
    def width(self) -> int:
        """The width in pixels of a page; 0 if the picture does not say it."""
        found = re.search(rb'<svg[^>]* width="([0-9.]+)pt"', self.content[:4000])
        return round(float(found[1]) * 4 / 3) if found else 0

    @property
    def address(self) -> str:
        """The picture as a data URL."""
        return f"data:image/svg+xml;base64,{b64encode(self.content).decode()}"


def pictures_of(report: RunReport) -> Iterator[Picture]:
    """All pictures for which the report has data."""
    rows = report.log.generations
    called = "champion" if report.ended else "best so far"
    for name, curves, opponents in (
        ("strong-curves", report.strong_curves, "strong opponents"),
        ("curves", report.curves, "each part of the panel"),
    ):
        if curves:
            yield _drawn(
                name,
                draw_curves(curves, report.generation, called),
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
            draw_strength(report.sizes.players),
            "Line chart: the shares of points of the best players by their nodes, with 95 % intervals. The "
            "table below has the same numbers.",
        )
    yield _drawn(
        "sizes",
        draw_sizes(rows),
        f"Line chart: nodes by generation. At the end the mean is {rows[-1].size_mean:.1f}, "
        f"the largest {rows[-1].size_max:.0f}, the winner {rows[-1].winner_size}.",
    )
    yield _drawn(
        "diversity",
        draw_diversity(rows, report.config.population),
        f"Line chart: different trees in the population. At the end {rows[-1].distinct} of "
        f"{report.config.population}.",
    )
    if rows[-1].self_losses is not None:
        yield _drawn(
            "own-losses",
            draw_own_losses(rows),
            f"Line chart: games lost by repeating a move. At the end {rows[-1].self_losses:.1%}.",
        )
    if any(row.seconds for row in rows):
        counted = SUITES[report.config.fitness].counted
        yield _drawn("speed", draw_speed(rows, counted), f"Line chart: {counted} per second by generation.")
    if report.lineage is not None:
        yield _drawn(
            "ancestors",
            draw_ancestors(report.lineage.line),
            "Chart: the sizes of the champion's ancestors by generation, and the operators that made them.",
        )
    yield from _trees(report)


def _drawn(name: str, figure: Figure, alternative: str) -> Picture:
    return Picture(name, rendered(figure, "svg"), alternative)


def _trees(report: RunReport) -> Iterator[Picture]:
    """The trees of the champion and of its simplified form, except those that are too large."""
    trees: dict[str, Sequence[Node]] = {"champion": report.champion}
    if report.simplification and len(report.simplification.tree) < len(report.champion):
        trees["simplified"] = report.simplification.tree
    for name, tree in trees.items():
        if len(tree) <= _MAX_DRAWN:
            content = text_in("svg", tree, report.champion.vocabulary).encode()
            alternative = f"The tree of the {name} expression, which the text above it shows, too."
            yield Picture(name, content, alternative)
