"""Games on the page, as a person plays them with a browser."""

from __future__ import annotations

import re

import pytest
from served import Json, Server
from shown_page import ShownPage


def begun(page: ShownPage, server: Server, game: str, second: str = "random", **more: object) -> Json:
    """Open a new game of a person against another player; its state."""
    values = {"game": game, "first": "person", "second": second, "seed": 1} | more
    state = server.done("games/new", **values)
    page.open(f"{server.address}#/game?file={state['file']}")
    page.one(".status")
    return state


def is_over(page: ShownPage) -> bool:
    """Whether the line that tells the state says how the game ended."""
    return bool(re.search(r" wins?\b|Nobody", page.text(".status")))


def moves(page: ShownPage) -> int:
    """How many moves are listed."""
    return len(page.driver.find_elements("css selector", ".moves-list .move"))


def ready(page: ShownPage) -> bool:
    """Whether it is the person's turn, or the game is over."""
    waiting = page.run("return document.querySelector('.view')?.hasAttribute('aria-busy') ?? true")
    return not waiting and (is_over(page) or "choose" in page.text(".status"))


def click_a_turn(page: ShownPage) -> None:
    """Make a turn on the board: whichever piece, wherever it goes, throw by throw."""
    before = moves(page)
    for _ in range(12):
        target = page.all(".square.target")
        off = page.all(".partial .main")
        if not target and not off:
            page.one(".square.from").click()
        (page.all(".square.target") or page.all(".partial .main"))[0].click()
        page.until(lambda: moves(page) > before or page.all(".square.from, .square.target, .partial .main"))
        if moves(page) > before:
            break
    page.until(lambda: ready(page))


def play_to_the_end(page: ShownPage) -> None:
    page.until(lambda: ready(page))
    for _ in range(400):
        if is_over(page):
            return
        click_a_turn(page)
    pytest.fail("the game did not end")
