"""The page that is given away plays as the package does, from a file and without a network."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import heaps
import pile
import pytest
from browser import PHONE, WIDE, chromium, complaints, prefer, show_at
from click.testing import CliRunner
from selenium.webdriver import ActionChains, Chrome, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait
from shown_page import ShownPage
from strategies import random_tree

from primitives import vocabulary_of
from senet_gp.cli import cli
from senet_gp.games.protocol import Game
from senet_gp.games.registry import GAMES, game_of
from senet_gp.insight.puzzles import puzzles_of
from senet_gp.players.player import ExpressionPlayer, RandomPlayer
from senet_gp.runtime.errors import UsageError
from senet_gp.serve import page_file
from senet_gp.serve.page_file import MOST_BYTES, page_of
from senet_gp.trees.text import from_lisp

#: Plays the person's moves at random until enough decisions are recorded, over several games.
PLAY = """
const [wanted, seed, done] = arguments;
let state = seed;
Math.random = () => (state = (state * 16807) % 2147483647) / 2147483647;
const games = [];
let [person, count] = [seed % 2, 0];
const later = () => new Promise((resolve) => setTimeout(resolve));
const asked = [];
const take = page.take.bind(page);
page.take = (index) => {
  asked.push({ possible: page.possible(page.decision), squares: $m.items(RULES.occupants(page.decision.position, page.decision.seat)) });
  return take(index);
};
(async () => {
  while (count < wanted) {
    asked.length = 0;
    page.begin(person);
    while (page.game.outcome === null) {
      if (page.partial.open) page.take(Math.floor(Math.random() * page.decision.afterstates.length));
      await later();
    }
    const { start, outcome, record } = page.game;
    games.push({ start, person, outcome, choices: record.map((one, n) => ({ ...one, ...asked[n] })) });
    count += record.length;
    person = 1 - person;
  }
  done(games);
})().catch((error) => done(String(error)));
"""  # noqa: E501


@pytest.fixture(scope="module")
def browser() -> Iterator[Chrome]:
    with chromium() as driver:
        prefer(driver, prefers_reduced_motion="reduce")
        driver.set_script_timeout(600)
        yield driver


def opened(browser: Chrome, player: ExpressionPlayer, game: Game, directory: Path, puzzles: int = 0) -> None:
    """Open a player's page from a file."""
    file = directory / "player.html"
    file.write_text(page_of(player, game, puzzles), encoding="utf-8")
    assert file.stat().st_size < MOST_BYTES
    kept = {"origin": "file://", "storageTypes": "local_storage"}
    browser.execute_cdp_cmd("Storage.clearDataForOrigin", kept)
    browser.get(file.as_uri())
    waits(browser)


def waits(browser: Chrome, person: str = "true") -> None:
    """Wait until the person may move, or the game is over."""
    WebDriverWait(browser, 10).until(
        lambda driver: driver.execute_script(
            f"return page.partial.open === {person} || page.game.outcome !== null"
        )
    )


def player_of(game: Game, text: str) -> ExpressionPlayer:
    words = vocabulary_of(game)
    return ExpressionPlayer(from_lisp(text, words), words, "player")


def assert_played_as_in_the_package(
    browser: Chrome, player: ExpressionPlayer, game: Game, decisions: int
) -> None:
    """Play whole games, each in one call, and compare them decision by decision."""
    games: list[Any] = []
    while sum(len(played["choices"]) for played in games) < decisions:
        found = browser.execute_async_script(PLAY, 1, 7 + len(games))
        assert isinstance(found, list), found
        games += found
    for played in games:
        position: Any = game.starts()[played["start"]]
        turn, seat, outcome = 1, 0, None
        for choice in played["choices"]:
            assert outcome is None
            squares = sorted(
                (square, list(seats)) for square, seats in game.occupants(position, seat).items()
            )
            assert sorted(map(tuple, choice["squares"])) == squares
            decision = game.decision(position, seat, choice["throws"])
            index = choice["index"]
            assert choice["seat"] == seat
            assert decision.notation(index) == choice["notation"]
            assert choice["possible"] == list(player.possible(decision))
            assert seat == played["person"] or index in choice["possible"]
            result = decision.result(index)
            if result is not None:
                outcome = result if seat == played["person"] else -result
            position = decision.following(index)
            if decision.ends_turn(index):
                seat, turn = 1 - seat, turn + 1
        if outcome is None:
            assert turn > game.most_turns
        assert played["outcome"] == (outcome or 0)
    assert not complaints(browser)
    assert not browser.execute_script("return performance.getEntriesByType('resource')")


