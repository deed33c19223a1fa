"""For authors of games: the checks that every game must pass, in one call.

>>> from senet_gp.testing import check_game
>>> report = check_game("hexapawn", seconds=0.1)
>>> report.games >= 2
True
"""

from senet_gp.testing.fault import GameFaultError
from senet_gp.testing.game import GameReport, check_game

__all__ = ["GameFaultError", "GameReport", "check_game"]
