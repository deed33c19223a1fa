"""Learning on the page, in a real browser: levels, rules, a guided game, machines, one's own record."""

from __future__ import annotations

import re

import pytest
from page_games import begun, click_a_turn, is_over, moves, play_to_the_end, ready
from selenium.webdriver.support import expected_conditions
from served import Server, served
from shown_page import ShownPage

pytestmark = pytest.mark.slow


def begin_guided(page: ShownPage, games: Server) -> None:
    page.open(games.address)
    page.one(".levels .card")
    page.button("Guided first game").click()
    page.one(".guide h2")


def test_whoever_chooses_nothing_plays_the_easiest_level(page: ShownPage, games: Server) -> None:
    page.open(games.address)
    names = page.until(lambda: page.run(_NAMES))
    assert names[:4] == ["Easy", "Medium", "Hard", "Best"]
    # Players for experts are folded away.
    assert not page.all(".cards .card")
    page.button("Play").click()
    page.one(".status")
    assert "Easy" in page.text(".heading")


_NAMES = "return [...document.querySelectorAll('.levels .name')].map(one => one.textContent)"


def test_rules_have_pictures_with_moves(page: ShownPage, games: Server) -> None:
    page.open(f"{games.address}#/rules?game=senet")
    page.one(".rule")
    assert len(page.all(".rule .board")) == len(page.all(".rule h2"))
    assert all(
        page.run("return [...document.querySelectorAll('.rule')].map(one => !!one.querySelector('.arrow'))")
    )
    assert not page.complaints()
    page.wide(390, 844, dark=True)
    assert not page.complaints()
    page.button("Play Senet").click()
    page.one(".new-game")


def test_a_guided_game_explains_each_rule_once_when_it_first_matters(page: ShownPage, games: Server) -> None:
    begin_guided(page, games)
    told = []
    for _ in range(40):
        page.until(lambda: ready(page))
        while page.all(".guide"):
            told.append(page.text(".guide h2"))
            page.button("Go on").click()
            page.until(lambda: not page.all(".guide") or page.text(".guide h2") != told[-1])
        if is_over(page) or len(told) > 3:
            break
        click_a_turn(page)
    # Nothing is explained in another game.
    guided = page.text("#file")
    page.open(f"{games.address}#/game?file=live.txt")
    page.until(lambda: ready(page))
    assert not page.all(".guide")
    assert page.run("return JSON.parse(localStorage.getItem('senet-gp')).guide") == guided
    assert told[0] == "The way"
    assert len(set(told)) == len(told) > 2
    page.run("localStorage.clear()")


def test_a_guided_game_begins_with_few_moves_and_is_looked_back_at(page: ShownPage, games: Server) -> None:
    page.wide(1280, 800)
    begin_guided(page, games)
    assert 2 <= len(page.all(".choice")) <= 4
    in_sight = "return document.querySelector('.guide .main').getBoundingClientRect().bottom <= innerHeight"
    assert page.run(in_sight)
    assert page.run("return scrollY") == 0
    page.run("localStorage.clear()")
    page.open(f"{games.address}#/?game=hexapawn")
    page.one(".levels .card")
    page.button("Guided first game").click()
    play_to_the_end(page)
    page.until(lambda: "Next: " in page.text(".review"))
    page.run("localStorage.clear()")


def test_a_person_who_wants_that_is_warned_of_a_blunder(page: ShownPage, games: Server) -> None:
    state = games.done("games/new", game="tictactoe", first="person", second="person", seed=1)
    for square in ("1", "5", "2"):
        (index,) = (one["index"] for one in state["choices"] if one["notation"] == square)
        state = games.done("game/choose", file=state["file"], after=state["after"], choice=index)
    loses = next(one["index"] for one in state["choices"] if one["notation"] == "9")
    page.open(f"{games.address}#/game?file={state['file']}")
    page.until(lambda: ready(page))
    page.press("s")
    page.one("dialog .tick")
    page.run("[...document.querySelectorAll('dialog .tick')].find(one => one.innerText == 'Warn me').click()")
    page.button("Close").click()
    # On the board the move is taken back if the person wants to think again.
    page.one("[data-square='9']").click()
    page.until(lambda: expected_conditions.alert_is_present()(page.driver))
    assert page.driver.switch_to.alert.text == "Sure? There is a better move."
    page.driver.switch_to.alert.dismiss()
    page.until(lambda: ready(page))
    assert moves(page) == 3
    assert not page.all("[data-square='9'] .piece")
    page.one(f"[data-choice='{loses}']").click()
    page.until(lambda: expected_conditions.alert_is_present()(page.driver))
    page.driver.switch_to.alert.accept()
    page.until(lambda: moves(page) == 4)
    page.run("localStorage.clear()")


def test_two_tabs_follow_one_game(page: ShownPage, games: Server) -> None:
    begun(page, games, "hexapawn", "person")
    page.until(lambda: ready(page))
    first, address = page.driver.current_window_handle, page.driver.current_url
    page.driver.switch_to.new_window("tab")
    try:
        page.driver.get(address)
        page.until(lambda: ready(page))
        click_a_turn(page)
        page.driver.switch_to.window(first)
        page.until(lambda: moves(page) == 1)
        page.button("Undo").click()
        page.until(lambda: moves(page) == 0)
        page.driver.switch_to.window(page.driver.window_handles[1])
        page.until(lambda: moves(page) == 0)
    finally:
        page.driver.switch_to.window(page.driver.window_handles[1])
        page.driver.close()
        page.driver.switch_to.window(first)


