"""Players that now and then do not play what they think best."""

from __future__ import annotations

from senet_gp.engine.participants import Noisy
from senet_gp.games.protocol import Decision
from senet_gp.players.player import ExpressionPlayer
from senet_gp.streams import Streams


class NoisyPlayer:
    """An expression's player who, by a chance, makes a random move, but none that loses at once.

    See :class:`senet_gp.engine.participants.Noisy`.

    Attributes:
        base: the player that it is as long as it does not slip.
        chance: that of slipping.
    """

    def __init__(self, base: ExpressionPlayer, chance: float) -> None:
        self.base = base
        self.chance = chance

    @property
    def name(self) -> str:
        """That of the player, with how often it slips."""
        return f"{self.base.name}, moving at random in {self.chance:.0%} of its moves"

    @property
    def participant(self) -> Noisy:
        """The player for where games are played."""
        return Noisy(self.base.participant, self.chance)

    def choose(self, decision: Decision, streams: Streams) -> int:
        """The index of the afterstate that is played."""
        return self.participant.choose(decision, streams)
