"""Typed content: from the JSON value of a file to frozen dataclasses, and from any result to JSON.

The annotations of a dataclass say what an object may hold. Its fields are the parts of the object, and all of
them must be there but those that are None by default. A part is a ``bool``, ``int``, ``float`` or ``str``, a
``list``, a ``tuple``, a ``dict`` with texts as keys, another dataclass, one of these or None, or ``Any``.
``Annotated[int, Between(1, 8)]`` bounds a number. What a property computes from other parts may stand beside
them, for people and other programs; it is not read.

What is read may come from anyone, so nothing is converted, except that a whole number may stand for any
number.

Libraries were weighed by twenty wrong files. msgspec reads parts that it does not know without a word, and
names neither the keys of objects nor the wrong value; cattrs does not name the value either. pydantic does
both, in words of its own that would be translated case by case, and takes 0.3 s at its first use, twice as
long as the import of the command line.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import cache
from itertools import repeat
from math import inf, isfinite
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, NoReturn, TypeVar, Union, get_args, get_origin, get_type_hints

from senet_gp.runtime.errors import FileError, SenetGpError, shortened

T = TypeVar("T")

#: Whole numbers up to this one have an exact float.
MAX_EXACT = 1 << 53
#: The most characters of a name that are shown.
_LONGEST_NAME = 40


@dataclass(frozen=True)
class Between:
    """The least and the greatest number that may stand somewhere.

    >>> decoded(9, Annotated[int, Between(1, 8)], "games")
    Traceback (most recent call last):
    senet_gp.runtime.errors.FileError: games is 9, but it must be a whole number from 1 to 8
    """

    low: float = -inf
    high: float = inf

    def __str__(self) -> str:
        if self.high < inf:
            return f" from {self.low} to {self.high}" if self.low > -inf else f" of at most {self.high}"
        return f" of at least {self.low}" if self.low > -inf else ""


#: How often something happened.
Count = Annotated[int, Between(0, MAX_EXACT)]
#: A share of something, or a probability.
Portion = Annotated[float, Between(0, 1)]


@dataclass(frozen=True)
class _Wanted:
    """What may stand somewhere.

    Attributes:
        kind: its type, without what it holds.
        items: what a list may hold, or each item of a list of fixed length, or each part of an object of any
            parts.
        fixed: whether a list has as many items as are named.
        bounds: the bounds, if it is a number.
        or_none: whether it may also be None.
    """

    kind: Any
    items: tuple[_Wanted, ...] = ()
    fixed: bool = False
    bounds: Between = Between()
    or_none: bool = False

    @classmethod
    def of(cls, annotation: Any) -> _Wanted:
        """What an annotation allows."""
        kind, args = get_origin(annotation), get_args(annotation)
        if kind is Annotated:
            return dataclasses.replace(cls.of(args[0]), bounds=args[1])
        if kind in {Union, UnionType}:
            (other,) = (arg for arg in args if arg is not NoneType)
            return dataclasses.replace(cls.of(other), or_none=True)
        if dict in {kind, annotation}:
            return cls(dict, (cls.of(args[1] if args else Any),))
        items = tuple(cls.of(item) for item in args if item is not Ellipsis)
        return cls(kind or annotation, items, fixed=kind is tuple and Ellipsis not in args)

    def __str__(self) -> str:
        if self.fixed:
            words = f"a list of {' and '.join(map(str, self.items))}"
        elif self.kind in _KINDS:
            words = f"{_KINDS[self.kind]}{self.bounds}"
        else:
            words = f"an object with the parts {', '.join(_parts_of(self.kind))}"
        return f"{words} or null" if self.or_none else words


_KINDS = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    list: "a list",
    tuple: "a list",
    dict: "an object",
    Any: "any value",
}


class _ObjectPart(NamedTuple):
    """A part of an object: the field that holds it, what it may be, and whether it must be there."""

    field: str
    wanted: _Wanted
    required: bool


@cache
def _parts_of(kind: Any) -> dict[str, _ObjectPart]:
    """The parts of an object that is read as a dataclass, by name; the field ``class_`` is ``class``."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        field.name.rstrip("_"): _ObjectPart(
            field.name, _Wanted.of(hints[field.name]), field.default is not None
        )
        for field in dataclasses.fields(kind)
    }


def decoded(value: Any, kind: type[T], name: str = "") -> T:
    """A JSON value as the type that it must have.

    >>> @dataclass(frozen=True)
    ... class Result:
    ...     games: Count
    ...     interval: tuple[Portion, Portion]
    >>> decoded({"games": 8, "interval": [0, 0.5]}, Result)
    Result(games=8, interval=(0.0, 0.5))
    >>> decoded([{"games": 8, "interval": [0, 1.5]}], list[Result], "results")
    Traceback (most recent call last):
    senet_gp.runtime.errors.FileError: results[0].interval[1] is 1.5, but it must be a number from 0 to 1

    Args:
        value: the value.
        kind: a dataclass, or any other of the types that are listed above.
        name: the name of the part, for messages; empty for the whole content of a file.

    Raises:
        FileError: if it does not fit; the sentence says where, what stands there and what must.
    """
    content: T = _read(value, _Wanted.of(kind), name)
    return content


