"""Players that now and then do not play what they think best."""

from __future__ import annotations

import numpy as np

from senet_gp.engine.movers import best_board
from senet_gp.engine.program import SLIP_PARTS, Program, slipping
from senet_gp.games.protocol import Decision
from senet_gp.players.player import ExpressionPlayer
from senet_gp.streams import CHOICES, Streams, below


class SlippingPlayer:
    """An expression's player who, by a chance, makes a random move, but none that loses at once.

    It is the player whose program :func:`senet_gp.engine.program.slipping` makes, choice by choice.

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
        return f"{self.base.name}, slipping in {self.chance:.0%} of its moves"

    @property
    def program(self) -> Program:
        """The player for compiled games."""
        return slipping(self.base.program, self.chance)

    def choose(self, decision: Decision, streams: Streams) -> int:
        """The index of the candidate that is played."""
        if below(streams, CHOICES, SLIP_PARTS) >= round(self.chance * SLIP_PARTS):
            return self.base.choose(decision, streams)
        lost = [int(decision.result(index) == -1) for index in range(len(decision.candidates))]
        # One of those that do not lose, if there are any.
        return int(best_board(len(lost), -np.array(lost, np.int32), streams))
