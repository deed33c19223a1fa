"""Take the picture that README.md begins with: a champion, its choices and its strength.

    senet-gp evolve && senet-gp report runs/senet-1
    python scripts/picture_readme.py runs/senet-1/report/index.html [FILE]

It opens the report of a run in headless Chromium (Debian's packages chromium and chromium-driver), keeps four
of its parts, and writes FILE, by default docs/pictures/champion.png. Needs senet-gp[test].
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support"))

from browser import chromium  # noqa: E402 - the tests' own browser
from picture_page import taken  # noqa: E402
from shown_page import ShownPage  # noqa: E402

#: What is kept of the report: for each column, headings with the CSS selectors of what stands below them.
COLUMNS = [
    [
        ["The champion, evolved in five seconds", ["#champion pre", "#champion .gist"]],
        ["How it learned: winners of generations", ["#learning figure img"]],
    ],
    [
        ["A choice it makes, and its second best", ["#decisive .boards"]],
        ["How strong it is: share of points", ["#panel figure .bars"]],
    ],
]
_REARRANGE = """
const columns = arguments[0].map((parts) => {
  const column = document.createElement("div");
  for (const [heading, selectors] of parts) {
    const part = document.createElement("section");
    part.innerHTML = `<h2>${heading}</h2>`;
    part.append(...selectors.map((selector) => document.querySelector(selector)));
    column.append(part);
  }
  return column;
});
document.body.replaceChildren(...columns);
const style = document.createElement("style");
style.textContent = `
  body { max-width: none; margin: 0; padding: 20px 28px; display: grid; gap: 44px;
         grid-template-columns: 1fr 1fr; align-items: start; }
  section, h2 { margin: 0 0 6px; border: 0; padding: 0; }
  h2 { font-size: 19px; }
  .gist { font-size: 16px; margin: 8px 0 20px; }
  .bars li { grid-template-columns: 190px 1fr 170px; }
  .boards { display: block; }
  .boards figure { margin: 0 0 14px; }
  .boards figcaption { margin: 4px 0; }
  img { width: 92%; }`;
document.head.append(style);
"""


def main(report: Path, file: Path) -> None:
    """Take the picture."""
    with chromium() as driver:
        page = ShownPage(driver)
        page.wide(1200, 820)
        page.open(report.resolve().as_uri())
        page.run(_REARRANGE, COLUMNS)
        taken(page, file, colours=224)


if __name__ == "__main__":
    default = ROOT / "docs" / "pictures" / "champion.png"
    main(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else default)
