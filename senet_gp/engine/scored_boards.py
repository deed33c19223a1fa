"""Boards as expressions score them, and their scores: in compiled code, or by the plain meanings.

Compiled code scores the boards of a game that it knows with words that all have kernels: arrays of four
columns, in games with throws of five, ``uint32``. Elsewhere the boards are what words see in plain Python, in
arrays of one row of objects. Both kinds are cut and joined alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from primitives.vocabulary import Vocabulary
from senet_gp.engine.evaluator import scores_of
from senet_gp.engine.participants import Source
from senet_gp.games.protocol import Decision, Game

#: (4 or 5, boards) uint32 for compiled code, or (1, boards) objects.
ScoredBoards = NDArray[np.uint32] | NDArray[np.object_]


def scored_plainly(game: Game, vocabulary: Vocabulary) -> bool:
    """Whether boards of a game are scored by the plain meanings of a vocabulary.

    >>> from primitives import vocabulary_of
    >>> hexapawn = vocabulary_of("hexapawn")
    >>> scored_plainly(hexapawn.game, hexapawn)
    False
    """
    return not game.family or bool(vocabulary.without_kernel)


def scored_boards(decision: Decision, *, plainly: bool) -> ScoredBoards:
    """The boards of a decision: one per afterstate, or for a policy the one before the move."""
    boards = None if plainly else decision.boards()
    if boards is not None:
        return boards
    return seen_boards([decision.view(n) for n in range(1 if decision.policy else len(decision.afterstates))])


def seen_boards(seen: Sequence[Any]) -> NDArray[np.object_]:
    """An array of what words see, (1, boards)."""
    boards = np.empty((1, len(seen)), np.object_)
    for number, view in enumerate(seen):  # numpy would take tuples apart
        boards[0, number] = view
    return boards


def values_of(source: Source, boards: ScoredBoards) -> NDArray[np.int64]:
    """The values of an expression of either type on boards, (boards,) int64."""
    if boards.dtype == np.object_:
        return np.array(source.values_on(boards[0].tolist()), np.int64)
    return scores_of(source.program, boards.astype(np.uint32, copy=False)).astype(np.int64)


def joined_boards(parts: Sequence[ScoredBoards]) -> ScoredBoards:
    """Boards of one kind, side by side."""
    return cast("ScoredBoards", np.concatenate(parts, axis=1, dtype=parts[0].dtype))