PLAYERS = {
    "senet": "(sub (add their_distance hits) (add my_distance their_moves))",
    "hexapawn": "(sub my_moves their_moves)",
    "tictactoe": "(add (if_then_else (mine 5) 3 1) move_to)",
    "pursuit": "(add own_x (mul 2 enemy_y))",
    "trilobite": "(sub my_moves their_moves)",
}


@pytest.mark.parametrize("name", PLAYERS)
def test_games_are_those_of_the_package(name: str, browser: Chrome, tmp_path: Path) -> None:
    game = game_of(name, {"pieces": 3} if name == "senet" else {})
    player = player_of(game, PLAYERS[name])
    opened(browser, player, game, tmp_path)
    assert_played_as_in_the_package(browser, player, game, 30)


@pytest.mark.slow
def test_a_thousand_decisions_of_senet(browser: Chrome, tmp_path: Path) -> None:
    game = game_of("senet")
    words = vocabulary_of(game, "extended")
    player = ExpressionPlayer(random_tree(random.Random(4), words, 40), words, "player")
    opened(browser, player, game, tmp_path)
    assert_played_as_in_the_package(browser, player, game, 1000)


@pytest.fixture
def pawns(browser: Chrome, tmp_path: Path) -> Chrome:
    game = game_of("hexapawn")
    opened(browser, player_of(game, PLAYERS["hexapawn"]), game, tmp_path, puzzles=20)
    return browser


def square(browser: Chrome, number: int) -> Any:
    return browser.find_element(By.CSS_SELECTOR, f"[data-square='{number}']")


def texts(browser: Chrome) -> str:
    return str(browser.find_element(By.ID, "main").text)


def test_moves_by_touch_and_by_keys_and_undone(pawns: Chrome) -> None:
    show_at(pawns, PHONE)
    square(pawns, 1).click()
    square(pawns, 4).click()
    WebDriverWait(pawns, 10).until(
        lambda driver: driver.execute_script("return page.game.record.length >= 2")
    )
    waits(pawns)
    assert pawns.execute_script("return page.game.record[0].notation") == "1-4"
    assert pawns.execute_script("return document.documentElement.scrollWidth") <= PHONE[0]
    assert "It has not moved yet" not in texts(pawns)
    pawns.find_element(By.XPATH, "//button[text()='Undo']").click()
    waits(pawns)
    assert pawns.execute_script("return page.game.record.length") == 0
    show_at(pawns, WIDE)
    ActionChains(pawns).send_keys("b").perform()
    pawns.execute_script("page.board.focus(2)")
    ActionChains(pawns).send_keys(Keys.ENTER, Keys.ARROW_UP, Keys.ENTER).perform()
    WebDriverWait(pawns, 10).until(
        lambda driver: driver.execute_script("return page.game.record.length >= 2")
    )
    assert pawns.execute_script("return page.game.record[0].notation") == "2-5"
    ActionChains(pawns).send_keys("f").perform()
    assert pawns.execute_script("return page.board.flipped")
    assert not complaints(pawns)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_read_it(scheme: str, pawns: Chrome) -> None:
    prefer(pawns, prefers_reduced_motion="reduce", prefers_color_scheme=scheme)
    for size in (PHONE, WIDE):
        show_at(pawns, size)
        assert not ShownPage(pawns).complaints()
    pawns.execute_script("page.puzzles.show(0)")
    assert not ShownPage(pawns).complaints()


