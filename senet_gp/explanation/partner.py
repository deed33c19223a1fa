"""Whom a player meets in the games that are to explain it: itself."""

from __future__ import annotations

from dataclasses import dataclass

from senet_gp.games.protocol import Game
from senet_gp.players.noisy import NoisyPlayer
from senet_gp.players.player import ExpressionPlayer

#: Without throws, games between the same two players would all be the same, so the other slips this often.
NOISE = 0.25


@dataclass(frozen=True)
class Pairing:
    """A player, and whom it meets.

    Attributes:
        player: the player that is explained.
        partner: the player itself; in games without throws it slips.
        game: the game.
    """

    player: ExpressionPlayer
    partner: ExpressionPlayer | NoisyPlayer
    game: Game

    @classmethod
    def of(cls, player: ExpressionPlayer, game: Game) -> Pairing:
        """The player and its partner."""
        return cls(player, player if game.stochastic else NoisyPlayer(player, NOISE), game)

    def decides(self, seat: int, own: int) -> bool:
        """Whether a decision of a seat is the player's, who has the seat ``own``."""
        return seat == own or self.partner is self.player

    @property
    def described(self) -> str:
        """The partner in words."""
        if self.partner is self.player:
            return "itself"
        return f"itself slipping (one move in {round(1 / NOISE)} at random)"
