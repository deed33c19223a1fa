"""The studies behind the figures of the documentation, and the blocks that they write into pages."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import evidence
import numpy as np
import pytest
import repeat_runs
from commands import run_command
from scipy import stats
from studies import strength, work
from studies.pages import named_in, pages, without_blocks, written_into
from studies.work import Work, commit, rounded

from senet_gp.evolution.configuration.config import Config
from senet_gp.evolution.configuration.presets import preset_values
from senet_gp.experiments.plan import Budget, read_plan

STUDIES = Path(evidence.__file__).parent / "studies"
PAGE = """Before.

<!-- evidence: one -->

old

<!-- end -->

Between.

<!-- evidence: two -->
<!-- end -->
"""


def test_blocks_are_written_and_nothing_else_is_changed() -> None:
    assert named_in(PAGE) == ["one", "two"]
    written = written_into(PAGE, {"one": "| a |\n| --- |"})
    assert written == PAGE.replace("old", "| a |\n| --- |")
    assert written_into(written, {"one": "| a |\n| --- |"}) == written
    assert without_blocks(written).split() == ["Before.", "Between."]


def test_what_is_measured_is_kept(tmp_path: Path) -> None:
    asked = []
    for _ in range(2):
        work = Work(tmp_path)
        assert work.keep("a question", lambda: asked.append(1) or [1.5]) == [1.5]
        assert work.keep("another one", lambda: {"a": 1}) == {"a": 1}
    assert asked == [1]
    assert work.origins["commits"] == [commit()]
    assert work.seconds >= 0


def printed_in_a_fork(words: list[str], place: Path) -> str:
    done = run_command(*words, "--json", cwd=place)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def in_forks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands run in forks, where the end of a run is short."""
    monkeypatch.setattr(work, "printed", printed_in_a_fork)


@pytest.mark.usefixtures("in_forks")
def test_a_command_that_was_stopped_goes_on(tmp_path: Path) -> None:
    work = Work(tmp_path)
    run = ("evolve", "hexapawn", "--population", 16, "--generations", 2, "--out", "run")
    nodes = work.command(*run)["nodes"]
    for kept in (tmp_path / "kept").iterdir():
        kept.unlink()
    assert Work(tmp_path).command(*run)["nodes"] == nodes
    (tmp_path / "games").mkdir()
    match = ("match", "hexapawn", "random", "random", "--games", 2, "--record", "games")
    assert work.command(*match, writes="games")["games"] == 2


def test_a_command_has_a_process_of_its_own_and_one_that_fails_is_named(tmp_path: Path) -> None:
    work = Work(tmp_path)
    assert work.command("match", "hexapawn", "random", "random", "--games", 2)["games"] == 2
    with pytest.raises(SystemExit, match="senet-gp match hexapawn nobody random failed with exit code"):
        work.command("match", "hexapawn", "nobody", "random")


@pytest.mark.usefixtures("in_forks")
def test_another_plan_is_another_question(tmp_path: Path) -> None:
    work = Work(tmp_path)
    for generations in (1, 2):
        plan = f'game = "hexapawn"\npopulation = 8\ngenerations = {generations}\n[variants.a]\n'
        (tmp_path / "plan.toml").write_text(plan)
        shown = work.command(
            "experiment", "plan.toml", "--seeds", 1, "--games", 2, "--out", f"g{generations}"
        )
        assert shown["variants"]
    assert len([*(tmp_path / "kept").iterdir()]) == 2


def test_every_block_is_in_one_page_and_as_its_data_say() -> None:
    shown = [name for page in pages() for name in named_in(page.read_text(encoding="utf-8"))]
    assert len(shown) == len(set(shown))
    written = ["studies", *(name for study in evidence.studies().values() for name in study.shows)]
    assert sorted(written) == sorted(shown)
    blocks = evidence.blocks()
    for page in pages():
        text = page.read_text(encoding="utf-8")
        assert text.count("<!-- evidence: ") - text.count("`<!-- evidence: ") == len(named_in(text))
        assert written_into(text, blocks) == text, f"run python scripts/evidence.py --write for {page.name}"


def test_every_data_file_has_a_study_and_says_where_it_is_from() -> None:
    for file in evidence.DATA.glob("*.json"):
        made = json.loads(file.read_text(encoding="utf-8"))
        assert file.stem == made["study"]
        assert file.stem in evidence.studies()
        assert set(made) == {"study", "commits", "dates", "machines", "processor_seconds", "result"}
        assert made["commits"]
        assert not [one for one in made["commits"] if one.endswith("+")], "make it from committed code"
        assert made["result"] == rounded(made["result"])
        assert not re.search(r'"(/|[A-Z]:\\\\|~)\w', file.read_text(encoding="utf-8")), "a local path"


def test_a_study_follows_those_that_it_needs() -> None:
    names = [*evidence.studies()]
    for name, study in evidence.studies().items():
        assert all(names.index(other) < names.index(name) for other in study.needs)


def test_a_study_that_is_unknown_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["evidence.py", "champion"])
    with pytest.raises(SystemExit, match="2"):
        evidence.main()
    assert "there is no study 'champion'; there are " in capsys.readouterr().err


@pytest.mark.parametrize("plan", sorted(STUDIES.glob("strength*.toml")), ids=lambda plan: plan.stem)
def test_plans_of_strength_measure_the_preset(plan: Path) -> None:
    variants = read_plan(plan, seeds=1, budget=Budget(max_seconds=110)).variants
    few = {"parameters": {"pieces": 2}} if "few" in plan.stem else {}
    first = next(iter(variants.values()))
    given = {
        "generations": first.generations,
        "seed": first.seed,
        "fitness": {"teacher": first.fitness.teacher},
        **few,
    }
    usual = Config.layered(preset_values("strong"), given).resolved()
    assert vars(first) == vars(usual)
    assert all(variant.seed > 100 for variant in variants.values()), "the preset was tuned below"


def test_means_of_runs_have_an_interval() -> None:
    values = np.array([0.40, 0.42, 0.45, np.nan])
    half = 50 * np.diff(stats.ttest_1samp(values[:3], 0).confidence_interval(0.95))[0]
    assert strength.mean_told(values) == f"42.3 (± {half:.1f})"
    assert strength.mean_told(np.array([0.4])) == "40.0"


def test_what_is_written_has_few_digits() -> None:
    assert rounded({"a": (1 / 3, 12345.678), 2: [1, None, "x"]}) == {
        "a": [0.333333, 12345.7],
        "2": [1, None, "x"],
    }


@pytest.mark.slow
@pytest.mark.usefixtures("in_forks")
@pytest.mark.parametrize(
    "name", [name for name, one in evidence.studies().items() if one.minutes <= work.QUICK]
)
def test_a_quick_study_still_comes_out(name: str) -> None:
    assert evidence.check(name) == []


@pytest.mark.slow
def test_a_run_whose_data_the_pages_show_still_comes_out() -> None:
    """It was bounded by processor time; by its generations it is the same on every machine."""
    recorded = next(repeat_runs.REPEATED["strength-time"](1))
    assert repeat_runs.comes_out(recorded)
