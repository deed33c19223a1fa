"""Chances from playouts: the game is played on many times, both sides as one player would."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from senet_gp import interruption
from senet_gp.analysis.chances import Effort, Ranking
from senet_gp.analysis.race import opinion_of, raced
from senet_gp.engine.participants import RANDOM_MOVER, Chooser, Noisy, Participant
from senet_gp.engine.play import in_compiled_code, points_from
from senet_gp.explanation.sampled_decisions import NOISE
from senet_gp.games.protocol import Decision, Game
from senet_gp.players.player import Player
from senet_gp.streams import game_streams, part_keys


@dataclass(frozen=True)
class Playouts:
    """Estimates chances by playouts in which a player plays both sides.

    In a game without throws all playouts would be the same game, so a share of the moves is random there.

    >>> from senet_gp.games.registry import game_of
    >>> from senet_gp.players.player import RandomPlayer
    >>> source = Playouts(RandomPlayer(), game_of("tictactoe"))
    >>> source.points(source.game.starts(), key=1, games=5).shape
    (1, 5)

    Attributes:
        player: the player.
        game: the game, with its parameters.
        judge: the network, as a text, that looks at the afterstates of a decision before games are played on
            (:mod:`senet_gp.analysis.race`); None if games alone find the best.
    """

    player: Player
    game: Game
    judge: str | None = None

    exact = False

    @property
    def name(self) -> str:
        """The player's name."""
        return self.player.name

    @property
    def means(self) -> str:
        """What the chances are chances of."""
        even = self.game.stochastic or self.player.participant is RANDOM_MOVER
        noise = "" if even else f", with one move in {round(1 / NOISE)} at random"
        return f"if both play on as {self.player.name}{noise}"

    @cached_property
    def chooser(self) -> Chooser:
        """Who plays both sides."""
        player: Chooser = self.player if self.player.participant is None else self.player.participant
        if self.game.stochastic or player is RANDOM_MOVER:
            return player
        return Noisy(cast("Participant", player), NOISE)

    @property
    def plainly(self) -> bool:
        """Whether games are played in plain Python, some hundred times as slowly as compiled ones."""
        return not in_compiled_code([self.chooser], self.game).all()

    def points(self, positions: Sequence[Any], key: int, games: int) -> NDArray[np.float64]:
        """Samples of the points of the player to move, (positions, games) float64.

        Raises:
            KeyboardInterrupt: if the user has interrupted the program; this is checked between positions.
        """
        keys = part_keys(key, games)
        points = np.empty((len(positions), games))
        for row, position in zip(points, positions, strict=True):
            interruption.check()
            row[:] = points_from(self.chooser, self.chooser, self.game, position, keys)
        return points

    def ranked(self, decision: Decision, key: int, effort: Effort) -> Ranking:
        """The best afterstates, the best first, found by a race (:func:`~senet_gp.analysis.race.raced`)."""
        opinion = None if self.judge is None else opinion_of(self.judge, self.game, decision)
        return raced(self, decision, key, effort, opinion)

    def preferred(self, decision: Decision, key: int) -> int:
        """The index of the afterstate that the player plays."""
        if len(decision.afterstates) == 1:
            return 0
        return self.player.choose(decision, game_streams(key))

    def words(self, decision: Decision) -> Sequence[str]:  # noqa: ARG002
        """Nothing is known besides the chance."""
        return ()
