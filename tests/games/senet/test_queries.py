"""What compiled words ask of a turn's moves."""

from __future__ import annotations

import random

import numpy as np
import pytest
from numpy.typing import NDArray

from primitives.types import MOST
from senet_gp.games.senet.queries import move_byte
from senet_gp.runtime.compiled import kernel


@kernel
def _bytes_of(moves: int, numbers: NDArray[np.int64], bytes_there: NDArray[np.int64]) -> None:
    for place in range(numbers.size):
        bytes_there[place] = move_byte(moves, numbers[place])


@pytest.mark.parametrize("count", range(5))
def test_moves_are_counted_cyclically_by_any_number(count: int) -> None:
    rng = random.Random(count)
    played = [rng.randrange(1, 256) for _ in range(count)]
    moves = sum(byte << (24 - 8 * place) for place, byte in enumerate(played))
    near = [*range(-40, 41), *range(-MOST, -MOST + 40), *range(MOST - 40, MOST + 1)]
    numbers = np.array(near + [rng.randint(-MOST, MOST) for _ in range(2000)], np.int64)
    found = np.empty_like(numbers)
    _bytes_of(moves, numbers, found)
    assert found.tolist() == [played[(number - 1) % count] if count else 0 for number in numbers.tolist()]
