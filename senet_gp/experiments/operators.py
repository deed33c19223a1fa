"""Operators from outside in a plan: who may name them, and how they are found.

A file names a function, ``MODULE:FUNCTION``, but makes no module load: a person names the module as well, by
``--plugin`` or :func:`senet_gp.plugins.load`. A function that a program passes itself becomes a name, too, so
that other processes find it, and the record of the plan can hold it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from senet_gp import plugins
from senet_gp.errors import SenetGpError, UsageError
from senet_gp.evolution.setup import operators_from
from senet_gp.quoting import shortened

#: The option of a plan's variants that names the function.
OPERATORS = "operators"


def check_allowed(named: Iterable[Any], what: str) -> None:
    """Check that a person has named the modules of the operators in a file; none is imported here.

    Args:
        named: what the file says, functions and lists of some; anything else is left to others.
        what: the file, for the message.

    Raises:
        UsageError: if they have not named one.

    >>> check_allowed(["os:system"], "plan.toml")  # doctest: +NORMALIZE_WHITESPACE
    Traceback (most recent call last):
    senet_gp.errors.UsageError: plan.toml needs operators of others (os:system): if you trust them, add
    --plugin os, or in Python call senet_gp.plugins.load first
    """
    loaded = plugins.loaded()
    allowed = {*loaded, *loaded.values()}
    texts = [text for one in named for text in (one if isinstance(one, list) else [one])]
    missing = list(dict.fromkeys(text for text in texts if isinstance(text, str) and text))
    missing = [text for text in missing if text.rpartition(":")[0] not in allowed]
    if missing:
        modules = dict.fromkeys(text.rpartition(":")[0] or text for text in missing)
        options = " ".join(f"--plugin {shortened(module)}" for module in modules)
        raise UsageError(
            f"{what} needs operators of others ({shortened(', '.join(missing), 200)}): if you trust them, "
            f"add {options}, or in Python call senet_gp.plugins.load first"
        )


def name_of(variant: str, value: Any) -> str:
    """The name of the function that registers a variant's operators; empty if there is none.

    Args:
        variant: the name of the variant.
        value: ``MODULE:FUNCTION``, a function at the top level of a module, or an empty text.

    Raises:
        UsageError: if there is no such function.
    """
    if value == "":
        return ""
    name = value if isinstance(value, str) else _name_of_function(variant, value)
    try:
        operators_from(name)
    except SenetGpError as error:
        raise UsageError(f"in the variant {shortened(variant)}, {error}") from None
    return name


def _name_of_function(variant: str, value: Any) -> str:
    module, attribute = getattr(value, "__module__", ""), getattr(value, "__qualname__", "")
    if getattr(sys.modules.get(module), attribute, None) is not value or not callable(value):
        raise UsageError(
            f"in the variant {shortened(variant)}, {OPERATORS} is {shortened(repr(value))}, but it must be a "
            "function at the top level of a module, where other processes find it, or its name, as in "
            '"my_module:setup"'
        )
    return f"{module}:{attribute}"
