"""Players with noise, which sometimes do not make the move they rate best."""

from __future__ import annotations

from senet_gp.checks import real_number
from senet_gp.engine.participants import Noisy
from senet_gp.games.protocol import Decision
from senet_gp.players.player import ExpressionPlayer
from senet_gp.quoting import brief
from senet_gp.streams import Streams


class NoisyPlayer:
    """Plays as an expression's player, but with some probability makes a random move.

    The random move does not lose at once if another is possible (see
    :class:`senet_gp.engine.participants.Noisy`).

    Attributes:
        base: the player that it plays as.
        chance: the probability of a random move, 0 to 1.
    """

    def __init__(self, base: ExpressionPlayer, chance: float) -> None:
        self.base = base
        self.chance = real_number("chance", chance, 0, 1)

    def __repr__(self) -> str:
        return brief(self, self.name)

    @property
    def name(self) -> str:
        """The name of the base player, with the probability of random moves."""
        return f"{self.base.name}, moving at random in {self.chance:.0%} of its moves"

    @property
    def participant(self) -> Noisy:
        """The player in the form that is sent to workers."""
        return Noisy(self.base.participant, self.chance)

    def choose(self, decision: Decision, streams: Streams) -> int:
        """The index of the chosen afterstate."""
        return self.participant.choose(decision, streams)