def test_a_tally_is_kept_by_the_browser(pawns: Chrome) -> None:
    games = pawns.execute_async_script(PLAY, 1, 3)
    pawns.refresh()
    waits(pawns)
    won = int(games[0]["outcome"] == 1)
    assert f"You have won {won}, lost {1 - won}" in texts(pawns)
    pawns.execute_async_script(PLAY, 1, 3)
    pawns.execute_script("page.undo()")
    assert f"You have won {won}, lost {1 - won}" in texts(pawns)


#: Two turns of a game, and what is seen of it.
TWO_TURNS = """
const [done] = arguments;
const go = () => {
  if (page.game.record.length >= 4 && page.partial.open) return done();
  if (page.game.outcome !== null) page.begin();
  else if (page.partial.open) page.take(0);
  setTimeout(go);
};
go();
"""
SEEN = """
const { record, past, outcome, now: { position, seat, turn, throws } } = page.game;
return JSON.stringify([record, $key(position), seat, turn, throws, past.length, outcome,
  ...[".log", ".throws-place", ".beside", ".grid"].map((one) => document.querySelector(one).innerHTML)])
"""


@pytest.mark.parametrize("name", ["senet", "trilobite"])
def test_a_reload_keeps_the_game(name: str, browser: Chrome, tmp_path: Path) -> None:
    game = game_of(name, {"pieces": 1} if name == "senet" else {})
    opened(browser, player_of(game, PLAYERS[name]), game, tmp_path)
    browser.execute_async_script(TWO_TURNS)
    before = browser.execute_script(SEEN)
    last = texts(browser).partition("Its last move")[2].partition("This game")[0]
    browser.refresh()
    waits(browser)
    assert browser.execute_script(SEEN) == before
    assert last in texts(browser)
    assert "It plays" not in last
    browser.execute_script("page.undo()")
    waits(browser)
    assert browser.execute_script("return page.game.record.length") < 4
    # A game that is over stays so, and is counted once.
    browser.execute_async_script(PLAY, 1, 3)
    before, tally = browser.execute_script(SEEN), browser.execute_script("return page.tallied.textContent")
    browser.refresh()
    assert browser.execute_script(SEEN) == before
    assert browser.execute_script("return page.tallied.textContent") == tally
    assert not complaints(browser)


#: What a browser may have kept: nothing, or what no page has written.
BROKEN = [
    "'{'",
    "'7'",
    "'null'",
    """'{"start": 0}'""",
    """'{"start": 9, "person": 0, "choices": [], "throws": []}'""",
    """'{"start": 0, "person": 0, "choices": [[[], 99, false]], "throws": []}'""",
    """'{"start": 0, "person": 0, "choices": [[[6], 0, false]], "throws": []}'""",
    """'{"start": 0, "person": 0, "choices": [], "throws": [1, 2]}'""",
]


def test_what_is_kept_may_be_broken_or_forbidden(pawns: Chrome) -> None:
    for text in BROKEN:
        pawns.execute_script(
            f"for (const what of ['game', 'tally', 'puzzles']) localStorage[TOLD.name + ': ' + what] = {text}"
        )
        pawns.refresh()
        waits(pawns)
        assert pawns.execute_script("return page.game.record.length") == 0
        assert "You have won 0, lost 0" in texts(pawns)
    forbid = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('forbidden') } })"
    command = "Page.addScriptToEvaluateOnNewDocument"
    script = pawns.execute_cdp_cmd(command, {"source": forbid})
    pawns.refresh()
    games = pawns.execute_async_script(PLAY, 1, 3)
    assert len(games) == 1
    assert f"You have won {int(games[0]['outcome'] == 1)}" in texts(pawns)
    pawns.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
    assert not complaints(pawns)


def test_a_game_that_is_left_by_a_slip_is_brought_back(pawns: Chrome) -> None:
    pawns.execute_async_script(TWO_TURNS)
    before = pawns.execute_script(SEEN)
    pawns.find_element(By.XPATH, "//button[text()='New game, you begin']").click()
    waits(pawns)
    assert pawns.execute_script("return page.game.record.length") == 0
    pawns.find_element(By.XPATH, "//button[text()='Back to the game before']").click()
    waits(pawns)
    assert pawns.execute_script(SEEN) == before
    assert not pawns.find_elements(By.XPATH, "//button[text()='Back to the game before']")


