"""What the page shows in a real browser: hints, reasons, analyses, games that are watched; who can use it."""

from __future__ import annotations

import re

import pytest
from page_games import begun, click_a_turn, is_over, moves, ready
from selenium.webdriver.common.action_chains import ActionChains
from served import Server
from shown_page import ShownPage

pytestmark = pytest.mark.slow
SHORT = {"pieces": 3}


def test_hints_and_reasons(page: ShownPage, games: Server) -> None:
    begun(page, games, "senet", "hand:HC5", parameters=SHORT, seed=6)
    page.until(lambda: ready(page))
    while len(page.all(".choice")) < 2:
        click_a_turn(page)
    page.press("h")
    page.until(lambda: "How sure is this?" in page.text(".hints-panel"))
    assert "of 100" in page.text(".choices")
    # Why is told without being asked for.
    page.until(lambda: "Why" in page.text(".hints-panel"))
    page.until(
        lambda: (
            "wins of 100 against" in page.text(".hints-panel") or "about equal" in page.text(".hints-panel")
        )
    )


def test_arrows_lead_from_square_to_square_along_the_rows_and_into_the_next(
    page: ShownPage, games: Server
) -> None:
    begun(page, games, "senet", parameters=SHORT)
    assert len(page.all(".ways path")) == 3 * 9 + 2


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_a_hint_is_scrolled_to(page: ShownPage, games: Server, width: int, height: int) -> None:
    page.wide(width, height)
    begun(page, games, "hexapawn")
    page.button("Hint").click()
    page.one(".hint-table")
    page.until(
        lambda: page.run(
            "return document.querySelector('.hint-table').getBoundingClientRect().bottom <= innerHeight"
        )
    )


def test_hints_in_a_small_game_are_results(page: ShownPage, games: Server) -> None:
    begun(page, games, "hexapawn")
    page.button("Hint").click()
    page.until(lambda: "loses in" in page.text(".choices"))
    assert "Wins of 100" not in page.text(".hints-panel")


def test_a_matchbox_shows_its_beads_and_the_one_that_was_taken(page: ShownPage, games: Server) -> None:
    begun(page, games, "hexapawn", "matchbox:blank.json")
    click_a_turn(page)
    page.until(lambda: page.all(".box"))
    beads = page.text(".box")
    assert beads.count("taken") == 1
    assert len(page.all(".box tbody tr")) == beads.count("\N{BLACK CIRCLE}")


def test_two_players_are_watched(page: ShownPage, games: Server) -> None:
    state = games.done("games/new", game="tictactoe", first="random", second="minimax", seed=1)
    page.open(f"{games.address}#/game?file={state['file']}")
    page.one("[aria-label='One on']").click()
    page.until(lambda: moves(page) == 1)
    page.run("document.querySelector('.transport select').value = 0")
    page.one("[aria-label=Play]").click()
    page.until(lambda: is_over(page))
    page.one("[aria-label='To the start']").click()
    page.until(lambda: not page.all(".piece"))
    ActionChains(page.driver).click(page.all(".move")[2]).perform()
    page.until(lambda: len(page.all(".piece")) == 3)
    assert "at=3" in page.driver.current_url
    page.driver.refresh()
    page.until(lambda: len(page.all(".piece")) == 3)


def test_a_game_that_is_begun_to_be_watched_plays_by_itself(page: ShownPage, games: Server) -> None:
    page.open(games.address)
    page.one(".option:has([value=hexapawn])").click()
    page.one(".option:has([value=watch])").click()
    page.until(lambda: len(page.all(".levels input[value=minimax]")) == 2)
    page.button("Watch").click()
    page.until(lambda: moves(page) >= 1)
    assert page.all("[aria-label=Pause]")
    page.one("[aria-label=Pause]").click()
    page.one("[aria-label=Play]")


def test_an_analysed_game(page: ShownPage, games: Server) -> None:
    page.open(f"{games.address}#/analyse?file=race.txt")
    page.one(".chart-panel")
    page.all(".judged .move")[4].click()
    page.until(lambda: "Turn 5" in page.text("#choice-title") or "at=4" in page.driver.current_url)
    page.until(lambda: bool(page.all(".arrow")))
    page.one(".export button").click()
    page.until(lambda: "Written" in page.text(".export"))
    written = games.directory / "race.html"
    assert written.is_file()
    for name in ("race.html", "race.txt"):
        link = page.one(f".export a[download='{name}']").get_attribute("href")
        status, _, content = games.ask("GET", str(link).partition(str(games.port))[2])
        assert (status, content) == (200, (games.directory / name).read_bytes())


