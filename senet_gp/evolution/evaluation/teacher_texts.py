"""Teachers of the suite ``regret`` as they are written: ``self``, ``network``, or a PLAYER."""

from __future__ import annotations

from senet_gp.errors import UsageError
from senet_gp.evolution.evaluation.schooling import NETWORK, SELF
from senet_gp.games.protocol import Game
from senet_gp.players.network import network_class
from senet_gp.players.network_file import is_pinned
from senet_gp.players.parsing import lasting_text, player_from_text, with_absolute_file
from senet_gp.players.player import Player
from senet_gp.quoting import shortened

#: How a table of exact chances is written, which is the same whoever makes it.
_TABLE_FILE = "table:"


def recorded_teacher(text: str, game: Game) -> str:
    """A teacher as a configuration records it, so that the run stays the same if files change.

    Its file is named by an absolute path, since a run may go on from elsewhere. Files are needed to teach,
    not to know what a run was: a configuration that was recorded opens none.

    Raises:
        UsageError: if there is no such player, or it does not play by itself in compiled code.
        FileError: if its file cannot be read.
    """
    text = with_absolute_file(text)
    if is_pinned(text) or text.startswith(_TABLE_FILE):
        return text
    player = checked_teacher(text, game)
    return text if player is None else lasting_text(player, text)


def checked_teacher(text: str, game: Game) -> Player | None:
    """The player that is to teach in a run; None if the run itself does.

    Raises:
        UsageError: if there is no such player, or it does not play by itself in compiled code.
        FileError: if its file cannot be read.
    """
    if text == SELF:
        return None
    if text == NETWORK:
        network_class(game)
        return None
    player = player_from_text(text, game)
    if hasattr(player, "chances"):
        return player
    participant = getattr(player, "participant", None)
    scores = participant is not None and participant.has_kernels and participant.size > 0
    if not scores:
        raise UsageError(
            f"teacher is {shortened(text)}, which has no evaluation that compiled code knows: name an "
            "expression, such as hand:HC5, or net, network, or self (with few pieces in Senet also minimax "
            "and table:FILE)"
        )
    return player
