"""Decisions from games, and the afterstates that an expression rates best in them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count, cycle, islice
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from primitives.vocabulary import Node, Vocabulary
from senet_gp.engine.participants import Source
from senet_gp.engine.scored_boards import (
    ScoredBoards,
    joined_boards,
    scored_boards,
    scored_plainly,
    values_of,
)
from senet_gp.games.protocol import Game
from senet_gp.games.small import SmallGame, if_solvable
from senet_gp.games.solving.retrograde import reachable
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer, Player, RandomPlayer
from senet_gp.simplification.sampling import sampling_of
from senet_gp.streams import game_streams, key_of

#: The number of random expressions that the player meets, in addition to itself and a random mover.
_PANEL = 4
#: Games with fewer reachable positions are searched completely.
MAX_POSITIONS = 30_000


class Decisions(NamedTuple):
    """Decisions between at least two afterstates, in the form that programs evaluate.

    Attributes:
        boards: (columns, boards), the boards of the afterstates of all decisions as expressions score them
            (see :mod:`senet_gp.engine.scored_boards`); for policies, the boards before the decisions.
        begins: (decisions + 1,) int64, the first board of each decision, and the end of the last.
        moves: for policies, the number of moves that a value is taken modulo; else 0.
        complete: whether these are all decisions of the game.
    """

    boards: ScoredBoards
    begins: NDArray[np.int64]
    moves: int
    complete: bool

    @classmethod
    def of(cls, decisions: Sequence[ScoredBoards], moves: int, *, complete: bool) -> Self:
        """The decisions with these boards."""
        begins = np.zeros(len(decisions) + 1, np.int64)
        np.cumsum([boards.shape[1] for boards in decisions], out=begins[1:])
        return cls(joined_boards(decisions), begins, moves, complete)

    def __len__(self) -> int:
        return len(self.begins) - 1

    def first(self, number: int) -> Decisions:
        """The first decisions, ``number`` of them."""
        begins = self.begins[: number + 1]
        return Decisions(self.boards[:, : begins[-1]], begins, self.moves, complete=False)

    def best(self, tree: Sequence[Node], vocabulary: Vocabulary) -> NDArray[np.int64]:
        """For each board, whether it is among the best of its decision; for policies, the named move."""
        scores = values_of(Source.of(tree, vocabulary), self.boards)
        if self.moves:
            named: NDArray[np.int64] = scores % self.moves
            return named
        highest = np.maximum.reduceat(scores, self.begins[:-1])
        best: NDArray[np.int64] = (scores == np.repeat(highest, np.diff(self.begins))).astype(np.int64)
        return best

    def differences(self, best: NDArray[np.int64], other: NDArray[np.int64]) -> int:
        """The number of decisions in which two results of :meth:`best` differ."""
        return int(np.count_nonzero(np.add.reduceat(best != other, self.begins[:-1])))


def all_decisions(game: SmallGame, most: int = MAX_POSITIONS, *, plainly: bool = False) -> Decisions | None:
    """All decisions of a small game; None if it has ``most`` positions or more.

    Raises:
        KeyboardInterrupt: if the user interrupts it.
    """
    found: list[ScoredBoards] = []
    # Expressions are tested on the first decisions before the others, so results depend on the order.
    positions = reachable(game, game.starts(), depth_first=True)
    for number, (position, afterstates) in enumerate(positions, 1):
        if number == most:
            return None
        if len(afterstates) > 1:
            decision = game.decision_among(position, 0, afterstates)
            found.append(scored_boards(decision, plainly=plainly))
    return Decisions.of(found, len(game.named_moves), complete=True)


def sampled_decisions(player: ExpressionPlayer, game: Game, number: int, seed: int) -> Decisions:
    """Decisions of both sides in games of the player against itself, a random mover and random expressions.

    Args:
        player: the player.
        game: the game.
        number: the number of decisions.
        seed: the seed of the games.

    Raises:
        KeyboardInterrupt: if the user interrupts it.
    """
    others: list[Player] = [player, RandomPlayer()]
    others += [player_from_text(f"random-tree:{tree}", game) for tree in range(1, _PANEL + 1)]
    sampling = sampling_of(game, player.vocabulary)
    found: list[ScoredBoards] = []
    for played, other in zip(count(), cycle(others), strict=False):
        pair = (player, other) if played // len(others) % 2 == 0 else (other, player)
        streams = game_streams(key_of(seed, played))
        found += islice(sampling.boards_of_game(pair, streams), number - len(found))
        if len(found) == number:
            break
    return Decisions.of(found, len(game.named_moves), complete=False)


def decisions_for(player: ExpressionPlayer, game: Game, number: int, seed: int) -> Decisions:
    """All decisions of the game if it is small, else a sample (see :func:`sampled_decisions`)."""
    small = if_solvable(game)
    plainly = scored_plainly(game, player.vocabulary)
    whole = None if small is None else all_decisions(small, plainly=plainly)
    return sampled_decisions(player, game, number, seed) if whole is None else whole
