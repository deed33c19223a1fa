"""The chances that analyses tell are those that new games confirm; docs/playing.md has the long run."""

from __future__ import annotations

import numpy as np
import pytest
from calibrate_chances import Checked, bins_of, calibrated

from senet_gp.games.hexapawn import Hexapawn
from senet_gp.games.senet import Senet


@pytest.fixture(scope="module")
def found() -> list[Checked]:
    """Some positions of a short game, checked."""
    return calibrated(Senet(3), positions=30, games=60)


def test_new_games_confirm_the_chances(found: list[Checked]) -> None:
    assert np.mean([one.agrees for one in found]) > 0.83
    gaps = np.array([one.share - one.chance for one in found])
    assert abs(gaps.mean()) < 0.04
    assert np.std([one.chance for one in found]) > 0.1
    assert sum(one.positions for one in bins_of(found)) == 30


def test_wrong_chances_are_seen(found: list[Checked]) -> None:
    """Were every chance told as fifteen in a hundred more, the bins and the agreement would say so."""
    told = [one._replace(chance=one.chance + 0.15) for one in found]
    assert np.mean([one.agrees for one in told]) < 0.6
    largest = max(bins_of(told), key=lambda one: one.positions)
    assert largest.interval[1] < largest.chance


def test_what_is_solved_is_refused() -> None:
    with pytest.raises(SystemExit, match="is solved"):
        calibrated(Hexapawn(), 1, 1)
