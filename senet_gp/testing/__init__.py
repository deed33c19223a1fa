"""For authors of games: the checks that every game must pass, in one call.

>>> from senet_gp.testing import check_game
>>> report = check_game("hexapawn", seconds=0.1)
>>> report.games >= 2
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from senet_gp.runtime import public_names

if TYPE_CHECKING:
    from senet_gp.testing.checks import GameFaultError as GameFaultError
    from senet_gp.testing.game import GameReport as GameReport
    from senet_gp.testing.game import check_game as check_game

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
