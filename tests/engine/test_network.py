"""Networks of any game with throws: what they see, how they look ahead, and that they learn."""

from __future__ import annotations

import pickle
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from math import exp

import network_race
import numpy as np
import pytest
import search_race
from network_race import NetworkRace
from search_race import SearchRace

from senet_gp.engine import play
from senet_gp.engine.dice_choices import can_choose, replies_to, swapped_where
from senet_gp.engine.evaluator import Boards, scores_of
from senet_gp.engine.labels import boards_in_games, labelled
from senet_gp.engine.network import Network, turn_chances
from senet_gp.engine.network_learning import Course, self_taught
from senet_gp.engine.participants import RANDOM_MOVER, Participant
from senet_gp.engine.results import Pairings, Positions
from senet_gp.games.dice.features import inputs_of, told_of_throws
from senet_gp.games.dice.rules import GOES_ON, MINE, STATE, THEIRS, THROWS_AGAIN
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.streams import part_keys

RACES = [SearchRace(), NetworkRace()]
COURSE = Course(seed=7, rate=0.1)


@cache
def taught(race: SearchRace) -> Network:
    """A network that has learned from a thousand games."""
    return self_taught(Network.new(race, 16, COURSE.seed), 0, 1000, COURSE, race)


@cache
def seen(race: SearchRace) -> Positions:
    """Boards of games of random movers."""
    seats = np.zeros(300, np.int64), np.zeros(300, np.int64)
    return boards_in_games([RANDOM_MOVER], Pairings(*seats, part_keys(2, 300)), race)


def listed(race: SearchRace) -> Boards:
    """The boards that were seen, as the player sees them who has just moved."""
    columns = np.zeros((5, len(seen(race))), np.uint32)
    everywhere = np.ones(columns.shape[1], np.bool_)
    columns[[MINE, THEIRS, STATE]] = swapped_where(seen(race), everywhere, race).T
    return columns


def slow_chance(network: Network, inputs: list[int]) -> float:
    weights = network.weights.astype(float)
    sums = weights[inputs].sum(axis=0) + weights[-3]
    total = (sums / (1 + abs(sums))) @ weights[-2] + weights[-1, 0]
    return 1 / (1 + exp(-total))


def bits(*masks: int) -> list[int]:
    return [32 * part + bit for part, mask in enumerate(masks) for bit in range(32) if mask >> bit & 1]


def test_networks_see_the_bits_of_boards() -> None:
    race = RACES[0]
    boards = listed(race)
    rows = boards[[MINE, THEIRS, STATE]].T.tolist()
    slow = [slow_chance(taught(race), bits(*board)) for board in rows]
    assert np.ptp(slow) > 0.3
    np.testing.assert_allclose(taught(race).chances(boards), slow, atol=2e-6)
    without_state = boards[:2]
    assert (taught(race).chances(without_state) != taught(race).chances(boards)).any()


def test_a_game_may_say_what_networks_see_and_who_has_won() -> None:
    race = RACES[1]
    boards = listed(race)
    expected = []
    for mine, theirs, state in boards[[MINE, THEIRS, STATE]].T.tolist():
        sides = ((mine, state % 4), (theirs, state // 4))
        made = [
            search_race.my_steps((side, 0, 0)) + 7 * (2 - side.bit_count() - waiting)
            for side, waiting in sides
        ]
        expected.append(slow_chance(taught(race), [made[0], network_race.STEPS + made[1]]))
    np.testing.assert_allclose(taught(race).chances(boards), expected, atol=2e-6)
    won = np.array([[0], [2], [0], [0], [4]], np.uint32)
    assert taught(race).chances(won).tolist() == [1.0]
    assert scores_of(taught(race).program, won).tolist() == [1 << 30]
    assert 0.5 < taught(RACES[0]).chances(won)[0] < 1, "where boards do not show it, it is learned"


def test_inputs_of_a_game_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert inputs_of(SearchRace.rules_module) == (96, 96)
    monkeypatch.delattr(sys.modules[NetworkRace.rules_module], "MAX_ACTIVE")
    with pytest.raises(UsageError, match="has features and no MAX_ACTIVE"):
        Network.new(NetworkRace(), 16, 1)


@pytest.mark.parametrize("race", RACES)
def test_a_network_learns_to_play(race: SearchRace) -> None:
    blank = Network.new(race, 16, COURSE.seed)
    assert taught(race) == self_taught(self_taught(blank, 0, 300, COURSE, race), 300, 1000, COURSE, race)
    assert pickle.loads(pickle.dumps(taught(race))) == taught(race)  # noqa: S301 - our own
    assert share(taught(race), RANDOM_MOVER, race) > 0.58, "the game is mostly luck"


def share(one: Participant, other: Participant, race: SearchRace) -> float:
    """The share of points of a player."""
    number = np.arange(2000)
    pairings = Pairings(number % 2, 1 - number % 2, part_keys(3, 1000).repeat(2))
    results = play.play_games([one, other], pairings, race)
    return float((1 + results.outcomes * np.where(number % 2, -1, 1)).mean() / 2)


@pytest.mark.parametrize("race", RACES)
def test_looking_ahead_is_the_mean_of_the_best_replies(race: SearchRace) -> None:
    boards = seen(race)[::7]
    found = turn_chances(taught(race), boards, race)
    for board, chance in zip(boards.tolist(), found.tolist(), strict=True):
        replies = replies_to((board[0], board[1], board[2]), race)
        known = (replies.results + 1) / 2
        after = np.where(
            replies.results < GOES_ON,
            known,
            taught(race).chances(told_of_throws(replies.boards, replies.results)),
        )
        best = np.maximum.reduceat(after, replies.begins)
        assert chance == pytest.approx((best * replies.chances).sum(), abs=1e-12)


def test_a_network_regrets_little_by_its_own_chances() -> None:
    race = RACES[0]
    boards = seen(race)
    boards = boards[can_choose(boards, race)][:200]
    cases = labelled(boards, part_keys(1, len(boards)), taught(race).chances, race, looks_ahead=False)
    scores = scores_of(taught(race).program, cases.boards[:, : cases.begins[-1]])
    regrets = []
    for first, last in zip(cases.begins[:-1], cases.begins[1:], strict=True):
        regrets.append(1 - cases.outcomes[first + scores[first:last].argmax()])
    assert np.median(regrets) == 0


@pytest.mark.parametrize(("race", "tells"), [(RACES[0], True), (RACES[1], False)])
def test_another_throw_is_worth_what_it_brings_where_networks_see_it(race: SearchRace, tells: bool) -> None:
    boards = listed(race)
    boards = boards[:, (boards[MINE] & search_race.AGAIN) != 0]
    again = told_of_throws(boards, np.full(boards.shape[1], THROWS_AGAIN, np.int8))
    network = self_taught(Network.new(race, 16, COURSE.seed), 0, 10_000, COURSE, race)
    thrown = turn_chances(network, boards[[MINE, THEIRS, STATE]].T.astype(np.int64), race)
    without, seen_again = (abs(network.chances(each) - thrown).mean() for each in (boards, again))
    assert without > 0.25
    if tells:
        assert seen_again < 0.15
    else:
        assert seen_again == without


def test_threads_may_ask_one_network_at_the_same_time() -> None:
    boards = np.tile(listed(RACES[0]), 40)
    program = taught(RACES[0]).program
    alone = scores_of(program, boards)
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda _: scores_of(program, boards), range(20)))
    assert all((scores == alone).all() for scores in found)
