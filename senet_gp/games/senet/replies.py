"""All boards that the next turn of Senet can end in, for every group of throws, compiled."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.compiled import kernel
from senet_gp.games.senet.rules import WATER, rescued
from senet_gp.games.senet.throws import single_throw_chances, throw_group_chances
from senet_gp.games.senet.turns import MINE, THEIRS, Workspace, end_boards, new_workspace
from senet_gp.per_thread import kept_per_thread

#: Room for the boards of one turn, all groups of throws together; a turn with more is cut to its first ones.
_ROOM = 1 << 16


class Replies(NamedTuple):
    """The boards that a turn can end in, by group of throws, seen by the player whose turn it is."""

    masks: NDArray[np.int64]  # (boards, 2)
    begins: NDArray[np.int64]  # (groups,): where the boards of each group begin
    chances: NDArray[np.float64]  # (groups,): the probability of each group


@kept_per_thread()
def _buffers() -> tuple[Workspace, NDArray[np.int64], NDArray[np.int64]]:
    return new_workspace(), np.empty((_ROOM, 2), np.int64), np.empty(64, np.int64)


@kernel
def _fill(
    mine: int,
    theirs: int,
    groups: NDArray[np.int64],
    work: Workspace,
    masks: NDArray[np.int64],
    begins: NDArray[np.int64],
) -> int:
    """Write the boards of all groups one after another; returns how many they are."""
    boards = work.boards[0]
    total = 0
    if (mine >> WATER) & 1:
        for throw in range(1, 6):
            begins[throw - 1] = total
            masks[total, 0], masks[total, 1] = rescued(mine, theirs, throw), theirs
            total += 1
        return total
    for group in range(groups.size):
        begins[group] = total
        count = end_boards(mine, theirs, groups[group], work)
        for board in range(min(count, len(masks) - total)):
            masks[total, 0], masks[total, 1] = boards[MINE, board], boards[THEIRS, board]
            total += 1
    return total


def replies_to(mine: int, theirs: int) -> Replies:
    """All boards that the turn of a player can end in, whatever they throw.

    After four throws that each grant another the player throws on; their boards are those after these four.

    >>> replies = replies_to(1 << 30, 1 << 5)
    >>> len(replies.begins), int(replies.masks[0, 0]), round(float(replies.chances.sum()), 6)
    (55, 0, 1.0)

    Args:
        mine: the mask of the pieces of the player whose turn it is, at least one.
        theirs: the mask of the other's.

    Returns:
        Views of buffers, which the next call overwrites.
    """
    groups, chances = throw_group_chances()
    work, masks, begins = _buffers()
    total = _fill(mine, theirs, groups, work, masks, begins)
    if mine >> WATER & 1:
        return Replies(masks[:total], begins[:5], single_throw_chances())
    return Replies(masks[:total], begins[: len(groups)], chances)
