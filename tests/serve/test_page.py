"""The page in a real browser: clicks and keyboard, steps taken back, reloads, a killed server."""

from __future__ import annotations

from pathlib import Path

import pytest
from page_games import begun, click_a_turn, is_over, moves, play_to_the_end, ready
from served import Server, served
from shown_page import ShownPage

pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parents[2]
SHORT = {"pieces": 3}


def test_a_game_of_tic_tac_toe_by_clicks_from_the_first_page_on(page: ShownPage, games: Server) -> None:
    page.open(games.address)
    page.one(".option:has([value=tictactoe])").click()
    page.one(".levels .card")
    page.one(".opponents summary").click()
    page.one(".card input[value=random]").click()
    page.button("Play").click()
    page.one(".board")
    play_to_the_end(page)
    file = page.text("#file")
    state = games.seen("game", file=file)
    assert state["outcome"] is not None
    assert page.text(".status") == {1: "You win.", 0: "Nobody has won.", -1: "random wins."}[state["outcome"]]


def test_a_game_of_tic_tac_toe_by_keyboard_alone(page: ShownPage, games: Server) -> None:
    page.open(games.address)
    page.one(".levels input")
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


def test_undo_takes_back_and_a_reload_goes_on(page: ShownPage, games: Server) -> None:
    page.wide(1280, calm=False)
    file = begun(page, games, "tictactoe")["file"]
    click_a_turn(page)
    page.until(lambda: moves(page) == 2)
    page.driver.refresh()
    page.until(lambda: ready(page) and moves(page) == 2)
    assert page.text("#file") == file
    assert len(page.all(".piece")) == 2
    page.button("Undo").click()
    page.until(lambda: moves(page) == 0 and ready(page))
    assert games.seen("game", file=file)["after"] == 0
    assert not page.all(".piece")


def test_a_step_of_a_turn_is_taken_back_and_the_list_follows(page: ShownPage, games: Server) -> None:
    begun(page, games, "senet", parameters=SHORT, seed=3)
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
        if goal and _remaining(games, page, int(piece), int(goal)) > 1:
            page.one(f"[data-square='{goal}']").click()
            assert moves(page) == turn
            assert len(page.all(".choice")) < before
            page.button("Undo").click()
            assert len(page.all(".choice")) == before
            return
        page.press("ESCAPE")
    pytest.fail("no step leaves several choices")


def _remaining(games: Server, page: ShownPage, start: int, target: int) -> int:
    """How many choices begin with a step."""
    choices = games.seen("game", file=page.text("#file"))["choices"]
    return sum(any([start, target] in way for way in choice["ways"]) for choice in choices)


#: Goes through all that can be done with the pieces in a state; the texts of choices that cannot be made so.
_UNREACHED = """
const [state, done] = arguments;
import(new URL("static/turn.js", document.baseURI)).then(({ Turn }) => {
  const seen = new Set();
  const reached = new Set();
  const walk = (turn) => {
    // The same steps in another order may lead to another board.
    const key = JSON.stringify([turn.made.map(String).sort(), turn.squares]);
    if (seen.has(key)) return;
    seen.add(key);
    for (const choice of turn.complete) reached.add(choice.index);
    if (turn.decided) reached.add(turn.decided.index);
    for (const from of turn.sources) for (const to of turn.near(from)) walk(turn.after(from, to));
  };
  walk(new Turn(state));
  done(state.choices.filter(({ index }) => !reached.has(index)).map(({ text }) => text));
});
"""


def test_every_choice_can_be_made_on_the_board(page: ShownPage, games: Server) -> None:
    page.open(games.address)
    people = {"first": "person", "second": "person", "parameters": {"pieces": 5}}
    state = games.done("games/new", game="senet", seed=8, **people)
    tried = 0
    while tried < 20:
        values = {"file": state["file"], "after": state["after"]}
        if state["can_step"]:
            state = games.done("game/step", **values)
            continue
        assert page.driver.execute_async_script(_UNREACHED, state) == []  # type: ignore[no-untyped-call]
        tried += 1
        chosen = state["choices"][7 * tried % len(state["choices"])]
        state = games.done("game/choose", choice=chosen["index"], **values)


@pytest.mark.parametrize("pieces", [1, 7])
def test_a_whole_game_of_senet(page: ShownPage, games: Server, pieces: int) -> None:
    state = begun(page, games, "senet", "hand:HC5", parameters={"pieces": pieces}, seed=2)
    play_to_the_end(page)
    assert games.seen("game", file=state["file"])["outcome"] is not None


def test_choices_are_filtered_and_chosen_by_keyboard(page: ShownPage, games: Server) -> None:
    begun(page, games, "tictactoe")
    page.until(lambda: ready(page))
    page.one(".choices-panel input").send_keys("5")
    assert [one.text for one in page.all(".choice")] == ["5"]
    page.press("TAB", "ENTER")
    page.until(lambda: moves(page) == 2)
    assert page.run("return document.activeElement !== document.body")


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
        page.button("Try again").click()
        page.until(lambda: ready(page) and moves(page) == 4)
        assert not page.all("#gone")
        page.driver.refresh()
        page.until(lambda: ready(page) and moves(page) == 4)
        assert page.text("#file") == file
        click_a_turn(page)
        page.errors()


