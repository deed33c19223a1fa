"""Options: what is declared of one, and what is checked of its value.

An option is a field of a dataclass: of the options that all runs have, or of a part. Its help, its range and
its type are metadata of the field. A value is checked once, by :func:`checked`, when the dataclass is made of
it; on the command line it is a text before, which :func:`from_text` reads.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection
from dataclasses import field
from typing import Any, Final

from senet_gp.runtime.checks import kind_of, of_kind
from senet_gp.runtime.errors import UsageError, printable, shown

#: The value of an option that follows from other options, until a run begins.
AUTO: Final[Any] = "auto"


def option(
    default: Any,
    text: str,
    *,
    between: tuple[float, float] | None = None,
    choices: Collection[str] = (),
    kind: type | None = None,
    sample: Any = None,
) -> Any:
    """An option, as a field of a part or of the configuration.

    Args:
        default: its default: a number, a truth, a text or a tuple of texts; or ``AUTO``, if it follows from
            other options.
        text: what it is, for help texts and TOML files.
        between: the smallest and the largest number that it accepts.
        choices: the texts that it accepts, if it accepts only some.
        kind: its type where the default is ``AUTO``; else that of the default.
        sample: a value for short runs, with which tests try the option; None for the default. Give one where
            the default takes long or has no effect in a short run.

    Raises:
        UsageError: if the default does not fit, or something else cannot be.

    >>> option(7, "individuals drawn", between=(8, 9))
    Traceback (most recent call last):
    senet_gp.runtime.errors.UsageError: the default of an option is 7, but it must be from 8 to 9
    """
    kind = kind or kind_of(default)
    if kind not in {bool, int, float, str, tuple}:
        raise UsageError(
            f"the default of an option is {shown(default)}, but it must be a number, a truth, a "
            "text or a tuple of texts"
        )
    # In one line, as a TOML file has it.
    help_text = printable(" ".join(text.split()))
    about: dict[str, Any] = {
        "help": help_text,
        "between": between,
        "choices": tuple(choices),
        "kind": kind,
    }
    described: dataclasses.Field[Any] = field(default=default, metadata=about)
    described.name = "the default of an option"  # until the part names it
    described.default = checked(described, default)
    described.name = "the sample of an option"
    about["sample"] = described.default if sample is None else checked(described, sample)
    return described


def checked(described: dataclasses.Field[Any], value: Any) -> Any:
    """The value of an option as Python's own, which must be of its type, among its choices and in its range.

    Numbers, truths and texts of numpy become Python's, a list becomes a tuple, and a table is copied.

    Raises:
        UsageError: if the value does not fit.
    """
    name, about = described.name, described.metadata
    kind, choices = about["kind"], about["choices"]
    if isinstance(value, str) and value == AUTO == described.default:
        return AUTO
    if kind in {bool, int, float}:
        return of_kind(kind, name, value, about["between"])
    if kind is tuple and isinstance(value, list):
        value = tuple(value)
    if not isinstance(value, kind) or (kind is tuple and not all(isinstance(one, str) for one in value)):
        raise UsageError(f"{name} is {shown(value)}, but it must be {_KINDS[kind]}")
    if kind in {str, dict}:
        value = kind(value)
    if choices and value not in choices:
        raise UsageError(f"{name} is {shown(value)}, but it must be {' or '.join(choices)}")
    return value


#: What the value of an option must be, by its type.
_KINDS: dict[type, str] = {
    str: "a text",
    dict: "a table such as { pieces = 5 }",
    tuple: 'a list of texts, such as ["a", "b"]',
}


def from_text(described: dataclasses.Field[Any], text: Any) -> Any:
    """The value of an option that is written as a text, as on the command line; :func:`checked` checks it.

    Numbers are written as Python reads them, such as ``.5`` or ``1e-6``, and the texts of a list with commas
    between them. What is no text, such as a switch that is on, stays as it is.

    >>> from senet_gp.evolution.evaluation.suites import Regret
    >>> options = Regret.options()
    >>> from_text(options["cases"], "512"), from_text(options["parsimony"], ".5")
    (512, 0.5)
    """
    if not isinstance(text, str):
        return text
    kind = described.metadata["kind"]
    if kind is tuple:
        return tuple(one.strip() for one in text.split(",")) if text else ()
    if kind is bool:
        return _TRUTHS.get(text, text)
    return _number(text) if kind in {int, float} else text


_TRUTHS = {"true": True, "false": False}


def _number(text: str) -> Any:
    """A whole number, or else any number, that is written as a text; the text itself if it is none."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
