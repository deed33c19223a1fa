"""Sentences about what moves differ in."""

from __future__ import annotations

import pytest

from senet_gp.games.wording import Theme


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
