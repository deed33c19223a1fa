"""What a game brings along so that somebody can tell what the choices of its decisions are worth.

The game's row in the registry names a :class:`Labels` (``labels``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.decisions import Cases
from senet_gp.engine.evaluator import Boards
from senet_gp.engine.results import Indices, Keys

#: (boards, 2) int64: the masks of the pieces of one player and of the other.
Masks = NDArray[np.int64]
Chances = NDArray[np.float64]
#: ``(2 or more, boards) uint32 -> (boards,) float64``: the chance of winning of the player who has just
#: moved, on boards as programs score them. It is sent to workers.
ChancesOf = Callable[[Boards], Chances]


class Seen(NamedTuple):
    """Boards that were seen now and then in games, those of a game in the order of its turns."""

    masks: Masks  # (boards, 2): the pieces of the player to move, and of the other
    seats: Indices  # (boards,): the seat of the player to move
    following: Indices  # (boards,): which board was seen next in the same game, -1 if none was
    results: Chances  # (boards,): how the game ended for the player to move: 1 won, 0 lost, 0.5 not at all


def seen_together(parts: Sequence[Seen]) -> Seen:
    """The boards of several parts as one."""
    starts = np.cumsum([0, *(len(part.masks) for part in parts[:-1])])
    following = [
        np.where(part.following < 0, -1, part.following + start)
        for part, start in zip(parts, starts.tolist(), strict=True)
    ]
    return Seen(
        np.concatenate([part.masks for part in parts]),
        np.concatenate([part.seats for part in parts]),
        np.concatenate(following),
        np.concatenate([part.results for part in parts]),
    )


class _Labelling(Protocol):
    def __call__(self, masks: Masks, keys: Keys, chances_of: ChancesOf, *, looks_ahead: bool) -> Cases:
        """Make decisions of positions, and value all their choices.

        Args:
            masks: positions of :func:`Labels.sampled_games` in which there is something to choose.
            keys: (positions,) uint64, the key of each position's throws.
            chances_of: the chance of winning of the player who has just moved.
            looks_ahead: whether the choices that seem best are valued by the best replies, over all throws.

        Returns:
            The decisions. A choice is worth 1 less its regret, what it loses in chance of winning against the
            best.
        """


class Labels(NamedTuple):
    """The functions of a game that sample and value decisions.

    Attributes:
        sampled_games: ``(players, (first, second), keys, game)`` plays a game for each key, between the
            players with these indices, and returns the boards that were seen.
        fitted_chances: ``(seen, key=)`` fits chances of winning to these games; what it returns is sent from
            workers.
        together: ``(models)``, one model for several of these.
        can_choose: ``(masks)``, whether the player to move has something to choose, (boards,) bool.
        labelled: makes decisions of positions, and values their choices.
    """

    sampled_games: Callable[..., Seen]
    fitted_chances: Callable[..., FittedModel]
    together: Callable[[Sequence[Any]], FittedModel]
    can_choose: Callable[[Masks], NDArray[np.bool_]]
    labelled: _Labelling


class FittedModel(Protocol):
    """Chances of winning that were fitted to games; a value."""

    def chances(self, boards: Boards) -> Chances:
        """The chance of winning of the player who has just moved, (boards,) float64."""
