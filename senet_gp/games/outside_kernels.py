"""The modules of kernels that games name: what is missing in them, or cannot be compiled, gets a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from numba.core.errors import NumbaError

from senet_gp.games.rules_code import module_of
from senet_gp.runtime.compiled import address_of, why_not_compiled
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.loaded_code import content_of


def kernel_of(module: str, name: str, attribute: str) -> Any:
    """A kernel of a module that a game names.

    Raises:
        UsageError: if there is no such module, or it has no such kernel.
    """
    kernel: Any = getattr(module_of(module, attribute), name, None)
    if not hasattr(kernel, "py_func"):
        raise UsageError(
            f"{module} has no kernel {name}: define it with the decorator senet_gp.runtime.compiled.kernel"
        )
    return kernel


def contents_of(kernels: Iterable[Any]) -> str:
    """What kernels from outside this package consist of, as a comment of a generated text.

    Machine code is kept under the text of a function, so the text must tell that.
    """
    content = "".join(map(content_of, kernels))
    return f"# {content}\n" if content else ""


def address_in(module: str, name: str, function: Callable[..., Any], signature: Any) -> int:
    """The address of the machine code of a function that calls a kernel.

    Args:
        module: the module of the kernel.
        name: the kernel's name.
        function: the function.
        signature: its signature.

    Raises:
        UsageError: if the kernel cannot be compiled.
    """
    try:
        return address_of(function, signature)
    except NumbaError as error:
        raise UsageError(
            f"the kernel {name} of {module} cannot be compiled: {why_not_compiled(error)}"
        ) from error
