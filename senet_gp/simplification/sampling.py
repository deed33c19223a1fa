"""Boards of games: all of them if the game is small, else those of sampled games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np

from senet_gp import interruption
from senet_gp.engine.evaluator import Boards
from senet_gp.engine.participants import boards_of
from senet_gp.engine.playthrough import choices_of_game
from senet_gp.games.board.game import BoardGame, Decision
from senet_gp.games.protocol import Game
from senet_gp.games.registry import part_of
from senet_gp.games.solving.reachable import reachable
from senet_gp.players.player import Player, RandomPlayer
from senet_gp.streams import Streams, game_streams

#: The approximate number of boards in a batch.
BATCH = 50_000


class Sampling:
    """Samples boards and decisions of a game by playing it.

    Attributes:
        game: the game.
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    def boards(self, number: int, rng: np.random.Generator) -> Iterator[Boards]:
        """Boards of random games that programs score, ``number`` of them, in batches.

        Raises:
            KeyboardInterrupt: if the user interrupts it.
        """
        pair = (RandomPlayer(), RandomPlayer())
        batch: list[Boards] = []
        size = 0
        while size < number:
            for boards in self.boards_of_game(pair, game_streams(int(rng.integers(1 << 63)))):
                batch.append(boards[:, : number - size])
                size += batch[-1].shape[1]
            if size >= min(BATCH, number):
                yield np.concatenate(batch, axis=1, dtype=np.uint32)
                batch, number, size = [], number - size, 0

    def boards_of_game(self, pair: tuple[Player, Player], streams: Streams) -> Iterator[Boards]:
        """The boards of every decision of a game with at least two afterstates.

        Raises:
            KeyboardInterrupt: if the user interrupts it.
        """
        for choice in choices_of_game(pair, self.game, streams):
            yield boards_of(choice.decision)


def sampling_of(game: Game) -> Sampling:
    """The sampling of a game."""
    sampling: type[Sampling] = part_of(game.name, "sampling")
    return sampling(game)


def all_boards(game: BoardGame, most: int, rng: np.random.Generator) -> tuple[Boards, bool]:
    """The boards of a small game that programs score, and whether these are all.

    If there are too many, they are at least ``most`` boards of random games.

    Raises:
        KeyboardInterrupt: if the user interrupts it.
    """
    reached = islice(reachable(game, game.starts()), most)
    decisions = [Decision(game, 0, position, afterstates).boards() for position, afterstates in reached]
    complete = len(decisions) < most
    if not complete:
        decisions = [decision.boards() for decision in _random_games(game, most, rng)]
    return np.unique(np.concatenate(decisions, axis=1, dtype=np.uint32), axis=1), complete


def _random_games(game: BoardGame, boards: int, rng: np.random.Generator) -> Iterator[Decision]:
    """The decisions of random games, until they have this many boards."""
    starts = game.starts()
    while boards > 0:
        position = starts[int(rng.integers(len(starts)))]
        for _ in range(game.most_plies):
            interruption.check()
            decision = game.decision(position, 0, ())
            boards -= len(decision.afterstates)
            yield decision
            afterstate = decision.afterstates[int(rng.integers(len(decision.afterstates)))]
            if afterstate.result is not None:
                break
            position = game.swapped(afterstate.position)
