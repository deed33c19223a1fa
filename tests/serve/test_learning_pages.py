"""Learning on the page, in a real browser: levels, rules, a guided game, machines, one's own record."""

from __future__ import annotations

import re

import pytest
from page_games import click_a_turn, is_over, play_to_the_end, ready
from served import Server, served
from shown_page import ShownPage

pytestmark = pytest.mark.slow


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
    page.open(games.address)
    page.one(".levels .card")
    page.button("Guided first game").click()
    page.one(".guide")
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
        page.until(lambda: page.all(".mistakes li"))
        assert "Hexapawn: 0 of 1 finished games won" in page.text()
        assert "Best" in page.text(".own-tables")
        assert re.search(r"\d \w{3,4} 20\d\d, \d\d:\d\d", page.text(".own-tables"))
        assert not page.complaints()
        page.button("Try again").click()
        page.until(lambda: ready(page))
        assert len(page.all(".choice")) > 1
        files = {record["file"] for record in server.seen("records")["records"]}
        assert len(files) == 2
        # Whoever comes back to it is still asked for a better move.
        again = page.text("#file")
        page.open(f"{server.address}#/game?file={again}")
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
