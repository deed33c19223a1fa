"""The faults that scripts/mutate.py puts in."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("cosmic_ray", reason="cosmic-ray is not installed (pip install 'senet-gp[dev]')")

from mutate import ROOT, TABLE, modules_of
from mutation.mutants import Mutant, sample

CODE = '''
from senet_gp.compiled import kernel


def plain(a: int | None) -> int | None:
    """Its annotations are never evaluated."""
    return 3 if a == 7 else None


@kernel
def compiled(a: int) -> int:
    return a + 1
'''


def of_code(tmp_path: Path, count: int = 1000, seed: int = 1, **options: bool) -> list[Mutant]:
    (tmp_path / "code.py").write_text(CODE)
    return sample(tmp_path, ["code.py"], count, seed, **options)


def test_every_mutant_is_another_program(tmp_path: Path) -> None:
    found = of_code(tmp_path)
    assert len({mutant.code for mutant in found}) == len(found) > 5
    changed = [line for mutant in found for line in mutant.diff.splitlines() if line.startswith("+")]
    assert "+    return a - 1" in changed
    assert not any("def" in line for line in changed)
    # All places come before any place comes again.
    assert len({mutant.line for mutant in found[:2]}) == 2


def test_in_kernels_only_what_is_compiled_is_changed(tmp_path: Path) -> None:
    found = of_code(tmp_path, in_kernels=True)
    assert found
    assert all("return a + 1" in mutant.diff for mutant in found)


def test_a_sample_is_drawn_by_its_seed_and_begins_a_larger_one(tmp_path: Path) -> None:
    all_of_them = of_code(tmp_path)
    assert of_code(tmp_path, 4) == all_of_them[:4]
    assert of_code(tmp_path, 4, seed=2) != all_of_them[:4]


def test_the_table_names_files_that_there_are() -> None:
    for module in modules_of(TABLE):
        assert module.tests
        for file, tests in module.tests.items():
            names = [file, *(test.partition("::")[0] for test in tests)]
            assert [name for name in names if not (ROOT / name).exists()] == []
