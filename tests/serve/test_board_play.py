"""Playing on the board in a real browser: turns that are over, dragging, throwing, flipping, the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from page_games import begun, click_a_turn, is_over, moves, play_to_the_end, ready
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.interaction import POINTER_TOUCH
from selenium.webdriver.common.actions.pointer_input import PointerInput
from served import Json, Server
from shown_page import ShownPage

pytestmark = pytest.mark.slow
#: One piece on each side has few choices; three have throws to share.
FEW = {"pieces": 3}


@pytest.fixture(autouse=True)
def _as_at_first(page: ShownPage, games: Server) -> Iterator[None]:
    """What one test prefers is not what the next one does."""
    yield
    page.open(games.address)
    page.run("localStorage.clear()")


def played_until(games: Server, found: Callable[[Json], bool], seed: int, pieces: int) -> Json:
    """A game of two people, in which the first choice was made until something is found."""
    people = {"first": "person", "second": "person", "parameters": {"pieces": pieces}}
    state = games.done("games/new", game="senet", seed=seed, **people)
    while state["can_step"] or not found(state):
        values = {"file": state["file"], "after": state["after"]}
        if state["can_step"]:
            state = games.done("game/step", **values)
        else:
            state = games.done("game/choose", choice=state["choices"][0]["index"], **values)
    return state


def shown(page: ShownPage, games: Server, state: Json) -> None:
    page.open(f"{games.address}#/game?file={state['file']}")
    page.one(".square.from")


def click(page: ShownPage, *squares: int) -> None:
    for square in squares:
        page.one(f"[data-square='{square}']").click()


def test_a_turn_ends_in_the_water(page: ShownPage, games: Server) -> None:
    fall = [[[26, 27]]]

    def falls(state: Json) -> bool:
        known = [choice["ways"] for choice in state["choices"]]
        return len(state["throws"]) > 2 and fall in known and len(known) > 1

    state = played_until(games, falls, seed=38, pieces=2)
    assert {"step": [26, 27], "throws": [1], "last": True} in state["steps"]
    shown(page, games, state)
    click(page, 26, 27)
    page.until(lambda: moves(page) > state["after"])
    assert games.seen("game", file=state["file"])["moves"][state["after"]]["text"] == "26→27"


def test_the_order_of_clicks_answers_what_their_list_leaves_open(page: ShownPage, games: Server) -> None:
    steps = [[2, 4], [4, 5], [4, 8]]
    state = played_until(
        games,
        lambda state: sum(steps in choice["ways"] for choice in state["choices"]) == 2,
        seed=2,
        pieces=5,
    )
    both = {choice["text"] for choice in state["choices"] if steps in choice["ways"]}
    found = set()
    for order in ([4, 8, 2, 4, 4, 5], [4, 5, 2, 4, 4, 8]):
        shown(page, games, state)
        click(page, *order)
        page.until(lambda: moves(page) > state["after"])
        now = games.seen("game", file=state["file"])
        found.add(now["moves"][state["after"]]["text"])
        games.done("game/undo", file=state["file"], after=now["after"])
    assert found == both


def test_what_the_board_cannot_tell_is_asked_by_name(page: ShownPage, games: Server) -> None:
    """A throw that nothing could play is lost, or another is played before it."""
    state = played_until(games, lambda state: state["throws"] == [1, 2, 4], seed=18, pieces=2)
    assert {"2→3", "2→7"} <= {choice["text"] for choice in state["choices"]}
    shown(page, games, state)
    click(page, 2, 3)
    assert page.all(".square.target, .square.from")
    page.button("Play 2→3").click()
    page.until(lambda: moves(page) > state["after"])
    assert games.seen("game", file=state["file"])["moves"][state["after"]]["text"] == "2→3"


def test_arrows_are_numbered_as_the_choice_is_written(page: ShownPage, games: Server) -> None:
    def written(choice: Json) -> list[int]:
        return [int(part.split("→")[0]) for part in choice["text"].split(", ")]

    def is_wanted(choice: Json) -> bool:
        return len(choice["steps"]) == 2 and choice["text"].count("→") == 2 and ", " in choice["text"]

    state = played_until(games, lambda state: any(map(is_wanted, state["choices"])), seed=2, pieces=5)
    choice = next(filter(is_wanted, state["choices"]))
    shown(page, games, state)
    page.run("document.querySelector(`[data-choice='${arguments[0]}']`).focus()", choice["index"])
    assert [one.text for one in page.all(".arrow text")] == ["1", "2"]
    places = {one["square"]: one for one in state["geometry"]["squares"]}
    middles = [[100 * places[start][way] + 50 for way in ("column", "row")] for start in written(choice)]
    starts = [str(one.get_attribute("d")) for one in page.all(".arrow path")]
    assert [path[1 : path.index("Q")] for path in starts] == [f"{x},{y}" for x, y in middles]


def test_used_throws_are_pale(page: ShownPage, games: Server) -> None:
    state = played_until(games, lambda state: state["throws"] == [1, 2, 4], seed=2, pieces=5)
    shown(page, games, state)
    click(page, 4, 8)
    assert [one.text for one in page.all(".throw.used")] == ["4"]
    assert "4, used" in str(page.one(".throws").get_attribute("aria-label"))
    click(page, 2, 4)
    assert [one.text for one in page.all(".throw.used")] == ["2", "4"]
    page.press("ESCAPE", "ESCAPE", "ESCAPE")
    assert not page.all(".throw.used")


def test_another_piece_is_chosen_after_a_step_and_the_moved_one_stays(page: ShownPage, games: Server) -> None:
    state = played_until(games, lambda state: state["throws"] == [1, 2, 4], seed=2, pieces=5)
    shown(page, games, state)
    click(page, 4, 8, 2)
    assert page.one(".square.chosen").get_attribute("data-square") == "2"
    click(page, 8)
    assert page.one(".square.chosen").get_attribute("data-square") == "8"


def drag(page: ShownPage, start: int, goal: str, *, touch: bool = False) -> None:
    """Draw the piece on a square to an element."""
    piece, target = page.one(f"[data-square='{start}'] .piece"), page.one(goal)
    if not touch:
        ActionChains(page.driver).click_and_hold(piece).move_to_element(target).release().perform()
        return
    actions = ActionBuilder(page.driver, mouse=PointerInput(POINTER_TOUCH, "finger"))
    actions.pointer_action.move_to(piece).pointer_down().move_to(target).pointer_up()
    actions.perform()


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "touch"])
def test_a_piece_is_dragged(page: ShownPage, games: Server, touch: bool) -> None:
    state = begun(page, games, "hexapawn", "person")
    page.one(".square.from")
    step = state["choices"][0]["steps"][0]
    drag(page, step[0], "h1", touch=touch)
    assert moves(page) == 0
    assert page.run("return document.querySelectorAll('.moving').length") == 0
    assert len(page.all(f"[data-square='{step[0]}'] .piece")) == 1
    drag(page, step[0], f"[data-square='{step[1]}']", touch=touch)
    page.until(lambda: moves(page) == 1)
    assert page.run("return String(getSelection())") == ""


def test_a_piece_is_dragged_off_the_board(page: ShownPage, games: Server) -> None:
    state = played_until(
        games,
        lambda state: sum([30, 0] in choice["steps"] for choice in state["choices"]) > 1,
        seed=18,
        pieces=2,
    )
    shown(page, games, state)
    drag(page, 30, ".status")
    page.until(lambda: not page.all("[data-square='30'] .piece"))
    assert len(page.all(".throw.used")) == 1


def test_a_person_throws(page: ShownPage, games: Server) -> None:
    begun(page, games, "senet", parameters=FEW, seed=3)
    page.until(lambda: ready(page))
    page.press("s")
    page.one("dialog[open] .tick").click()
    page.press("ESCAPE")
    # What lies on the table stays there.
    assert page.all(".throw")
    page.driver.refresh()
    throw = page.one(".throw-button")
    assert page.text(".status") == "You are to throw."
    assert not page.all(".throw, .choice, .square.from")
    page.run("arguments[0].focus()", throw)
    page.press("ENTER")
    page.one(".throw")
    page.until(lambda: ready(page))
    assert page.all(".square.from")
    assert not page.all(".throw-button")


def test_a_forced_turn_waits_for_the_throw(page: ShownPage, games: Server) -> None:
    page.open(games.address)
    page.run("""localStorage.setItem("senet-gp", '{"throwMyself": true}')""")
    people = {"first": "person", "second": "person", "parameters": {"pieces": 1}}
    state = games.done("games/new", game="senet", seed=1, **people)
    page.open(f"{games.address}#/game?file={state['file']}")
    for _ in range(4):
        page.one(".throw-button")
        before = moves(page)
        page.press("t")
        page.until(lambda before=before: moves(page) > before or page.all(".square.from"))
        if moves(page) == before:
            page.all(".choice")[0].click()
        page.until(lambda before=before: moves(page) > before)


#: Counts the tones that are made.
_COUNTED = """
window.tones = 0;
const Tone = window.OscillatorNode;
window.OscillatorNode = class extends Tone {
  constructor(...given) {
    super(...given);
    window.tones += 1;
  }
};
"""


def test_who_has_still_to_throw_sees_no_empty_bar_and_may_resign(page: ShownPage, games: Server) -> None:
    page.open(games.address)
    page.run("""localStorage.setItem("senet-gp", '{"throwMyself": true, "chancesPlaying": true}')""")
    begun(page, games, "senet", parameters=FEW, seed=3)
    page.one(".throw-button")
    assert page.text(".ahead") == "The chances are told after the throw."
    assert not page.all(".ahead svg")
    assert page.button("Resign").is_enabled()
    page.press("t")
    page.until(lambda: "of 100" in page.text(".ahead"))
    assert page.all(".ahead svg")


@pytest.mark.parametrize("wanted", [False, True], ids=["silent", "heard"])
def test_a_move_is_heard_if_that_is_preferred(page: ShownPage, games: Server, wanted: bool) -> None:
    begun(page, games, "tictactoe", "person")
    page.run(_COUNTED)
    if wanted:
        page.press("s")
        page.one("dialog[open] .tick").click()
        page.press("ESCAPE")
    click(page, 5)
    page.until(lambda: moves(page) == 1)
    assert bool(page.run("return window.tones")) == wanted


def test_the_board_is_flipped_and_walked_as_it_is_seen(page: ShownPage, games: Server) -> None:
    state = begun(page, games, "hexapawn", "person")
    page.one(".square.from")
    step = state["choices"][0]["steps"][0]

    def seen(square: int) -> tuple[float, float]:
        box = page.one(f"[data-square='{square}']").rect
        return box["x"], box["y"]

    before = {square: seen(square) for square in range(1, 10)}
    page.press("f")
    page.until(lambda: seen(1) == before[9])
    assert [seen(square) for square in range(1, 10)] == [before[10 - square] for square in range(1, 10)]
    page.run("document.querySelector(\"[data-square='9']\").focus()")
    page.press("ARROW_RIGHT")
    assert page.run("return document.activeElement.dataset.square") == "8"
    page.press("ARROW_UP")
    assert page.run("return document.activeElement.dataset.square") == "5"
    drag(page, step[0], f"[data-square='{step[1]}']")
    page.until(lambda: moves(page) == 1)
    page.driver.refresh()
    page.until(lambda: seen(1) == before[9])


def test_arrow_keys_step_where_nothing_else_takes_them(page: ShownPage, games: Server) -> None:
    page.open(f"{games.address}#/game?file=pawns.txt")
    page.until(lambda: ready(page) and is_over(page))
    of = moves(page)

    def after() -> int:
        return int(page.one(".transport [type=range]").get_attribute("value") or 0)

    page.press("ARROW_LEFT")
    page.until(lambda: after() == of - 1)
    page.press("HOME")
    page.until(lambda: after() == 0)
    page.press("ARROW_RIGHT")
    page.until(lambda: after() == 1)
    page.press("b", "ARROW_RIGHT", "ARROW_LEFT", "END")
    assert after() == 1
    page.run("document.activeElement.blur()")
    page.press("END")
    page.until(lambda: after() == of)


def test_the_end_is_told_with_its_line(page: ShownPage, games: Server) -> None:
    state = begun(page, games, "tictactoe", "person")
    page.one(".square.target")
    for number, square in enumerate((1, 4, 2, 5, 3), 1):
        click(page, square)
        page.until(lambda number=number: moves(page) == number)
    page.one(".end")
    page.until(lambda: page.run("return document.activeElement.matches('.end')"))
    assert "Player 1 wins." in page.text(".end")
    assert "5 turns" in page.text(".end")
    assert [one.get_attribute("data-square") for one in page.all(".square.line")] == ["1", "2", "3"]
    assert games.seen("game", file=state["file"])["line"] == [1, 2, 3]
    page.until(lambda: "wins" in page.run("return document.getElementById('live').textContent"))
    page.press("ARROW_LEFT")
    page.until(lambda: not page.all(".end, .square.line"))


def test_the_best_choice_of_a_hint_has_its_arrow_until_a_piece_goes(page: ShownPage, games: Server) -> None:
    begun(page, games, "hexapawn", "person")
    page.one(".square.from")
    page.press("h")
    page.until(lambda: page.all(".arrow"))
    page.all(".square.from")[0].click()
    assert page.all(".arrow")
    page.all(".square.target")[0].click()
    page.until(lambda: moves(page) == 1)
    assert not page.all(".arrow")


def test_the_bar_of_chances(page: ShownPage, games: Server) -> None:
    page.open(f"{games.address}#/game?file=pawns.txt")
    page.until(lambda: "of 100" in page.text(".ahead"))
    begun(page, games, "hexapawn")
    page.until(lambda: ready(page))
    assert not page.all(".ahead")
    page.press("s")
    next(tick for tick in page.all("dialog[open] .tick") if tick.text == "Show chances").click()
    page.press("ESCAPE")
    page.until(lambda: page.text(".ahead .words") == "You: 0 of 100")
    assert "perfect play" in str(page.one(".ahead").get_attribute("aria-label"))


def test_chances_of_all_games(games: Server) -> None:
    for game in ("senet", "hexapawn", "tictactoe", "trilobite"):
        state = games.done("games/new", game=game, first="person", second="random", seed=1)
        found = games.done("chance", file=state["file"], after=0)
        assert 0 <= found["chance"] <= 1
        assert found["told"].startswith("You: ")
        assert ("perfect play" in found["means"]) == (game != "senet")
        ended = games.done("game/resign", file=state["file"], after=0)
        assert games.done("chance", file=state["file"], after=ended["of"])["chance"] == 0
    assert games.post("chance", file=state["file"], after=7)[0] == 400


def test_a_click_that_does_nothing_is_told_and_nothing_moves(page: ShownPage, games: Server) -> None:
    begun(page, games, "hexapawn", "person")
    page.one(".square.from")
    places = page.run(_PLACES)
    click(page, 5)
    assert page.text(".turn-line .quiet") == "No piece can move from here."
    assert page.run(_PLACES) == places
    click(page, 1)
    assert not page.all(".turn-line .quiet")
    click(page, 9)
    assert page.text(".turn-line .quiet") == "The piece cannot go there."
    assert page.run(_PLACES) == places


def test_a_piece_is_dropped_by_a_click_anywhere_in_its_column(page: ShownPage, games: Server) -> None:
    begun(page, games, "trilobite", "person")
    label = page.one(".square.target").get_attribute("aria-label")
    assert "a piece can be put here" in str(label)
    for number in range(1, 4):
        page.until(lambda: ready(page))
        click(page, 2)
        page.until(lambda number=number: moves(page) == number)
    page.until(lambda: ready(page))
    click(page, 2)
    assert page.text(".turn-line .quiet") == "This column is full."
    assert [len(page.all(f"[data-square='{square}'] .piece")) for square in (2, 5, 8)] == [1, 1, 1]
    # In other games an occupied square is no column.
    begun(page, games, "tictactoe", "person")
    click(page, 2)
    page.until(lambda: moves(page) == 1 and ready(page))
    click(page, 2)
    assert page.text(".turn-line .quiet") == "No piece can be put here."


def test_arrowheads_of_the_way_stay_while_a_piece_is_drawn(page: ShownPage, games: Server) -> None:
    begun(page, games, "senet", "person", parameters=FEW)
    piece = page.one(".square.from .piece")
    ActionChains(page.driver).click_and_hold(piece).move_by_offset(20, 20).perform()
    assert page.all(".moving")
    over = "const row = document.querySelector('.row:has(.moving)'); return getComputedStyle(row).zIndex"
    assert page.run(over) == "auto"
    ActionChains(page.driver).release().perform()


def test_after_a_choice_from_the_list_the_board_is_seen(page: ShownPage, games: Server) -> None:
    page.wide(390, 844)
    begun(page, games, "hexapawn", "person")
    page.all(".choice")[0].click()
    page.until(lambda: moves(page) == 1 and ready(page))
    page.until(lambda: page.run(_IS_SEEN, ".board"))
    # The list is no higher than it must be.
    assert page.one(".choices-panel").rect["height"] < 200


_IS_SEEN = """
const box = document.querySelector(arguments[0]).getBoundingClientRect();
return box.top >= 0 && box.bottom <= innerHeight;
"""


PARTS = ".grid, .turn-line, .doing > .controls, .choices-panel, .moves-panel"
_PLACES = (
    f"return [...document.querySelectorAll('{PARTS}')].map(one => Math.round(one.getBoundingClientRect().y))"
)


@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_jumps_while_a_turn_is_made(page: ShownPage, games: Server, width: int) -> None:
    page.wide(width)
    state = played_until(games, lambda state: state["throws"] == [1, 2, 4], seed=2, pieces=5)
    shown(page, games, state)
    places = page.run(_PLACES)
    for square in (4, 8, 2):
        click(page, square)
        assert page.run(_PLACES) == places
    page.button("Undo").click()
    assert page.run(_PLACES) == places


def test_a_phone_on_its_side_shows_the_board_and_the_throws(page: ShownPage, games: Server) -> None:
    page.wide(844, 390)
    begun(page, games, "senet", seed=3)
    page.until(lambda: ready(page))
    bottoms = (
        "return ['.grid', '.throws'].map(one => document.querySelector(one).getBoundingClientRect().bottom)"
    )
    assert max(page.run(bottoms)) <= 390


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_the_end_and_the_preferences_are_accessible(
    page: ShownPage, games: Server, width: int, dark: bool
) -> None:
    page.wide(width, dark=dark)
    begun(page, games, "tictactoe")
    play_to_the_end(page)
    page.one(".end")
    assert not page.complaints()
    page.press("s")
    page.one("dialog[open]")
    assert not page.complaints()


def test_who_no_longer_wants_to_throw_moves_at_once_and_other_tabs_keep_their_ticks(
    page: ShownPage, games: Server
) -> None:
    page.open(games.address)
    page.run("""localStorage.setItem("senet-gp", '{"throwMyself": true}')""")
    begun(page, games, "senet", parameters={"pieces": 3})
    page.until(lambda: page.run("return document.querySelector('.throw-button') !== null"))
    # Another tab ticks something else meanwhile.
    page.run("""localStorage.setItem("senet-gp", '{"throwMyself": true, "sound": true}')""")
    page.button("Preferences").click()
    page.run(
        "[...document.querySelectorAll('dialog .tick')].find((one) => /Throw/.test(one.textContent)).click()"
    )
    page.button("Close").click()
    kept = page.run("return JSON.parse(localStorage.getItem('senet-gp'))")
    assert (kept["throwMyself"], kept["sound"]) == (False, True)
    before = moves(page)
    click_a_turn(page)
    page.until(lambda: moves(page) > before)
    page.run("localStorage.clear()")
