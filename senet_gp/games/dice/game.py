"""What the engine asks of a game with throws that it plays in compiled code."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from senet_gp.games.dice.rules import (
    Boards,
    DiceRules,
    Law,
    Numbers,
    PlayingRules,
    afterstates,
    dice_rules,
    new_room,
    playing_rules,
)
from senet_gp.games.protocol import Family, Game
from senet_gp.runtime.compiled import kept_per_thread
from senet_gp.runtime.errors import UsageError

#: A board for kernels: the masks of the player to move and of the other, and what the squares do not show.
Board = tuple[int, int, int]
_BOARD = 3
_NO_NUMBERS = np.zeros(1, np.int64)


class DiceGame(Game):
    """A game with throws whose rules are kernels, with its parameters.

    Attributes:
        rules_module: the module of its compiled rules (see :mod:`senet_gp.games.dice.rules`).
        numbering: the module of the numbers of its boards, if it can be solved (see
            :mod:`senet_gp.games.dice.numbering`), or "".
    """

    __slots__ = ()

    rules_module: ClassVar[str] = ""
    numbering: ClassVar[str] = ""
    stochastic: ClassVar[bool] = True
    family: ClassVar[Family] = "dice"

    def __init_subclass__(cls, **arguments: Any) -> None:
        """Refuse a class that names another class of games before this one, which would hide what it has.

        Raises:
            UsageError: if it does.
        """
        super().__init_subclass__(**arguments)
        before = cls.__mro__[: cls.__mro__.index(DiceGame)]
        hiding = [base.__name__ for base in before if not issubclass(base, DiceGame)]
        if hiding:
            raise UsageError(f"{cls.__name__} should name DiceGame before {hiding[0]}, whose rules it takes")

    @property
    def numbers(self) -> Numbers:
        """The parameters as the compiled rules take them, (at least 1,) int64; do not change the array."""
        return _NO_NUMBERS

    def laws(self) -> tuple[Law, ...]:
        """The laws of the throws, as the rules number them; by default one, that of the start position."""
        chances = self.throw_chances(self.starts()[0])
        packed = np.array([self.throw_of(throws) for throws in chances], np.int64)
        return (Law(packed, np.array(list(chances.values()), np.float64)),)

    @abstractmethod
    def board_of(self, position: Any) -> Board:
        """A position for kernels."""

    @abstractmethod
    def position_of(self, board: Board) -> Any:
        """The position of a board."""

    def throw_of(self, throws: Sequence[int]) -> int:
        """Throws, in rising order, as one number: by default a byte for each, the first in the lowest."""
        return int.from_bytes(bytes(throws), "little")

    def throws_of(self, throw: int, position: Any) -> tuple[int, ...]:
        """The throws at a position that :meth:`throw_of` has made one number."""
        # The number alone does not tell a throw of 0 from no throw.
        return next(throws for throws in self.throw_chances(position) if self.throw_of(throws) == throw)

    def shorter_forms(self) -> Sequence[DiceGame]:
        """The game and its shorter forms, such as with fewer pieces, whose boards are boards of this game.

        A network learns them all at once (``learn network --mixed``). By default there is the game alone.
        """
        return [self]

    @property
    def compiled_rules(self) -> DiceRules:
        """The rules for kernels, valid in this process only."""
        return _rules(self)

    @property
    def playing_rules(self) -> PlayingRules:
        """The rules for kernels that only play games, valid in this process only."""
        return playing_rules(self.rules_module, self.numbers)

    def boards_after(self, position: Any, throws: Sequence[int]) -> Boards:
        """The boards that throws can lead to, (``COLUMNS``, afterstates) uint32, as programs score them."""
        room = _room(self.rules_module)
        count = afterstates(self.compiled_rules, *self.board_of(position), self.throw_of(throws), room)
        return room.boards[:, :count].copy()

    def chance_that(self, position: Any, can: Callable[[Boards], bool]) -> float:
        """The chance that the player to move throws what makes something possible.

        Args:
            position: the position before the throw.
            can: whether it is possible where these boards, of :meth:`boards_after`, can be reached.
        """
        chances = self.throw_chances(position).items()
        return round(sum(chance for throws, chance in chances if can(self.boards_after(position, throws))), 9)

    def chance_of_hit(self, position: Any) -> float:
        """The chance that the player to move can change where pieces of the other stand."""
        theirs = self.board_of(position)[1]
        return self.chance_that(position, lambda boards: bool((boards[1] != theirs).any()))


def boards_of(game: DiceGame, positions: Sequence[Any]) -> NDArray[np.int64]:
    """Positions for kernels, (positions, 3) int64.

    Raises:
        UsageError: if the game gives other boards than three numbers.
    """
    boards = [game.board_of(position) for position in positions]
    if any(len(board) != _BOARD for board in boards):
        raise UsageError(
            f"board_of of {game.title} should give three numbers, mine, theirs and the state, not {boards[0]}"
        )
    return np.array(boards, np.int64)


@lru_cache(maxsize=64)
def _rules(game: DiceGame) -> DiceRules:
    return dice_rules(game.rules_module, game.numbers, game.laws())


#: Room for afterstates, of each thread and module of rules.
_room = kept_per_thread(4)(new_room)


def if_numbered(game: Game) -> DiceGame | None:
    """The game if it is one of :func:`if_dice` whose boards have numbers, else None."""
    found = if_dice(game)
    return found if found is not None and found.numbering else None


def if_dice(game: Game) -> DiceGame | None:
    """The game if it has throws and its rules are kernels, else None."""
    return game if isinstance(game, DiceGame) else None
