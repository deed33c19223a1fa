"""The hash of a module: what it depends on, and what it does not."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.module_hashes import _NOTED, changed, check_same, hash_of, note_loaded, noted, text_of

GAME = """
from dataclasses import dataclass
from senet_gp.games import Geometry, PlainGame, Sides, grid
from senet_gp.runtime.errors import UsageError

@dataclass(frozen=True)
class Labelled(PlainGame):
    most: int = 3
    name = "labelled"
    title = "Labelled"
    geometry = Geometry(grid(3, 1), labels={1: "a"}, notes={2: "house"}, meanings={2: "safe"})

    def __post_init__(self):
        if self.most > 9:
            raise UsageError(f"at most 9, not {self.most}")

    def starts(self):
        return [Sides((1,), (3,))]

    def moves(self, position, throws):
        "A piece steps."
        return {"step": position}

    def refusal(self, position):
        return None if position.mine else "a side has a piece"

    def beside(self, position):
        return {"in hand": (0, 0)}

def title(position):
    return {**position, "a": 1}
"""
PACKAGE = {
    "an_author/__init__.py": "",
    "an_author/game.py": "from . import rules\nfrom .deeper.words import word\nimport a_helper, numpy.fft\n",
    "an_author/rules.py": "def used():\n    from an_author.constants import LEAST\n",
    "an_author/constants.py": "LEAST = 1\n",
    "an_author/deeper/words.py": "from ..below import other as word\n",
    "an_author/below.py": "other = 1\n",
    "an_author/unused.py": "nothing = 1\n",
    "a_helper.py": "helped = 1\n",
}


def in_another_process() -> None:
    """Forget what this process has read of the modules of these tests."""
    from senet_gp.runtime import module_hashes, origins

    module_hashes._TEXTS.clear()
    module_hashes._HASHES.clear()
    module_hashes._NOTED.clear()
    module_hashes._LOADED.clear()
    module_hashes._syntax_of.cache_clear()
    origins._OF_PLUGINS.difference_update({"an_author", "labelled"})


@pytest.fixture(autouse=True)
def _path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(tmp_path))
    in_another_process()
    yield
    in_another_process()


@pytest.fixture
def hash_with(tmp_path: Path) -> Callable[..., str]:
    """The hash of a module in a process that finds the package with one file changed."""

    def found(name: str = "", text: str = "", module: str = "an_author.game", within: str = "") -> str:
        for file, usual in (PACKAGE | ({name: text} if name else {})).items():
            path = tmp_path / within / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(usual, encoding="utf-8")
        in_another_process()
        return hash_of(module)

    return found


@pytest.mark.parametrize(
    ("old", "new", "counts"),
    [
        ("at most 9, not {self.most}", "{self.most} is too many", False),
        ('{1: "a"}', '{1: "b"}', False),
        ('"house"', '"home"', False),
        ('{2: "safe"}', "{}", False),
        ("A piece steps.", "A piece moves.", False),
        ("a side has a piece", "both sides have a piece", False),
        ("in hand", "at home", False),
        ('"Labelled"', '"With labels"', False),
        ("(self, position, throws):\n", "(self, position: object,\n throws) -> dict:\n  # So.\n", False),
        ("> 9", "> 8", True),
        ("UsageError(f", "ValueError(f", True),
        ("grid(3, 1)", "grid(1, 3)", True),
        ('"step"', '"go"', True),
        ("most: int = 3", "most: int = 4", True),
        ("frozen=True", "frozen=False", True),
        ('"a": 1', '"a": 2', True),
        ("**position", "1: position", True),
    ],
)
def test_what_is_computed_counts_and_not_what_people_are_told(
    old: str, new: str, counts: bool, tmp_path: Path
) -> None:
    assert GAME.count(old) == 1
    hashes = []
    for text in (GAME, GAME.replace(old, new)):
        (tmp_path / "labelled.py").write_text(text, encoding="utf-8")
        in_another_process()
        hashes.append(hash_of("labelled"))
    assert len(hashes[0]) == 16
    assert (hashes[0] != hashes[1]) is counts


def test_the_hash_is_the_same_in_all_versions_of_python(tmp_path: Path) -> None:
    """docs/extending_words.md tells what it depends on."""
    (tmp_path / "labelled.py").write_text(GAME, encoding="utf-8")
    assert hash_of("labelled") == "93d51e91f69ee0f7"


@pytest.mark.parametrize("file", PACKAGE)
def test_modules_of_its_author_that_it_imports_count(file: str, hash_with: Callable[..., str]) -> None:
    assert (hash_with(file, "another = 2\n") != hash_with()) is (file != "an_author/unused.py")


def test_other_modules_beside_an_installed_one_do_not_count(hash_with: Callable[..., str]) -> None:
    sys.path.insert(0, str(Path(sys.path[0], "site-packages")))
    within = "site-packages"
    hash_with(within=within)
    note_loaded("an_author.game")
    usual = hash_of("an_author.game")
    for file in ("a_helper.py", "an_author/rules.py"):
        hash_with(file, "another = 2\n", within=within)
        note_loaded("an_author.game")
        assert (hash_of("an_author.game") == usual) is (file == "a_helper.py")


def test_a_text_is_read_when_the_module_brings_something(
    tmp_path: Path, hash_with: Callable[..., str]
) -> None:
    usual = hash_with()
    in_another_process()
    __import__("an_author.game")
    try:
        note_loaded("an_author.game")
        (tmp_path / "an_author/rules.py").write_text("edited = 1\n", encoding="utf-8")
        (tmp_path / "an_author/game.py").write_text("edited = 1\n", encoding="utf-8")
        assert hash_of("an_author.game") == usual
        assert text_of("an_author.game").decode() == PACKAGE["an_author/game.py"]
        assert noted() == {"an_author.game": usual}
    finally:
        for name in [name for name in sys.modules if name.startswith(("an_author", "a_helper"))]:
            del sys.modules[name]


def test_what_is_not_from_outside_and_what_has_no_text_has_no_hash(tmp_path: Path) -> None:
    (tmp_path / "broken_text.py").write_text("def :", encoding="utf-8")
    for module in (
        "__main__",
        "random",
        "numpy",
        "primitives",
        "there_is_none",
        "a.b",
        "",
        ".",
        "broken-text",
    ):
        assert hash_of(module) == "", module
    assert hash_of("broken_text")


def test_a_worker_with_another_text_refuses(hash_with: Callable[..., str]) -> None:
    hashed = hash_with()
    check_same({"an_author.game": hashed, "there_is_none": "0" * 16})
    hash_with("an_author/rules.py", "another = 2\n")
    with pytest.raises(UsageError, match=r"a worker process has another an_author\.game than the program: "):
        check_same({"an_author.game": hashed})
    assert changed({"an_author.game": hashed}) == ["an_author.game"]


def test_what_is_no_module_is_not_noted() -> None:
    """Else its file would be looked for with each task that is sent."""
    note_loaded("expr")
    assert "expr" not in _NOTED