def test_undo_undoes_what_is_begun_and_large_letters_are_large(pawns: Chrome) -> None:
    undo = pawns.find_element(By.XPATH, "//button[text()='Undo']")
    assert not undo.is_enabled()
    square(pawns, 1).click()
    assert undo.is_enabled()
    undo.click()
    assert not undo.is_enabled()
    assert not pawns.find_elements(By.CSS_SELECTOR, ".square.chosen")
    size = "return parseFloat(getComputedStyle(document.querySelector(arguments[0])).fontSize)"
    kinds = ("h1", "h2", "p", "button")
    before = [pawns.execute_script(size, kind) for kind in kinds]
    pawns.find_element(By.XPATH, "//button[text()='Larger letters']").click()
    after = [pawns.execute_script(size, kind) for kind in kinds]
    assert all(large > 1.25 * usual for large, usual in zip(after, before, strict=True))


def test_puzzles_ask_for_the_best_move_and_tell_it(pawns: Chrome) -> None:
    count = pawns.execute_script("return TOLD.puzzles.length")
    assert count >= 1
    pawns.find_element(By.XPATH, f"//button[text()='Puzzles ({count})']").click()
    assert f"Puzzle 1 of {count}" in texts(pawns)
    pawns.execute_script("page.take(TOLD.puzzles[0].best[0])")
    assert "Right!" in texts(pawns)
    pawns.execute_script("page.puzzles.show(0)")
    wrong = "page.decision.afterstates.findIndex((_, index) => !TOLD.puzzles[0].best.includes(index))"
    pawns.execute_script(f"page.take({wrong})")
    assert "Best is " in texts(pawns)
    is_second = pawns.execute_script(f"return {wrong} === TOLD.puzzles[0].next")
    assert ("The second best is " in texts(pawns)) is not is_second


def test_puzzles_go_on_after_a_reload_and_hide_what_is_of_the_game(pawns: Chrome) -> None:
    pawns.execute_script("page.puzzles.show(0); page.take(TOLD.puzzles[0].best[0])")
    assert "Its last move" not in texts(pawns)
    pawns.refresh()
    waits(pawns)
    assert "Its last move" in texts(pawns)
    count = pawns.execute_script("return TOLD.puzzles.length")
    pawns.find_element(By.XPATH, f"//button[text()='Puzzles ({count})']").click()
    assert f"Puzzle 2 of {count}" in texts(pawns)
    assert pawns.execute_script("return localStorage[TOLD.name + ': puzzles']") == "[1,1]"


def test_a_game_waits_while_puzzles_are_solved(pawns: Chrome) -> None:
    assert "The pieces that can move have a ring" in texts(pawns)
    pawns.execute_script("page.take(0)")
    WebDriverWait(pawns, 10).until(
        lambda driver: driver.execute_script("return page.game.record.length >= 2")
    )
    waits(pawns)
    before = pawns.execute_script(SEEN)
    pawns.execute_script("page.puzzles.show(0); page.take(TOLD.puzzles[0].best[0])")
    pawns.find_element(By.XPATH, "//button[text()='To the game']").click()
    waits(pawns)
    assert pawns.execute_script(SEEN) == before
    pawns.find_element(By.XPATH, "//button[text()='Undo']").click()
    waits(pawns)
    assert pawns.execute_script("return page.game.record.length") == 0


def test_a_player_in_the_water_reads_what_leads_out(browser: Chrome, tmp_path: Path) -> None:
    game = game_of("senet", {"pieces": 3})
    opened(browser, player_of(game, PLAYERS["senet"]), game, tmp_path)
    leads_out = "a 4 takes the piece off the board"
    assert leads_out in texts(browser)
    reached = browser.execute_async_script(f"""
    const [done] = arguments;
    const go = () => {{
      if (page.partial.note.textContent.includes("{leads_out}")) return done(page.decision.position);
      if (page.game.outcome !== null) page.begin();
      else if (page.partial.open) page.take(Math.floor(Math.random() * page.decision.afterstates.length));
      setTimeout(go);
    }};
    go();
    """)
    assert reached
    assert browser.find_elements(By.CSS_SELECTOR, "[data-square='27'].from")


