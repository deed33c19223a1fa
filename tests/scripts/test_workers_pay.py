"""The checkouts that are compared play the same run, each with the given number of workers."""

from __future__ import annotations

from pathlib import Path

import pytest
import workers_pay
from workers_pay import Contestant, Evaluation, configured, measured

import senet_gp
from senet_gp.errors import UsageError

#: Where the package is that is tested, which may be installed.
PLACE = Path(senet_gp.__file__).resolve().parents[1]
CONTESTANTS = [Contestant(f"{workers}", PLACE, workers) for workers in (1, 2)]


def test_of_names_that_an_option_has_had_the_known_one_is_taken() -> None:
    config = configured({"game": "senet", "selection": ["by-lot", "tournament"], "population": 64})
    assert (config.selection, config.population) == ("tournament", 64)
    with pytest.raises(UsageError, match="selection is 'by-age', but it must be one of"):
        configured({"game": "senet", "selection": ["by-lot", "by-age"]})


def test_all_evaluations_are_of_options_that_there_are() -> None:
    for evaluation in workers_pay.EVALUATIONS.values():
        assert configured(evaluation.options).game == evaluation.options["game"]


@pytest.mark.slow
def test_generations_are_measured_beside_one_another(capsys: pytest.CaptureFixture[str]) -> None:
    found = measured(Evaluation({"game": "hexapawn", "population": 16}), CONTESTANTS, 2)
    assert [len(figures) for figures in found.values()] == [2, 2]
    assert all(0 < figures["evaluation"] < figures["generation"] for own in found.values() for figures in own)
    workers_pay.print_rows("hexapawn", CONTESTANTS, found)
    assert len(capsys.readouterr().out.splitlines()) == 2
    found["2"][0]["winner"] = "another"
    with pytest.raises(SystemExit, match="does not play the same run"):
        workers_pay.print_rows("hexapawn", CONTESTANTS, found)
