"""The page in a real browser: clicks and keyboard, hints, analyses, reloads, a killed server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import chromium
from selenium.webdriver.common.action_chains import ActionChains
from served import Json, Server, served
from shown_page import ShownPage

from senet_gp.arena.record import GameRecord
from senet_gp.engine.playthrough import Playthrough
from senet_gp.games.registry import game_of
from senet_gp.players.matchbox import MatchboxPlayer, Scheme
from senet_gp.players.matchbox_file import write_matchbox
from senet_gp.players.parsing import player_from_text
from senet_gp.streams import game_streams

SHORT = {"pieces": 3}


@pytest.fixture(scope="module")
def tab() -> Iterator[ShownPage]:
    with chromium() as driver:
        yield ShownPage(driver)


@pytest.fixture(scope="module")
def server(tab: ShownPage, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:  # noqa: ARG001
    directory = tmp_path_factory.mktemp("page")
    recorded(directory / "race.txt", "senet", {"pieces": 1}, "hand:HC5", "random")
    recorded(directory / "pawns.txt", "hexapawn", {}, "random", "minimax")
    write_matchbox(MatchboxPlayer(game_of("hexapawn"), Scheme()), directory / "blank.json")
    with served(directory) as one:
        yield one


@pytest.fixture
def page(tab: ShownPage) -> Iterator[ShownPage]:
    """The browser as wide as a desk, without motion; nothing may have gone wrong in it."""
    tab.wide(1280)
    tab.errors()
    yield tab
    assert not tab.errors()


def recorded(path: Path, name: str, parameters: dict[str, int], first: str, second: str) -> None:
    """Write the record of a game."""
    game = game_of(name, parameters)
    players = player_from_text(first, game), player_from_text(second, game)
    streams = game_streams(4)
    playthrough = Playthrough(players, streams, game, game.starts()[0])
    record = GameRecord((first, second), game, game.starts()[0])
    record.choices += playthrough.choices()
    record.outcome = playthrough.outcome
    record.write(path)


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
        (page.all(".square.target") or page.all(".partial button"))[0].click()
        page.until(lambda: moves(page) > before or page.all(".partial button"))
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


def test_a_game_of_tic_tac_toe_by_clicks_from_the_first_page_on(page: ShownPage, server: Server) -> None:
    page.open(server.address)
    page.one(".option:has([value=tictactoe])").click()
    page.one(".card input[value=random]").click()
    page.button("Play").click()
    page.one(".board")
    play_to_the_end(page)
    file = page.text("#file")
    state = server.seen("game", file=file)
    assert state["outcome"] is not None
    assert page.text(".status") == {1: "You win.", 0: "Nobody has won.", -1: "random wins."}[state["outcome"]]


def test_a_game_of_tic_tac_toe_by_keyboard_alone(page: ShownPage, server: Server) -> None:
    page.open(server.address)
    page.one(".cards input")
    _tab_to(page, "input[value=senet]")
    page.press("ARROW_RIGHT", "ARROW_RIGHT", "ARROW_RIGHT")
    page.until(lambda: page.run("return document.activeElement.value") == "tictactoe")
    page.until(lambda: page.all("input[value=minimax]"))
    _tab_to(page, ".new-game button[type=submit]")
    page.press("ENTER")
    page.one(".board")
    for _ in range(5):
        page.until(lambda: ready(page))
        if is_over(page):
            break
        page.press("b")
        _walk_to_a_target(page)
        page.press("ENTER")
    page.until(lambda: is_over(page))
    assert not page.complaints()


def _tab_to(page: ShownPage, selector: str) -> None:
    for _ in range(60):
        if page.run("return document.activeElement.matches(arguments[0])", selector):
            return
        page.press("TAB")
    pytest.fail(f"{selector} cannot be reached with the Tab key")


def _walk_to_a_target(page: ShownPage) -> None:
    """Walk over a board of three by three with the arrow keys, to a free square."""
    row = ["HOME", "ARROW_RIGHT", "ARROW_RIGHT"]
    for keys in (["ARROW_UP", "ARROW_UP", *row], ["ARROW_DOWN", *row], ["ARROW_DOWN", *row]):
        for key in keys:
            page.press(key)
            if page.run("return document.activeElement.matches('.target')"):
                return
    pytest.fail("no free square was reached")


def test_undo_takes_back_and_a_reload_goes_on(page: ShownPage, server: Server) -> None:
    page.wide(1280, calm=False)
    file = begun(page, server, "tictactoe")["file"]
    click_a_turn(page)
    page.until(lambda: moves(page) == 2)
    page.driver.refresh()
    page.until(lambda: ready(page) and moves(page) == 2)
    assert page.text("#file") == file
    assert len(page.all(".piece")) == 2
    page.button("Undo").click()
    page.until(lambda: moves(page) == 0 and ready(page))
    assert server.seen("game", file=file)["after"] == 0
    assert not page.all(".piece")


def test_a_step_of_a_turn_is_taken_back_and_the_list_follows(page: ShownPage, server: Server) -> None:
    begun(page, server, "senet", parameters=SHORT, seed=3)
    page.until(lambda: ready(page))
    while len(page.all(".choice")) < 4 or len(page.all(".throw")) < 2:
        click_a_turn(page)
    before = len(page.all(".choice"))
    page.all(".square.from")[0].click()
    assert page.all(".square.target")
    page.press("ESCAPE")
    assert not page.all(".square.target")
    for piece in page.run(
        "return [...document.querySelectorAll('.square.from')].map(one => one.dataset.square)"
    ):
        page.one(f"[data-square='{piece}']").click()
        goal = page.run("return document.querySelector('.square.target')?.dataset.square")
        turn = moves(page)
        if goal and _remaining(server, page, int(piece), int(goal)) > 1:
            page.one(f"[data-square='{goal}']").click()
            assert moves(page) == turn
            assert len(page.all(".choice")) < before
            page.button("Take back").click()
            assert len(page.all(".choice")) == before
            return
        page.press("ESCAPE")
    pytest.fail("no step leaves several choices")


def _remaining(server: Server, page: ShownPage, start: int, target: int) -> int:
    """How many choices begin with a step."""
    choices = server.seen("game", file=page.text("#file"))["choices"]
    return sum(any([start, target] in way for way in choice["ways"]) for choice in choices)


def test_a_short_game_of_senet(page: ShownPage, server: Server) -> None:
    state = begun(page, server, "senet", "hand:HC5", parameters={"pieces": 1}, seed=2)
    play_to_the_end(page)
    assert server.seen("game", file=state["file"])["outcome"] is not None


@pytest.mark.slow
@pytest.mark.parametrize("pieces", [3, 7])
def test_a_whole_game_of_senet(page: ShownPage, server: Server, pieces: int) -> None:
    state = begun(page, server, "senet", "hand:HC5", parameters={"pieces": pieces}, seed=2)
    play_to_the_end(page)
    assert server.seen("game", file=state["file"])["outcome"] is not None


def test_hints_and_reasons(page: ShownPage, server: Server) -> None:
    begun(page, server, "senet", "hand:HC5", parameters=SHORT, seed=6)
    page.until(lambda: ready(page))
    while len(page.all(".choice")) < 2:
        click_a_turn(page)
    page.press("h")
    page.until(lambda: "95 % interval" in page.text(".hints-panel"))
    assert "of 100" in page.text(".choices")
    page.press("w")
    page.one(".terms")
    assert "hand:HC5 scores" in page.text(".hints-panel")
    assert not page.complaints()


def test_hints_in_a_small_game_are_results(page: ShownPage, server: Server) -> None:
    begun(page, server, "hexapawn")
    page.button("Hint").click()
    page.until(lambda: "loses in" in page.text(".choices"))
    assert "Wins of 100" not in page.text(".hints-panel")


def test_a_matchbox_shows_its_beads_and_the_one_that_was_taken(page: ShownPage, server: Server) -> None:
    begun(page, server, "hexapawn", "matchbox:blank.json")
    click_a_turn(page)
    page.until(lambda: page.all(".box"))
    beads = page.text(".box")
    assert beads.count("taken") == 1
    assert len(page.all(".box tr")) == len(page.run("return document.querySelectorAll('.bead')"))


def test_choices_are_filtered_and_chosen_by_keyboard(page: ShownPage, server: Server) -> None:
    begun(page, server, "tictactoe")
    page.until(lambda: ready(page))
    page.one(".choices-panel input").send_keys("5")
    assert [one.text for one in page.all(".choice")] == ["5"]
    page.press("TAB", "ENTER")
    page.until(lambda: moves(page) == 2)
    assert page.run("return document.activeElement !== document.body")


def test_two_players_are_watched(page: ShownPage, server: Server) -> None:
    state = server.done("games/new", game="tictactoe", first="random", second="minimax", seed=1)
    page.open(f"{server.address}#/game?file={state['file']}")
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


def test_a_killed_server_loses_nothing(page: ShownPage, tmp_path: Path) -> None:
    with served(tmp_path) as server:
        file = begun(page, server, "tictactoe")["file"]
        click_a_turn(page)
        page.until(lambda: moves(page) == 2)
        server.kill()
        page.one(".square.target").click()
        assert "does not answer" in page.text("#gone")
        page.button("Try again").click()
        page.until(lambda: page.one("#again").is_enabled())
        assert page.all("#gone")
        server.start()
        page.open(f"{server.address}#/game?file={file}")
        page.until(lambda: ready(page) and moves(page) == 2)
        assert not page.all("#gone")
        click_a_turn(page)
        page.errors()


def test_an_analysed_game(page: ShownPage, server: Server) -> None:
    page.open(f"{server.address}#/analyse?file=race.txt")
    page.one(".chart-panel")
    page.all(".judged .move")[3].click()
    page.until(lambda: "Turn 4" in page.text("#choice-title") or "at=3" in page.driver.current_url)
    assert page.all(".arrow")
    page.one(".export button").click()
    page.until(lambda: "Written" in page.text(".export"))
    assert (server.directory / "race.html").is_file()


def test_a_small_game_is_analysed_by_perfect_play(page: ShownPage, server: Server) -> None:
    page.open(f"{server.address}#/analyse?file=pawns.txt")
    page.one(".chart-panel")
    assert "wins in" in page.text(".judged")
    assert "interval" not in page.text(".best")


def test_a_file_that_is_not_there_gets_a_sentence(page: ShownPage, server: Server) -> None:
    page.open(f"{server.address}#/game?file=nothing.txt")
    page.until(lambda: "There is no file" in page.text())
    page.errors()


def test_two_people_in_two_windows(page: ShownPage, server: Server) -> None:
    file = begun(page, server, "tictactoe", "person")["file"]
    page.one(".square.target")
    server.done("game/choose", file=file, choice=0, after=0)
    page.one("[data-square='5']").click()
    page.until(lambda: "gone on meanwhile" in page.text(".left .error"))
    assert moves(page) == 1
    page.one("[data-square='5']").click()
    page.until(lambda: moves(page) == 2 and "Player 1" in page.text(".status"))
    page.errors()


VIEWS = {
    "start": "",
    "game": "#/game?file=race.txt&at=2",
    "analysis": "#/analyse?file=race.txt",
    "perfect": "#/analyse?file=pawns.txt",
}
#: A view that is like another one is looked at on request.
_SHOWN = [pytest.param(view, marks=[pytest.mark.slow] if view == "perfect" else []) for view in VIEWS]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("view", _SHOWN)
def test_every_view_is_accessible_and_fits_a_phone(
    page: ShownPage, server: Server, view: str, dark: bool
) -> None:
    page.wide(390, 844, dark=dark)
    page.open(f"{server.address}{VIEWS[view]}")
    page.one({"": ".card", "#/g": ".board", "#/a": ".chart"}[VIEWS[view][:3]])
    assert not page.complaints()
    assert page.run("return document.documentElement.scrollWidth") == 390
    small = page.run(
        "return [...document.querySelectorAll('button, a, select, input, summary, .square')]"
        ".filter(one => one.offsetParent && !one.closest('.unseen'))"
        ".map(one => one.closest('label') ?? one)"
        ".map(one => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])"
        ".filter(([, box]) => box.height < 24 || box.width < 24).map(([html]) => html)"
    )
    assert small == []


def test_the_list_of_keys(page: ShownPage, server: Server) -> None:
    page.open(server.address)
    page.one(".card")
    page.press("?")
    assert "Arrow keys" in page.text("#help")
    assert not page.complaints()
    page.press("ESCAPE")
    assert not page.all("#help")
