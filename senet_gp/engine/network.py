"""Networks that learn a game by playing against themselves: what every game's networks have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from senet_gp.checks import real_number, seed_number, whole_number
from senet_gp.engine.participants import Participant
from senet_gp.errors import UsageError
from senet_gp.games.protocol import Decision

#: The sizes that networks may have: whole blocks of hidden values.
HIDDEN_BLOCK, MAX_HIDDEN = 16, 1024
#: The most games that a network learns from.
MAX_GAMES = 10**9


@dataclass(frozen=True)
class Course:
    """How a network learns; with the number of games it determines the network.

    Attributes:
        seed: what the first weights and the games are drawn from.
        decay: λ, the weight of a result compared with one a step earlier, 0 to 1.
        rate: the rate of learning of the first game, above 0 and at most 1.
        halving: after so many games the rate is a half of that, after twice as many a third, and so on.

    Raises:
        UsageError: if a number is impossible.

    >>> Course(seed=1).decay
    0.8
    """

    seed: int
    decay: float = 0.8
    rate: float = 0.02
    halving: int = 50_000

    def __post_init__(self) -> None:
        found = {
            "seed": seed_number(self.seed),
            "decay": real_number("lambda", self.decay, 0, 1),
            "rate": real_number("the rate of learning", self.rate, 1e-9, 1),
            "halving": whole_number("the number of games that halves the rate", self.halving, 1, MAX_GAMES),
        }
        for name, value in found.items():
            object.__setattr__(self, name, value)


def check_hidden(hidden: int) -> None:
    """Check that a network can have this many hidden values.

    Raises:
        UsageError: if it is not a multiple of 16 from 16 to 1,024.
    """
    whole_number("the number of hidden values", hidden, HIDDEN_BLOCK, MAX_HIDDEN)
    if hidden % HIDDEN_BLOCK:
        raise UsageError(f"the number of hidden values is a multiple of {HIDDEN_BLOCK}, not {hidden}")


class Network(Participant, Protocol):
    """A network of a game, as a participant of its games; its class stands in the game's row.

    It is a value: the same weights are the same network.
    """

    @property
    def data(self) -> bytes:
        """The weights, little-endian float32."""

    @property
    def weights(self) -> NDArray[np.float32]:
        """The weights, (rows, hidden) float32, as kernels take them."""

    @property
    def hidden(self) -> int:
        """The number of hidden values."""

    @classmethod
    def new(cls, hidden: int, seed: int) -> Self:
        """A network that has learned nothing.

        Raises:
            UsageError: if it cannot have this many hidden values.
        """

    @classmethod
    def of_data(cls, data: bytes, hidden: int) -> Self:
        """The network with these weights.

        Raises:
            UsageError: if they are not weights of a network with this many hidden values.
        """

    @classmethod
    def mean_of(cls, networks: Sequence[Self]) -> Self:
        """The network whose weights are the means of those of these networks, which are of one size."""

    @classmethod
    def together(cls, networks: Sequence[Self]) -> Self:
        """One network for several: the logarithm of its odds is the mean of theirs."""

    def taught(self, first: int, end: int, course: Course, game: Any) -> Self:
        """The network after it has learned from games against itself.

        A network's games are numbered from 0 on. The number of a game decides what is drawn in it and how
        large the rate of learning is, so games that are learned in several parts give the same as at once.

        Args:
            first: the number of the first game: how many games it has learned from before.
            end: the number after that of the last game: how many it has learned from then.
            course: how it learns, the same for all its games.
            game: the game, with the parameters that it learns with.
        """

    def scores(self, decision: Decision) -> list[int]:
        """The score of each afterstate, which rises with the chance of winning."""

    def chances(self, boards: NDArray[np.uint32]) -> NDArray[np.float64]:
        """The chance of winning of the player who has just moved, (boards,) float64, on each board.

        Args:
            boards: (2 or more, boards) uint32, whose first two rows are the masks of the pieces of the player
                who has moved and of the other.
        """
