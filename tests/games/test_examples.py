"""Examples that teach games: legal moves that show what is said."""

from __future__ import annotations

import pytest

from senet_gp.games.registry import GAMES, game_of
from senet_gp.games.wording import RuleExample, applying, examples_of
from senet_gp.runtime.streams import game_streams

ALL = [(name, example) for name in GAMES for example in examples_of(game_of(name))]


@pytest.mark.parametrize(("name", "example"), ALL, ids=[example.title for _, example in ALL])
def test_an_example_is_a_case_of_its_own_rule(name: str, example: RuleExample) -> None:
    decision, index = example.decision(game_of(name))
    assert decision.notation(index) == example.move
    assert example.applies(decision)
    assert example.text.endswith(".")


def test_every_rule_of_senet_is_met_in_games() -> None:
    game = game_of("senet", {"pieces": 3})
    met: set[int] = set()
    for seed in range(30):
        streams = game_streams(seed)
        position, seat = game.starts()[0], 0
        for _ in range(200):
            decision = game.next_decision(position, seat, streams)
            met |= set(applying(decision))
            index = seed % len(decision.afterstates)
            if decision.result(index) is not None:
                break
            position, seat = decision.following(index), seat ^ decision.ends_turn(index)
    assert met == set(range(len(examples_of(game))))
