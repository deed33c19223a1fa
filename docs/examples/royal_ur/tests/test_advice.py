"""What advice is worth, and where it fails, by perfect play."""

from __future__ import annotations

from pathlib import Path

import pytest
from royal_ur import advice, moments
from royal_ur.advice import ADVICE, AdvisedPlayer, worths
from royal_ur.game import Ur
from royal_ur.moments import worst_moments

from senet_gp.engine.exact_table import ChanceTable, chance_table, write_chances
from senet_gp.games import Sides


@pytest.fixture(scope="module")
def table() -> ChanceTable:
    return chance_table(Ur(pieces=3))


def test_advice_comes_first_and_then_perfect_play(table: ChanceTable) -> None:
    # A 2 brings a piece home, or another one to a rosette, or a third one on.
    decision = Ur(pieces=3).decision(Sides((0, 6, 13), (0, 0, 11)), 0, (2,))
    moves = [decision.notation(index) for index in range(len(decision.afterstates))]
    assert moves == ["hand-2", "6-8", "13-home"]
    by_text = {advice.text: AdvisedPlayer(table, advice.expression) for advice in ADVICE}

    def best(advice: str) -> str:
        return moves[by_text[advice].chosen(decision)]

    assert best("bring a piece home") == "13-home"
    assert best("bring on a new piece") == "hand-2"
    assert best("take the centre and stay there") == "6-8"


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
        # The player who decides is drawn as the first, whose own squares have the numbers of the path.
        start, target = moment.decision.steps(moment.best)[0]
        assert max(start, target) <= 14
    bears_off = found["bring a piece home"]
    assert bears_off.decision.notation(bears_off.followed).endswith("-home")
    assert not bears_off.decision.notation(bears_off.best).endswith("-home")


def test_the_programs(table: ChanceTable, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, pictures = tmp_path / "three.chances", tmp_path / "new" / "pictures"
    write_chances(file, table)
    advice.main([str(file), "--games", "10"])
    assert len(capsys.readouterr().out.splitlines()) == 2 + len(ADVICE)
    moments.main([str(file), "--games", "5", "--pictures", str(pictures)])
    told = capsys.readouterr().out.splitlines()
    assert len(told) == len(list(pictures.glob("*.svg"))) > 5
    for program in (advice, moments):
        with pytest.raises(SystemExit):
            program.main([str(tmp_path / "missing.chances")])
        assert "does not exist" in capsys.readouterr().err
