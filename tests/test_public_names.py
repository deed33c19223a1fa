"""The public names of packages: they exist, are listed, and load nothing before they are used."""

from __future__ import annotations

import ast
import pkgutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from public_packages import PACKAGES


def source_of(package: str) -> ast.Module:
    file = import_module(package).__file__
    assert file is not None
    return ast.parse(Path(file).read_text(encoding="utf-8"))


@pytest.mark.parametrize("package", PACKAGES)
def test_every_name_is_there_and_listed(package: str) -> None:
    module = import_module(package)
    assert module.__all__
    assert dir(module) == module.__all__ == sorted(set(module.__all__))
    for name in module.__all__:
        assert getattr(getattr(module, name), "__name__", name) == name
    with pytest.raises(AttributeError, match=f"^module '{package}' has no attribute 'unheard_of'$"):
        module.unheard_of  # noqa: B018


@pytest.mark.parametrize("package", PACKAGES)
def test_type_checkers_see_the_same_names_as_programs(package: str) -> None:
    imported = {
        alias.asname: f"{node.module}.{alias.name}"
        for node in ast.walk(source_of(package))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname
    }
    module = import_module(package)
    assert sorted(imported) == module.__all__
    for name, home in imported.items():
        of, _, attribute = home.rpartition(".")
        assert getattr(module, name) is getattr(import_module(of), attribute)


@pytest.mark.parametrize("package", PACKAGES)
def test_no_module_hides_a_name(package: str) -> None:
    module = import_module(package)
    assert not {found.name for found in pkgutil.iter_modules(module.__path__)} & set(module.__all__)


def test_packages_are_light() -> None:
    program = f"import sys, {', '.join(PACKAGES)}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not {"numba", "numpy", "deap", "matplotlib", "scipy", "multiprocess"} & set(done.stdout.split())
