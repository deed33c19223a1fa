"""Boards and decisions of games that cannot be gone through whole."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from senet_gp.engine.evaluator import Boards
from senet_gp.engine.participants import boards_of
from senet_gp.engine.playthrough import Game, draw_start
from senet_gp.games.protocol import Rules
from senet_gp.games.registry import part_of
from senet_gp.players.player import Player, RandomPlayer
from senet_gp.streams import Streams, game_streams

#: Boards come in batches of about so many.
BATCH = 50_000


class Sampling:
    """Boards and decisions of a game, from games that are played through choice by choice.

    Attributes:
        rules: the game.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def boards(self, number: int, rng: np.random.Generator) -> Iterator[Boards]:
        """So many boards that programs score, in batches: those of random games.

        Raises:
            KeyboardInterrupt: if the person has asked for it.
        """
        pair = (RandomPlayer(), RandomPlayer())
        batch: list[Boards] = []
        size = 0
        while size < number:
            for boards in self.game(pair, game_streams(int(rng.integers(1 << 63)))):
                batch.append(boards[:, : number - size])
                size += batch[-1].shape[1]
            if size >= min(BATCH, number):
                yield np.concatenate(batch, axis=1, dtype=np.uint32)
                batch, number, size = [], number - size, 0

    def game(self, pair: tuple[Player, Player], streams: Streams) -> Iterator[Boards]:
        """The boards of every decision of a game in which there is a choice.

        Raises:
            KeyboardInterrupt: if the person has asked for it.
        """
        for choice in Game(pair, streams, self.rules, draw_start(self.rules, streams)).choices():
            if len(choice.decision.candidates) > 1:
                yield boards_of(choice.decision)


def sampling_of(rules: Rules) -> Sampling:
    """Where boards and decisions of a game come from."""
    sampling: type[Sampling] = part_of(rules.name, "sampling")
    return sampling(rules)
