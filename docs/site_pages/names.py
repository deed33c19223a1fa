"""The pages of public names: a block ``{public-names}`` stands for the docstrings of a package's names."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from pathlib import Path
from typing import Any

_GLOSSARY = Path(__file__).resolve().parents[1] / "glossary.md"
_BLOCK = re.compile(r"^```\{public-names\} ([\w.]+)\n```$", re.MULTILINE)


def _directive(package: str, name: str) -> str:
    """What shows the docstring of a name; a value has none, so it is told as in the glossary."""
    value = getattr(import_module(package), name)
    if inspect.isclass(value) or callable(value):
        return f".. auto{'class' if inspect.isclass(value) else 'function'}:: {package}.{name}\n"
    (line,) = re.findall(rf"^- `{name}`(?: \(.*?\))?: (.*)$", _GLOSSARY.read_text("utf-8"), re.MULTILINE)
    return f".. py:data:: {package}.{name}\n\n   {line[:1].upper()}{line[1:]}.\n"


def names_of(package: str) -> list[str]:
    """The public names of a package that are not also names of senet_gp, where they are shown."""
    names = import_module(package).__all__
    known = [] if package == "senet_gp" else import_module("senet_gp").__all__
    return sorted((name for name in names if name not in known), key=str.lower)


def _shown(block: re.Match[str]) -> str:
    package = block[1]
    return "\n".join(["```{eval-rst}", *(_directive(package, name) for name in names_of(package)), "```"])


def _with_names(_app: Any, _page: str, source: list[str]) -> None:
    source[0] = _BLOCK.sub(_shown, source[0])


def _is_left_out(_app: Any, _kind: str, _name: str, value: Any, _skip: bool, _options: Any) -> bool | None:  # noqa: FBT001
    """Fields of named tuples stand among the attributes of their class already."""
    return True if (inspect.getdoc(value) or "").startswith("Alias for field number") else None


def setup(app: Any) -> dict[str, bool]:
    """Connect to Sphinx."""
    app.connect("source-read", _with_names)
    app.connect("autodoc-skip-member", _is_left_out)
    return {"parallel_read_safe": True}
