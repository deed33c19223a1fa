"""Whether expressions are perfect, told by numbers, against the verdict that walks positions."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import ClassVar

import numpy as np
import pytest
from perfect_players import CATCHES, NEVER_LOSES, NEVER_LOSES_TRILOBITE, WINS_SECOND

from primitives import vocabulary_of
from senet_gp.arena.verdict import LinesOfPlay, verdict
from senet_gp.engine.every_line import EveryLine
from senet_gp.evolution.operators.variation import varied_mutation
from senet_gp.games.hexapawn import Hexapawn
from senet_gp.games.small import Rulebook, small_game
from senet_gp.games.solving.perfect import PerfectPlay, reachable
from senet_gp.players.player import ExpressionPlayer
from senet_gp.trees.individual import Individual, random_individual
from senet_gp.trees.text import from_lisp

#: Perfect players, from which others are bred.
BRED_FROM = {
    "hexapawn": WINS_SECOND,
    "tictactoe": NEVER_LOSES,
    "trilobite": NEVER_LOSES_TRILOBITE,
    "pursuit": CATCHES,
}


def lines_of(name: str) -> EveryLine:
    lines = EveryLine.of(small_game(name), vocabulary_of(name))
    assert lines is not None
    return lines


def others(name: str, number: int) -> list[Individual]:
    """Random expressions, and some that come of perfect ones by a change or two."""
    rng, vocabulary = random.Random(5), vocabulary_of(name)
    found = [random_individual(vocabulary, rng) for _ in range(number)]
    bred = from_lisp(BRED_FROM[name], vocabulary)
    for _ in range(number):
        (child,) = varied_mutation(bred, vocabulary=vocabulary, rng=rng)
        found += [child, *varied_mutation(child, vocabulary=vocabulary, rng=rng)]
    return found


class Repeating(Hexapawn):
    """It says that positions may be repeated, so a won position could be kept for ever."""

    cyclic: ClassVar[bool] = True


def test_where_a_win_may_be_put_off_for_ever_the_verdict_alone_tells() -> None:
    vocabulary = vocabulary_of("hexapawn")
    assert EveryLine.of(Hexapawn(), vocabulary) is not None
    assert EveryLine.of(Repeating(), vocabulary) is None
    assert EveryLine.of(small_game("pursuit"), vocabulary_of("pursuit")) is not None


@pytest.mark.parametrize("name", ["hexapawn", "tictactoe", "trilobite"])
def test_it_agrees_with_the_verdict(name: str) -> None:
    lines, best = lines_of(name), PerfectPlay(small_game(name))
    values = [best.value(start) for start in best.game.starts()]
    assert lines.perfect_results == (min(values), -max(values))
    told = []
    for tree in others(name, 15):
        seats = verdict(name, tree).seats
        expected = all(seat.worst >= least for seat, least in zip(seats, lines.perfect_results, strict=True))
        assert lines.is_perfect(tree) == expected, tree
        told.append(expected)
    assert any(told) != all(told), "or this test proves little"


@pytest.mark.parametrize(("name", "number"), [("hexapawn", 15), ("pursuit", 8)])
def test_where_values_count_no_choice_may_be_worse_than_another(name: str, number: int) -> None:
    lines, best = replace(lines_of(name), keeps_values=True), PerfectPlay(small_game(name))
    rulebook, vocabulary = Rulebook(best.game), vocabulary_of(name)
    told = []
    for tree in others(name, number):
        player = ExpressionPlayer(tree, vocabulary, "judged")
        walks = [LinesOfPlay(rulebook, player, seat, 1_000_000) for seat in (0, 1)]
        expected = all(
            min(ratings[index] for index in chosen) == max(ratings)
            for walk in walks
            for decision, chosen in walk.decisions
            for ratings in [best.ratings(decision.afterstates)]
        )
        assert lines.is_perfect(tree) == expected, tree
        told.append(expected)
    assert any(told) != all(told), "or this test proves little"


@pytest.mark.parametrize("name", ["hexapawn", "pursuit"])
def test_a_player_chooses_where_the_verdict_sees_them_choose(name: str) -> None:
    lines, game = lines_of(name), small_game(name)
    rulebook, vocabulary = Rulebook(game), vocabulary_of(name)
    numbers = {position: number for number, (position, _) in enumerate(reachable(game, game.starts()))}
    for tree in others(name, 3):
        player = ExpressionPlayer(tree, vocabulary, "judged")
        walks = [LinesOfPlay(rulebook, player, seat, 1_000_000) for seat in (0, 1)]
        wanted = {numbers[decision.position] for walk in walks for decision, _ in walk.decisions}
        assert set(np.flatnonzero(lines.met_by(tree))) == wanted
