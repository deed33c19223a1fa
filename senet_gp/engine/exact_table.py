"""The exact chances of winning of games with throws whose boards have numbers.

They are for games without a limit of turns; docs/exact.md says why the limit does not matter, and how exact
they are.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from senet_gp.engine.exact_values import Solving
from senet_gp.games.dice.game import DiceGame
from senet_gp.games.dice.numbering import (
    ONE,
    fill_numbers,
    fill_numbers_after,
    groups_of,
    has_boards_of,
    numbered_rules,
)
from senet_gp.games.dice.rules import THROWS_AGAIN, WON, Boards, Results
from senet_gp.games.protocol import Game
from senet_gp.games.registry import in_words, parameters_of, titled
from senet_gp.runtime.compiling_notice import say
from senet_gp.runtime.errors import UsageError, brief

#: With at most so many boards the chances are found within a minute, and need no file.
_MAX_SOON = 250_000
#: From so many boards on it is told that they are being solved.
_TOLD = 20_000


class SolvedChances(ABC):
    """The exact chance of winning of the player to move, in all positions of a game; a draw counts one half.

    Attributes:
        game: the game, with its parameters.
        values: (positions,): the chances.
    """

    game: Game
    values: NDArray[Any]

    @abstractmethod
    def chances_of(self, positions: list[Any]) -> NDArray[np.float64]:
        """The chances of the player who is about to throw, (positions,) float64; NaN for unknown ones."""

    @property
    def first_mover_chance(self) -> float:
        """The first mover's chance of winning, if both play perfectly."""
        return float(self.chances_of(list(self.game.starts())).mean())

    def chance(self, position: Any) -> float:
        """The chance of winning of the player to move.

        Raises:
            UsageError: if the position is not known.
        """
        chance = float(self.chances_of([position])[0])
        if np.isnan(chance):
            raise UsageError(
                f"the exact chances of {in_words(self.game)} are those of positions that its games can reach "
                f"and in which they go on, and {self.game.text(position)} is none of them"
            )
        return chance

    def as_json(self) -> dict[str, Any]:
        """The numbers as the command line prints them."""
        return {
            "game": self.game.name,
            "parameters": parameters_of(self.game),
            "positions": len(self.values),
            "first_mover_chance": self.first_mover_chance,
        }

    def lines(self) -> list[str]:
        """The numbers for people."""
        return [
            f"positions in which the game goes on{len(self.values):>17,}",
            f"first mover's chance with perfect play{self.first_mover_chance:>14.4%}",
        ]


@dataclass(frozen=True, eq=False)
class ChanceTable(SolvedChances):
    """The chances of a game whose boards have numbers.

    >>> from senet_gp.games.senet import Position, Senet
    >>> table = chance_table(Senet(pieces=1))
    >>> table, round(table.chance(Position.start(1)), 6)
    (<ChanceTable: senet (pieces 1), 870 boards>, 0.537006)
    >>> table.chances([(1 << 30, 1 << 29, 0), (1 << 2, 1 << 1, 0), (0b110, 0b1000, 0)]).round(3)
    array([1.   , 0.537,   nan])

    Attributes:
        game: the game, with its parameters.
        values: (boards,) uint32: the chances in units of 2^-31, by the numbers of the boards.
    """

    game: DiceGame
    values: NDArray[np.uint32]

    def __repr__(self) -> str:
        return brief(self, in_words(self.game), f"{len(self.values):,} boards")

    def chances_of(self, positions: list[Any]) -> NDArray[np.float64]:
        """The chances of the player who is about to throw, (positions,) float64; NaN for unknown ones."""
        return self.chances([self.game.board_of(position) for position in positions])

    def chances(self, boards: ArrayLike) -> NDArray[np.float64]:
        """The chances of the player who is about to throw.

        Args:
            boards: (boards, 3) int64: the masks of the squares of the player to move and of the other, bit s
                for square s, and what the squares do not show.

        Returns:
            (boards,) float64; NaN for boards that are not in the table.
        """
        asked = np.ascontiguousarray(boards, np.int64).reshape(-1, 3)
        numbers = np.empty(len(asked), np.int64)
        fill_numbers(numbered_rules(self.game), asked, numbers)
        return self._looked_up(numbers)

    def after_chances(self, boards: Boards, results: Results) -> NDArray[np.float64]:
        """The chances of the player who has just played a throw: what they choose among.

        Args:
            boards: (5, boards) uint32, the boards as the player sees them who has moved.
            results: (boards,) int8, what follows them (see :mod:`senet_gp.games.dice.rules`).

        Returns:
            (boards,) float64; NaN for boards that are not in the table.
        """
        met, ends = np.ascontiguousarray(boards, np.uint32), np.ascontiguousarray(results, np.int8)
        numbers = np.empty(len(ends), np.int64)
        fill_numbers_after(numbered_rules(self.game), met, ends, numbers)
        found = self._looked_up(numbers)
        going = np.where(ends == THROWS_AGAIN, found, 1 - found)
        return np.where(ends <= WON, (ends + 1) / 2, going)

    def of(self, game: DiceGame) -> ChanceTable:
        """The chances of a game with other parameters whose boards are in this table.

        Raises:
            UsageError: if they are not.
        """
        if not has_boards_of(self.game, game):
            raise UsageError(f"it has the boards of {in_words(self.game)}, not of {in_words(game)}")
        return ChanceTable(game, self.values[: groups_of(game)[-1]])

    def _looked_up(self, numbers: NDArray[np.int64]) -> NDArray[np.float64]:
        known = (numbers >= 0) & (numbers < len(self.values))
        return np.where(known, self.values[np.where(known, numbers, 0)] / ONE, np.nan)


def is_soon(game: DiceGame) -> bool:
    """Whether the chances of a game are found within a minute, without a file.

    Raises:
        UsageError: if its boards have no numbers.
    """
    return groups_of(game)[-1] <= _MAX_SOON


def check_soon(game: DiceGame) -> None:
    """Check that the chances of a game are found within a minute.

    Raises:
        UsageError: if its boards have no numbers, or it has too many.
    """
    if not is_soon(game):
        rules = "".join(f" --rule {name}={value}" for name, value in parameters_of(game).items())
        raise UsageError(
            f"solving {titled(game)} takes long: do it once by senet-gp table {game.name}{rules} --out FILE, "
            "and name the player table:FILE, or in verdict --table FILE"
        )


@cache
def chance_table(game: DiceGame) -> ChanceTable:
    """The chances of a game, which are found at the first call, within a minute.

    Raises:
        UsageError: if its boards have no numbers, or it has too many.
        KeyboardInterrupt: if the person interrupts the program.
    """
    check_soon(game)
    boards = groups_of(game)[-1]
    if boards >= _TOLD:
        say(f"Solving {titled(game)}, which has {boards:,} positions ...")
    solving = Solving(game)
    for _ in solving.sweeps():
        pass
    return ChanceTable(game, solving.values)
