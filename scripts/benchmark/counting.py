"""The number of boards that a program scores, counted in games that are replayed turn by turn.

Timed games count nothing, since counting would slow them down. The replay uses the same compiled rules and
the same random streams, so it is the same game, as a test checks.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from senet_gp.engine.evaluator import scores_of
from senet_gp.engine.movers import best_board
from senet_gp.engine.program import Program
from senet_gp.games.senet.rules import (
    TURN_LIMIT,
    WATER,
    rescued,
    starting_masks,
    throw_group,
    throw_sticks,
)
from senet_gp.games.senet.turns import MINE, REST, THEIRS, Workspace, end_boards, new_workspace
from senet_gp.streams import CHOICES, Streams, below, game_streams


class Count(NamedTuple):
    """The boards that a program scored in games, where a forced choice scores none, and all turns."""

    boards: int
    turns: int


def boards_scored(program: Program, keys: Iterable[int], pieces: int = 7) -> Count:
    """Count the boards that a program scores against a random mover; it moves first in every other game.

    Args:
        program: the program.
        keys: the keys of the games.
        pieces: the number of pieces of each side.
    """
    work = new_workspace()
    boards = turns = 0
    for number, key in enumerate(keys):
        count = _replay(program, number % 2, game_streams(key), pieces, work)
        boards += count.boards
        turns += count.turns
    return Count(boards, turns)


def _replay(program: Program, seat: int, streams: Streams, pieces: int, work: Workspace) -> Count:
    """Play one game, the program in this seat."""
    mine, theirs = starting_masks(pieces)
    boards = 0
    for turn in range(1, TURN_LIMIT + 1):
        mover = (turn - 1) % 2
        again = not mine >> WATER & 1
        if not again:
            mine = rescued(mine, theirs, throw_sticks(streams, mover))
        while again:
            throws, again = throw_group(streams, mover)
            count = end_boards(mine, theirs, throws, work)
            ends = work.boards[0, :REST, :count]
            chosen = 0
            if count > 1 and mover == seat:
                chosen = best_board(count, scores_of(program, ends), streams)
                boards += count
            elif count > 1:
                chosen = below(streams, CHOICES, count)
            mine, theirs = int(ends[MINE, chosen]), int(ends[THEIRS, chosen])
            again = again and mine != 0 and not mine >> WATER & 1
        if mine == 0:
            return Count(boards, turn)
        mine, theirs = theirs, mine
    return Count(boards, TURN_LIMIT)
