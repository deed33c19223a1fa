"""Public names of a package that are loaded when they are first used, so that importing it is light."""

from __future__ import annotations

# Neither typing nor collections.abc is imported here: both would take as long as the rest of a start.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any


def public_names(
    package: str, homes: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """The ``__getattr__``, ``__dir__`` and ``__all__`` of a package.

    A public name must not be that of a module of the package, which would hide it once it is imported.

    >>> getattr_, dir_, all_ = public_names("shapes", {"pi": "math", "Fraction": "fractions"})
    >>> getattr_("Fraction")(1, 2), all_
    (Fraction(1, 2), ['Fraction', 'pi'])
    >>> getattr_("cube")
    Traceback (most recent call last):
    AttributeError: module 'shapes' has no attribute 'cube'

    Args:
        package: the name of the package.
        homes: by public name, the module that defines it.
    """

    def get(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        from importlib import import_module

        try:
            return getattr(import_module(homes[name]), name)
        except Exception as error:
            from senet_gp.surroundings import check_hidden

            check_hidden(error)
            raise

    names = sorted(homes)

    def listed() -> list[str]:
        return names

    return get, listed, names
