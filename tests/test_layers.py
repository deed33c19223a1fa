"""The architecture: who may import whom, and what is imported when."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import senet_gp
from senet_gp.compiled import kernel_files

ROOT = Path(senet_gp.__file__).resolve().parent.parent
#: From the bottom up; each imports only from itself and from what stands before it.
LAYERS = [
    {
        *(
            "senet_gp.errors",
            "senet_gp.files",
            "senet_gp.compiled",
            "senet_gp.kernel_cache",
            "senet_gp.generated",
        ),
        *("senet_gp.streams", "senet_gp.interruption", "senet_gp.standard_streams", "senet_gp.address_space"),
    },
    {"senet_gp.games"},
    {"senet_gp.boards"},
    {"primitives"},
    {"senet_gp.trees"},
    {"senet_gp.engine", "senet_gp.games.senet.play", "senet_gp.games.senet.search"},
    {"senet_gp.players"},
    {"senet_gp.arena"},
    {"senet_gp.evolution"},
    {"senet_gp.reproduction", "senet_gp.learning"},
    {"senet_gp.export", "senet_gp.plots", "senet_gp.simplification", "senet_gp.report"},
    {"senet_gp.explanation"},
    {"senet_gp.benchmark"},
    {"senet_gp.cli"},
]
FILES = [*sorted((ROOT / "senet_gp").rglob("*.py")), *sorted((ROOT / "primitives").rglob("*.py"))]


def module_of(file: Path) -> str:
    parts = list(file.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def layer_of(module: str) -> int | None:
    """The number of the layer that names the module, or the nearest package that it stands in."""
    numbers = {name: number for number, names in enumerate(LAYERS) for name in names}
    while module and module not in numbers:
        module = module.rpartition(".")[0]
    return numbers.get(module)


def imports_of(file: Path) -> list[str]:
    names: list[str] = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names += [node.module or ""] + [f"{node.module}.{alias.name}" for alias in node.names]
    return names


def test_each_layer_imports_only_from_those_below() -> None:
    wrong = []
    for file in FILES:
        layer = layer_of(module_of(file))
        if layer is None:
            assert module_of(file) in {"senet_gp", "senet_gp.__main__"}, f"{file} belongs to no layer"
            continue
        for name in imports_of(file):
            other = layer_of(name)
            if other is not None and other > layer:
                wrong.append(f"{module_of(file)} imports {name}")
    assert not wrong


def test_all_kernels_stand_where_the_cache_looks() -> None:
    watched = set(kernel_files())
    for file in FILES:
        defines = "@kernel" in file.read_text() or "@allocating_kernel" in file.read_text()
        assert not defines or file in watched, f"the cache would not notice a change in {file}"
        # Constants are compiled into kernels, so what kernels import has to be watched too.
        if defines:
            for name in imports_of(file):
                other = ROOT / Path(*name.split(".")).with_suffix(".py")
                assert not other.exists() or other in watched, f"{file} imports {other}, which is not watched"


def test_importing_the_package_is_light() -> None:
    program = "import sys, senet_gp, senet_gp.cli, senet_gp.cli.evolve; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout
    assert not {"numba", "numpy", "deap", "matplotlib", "rich", "multiprocess"} & set(loaded.split())


def test_all_public_names_can_be_had() -> None:
    for name in senet_gp.__all__:
        assert getattr(senet_gp, name) is not None
