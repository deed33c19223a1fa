"""The pages on Python, and on extending the program, are correct: all their code is run."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
from page_blocks import blocks_of, run_blocks

DOCS = Path(__file__).resolve().parent.parent / "docs"
needs_pandas = pytest.mark.skipif(find_spec("pandas") is None, reason="pandas is not installed")
#: The page on games quotes the files of an example package, in parts, so its blocks are not one program;
#: tests/outside/test_extending_games.py compares them with the files, and runs the others.
ELSEWHERE = {"extending_games.md"}
PAGES = [
    pytest.param(DOCS / "data.md", marks=needs_pandas),
    DOCS / "python.md",
    *sorted(page for page in DOCS.glob("extending*.md") if page.name not in ELSEWHERE),
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: Path(page).name)
def test_all_code_of_a_page_runs(page: Path, tmp_path: Path) -> None:
    run_blocks(page, tmp_path)


def test_wrong_pages_are_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Page\n\n```python\n# a.py\nx = 1\n```\n\n```python\nimport a\nprint(a.x)\n```\n\n")
    assert blocks_of(page).files == {"a.py": "# a.py\nx = 1\n"}
    assert run_blocks(page, tmp_path) == "1\n"
    with page.open("a") as file:
        file.write("```text\n2\n```\n")
    with pytest.raises(AssertionError, match="shows what is not printed"):
        run_blocks(page, tmp_path)
    page.write_text("# Page\n\n```python\nraise ValueError(7)\n```\n")
    with pytest.raises(AssertionError, match="line 4, in <module>"):
        run_blocks(page, tmp_path)
    page.write_text("# Page\n\n```sh\nsenet-gp match chess a b\n```\n")
    with pytest.raises(AssertionError, match="there is no game 'chess'"):
        run_blocks(page, tmp_path)
