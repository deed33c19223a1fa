"""Decisions with values: boards met in games, and what choices are worth."""

from __future__ import annotations

import numpy as np
import pytest

from senet_gp.engine.dice_choices import can_choose, replies_to
from senet_gp.engine.evaluator import Boards
from senet_gp.engine.labels import boards_in_games, labelled
from senet_gp.engine.results import Pairings
from senet_gp.games.senet import Senet, SenetPosition, afterstates
from senet_gp.games.senet.moves import throw_groups
from senet_gp.players.parsing import player_from_text
from senet_gp.runtime.streams import part_keys

GAME = Senet()
PLAYERS = [player_from_text(text, GAME).participant for text in ("hand:HC5", "hand:HC1")]


def pairings(games: int, key: int) -> Pairings:
    seats = np.arange(games) % 2, np.arange(games) // 2 % 2
    return Pairings(*seats, part_keys(key, games))


SEEN = boards_in_games(PLAYERS, pairings(60, 1), GAME)


def lead(boards: Boards) -> np.ndarray:
    """A stand-in for chances of winning: by the squares still to go."""
    squares = np.arange(31)
    to_go = [(side[:, None].astype(np.int64) >> squares & 1) @ (31 - squares) for side in boards[:2]]
    chances: np.ndarray = 1 / (1 + np.exp((to_go[0] - to_go[1]) / 40))
    return chances


def test_boards_come_game_by_game_in_whatever_batches_these_are_played() -> None:
    pieces = [[mask.bit_count() for mask in row] for row in SEEN[:, :2].tolist()]
    assert np.min(pieces) >= 1
    assert np.max(pieces) == 7
    batches = [pairings(60, 1).part(part) for part in (slice(0, 7), slice(7, 8), slice(8, 60))]
    apart = [boards_in_games(PLAYERS, batch, GAME) for batch in batches]
    assert np.array_equal(np.concatenate(apart), SEEN)


@pytest.mark.parametrize("index", [5, 700, -1])
def test_replies_are_all_boards_of_all_throws(index: int) -> None:
    mine, theirs, state = SEEN[index].tolist()
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
    boards = SEEN[can_choose(SEEN, GAME)][::90]
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
