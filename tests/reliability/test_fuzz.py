"""Thousands of damaged inputs for all readers; scripts/fuzz.py tries millions, guided by coverage."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from fuzz_targets import EVIL_VALUES, TARGETS, accepts, spoiled_input
from hypothesis import given, settings
from hypothesis import strategies as st

from primitives import vocabulary_of
from primitives.types import Number
from senet_gp.runtime.errors import UsageError
from senet_gp.trees.text import from_lisp, to_lisp

#: Of a processor's time, for an input of a few kilobytes.
_MAX_SECONDS = 5.0
#: What can stand inside itself, in one of the formats or texts that are read.
_NESTING = (b"(", b"(add 1 ", b"[", b'{"a":', b"a.", b"a/", b"search:1:", b"self:", b"-")
#: The most places of an input in which something else is put.
_MAX_PLACES = 60
_WORDS = vocabulary_of("senet", "extended")


@pytest.mark.parametrize("name", [name for name in TARGETS if name != "player"])
def test_what_is_sound_is_read(name: str) -> None:
    assert TARGETS[name].seeds
    assert all(accepts(TARGETS[name], seed) for seed in TARGETS[name].seeds)


@pytest.mark.parametrize("name", TARGETS)
@settings(max_examples=40)
@given(number=st.integers(0, 2**64 - 1))
def test_what_is_spoiled_is_read_or_refused_by_a_sentence(name: str, number: int) -> None:
    target, rng = TARGETS[name], random.Random(number)
    spoiled = spoiled_input(target, rng.choice(target.seeds), rng)
    begun = time.process_time()
    accepts(target, spoiled)
    assert time.process_time() - begun < _MAX_SECONDS


@pytest.mark.parametrize("name", TARGETS)
@settings(max_examples=30)
@given(data=st.binary(max_size=200))
def test_any_bytes_are_read_or_refused_by_a_sentence(name: str, data: bytes) -> None:
    accepts(TARGETS[name], data)


@pytest.mark.slow
@pytest.mark.parametrize("name", TARGETS)
def test_what_is_nested_deeply_is_read_or_refused_by_a_sentence(name: str) -> None:
    target = TARGETS[name]
    values = [one for seed in target.seeds for one in re.finditer(rb'"[^"\n]*"|(?<=[:=] )[^\n",]+', seed)]
    for opening in _NESTING:
        accepts(target, 50_000 * opening)
        deep = 1500 * opening
        for value in values[:: 1 + len(values) // _MAX_PLACES]:
            for written in (deep, b'"' + deep.replace(b'"', b"") + b'"'):
                accepts(target, value.string[: value.start()] + written + value.string[value.end() :])


def _expressions() -> st.SearchStrategy[tuple[str, type]]:
    """Texts in the grammar of expressions, each with its type; arguments are of the right types or not."""
    terminals = st.sampled_from(
        [(name, node.ret) for name, node in _WORDS.node_named.items() if not node.arity]
    )

    def larger(inner: st.SearchStrategy[tuple[str, type]]) -> st.SearchStrategy[tuple[str, type]]:
        functions = st.sampled_from([node for node in _WORDS.node_named.values() if node.arity])
        return functions.flatmap(
            lambda node: st.tuples(*[inner] * node.arity).map(
                lambda arguments: (f"({node.name} {' '.join(text for text, _ in arguments)})", node.ret)
            )
        )

    return st.recursive(terminals, larger, max_leaves=20)


@settings(max_examples=300)
@given(_expressions())
def test_expressions_are_refused_only_for_their_types(expression: tuple[str, type]) -> None:
    text, kind = expression
    try:
        assert to_lisp(from_lisp(text, _WORDS)) == text
        assert kind is Number
    except UsageError as error:
        assert "should stand here" in str(error)  # noqa: PT017 - mostly there is none


def _places(document: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of a document's values; of a list or a large table that of its first member alone."""
    yield place
    keys = (
        list(document)
        if isinstance(document, dict)
        else [0]
        if document and isinstance(document, list)
        else []
    )
    for key in keys if len(keys) < 30 else keys[:1]:
        yield from _places(document[key], (*place, key))


def _with(document: Any, place: tuple[Any, ...], value: Any) -> Any:
    if not place:
        return value
    copy = list(document) if isinstance(document, list) else dict(document)
    copy[place[0]] = _with(document[place[0]], place[1:], value)
    return copy


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, target in TARGETS.items() if target.is_document])
def test_every_value_of_a_document_may_be_of_any_type(name: str) -> None:
    target = TARGETS[name]
    document = json.loads(target.seeds[0])
    places = list(_places(document))
    for place in places[:: 1 + len(places) // _MAX_PLACES]:
        for value in EVIL_VALUES:
            accepts(target, json.dumps(_with(document, place, value)).encode())
