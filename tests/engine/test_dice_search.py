"""Searches and decisions of any game with throws, held against slow ones of a game that ends in every way."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
import search_race
from search_race import RUNNERS, SearchRace

from primitives import Number, Primitive, Query, plain_vocabulary
from senet_gp.engine import dice_choices
from senet_gp.engine.dice_choices import can_choose, replies_to
from senet_gp.engine.dice_search import WON, Search
from senet_gp.engine.evaluator import Boards, scores_of
from senet_gp.engine.labels import boards_in_games, labelled
from senet_gp.engine.participants import RANDOM_MOVER, Source
from senet_gp.engine.results import Pairings, Positions
from senet_gp.games.dice.features import told_of_throws
from senet_gp.games.dice.game import Board
from senet_gp.games.dice.rules import DRAWN, GOES_ON, LOST, STATE, THROWS_AGAIN
from senet_gp.games.dice.rules import WON as WINS
from senet_gp.games.registry import game_of
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.streams import game_streams, part_key, part_keys
from senet_gp.trees.text import from_lisp

GAME = SearchRace()
WORDS = search_race.words(GAME)
#: No difference of the same for both sides, so that a mistaken point of view shows.
LOPSIDED = Source.of(
    from_lisp("(sub (add (add (mul 3 my_steps) (mul 5 my_waiting)) of_the_move) (mul 2 their_steps))", WORDS),
    WORDS,
)
Choice = tuple[Board, int, int, int]


@cache
def seen() -> Positions:
    """The boards of some games; no test needs other ones."""
    seats = np.zeros(300, np.int64), np.zeros(300, np.int64)
    return boards_in_games([RANDOM_MOVER], Pairings(*seats, part_keys(2, 300)), GAME)


@cache
def seen_boards() -> list[Board]:
    """The same boards, each once."""
    return sorted({(a, b, c) for a, b, c in seen().tolist()})


def choices(board: Board, throw: int) -> list[Choice]:
    """The boards after a throw, the move to each, what it did and what follows."""
    rows, results = np.zeros((5, 8), np.uint32), np.zeros(8, np.int8)
    count = search_race.afterstates.py_func(GAME.numbers, *board, throw, rows, results, rows)  # type: ignore[attr-defined]
    return [
        ((mine, theirs, state), move, did, result)
        for (mine, theirs, move, did, state), result in zip(
            rows.T[:count].tolist(), results[:count].tolist(), strict=True
        )
    ]


def swapped(board: Board) -> Board:
    mine, theirs, state = board
    return theirs, mine, state // 4 + state % 4 * 4


def throws_at(board: Board) -> list[tuple[int, float]]:
    law = GAME.laws()[search_race.law(GAME.numbers, *board)]
    return list(zip(law.throws.tolist(), law.chances.tolist(), strict=True))


def slow_value(board: Board, turns: int, *, searcher: bool) -> float:
    """The mean over all throws of the best choice, for the searcher."""
    own = 1 if searcher else -1
    value = 0.0
    for throw, chance in throws_at(board):
        worth = []
        for after, move, did, result in choices(board, throw):
            if result < GOES_ON:
                worth.append(own * WON * result)
            elif turns > 1:
                again = result == THROWS_AGAIN
                then = after if again else swapped(after)
                worth.append(slow_value(then, turns - 1, searcher=searcher == again))
            else:
                mine, theirs, state = after if searcher else swapped(after)
                told = (2 * move + did if searcher else 0) + 5 * (state % 4)
                worth.append(3.0 * search_race.steps(mine) + told - 2 * search_race.steps(theirs))
        value += chance * own * max(own * one for one in worth)
    return value


@pytest.mark.parametrize("turns", [1, 2, 3])
@pytest.mark.parametrize("searcher", [True, False])
def test_a_search_is_as_a_slow_one(turns: int, searcher: bool) -> None:
    search = Search(LOPSIDED.program, GAME)
    for board in seen_boards()[:: 1 if turns < 3 else 9]:
        found = search.value(board, turns, searcher_moves=searcher)
        assert found == pytest.approx(slow_value(board, turns, searcher=searcher), rel=1e-12)


@pytest.mark.parametrize("room", [1, 5, 1 << 16])
def test_replies_are_the_choices_of_all_throws(room: int) -> None:
    """Also where there was too little room for them at first."""
    met = set()
    for board in seen_boards():
        dice_choices._spaces()[0] = dice_choices._Space.of(room)
        replies = replies_to(board, GAME)
        expected = [choices(board, throw) for throw, _ in throws_at(board)]
        assert replies.chances.tolist() == [chance for _, chance in throws_at(board)]
        assert np.diff([*replies.begins, len(replies.results)]).tolist() == list(map(len, expected))
        flat = [one for each in expected for one in each]
        mine, theirs, moves, did, state = replies.boards.tolist()
        found = zip(zip(mine, theirs, state, strict=True), moves, did, replies.results.tolist(), strict=True)
        assert list(found) == flat
        then = [swapped(after) if result == GOES_ON else after for after, *_, result in flat]
        assert list(map(tuple, replies.following(GAME).tolist())) == then
        met |= set(replies.results.tolist())
    assert met == {LOST, DRAWN, WINS, GOES_ON, THROWS_AGAIN}


def test_boards_that_games_meet_have_all_runners() -> None:
    for mine, theirs, state in seen_boards():
        assert mine.bit_count() + state % 4 == theirs.bit_count() + state // 4 == RUNNERS
    assert 0 < can_choose(seen(), GAME).mean() < 1


def lead(boards: Boards) -> np.ndarray:
    """A stand-in for chances of winning, of the player who has just moved, which looks at the state, too."""
    to_go = np.array(
        [
            [6 * (state % 4 - state // 4) + search_race.steps(theirs) - search_race.steps(mine)]
            for mine, theirs, _, _, state in boards.T.tolist()
        ]
    )
    chances: np.ndarray = 1 / (1 + np.exp(to_go[:, 0] / 8))
    return chances


def chance(board: Board) -> float:
    """The same, of one board."""
    mine, theirs, state = board
    return float(lead(np.array([[mine], [theirs], [0], [0], [state]], np.uint32))[0])


def slow_values(some: list[Choice], *, looks_ahead: bool) -> list[float]:
    """The chances after choices, one by one."""
    first = [value_of(after, result) for after, _, _, result in some]
    top = max(first)
    if not looks_ahead or some[first.index(top)][3] == WINS:
        return first
    deeper = {}
    for index, (after, _, _, result) in enumerate(some):
        if first[index] >= top - 0.06:
            deeper[index] = first[index]
            if result >= GOES_ON:
                again = result == THROWS_AGAIN
                value = mean_of_best(after if again else swapped(after))
                deeper[index] = value if again else 1 - value
    change = deeper[first.index(top)] - top
    others = [value + change * (some[index][3] >= GOES_ON) for index, value in enumerate(first)]
    return [min(max(deeper.get(index, value), 0.0), 1.0) for index, value in enumerate(others)]


def value_of(after: Board, result: int) -> float:
    """The chance of who has chosen; who throws again is the opponent of one who has just moved."""
    if result < GOES_ON:
        return (result + 1) / 2
    return 1 - chance(swapped(after)) if result == THROWS_AGAIN else chance(after)


def mean_of_best(board: Board) -> float:
    return sum(
        part * max(value_of(after, result) for after, _, _, result in choices(board, throw))
        for throw, part in throws_at(board)
    )


@pytest.mark.parametrize("looks_ahead", [False, True])
def test_choices_are_worth_what_the_chances_and_the_results_say(looks_ahead: bool) -> None:
    # From the last ones a 1 may draw.
    nearly_drawn = np.tile(np.array([[0b1010, 0b110000, 0]]), (12, 1))
    boards = np.concatenate([seen()[can_choose(seen(), GAME)][::3], nearly_drawn])
    keys = part_keys(7, len(boards))
    cases = labelled(boards, keys, lead, GAME, looks_ahead=looks_ahead)
    kinds = set()
    for place, (board, key) in enumerate(zip(boards.tolist(), keys.tolist(), strict=True)):
        streams = game_streams(part_key(key, 0))
        some: list[Choice] = []
        for _ in range(100):
            some = choices(tuple(board), search_race.thrown(GAME.numbers, *board, streams, 0))
            if len(some) > 1:
                break
        values = slow_values(some, looks_ahead=looks_ahead)
        begin, end = cases.begins[place : place + 2]
        assert cases.boards[[0, 1, 4], begin:end].T.tolist() == [list(after) for after, *_ in some]
        expected = [1 - (max(values) - value) for value in values]
        assert cases.outcomes[begin:end].tolist() == pytest.approx(expected, abs=2e-6)
        kinds |= {result for *_, result in some}
    assert kinds == {LOST, DRAWN, WINS, GOES_ON, THROWS_AGAIN}


def test_words_of_the_state_do_not_see_who_throws_again() -> None:
    program = Source.of(from_lisp("(sub 9 my_waiting)", WORDS), WORDS).compiled().program
    assert program is not None
    for board in seen_boards()[::9]:
        replies = replies_to(board, GAME)
        again = told_of_throws(replies.boards, np.full(len(replies.results), THROWS_AGAIN, np.int8))
        expected = (9 - replies.boards[STATE] % 4).tolist()
        for boards in (replies.boards, again):
            assert scores_of(program, boards).tolist() == expected


def test_words_of_the_state_are_refused_where_boards_have_none() -> None:
    word = Primitive(search_race.my_waiting, (), Number, Query(search_race.waiting, "state"), 0, RUNNERS)
    with pytest.raises(UsageError, match="'my_waiting' takes the column 'state', which only boards of games"):
        plain_vocabulary(game_of("hexapawn"), {}, words=[word])
