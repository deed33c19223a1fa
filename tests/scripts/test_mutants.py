"""The faults that scripts/mutate.py puts in."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("cosmic_ray", reason="cosmic-ray is not installed (pip install 'senet-gp[dev]')")

from mutate import ROOT, TABLE, packages_of, show
from mutation.mutants import Mutant, made_again, sample

CODE = '''
def plain(a: int | None) -> int | None:
    """Its annotations are never evaluated."""
    return 3 if a == 7 else None


def other(a: int) -> int:
    return a + 1
'''


def of_code(tmp_path: Path, count: int = 1000, seed: int = 1, code: str = CODE) -> list[Mutant]:
    (tmp_path / "code.py").write_text(code)
    return sample(tmp_path, ["code.py"], count, seed)


def test_every_mutant_is_another_program(tmp_path: Path) -> None:
    found = of_code(tmp_path)
    assert len({mutant.code for mutant in found}) == len({mutant.diff for mutant in found}) == len(found) > 5
    changed = [line for mutant in found for line in mutant.diff.splitlines() if line.startswith("+")]
    assert "+    return a - 1" in changed
    assert not any("def" in line for line in changed)
    # All places come before any place comes again.
    assert len({mutant.line for mutant in found[:2]}) == 2


def test_of_a_file_with_kernels_only_what_is_compiled_is_changed(tmp_path: Path) -> None:
    found = of_code(tmp_path, code=CODE.replace("def other", "@kernel\ndef other"))
    assert found
    assert all("return a + 1" in mutant.diff for mutant in found)


def test_a_sample_is_drawn_by_its_seed_and_begins_a_larger_one(tmp_path: Path) -> None:
    all_of_them = of_code(tmp_path)
    assert of_code(tmp_path, 4) == all_of_them[:4]
    assert of_code(tmp_path, 4, seed=2) != all_of_them[:4]


def test_mutants_are_made_again_after_a_change(tmp_path: Path) -> None:
    known = [(mutant.file, mutant.operator, mutant.diff) for mutant in of_code(tmp_path)]
    twin = CODE.replace("def plain", "def twin(a: int) -> int:\n    return a + 1\n\n\ndef plain")
    (tmp_path / "code.py").write_text(twin.replace("== 7", "== 8"))
    again = made_again(tmp_path, ["code.py"], known)
    # Lines that are no longer there are left out; of equal ones, that with the same neighbours is changed.
    assert {(mutant.file, mutant.operator, mutant.diff) for mutant in again} == {
        key for key in known if "-    return a + 1" in key[2]
    }
    assert all("def twin(a: int) -> int:\n    return a + 1\n" in mutant.code for mutant in again)
    (tmp_path / "code.py").rename(tmp_path / "merged.py")
    merged = made_again(tmp_path, ["merged.py"], known)
    assert [mutant.code for mutant in merged] == [mutant.code for mutant in again]
    (tmp_path / "code.py").write_text("")
    assert made_again(tmp_path, ["code.py", "merged.py"], known) == [], "the file is there, but not the lines"


def test_what_was_found_before_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    row = {"package": "trees", "file": "code.py", "line": 1, "operator": "Add_Sub", "mutant": "-a\n+b"}
    before = [row | {"outcome": "killed"}, row | {"outcome": "killed", "mutant": "-c\n+d"}]
    show([row | {"outcome": "survived"}], before)
    told = capsys.readouterr().out
    assert "--- code.py:1 (Add_Sub), which was found before\n-a\n+b\n" in told
    assert "1 of the 2 mutants from before were not tried again" in told
    assert "| trees | 1 | 0 | 0 | 1 | 0 % |" in told


def test_the_table_names_files_and_tests_that_there_are() -> None:
    for files in packages_of(TABLE).values():
        for file, tests in files.items():
            assert (ROOT / file).exists(), file
            for test in (test for test in tests if not test.startswith("-")):
                path, _, name = test.partition("::")
                assert f"def {name.partition('[')[0]}" in (ROOT / path).read_text(), test