def test_a_small_game_is_analysed_by_perfect_play(page: ShownPage, games: Server) -> None:
    page.open(f"{games.address}#/analyse?file=pawns.txt")
    page.one(".chart-panel")
    assert "wins in" in page.text(".judged")
    assert "interval" not in page.text(".best")


def test_an_analysis_is_cancelled(page: ShownPage, games: Server) -> None:
    state = games.done(
        "games/new", game="senet", first="hand:HC5", second="hand:HC4", seed=1, file="long.txt"
    )
    while state["after"] < 40:
        state = games.done("game/step", file="long.txt", after=state["after"])
    page.open(f"{games.address}#/analyse?file=long.txt")
    page.button("Cancel").click()
    page.until(lambda: "#/game?file=long.txt" in page.driver.current_url)
    page.button("Analyse").click()
    page.button("Cancel").click()
    page.one(".board")


def test_the_board_of_an_analysis_is_flipped_and_chances_are_somebodys(
    page: ShownPage, games: Server
) -> None:
    page.open(f"{games.address}#/analyse?file=race.txt")
    page.one(".best")
    assert "wins of 100 of " in page.text(".best")

    def first() -> str:
        return str(page.run("return document.querySelector('.square').dataset.square"))

    before = first()
    page.press("f")
    page.until(lambda: first() != before)
    assert page.button("Flip the board").get_attribute("aria-pressed") == "true"
    page.open(f"{games.address}#/rules?game=senet")
    page.one(".rule")
    assert first() != before
    page.run("localStorage.clear()")


def test_every_step_through_a_game_has_a_sign_of_its_own(page: ShownPage, games: Server) -> None:
    page.open(f"{games.address}#/game?file=pawns.txt")
    page.one(".transport")
    shapes = "return [...document.querySelectorAll('.transport path')].map(one => one.getAttribute('d'))"
    assert len(set(page.run(shapes))) == 5


def test_saved_games_are_named_by_their_time_and_rules(page: ShownPage, games: Server) -> None:
    state = games.done("games/new", game="senet", first="person", second="hand:HC4", seed=1, parameters=SHORT)
    page.open(games.address)
    link = page.one(".records .file")
    assert re.fullmatch(r"\d{1,2} \w+ \d{4}, \d\d:\d\d", link.text)
    assert link.get_attribute("title") == state["file"]
    assert "Senet with 3 pieces: You against" in page.text(".records")
    # What a person has named has its name.
    assert "race.txt" in page.text(".saved")


@pytest.mark.parametrize("address", ["#/games", "#/game", "#/constructor?file=race.txt"])
def test_an_address_without_a_page_is_told(page: ShownPage, games: Server, address: str) -> None:
    page.open(f"{games.address}{address}")
    assert "no page at this address" in page.text("main [role=alert]")
    page.all("main a")[0].click()
    page.one(".card")


VIEWS = {
    "start": "",
    "game": "#/game?file=live.txt",
    "earlier": "#/game?file=race.txt&at=2",
    "analysis": "#/analyse?file=race.txt",
    "perfect": "#/analyse?file=pawns.txt",
}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("view", VIEWS)
def test_every_view_is_accessible(page: ShownPage, games: Server, view: str, dark: bool) -> None:
    page.wide(390, 844, dark=dark)
    _open(page, games, view)
    assert not page.complaints()
    if view == "game":
        page.press("h")
        page.until(lambda: "How sure is this?" in page.text(".hints-panel"))
        page.until(lambda: "Why" in page.text(".hints-panel"))
        assert not page.complaints()
    page.press("?")
    page.one("#help")
    assert not page.complaints()


def _open(page: ShownPage, games: Server, view: str) -> None:
    page.open(f"{games.address}{VIEWS[view]}")
    page.one({"": ".card", "#/g": ".board", "#/a": ".chart"}[VIEWS[view][:3]])


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_fits_a_phone(page: ShownPage, games: Server, view: str) -> None:
    page.wide(390, 844)
    _open(page, games, view)
    assert page.run("return document.documentElement.scrollWidth") == 390
    small = page.run(
        "return [...document.querySelectorAll('button, a, select, input, summary, .square')]"
        ".filter(one => one.offsetParent && !one.closest('.unseen'))"
        ".map(one => one.closest('label') ?? one)"
        ".map(one => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])"
        ".filter(([, box]) => box.height < 24 || box.width < 24).map(([html]) => html)"
    )
    assert small == []


def test_the_list_of_keys(page: ShownPage, games: Server) -> None:
    page.open(games.address)
    page.one(".card")
    page.press("?")
    assert "Arrow keys" in page.text("#help")
    page.press("ESCAPE")
    assert not page.all("#help")
