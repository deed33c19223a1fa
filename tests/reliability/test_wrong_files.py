"""Wrong files are refused in a sentence that says where, what stands there, and what is wanted."""

from __future__ import annotations

from pathlib import Path

import pytest
from wrong_files import WRONG, Wrong, sentence


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: f"{wrong.file} {wrong.place}")
def test_a_wrong_file_is_refused_by_place_value_and_what_is_wanted(wrong: Wrong, tmp_path: Path) -> None:
    assert sentence(wrong, tmp_path).startswith(wrong.said)
