"""The game in plain Python is Senet, decision by decision."""

from __future__ import annotations

import random
from typing import Any

import pytest
from thinned import thinned

from senet_gp.games.senet import Senet, SenetPosition
from senet_gp.games.senet.plain_rules import PlainSenet, Turn
from senet_gp.games.wording import wording_of


def plain(position: SenetPosition) -> Turn:
    return Turn(frozenset(position.my_squares), frozenset(position.their_squares))


@pytest.mark.parametrize("pieces", thinned([1, 2, 3, 5, 7], kept=[1, 4]))
def test_whole_games_are_the_same(pieces: int) -> None:
    rng = random.Random(pieces)
    game, slow = Senet(pieces), PlainSenet(pieces)
    for _ in range(3):
        position: Any = game.starts()[0]
        slow_position: Any = slow.starts()[0]
        for _ in range(2000):
            assert slow_position[:2] == plain(position)[:2]
            assert game.throw_chances(position) == pytest.approx(slow.throw_chances(slow_position))
            chances = game.throw_chances(position)
            (throws,) = rng.choices(list(chances), list(chances.values()))
            decision, slow_decision = (
                game.decision(position, 0, throws),
                slow.decision(slow_position, 0, throws),
            )
            every = range(len(decision.afterstates))
            for index in every:
                assert decision.view(index) == slow_decision.view(index)
                assert decision.notation(index) == slow_decision.notation(index)
                assert decision.steps(index) == list(slow_decision.steps(index))
                assert decision.result(index) == slow_decision.result(index)
                assert decision.ends_turn(index) == slow_decision.ends_turn(index)
            assert len(slow_decision.afterstates) == len(every)
            wording = wording_of(decision)
            assert [list(map(tuple, wording.ways(index))) for index in every] == slow.ways(slow_decision)
            index = rng.choice(every)
            position, slow_position = decision.following(index), slow_decision.following(index)
            if decision.result(index) is not None:
                break
        assert decision.result(index) == 1


def test_views_and_texts_are_the_same() -> None:
    game, slow = Senet(), PlainSenet()
    position = game.position_from("xoxo........x.............o.x.")
    seen = plain(position)
    assert (game.seen(position), game.text(position)) == (slow.seen(seen), slow.text(seen))
    assert list(slow.beside(seen).items()) == list(game.beside(position).items())
    assert slow.most_turns == game.most_turns
    wording = wording_of(game.decision(position, 0, (1, 3)))
    for start in set(range(1, 31)) - {27}:
        for target in (0, *range(1, 31)):
            assert list(wording.throws_for(start, target)) == (slow.throws_for(start, target) or [1, 3])
