"""Take the pictures of pages that docs/play.md and docs/reading.md show.

python scripts/picture_page.py [DIRECTORY]

It serves games and reports on the first command's run in a temporary directory, opens the pages in headless
Chromium (Debian's packages chromium and chromium-driver), and writes pictures into DIRECTORY, by default
docs/pictures. Needs senet-gp[test].
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support"))

from browser import chromium  # noqa: E402 - the tests' own browser
from served import Server, served  # noqa: E402
from shown_page import ShownPage  # noqa: E402

#: Few colours keep the files small.
_COLOURS = 96
SENET = {"game": "senet", "first": "person", "second": "hand:HC5", "seed": 5, "file": "my-game.txt"}
WATCHED = {
    "game": "senet",
    "parameters": {"pieces": 3},
    "first": "hand:HC2",
    "second": "hand:HC5",
    "seed": 7,
    "file": "watched.txt",
}


def main(directory: Path) -> None:
    """Take all pictures."""
    directory.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, served(Path(place)) as server, chromium() as driver:
        page = ShownPage(driver)
        page.wide(1280)
        picture_play(page, server, directory)
        picture_analysis(page, server, directory)
        page.wide(390, 844)
        page.open(server.address)
        page.one(".card")
        taken(page, directory / "page-start.png")
        page.wide(1280)
        picture_report(page, Path(place), directory)


def picture_play(page: ShownPage, server: Server, directory: Path) -> None:
    """A game of Senet with a hint, with a chosen piece; and on a dark phone."""
    file = server.done("games/new", **SENET)["file"]
    page.open(f"{server.address}#/game?file={file}")
    page.button("Hint").click()
    page.until(lambda: "Why" in page.text(".hints-panel"))
    page.one("[data-square='4']").click()
    taken(page, directory / "page-play.png")
    page.wide(390, 844, dark=True)
    page.open(f"{server.address}#/game?file={file}")
    page.one(".choice")
    page.one("[data-square='4']").click()
    taken(page, directory / "page-phone.png")
    page.wide(1280)


def picture_analysis(page: ShownPage, server: Server, directory: Path) -> None:
    """A game of two players, analysed, with the reasons for its worst choice."""
    state = server.done("games/new", **WATCHED)
    while state["outcome"] is None:
        state = server.done("game/step", file=state["file"], after=state["after"])
    page.open(f"{server.address}#/analyse?file={state['file']}")
    page.until(lambda: "Why" in page.text("main"))
    taken(page, directory / "page-analysis.png")


def picture_report(page: ShownPage, place: Path, directory: Path) -> None:
    """The beginning of the report on the run of the first command."""
    for command in (("evolve", "senet", "--quiet"), ("report", "runs/senet-1")):
        subprocess.run([sys.executable, "-m", "senet_gp", *command], cwd=place, check=True)  # noqa: S603
    page.open((place / "runs/senet-1/report/index.html").as_uri())
    taken(page, directory / "report.png")


def taken(page: ShownPage, path: Path) -> None:
    """Take a picture of the whole page, with few colours."""
    page.run("document.activeElement.blur(); window.scrollTo(0, 0)")
    page.picture(path)
    with Image.open(path) as picture:
        picture.convert("RGB").quantize(_COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    print(f"{path}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures")
