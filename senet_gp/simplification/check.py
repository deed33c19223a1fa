"""What is proven equal is computed on very many boards all the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from primitives.vocabulary import Node, Vocabulary
from senet_gp import interruption
from senet_gp.engine.evaluator import Boards, scores_of
from senet_gp.engine.program import translate
from senet_gp.games.protocol import Game
from senet_gp.games.small import if_solvable
from senet_gp.simplification.decisions import all_boards
from senet_gp.simplification.sampling import sampling_of

#: So many boards are looked at at least, unless the game has fewer.
BOARDS = 1_000_000


class Check(NamedTuple):
    """A comparison of two expressions.

    Attributes:
        boards: on how many boards they were computed.
        differences: on how many of these they have different values.
        complete: whether these are all boards that the game can come to.
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

    In a small game on all boards that it can come to, as far as they are not more than ``boards``; else on
    random ones.

    Raises:
        KeyboardInterrupt: if the person has asked for it.
    """
    programs = [translate(nodes, vocabulary) for nodes in (tree, other)]
    number = differences = 0
    complete = False
    small = if_solvable(game)
    if small is not None:
        found, complete = all_boards(small, boards, rng)
        batches: Iterator[Boards] = iter([found])
    else:
        batches = sampling_of(game).boards(boards, rng)
    for batch in batches:
        interruption.check()
        one, another = (scores_of(program, batch) for program in programs)
        number += batch.shape[1]
        differences += int(np.count_nonzero(one != another))
    return Check(number, differences, complete)
