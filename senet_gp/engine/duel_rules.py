"""When a match between two programs goes on, and who begins its next game; the same for every game."""

from __future__ import annotations

from senet_gp.compiled import kernel, uint64
from senet_gp.streams import CHOICES, Streams, below, derived_key, open_streams

#: The part of a match's key from which its lots are drawn; games have the parts from 0 on.
_LOTS = uint64(1 << 32)


@kernel
def open_duel_streams(key: int, streams: Streams) -> None:
    """Set the lots of the match that ``key`` names to their beginning."""
    open_streams(derived_key(key, _LOTS), streams)


@kernel
def goes_on(played: int, games: int, lead: int) -> bool:
    """Whether another game is played.

    Args:
        played: how many have been.
        games: the most games of the match, apart from the pair that decides it if it is equal after them.
        lead: by how many points the first program leads, a win counting 1 and a loss -1.
    """
    if played < games:
        return abs(lead) <= games - played
    if played == games:
        return lead == 0
    return played == games + 1


@kernel
def certain_games(played: int, games: int, lead: int) -> int:
    """How many more games are played whatever their outcomes; arguments as of :func:`goes_on`, which holds.

    Who begins them is drawn before they are played: the last of an odd number is never among several.
    """
    left = games - played
    if left <= 0:
        return left + 2
    return min(left, (left - abs(lead)) // 2 + 1)


@kernel
def first_begins(played: int, games: int, streams: Streams) -> bool:
    """Whether the first program begins the next game: seats alternate, the last of an odd number is drawn."""
    if played >= games:
        return (played - games) % 2 == 0
    if games % 2 == 1 and played == games - 1 and games > 1:
        return drawn_by_lot(streams) > 0
    return played % 2 == 0


@kernel
def drawn_by_lot(streams: Streams) -> int:
    """1 for the first program or -1 for the second, equally likely."""
    return 1 if below(streams, CHOICES, 2) == 0 else -1
