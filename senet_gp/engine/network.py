"""Networks that learn a game with throws by playing against themselves, and tell the chance of winning.

They are participants of games like others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.dice_side_by_side import compiled_dice
from senet_gp.engine.evaluator import Boards, scores_of
from senet_gp.engine.network_values import (
    BLOCK,
    LAST_BIAS,
    MORE_ROWS,
    OUTPUT,
    Weights,
    prepared,
    program_of,
    write_chances,
)
from senet_gp.engine.participants import Compiled, one_of_best
from senet_gp.engine.program import Program
from senet_gp.engine.self_play import learn_games, new_table
from senet_gp.games.dice.features import AGAIN, inputs_of
from senet_gp.games.dice.game import DiceGame
from senet_gp.games.dice.rules import COLUMNS, STATE
from senet_gp.games.protocol import Decision
from senet_gp.runtime.checks import real_number, seed_number, whole_number
from senet_gp.runtime.compiled import uint64
from senet_gp.runtime.errors import UsageError, brief
from senet_gp.runtime.streams import SeedDomain, Streams, key_of, part_keys

#: The sizes that networks may have: whole blocks of hidden values.
HIDDEN_BLOCK, MAX_HIDDEN = BLOCK, 1024
#: The most games that a network learns from.
MAX_GAMES = 10**9
#: The first weights are between plus and minus these numbers, those to the output the second.
# With larger weights to the output, networks learn from their own first whims, and many end up weaker.
_FIRST_WEIGHTS, _FIRST_OUTPUTS = 0.05, 0.01
#: Weights beyond this are refused; those that are learned are some hundred at most.
_MAX_WEIGHT = 1e6
_BYTES = 4
# The parts of the key of a network's training.
_WEIGHTS, _GAMES = range(2)


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


@dataclass(frozen=True)
class Network:
    """A network that tells the chance of winning in a game, as a participant of its games.

    It plays the board with the best chance; if chances are equal (to 2⁻³⁰), one of them at random. It plays
    with any parameters of its game: in Senet a game with five pieces is one with seven of which two are borne
    off. It is a value: the same weights are the same network.

    Attributes:
        data: the weights, (rows, hidden) little-endian float32.
        hidden: the number of hidden values, a multiple of 16.
        rules: the dotted name of the module that has the game's rules, and says what networks see.
    """

    data: bytes
    hidden: int
    rules: str

    @classmethod
    def of(cls, weights: Weights, game: DiceGame) -> Network:
        """The network of a game with these weights, (rows, hidden) float32."""
        return cls(weights.astype("<f4").tobytes(), weights.shape[1], game.rules_module)

    @classmethod
    def new(cls, game: DiceGame, hidden: int, seed: int) -> Network:
        """A network that has learned nothing, whose first weights are small random numbers.

        Raises:
            UsageError: if it cannot have this many hidden values.
        """
        check_hidden(hidden)
        inputs, _ = inputs_of(game.rules_module)
        weights = np.zeros((inputs + MORE_ROWS, hidden), np.float32)
        bits = part_keys(key_of(seed, SeedDomain.NETWORK, _WEIGHTS), (inputs + 1) * hidden) >> np.uint64(40)
        drawn = (bits.astype(np.float64) / (1 << 23) - 1.0).reshape(-1, hidden)
        weights[:inputs], weights[OUTPUT] = drawn[:-1] * _FIRST_WEIGHTS, drawn[-1] * _FIRST_OUTPUTS
        return cls.of(weights, game)

    @classmethod
    def of_data(cls, game: DiceGame, data: bytes, hidden: int) -> Network:
        """The network of a game with these weights, (rows, hidden) little-endian float32.

        Raises:
            UsageError: if there is not the right number of them, or one is no number of a usual size.
        """
        check_hidden(hidden)
        inputs, _ = inputs_of(game.rules_module)
        expected = (inputs + MORE_ROWS) * hidden * _BYTES
        if len(data) != expected:
            raise UsageError(f"it has {len(data)} bytes of weights, not {expected}")
        network = cls(data, hidden, game.rules_module)
        # Not a number compares as false.
        if not (np.abs(network.weights) <= _MAX_WEIGHT).all():
            raise UsageError(f"a weight is not a number between -{_MAX_WEIGHT:g} and {_MAX_WEIGHT:g}")
        return network

    @staticmethod
    def mean_of(networks: Sequence[Network]) -> Network:
        """The network whose weights are the means of those of some networks of a game, all of one size."""
        total = np.zeros(networks[0].weights.shape)
        for network in networks:
            total += network.weights
        return networks[0].with_weights((total / len(networks)).astype(np.float32))

    @staticmethod
    def together(networks: Sequence[Network]) -> Network:
        """One network for several of a game: the logarithm of its odds is the mean of theirs.

        Raises:
            UsageError: if it would have too many hidden values.
        """
        check_hidden(sum(network.hidden for network in networks))
        weights = np.concatenate([network.weights for network in networks], axis=1)
        weights[OUTPUT] /= len(networks)
        weights[LAST_BIAS] = 0
        weights[LAST_BIAS, 0] = sum(network.weights[LAST_BIAS, 0] for network in networks) / len(networks)
        return networks[0].with_weights(weights)

    def with_weights(self, weights: Weights) -> Network:
        """The network of the same game with these weights, (rows, hidden) float32."""
        return replace(self, data=weights.astype("<f4").tobytes(), hidden=weights.shape[1])

    def __repr__(self) -> str:
        return brief(self, f"{self.hidden} hidden values")

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the weights alone, without what is computed from them."""
        return Network, (self.data, self.hidden, self.rules)

    @cached_property
    def weights(self) -> Weights:
        """The weights, (rows, hidden) float32, as kernels take them."""
        return np.frombuffer(self.data, "<f4").reshape(-1, self.hidden).astype(np.float32)

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
        return program_of(self.data, self.hidden, self.rules)

    def compiled(self) -> Compiled:
        """The participant prepared for compiled code."""
        return Compiled(self.program)

    def scores(self, decision: Decision) -> list[int]:
        """The score of each afterstate: (2 c - 1) times 2³⁰, where c is the chance of winning."""
        boards = cast("Boards", decision.boards())
        columns = np.zeros((COLUMNS, boards.shape[1]), np.uint32)
        columns[: len(boards)] = boards
        again = [
            decision.result(index) is None and not decision.ends_turn(index)
            for index in range(boards.shape[1])
        ]
        columns[STATE, again] |= np.uint32(AGAIN)
        return cast("list[int]", scores_of(self.program, columns).tolist())

    def choose(self, decision: Decision, streams: Streams) -> int:
        """The index of an afterstate with the best chance; ties are broken at random."""
        return one_of_best(self.scores(decision), streams)

    def chances(self, boards: Boards) -> NDArray[np.float64]:
        """The chance of winning of the player who has just moved, on each board.

        >>> from senet_gp.games.registry import game_of
        >>> network = Network.new(game_of("senet"), 16, seed=1).with_weights(np.zeros((139, 16), np.float32))
        >>> network.chances(np.array([[2, 0], [4, 4]], np.uint32)).tolist()
        [0.5, 1.0]

        Args:
            boards: (2 to 5, boards) uint32, as in :class:`senet_gp.engine.decisions.Cases`: in the first two
                rows the masks of the pieces of the player who has moved and of the other, with bit s for
                square s, and in the last of five what the squares do not show; rows that are missing are 0.

        Returns:
            The chances, (boards,) float64, from 0 to 1; certain where a board shows that the game is over.
        """
        shown = np.ascontiguousarray(boards[:2], np.uint32)
        states = (
            np.ascontiguousarray(boards[STATE], np.uint32) if len(boards) > STATE else np.zeros_like(shown[0])
        )
        chances = np.empty(shown.shape[1], np.float64)
        write_chances(prepared(self.weights, self.rules), shown, states, chances)
        return chances

    def taught(self, first: int, end: int, course: Course, game: DiceGame) -> Network:
        """The network after it has learned from games against itself.

        A network's games are numbered from 0 on. The number of a game decides its throws and how large the
        rate of learning is, so games that are learned in several parts give the same as at once.

        >>> from senet_gp.games.registry import game_of
        >>> course, game = Course(seed=3), game_of("senet", {"pieces": 2})
        >>> blank = Network.new(game, 16, course.seed)
        >>> learned = blank.taught(0, 2, course, game)
        >>> learned == blank.taught(0, 1, course, game).taught(1, 2, course, game)
        True

        Args:
            first: the number of the first game: how many games it has learned from before.
            end: the number after that of the last game: how many it has learned from then.
            course: how it learns, the same for all its games.
            game: its game, with the parameters that it learns with.
        """
        weights = self.weights.copy()
        key = uint64(key_of(course.seed, SeedDomain.NETWORK, _GAMES))
        rates = float(course.rate), float(course.halving), float(course.decay)
        network = prepared(weights, self.rules)
        learn_games(network, key, first, end, compiled_dice(game), rates, new_table(self.hidden, game))
        return self.with_weights(weights)
