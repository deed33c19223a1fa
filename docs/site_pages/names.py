"""The pages of public names: a block ``{public-names}`` stands for the docstrings of a package's names."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from pathlib import Path
from typing import Any

_DOCS = Path(__file__).resolve().parents[1]
_ROOT = _DOCS.parent
#: The line N of a source has the name LINES-N on its page.
LINES = "line"
_BLOCK = re.compile(r"^```\{public-names\} ([\w.]+)\n```$", re.MULTILINE)


#: What is said of public names that are values, which have no docstrings.
VALUES = {
    "AUTO": "The value of an option that follows from others until a run begins.",
    "FORMATS": "The export formats by name.",
    "GAMES": "The registered games by name.",
    "SQUARES": "The words mine N, theirs N and empty N.",
    "PARTS": "The parts that runs can have, by kind and name.",
    "__version__": "The version of senet-gp, a text.",
}


def _directive(package: str, name: str) -> str:
    """What shows the docstring of a name."""
    value = getattr(import_module(package), name)
    if inspect.isclass(value) or callable(value):
        return f".. auto{'class' if inspect.isclass(value) else 'function'}:: {package}.{name}\n"
    return f".. py:data:: {name}\n   :module: {package}\n\n   {VALUES[name]}\n"


def names_of(package: str) -> list[str]:
    """The public names of a package that are not also names of senet_gp, where they are shown."""
    names = import_module(package).__all__
    known = [] if package == "senet_gp" else import_module("senet_gp").__all__
    return sorted((name for name in names if name not in known), key=str.lower)


def _source(module: str, name: str) -> tuple[Path, int] | None:
    """The file and the line at which what a public name means begins; of a value, nothing."""
    value: Any = import_module(module)
    for part in name.split("."):
        value = inspect.getattr_static(value, part, None) if inspect.isclass(value) else getattr(value, part)
    value = getattr(value, "fget", None) or getattr(value, "func", None) or value
    value = inspect.unwrap(getattr(value, "__func__", value))
    try:
        return Path(inspect.getsourcefile(value) or ""), inspect.getsourcelines(value)[1]
    except (OSError, TypeError):
        return None


def _is_ours(file: Path) -> bool:
    """Whether a file is one of our packages; an environment beside them holds those of others."""
    return any(file.is_relative_to(_ROOT / package) for package in ("senet_gp", "primitives"))


def linkcode_resolve(domain: str, info: dict[str, str]) -> str | None:
    """The link from a page of names to the line of the source, as sphinx.ext.linkcode wants it."""
    source = _source(info["module"], info["fullname"]) if domain == "py" else None
    if source is None or not _is_ours(source[0]):
        return None
    path = source[0].relative_to(_ROOT).as_posix()
    return f"../source/{path}.html#{LINES}-{source[1]}"


def source_files() -> set[Path]:
    """The files to which the pages of names link."""
    found = set()
    for page in (_DOCS / "api").glob("*.md"):
        for package in _BLOCK.findall(page.read_text(encoding="utf-8")):
            found |= {source[0] for name in names_of(package) if (source := _source(package, name))}
    return {file for file in found if _is_ours(file)}


def _shown(block: re.Match[str]) -> str:
    package = block[1]
    return "\n".join(["```{eval-rst}", *(_directive(package, name) for name in names_of(package)), "```"])


def _with_names(_app: Any, _page: str, source: list[str]) -> None:
    source[0] = _BLOCK.sub(_shown, source[0])


def _is_left_out(_app: Any, _kind: str, _name: str, value: Any, _skip: bool, _options: Any) -> bool | None:  # noqa: FBT001
    """Fields of named tuples stand among the attributes of their class already."""
    return True if (inspect.getdoc(value) or "").startswith("Alias for field number") else None


def _signature(
    _app: Any, _kind: str, _name: str, value: Any, _options: Any, _arguments: str, _result: str
) -> tuple[str, None] | None:
    """Protocols are not called, so they are shown without arguments."""
    return ("", None) if getattr(value, "__dict__", {}).get("_is_protocol") else None


def setup(app: Any) -> dict[str, bool]:
    """Connect to Sphinx."""
    app.connect("source-read", _with_names)
    app.connect("autodoc-skip-member", _is_left_out)
    app.connect("autodoc-process-signature", _signature)
    return {"parallel_read_safe": True}
