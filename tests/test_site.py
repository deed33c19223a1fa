"""The site of the documentation is built, has all pages, and no link in it is dead."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = {
    file.relative_to(DOCS).with_suffix("").as_posix(): file
    for kind in ("*.md", "*.ipynb")
    for file in DOCS.rglob(kind)
}
_MISSING = "the site is not built: sphinx is not installed (pip install '.[docs]')"


class _Page(HTMLParser):
    """The places of a page that links can name, and its links."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.places, self.links = {""}, []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.places.add(value)
            elif value and (name == "src" or (name == "href" and tag == "a")):
                self.links.append(value)

    places: set[str]
    links: list[str]


def _in_tables(page: str) -> list[str]:
    """What the tables of contents of a page list, some with a title, as in ``Title <page>``."""
    text = PAGES[page].read_text(encoding="utf-8")
    tables = re.findall(r"^```\{toctree\}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    lines = [line for line in "".join(tables).splitlines() if not line.startswith(":")]
    return [re.sub(r".*<(.*)>", r"\1", line) for line in lines]


def _listed(page: str) -> Iterator[str]:
    """A page, and the pages of its tables of contents, with those of theirs."""
    yield page
    for name in _in_tables(page):
        yield from _listed(f"{page.rpartition('index')[0]}{name}")


def test_every_page_is_in_the_table_of_contents_once() -> None:
    assert sorted(_listed("index")) == sorted(PAGES)


@pytest.mark.parametrize("page", ["index", "api/index"])
def test_the_list_that_is_read_has_the_pages_of_the_table(page: str) -> None:
    text = PAGES[page].read_text(encoding="utf-8")
    links = re.findall(r"^- \[.*?\]\((.*?)\.(?:md|ipynb)\):", text, re.MULTILINE)
    assert links == _in_tables(page)


def _built(place: Path) -> Path:
    """The site, as docs/contributing.md says how it is built."""
    if importlib.util.find_spec("sphinx") is None:
        if os.environ.get("CI"):
            pytest.fail(_MISSING)
        pytest.skip(_MISSING)
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", DOCS, place / "site"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return place / "site"


def _dead_links(site: Path, pages: dict[str, _Page]) -> Iterator[tuple[str, str]]:
    """The links within the site that lead to no page, file or place, each behind the page that has it."""
    for name, page in pages.items():
        for link in page.links:
            parts = urlsplit(urljoin(name, link))
            path, place = unquote(parts.path), unquote(parts.fragment)
            if parts.scheme or parts.netloc:
                continue
            if (path in pages and place not in pages[path].places) or not (site / path).is_file():
                yield name, link


@pytest.mark.slow
def test_the_site_is_built_whole(tmp_path: Path) -> None:
    site = _built(tmp_path)
    texts = {
        file.relative_to(site).as_posix(): file.read_text(encoding="utf-8") for file in site.rglob("*.html")
    }
    assert {f"{name}.html" for name in PAGES} <= set(texts)
    for name, shown in {
        "api/index": "play_match",
        "api/games": "PlainGame",
        "commands": "Usage: senet-gp evolve [OPTIONS] [GAME]",
        "tutorial": "<svg",
        "history": "0.1.0",
        "source/senet_gp/games/protocol.py": "class",
        "source/docs/examples/board_games": "board_games_example/tapatan.py",
        "index": '<a href="play_first_champion.html"',
        "play_first_champion": "const RULES = ",
    }.items():
        assert shown in texts[f"{name}.html"], name
    assert list(_dead_links(site, {name: _Page(text) for name, text in texts.items()})) == []
