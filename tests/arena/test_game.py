"""Games move by move: turns follow one another according to the rules."""

from __future__ import annotations

from collections import Counter

import pytest
from played_games import played

from senet_gp.games.senet import Senet, SenetPosition
from senet_gp.games.senet import plain_rules as reference

PAIRS = [
    ("random", "random"),
    ("expr:(sub their_distance my_distance)", "random"),
    ("expr:(if_then_else i_am_in_water 30 1)", "random"),  # likes to fall in
]


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_turns_follow_the_rules(first: str, second: str) -> None:
    fell_after_four = went_on_after_four = 0
    for key in range(30):
        game, choices = played(Senet(), key, first, second)
        assert choices[0].before == SenetPosition.start()
        assert [choice.turn for choice in choices if choice.turn == game.turns]
        for choice, following in zip(choices, [*choices[1:], None], strict=True):
            after = choice.played.position
            assert choice.seat == (choice.turn - 1) % 2
            turn_goes_on = (
                not choice.before.in_water  # then there is one single throw
                and len(choice.decision.throws) == 4
                and not set(choice.decision.throws) & {2, 3}
                and not after.won
                and not after.in_water
            )
            if after.won:
                assert following is None
                assert game.outcome == (1 if choice.seat == 0 else -1)
            elif following is None:
                assert (game.outcome, game.turns) == (0, 500)
            elif turn_goes_on:
                went_on_after_four += 1
                assert (following.turn, following.before) == (choice.turn, after)
            else:
                fell_after_four += after.in_water and len(choice.decision.throws) == 4
                assert (following.turn, following.before) == (choice.turn + 1, after.swapped())
    assert went_on_after_four
    assert fell_after_four or "water" not in first


def test_every_choice_is_one_that_the_reference_allows() -> None:
    for key in range(3):
        _, choices = played(Senet(), key, "random", "expr:(sub their_distance my_moves)")
        for choice in choices:
            mine = frozenset(choice.before.my_squares)
            theirs = frozenset(choice.before.their_squares)
            after = choice.played.position
            board = (frozenset(after.my_squares), frozenset(after.their_squares))
            if choice.before.in_water:
                assert board == (reference.rescue(mine, theirs, choice.decision.throws[0]), theirs)
                assert (len(choice.decision.throws), len(choice.decision.afterstates)) == (1, 1)
            elif len(choice.decision.throws) < 4:
                allowed = reference.end_boards(mine, theirs, choice.decision.throws)
                assert len(choice.decision.afterstates) == len(allowed)
                moves, hits = allowed[board]
                assert (choice.played.moves, choice.played.hits) == (moves, hits)


def test_the_throws_of_a_turn_have_the_right_distribution() -> None:
    """Single throws in the water follow the table; elsewhere groups of throws their own."""
    single: Counter[tuple[int, ...]] = Counter()
    groups: Counter[tuple[int, ...]] = Counter()
    for key in range(120):
        for choice in played(Senet(4), key, "expr:(if_then_else i_am_in_water 30 1)")[1]:
            (single if choice.before.in_water else groups)[tuple(choice.decision.throws)] += 1
    assert single.total() > 200
    chances = {group: chance for group, (chance, _) in reference.throw_groups().items()}
    for counts, known in ((single, {(n,): p for n, p in reference.THROWS.items()}), (groups, chances)):
        assert counts.keys() <= known.keys()
        for throws, chance in known.items():
            expected = counts.total() * float(chance)
            assert abs(counts[throws] - expected) < 5 * max(1, expected) ** 0.5


@pytest.mark.parametrize("pieces", [1, 3, 7])
def test_a_game_begins_with_the_pieces_that_its_rules_say(pieces: int) -> None:
    game, choices = played(Senet(pieces), 4)
    assert choices[0].before.my_squares == tuple(range(2, 2 * pieces + 1, 2))
    assert choices[0].before.their_squares == tuple(range(1, 2 * pieces, 2))
    assert game.outcome in {1, -1}


def test_a_choice_is_told_in_a_line() -> None:
    _, choices = played(Senet(), 5)
    assert str(choices[0]).split()[:2] == ["1", "x"]
    assert len(str(choices[0]).splitlines()) == 1
