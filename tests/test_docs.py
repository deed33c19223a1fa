"""The documentation is correct."""

from __future__ import annotations

import re
import runpy
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

import senet_gp
from senet_gp.arena.verdict import verdict
from senet_gp.evolution.configuration.common_options import COMMON
from senet_gp.evolution.configuration.parts import classes

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


@pytest.mark.parametrize("page", ["data", "vocabulary", "options", "players"])
def test_a_page_that_is_generated_is_up_to_date(page: str) -> None:
    name = f"scripts/document_{page}.py"
    script = runpy.run_path(str(ROOT / name))
    assert script["FILE"].read_text(encoding="utf-8") == script["text"](), f"run python {name}"


def anchors(page: Path) -> set[str]:
    """What a link into a page can name: its headings, in small letters, without signs, joined by hyphens."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#]*)(?:#([^)]*))?\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            other = page.parent / target if target else page
            assert other.exists(), f"{page.name} links to {target}"
            assert not anchor or anchor in anchors(other), f"{page.name} links to {target}#{anchor}"


def test_pages_stay_within_their_words() -> None:
    """What is new takes the place of something; who makes pages shorter lowers the number."""
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    assert sum(len(page.read_text(encoding="utf-8").split()) for page in pages) <= 46_000
    developers = [ROOT / "docs" / name for name in ("contributing.md", "architecture.md")]
    assert sum(len(page.read_text(encoding="utf-8").split()) for page in developers) <= 2_500


def test_every_option_is_documented() -> None:
    text = (ROOT / "docs" / "options.md").read_text(encoding="utf-8")
    of_parts = [name for part in classes() for name in part.options()]
    for name in (*COMMON, *of_parts):
        assert f"\n| `{name}` | " in text, (
            f"docs/options.md does not describe {name}: run scripts/document_options.py"
        )
    for part in classes():
        assert f"**`{part.name}`**: " in text


def test_the_bred_players_of_small_games_do_as_well_as_perfect_play() -> None:
    page = (ROOT / "docs" / "small_games.md").read_text(encoding="utf-8")
    page = page.partition("**The shortest ones.**")[2]
    blocks = page.split("```")[1].strip().split("\n\n")
    expected = {"hexapawn": [-1, 1], "trilobite": [0, 0]}
    for (game, worst), text in zip(expected.items(), blocks, strict=True):
        found = verdict(game, f"expr:{' '.join(text.split())}")
        assert [seat.worst for seat in found.seats] == worst, game


@pytest.mark.parametrize(
    ("page", "ours"),
    [
        ("rules.md", "holds the even squares"),
        ("rules.md", "from a random stream of their own"),
        ("rules.md", "goes on throwing, still in the same turn"),
        ("rules.md", "another order would have wasted fewer throws"),
        ("rules.md", "forward and backward hits alike"),
        ("rules.md", "in the water never move backward"),
        ("rules.md", "none can move onto 27"),
        ("rules.md", "the throws not yet played are lost"),
        ("rules.md", "so nothing is evaluated"),
        ("rules.md", "A round is read as one player's turn"),
        ("rules.md", "measured matches count a draw"),
        ("evolution.md", "count as one symbol, whose value is then drawn"),
        ("methods.md", "the winner one more than there are rounds"),
        ("methods.md", '"30 generations" are 30 tournaments'),
        ("methods.md", "a bye in the first round, which counts as a win"),
        ("methods.md", "which player begins the third game is drawn"),
        ("methods.md", "then by one more pair of games, then by lot"),
        ("methods.md", "else the base is copied"),
        ("players.md", "none of HC1 to HC5"),
        ("players.md", "the expressions and their weights are ours"),
        ("players.md", "as many of one's own as can be"),
        ("reproduction.md", "in the 500 after which it is stopped"),
        ("reproduction.md", "where the paper's ended after 33 and 30"),
        ("reproduction.md", "other players than HC1 to HC5"),
        ("small_games.md", "all of them are inferred"),
        ("small_games.md", "in each of which both move, the game is drawn"),
        ("small_games.md", "also where these are the noughts"),
        ("small_games.md", "if the block makes no fork"),
    ],
)
def test_what_is_ours_is_marked(page: str, ours: str) -> None:
    """Each decision of this project is marked [decided], in its sentence or behind it."""
    text = " ".join((ROOT / "docs" / page).read_text(encoding="utf-8").split())
    assert text.count(ours) == 1
    assert "[decided" in text.partition(ours)[2][:110]


def test_history_and_citation_name_this_version() -> None:
    assert f"## {senet_gp.__version__}" in (ROOT / "HISTORY.md").read_text(encoding="utf-8")
    assert f"\nversion: {senet_gp.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    metadata = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert metadata["project"]["dynamic"] == ["version"]


def test_the_page_on_citing_has_what_the_citation_file_has() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    (paper,) = cited["references"]
    (author,) = cited["authors"]
    names = [f"{name['family-names']}, {name['given-names']}" for name in paper["authors"]]
    entries = {
        "@software{senet_gp,": {
            "author": f"{{{author['name']}}}",
            "title": cited["title"],
            "version": cited["version"],
            "license": cited["license"],
        },
        "@inproceedings{ferrer_martin_1995,": {
            "author": " and ".join(names),
            "title": paper["title"],
            "booktitle": paper["conference"]["name"],
            "year": paper["year"],
            "volume": paper["volume"],
            "pages": paper["start"],
        },
    }
    found = (ROOT / "docs" / "cite.md").read_text(encoding="utf-8").split("```")[1].split("\n\n")
    for entry, (head, fields) in zip(found, entries.items(), strict=True):
        lines = dict(re.findall(r"^  (\w+) += \{(.*)\},?$", entry, re.MULTILINE))
        assert head in entry
        assert lines == {name: str(value) for name, value in fields.items()}


def test_every_test_that_a_page_names_exists() -> None:
    files = list((ROOT / "tests").rglob("*.py"))
    tests = {
        name
        for file in files
        for name in re.findall(r"^ *def (test_\w+)", file.read_text("utf-8"), re.MULTILINE)
    }
    known = tests | {file.name for file in files} | {str(file.relative_to(ROOT)) for file in files}
    named = {
        (page.name, name)
        for page in PAGES
        for name in re.findall(
            r"`((?:tests/[\w/]*)?test_\w+(?:\.py)?|tests/[\w/]+\.py)`", page.read_text("utf-8")
        )
    }
    promises = (ROOT / "docs" / "promises.md").read_text("utf-8").partition("\n## ")[2]
    for promise in re.findall(r"^- \*\*.*?(?=^- |^$)", promises, re.MULTILINE | re.DOTALL):
        assert re.search(r"\*Test\*:\s+`test_", promise), f"no test is named: {promise}"
    assert [(page, name) for page, name in sorted(named) if name not in known] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_module_that_a_page_names_exists(page: Path) -> None:
    """By its path, from the top or from senet_gp; HISTORY tells of what there was."""
    if page.name == "HISTORY.md":
        return
    named = re.findall(r"`((?:[a-z_]+/)+[a-z_]+\.py)`", page.read_text("utf-8"))
    places = (ROOT, ROOT / "senet_gp", page.parent)
    assert [name for name in named if not any((place / name).exists() for place in places)] == []


def test_every_page_that_the_program_names_exists() -> None:
    files = [
        file
        for place in ("senet_gp", "primitives", "scripts")
        for kind in ("*.py", "*.toml")
        for file in (ROOT / place).rglob(kind)
    ]
    named = {
        (str(file.relative_to(ROOT)), page)
        for file in files
        for page in re.findall(r"\bdocs/[\w/]+\.md\b", file.read_text("utf-8"))
    }
    assert [(file, page) for file, page in sorted(named) if not (ROOT / page).exists()] == []


def test_what_ci_runs_exists() -> None:
    lists = re.findall(
        r"^\w+=\(\n.*?^\)", (ROOT / ".ci" / "run").read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    assert len(lists) == 3
    program = "\n".join(lists) + '\nprintf "%s\\n" "${uses_libraries[@]}" "${spawned[@]}" "${uses_python[@]}"'
    command = ["bash", "-c", program]
    named = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    for name in named.split():
        file, _, test = name.partition("::")
        assert (ROOT / file).exists(), name
        assert not test or f"\ndef {test}(" in (ROOT / file).read_text("utf-8"), name
