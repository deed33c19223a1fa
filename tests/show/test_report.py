"""The page about a run: complete, safe, and only written over an earlier report."""

from __future__ import annotations

import dataclasses
import json
import re
import shutil
import xml.etree.ElementTree as ET
from base64 import b64decode
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from commands import run_command
from configs import fitting
from tiny_runs import TINY, begun, files_of, play_until, to_its_end

from senet_gp.arena.local_pool import WorkerPool
from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.record.run_directory import RunDirectory
from senet_gp.evolution.run import measured_winners
from senet_gp.games.registry import GAMES
from senet_gp.insight import decisive_positions
from senet_gp.insight.decisive_positions import PlayoutEffort
from senet_gp.runtime.documents import read_document, write_document
from senet_gp.runtime.errors import FileError
from senet_gp.show import run_page, run_report
from senet_gp.show.run_page import check_writable, write_page
from senet_gp.show.run_report import RunReport, make_report
from senet_gp.trees.text import to_lisp

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module", autouse=True)
def small() -> Iterator[None]:
    """What reports measure is measured in little."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(run_report, "_DECISIONS", 100)
        patched.setattr(run_report, "_EXPLAINING_GAMES", 20)
        patched.setattr(run_report, "_GAMES_OF_LANDMARKS", 20)
        patched.setattr(decisive_positions, "PLAYOUTS", PlayoutEffort(((8, 2),), 4))
        patched.setattr(measured_winners, "MAX_WINNERS", 3)
        yield


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunDirectory:
    return RunDirectory.open(to_its_end(begun(tmp_path_factory.mktemp("runs") / "run")))


@pytest.fixture(scope="module")
def report(run: RunDirectory) -> RunReport:
    """The report on that run, whose champion is not simplified."""
    return report_on(run)


def report_on(run: RunDirectory, kind: str | None = None, shown: list[str] | None = None) -> RunReport:
    shown = [] if shown is None else shown
    with WorkerPool(1) as pool:
        return make_report(
            run, games=8, seed=1, kind=kind, pool=pool, show=lambda _done, _total, what: shown.append(what)
        )


def cut_short(path: Path, config: Config, generations: int) -> RunDirectory:
    return play_until(begun(path, config), generations)


class Page(HTMLParser):
    """What is asked of a page: its elements, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element begins."""
        self.elements.append((tag, dict(attrs)))
        if tag not in {"meta", "img"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """The last one that has begun ends."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Some text."""
        if "style" not in self.open:
            self.text += data


