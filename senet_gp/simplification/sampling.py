"""Sampled boards and decisions, for games that are too large for a complete search."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from primitives.vocabulary import Vocabulary
from senet_gp.engine.playthrough import Playthrough, draw_start
from senet_gp.engine.scored_boards import ScoredBoards, joined_boards, scored_boards, scored_plainly
from senet_gp.games.protocol import Game
from senet_gp.games.registry import part_of
from senet_gp.players.player import Player, RandomPlayer
from senet_gp.streams import Streams, game_streams

#: The approximate number of boards in a batch.
BATCH = 50_000


class Sampling:
    """Samples boards and decisions of a game by playing it.

    Attributes:
        game: the game.
        plainly: whether the boards are those that the plain meanings score.
    """

    plainly = False

    def __init__(self, game: Game) -> None:
        self.game = game

    def boards(self, number: int, rng: np.random.Generator) -> Iterator[ScoredBoards]:
        """Boards of random games that programs score, ``number`` of them, in batches.

        Raises:
            KeyboardInterrupt: if the user interrupts it.
        """
        pair = (RandomPlayer(), RandomPlayer())
        batch: list[ScoredBoards] = []
        size = 0
        while size < number:
            for boards in self.boards_of_game(pair, game_streams(int(rng.integers(1 << 63)))):
                batch.append(boards[:, : number - size])
                size += batch[-1].shape[1]
            if size >= min(BATCH, number):
                yield joined_boards(batch)
                batch, number, size = [], number - size, 0

    def boards_of_game(self, pair: tuple[Player, Player], streams: Streams) -> Iterator[ScoredBoards]:
        """The boards of every decision of a game with at least two afterstates.

        Raises:
            KeyboardInterrupt: if the user interrupts it.
        """
        for choice in Playthrough(pair, streams, self.game, draw_start(self.game, streams)).choices():
            if len(choice.decision.afterstates) > 1:
                yield scored_boards(choice.decision, plainly=self.plainly)


class PlainSampling(Sampling):
    """Samples boards as words see them in plain Python."""

    plainly = True


def sampling_of(game: Game, vocabulary: Vocabulary) -> Sampling:
    """The sampling of a game for expressions of a vocabulary."""
    sampling: type[Sampling] = part_of(game.name, "sampling")
    return PlainSampling(game) if scored_plainly(game, vocabulary) else sampling(game)
