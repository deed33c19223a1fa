"""The picture of a round robin: titles, names at both axes, every mark explained."""

from __future__ import annotations

from pathlib import Path

import pytest
from matplotlib.figure import Figure

from senet_gp.arena.tournament import play_tournament
from senet_gp.show.plots import players as pictures
from senet_gp.show.plots.players import draw_tournament


def test_both_axes_have_the_same_names(monkeypatch: pytest.MonkeyPatch) -> None:
    players = ["random", "random-tree:1", "minimax"]
    drawn: list[Figure] = []
    monkeypatch.setattr(pictures, "save", lambda figure, _: drawn.append(figure))
    found = play_tournament(players, game="tictactoe", games=4, seed=1)
    draw_tournament(found.played, found.standings, Path("picture.png"))
    (figure,) = drawn
    assert figure.get_suptitle() == f"Round robin of {len(players)} players, 4 games a pair"
    ratings, cross = figure.axes
    names = [standing.player for standing in found.standings]
    for labels in (ratings.get_yticklabels(), cross.get_yticklabels(), cross.get_xticklabels()):
        assert [label.get_text() for label in labels] == names
    assert all(axes.get_title() and axes.get_xlabel() and axes.get_ylabel() for axes in figure.axes)
    assert "95 % intervals" in ratings.get_title()
