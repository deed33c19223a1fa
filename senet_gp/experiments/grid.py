"""Lists of values in a plan: a variant for each value, and for several lists a grid."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from itertools import product
from math import prod
from typing import Any

from senet_gp.errors import UsageError
from senet_gp.evolution.config import Config
from senet_gp.quoting import shortened

#: The most variants of an experiment.
MAX_VARIANTS = 1_000
_FIELDS = dataclasses.fields(Config)


def grid(options: Mapping[str, Any], own: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """A label and the options of each variant that a table with lists stands for.

    >>> [label for label, _ in grid({"game": "hexapawn", "noise": [0.1, 0.2]}, {})]
    [',noise=0.1', ',noise=0.2']

    Args:
        options: all options of the table, by name.
        own: those that are not common to all variants; their lists come first.

    Raises:
        UsageError: if a list is empty, or there are too many variants.
    """
    # Arrays of numpy, such as those of linspace, are lists, too.
    options = {name: value.tolist() if hasattr(value, "tolist") else value for name, value in options.items()}
    lists = {name: value for name, value in options.items() if _is_grid(name, value)}
    for name, value in lists.items():
        if not value:
            raise UsageError(f"the list of {shortened(name)} is empty: name at least one value")
    variants = prod(map(len, lists.values()))
    if variants > MAX_VARIANTS:
        raise UsageError(
            f"the lists of {shortened(', '.join(lists))} make {variants:,} variants, and a plan has at most "
            f"{MAX_VARIANTS:,}: shorten them"
        )
    ordered = {name: lists[name] for name in (*own, *options) if name in lists}
    for values in product(*ordered.values()):
        chosen = dict(zip(ordered, values, strict=True))
        label = "".join(f",{name}={_in_a_name(value)}" for name, value in chosen.items())
        yield label, {**options, **chosen}


def _is_grid(name: str, value: Any) -> bool:
    """Whether a value is a list of values; where the option is itself a list, only a list of lists is."""
    if not isinstance(value, list | tuple):
        return False
    is_list = any(option.name == name and type(option.metadata["default"]) is tuple for option in _FIELDS)
    return not is_list or any(isinstance(part, list | tuple) for part in value)


def _in_a_name(value: Any) -> str:
    """A value as a part of a variant's name, which is also that of a directory."""
    if isinstance(value, Mapping):
        return "+".join(f"{key}-{of}" for key, of in value.items()) or "usual"
    if callable(value):
        value = value.__qualname__
    text = str(value).lower() if isinstance(value, bool) else str(value) or "usual"
    return re.sub(r"[^A-Za-z0-9_.+-]+", "-", text)[:60]
