"""Ways to play a turn of Senet on a board: each leads to its choice, and what is listed is one of them."""

from __future__ import annotations

from itertools import permutations

from played_games import played

from senet_gp.games.registry import game_of
from senet_gp.games.senet.game import SenetDecision
from senet_gp.games.senet.moves import SenetPosition
from senet_gp.games.wording import wording_of
from senet_gp.runtime.errors import UsageError


def test_what_is_listed_is_a_way_and_all_ways_lead_to_their_choice() -> None:
    _, choices = played(game_of("senet", {"pieces": 3}), 3)
    tried = 0
    for decision in (choice.decision for choice in choices):
        wording = wording_of(decision)
        for index in range(len(decision.afterstates)):
            ways = wording.ways(index)
            assert sorted(decision.steps(index)) in [sorted(way) for way in ways]
            for way in ways if len(ways) > 1 else ():
                assert index in _led_to(decision, way)
                tried += 1
    assert tried > 20


def _led_to(decision: SenetDecision, way: tuple[tuple[int, int], ...]) -> set[int]:
    """The choices that steps lead to or begin, read as a person's text, in any order that is legal."""
    found: set[int] = set()
    for order in permutations(way):
        try:
            found |= set(
                decision.wording.meant(" ".join(f"{start}>{target or 'off'}" for start, target in order))
            )
        except UsageError:
            continue
    return found


def test_a_piece_may_stop_on_either_square() -> None:
    decision = game_of("senet").decision(SenetPosition.of([12], [1]), 0, (1, 3))
    assert wording_of(decision).ways(0) == [((12, 13), (13, 16)), ((12, 15), (15, 16))]


def test_a_turn_without_a_choice_has_its_one_step() -> None:
    decision = game_of("senet").decision(SenetPosition.of([27], [1]), 0, (4,))
    assert list(wording_of(decision).ways(0)) == [[(27, 0)]]
