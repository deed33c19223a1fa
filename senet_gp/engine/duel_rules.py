"""The rules of duels, which are the same for every game: when a duel ends and who begins its next game."""

from __future__ import annotations

from senet_gp.runtime.compiled import kernel, uint64
from senet_gp.runtime.streams import CHOICES, Streams, below, derived_key, open_streams

#: The part of a duel's key that its own draws come from; its games have the parts from 0 on.
_LOTS = uint64(1 << 32)


@kernel
def open_duel_streams(key: int, streams: Streams) -> None:
    """Set the random streams of the duel that ``key`` names to their beginning."""
    open_streams(derived_key(key, _LOTS), streams)


@kernel
def goes_on(played: int, games: int, lead: int) -> bool:
    """Whether another game is played.

    >>> [goes_on(played, 3, lead=2) for played in (2, 3)], goes_on(2, 3, lead=1), goes_on(3, 3, lead=0)
    ([False, False], True, True)

    Args:
        played: the number of games played.
        games: the largest number of games in the duel, not counting the pair that decides an equal duel.
        lead: by how many points the first program leads, a win counting 1 and a loss -1.
    """
    if played < games:
        return abs(lead) <= games - played
    if played == games:
        return lead == 0
    return played == games + 1


@kernel
def certain_games(played: int, games: int, lead: int) -> int:
    """How many more games are certain to be played, whatever their outcomes.

    The arguments are those of :func:`goes_on`, which must be true. It is drawn who begins these games before
    they are played: the last of an odd number of games is never one of several.
    """
    left = games - played
    if left <= 0:
        return left + 2
    return min(left, (left - abs(lead)) // 2 + 1)


@kernel
def first_begins(played: int, games: int, streams: Streams) -> bool:
    """Whether the first program begins the next game: seats alternate, and are drawn for a last odd game."""
    if played >= games:
        return (played - games) % 2 == 0
    if games % 2 == 1 and played == games - 1 and games > 1:
        return drawn_by_lot(streams) > 0
    return played % 2 == 0


@kernel
def drawn_by_lot(streams: Streams) -> int:
    """1 for the first program or -1 for the second, equally likely."""
    return 1 if below(streams, CHOICES, 2) == 0 else -1
