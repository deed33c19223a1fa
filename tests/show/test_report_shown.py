"""The page about a run as its reader sees it: what comes first, what is folded, narrow and dark pages."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from browser import PHONE, WIDE, chromium
from shown_page import ShownPage
from tiny_runs import begun, to_its_end

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.engine.measurement import Measurement
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.evolution.run import measured_winners
from senet_gp.insight import decisive_positions
from senet_gp.insight.decisive_positions import PlayoutEffort
from senet_gp.runtime.interruption import no_progress
from senet_gp.show import run_report
from senet_gp.show.pages import Picture
from senet_gp.show.plots.run import draw_curves
from senet_gp.show.run_page import (
    Bar,
    bars_of_matches,
    bars_of_parts,
    html_of,
    pictures_of,
    write_page,
)
from senet_gp.show.run_report import RunReport, make_report
from senet_gp.trees.text import from_lisp

FIRST = ["champion"]
FOLDED = ["strength", "panel", "parts", "decisive", "learning", "expression", "population", "run"]
#: A phone shows a chart at some 360 pixels; of one that is wider than this, text could not be read.
WIDEST_CHART = 480
SENET = Config.of("senet", population=8, generations=2, final_games=2, games=1)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> RunReport:
    """A report on a run of Senet, which has references and a wide board."""
    run = RunDirectory.open(to_its_end(begun(tmp_path_factory.mktemp("runs") / "run", SENET)))
    with pytest.MonkeyPatch.context() as patch, WorkerPool(1) as pool:
        patch.setattr(run_report, "_DECISIONS", 100)
        patch.setattr(run_report, "_EXPLAINING_GAMES", 20)
        patch.setattr(run_report, "_GAMES_OF_LANDMARKS", 20)
        patch.setattr(decisive_positions, "PLAYOUTS", PlayoutEffort(((8, 2),), 4))
        patch.setattr(measured_winners, "MAX_WINNERS", 2)
        return make_report(run, games=8, seed=1, kind="play", pool=pool, show=no_progress)


@pytest.fixture(scope="module")
def file(report: RunReport, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_page(report, tmp_path_factory.mktemp("report"))[0]


@pytest.fixture(scope="module")
def tab() -> Iterator[ShownPage]:
    with chromium() as driver:
        yield ShownPage(driver)


def _pictures(report: RunReport) -> dict[str, Picture]:
    return {picture.name: picture for picture in pictures_of(report)}


def sections_of(text: str) -> dict[str, str]:
    return dict(re.findall(r'<section id="(\w+)">(.*?)</section>', text, re.DOTALL))


def test_what_a_reader_wants_comes_first_and_the_rest_is_folded(report: RunReport, file: Path) -> None:
    sections = sections_of(file.read_text())
    assert list(sections) == FIRST + FOLDED
    for name, content in sections.items():
        heading, fold = content.index("<h2>"), content.find("<details>")
        assert (0 <= fold < heading) == (name in FOLDED), name
    assert "<details open" not in file.read_text()
    # All of a folded section is within its fold.
    assert all(sections[name].rstrip().endswith("</details>") for name in FOLDED)
    champion = sections["champion"]
    assert report.explanation is not None
    sentence = report.explanation.way.text
    assert champion.index("<pre") < champion.index(sentence) < champion.index("<details>")
    assert champion.index(">Strength and size<") < champion.index(">Played: ")


def test_a_long_form_scrolls_in_its_box(report: RunReport) -> None:
    sentence = "lines: scroll within the box to see all of them"
    assert sentence not in html_of(report, _pictures(report))
    term = "(if_then_else i_am_in_water (mul my_moves their_moves) (sub my_distance their_distance))"
    long = from_lisp("(add " + f"{term} (add " * 12 + f"{term} 1" + ")" * 13, report.champion.vocabulary)
    text = html_of(dataclasses.replace(report, champion=long, simplification=None), _pictures(report))
    assert sentence in sections_of(text)["champion"]


def test_the_score_against_the_references_leads(report: RunReport) -> None:
    names = [bar.name for bar in bars_of_matches([*report.references, *report.panel])]
    assert names[:7] == [*(f"hand:HC{number}" for number in range(1, 6)), "net", "random"]
    assert not any(name.startswith("random-tree") for name in names)
    assert [match["players"][1] for match in report.as_json()["references"]] == names[:6]


def test_growth_is_told_by_generation_and_time(report: RunReport, file: Path) -> None:
    curves = report.as_json()["strong_curves"]
    assert list(curves) == ["HC1 to HC5", "the network net"]
    spent = report.log.seconds
    for points in curves.values():
        for point in points:
            assert point["seconds"] == pytest.approx(sum(spent[: point["generation"]]))
    learning = sections_of(file.read_text())["learning"]
    assert "The winners of generations against strong opponents" in learning
    drawn = _pictures(report)["curves"].content.decode()
    for text in ("seconds since the run began", "against HC1 to HC5", "against the network net"):
        assert f"<!-- {text} -->" in drawn
    unknown: list[float | None] = [None] * len(spent)
    assert dataclasses.replace(report.log, seconds=unknown).seconds_until(1) is None


def test_the_parts_are_bars(report: RunReport, file: Path) -> None:
    assert report.explanation is not None
    bars = bars_of_parts(report.explanation)
    assert [bar.value for bar in bars] == [part.lost.share for part in report.explanation.parts]
    assert all(0 <= bar.begin <= bar.begin + bar.width <= 100.02 for bar in bars)
    assert all(0 <= begin <= begin + length <= 100.02 for begin, length in (bar.reach for bar in bars))
    assert sections_of(file.read_text())["parts"].count("<li>") == len(bars)
    assert report.as_json()["explanation"]["parts"] == report.explanation.as_json()["parts"]


def test_a_bar_leads_from_zero_to_its_number() -> None:
    below = Bar("my_moves", -0.05, (-0.1, 0.1), (-0.1, 0.3))
    assert (below.zero, below.begin, below.width, below.reach) == (25, 12.5, 12.5, (0, 50))
    above = Bar("hits", 0.2, (0.1, 0.3), (0, 0.4))
    assert (above.zero, above.begin, above.width, above.reach) == (0, 0, 50, (25, 50))


def test_decisive_positions_have_two_boards_each(report: RunReport, file: Path) -> None:
    assert report.explanation is not None
    sections = sections_of(file.read_text())
    section = sections["champion"] + sections["decisive"]
    shown = len(report.explanation.decisive)
    assert shown > 0
    assert section.count("<svg") == 2 * shown
    assert section.count(">Played: ") == section.count(">Its rival: ") == shown


def test_every_figure_has_a_title_and_a_caption(file: Path) -> None:
    figures = re.findall(r"<figure(?! class=\"board\").*?</figure>", file.read_text(), re.DOTALL)
    assert len(figures) >= 6
    titles = [re.findall(r'<p class="title">(.+?)</p>', figure) for figure in figures]
    assert all(len(found) == 1 for found in titles)
    assert len({found[0] for found in titles}) == len(titles)
    assert all(re.search(r"<figcaption>.+\.</figcaption>", figure) for figure in figures)


def test_ticks_are_of_the_shares_beside_them(report: RunReport) -> None:
    """Where tests chose the players, the shares of other games need not rise, so nothing is ticked."""
    sizes = report.sizes
    assert sizes is not None
    for by_tests in (False, True):
        told = dataclasses.replace(report, sizes=dataclasses.replace(sizes, by_tests=by_tests))
        assert ("\N{CHECK MARK}" in html_of(told, _pictures(report))) is not by_tests


def test_times_that_leap_stand_apart() -> None:
    curve = {
        number: Measurement(games=10, wins=5, draws=0, share=0.5, effective_games=10.0)
        for number in range(1, 9)
    }
    figure = draw_curves(
        {"net": curve}, lambda number: 2 + number / 100 if number < 8 else 100.0, 4, "champion"
    )
    above = figure.axes[0].child_axes[0]
    told = [label.get_text() for label in above.get_xticklabels()]
    assert (told[0], told[-1]) == ("2.0", "100")
    places = [float(tick) for tick in above.get_xticks()]
    assert min(after - before for before, after in pairwise(places)) >= 1


def test_charts_are_narrow_enough_for_a_phone(report: RunReport) -> None:
    charts = [one for one in pictures_of(report) if one.name != "champion"]
    assert len(charts) >= 4
    assert all(0 < one.width <= WIDEST_CHART for one in charts)


def test_without_an_explanation_the_page_says_so(report: RunReport) -> None:
    text = html_of(dataclasses.replace(report, explanation=None), _pictures(report))
    assert text.count("It was not explained, since it is too large") == 2


@pytest.mark.slow
@pytest.mark.parametrize(("size", "dark"), [(WIDE, False), (PHONE, True)])
def test_shown(file: Path, tab: ShownPage, size: tuple[int, int], dark: bool) -> None:
    """Nothing scrolls sideways but within its box; no gap; no white on dark, also unfolded."""
    tab.wide(*size, dark=dark)
    tab.open(file.as_uri())
    assert tab.all("#champion pre")
    assert not tab.all("#expression pre")
    for _ in range(2):
        assert tab.run("return document.documentElement.scrollWidth") <= size[0]
        assert tab.errors() == []
        # Long meanings of options need their lines; no other row is high.
        rows = tab.run(
            "return [...document.querySelectorAll('main tr:not(:has(td.text))')].map(row => row.clientHeight)"
        )
        assert max(rows) < 300
        tab.run("document.querySelectorAll('details').forEach(one => one.open = true)")
    filters = tab.run("return [...document.images].map(one => getComputedStyle(one).filter)")
    assert len(filters) >= 5
    assert all(("invert" in found) == dark for found in filters)
    # Trees keep their size, and where they do not fit, a sentence says so.
    trees = "return [...document.querySelectorAll('figure.tree')].map(one => [one.querySelector('.wide')"
    for scrolls, told in tab.run(
        trees + ", one.querySelector('.cue')].map((part, n) => n ? !!part && part.checkVisibility()"
        " : part.scrollWidth > part.clientWidth))"
    ):
        assert told >= scrolls


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_accessible(file: Path, tab: ShownPage, dark: bool) -> None:
    tab.wide(*PHONE, dark=dark)
    tab.open(file.as_uri())
    for _ in range(2):
        assert tab.complaints() == []
        tab.run("document.querySelectorAll('details').forEach(one => one.open = true)")
