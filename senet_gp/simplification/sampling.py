"""Boards of games: all of them if the game is small, else those of sampled games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import cast

import numpy as np

from primitives.vocabulary import Vocabulary
from senet_gp import interruption
from senet_gp.engine.playthrough import choices_of_game
from senet_gp.engine.scored_boards import (
    ScoredBoards,
    joined_boards,
    scored_boards,
    scored_plainly,
    seen_boards,
)
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.registry import part_of
from senet_gp.games.small import SmallGame
from senet_gp.games.solving.retrograde import reachable
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
        for choice in choices_of_game(pair, self.game, streams):
            yield scored_boards(choice.decision, plainly=self.plainly)


class PlainSampling(Sampling):
    """Samples boards as words see them in plain Python."""

    plainly = True


def sampling_of(game: Game, vocabulary: Vocabulary) -> Sampling:
    """The sampling of a game for expressions of a vocabulary."""
    sampling: type[Sampling] = part_of(game.name, "sampling")
    return PlainSampling(game) if scored_plainly(game, vocabulary) else sampling(game)


def all_boards(
    game: SmallGame, most: int, rng: np.random.Generator, *, plainly: bool = False
) -> tuple[ScoredBoards, bool]:
    """The boards of a small game that programs score, and whether these are all.

    If there are too many, they are at least ``most`` boards of random games.

    Raises:
        KeyboardInterrupt: if the user interrupts it.
    """
    reached = islice(reachable(game, game.starts()), most)
    decisions = [
        scored_boards(game.decision_among(position, 0, afterstates), plainly=plainly)
        for position, afterstates in reached
    ]
    complete = len(decisions) < most
    if not complete:
        played = _random_games(game, most, rng)
        decisions = [scored_boards(decision, plainly=plainly) for decision in played]
    together = joined_boards(decisions)
    if plainly:
        return seen_boards([*dict.fromkeys(together[0].tolist())]), complete
    return cast("ScoredBoards", np.unique(together, axis=1)), complete


def _random_games(game: SmallGame, boards: int, rng: np.random.Generator) -> Iterator[Decision]:
    """The decisions of random games, until they have this many boards."""
    starts = game.starts()
    while boards > 0:
        position = starts[int(rng.integers(len(starts)))]
        for _ in range(game.most_turns):
            interruption.check()
            decision = game.decision(position, 0, ())
            boards -= len(decision.afterstates)
            yield decision
            afterstate = decision.afterstates[int(rng.integers(len(decision.afterstates)))]
            if afterstate.result is not None:
                break
            position = game.swapped(afterstate.position)
