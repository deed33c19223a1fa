"""Whom a player meets in the games that are to explain it: itself."""

from __future__ import annotations

from dataclasses import dataclass

from senet_gp.games.protocol import Rules
from senet_gp.players.player import ExpressionPlayer
from senet_gp.players.slipping import SlippingPlayer

#: Without throws, games between the same two players would all be the same, so the other slips this often.
SLIPS = 0.25


@dataclass(frozen=True)
class Pairing:
    """A player, and whom it meets.

    Attributes:
        player: the player that is explained.
        partner: the player itself; in games without throws it slips.
        rules: the game.
    """

    player: ExpressionPlayer
    partner: ExpressionPlayer | SlippingPlayer
    rules: Rules

    @classmethod
    def of(cls, player: ExpressionPlayer, rules: Rules) -> Pairing:
        """The player and its partner."""
        return cls(player, player if rules.stochastic else SlippingPlayer(player, SLIPS), rules)

    def decides(self, seat: int, own: int) -> bool:
        """Whether a decision of a seat is the player's, who has the seat ``own``."""
        return seat == own or self.partner is self.player

    @property
    def described(self) -> str:
        """The partner in words."""
        if self.partner is self.player:
            return "itself"
        return f"itself slipping (one move in {round(1 / SLIPS)} at random)"
