"""Networks of Senet: participants of games that tell the chance of winning, and how they learn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from senet_gp.compiled import uint64
from senet_gp.engine.evaluator import scores_of
from senet_gp.engine.network import Course, check_hidden
from senet_gp.engine.participants import Compiled, one_of_best
from senet_gp.engine.program import Program
from senet_gp.errors import UsageError
from senet_gp.games.protocol import Decision
from senet_gp.games.senet.game import Senet
from senet_gp.games.senet.network_program import program_of
from senet_gp.games.senet.network_values import (
    INPUTS,
    LAST_BIAS,
    OUTPUT,
    ROWS,
    Weights,
    new_room,
    write_chances,
)
from senet_gp.games.senet.self_play import learn_games, new_table
from senet_gp.quoting import brief
from senet_gp.seed_domains import SeedDomain
from senet_gp.streams import Streams, key_of, part_keys

#: The first weights are between plus and minus these numbers, those to the output the second.
# With larger weights to the output, networks learn from their own first whims, and many end up weaker.
_FIRST_WEIGHTS, _FIRST_OUTPUTS = 0.05, 0.01
#: Weights beyond this are refused; those that are learned are some hundred at most.
_MAX_WEIGHT = 1e6
_BYTES = 4
# The parts of the key of a network's training.
_WEIGHTS, _GAMES = range(2)


@dataclass(frozen=True)
class SenetNetwork:
    """A network that tells the chance of winning in Senet, as a participant of games.

    It plays the board with the best chance; if chances are equal (to 2⁻³⁰), one of them at random. It needs
    no number of pieces: a game with five pieces is one with seven of which two are borne off.

    Attributes:
        data: the weights, (``ROWS``, hidden) little-endian float32.
        hidden: the number of hidden values, a multiple of 16.
    """

    data: bytes
    hidden: int

    @classmethod
    def of(cls, weights: Weights) -> SenetNetwork:
        """The network with these weights, (``ROWS``, hidden) float32."""
        return cls(weights.astype("<f4").tobytes(), weights.shape[1])

    @classmethod
    def new(cls, hidden: int, seed: int) -> SenetNetwork:
        """A network that has learned nothing, whose first weights are small random numbers.

        Raises:
            UsageError: if it cannot have this many hidden values.
        """
        check_hidden(hidden)
        weights = np.zeros((ROWS, hidden), np.float32)
        bits = part_keys(key_of(seed, SeedDomain.NETWORK, _WEIGHTS), (INPUTS + 1) * hidden) >> np.uint64(40)
        drawn = (bits.astype(np.float64) / (1 << 23) - 1.0).reshape(-1, hidden)
        weights[:INPUTS], weights[OUTPUT] = drawn[:-1] * _FIRST_WEIGHTS, drawn[-1] * _FIRST_OUTPUTS
        return cls.of(weights)

    @classmethod
    def of_data(cls, data: bytes, hidden: int) -> SenetNetwork:
        """The network with these weights, (``ROWS``, hidden) little-endian float32.

        Raises:
            UsageError: if there is not the right number of them, or one is no number of a usual size.
        """
        check_hidden(hidden)
        if len(data) != ROWS * hidden * _BYTES:
            raise UsageError(f"it has {len(data)} bytes of weights, not {ROWS * hidden * _BYTES}")
        network = cls(data, hidden)
        # Not a number compares as false.
        if not (np.abs(network.weights) <= _MAX_WEIGHT).all():
            raise UsageError(f"a weight is not a number between -{_MAX_WEIGHT:g} and {_MAX_WEIGHT:g}")
        return network

    @classmethod
    def mean_of(cls, networks: Sequence[SenetNetwork]) -> SenetNetwork:
        """The network whose weights are the means of those of these networks, which are of one size."""
        total = np.zeros((ROWS, networks[0].hidden))
        for network in networks:
            total += network.weights
        return cls.of((total / len(networks)).astype(np.float32))

    @classmethod
    def together(cls, networks: Sequence[SenetNetwork]) -> SenetNetwork:
        """One network for several: the logarithm of its odds is the mean of theirs.

        Raises:
            UsageError: if it would have too many hidden values.
        """
        check_hidden(sum(network.hidden for network in networks))
        weights = np.concatenate([network.weights for network in networks], axis=1)
        weights[OUTPUT] /= len(networks)
        weights[LAST_BIAS] = 0
        weights[LAST_BIAS, 0] = sum(network.weights[LAST_BIAS, 0] for network in networks) / len(networks)
        return cls.of(weights)

    def __repr__(self) -> str:
        return brief(self, f"{self.hidden} hidden values")

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the weights alone, without what is computed from them."""
        return SenetNetwork, (self.data, self.hidden)

    @cached_property
    def weights(self) -> Weights:
        """The weights, (``ROWS``, hidden) float32."""
        return np.frombuffer(self.data, "<f4").reshape(ROWS, self.hidden).astype(np.float32)

    @property
    def size(self) -> int:
        """Roughly how much work scoring a board is, in instructions."""
        return 16 * self.hidden

    @property
    def has_kernels(self) -> bool:
        """True: it is computed in compiled code."""
        return True

    @property
    def program(self) -> Program:
        """Its program for compiled code, in this process."""
        return program_of(self.data, self.hidden)

    def compiled(self) -> Compiled:
        """The participant prepared for compiled code."""
        return Compiled(self.program)

    def scores(self, decision: Decision) -> list[int]:
        """The score of each afterstate: (2 c - 1) times 2³⁰, where c is the chance of winning."""
        return cast("list[int]", scores_of(self.program, cast("Any", decision.boards())).tolist())

    def choose(self, decision: Decision, streams: Streams) -> int:
        """The index of an afterstate with the best chance; ties are broken at random."""
        return one_of_best(self.scores(decision), streams)

    def chances(self, boards: NDArray[np.uint32]) -> NDArray[np.float64]:
        """The chance of winning of the player who has just moved, on each board.

        >>> network = SenetNetwork.of(np.zeros((ROWS, 16), np.float32))
        >>> network.chances(np.array([[2, 0], [4, 4]], np.uint32)).tolist()
        [0.5, 1.0]

        Args:
            boards: (2 or more, boards) uint32, as in :class:`senet_gp.engine.decisions.Cases`: in the first
                two rows the masks of the pieces of the player who has moved and of the other, with bit s for
                square s.

        Returns:
            The chances, (boards,) float64, from 0 to 1; exactly 1 where the player has no piece left.
        """
        columns = np.ascontiguousarray(boards[:2], np.uint32)
        chances = np.empty(columns.shape[1], np.float64)
        write_chances(self.weights, columns, new_room(self.hidden), chances)
        return chances

    def taught(self, first: int, end: int, course: Course, game: Senet) -> SenetNetwork:
        """The network after it has learned from games against itself.

        A network's games are numbered from 0 on. The number of a game decides its throws and how large the
        rate of learning is, so games that are learned in several parts give the same as at once.

        >>> course = Course(seed=3)
        >>> blank = SenetNetwork.new(16, course.seed)
        >>> learned = blank.taught(0, 2, course, Senet(pieces=2))
        >>> learned == blank.taught(0, 1, course, Senet(pieces=2)).taught(1, 2, course, Senet(pieces=2))
        True

        Args:
            first: the number of the first game: how many games it has learned from before.
            end: the number after that of the last game: how many it has learned from then.
            course: how it learns, the same for all its games.
            game: Senet with its parameters.
        """
        weights = self.weights.copy()
        key = uint64(key_of(course.seed, SeedDomain.NETWORK, _GAMES))
        rates = float(course.rate), float(course.halving), float(course.decay)
        learn_games(weights, key, first, end, game.pieces, rates, new_table(self.hidden))
        return SenetNetwork.of(weights)