def test_a_wrong_address_says_what_to_do(page: ShownPage, games: Server) -> None:
    page.driver.get(f"http://{games.host}:{games.port}/x/")
    assert "open the address that senet-gp serve has printed" in page.driver.page_source
    page.errors()


def test_a_file_that_is_not_there_gets_a_sentence(page: ShownPage, games: Server) -> None:
    page.open(f"{games.address}#/game?file=nothing.txt")
    page.until(lambda: "There is no file" in page.text())
    page.errors()


def test_levels_are_those_of_a_short_game(page: ShownPage, games: Server) -> None:
    page.open(games.address)
    page.until(lambda: page.run("return document.querySelector('.cards .card') !== null"))
    page.one(".levels .card:has([value=net])").click()
    page.one("#short").click()
    chosen = "return document.querySelector('.opponents:not([hidden]) .levels input:checked')?.value"
    page.until(lambda: page.run(chosen) == "search:2:net-mixed")
    page.button("Play").click()
    page.one(".board")
    state = games.seen("game", file=page.text("#file"))
    assert [state["parameters"], state["players"][1]["name"]] == [SHORT, "Best"]


def test_a_game_goes_on_after_a_look_back_while_the_opponent_thinks(page: ShownPage, games: Server) -> None:
    begun(page, games, "tictactoe", "random")
    page.until(lambda: ready(page))
    page.run(
        """
        const own = window.fetch;
        const held = new Promise((go) => (window.release = go));
        window.looked = 0;
        window.fetch = async (address, ...rest) => {
          if (String(address).includes("game/step")) await held;
          const answer = await own(address, ...rest);
          if (String(address).includes("game/at")) window.looked += 1;
          return answer;
        };
        """
    )
    page.one("[data-square='5']").click()
    page.until(lambda: page.run("return document.querySelector('.view').hasAttribute('aria-busy')"))
    page.until(lambda: moves(page) == 1)
    page.press("[")
    page.until(lambda: page.run("return looked") == 1)
    page.run("release()")
    page.until(lambda: moves(page) == 2 and ready(page))
    click_a_turn(page)
    page.until(lambda: (moves(page) == 4 and ready(page)) or is_over(page))


def test_a_player_that_is_typed_and_deleted_leaves_the_one_that_was_chosen(
    page: ShownPage, games: Server
) -> None:
    page.open(games.address)
    page.until(lambda: page.run("return document.querySelector('.cards .card') !== null"))
    hard = ".opponents:not([hidden]) .levels .card:nth-child(3)"
    page.one(hard).click()
    chosen = "return document.querySelector('.opponents:not([hidden]) input:checked')?.value ?? null"
    before = page.run(chosen)
    page.one(".opponents:not([hidden]) summary").click()
    typed = page.one(".opponents:not([hidden]) input[type=text]")
    typed.send_keys("x")
    assert page.run(chosen) is None
    typed.send_keys("\b")
    assert page.run(chosen) == before


def test_a_game_without_levels_is_played_against_its_opponent(page: ShownPage, tmp_path: Path) -> None:
    dash = ROOT / "docs" / "examples" / "board_games" / "board_games_example" / "dash.py"
    with served(tmp_path, "--plugin", str(dash)) as server:
        assert not server.seen("games")["games"][-1]["levels"]
        page.open(server.address)
        page.one(".option:has([value=dash])").click()
        page.button("Play").click()
        page.one(".board")
        assert server.seen("game", file=page.text("#file"))["players"][1]["name"] == "random"
        page.driver.get("about:blank")  # nothing more is asked of the server


def test_another_game_of_the_same_players(page: ShownPage, games: Server) -> None:
    state = begun(page, games, "tictactoe", "random")
    play_to_the_end(page)
    page.button("Play again").click()
    page.until(lambda: state["file"] != page.text("#file") and ready(page))
    again = games.seen("game", file=page.text("#file"))
    assert [again["players"], again["of"]] == [state["players"], 0]


def test_a_machine_is_taught(page: ShownPage, games: Server) -> None:
    begun(page, games, "hexapawn", "matchbox:blank.json")
    play_to_the_end(page)
    page.button("Let the machine learn").click()
    page.until(lambda: "It has learned from 1 game." in page.text())
    assert "Let the machine learn" not in [button.text for button in page.all("button")]


def test_two_people_in_two_windows(page: ShownPage, games: Server) -> None:
    file = begun(page, games, "tictactoe", "person")["file"]
    page.one(".square.target")
    games.done("game/choose", file=file, choice=0, after=0)
    page.one("[data-square='5']").click()
    page.until(lambda: "gone on meanwhile" in page.text(".left .error"))
    assert moves(page) == 1
    page.one("[data-square='5']").click()
    page.until(lambda: moves(page) == 2 and "Player 1" in page.text(".status"))
    page.errors()
