"""What the end of a run shows."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from senet_gp.cli.run_end import _tell_results
from senet_gp.games.registry import game_of


@pytest.mark.parametrize("columns", [56, 80, 120])
def test_no_figure_is_cut_on_narrow_terminals(
    columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    result: dict[str, Any] = {"wins": (9871, 129), "draws": 1234, "score": 0.98, "interval": (0.97, 1.0)}
    opponents = ["hand:HC1", "expr:(sub their_distance my_distance)"]
    results = [{**result, "players": ("c", name), "games": 20000} for name in opponents]
    _tell_results(cast("Any", SimpleNamespace(results=results, game=game_of("senet"))), [])
    shown = capsys.readouterr().out
    assert shown.count("9871") == shown.count("1234 ") == shown.count("97% to 100%") == len(opponents)
    assert "95 % interval" in shown
    assert max(map(len, shown.splitlines()[1:-2])) <= columns