def test_a_hint_stands_beside_the_board_and_the_focus_stays(page: ShownPage, games: Server) -> None:
    page.wide(1280, 800)
    page.open(f"{games.address}#/game?file=live.txt")
    page.until(lambda: ready(page))
    page.press("c")
    chosen = "return document.activeElement.dataset.choice"
    before = page.run(chosen)
    page.press("h")
    page.until(lambda: page.all(".hints-panel h2 + p"))
    page.until(lambda: "Why" in page.text(".hints-panel"))
    assert page.run(chosen) == before
    inside = "const at = document.querySelector(arguments[0]).getBoundingClientRect();"
    for part in (".board", ".hint-table"):
        assert page.run(f"{inside} return at.top >= 0 && at.bottom <= innerHeight", part)


def test_a_hint_in_a_guided_game_does_not_scroll(page: ShownPage, games: Server) -> None:
    page.wide(1280, 800)
    begin_guided(page, games)
    page.press("h")
    page.until(lambda: "Why" in page.text(".hints-panel"))
    assert page.run("return scrollY") == 0
    bottom = "return document.querySelector('.hint-table').getBoundingClientRect().bottom"
    assert page.run(bottom) <= 800
    page.run("localStorage.clear()")


def test_a_guide_is_seen_on_a_phone(page: ShownPage, games: Server) -> None:
    for width, height in ((390, 844), (844, 390)):
        page.wide(width, height)
        page.open(f"{games.address}#/?game=hexapawn")
        page.one(".levels .card")
        page.button("Guided first game").click()
        page.one(".guide h2")
        go_on = "return document.querySelector('.guide .main').getBoundingClientRect().bottom <= innerHeight"
        page.until(lambda go_on=go_on: page.run(go_on))
        page.run("localStorage.clear()")


def test_a_machine_is_begun_taught_and_met_again(page: ShownPage, games: Server) -> None:
    page.open(f"{games.address}#/?game=hexapawn")
    page.until(lambda: "A new machine" in page.run(_NAMES))
    next(card for card in page.all(".levels .card") if "A new machine" in card.text).click()
    page.button("Play").click()
    page.one(".status")
    play_to_the_end(page)
    page.button("Let the machine learn").click()
    page.until(lambda: "has learned from 1 game" in page.text("main"))
    assert (games.directory / "hexapawn-machine.json").is_file()
    page.open(f"{games.address}#/?game=hexapawn")
    page.until(lambda: "hexapawn-machine" in page.run(_NAMES))


def test_own_games_are_added_up_and_a_mistake_is_tried_again(
    page: ShownPage, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with served(tmp_path_factory.mktemp("own")) as server:
        page.open(f"{server.address}#/record")
        page.until(lambda: "You have not played a game yet" in page.text())
        # The worst choice of hexapawn's second seat, until the game ends.
        state = server.done("games/new", game="hexapawn", first="minimax", second="person", seed=2)
        while state["outcome"] is None:
            values = {"file": state["file"], "after": state["after"]}
            if state["can_step"]:
                state = server.done("game/step", **values)
            else:
                worst = server.done("hint", **values)["best"]["rows"][-1]["index"]
                state = server.done("game/choose", choice=worst, **values)
        page.open(f"{server.address}#/record")
        page.until(lambda: page.all(".mistakes .board"))
        assert "Hexapawn: 0 of 1 finished games won" in page.text()
        assert "Best" in page.text(".own-tables")
        assert re.search(r"\d \w{3,4} 20\d\d, \d\d:\d\d", page.text(".own-tables"))
        # A mistake is shown, and what was better is told when that is asked for.
        assert "The arrow shows this move." in page.text(".mistakes")
        assert page.all(".mistakes .arrow")
        assert not page.all(".mistakes details p")
        page.one(".mistakes summary").click()
        assert page.one(".mistakes details p").text.endswith(".")
        assert not page.complaints()
        page.button("Try again").click()
        page.until(lambda: ready(page))
        assert len(page.all(".choice")) > 1
        files = {record["file"] for record in server.seen("records")["records"]}
        assert len(files) == 2
        # Who comes back to it is still asked for a better move.
        again = page.text("#file")
        assert server.seen("game", file=again)["retried"] == server.seen("game", file=again)["after"]
        page.open(f"{server.address}#/game?file={again}")
        page.until(lambda: "Here you made a mistake." in page.text(".retry"))
        # What is said of the new choice is true until it is taken back.
        page.all(".choice")[0].click()
        page.until(lambda: "Here you made a mistake." not in page.text(".retry"))
        page.until(lambda: ready(page))
        page.button("Undo").click()
        page.until(lambda: "Here you made a mistake." in page.text(".retry"))
        # An analysis offers the same.
        page.open(f"{server.address}#/analyse?file={state['file']}")
        page.one(".best .mark")
        page.button("Try again").click()
        page.until(lambda: "Here you made a mistake." in page.text(".retry"))
        assert page.text("#file") not in {again, state["file"]}


def test_a_game_that_is_tried_again_has_the_same_throws(games: Server) -> None:
    state = games.done("games/new", game="senet", first="person", second="random", seed=9)
    first = state
    for _ in range(6):
        values = {"file": state["file"], "after": state["after"]}
        if state["can_step"]:
            state = games.done("game/step", **values)
        else:
            state = games.done("game/choose", choice=state["choices"][-1]["index"], **values)
    again = games.done("game/again", file=first["file"], after=0)
    assert again["file"] != first["file"]
    assert again["throws"] == first["throws"]
    assert games.post("game/again", file=first["file"], after=99)[0] == 400
