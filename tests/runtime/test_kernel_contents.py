"""What a kernel from outside may be compiled from."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from senet_gp.games.hexapawn import successors
from senet_gp.runtime.compiled import CACHE_DIRECTORY, function_from
from senet_gp.runtime.kernel_contents import NOT_KEPT, content_of

TEXT = """
from enum import IntEnum
import numpy as np
import of_helpers
from of_helpers import helped
from senet_gp.runtime.compiled import inlined_kernel, kernel

class Side(IntEnum):
    FIRST = 4

TABLE = np.arange(3000)
PAIRS = ((1, 2.5), (np.int8(3), "a"))

def around(step):
    @inlined_kernel
    def inner(n):
        return n + step
    return inner

stepping = around(5)

@kernel
def used(n, least=1):
    def twice(n):
        return 2 * n
    return helped(n) + TABLE[n] + PAIRS[0][0] + stepping(n) + of_helpers.MORE + Side.FIRST + twice(least)
"""
HELPERS = """
from senet_gp.runtime.compiled import kernel
THREE = 3
MORE = 7

@kernel
def helped(n):
    return n * THREE
"""


def loaded(name: str, text: str) -> ModuleType:
    module = sys.modules[name] = ModuleType(name)
    exec(compile(text, f"<{name}>", "exec", dont_inherit=True), vars(module))  # noqa: S102 - our own text
    return module


@pytest.fixture(autouse=True)
def _modules() -> Iterator[None]:
    yield
    for name in ("of_helpers", "of_kernels"):
        sys.modules.pop(name, None)


def content(text: str = TEXT, helpers: str = HELPERS) -> str:
    loaded("of_helpers", helpers)
    return content_of(loaded("of_kernels", text).used)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("least=1", "least=2"),
        ("2 * n", "3 * n"),
        ("around(5)", "around(6)"),
        ("n + step", "n - step"),
        ("FIRST = 4", "FIRST = 5"),
        ("np.arange(3000)", "np.array([*range(1500), 7, *range(1501, 3000)])"),
        ("np.arange(3000)", "np.arange(3000, dtype=np.int32)"),
        ("2.5", "2.75"),
        ("np.int8(3)", "np.int8(4)"),
        ("n * THREE", "n + THREE"),
        ("THREE = 3", "THREE = 4"),
        ("MORE = 7", "MORE = 8"),
        ("@inlined_kernel\n", "@kernel\n"),
    ],
)
def test_it_depends_on_all_that_is_compiled(old: str, new: str) -> None:
    assert (TEXT + HELPERS).count(old) == 1
    usual = content()
    assert content(TEXT.replace(old, new), HELPERS.replace(old, new)) != usual
    assert content() == usual


def test_it_depends_on_a_constant_that_comes_from_elsewhere() -> None:
    """As one that is read from a file of data when the module is loaded."""
    from_elsewhere = TEXT.replace("np.arange(3000)", "np.array(__import__('sys').modules['of_data'].NUMBERS)")
    found = []
    for number in (1, 2):
        loaded("of_data", f"NUMBERS = [{number}] * 3000")
        found.append(content(from_elsewhere))
    del sys.modules["of_data"]
    assert found[0] != found[1]


def test_it_does_not_depend_on_where_the_text_stands() -> None:
    moved = f"'''What it is.'''\n\n# Lower.\n{TEXT}"
    assert content(moved) == content()


def test_it_is_that_of_the_first_time() -> None:
    usual = content()
    used = sys.modules["of_kernels"].used  # type: ignore[attr-defined]
    vars(sys.modules["of_helpers"])["THREE"] = 4
    assert content_of(used) == usual


def test_kernels_of_this_project_are_kept_under_all_their_files() -> None:
    assert content_of(successors) == ""


@pytest.mark.parametrize("name", ["__main__", "of_kernels"])
def test_what_may_be_compiled_from_something_else_is_not_kept(name: str) -> None:
    text = HELPERS if name == "__main__" else TEXT.replace("around(5)", "around([5])")
    loaded("of_helpers", HELPERS)
    module = ModuleType(name)
    exec(compile(text, "<cell 1>", "exec", dont_inherit=True), vars(module))  # noqa: S102 - our own text
    if name != "__main__":
        sys.modules[name] = module
    kernel = vars(module)["helped" if name == "__main__" else "used"]
    assert content_of(kernel) == NOT_KEPT
    assert CACHE_DIRECTORY is not None
    text = f"# {content_of(kernel)}\ndef one(): return 1"
    assert not Path(function_from(text, "one").__code__.co_filename).exists()
    kept = f"# {content()}\ndef one(): return 1"
    assert Path(function_from(kept, "one").__code__.co_filename).exists()
