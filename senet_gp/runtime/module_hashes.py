"""One hash for each module from outside, by which files and processes tell whether its code has changed.

A hash is of the syntax of the module's text, and of those of the modules that it imports and that are of its
own package or stand beside it (not among libraries). Docstrings, comments, layout, annotations, the sentences
of errors and what a board or a game only tells people do not count, nor does the version of Python.

A text is read once, when the module first brings something, such as a word, a game or an operator. What
becomes of its file afterwards changes nothing in a process, not even by ``importlib.reload``. This project,
Python, libraries, the main program and the cells of notebooks have no hash.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import sys
import warnings
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.origins import is_from_outside, is_in_library, is_of_this_project, note_plugin

#: What only tells people something: attributes and functions of a class, and arguments.
_TOLD = frozenset({"title", "rules_text", "refusal", "beside", "labels", "notes", "meanings"})
#: Parts of the syntax that have no effect, or that not all versions of Python have.
_LEFT_OUT = frozenset({"returns", "annotation", "type_comment", "type_params", "ctx", "kind"})
#: The text of each module, as it was first read.
_TEXTS: dict[str, bytes] = {}
_HASHES: dict[str, str] = {}
#: The modules that bring something, or whose functions are sent to other processes.
_NOTED: dict[str, None] = {}
#: The modules that were loaded when one was noted last.
_LOADED: set[str] = set()


def note_loaded(module: str) -> None:
    """Note that a module brings something: its text, and those of others from outside, are read and kept."""
    note_plugin(module)
    # What is neither loaded nor found is no module, as in the text expr:TEXT.
    if module in _NOTED or not is_from_outside(module) or not (module in sys.modules or text_of(module)):
        return
    _NOTED[module] = None
    loaded = sys.modules.keys() - _LOADED
    _LOADED.update(loaded)
    for name in (module, *loaded):
        if is_from_outside(name):
            text_of(name)


def hash_of(module: str) -> str:
    """The hash of a module; empty if it has none.

    >>> hash_of("senet_gp.runtime.module_hashes"), hash_of("random")
    ('', '')
    """
    if module in _HASHES:
        return _HASHES[module]
    if module == "__main__" or not is_from_outside(module) or not text_of(module):
        return ""
    digests: dict[str, str] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in digests and _stands_with(name, module) and text_of(name):
            digests[name], imported = _syntax_of(name)
            waiting += imported
    _HASHES[module] = hashlib.sha256(repr(sorted(digests.items())).encode()).hexdigest()[:16]
    return _HASHES[module]


def hashes_of(modules: Iterable[str]) -> dict[str, str]:
    """The hashes of those modules that have one, by module."""
    return {module: hashed for module in modules if (hashed := hash_of(module))}


def noted() -> dict[str, str]:
    """The hashes of all modules from outside that have brought something to this process."""
    return hashes_of(list(_NOTED))


def changed(recorded: Mapping[str, str]) -> list[str]:
    """The modules that have brought something, and whose hash is another than the recorded one.

    >>> changed({"random": "0123456789abcdef"})
    []
    """
    return [module for module, hashed in noted().items() if recorded.get(module) not in {None, hashed}]


def check_same(sent: Mapping[str, str]) -> None:
    """Check that modules are the same in this process as in the one that sends it a task.

    Raises:
        UsageError: if one is another.
    """
    for module in sent:
        note_loaded(module)
    others = changed(sent)
    if others:
        raise UsageError(
            f"a worker process has another {others[0]} than the program: its file was changed after one of "
            "them had read it, so begin again, or start new workers"
        )


def text_of(module: str) -> bytes:
    """The text of a module as it was first read; empty if it has none."""
    if module not in _TEXTS:
        file = _file_of(module)
        try:
            text = b"" if file is None else file.read_bytes()
        except OSError:
            text = b""
        if not text:
            return text
        _TEXTS[module] = text
    return _TEXTS[module]


def _file_of(module: str) -> Path | None:
    """The file of a module, which need not be loaded, and is not loaded by this."""
    loaded = sys.modules.get(module)
    files = _searched(module) if loaded is None else [Path(getattr(loaded, "__file__", None) or "")]
    return next((file for file in files if file.suffix == ".py" and file.is_file()), None)


def _searched(module: str) -> list[Path]:
    """Where the file of a module that is not loaded may be."""
    first, *rest = module.split(".")
    try:
        spec = importlib.util.find_spec(first)
    except (ImportError, ValueError):  # it was made without a file
        return []
    if spec is None or not rest:
        return [Path(spec.origin or "")] if spec else []
    places = [Path(place, *rest) for place in spec.submodule_search_locations or []]
    return [file for place in places for file in (place.with_suffix(".py"), place / "__init__.py")]


def _stands_with(name: str, module: str) -> bool:
    """Whether a module is of the package of another one, or stands beside it, but not among libraries."""
    first, own = name.partition(".")[0], module.partition(".")[0]
    if first == own or is_of_this_project(first):
        return first == own
    place = _directory_of(first)
    return place is not None and place == _directory_of(own) and not is_in_library(str(place))


def _directory_of(module: str) -> Path | None:
    """The directory in which a module or package without dots stands."""
    file = _file_of(module)
    return file and (file.parent.parent if file.name == "__init__.py" else file.parent)


@cache
def _syntax_of(module: str) -> tuple[str, list[str]]:
    """A hash of a module's syntax, and the names that it imports, some of which are of modules."""
    try:
        with warnings.catch_warnings(action="ignore"):  # the module itself has warned
            waiting: list[Any] = [ast.parse(text_of(module))]
    except (SyntaxError, ValueError):
        return "", []
    parts: list[str] = []
    imported: list[str] = []
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            parts.append(node)
            continue
        if isinstance(node, ast.Import | ast.ImportFrom):
            imported += _imported(node, module)
        waiting += (type(node).__name__, "(", *_fields(node), ")")[::-1]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest(), imported


def _imported(node: ast.Import | ast.ImportFrom, module: str) -> list[str]:
    """The names that a statement of a module imports."""
    names = [each.name for each in node.names]
    if isinstance(node, ast.Import):
        return names
    file = _file_of(module)
    package = module.split(".") if file and file.name == "__init__.py" else module.split(".")[:-1]
    above = package[: len(package) + 1 - node.level] if node.level else []
    place = ".".join([*above, *([node.module] if node.module else [])])
    return [place, *(f"{place}.{name}" for name in names)]


def _fields(node: ast.AST) -> Iterator[Any]:
    """The fields of a node that have an effect, the same in all versions of Python: texts and nodes."""
    if isinstance(node, ast.Raise):
        # The sentence that refuses something changes nothing of what is accepted.
        yield node.exc.func if isinstance(node.exc, ast.Call) else node.exc or ""
        return
    for name in node._fields:
        value = getattr(node, name, None)
        if isinstance(value, ast.AST):
            if name not in _LEFT_OUT:
                yield from (name, value)
        elif isinstance(value, list):
            kept = [
                each if isinstance(each, ast.AST) else str(each) for each in value if not _is_told(each, node)
            ]
            yield from (name, *kept, ";") if kept else ()
        elif value is not None and name not in _LEFT_OUT:
            yield from (name, repr(value))


def _is_told(node: Any, within: ast.AST) -> bool:
    """Whether a statement or an argument within another only tells people something."""
    match node:
        case ast.Expr(value=ast.Constant(value=str())):
            return True
        case ast.keyword(arg=name):
            return name in _TOLD
        case ast.FunctionDef(name=name) | ast.Assign(targets=[ast.Name(id=name)]):
            return isinstance(within, ast.ClassDef) and name in _TOLD
    return False