def check(directory: Path) -> Page:
    """Hold that a page stands alone, runs nothing, and has no empty picture."""
    found = Page((directory / "index.html").read_text())
    assert {tag for tag, _ in found.elements}.isdisjoint(
        {"script", "iframe", "object", "embed", "link", "form"}
    )
    for tag, attributes in found.elements:
        assert not any(name.startswith("on") for name in attributes), (tag, attributes)
        for name in ("src", "href"):
            assert (attributes.get(name) or "#").startswith(("#", "data:image/svg+xml;base64,"))
    pictures = [attributes for tag, attributes in found.elements if tag == "img"]
    beside = sorted(file.read_bytes() for file in directory.glob("*.svg"))
    assert sorted(b64decode((one["src"] or "").partition(",")[2]) for one in pictures) == beside
    assert all(one["alt"] for one in pictures)
    for content in beside:
        assert len(list(ET.fromstring(content.decode()).iter(f"{SVG}path"))) > 5  # noqa: S314 - our own
        assert b"<script" not in content
    ids = [attributes["id"] for _, attributes in found.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    links = [attributes["href"] for tag, attributes in found.elements if tag == "a"]
    assert set(links) <= {f"#{name}" for name in ids}
    return found


def test_seeds_are_reported(report: RunReport, tmp_path: Path) -> None:
    texts = ("my_pieces", "(sub my_pieces their_pieces)", *["(add my_pieces 1)"] * 8)
    seeded = RunDirectory.open(
        to_its_end(begun(tmp_path / "run", dataclasses.replace(TINY, seed_with=texts)))
    )
    write_page(report_on(seeded), tmp_path)
    text = " ".join(check(tmp_path).text.split())
    assert "These expressions were the seeds of the first population:" in text
    assert "(sub my_pieces their_pieces)" in text
    write_page(report, tmp_path)
    assert "seeds" not in check(tmp_path).text.replace("seed_with", "")


#: With and without chance; the others take longer.
QUICK = ("senet", "hexapawn")


@pytest.mark.parametrize(
    "game", [game if game in QUICK else pytest.param(game, marks=pytest.mark.slow) for game in GAMES]
)
def test_all_games(game: str, tmp_path: Path) -> None:
    tiny = {"population": 8, "generations": 2, "random_games": 4, "final_games": 2}
    config = fitting(game, **tiny, cases=20)
    run = RunDirectory.open(to_its_end(begun(tmp_path / "run", config)))
    shown: list[str] = []
    report = report_on(run, "terms", shown)
    assert ("going through every line of play" in shown) == (game != "senet")
    write_page(report, tmp_path)
    text = check(tmp_path).text
    assert f"{len(report.champion)}, {report.champion.depth}" in text
    assert ("Against every line of play" in text) == (report.verdict is not None) == (game != "senet")
    assert ("lost by their own last move" in text) == (game == "pursuit")
    numbers = json.loads(json.dumps(report.as_json()))
    sizes = [player["nodes"] for player in numbers["sizes"]]
    assert sizes == sorted(sizes)
    assert sum(player["champion"] for player in numbers["sizes"]) == 1
    assert "The strongest player of each size, from one word up" in text
    assert (tmp_path / "strength.svg").exists()
    assert numbers["champion"]["expression"] == to_lisp(report.champion)
    assert [row["generation"] for row in numbers["log"]] == [1, 2]
    assert set(numbers["changed_options"]) >= {"population", "generations"}
    for points in numbers["curves"].values():
        assert all(0 <= point["interval"][0] <= point["interval"][1] <= 1 for point in points)


def test_options_stand_below_the_parts_that_they_belong_to(tmp_path: Path) -> None:
    tiny = {"population": 8, "generations": 2, "final_games": 2, "credit": "lexicase"}
    config = Config.of("hexapawn", **tiny, fitness="regret", tournament_size=3, cases=9)
    report = report_on(RunDirectory.open(to_its_end(begun(tmp_path / "run", config))))
    numbers = json.loads(json.dumps(report.as_json()))
    assert numbers["changed_options"] == {
        "population": 8,
        "generations": 2,
        "final_games": 2,
        "fitness": "regret",
        "fitness.cases": 9,
        "credit": "lexicase",
        "selection.tournament_size": 3,
    }
    assert numbers["config"]["selection"] == {"name": "tournament", "tournament_size": 3}
    write_page(report, tmp_path)
    first, second = (tmp_path / "index.html").read_text().split('<table class="options">')[1:]
    names = re.findall(r"<tr><th[^>]*><code>(.*?)</code></th><td>(.*?)</td><td>(.*?)</td>", first)
    assert names == [
        *(("population", "8", "400"), ("generations", "2", "30"), ("final_games", "2", "1000")),
        *(("fitness", "regret", "full-games"), ("cases", "9", "256")),
        *(("credit", "lexicase", "shared"), ("selection", "tournament", "tournament")),
        ("tournament_size", "3", "8"),
    ]
    rows = re.findall(r'<th scope="row"( class="\w+")?><code>(\w+)</code></th><td>(.*?)</td>', second)
    assert [name for _, name, _ in rows] == [name.rpartition(".")[2] for name in config.resolved().flat()]
    assert [value for mark, _, value in rows if mark == ' class="part"'] == [
        part.name for part in config.resolved().parts().values()
    ]


def test_a_run_that_was_cut_short_says_so_and_stays_as_it_is(tmp_path: Path) -> None:
    run = cut_short(tmp_path / "run", TINY, 3)
    before = files_of(run.path)
    report = report_on(RunDirectory.open(run.path))
    assert files_of(run.path) == before
    write_page(report, tmp_path)
    text = check(tmp_path).text
    assert "has not ended: 3 of 4 generations" in text
    assert "The best winner so far" in text
    assert "are measured when the run ends" in text
    # It is the champion of a run that ends there.
    ended = to_its_end(begun(tmp_path / "ended", Config(**{**vars(TINY), "generations": 3})))
    content = read_document(ended / "champion.json", "senet-gp champion", 3, dict)
    assert (content["expression"], content["origin"]["generation"]) == (
        to_lisp(report.champion),
        report.generation,
    )


def test_a_run_that_is_being_written_is_told_of_as_far_as_it_is_whole(tmp_path: Path) -> None:
    run = cut_short(tmp_path / "run", TINY, 3)
    with (run.path / "generations.csv").open("a") as log:
        log.write("4,28,10,3.5")
    assert len(report_on(run).log.generations) == 3


def test_files_that_were_removed_are_told(run: RunDirectory, tmp_path: Path) -> None:
    less = RunDirectory.open(shutil.copytree(run.path, tmp_path / "run"))
    less.sizes_file.unlink()
    write_page(report_on(less), tmp_path)
    assert "not measured by size: its sizes.json was removed" in check(tmp_path).text


def test_a_single_generation_and_no_times(tmp_path: Path) -> None:
    run = cut_short(tmp_path / "run", TINY, 1)
    (run.path / "timing.csv").unlink()
    write_page(report_on(run), tmp_path)
    assert "The times of the generations were not kept" in check(tmp_path).text


def test_nothing_foreign_becomes_part_of_the_page(tmp_path: Path) -> None:
    evil = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>&lt;"
    run = to_its_end(begun(tmp_path / evil.replace("/", "\N{DIVISION SLASH}")))
    content = read_document(run / "champion.json", "senet-gp champion", 3, dict)
    content["results"], content["origin"]["<b>"] = [{"players": [evil, evil]}], evil
    write_document(run / "champion.json", "senet-gp champion", 3, content)
    write_page(report_on(RunDirectory.open(run)), tmp_path)
    assert evil.partition("<")[0] + "<script>alert(1)" in check(tmp_path).text


def test_only_a_report_is_written_over(run: RunDirectory, report: RunReport, tmp_path: Path) -> None:
    simplified = report_on(run, "terms")
    place = tmp_path / "new" / "report"
    check_writable(place)
    files = write_page(simplified, place)
    assert {file.name for file in files} == {file.name for file in place.iterdir()}
    (place / "note.txt").write_text("mine")
    check_writable(place)
    write_page(report, place)
    assert (place / "note.txt").read_text() == "mine"
    assert not (place / "simplified.svg").exists()
    (place / "index.html").write_text("<!DOCTYPE html>\nmine")
    with pytest.raises(FileError, match="holds something that is not a report of senet-gp: choose another"):
        check_writable(place)
    (tmp_path / "file").touch()
    with pytest.raises(FileError, match="Not a directory"):
        check_writable(tmp_path / "file")


def test_a_champion_of_another_run_is_refused(run: RunDirectory, tmp_path: Path) -> None:
    copy = shutil.copytree(run.path, tmp_path / "run", ignore=shutil.ignore_patterns("report"))
    content = read_document(copy / "champion.json", "senet-gp champion", 3, dict)
    for change in (
        {"expression": "my_moves", "nodes": 1, "depth": 0},
        {"origin": content["origin"] | {"generation": 9}},
        {"origin": content["origin"] | {"generation": "1"}},
    ):
        write_document(copy / "champion.json", "senet-gp champion", 3, content | change)
        with pytest.raises(FileError, match="does not belong to this run"):
            report_on(RunDirectory.open(copy))


def test_a_champion_of_a_front_need_not_have_won_a_generation(tmp_path: Path) -> None:
    options = {"population": 30, "generations": 3, "games": 2, "random_games": 4, "opponents": 1, "seed": 2}
    config = Config.of("trilobite", objectives=["score", "nodes"], until="generations", **options)
    run = RunDirectory.open(to_its_end(begun(tmp_path / "run", config)))
    won = {row.winner for log in run.read_logs() for row in log.generations}
    report = report_on(run)
    assert to_lisp(report.champion) not in won
    assert not report.won
    write_page(report, tmp_path)
    text = check(tmp_path).text
    assert "comes from generation" in text
    run.sizes_file.unlink()
    with pytest.raises(FileError, match=r"nor the champion of sizes\.json"):
        report_on(run)


def test_large_trees_are_not_drawn(
    report: RunReport, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_page, "_MAX_DRAWN", 0)
    monkeypatch.setattr(run_page, "_MAX_CHARACTERS", 5)
    write_page(report, tmp_path)
    text = check(tmp_path).text
    assert "too many for a readable drawing" in text
    assert "more characters" in text


def test_from_the_command_line(run: RunDirectory, tmp_path: Path) -> None:
    shutil.copytree(run.path, tmp_path / "run", ignore=shutil.ignore_patterns("report"))
    done = run_command("report", "run", "--games", "4", "--simplify", "none", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    numbers = json.loads(done.stdout)
    assert done.stdout.count("\n") == 1
    assert all((tmp_path / file).is_file() for file in numbers["files"])
    assert numbers["ended"]
    check(tmp_path / "run" / "report")


@pytest.mark.parametrize(
    ("file", "content", "sentence"),
    [
        (
            "generations.csv",
            "generation,version\n1,3\n",
            "has no column games, so another version of senet-gp wrote it",
        ),
        ("generations.csv", "", "has been played yet: there is nothing to show"),
        ("generations.csv", "\x00", "has been played yet: there is nothing to show"),
        (
            "timing.csv",
            "generation,version\nx,2\n",
            r"if you remove it, the run goes on without it, and only",
        ),
        ("timing.csv", "generation\n1\n", r"without a version, .* \(if you remove it, the run goes on"),
        ("timing.csv", "generation,version\n1,\n", r"its line 2 has no version \(if you remove it, the run"),
        ("generations.csv", "generation,version\n1,\n", "is damaged: its line 2 has no version$"),
        ("champion.json", "{}", "is not a senet-gp champion file.*remove it"),
        ("config.toml", "config_version = 4\ngame = 5", "is unsound"),
    ],
)
def test_a_damaged_file_is_reported_in_one_sentence(
    run: RunDirectory, tmp_path: Path, file: str, content: str, sentence: str
) -> None:
    copy = shutil.copytree(run.path, tmp_path / "run", ignore=shutil.ignore_patterns("report"))
    (copy / file).write_text(content)
    with pytest.raises(FileError, match=sentence):
        report_on(RunDirectory.open(copy))