def _read(value: Any, wanted: _Wanted, place: str) -> Any:
    kind = wanted.kind
    if kind is Any or (value is None and wanted.or_none):
        return value
    if kind is int or kind is float:
        return _number(value, wanted, place)
    if kind is list or kind is tuple:
        return _list(value, wanted, place)
    if not isinstance(value, kind if kind in {bool, str} else dict):
        _refuse(value, wanted, place)
    if isinstance(value, bool | str):
        return value
    if kind is dict:
        return {name: _read(part, wanted.items[0], within(place, name)) for name, part in value.items()}
    return _object(value, kind, place)


def _number(value: Any, wanted: _Wanted, place: str) -> int | float:
    """A number; a truth is none, nor is what is not finite, nor a whole number that has no exact float."""
    if wanted.kind is int:
        fits = type(value) is int
    else:
        fits = isfinite(value) if type(value) is float else type(value) is int and abs(value) <= MAX_EXACT
    if not fits or not wanted.bounds.low <= value <= wanted.bounds.high:
        _refuse(value, wanted, place)
    number: int | float = wanted.kind(value)
    return number


def _list(value: Any, wanted: _Wanted, place: str) -> list[Any] | tuple[Any, ...]:
    """A list, or a tuple of any or of a fixed length."""
    if not isinstance(value, list) or (wanted.fixed and len(value) != len(wanted.items)):
        _refuse(value, wanted, place)
    items = wanted.items if wanted.fixed else repeat(wanted.items[0])
    read = [
        _read(item, allowed, f"{place}[{index}]")
        for index, (item, allowed) in enumerate(zip(value, items, strict=wanted.fixed))
    ]
    return tuple(read) if wanted.kind is tuple else read


def _object(value: dict[str, Any], kind: Any, place: str) -> Any:
    """A dataclass from an object with its parts, beside which its properties may stand."""
    parts = _parts_of(kind)
    for name, part in value.items():
        if name not in parts and not isinstance(getattr(kind, name, None), property):
            raise FileError(
                f"{within(place, name)} is {_shown(part)}, but {place or 'it'} has no such part: "
                f"its parts are {', '.join(parts)}"
            )
    fields = {}
    for name, (field, wanted, required) in parts.items():
        if name in value:
            fields[field] = _read(value[name], wanted, within(place, name))
        elif required:
            raise FileError(f"{within(place, name)} is missing, but it must be {wanted}")
    with sound(place) if place else nullcontext():
        return kind(**fields)


def within(place: str, name: str) -> str:
    """The place of a part of an object; a name that is no plain one is written as in JSON.

    >>> within("boxes", "xxx...ooo"), within("", "games")
    ('boxes["xxx...ooo"]', 'games')
    """
    if not name.isidentifier() or len(name) > _LONGEST_NAME:
        return f"{place}[{shortened(json.dumps(name, ensure_ascii=False), _LONGEST_NAME)}]"
    return f"{place}.{name}" if place else name


@contextmanager
def sound(place: Path | str) -> Iterator[None]:
    """Inside this context, name the place, a file or a part of it, in the sentence about what is wrong there.

    Raises:
        FileError: in place of any other error that is one sentence.

    >>> with sound("champion.json"):
    ...     decoded("12", int, "nodes")
    Traceback (most recent call last):
    senet_gp.runtime.errors.FileError: champion.json is unsound: nodes is "12", but it must be a whole number
    """
    try:
        yield
    except SenetGpError as error:
        raise FileError(f"{place} is unsound: {error}") from None


def _refuse(value: Any, wanted: _Wanted, place: str) -> NoReturn:
    raise FileError(f"{place or 'it'} is {_shown(value)}, but it must be {wanted}")


def _shown(value: Any) -> str:
    """A value as the file writes it, shortened."""
    try:
        return shortened(json.dumps(value, ensure_ascii=False, default=str))
    except ValueError:  # Python does not write integers of thousands of digits
        return "a number of thousands of digits"


def as_json(value: Any) -> Any:
    """A result as JSON holds it: a dataclass as an object of its fields, a number that is not finite as None.

    An object whose JSON is another has a method ``as_json`` that says it.

    >>> as_json({"interval": (0.25, inf)})
    {'interval': [0.25, None]}
    >>> as_json(Between(1, 8))
    {'low': 1, 'high': 8}
    """
    if hasattr(value, "as_json"):
        return value.as_json()
    if dataclasses.is_dataclass(value):
        return fields_as_json(value)
    if isinstance(value, Mapping):
        return {str(name): as_json(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [as_json(item) for item in value]
    return None if isinstance(value, float) and not isfinite(value) else value


def fields_as_json(value: Any) -> dict[str, Any]:
    """The fields of a dataclass as JSON holds them, for methods that add to them.

    >>> fields_as_json(Between(1, 8)) | {"whole": True}
    {'low': 1, 'high': 8, 'whole': True}
    """
    return {
        field.name.rstrip("_"): as_json(getattr(value, field.name)) for field in dataclasses.fields(value)
    }
