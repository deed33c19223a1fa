"""The partner of a player in the games that explain it: the player itself."""

from __future__ import annotations

from dataclasses import dataclass

from senet_gp.engine.scored_boards import scored_plainly
from senet_gp.games.protocol import Game
from senet_gp.players.player import ExpressionPlayer, NoisyPlayer

#: Without throws all games between two players would be equal, so the partner plays random moves this often.
NOISE = 0.25


@dataclass(frozen=True)
class Pairing:
    """A player and its partner.

    Attributes:
        player: the player that is explained.
        partner: the player itself; in games without throws, with noise.
        game: the game.
    """

    player: ExpressionPlayer
    partner: ExpressionPlayer | NoisyPlayer
    game: Game

    @classmethod
    def of(cls, player: ExpressionPlayer, game: Game) -> Pairing:
        """The player and its partner."""
        return cls(player, player if game.stochastic else NoisyPlayer(player, NOISE), game)

    @property
    def plainly(self) -> bool:
        """Whether the games are played in plain Python, some hundred times as slowly as compiled ones."""
        return scored_plainly(self.game, self.player.vocabulary)

    def decides(self, seat: int, own: int) -> bool:
        """Whether the player, in the seat ``own``, decides in this seat."""
        return seat == own or self.partner is self.player

    @property
    def described(self) -> str:
        """The partner in words."""
        if self.partner is self.player:
            return "itself"
        return f"itself with noise (one move in {round(1 / NOISE)} at random)"
