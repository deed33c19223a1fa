"""The architecture: the floors of the house, and what is imported when.

All imports count: those within functions, and those for type checkers alone. So do dotted names, by which a
registry or a class names what is imported later. ``python tests/test_layers.py`` prints every pair of modules
in which one names another of a higher floor.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

import senet_gp
from senet_gp.runtime.compiled import kernel_sources

ROOT = Path(senet_gp.__file__).resolve().parent.parent
#: The packages, from the ground up: each names only those before it.
FLOORS = [
    "senet_gp.runtime",
    "senet_gp.games",
    "primitives",
    "senet_gp.trees",
    "senet_gp.engine",
    "senet_gp.players",
    "senet_gp.arena",
    "senet_gp.evolution",
    "senet_gp.experiments",
    "senet_gp.insight",
    "senet_gp.show",
    "senet_gp.testing",
    "senet_gp.serve",
    "senet_gp.cli",
    # What the package offers, what it brings along, and where the program begins.
    "senet_gp",
]
#: The folders of evolution, in their order: each names only those before it.
SUBJECTS = ["configuration", "operators", "evaluation", "loop", "record", "run"]
EVOLUTION = "senet_gp.evolution."
FILES = [*sorted((ROOT / "senet_gp").rglob("*.py")), *sorted((ROOT / "primitives").rglob("*.py"))]


def module_of(file: Path) -> str:
    parts = list(file.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(file): file for file in FILES}


def floor_of(module: str) -> str:
    """The package that a module stands in; the roof for the modules that stand in none."""
    parts = module.split(".")
    return (
        "primitives"
        if parts[0] == "primitives"
        else ".".join(parts[:2])
        if len(parts) > 2
        else _alone(module)
    )


def _alone(module: str) -> str:
    return module if MODULES[module].name == "__init__.py" else "senet_gp"


def imported_in(file: Path) -> set[str]:
    """The modules of this project that a file imports, anywhere in it."""
    return {name for node in _nodes(file) for name in _imported_by(node) if name in MODULES}


def dotted_in(file: Path) -> set[str]:
    """The modules of this project that a file names by dotted names."""
    texts = {node.value.partition(":")[0] for node in _nodes(file) if _is_text(node)}
    # A package's name alone is that of a logger or of a group of entry points.
    return (texts & MODULES.keys()) - {*FLOORS}


@cache
def _nodes(file: Path) -> list[Any]:
    return list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _imported_by(node: ast.AST) -> list[str]:
    match node:
        case ast.Import():
            return [alias.name for alias in node.names]
        case ast.ImportFrom():
            assert not node.level, "nothing is imported by a relative name"
            # A name that is imported is a module, or something in the one that it is imported from.
            of = [f"{node.module}.{alias.name}" for alias in node.names]
            return [name if name in MODULES else str(node.module) for name in of]
        case _:
            return []


@cache
def imports() -> dict[str, set[str]]:
    """What each module imports."""
    return {module: imported_in(file) for module, file in MODULES.items()}


@cache
def named() -> dict[str, set[str]]:
    """What each module imports, or names by dotted names."""
    return {module: imports()[module] | dotted_in(file) for module, file in MODULES.items()}


def circle_in(imports: Mapping[str, set[str]]) -> list[str]:
    """Some modules that import one another in a circle; an empty result if none do."""
    try:
        tuple(TopologicalSorter(imports).static_order())
    except CycleError as error:
        return list(reversed(error.args[1]))
    return []


def upward() -> list[str]:
    """Each pair of modules in which one names another of a higher floor."""
    return [
        f"{module} names {other}"
        for module, others in named().items()
        for other in sorted(others)
        if FLOORS.index(floor_of(other)) > FLOORS.index(floor_of(module))
    ]


def subject_of(module: str) -> str:
    """The folder of evolution that a module stands in; empty for others."""
    subject = module.removeprefix(EVOLUTION).partition(".")[0]
    return subject if module.startswith(EVOLUTION) and subject in SUBJECTS else ""


def forward() -> set[str]:
    """Each pair of modules of evolution in which one names another of a later folder."""
    return {
        f"{module} names {other}"
        for module, others in named().items()
        for other in others
        if subject_of(module)
        and subject_of(other)
        and SUBJECTS.index(subject_of(other)) > SUBJECTS.index(subject_of(module))
    }


def test_every_module_stands_on_a_floor_and_every_floor_has_modules() -> None:
    assert {floor_of(module) for module in MODULES} == set(FLOORS)


def test_the_page_lists_the_floors_from_the_roof_down() -> None:
    page = (Path(__file__).resolve().parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `([\w/]+)` \|", page, re.MULTILINE)
    assert listed == [f"{floor.replace('.', '/')}/" for floor in reversed(FLOORS[:-1])]


def test_no_floor_names_a_higher_one() -> None:
    assert upward() == []


def test_no_folder_of_evolution_names_a_later_one() -> None:
    folders = {file.name for file in (ROOT / "senet_gp" / "evolution").iterdir() if file.is_dir()}
    assert folders - {"__pycache__"} == set(SUBJECTS)
    assert forward() == set()


def test_no_modules_import_one_another_in_a_circle() -> None:
    assert circle_in(imports()) == []


def test_every_class_has_a_name_of_its_own() -> None:
    """Private ones aside, such as what the content of a file is called beside each of its readers."""
    homes: dict[str, list[str]] = {}
    for module, file in MODULES.items():
        for node in _nodes(file):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes.setdefault(node.name, []).append(module)
    assert {name: modules for name, modules in homes.items() if len(modules) > 1} == {}


def test_circles_are_found() -> None:
    assert circle_in({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    assert sorted(set(circle_in({"a": {"b"}, "b": {"c"}, "c": {"b"}}))) == ["b", "c"]
    assert "senet_gp.runtime.errors" in named()["senet_gp.runtime.files"]
    assert "senet_gp.players.champion" in named()["senet_gp"], "imports for type checkers count, too"
    assert "senet_gp.players.parsing" in named()["senet_gp.cli.export"], "so do imports in functions"
    assert "primitives.senet" in named()["senet_gp.built_in"], "and dotted names"


def _compiles(node: ast.AST) -> bool:
    """Whether a node decorates a kernel, or names a function that compiles one."""
    match node:
        case ast.FunctionDef():
            return any(ast.unparse(one).endswith("kernel") for one in node.decorator_list)
        case ast.Call(func=ast.Name(id=name)):
            return name in {"address_of", "function_from"}
        case _:
            return False


def kernels_of(module: ModuleType) -> Iterator[FunctionType]:
    """The functions of a module that are compiled; those called by their address are not decorated."""
    for name, value in vars(module).items():
        function = getattr(value, "py_func", value if name in {"_score", "_answer"} else None)
        if isinstance(function, FunctionType) and function.__module__ == module.__name__:
            yield function


def compiled_in(function: FunctionType, module: ModuleType) -> Iterator[tuple[str, str]]:
    """What a kernel names that is compiled into it, with the module where that stands."""
    annotated = re.findall(r"[A-Za-z_]+", " ".join(map(str, function.__annotations__.values())))
    for name in {*function.__code__.co_names, *annotated}:
        value = vars(module).get(name)
        if isinstance(value, int | float | tuple | np.ndarray | np.integer):
            yield name, imported_from(module.__name__, name)
        elif hasattr(value, "py_func"):
            yield name, value.py_func.__module__
        elif isinstance(value, ModuleType) and value.__name__ in MODULES:
            yield name, value.__name__
        elif isinstance(value, type) and issubclass(value, tuple):
            yield name, value.__module__


def imported_from(module: str, name: str) -> str:
    """The module from which another takes a name."""
    for node in _nodes(MODULES[module]):
        if isinstance(node, ast.ImportFrom) and name in {alias.asname or alias.name for alias in node.names}:
            return str(node.module)
    return module


def test_all_that_is_compiled_stands_where_the_cache_looks() -> None:
    watched, found = set(map(Path, kernel_sources())), 0
    for module, file in MODULES.items():
        if not any(map(_compiles, _nodes(file))):
            continue
        assert file in watched, f"the cache would not notice a change in {file}"
        loaded = import_module(module)
        for function in kernels_of(loaded):
            for name, origin in compiled_in(function, loaded):
                found += 1
                assert MODULES[origin] in watched, (
                    f"{module}.{function.__name__} has {name} of {origin}, "
                    "which must say that this is compiled into kernels"
                )
    assert found > 300


def test_a_drawing_or_a_document_recompiles_nothing() -> None:
    names = {Path(file).relative_to(ROOT).as_posix() for file in kernel_sources()}
    assert not {
        name
        for name in names
        if name.endswith("game.py") or "/board_pictures" in name or "/board_texts" in name
    }


def test_importing_the_package_and_all_verbs_is_light() -> None:
    program = (
        "import sys, senet_gp\n"
        "from senet_gp.cli import VERBS, command_of\n"
        "[command_of(verb) for verb in VERBS]; print(*sys.modules)"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout
    assert not {"numba", "numpy", "deap", "matplotlib", "rich", "multiprocess"} & set(loaded.split())


if __name__ == "__main__":
    sys.stdout.write("".join(f"{pair}\n" for pair in upward()) or "no module names one of a higher floor\n")
