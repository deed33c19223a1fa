"""Teachers of the suite ``regret`` as they are written, and what is usual for each.

The command line takes its options from here, so heavy modules are imported only when they are needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from senet_gp.runtime.errors import UsageError, shortened

if TYPE_CHECKING:
    from senet_gp.games.protocol import Game
    from senet_gp.players.player import Player

#: The winners of the run so far, and a network that the run trains.
SELF = "self"
NETWORK = "network"
#: The kinds of PLAYERs that know all chances themselves.
_KNOW_CHANCES = ("net", "nets", "table", "minimax")
#: A network that teaches is made of so many, which learn side by side, each on a core.
NETWORKS = 2
#: From so many minutes on a network teaches better than the winners, and not before: it must learn first.
_NETWORK_FROM = 3.0
#: How many games each part of that network learns from, for each minute of the run, and at least and at most;
#: and how many games of other teachers chances are fitted to.
_GAMES_A_MINUTE = 100_000
_MIN_GAMES = 40_000
_MAX_GAMES = 800_000
_FITTED_GAMES = 20_000
#: How a table of exact win probabilities is written, which is the same whoever makes it.
_TABLE_FILE = "table:"


def learns_from_games(teacher: str) -> bool:
    """Whether a teacher learns from games, or what it tells is fitted to its games: others know all chances.

    >>> learns_from_games("network"), learns_from_games("hand:HC5"), learns_from_games("net:mine.json")
    (True, True, False)
    """
    return teacher.partition(":")[0] not in _KNOW_CHANCES


def usual_teacher(minutes: float) -> str:
    """Who teaches if nothing is said, in a run of so many minutes; 0 for no limit.

    >>> [usual_teacher(minutes) for minutes in (0, 1, 10)]
    ['self', 'self', 'network']
    """
    return NETWORK if minutes >= _NETWORK_FROM else SELF


def usual_games(teacher: str, minutes: float) -> int:
    """How many games a teacher plays if nothing is said, in a run of so many minutes; 0 for no limit.

    >>> usual_games("self", 10), usual_games("network", 1), usual_games("network", 10)
    (20000, 100000, 800000)
    """
    if teacher != NETWORK:
        return _FITTED_GAMES
    return min(_MAX_GAMES, max(_MIN_GAMES, int(minutes * _GAMES_A_MINUTE)))


def recorded_teacher(text: str, game: Game) -> str:
    """A teacher as a configuration records it, so that the run stays the same if files change.

    Its file is named by an absolute path, since a run may go on from elsewhere. Files are needed to teach,
    not to know what a run was: a configuration that was recorded opens none.

    Raises:
        UsageError: if there is no such player, or it does not play by itself in compiled code.
        FileError: if its file cannot be read.
    """
    from senet_gp.players.network import is_pinned
    from senet_gp.players.parsing import lasting_text, with_absolute_file

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
    from senet_gp.players.network import network_game
    from senet_gp.players.parsing import player_from_text

    if text == SELF:
        return None
    if text == NETWORK:
        network_game(game)
        return None
    try:
        player = player_from_text(text, game)
    except UsageError as error:
        raise UsageError(f"teacher is {shortened(text)}, but {error}") from None
    if hasattr(player, "chances"):
        return player
    participant = getattr(player, "participant", None)
    scores = participant is not None and participant.has_kernels and participant.size > 0
    if not scores:
        raise UsageError(
            f"teacher is {shortened(text)}, which has no evaluation that compiled code knows: name an "
            "expression, such as hand:HC5, or net, nets, network, or self (where boards have numbers, as in "
            "Senet with few pieces, also minimax and table:FILE)"
        )
    return player
