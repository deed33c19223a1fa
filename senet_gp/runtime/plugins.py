"""Plugins: modules from outside, which register games, vocabularies and operators when they are imported.

Code from outside runs only if its name was given (``--plugin MODULE``, :func:`load`) or if it is installed as
a distribution that declares its modules as entry points. No file of ours makes a module load: a run or a
champion only says which plugin it needs.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
import warnings
from collections.abc import Callable, Iterable
from importlib.metadata import EntryPoint, entry_points, packages_distributions, version
from pathlib import Path
from traceback import walk_tb
from types import ModuleType

from senet_gp.runtime import BUILT_IN
from senet_gp.runtime.errors import UsageError, failure_text, shortened
from senet_gp.runtime.module_hashes import note_loaded, text_of
from senet_gp.runtime.origins import is_of_this_project

#: The groups of entry points whose modules are plugins; each entry point names a module, such as
#: ``dice_race = "my_package.dice_race"``.
GROUPS = ("senet_gp.games", "senet_gp.words")
#: The module of each plugin that was named in this process, by how it was named.
_LOADED: dict[str, str] = {}


class PluginWarning(UserWarning):
    """An installed plugin cannot be loaded, so what it would register is missing."""


def load(plugin: str) -> ModuleType:
    """Import a plugin.

    The directory of a file is added to the end of Python's search path, so worker processes find the module
    by name, and it hides no other module.

    >>> load("senet_gp.runtime.plugins").__name__
    'senet_gp.runtime.plugins'

    Args:
        plugin: a module's dotted name, or the path of a Python file. A name that is not installed may be that
            of a file or package in the current directory.

    Returns:
        The module. If it was imported before, it is not imported again.

    Raises:
        UsageError: if there is no such module or file, its name belongs to another module, or it fails when
            it is imported.
    """
    if plugin.endswith(".py"):
        path = Path(plugin).absolute()
        return _import(_findable(path, plugin), plugin)
    first = plugin.partition(".")[0]
    if not all(part.isidentifier() for part in plugin.split(".")):
        raise UsageError(
            f"{plugin[:60]!r} cannot be a plugin: name a module, as in my_games, or a file, as in my_games.py"
        )
    here = Path.cwd()
    if first not in sys.modules and importlib.util.find_spec(first) is None:
        if not ((here / f"{first}.py").is_file() or (here / first / "__init__.py").is_file()):
            raise UsageError(
                f"there is no plugin {plugin[:60]}: no such module is installed, and the current directory "
                f"has no {first[:60]}.py"
            )
        _search(here)
    return _import(plugin, plugin)


def _findable(path: Path, plugin: str) -> str:
    """Make a file importable; the name of its module."""
    name = path.stem
    if not path.is_file():
        raise UsageError(f"there is no plugin {plugin}: the file does not exist")
    if not name.isidentifier():
        raise UsageError(
            f"the plugin {plugin} cannot be imported: rename it to letters, digits and underscores, such as "
            "my_games.py"
        )
    known = sys.modules.get(name)
    spec = getattr(known, "__spec__", None) if known else importlib.util.find_spec(name)
    if known is None and spec is None:
        _search(path.parent)
        return name
    origin = getattr(spec, "origin", None) or getattr(known, "__file__", None)
    if origin is None or not Path(origin).exists() or not Path(origin).samefile(path):
        raise UsageError(f"the plugin {plugin} has the name of another module, {name}: rename the file")
    return name


def _search(directory: Path) -> None:
    if str(directory) not in sys.path:
        sys.path.append(str(directory))
        importlib.invalidate_caches()


def _import(module: str, plugin: str) -> ModuleType:
    try:
        imported = importlib.import_module(module)
    except Exception as error:
        raise UsageError(f"the plugin {plugin} cannot be loaded: {_reason(error, module)}") from error
    except SystemExit as error:
        raise UsageError(
            f"the plugin {plugin} cannot be loaded: it ends the program when it is imported; put what is not "
            'a registration under if __name__ == "__main__":'
        ) from error
    _LOADED[plugin] = module
    note_loaded(module)
    return imported


def loaded() -> dict[str, str]:
    """The module of each plugin that a person named in this process, by how they named it.

    Other processes load the modules by these names; :func:`load` has made them importable.
    """
    return dict(_LOADED)


def _reason(error: Exception, module: str) -> str:
    """What went wrong in a module while it was imported, and in which line, for its author."""
    steps = walk_tb(error.__traceback__)
    lines = [line for frame, line in steps if frame.f_globals.get("__name__") == module]
    said = str(error) if isinstance(error, UsageError) else failure_text(error)
    # The sentence of a syntax error names its line itself.
    return f"{said} (line {lines[-1]})" if lines and not isinstance(error, SyntaxError) else said


def load_built_in(modules: Iterable[str] = BUILT_IN) -> None:
    """Load what the program itself brings along, as plugins of its own.

    While it is being loaded, only what is registered so far is found.
    """
    for module in modules:
        importlib.import_module(module)


_installed = False


def _warn(sentence: str) -> None:
    warnings.warn(sentence, PluginWarning, stacklevel=4)


def load_installed(tell: Callable[[str], None] = _warn) -> None:
    """Load all plugins that are installed as entry points of the :data:`GROUPS`, once per process.

    A plugin that fails does not stop the others.

    Args:
        tell: called with a sentence for each plugin that fails; by default it issues a
            :class:`PluginWarning`.
    """
    global _installed  # noqa: PLW0603 - whether it was done is a fact of the process
    if _installed:
        return
    _installed = True
    for group in GROUPS:
        for point in entry_points(group=group):
            _load_installed(point, tell)


def _load_installed(point: EntryPoint, tell: Callable[[str], None]) -> None:
    note_loaded(point.module)
    try:
        point.load()
        note_loaded(point.module)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - any failure of foreign code
        distribution = f" of {point.dist.name}" if point.dist else ""
        reason = str(error) if isinstance(error, UsageError) else failure_text(error)
        tell(
            f"the installed plugin {point.name}{distribution} cannot be loaded ({reason}), so what it "
            "provides is missing: update it, or uninstall it"
        )


def plugins_of(modules: Iterable[str]) -> tuple[str, ...]:
    """Those of some modules that are plugins, as they are written after ``--plugin``.

    Modules of this distribution are none, and what is defined in a program itself or in a notebook cannot be
    loaded by others.

    >>> plugins_of(["senet_gp.games.plain", "my_games", "__main__", "my_games"])
    ('my_games',)
    """
    return tuple(
        dict.fromkeys(
            module
            for module in modules
            if module not in {"__main__", "builtins"} and not is_of_this_project(module)
        )
    )


def check_loaded(needed: Iterable[str], what: str) -> None:
    """Check that the plugins that a file needs are loaded. This does not load what is not installed.

    Args:
        needed: the plugins' modules, as a file names them.
        what: the file, for the message.

    Raises:
        UsageError: if one is not loaded.

    >>> check_loaded(["dice"], "run-1")  # doctest: +NORMALIZE_WHITESPACE
    Traceback (most recent call last):
    senet_gp.runtime.errors.UsageError: run-1 was made with code of others (dice): if you trust it, add
    --plugin dice, or in Python import it
    """
    missing = [plugin for plugin in needed if _module_of(plugin) not in sys.modules]
    if missing:
        load_installed()
        missing = [plugin for plugin in missing if _module_of(plugin) not in sys.modules]
    if missing:
        names = ", ".join(shortened(module) for module in missing)
        options = " ".join(f"--plugin {shortened(module)}" for module in missing)
        them = "it" if len(missing) == 1 else "them"
        raise UsageError(
            f"{what} was made with code of others ({names}): if you trust {them}, add {options}, or in "
            f"Python import {them}"
        )


def _module_of(plugin: str) -> str:
    """The module of a plugin, which a plan may name as it is named after ``--plugin``, by its file."""
    return Path(plugin).stem if plugin.endswith(".py") else plugin


def described(modules: Iterable[str]) -> list[dict[str, str]]:
    """Plugins as files record them: the module, its distribution and version if it has one, and a hash.

    The hash is the SHA-256 of the module's text as it was first read.
    """
    return [_described(module) for module in modules]


def _described(module: str) -> dict[str, str]:
    text = text_of(module)
    distributions = packages_distributions().get(module.partition(".")[0], [])
    return {
        "module": module,
        **({"distribution": distributions[0], "version": version(distributions[0])} if distributions else {}),
        **({"sha256": hashlib.sha256(text).hexdigest()} if text else {}),
    }
