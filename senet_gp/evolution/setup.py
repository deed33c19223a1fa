"""Operators from outside: a function, named on the command line, that registers them in a run's toolbox.

Code is imported only because a person named it. A run's checkpoint records the name, but only to tell the
person what the run needs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from senet_gp.runtime import plugins
from senet_gp.runtime.errors import SenetGpError, UsageError, shortened
from senet_gp.runtime.origins import failure_of

if TYPE_CHECKING:
    from senet_gp.evolution.loop import Evolution

#: The option of the command line that names the function.
OPTION = "--operators"


def operators_from(name: str) -> Callable[[Evolution], None]:
    """A function that prepares an evolution with operators from outside.

    It is meant for ``RunHooks(prepare=operators_from("my_module:setup"))``, which does what
    ``evolve --operators my_module:setup`` does. It calls ``setup(toolbox, evolution)``, after the configured
    operators are registered. The module is imported at once; a module that is not installed may be a file in
    the current directory.

    Args:
        name: ``MODULE:FUNCTION``.

    Raises:
        UsageError: if there is no such module or function.

    >>> operators_from("my_module")  # doctest: +NORMALIZE_WHITESPACE
    Traceback (most recent call last):
    senet_gp.runtime.errors.UsageError: 'my_module' names no operators: write MODULE:FUNCTION, as in
    my_module:setup
    """
    module_name, colon, attribute = name.rpartition(":")
    if not (colon and module_name and attribute.isidentifier()):
        raise UsageError(
            f"{shortened(repr(name))} names no operators: write MODULE:FUNCTION, as in my_module:setup"
        )
    setup = getattr(_module(module_name), attribute, None)
    if not callable(setup):
        raise UsageError(
            f"{module_name} has no function {attribute}: define {attribute}(toolbox, evolution) at its top "
            "level"
        )

    return _Operators(name, setup)


class _Operators:
    """Registers operators from outside; it is pickled by the name of its function."""

    def __init__(self, name: str, setup: Callable[..., Any]) -> None:
        self._name, self._setup = name, setup

    def __reduce__(self) -> tuple[Any, ...]:
        return operators_from, (self._name,)

    def __call__(self, evolution: Evolution) -> None:
        _call(self._setup, evolution, self._name)
        evolution.operators_from = self._name


def _module(name: str) -> Any:
    """Import a module that a person named."""
    return plugins.load(name)


def _call(setup: Callable[..., Any], evolution: Evolution, name: str) -> None:
    """Call a setup function; what goes wrong in it is one sentence.

    Raises:
        SenetGpError: if it fails.
    """
    try:
        setup(evolution.toolbox, evolution)
    except SenetGpError:
        raise
    except Exception as error:
        raise SenetGpError(f"{name}, which registers operators, {failure_of(error)}") from error
