"""A check on many boards that expressions proven equal have equal values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from primitives.vocabulary import Node, Vocabulary
from senet_gp import interruption
from senet_gp.engine.participants import Source
from senet_gp.engine.scored_boards import ScoredBoards, scored_plainly, values_of
from senet_gp.games.protocol import Game
from senet_gp.games.small import if_solvable
from senet_gp.simplification.sampling import all_boards, sampling_of

#: The number of boards of a check, unless the game has fewer.
BOARDS = 1_000_000


class Check(NamedTuple):
    """A comparison of two expressions.

    Attributes:
        boards: the number of boards on which they were computed.
        differences: the number of these on which their values differ.
        complete: whether these are all reachable boards of the game.
    """

    boards: int
    differences: int
    complete: bool


def check(
    tree: Sequence[Node],
    other: Sequence[Node],
    vocabulary: Vocabulary,
    game: Game,
    rng: np.random.Generator,
    boards: int = BOARDS,
) -> Check:
    """Compare the values of two expressions.

    In a small game all reachable boards are used if there are at most ``boards``; otherwise random ones.

    Raises:
        KeyboardInterrupt: if the user interrupts it.
    """
    sources = [Source.of(nodes, vocabulary) for nodes in (tree, other)]
    number = differences = 0
    complete = False
    small = if_solvable(game)
    if small is not None:
        found, complete = all_boards(small, boards, rng, plainly=scored_plainly(game, vocabulary))
        batches: Iterator[ScoredBoards] = iter([found])
    else:
        batches = sampling_of(game, vocabulary).boards(boards, rng)
    for batch in batches:
        interruption.check()
        one, another = (values_of(source, batch) for source in sources)
        number += batch.shape[1]
        differences += int(np.count_nonzero(one != another))
    return Check(number, differences, complete)
