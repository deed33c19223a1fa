"""What advice is worth, and where it fails, by perfect play."""

from __future__ import annotations

import numpy as np
import pytest
from royal_ur.advice import ADVICE, AdvisedPlayer, worths
from royal_ur.game import Ur
from royal_ur.moments import worst_moments

from senet_gp.engine.exact_table import ChanceTable, chance_table
from senet_gp.games import Sides
from senet_gp.games.dice.rules import GOES_ON, THROWS_AGAIN


@pytest.fixture(scope="module")
def table() -> ChanceTable:
    return chance_table(Ur(pieces=3))


def test_advice_comes_first_and_then_perfect_play(table: ChanceTable) -> None:
    # A 2 brings a piece home, or another one to a rosette, or a third one on.
    decision = Ur(pieces=3).decision(Sides((0, 6, 13), (0, 0, 11)), 0, (2,))
    moves = [decision.notation(index) for index in range(len(decision.afterstates))]
    assert moves == ["hand-2", "6-8", "13-home"]
    by_text = {advice.text: AdvisedPlayer(table, advice.expression) for advice in ADVICE}

    def best(player: AdvisedPlayer) -> list[str]:
        boards = decision.boards()
        assert boards is not None
        results = [GOES_ON if decision.ends_turn(index) else THROWS_AGAIN for index in range(len(moves))]
        scores = player.end_scores(boards, np.array(results, np.int8))
        return [move for move, score in zip(moves, scores, strict=True) if score == max(scores)]

    assert best(by_text["bring a piece home"]) == ["13-home"]
    assert best(by_text["bring on a new piece"]) == ["hand-2"]
    assert best(by_text["take the centre and stay there"]) == ["6-8"]


def test_what_is_often_right_loses_less_than_its_opposite(table: ChanceTable) -> None:
    found = {advice.text: (always.regret, never.regret) for advice, always, never in worths(table, 400, 1)}
    assert found.keys() == {advice.text for advice in ADVICE}
    for text in ("hit", "land on a rosette"):
        always, never = found[text]
        assert always < 0.05
        assert never > 0.2
    assert min(loss for pair in found.values() for loss in pair) >= 0


def test_moments_are_choices_in_which_an_advice_fails(table: ChanceTable) -> None:
    found = {advice.text: moment for advice, moment in worst_moments(table, 20, 1).items()}
    assert found.keys() == {advice.text for advice in ADVICE}
    for moment in found.values():
        best, followed = moment.chances[moment.best], moment.chances[moment.followed]
        assert best == max(moment.chances)
        assert moment.loss == best - followed > 0
        assert moment.picture.startswith("<svg")
        assert f"wins {100 * best:.1f} of 100 games" in moment.told
    bears_off = found["bring a piece home"]
    assert bears_off.decision.notation(bears_off.followed).endswith("-home")
    assert not bears_off.decision.notation(bears_off.best).endswith("-home")
