"""The architecture: which module may import which, and what is imported when.

All imports count: those within functions, and those for type checkers alone, too. Dotted names that are
resolved when they are used, as in the registry of games, are no imports.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType

import numpy as np

import senet_gp
from senet_gp.compiled import kernel_files

ROOT = Path(senet_gp.__file__).resolve().parent.parent
#: From the bottom up. A module belongs where its own name stands, else that of the nearest package that it is
#: in; ``*`` stands for any game. Each imports only from its own layer and from those before it.
LAYERS = [
    {
        *("senet_gp.errors", "senet_gp.files", "senet_gp.quoting", "senet_gp.streams", "senet_gp.version"),
        *("senet_gp.compiled", "senet_gp.generated", "senet_gp.kernel_cache", "senet_gp.interruption"),
        *("senet_gp.kernel_content", "senet_gp.checks", "senet_gp.machine", "senet_gp.surroundings"),
        *("senet_gp.source_texts", "senet_gp.loaded_code", "senet_gp.origins"),
        *("senet_gp.rows", "senet_gp.lazy", "senet_gp.plugins", "senet_gp.seed_domains"),
        *("senet_gp.compiling_notice", "senet_gp.displays", "senet_gp.templates", "senet_gp.per_thread"),
        *("senet_gp.standard_streams", "senet_gp.reference_cycles"),
    },
    {"senet_gp.games"},
    {"senet_gp.boards"},
    {"primitives"},
    {"senet_gp.trees"},
    {
        "senet_gp.engine",
    },
    {
        "senet_gp.players",
        "senet_gp.games.*.players",
    },
    {
        *("senet_gp.arena", "senet_gp.testing"),
    },
    {"senet_gp.learning", "senet_gp.evolution"},
    {
        *("senet_gp.experiments", "senet_gp.simplification"),
        "senet_gp.learning.comparison",
        "senet_gp.games.*.facts",
    },
    {"senet_gp.export", "senet_gp.games.*.exported"},
    {"senet_gp.explanation", "senet_gp.plots"},
    {"senet_gp.analysis"},
    {"senet_gp.report", "senet_gp.notebooks"},
    {"senet_gp.all_kernels"},
    {"senet_gp.serve"},
    {"senet_gp.cli"},
    # The package itself only names what it offers, and no module here imports it.
    {"senet_gp", "senet_gp.__main__"},
]
NUMBERS = {name: number for number, names in enumerate(LAYERS) for name in names}
FILES = [*sorted((ROOT / "senet_gp").rglob("*.py")), *sorted((ROOT / "primitives").rglob("*.py"))]


def module_of(file: Path) -> str:
    parts = list(file.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(file): file for file in FILES}


def layer_of(module: str) -> int | None:
    """The number of the layer that names the module, or the nearest package that it stands in."""
    if module == "senet_gp":
        return NUMBERS[module]
    name = module
    while "." in name or name == "primitives":
        for called in (name, re.sub(r"^senet_gp\.games\.\w+\.", "senet_gp.games.*.", name)):
            if called in NUMBERS:
                return NUMBERS[called]
        name = name.rpartition(".")[0]
    return None


def imports_of(file: Path) -> set[str]:
    """The modules of this project that a file imports, anywhere in it."""
    names: list[str] = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{file} imports by a relative name"
            # A name that is imported is a module, or something in the one that it is imported from.
            of = [f"{node.module}.{alias.name}" for alias in node.names]
            names += [name if name in MODULES else str(node.module) for name in of]
    return {name for name in names if name in MODULES}


IMPORTS = {module: imports_of(file) for module, file in MODULES.items()}


def package_of(module: str) -> str:
    """The part of the package that a module belongs to."""
    return "primitives" if module.startswith("primitives") else ".".join(module.split(".")[:2])


def circle_in(imports: Mapping[str, set[str]]) -> list[str]:
    """Some modules or packages that import one another in a circle; an empty result if none do."""
    try:
        tuple(TopologicalSorter(imports).static_order())
    except CycleError as error:
        return list(reversed(error.args[1]))
    return []


def test_every_module_belongs_to_a_layer_and_every_layer_has_modules() -> None:
    assert [module for module in MODULES if layer_of(module) is None] == []
    games = {path.name for path in (ROOT / "senet_gp" / "games").iterdir() if path.is_dir()}
    for name in NUMBERS:
        assert any(name.replace("*", game) in MODULES for game in games), f"there is no {name}"


def test_each_layer_imports_only_from_those_below() -> None:
    wrong = []
    for module, imported in IMPORTS.items():
        for other in sorted(imported):
            own, below = layer_of(module), layer_of(other)
            assert own is not None
            assert below is not None
            if below > own:
                wrong.append(f"{module} imports {other}")
    assert not wrong


def test_no_modules_import_one_another_in_a_circle() -> None:
    assert circle_in(IMPORTS) == []


def test_no_packages_import_one_another_in_a_ring() -> None:
    packages: dict[str, set[str]] = {}
    for module, imported in IMPORTS.items():
        packages.setdefault(package_of(module), set()).update(map(package_of, imported))
    # Those of a game are of several layers: how it is played compiled stands there, too.
    del packages["senet_gp.games"]
    assert circle_in({own: others - {own, "senet_gp.games"} for own, others in packages.items()}) == []


def test_circles_are_found() -> None:
    assert circle_in({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    assert sorted(set(circle_in({"a": {"b"}, "b": {"c"}, "c": {"b"}}))) == ["b", "c"]
    assert "senet_gp.errors" in IMPORTS["senet_gp.files.reading"]
    assert "senet_gp.players.champion" in IMPORTS["senet_gp"], "imports for type checkers count, too"
    assert "senet_gp.players.parsing" in IMPORTS["senet_gp.cli.export"], "so do imports in functions"


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
        elif isinstance(value, type) and issubclass(value, tuple):
            yield name, value.__module__


def imported_from(module: str, name: str) -> str:
    """The module from which another takes a name."""
    for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and name in {alias.asname or alias.name for alias in node.names}:
            return str(node.module)
    return module


def test_all_that_is_compiled_stands_where_the_cache_looks() -> None:
    watched, found = set(kernel_files()), 0
    for module, file in MODULES.items():
        if not re.search(r"^@(inlined_|allocating_)?kernel$|address_of\(", file.read_text(), re.MULTILINE):
            continue
        assert file in watched, f"the cache would not notice a change in {file}"
        loaded = import_module(module)
        for function in kernels_of(loaded):
            for name, origin in compiled_in(function, loaded):
                found += 1
                assert MODULES[origin] in watched, f"{module}.{function.__name__} has {name} of {origin}"
    assert found > 300


def test_a_drawing_or_a_document_recompiles_nothing() -> None:
    names = {file.relative_to(ROOT).as_posix() for file in kernel_files()}
    assert len(names) == len(kernel_files())
    assert not {name for name in names if name.endswith("game.py") or "boards/" in name}


def test_importing_the_package_is_light() -> None:
    program = (
        "import sys, senet_gp, senet_gp.cli, senet_gp.cli.evolve, senet_gp.cli.export; print(*sys.modules)"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout
    assert not {"numba", "numpy", "deap", "matplotlib", "rich", "multiprocess"} & set(loaded.split())
