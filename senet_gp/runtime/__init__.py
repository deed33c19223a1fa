"""What every package needs and says nothing of games: errors, files, random streams, the compiler's cache."""

from __future__ import annotations

# Neither typing nor collections.abc is imported here: both would take as long as the rest of a start.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__version__ = "0.2.0"

#: The modules that register what the program brings along. The top of the house adds them, since they stand
#: above all that they name; :func:`senet_gp.runtime.plugins.load_built_in` imports them.
BUILT_IN: list[str] = []
#: In the same way, those that register parts of runs: a command that evolves nothing need not import them.
BUILT_IN_PARTS: list[str] = []


def public_names(package: str, file: str) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """The ``__getattr__``, ``__dir__`` and ``__all__`` of a package.

    They are the names that the package imports for type checkers, under ``if TYPE_CHECKING:``, each in a line
    ``from MODULE import NAME as NAME``. So each is listed once, and here that list is read as text. A public
    name must not be that of a module of the package, which would hide it once it is imported.

    >>> import senet_gp.show
    >>> getattr_, dir_, all_ = public_names("senet_gp.show", senet_gp.show.__file__)
    >>> getattr_("text_in").__module__, all_[-1]
    ('senet_gp.show.formats', 'text_in')
    >>> getattr_("text_out")
    Traceback (most recent call last):
    AttributeError: module 'senet_gp.show' has no attribute 'text_out'

    Args:
        package: the name of the package.
        file: the package's own file.
    """
    homes: dict[str, str] = {}
    with open(file, encoding="utf-8") as lines:  # noqa: PTH123 - pathlib would take long to import
        for line in lines:
            match line.split():
                case ["from", module, "import", name, "as", alias] if alias == name:
                    homes[name] = module
    names = sorted(homes)

    def get(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(homes[name]), name)

    def listed() -> list[str]:
        return names

    return get, listed, names
