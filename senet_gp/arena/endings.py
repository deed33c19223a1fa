"""Games that a population plays on from the same boards, against the same opponents, on the same lots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from senet_gp.arena.pool import Pool
from senet_gp.arena.rounds import SharedResult
from senet_gp.engine import endings as engine
from senet_gp.engine.openings import Places
from senet_gp.engine.participants import Participant, joined
from senet_gp.engine.results import Indices, Keys
from senet_gp.games.board.game import BoardGame
from senet_gp.streams import part_keys

#: At most so many entrants play at a time, so that there is less to wait for at the end.
_AT_ONCE = 64


def _played(
    entrants: Sequence[Participant],
    others: Sequence[Participant],
    places: Places,
    against: Indices,
    keys: Keys,
    game: BoardGame,
) -> tuple[NDArray[np.int8], Indices, NDArray[np.bool_]]:
    programs = joined([*entrants, *others])
    return engine.play_endings(programs, len(entrants), len(entrants) + against, places, keys, game)


def play_endings(
    entrants: Sequence[Participant],
    opponents: Sequence[tuple[Participant, int]],
    places: Places,
    *,
    key: int,
    pool: Pool,
    game: BoardGame,
) -> SharedResult:
    """Let every entrant play on from every board.

    Args:
        entrants: who is measured; they are to move on the boards.
        opponents: against whom, and in how many games each, in the order of the boards.
        places: the boards, one for each game.
        key: the key from which those of the games are derived.
        pool: where the games are played.
        game: the game, with its parameters.
    """
    against = np.repeat(np.arange(len(opponents)), [games for _, games in opponents])
    others = [opponent for opponent, _ in opponents]
    keys = part_keys(key, len(places))
    at_once = min(_AT_ONCE, -(-len(entrants) // pool.workers))
    tasks: list[tuple[Any, ...]] = [
        (entrants[begin : begin + at_once], others, places, against, keys, game)
        for begin in range(0, len(entrants), at_once)
    ]
    outcomes, turns, own_losses = (
        np.concatenate(columns) for columns in zip(*pool.map(_played, tasks), strict=True)
    )
    return SharedResult(outcomes, int(turns.sum()), int(own_losses.sum()))
