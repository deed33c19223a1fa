"""Decisions with values: sampled in games, fitted chances, and what choices are worth."""

from __future__ import annotations

import numpy as np
import pytest

from senet_gp.arena.match import play_match
from senet_gp.engine.dice_choices import can_choose, replies_to
from senet_gp.engine.evaluator import Boards
from senet_gp.engine.labels import Seen, labelled, sampled_games, seen_together
from senet_gp.engine.network import Network
from senet_gp.engine.network_learning import fitted_network
from senet_gp.engine.results import Pairings
from senet_gp.games.senet import Senet, SenetPosition, afterstates
from senet_gp.games.senet.moves import throw_groups
from senet_gp.players.network import NetworkPlayer
from senet_gp.players.parsing import player_from_text
from senet_gp.runtime.streams import part_keys

GAME = Senet()
PLAYERS = [player_from_text(text, GAME).participant for text in ("hand:HC5", "hand:HC1")]


def seen_in(games: int, key: int) -> Seen:
    seats = np.arange(games) % 2, np.arange(games) // 2 % 2
    return sampled_games(PLAYERS, Pairings(*seats, part_keys(key, games)), GAME)


SEEN = seen_in(60, 1)


def lead(boards: Boards) -> np.ndarray:
    """A stand-in for chances of winning: by the squares still to go."""
    squares = np.arange(31)
    to_go = [(side[:, None].astype(np.int64) >> squares & 1) @ (31 - squares) for side in boards[:2]]
    chances: np.ndarray = 1 / (1 + np.exp((to_go[0] - to_go[1]) / 40))
    return chances


def test_boards_of_a_game_follow_one_another_and_end_with_its_result() -> None:
    followed = np.flatnonzero(SEEN.following >= 0)
    after = SEEN.following[followed]
    assert (after > followed).all()
    assert len(set(after.tolist())) == len(after), "a board follows one board only"
    # Sixty games, each of which has one last board.
    assert (SEEN.following < 0).sum() == 60
    same = SEEN.seats[followed] == SEEN.seats[after]
    assert not same.any(), "an odd number of turns is between them"
    assert 0.4 < SEEN.seats.mean() < 0.6
    expected = np.where(same, SEEN.results[followed], 1 - SEEN.results[followed])
    assert (SEEN.results[after] == expected).all()
    pieces = [[mask.bit_count() for mask in row] for row in SEEN.boards[:, :2].tolist()]
    assert np.min(pieces) >= 1
    assert np.max(pieces) == 7


def test_parts_are_seen_together_as_if_they_were_one() -> None:
    both = seen_together([SEEN, SEEN])
    count = len(SEEN.boards)
    assert (both.following[count:] == np.where(SEEN.following < 0, -1, SEEN.following + count)).all()
    assert (both.boards[count:] == SEEN.boards).all()


def test_fitted_chances_foretell_other_games() -> None:
    chances = fitted_network(seen_in(800, 2), GAME, key=3)
    others = seen_in(200, 4)
    foretold = chances.chances(others.boards.T[1::-1].astype(np.uint32))
    results = 1 - others.results
    error, of_a_guess = ((foretold - results) ** 2).mean(), ((0.5 - results) ** 2).mean()
    # Games are mostly luck: far from their end, nobody can foretell them.
    assert error < 0.97 * of_a_guess
    # The game is nearly over.
    nearly = np.array([[1 << 30, 1 << 3 | 1 << 9 | 1 << 12], [1 << 3 | 1 << 9 | 1 << 12, 1 << 30]], np.uint32)
    won, lost = chances.chances(nearly.T)
    assert won > 0.75
    assert lost < 0.25
    assert chances.chances(np.array([[0, 1 << 5], [1 << 5, 0]], np.uint32)).tolist() == [1.0, 0.0]


def test_chances_follow_from_the_games_and_the_key() -> None:
    first, again, other = (fitted_network(SEEN, GAME, key=key) for key in (3, 3, 4))
    assert first == again
    boards = SEEN.boards.T[1::-1].astype(np.uint32)
    both = Network.together([first, other]).chances(boards)
    odds = [np.log(chances / (1 - chances)) for chances in (first.chances(boards), other.chances(boards))]
    assert not np.array_equal(*odds)
    assert np.allclose(np.log(both / (1 - both)), (odds[0] + odds[1]) / 2, atol=1e-5)


def test_what_is_fitted_to_a_players_games_plays_better_than_the_player() -> None:
    """That is what winners learn from: not what they do, but what their boards are worth."""
    seats = np.zeros(2_000, np.int64)
    seen = sampled_games(PLAYERS[1:], Pairings(seats, seats, part_keys(8, len(seats))), GAME)
    fitted = NetworkPlayer(fitted_network(seen, GAME, key=9), "fitted")
    low, _ = play_match(fitted, "hand:HC1", game=GAME, games=2_000).interval
    assert low > 0.5


@pytest.mark.parametrize("index", [5, 700, -1])
def test_replies_are_all_boards_of_all_throws(index: int) -> None:
    mine, theirs, state = SEEN.boards[index].tolist()
    replies, expected = replies_to((mine, theirs, state), GAME), []
    for throws in throw_groups():
        boards = afterstates(SenetPosition(mine, theirs), throws)
        expected.append(sorted((each.position.mine, each.position.theirs) for each in boards))
    ends = [*replies.begins[1:].tolist(), len(replies.results)]
    found = [
        sorted(map(tuple, replies.boards[:2, begin:end].T.tolist()))
        for begin, end in zip(replies.begins.tolist(), ends, strict=True)
    ]
    assert found == expected


@pytest.mark.parametrize("looks_ahead", [False, True])
def test_a_choice_is_worth_what_the_chances_say(looks_ahead: bool) -> None:
    boards = SEEN.boards[can_choose(SEEN.boards, GAME)][::90]
    cases = labelled(boards, part_keys(7, len(boards)), lead, GAME, looks_ahead=looks_ahead)
    assert len(cases.begins) == len(boards) + 1
    for begin, end in zip(cases.begins[:-1], cases.begins[1:], strict=True):
        own, ends = cases.outcomes[begin:end], cases.boards[:, begin:end]
        assert own.max() == 1
        assert own.min() >= 0
        assert len({tuple(column) for column in ends[:2].T.tolist()}) == end - begin
        assert (ends[2] > 0).all() or end - begin == 1, "the moves belong to a choice"
    if not looks_ahead:
        first, last = cases.begins[3], cases.begins[4]
        values = lead(cases.boards[:, first:last])
        assert np.abs(cases.outcomes[first:last] - (1 - values.max() + values)).max() < 2e-6


def test_looking_ahead_finds_what_is_lost_by_a_reply() -> None:
    """Where a piece can be hit off the last square but one, chances at first sight are too high."""
    after = np.array([[1 << 30 | 1 << 4, 1 << 26 | 1 << 12]])
    expected = 0.0
    for throws, chance in throw_groups().items():
        ends = [each.position for each in afterstates(SenetPosition(*after[0, ::-1].tolist()), throws)]
        expected += float(chance) * max(
            lead(np.array([[end.mine], [end.theirs]], np.uint32))[0] for end in ends
        )
    mine, theirs = after[0, ::-1].tolist()
    replies = replies_to((mine, theirs, 0), GAME)
    best = np.maximum.reduceat(lead(replies.boards), replies.begins)
    assert float((best * replies.chances).sum()) == pytest.approx(expected)
