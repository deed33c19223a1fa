"""Random streams."""

from __future__ import annotations

import ast
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from senet_gp.runtime import streams
from senet_gp.runtime.streams import CHOICES

FIRST = 0  # the throws of the first mover
ROOT = Path(__file__).resolve().parents[2]
#: The numbers of all purposes, which recorded results contain: no line is changed or removed.
PURPOSES = {
    "match": 0,
    "evaluation": 1,
    "final": 2,
    "tournament": 3,
    "reproduction": 4,
    "sparring": 5,
    "breeding": 6,
    "explanation": 8,
    "run_view": 9,
    "curve": 10,
    "scores": 12,
    "sizes": 14,
    "experiment": 16,
    "lessons": 20,
    "labels": 22,
    "islands": 24,
    "regret": 28,
    "chances": 31,
    "network": 33,
    "teacher": 35,
    "tuning": 37,
    "shortening": 39,
    "puzzles": 40,
    "judged": 41,
    "search": 43,
}
#: The numbers of purposes that are gone; no other purpose takes them.
GONE = {7, 11, 13, 15, 17, 18, 19, 21, 23, 25, 26, 27, 29, 30, 32, 34, 36, 38}

_MASK = 2**64 - 1


def splitmix(state: int) -> int:
    """SplitMix64's output for a state, in plain Python."""
    state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    state = (state ^ (state >> 27)) * 0x94D049BB133111EB & _MASK
    return state ^ (state >> 31)


def test_streams_are_splitmix64() -> None:
    """The published first outputs for seed 1234567."""
    stream = np.array([1234567, 0], np.uint64)
    outputs = [int(streams.next_bits(stream, 0)) for _ in range(5)]
    assert outputs == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert outputs[0] == splitmix((1234567 + 0x9E3779B97F4A7C15) & _MASK)


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 10, 1811])
def test_below_is_uniform(bound: int) -> None:
    stream = streams.game_streams(5)
    count = 20_000
    drawn = np.array([streams.below(stream, CHOICES, bound) for _ in range(count)])
    assert drawn.min() >= 0
    assert drawn.max() < bound
    observed = np.bincount(drawn, minlength=bound)
    expected = count / bound
    chi_square = ((observed - expected) ** 2 / expected).sum()
    # Its mean is bound - 1, its variance twice that; five standard deviations.
    assert chi_square <= bound - 1 + 5 * np.sqrt(2 * max(1, bound - 1))


@pytest.mark.parametrize("bound", [3 * 2**30, 2**31 + 1, 2**32 - 1, 2**31])
def test_words_that_would_make_some_numbers_likelier_are_drawn_again(bound: int) -> None:
    """Of large bounds a half of all words at most; of the first bound every fourth."""
    stream, words = streams.game_streams(6), streams.game_streams(6)
    for _ in range(300):
        product = (int(streams.next_bits(words, CHOICES)) >> 32) * bound
        while product % 2**32 < 2**32 % bound:
            product = (int(streams.next_bits(words, CHOICES)) >> 32) * bound
        assert streams.below(stream, CHOICES, bound) == product >> 32
    assert stream.tolist() == words.tolist()


def test_the_three_streams_of_a_game_are_independent() -> None:
    a, b = streams.game_streams(1), streams.game_streams(1)
    throws = [int(streams.next_bits(a, FIRST)) for _ in range(5)]
    for _ in range(3):
        streams.next_bits(b, CHOICES)
        streams.next_bits(b, 1)
    assert throws == [int(streams.next_bits(b, FIRST)) for _ in range(5)]


def test_keys_are_all_different() -> None:
    keys = [
        streams.key_of(seed, generation, part)
        for seed in range(20)
        for generation in range(20)
        for part in range(20)
    ]
    keys += [streams.key_of(seed) for seed in range(20)]
    assert len(set(keys)) == len(keys)
    assert streams.part_keys(streams.key_of(3), 5).tolist() == [streams.key_of(3, n) for n in range(5)]


def test_neighbouring_keys_give_unrelated_streams() -> None:
    """Each bit of the first output is set in half of the games, whatever the neighbour has."""
    outputs = [int(streams.next_bits(streams.game_streams(key), FIRST)) for key in range(4000)]
    ones = Counter(bit for output in outputs for bit in range(64) if output >> bit & 1)
    changes = Counter(bit for a, b in pairwise(outputs) for bit in range(64) if (a ^ b) >> bit & 1)
    limit = 5 * np.sqrt(4000) / 2
    assert all(abs(ones[bit] - 2000) < limit and abs(changes[bit] - 2000) < limit for bit in range(64))


def declared_in(text: str) -> list[tuple[str, int]]:
    """The purposes that a source text declares: their names and numbers."""
    return [
        (name.id.lower(), call.args[0].value)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Assign)
        for name, call in zip(_members(node.targets[0]), _members(node.value), strict=False)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Purpose"
        if isinstance(name, ast.Name) and isinstance(call.args[0], ast.Constant)
    ]


def _members(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, ast.Tuple) else [node]


def test_each_purpose_has_the_number_that_it_always_had_and_no_two_have_one() -> None:
    declared, calls = [], 0
    for folder in ("senet_gp", "primitives", "scripts"):
        for file in (ROOT / folder).rglob("*.py"):
            text = file.read_text(encoding="utf-8")
            if "Purpose(" in text:
                declared += declared_in(text)
                calls += text.count("Purpose(")
    assert calls == len(declared), "every purpose is a constant with a number"
    assert sorted(declared) == sorted(PURPOSES.items())
    assert len({*PURPOSES.values()}) == len(PURPOSES)
    assert not GONE & {*PURPOSES.values()}


def test_declared_purposes_are_found() -> None:
    text = "MATCH = Purpose(0)\ndef key():\n    one, two = Purpose(1), Purpose(2)\nother = 3"
    assert declared_in(text) == [("match", 0), ("one", 1), ("two", 2)]
