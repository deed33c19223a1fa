"""Games of the best individuals against a person, which count in their fitness."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from primitives import vocabulary
from senet_gp.arena.game import play_game
from senet_gp.evolution.config import Config
from senet_gp.evolution.fitness.evaluation import SPARRING
from senet_gp.players.human import Leave
from senet_gp.players.player import ExpressionPlayer, Player
from senet_gp.streams import key_of
from senet_gp.trees.individual import Individual

_FINALISTS = 2


@dataclass
class Sparring:
    """Lets the finalists of some generations play a partner, as one more round of their tournament.

    Attributes:
        partner: whom they play; None once he has left.
        every: the finalists of every so many generations play.
    """

    partner: Player | None
    every: int

    def spar(self, population: Sequence[Individual], generation: int, config: Config) -> None:
        """Let the two fittest play, one in each seat; who wins is as fit as if he had got a round further.

        Args:
            population: the individuals, with their fitness.
            generation: its number.
            config: the configuration of the run.
        """
        if generation % self.every:
            return
        words = vocabulary(config.rules, config.vocabulary)
        finalists = sorted(population, key=lambda one: -one.fitness.values[0])[:_FINALISTS]
        for place, finalist in enumerate(finalists):
            if self.partner is None:
                return
            name = f"finalist {place + 1} of generation {generation}"
            own = ExpressionPlayer(finalist, words, name)
            first, second = (own, self.partner) if place == 0 else (self.partner, own)
            try:
                game = play_game(
                    first, second, key_of(config.seed, SPARRING, generation, place), config.rules
                )
            except (Leave, EOFError):
                # The run goes on without him.
                self.partner = None
                return
            if game.outcome == (1 if place == 0 else -1):
                finalist.fitness.values = (finalist.fitness.values[0] + 1,)
