"""The race of :mod:`search_race` with numbers for its boards, so that it is solved."""

# The arguments of kernels are those of any game.
# ruff: noqa: ARG001

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np
import search_race
from search_race import BITS, LENGTH, RUNNERS, SearchRace

from primitives.vocabulary import Vocabulary
from senet_gp.games.dice.game import Board
from senet_gp.games.dice.numbering import Numbering
from senet_gp.games.dice.rules import Numbers
from senet_gp.games.registry import Entry
from senet_gp.runtime.compiled import int64, kernel

#: Mistakes: neighbours have each other's numbers; some boards have none.
TWISTED, MISSING = 1, 2
#: The squares of each side, and the boards in the order of their numbers.
SIDES = [
    sum(1 << square for square in chosen)
    for count in range(RUNNERS + 1)
    for chosen in combinations(range(1, LENGTH + 1), count)
]
BOARDS = np.array(
    [
        (mine, theirs, RUNNERS - mine.bit_count() | RUNNERS - theirs.bit_count() << BITS)
        for mine, theirs in product(SIDES, SIDES)
        if mine & theirs == 0
    ],
    np.int64,
)
_NUMBERS = np.full((2 << LENGTH, 2 << LENGTH), -1, np.int16)
_NUMBERS[BOARDS[:, 0], BOARDS[:, 1]] = np.arange(len(BOARDS))


@kernel
def number_of_board(numbers: Numbers, mine: int, theirs: int, state: int) -> int:
    """The place among the boards."""
    number = int64(_NUMBERS[mine, theirs]) if (mine | theirs) >> (LENGTH + 1) == 0 else -1
    if number < 0 or BOARDS[number, 2] != state:
        return -1
    return number ^ 1 if numbers[0] == TWISTED else number


@kernel
def board_of_number(numbers: Numbers, number: int) -> tuple[int, int, int]:
    """The board at a place."""
    return BOARDS[number, 0], BOARDS[number, 1], BOARDS[number, 2]


class RaceNumbering(Numbering["ExactRace"]):
    """The places of boards."""

    def groups(self, game: ExactRace) -> tuple[int, ...]:
        """Pieces that are hit begin again, so there is one group."""
        return (len(BOARDS) - 9 if game.mistake == MISSING else len(BOARDS),)


NUMBERING = RaceNumbering()


@dataclass(frozen=True)
class ExactRace(SearchRace):
    """The game.

    Attributes:
        mistake: what is wrong with the numbers, if anything is.
    """

    mistake: int = 0

    name = "exactrace"
    title = "Race that is solved"
    numbering = __name__

    def starts(self) -> list[Board]:
        """All wait, or one of each side has begun."""
        return [super().starts()[0], (1 << 1, 1 << 2, 1 | 1 << BITS)]

    @property
    def numbers(self) -> Numbers:
        """The mistake."""
        return np.array([self.mistake], np.int64)

    def text(self, position: Board) -> str:
        """Its numbers."""
        return ",".join(map(str, position))


def vocabularies(game: ExactRace) -> Mapping[str, Vocabulary]:
    """The words of the race."""
    return {"basic": search_race.words(game)}


#: Its row; a test that needs it registers it for a while.
ENTRY = Entry.of(ExactRace, vocabularies)
