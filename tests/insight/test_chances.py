"""Chances after afterstates: against exact values, by the seed, and from every kind of source."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from senet_gp.engine.playthrough import play_game
from senet_gp.games.registry import game_of
from senet_gp.games.senet import Senet, SenetPosition
from senet_gp.games.small import small_game
from senet_gp.games.solving.perfect import PerfectPlay
from senet_gp.insight import ChanceHints, Chances, chance_source
from senet_gp.insight.chance_sources import PerfectChances, Playouts
from senet_gp.insight.chances import Effort, chances_after
from senet_gp.insight.pairing import Pairing, chance_of
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.streams import part_keys

SENET = game_of("senet")
FEW = Effort(budget=80, each=20, games=60, shown=3)


def expression(text: str) -> ExpressionPlayer:
    player = player_from_text(text, "senet")
    assert isinstance(player, ExpressionPlayer)
    return player


def test_chances_are_those_of_the_games_played_one_by_one() -> None:
    source = chance_source("senet")
    decision = SENET.decision(SENET.starts()[0], 0, (1, 2))
    found = chances_after(source, decision, (3, 0), key=5, games=6)
    player = expression("hand:HC5")
    for index in (0, 3):
        start = decision.following(index)
        lost = [play_game(player, player, key, SENET, start).outcome for key in part_keys(5, 6).tolist()]
        assert found.points[found.indices.index(index)].tolist() == [(1 - outcome) / 2 for outcome in lost]
        assert found.value(index) == chance_of(Pairing.of(player, SENET), decision, index, part_keys(5, 6))


def test_a_throw_again_keeps_the_side_and_a_win_is_certain() -> None:
    source = chance_source(Senet(1))
    # Four throws that each grant another: with a piece left far behind, the same player throws on.
    decision = SENET.decision(SenetPosition.from_text("x" + "." * 28 + "o"), 1, (1, 1, 1, 1))
    assert not decision.ends_turn(0)
    assert chances_after(source, decision, (0,), 1, 200).value(0) < 0.5
    winning = SENET.decision(SenetPosition.from_text("o" + "." * 28 + "x"), 0, (2,))
    wins = [index for index in range(len(winning.afterstates)) if winning.result(index) == 1]
    chances = chances_after(source, winning, wins, 1, 200)
    assert chances.points.tolist() == [[1.0]] * len(wins)
    assert (chances.interval(wins[0]), chances.error(wins[0])) == ((1.0, 1.0), 0.0)


@pytest.mark.parametrize("name", ["hexapawn", "tictactoe", "pursuit"])
def test_perfect_play_is_told_as_the_solver_does(name: str) -> None:
    game = small_game(name)
    source, perfect = chance_source(game), PerfectPlay(game)
    assert isinstance(source, PerfectChances)
    decision = game.decision(game.starts()[0], 0, ())
    everything = range(len(decision.afterstates))
    chances = chances_after(source, decision, everything, key=1, games=9)
    assert chances.values.tolist() == [(1 + rating) / 2 for rating in perfect.ratings(decision.afterstates)]
    assert all(chances.certain)
    ranked, possible = source.ranked(decision, 1, FEW)
    assert sorted(ranked) == list(everything)
    assert possible == {ranked[0]}
    assert ranked[0] == source.preferred(decision, 1)
    assert all(chances.value(better) >= chances.value(worse) for better, worse in pairwise(ranked))


def test_differences_on_the_same_throws_are_known_better_than_chances() -> None:
    generator = np.random.default_rng(1)
    luck = generator.random(400)
    chances = Chances((0, 1), np.array([luck < 0.55, luck < 0.5], float), (False, False))
    difference = chances.difference(0, 1)
    assert difference.value == pytest.approx(chances.value(0) - chances.value(1))
    assert difference.error < 0.5 * chances.error(0)
    assert difference.interval[0] > 0
    assert chances.difference(1, 1) == (0.0, 0.0)
    # Few games that do not differ prove nothing.
    alike = Chances((0, 1), np.ones((2, 10)), (False, False)).difference(0, 1)
    assert alike.value == 0
    assert 0.05 < alike.error < 0.2


def test_intervals_of_differences_hold_what_they_promise() -> None:
    """The true difference is .05; pairs agree as games on the same throws do."""
    generator = np.random.default_rng(2)
    covered = 0
    for _ in range(400):
        luck = generator.random(60)
        points = np.array([luck < 0.55, luck < 0.5], float)
        low, high = Chances((0, 1), points, (False, False)).difference(0, 1).interval
        covered += low <= 0.05 <= high
    assert covered / 400 > 0.93


def test_the_seed_decides_and_the_best_is_found() -> None:
    # From the Beautiful House one step leads into the water; another piece could make it.
    decision = SENET.decision(SenetPosition.from_text("o" + "." * 8 + "x" + "." * 15 + "x...."), 0, (1, 2))
    source = chance_source("senet")
    first, again, other = (ChanceHints(source, seed, FEW).advice(decision) for seed in (1, 1, 2))
    assert first == again
    assert first != other
    wet = {number for number, after in enumerate(decision.afterstates) if after.position.in_water}
    assert wet
    assert source.ranked(decision, 1, FEW).indices[0] not in wet
    assert first[1][0][0] not in wet


def test_nothing_is_told_where_there_is_only_one_choice() -> None:
    with pytest.raises(UsageError, match="only one choice"):
        ChanceHints(chance_source("senet"), effort=FEW).why(
            SENET.decision(SenetPosition.from_text("." * 26 + "x" + "." * 2 + "o"), 0, (1,))
        )


def test_a_game_without_throws_that_is_too_large_to_solve_is_played_on_with_noise() -> None:
    game = game_of("trilobite", {"width": 5, "height": 4, "line": 4})
    source = chance_source(game, "random-tree:3")
    assert isinstance(source, Playouts)
    assert "one move in 4 at random" in source.means
    decision = game.decision(game.starts()[0], 0, ())
    chances = chances_after(source, decision, range(len(decision.afterstates)), 1, 40)
    assert len(set(chances.points[0].tolist())) > 1
    assert chance_source(game).means == "if both play on as random"
    assert chance_source(game_of("trilobite", {"width": 4})).exact
