"""Networks that tell the chance of winning in a game with throws: participants of games like others.

:mod:`senet_gp.engine.network_learning` tells how they learn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.dice_choices import room_of
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
    write_turn_chances,
)
from senet_gp.engine.participants import Compiled, one_of_best
from senet_gp.engine.program import Program
from senet_gp.engine.results import Positions
from senet_gp.games.dice.features import AGAIN, inputs_of
from senet_gp.games.dice.game import DiceGame
from senet_gp.games.dice.rules import COLUMNS, STATE
from senet_gp.games.protocol import Decision
from senet_gp.runtime.checks import whole_number
from senet_gp.runtime.errors import UsageError, brief
from senet_gp.runtime.streams import Purpose, Streams, key_of, part_keys

#: First weights and self-play of a network that learns.
NETWORK = Purpose(33)
#: Networks have whole blocks of this many hidden units.
HIDDEN_BLOCK = BLOCK
MAX_HIDDEN = 1024
#: The first weights are between plus and minus this number,
_FIRST_WEIGHTS = 0.05
#: and those to the output between these: with larger ones networks learn from their own first whims, and many
#: end up weaker.
_FIRST_OUTPUTS = 0.01
#: Weights beyond this are refused; those that are learned are some hundred at most.
_MAX_WEIGHT = 1e6
_BYTES = 4
#: The part of the key of a network's training that the first weights are drawn from.
_WEIGHTS = 0


def check_hidden(hidden: int) -> None:
    """Check that a network can have this many hidden units.

    Raises:
        UsageError: if it is not a multiple of 16 from 16 to 1,024.
    """
    whole_number("the number of hidden units", hidden, HIDDEN_BLOCK, MAX_HIDDEN)
    if hidden % HIDDEN_BLOCK:
        raise UsageError(f"the number of hidden units is a multiple of {HIDDEN_BLOCK}, not {hidden}")


@dataclass(frozen=True)
class Network:
    """A network that tells the chance of winning in a game, as a participant of its games.

    It plays the board with the best chance; if chances are equal (to 2⁻³⁰), one of them at random. It plays
    with any parameters of its game: in Senet a game with five pieces is one with seven of which two are borne
    off. It is a value: the same weights are the same network.

    Attributes:
        data: the weights, (rows, hidden) little-endian float32.
        hidden: the number of hidden units, a multiple of 16.
        rules: the dotted name of the module that has the game's rules, and says what networks see.
    """

    data: bytes
    hidden: int
    rules: str
    #: It is computed in compiled code.
    has_kernels = True

    @classmethod
    def of(cls, weights: Weights, game: DiceGame) -> Network:
        """The network of a game with these weights, (rows, hidden) float32."""
        return cls(weights.astype("<f4").tobytes(), weights.shape[1], game.rules_module)

    @classmethod
    def new(cls, game: DiceGame, hidden: int, seed: int) -> Network:
        """A network that has learned nothing, whose first weights are small random numbers.

        Raises:
            UsageError: if it cannot have this many hidden units.
        """
        check_hidden(hidden)
        inputs, _ = inputs_of(game.rules_module)
        weights = np.zeros((inputs + MORE_ROWS, hidden), np.float32)
        bits = part_keys(key_of(seed, NETWORK, _WEIGHTS), (inputs + 1) * hidden) >> np.uint64(40)
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
            UsageError: if it would have too many hidden units.
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
        return brief(self, f"{self.hidden} hidden units")

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
            boards: (2 to 5, boards) uint32, as in :class:`senet_gp.engine.cases.Cases`: in the first two
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


def turn_chances(network: Network, boards: Positions, game: DiceGame) -> NDArray[np.float64]:
    """The chance of winning of the player to move, looking one throw ahead with a network.

    It tells chances for either player, so both are assumed to play what it thinks best for themselves. (A
    score that is no chance can only be taken from the searching player's view.)

    Where a player throws again, the network values the board before that throw: as if the turn had ended,
    unless it sees that it has not [decided].

    Args:
        network: the network.
        boards: (boards, 3) int64, as the player to move sees them; their games are not over.
        game: the game, with its parameters.

    Returns:
        The chances, (boards,) float64: means over all throws, each followed by the best board.
    """
    chances = np.empty(len(boards), np.float64)
    rules, room = compiled_dice(game).rules, room_of(game.rules_module)
    write_turn_chances(prepared(network.weights, network.rules), rules, boards, room, chances)
    return chances
