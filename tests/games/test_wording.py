"""Sentences about what moves differ in, and names by which moves are read."""

from __future__ import annotations

import pytest

from senet_gp.games.registry import game_of
from senet_gp.games.wording import NamedMoves, Theme
from senet_gp.runtime.errors import UsageError


@pytest.mark.parametrize(
    ("truth", "own", "other", "told"),
    [
        (False, 0, 1, "makes left 0 instead of 1 (how many are left)"),
        (False, 1, 0, "makes left 1 instead of 0 (how many are left)"),
        (False, -2, 12, "makes left -2 instead of 12 (how many are left)"),
        # The gauge of a truth is 2 where it is true, else 1.
        (True, 2, 1, "makes left true (how many are left)"),
        (True, 1, 2, "makes left false (how many are left)"),
    ],
)
def test_a_word_without_a_theme_is_told_by_its_value(truth: bool, own: int, other: int, told: str) -> None:
    theme = Theme.of_word("left", "How many are left.", truth=truth)
    assert theme.is_told
    assert theme.text(own, other) == told


def test_names_of_moves_are_read_in_small_letters_too() -> None:
    game = game_of("pursuit")
    decision = game.decision(game.starts()[0], 0, ())
    names = ["Up", "up", "Down", "D2"]
    wording = NamedMoves(decision, names, [""] * len(names))
    read = {text: wording.meant(text) for text in ("Up", "up", "UP", "down", "do", "d", " D2 ", "3")}
    expected = {"Up": [0], "up": [1], "UP": [0, 1], "down": [2], "do": [2], "d": [2, 3], " D2 ": [3]}
    assert read == {**expected, "3": [3]}
    with pytest.raises(UsageError, match="'left' is not a move here: the moves are Up, up, Down, D2"):
        wording.meant("left")