def test_puzzles_have_a_best_move_that_does_not_win_at_once() -> None:
    game = game_of("tictactoe")
    found = puzzles_of(RandomPlayer(), game, 5)
    assert len(found) == 5
    for puzzle in found:
        decision = game.decision(puzzle.position, 0, puzzle.throws)
        every = range(len(decision.afterstates))
        assert len(puzzle.chances) == len(every) > len(puzzle.best) > 0
        assert all(decision.result(index) != 1 for index in every)


@pytest.mark.slow
def test_the_first_champion_has_twenty_puzzles_of_which_most_have_several_moves() -> None:
    measured = Path(__file__).resolve().parents[2] / "docs" / "evidence" / "first-champion.json"
    expression = json.loads(measured.read_text(encoding="utf-8"))["result"]["expression"]
    game = game_of("senet")
    found = puzzles_of(player_of(game, expression), game, 20)
    assert len(found) == 20
    assert sum(len(puzzle.chances) > 2 for puzzle in found) >= 10
    assert all(puzzle.next not in puzzle.best for puzzle in found)


def test_the_command_writes_it_and_refuses_what_is_no_expression(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_file, "puzzles_of", lambda *_: [])
    out = tmp_path / "pawns.html"
    command = ["export", f"expr:{PLAYERS['hexapawn']}", "--game", "hexapawn", "--format", "page"]
    assert CliRunner().invoke(cli, [*command, "--out", str(out)]).exit_code == 0
    content = out.read_text(encoding="utf-8")
    assert content.startswith("<!doctype html>")
    assert content.count("</script") == 1
    searching = CliRunner().invoke(cli, ["export", "minimax", "--game", "hexapawn", "--format", "page"])
    assert "expression" in str(searching.exception)
    front = CliRunner().invoke(cli, ["export", "run", "--front", "--format", "page"])
    assert str(front.exception) == "page is for one player: leave out --front, or name a size with --nodes"


@pytest.mark.parametrize(
    ("module", "text", "start"), [(heaps, "(sub 1 nim_sum)", "1,2,2"), (pile, "(sub 1 left)", "21")]
)
def test_a_game_without_a_board_shows_positions_and_moves_as_texts(
    module: ModuleType,
    text: str,
    start: str,
    browser: Chrome,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(GAMES, module.__name__, module.ENTRY)
    game = game_of(module.__name__)
    opened(browser, player_of(game, text), game, tmp_path)
    asked = "return [page.board.text.textContent, [...page.partial.element.querySelectorAll('button')].map"
    assert browser.execute_script(f"{asked}((one) => one.textContent)]") == [
        start,
        [*game.moves(game.starts()[0], ())],
    ]
    assert browser.execute_script("return page.board.element.clientWidth") > 100
    assert_played_as_in_the_package(browser, player_of(game, text), game, 20)


def test_a_position_of_a_puzzle_may_be_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "pile", pile.ENTRY)
    game = game_of("pile")
    content = page_of(player_of(game, "left"), game)
    assert re.search(r"position: \(\) => 1?[0-9]}", content)
    assert "they throw" not in content, "nothing is thrown"


def test_a_page_needs_no_library_of_servers() -> None:
    code = "import sys; sys.modules['werkzeug'] = None; import senet_gp.serve.page_file"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_page_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of("hexapawn")
    monkeypatch.setattr(page_file, "MOST_BYTES", 1000)
    with pytest.raises(UsageError, match=r"^the page would have more than 1 kB: make the player shorter"):
        page_of(player_of(game, PLAYERS["hexapawn"]), game, 0)


def test_all_our_games_have_a_page() -> None:
    assert {*PLAYERS} <= {*GAMES}
