"""The proof that can end a run: the generation's winner does as well as perfect play in a small game.

It decides when a run ends, and nothing else: no individual is selected by it.
"""

from __future__ import annotations

from senet_gp.arena.verdict import QUICK_WALK, proven
from senet_gp.evolution.config import Config
from senet_gp.games.rulebook import Rulebook
from senet_gp.games.small import SmallGame, if_solvable
from senet_gp.games.solving.perfect import PerfectPlay
from senet_gp.players.player import ExpressionPlayer
from senet_gp.trees.individual import Individual


class Success:
    """Tells whether a run has reached what it is to be played until.

    A winner does if the worst result of all lines of play is that of perfect play in both seats, and if what
    else ``senet-gp verdict`` measures in the game, such as missed wins in Pursuit, finds nothing.

    Args:
        config: the configuration of the run.
    """

    def __init__(self, config: Config) -> None:
        game = if_solvable(config.game_value) if config.until_proven else None
        self._rulebook = Rulebook(game) if game else None
        self._best: tuple[int, int] | None = None
        # Most generations have the winner of the one before.
        self._last: tuple[bytes, bool] = b"", False

    def reached_by(self, winner: Individual) -> bool:
        """Whether a winner does as well as perfect play; False in a run that is not played until one does."""
        if self._rulebook is None:
            return False
        if self._last[0] != winner.packed:
            self._last = winner.packed, self._is_proven(winner, self._rulebook)
        return self._last[1]

    def _is_proven(self, winner: Individual, rulebook: Rulebook) -> bool:
        player = ExpressionPlayer(winner, winner.vocabulary, "winner")
        found = proven(rulebook, player, QUICK_WALK, at_least=self._results(rulebook.game))
        return found is not None and (found.measure is None or found.measure.perfect)

    def _results(self, game: SmallGame) -> tuple[int, int]:
        """The worst result of perfect play from any start, moving first and second."""
        if self._best is None:
            play = PerfectPlay(game)
            values = [play.value(start) for start in game.starts()]
            self._best = min(values), -max(values)
        return self._best
