"""What players care for, in a sentence each, found in the background while the page goes on."""

from __future__ import annotations

import threading

from senet_gp.errors import SenetGpError
from senet_gp.explanation.gist import gist
from senet_gp.export.infix import to_infix
from senet_gp.games.protocol import Game
from senet_gp.players.player import ExpressionPlayer
from senet_gp.quoting import shortened
from senet_gp.serve.recent import Recent
from senet_gp.trees.text import to_lisp

_NAME = "gist"
_MAX_KEPT, _LONGEST = 200, 80
_lock = threading.Lock()
_one = threading.Lock()
_found: Recent[str] = Recent(_MAX_KEPT)
#: No sentence is found before somebody asks, and no more than so many at once wait to be found.
_MAX_WAITING = 8
_waiting: set[object] = set()


def gist_of(player: ExpressionPlayer, game: Game) -> str:
    """What a player cares for; until that is found, its formula or its size.

    Args:
        player: the player.
        game: the game, with its parameters.
    """
    key = (to_lisp(player.tree), player.vocabulary.name, game)
    found = _found.get(key)
    if found is not None:
        return found
    with _lock:
        wanted = key not in _waiting and len(_waiting) < _MAX_WAITING
        if wanted:
            _waiting.add(key)
    if wanted:
        threading.Thread(target=_find, args=(key, player, game), name=_NAME, daemon=True).start()
    return formula_of(player)


def formula_of(player: ExpressionPlayer) -> str:
    """A sentence with the formula of a player."""
    formula = " ".join(to_infix(player.tree).split())
    return f"Plays by {shortened(formula, _LONGEST)}."


def threads() -> list[threading.Thread]:
    """The threads that look for sentences now."""
    return [thread for thread in threading.enumerate() if thread.name == _NAME]


def _find(key: object, player: ExpressionPlayer, game: Game) -> None:
    sentence = ""
    try:
        with _one:
            sentence = gist(player, game)
    except (SenetGpError, KeyboardInterrupt):  # it never has a choice, or the server ends
        sentence = ""
    finally:
        _found.keep(key, sentence)
        with _lock:
            _waiting.discard(key)
