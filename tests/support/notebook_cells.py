"""Run the code cells of a notebook as a script, without Jupyter, and print what they show as JSON."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

#: How cells begin that write a file, or run a command whose output goes into a file.
_WRITES, _COMMAND = "%%writefile ", "!senet-gp "


def run(source: str, names: dict[str, Any]) -> tuple[str, Any]:
    """Run a cell; what it prints, and the value of its last expression."""
    if source.startswith(_WRITES):
        name, _, text = source.removeprefix(_WRITES).partition("\n")
        Path(name).write_text(f"{text}\n", encoding="utf-8")
        return f"Writing {name}\n", None
    if source.startswith(_COMMAND):
        program = shlex.join([sys.executable, "-m", "senet_gp"])
        command = f"{program} {source.removeprefix(_COMMAND)}"
        subprocess.run(command, shell=True, check=True)  # noqa: S602 - our own notebook
        return "", None
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)  # noqa: S102 - our own notebook
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)  # noqa: S307
    return printed.getvalue(), value


def shown(value: Any) -> dict[str, str]:
    """What a notebook shows of a value, by its kind."""
    ways = {"text/plain": "__repr__", "text/html": "_repr_html_", "image/svg+xml": "_repr_svg_"}
    if value is None:
        return {}
    made = {kind: getattr(value, name)() for kind, name in ways.items() if hasattr(value, name)}
    return {kind: content for kind, content in made.items() if content is not None}


def main(notebook: Path) -> None:
    """Run the cells in one namespace; those with the tag ``pandas`` only if it is installed."""
    names: dict[str, Any] = {"__name__": "notebook"}
    results: dict[str, Any] = {}
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code" and (
            "pandas" not in cell["metadata"].get("tags", []) or find_spec("pandas")
        ):
            printed, value = run("".join(cell["source"]), names)
            results[cell["id"]] = {"stdout": printed, "data": shown(value)}
    json.dump(results, sys.stdout)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
