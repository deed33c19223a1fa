"""What is proven equal is computed on very many boards all the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from primitives.vocabulary import Node, Vocabulary
from senet_gp import interruption
from senet_gp.engine.evaluator import Boards, scores_of
from senet_gp.engine.program import translate
from senet_gp.games.board.game import BoardGame
from senet_gp.games.protocol import Rules
from senet_gp.games.senet import MOST_PIECES, SQUARES
from senet_gp.games.senet.rules import MOST_THROWS
from senet_gp.games.senet.turns import MOVE_BITS, THROW_SHIFT
from senet_gp.simplification.decisions import all_boards

#: So many boards are looked at at least, unless the game has fewer.
BOARDS = 1_000_000
_BATCH = 50_000


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
    rules: Rules,
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
    if isinstance(rules, BoardGame):
        found, complete = all_boards(rules, boards, rng)
        batches: Iterator[Boards] = iter([found])
    else:
        batches = (random_senet_boards(min(_BATCH, boards - n), rng) for n in range(0, boards, _BATCH))
    for batch in batches:
        interruption.check()
        one, another = (scores_of(program, batch) for program in programs)
        number += batch.shape[1]
        differences += int(np.count_nonzero(one != another))
    return Check(number, differences, complete)


def random_senet_boards(number: int, rng: np.random.Generator) -> Boards:
    """Boards that a turn of Senet may end in, and any moves: pieces anywhere, the other side having some."""
    order = np.argsort(rng.random((number, SQUARES)), axis=1) + 1
    mine = rng.integers(0, MOST_PIECES + 1, number)
    theirs = rng.integers(1, MOST_PIECES + 1, number)
    place = np.arange(SQUARES)
    bits = np.uint32(1) << order.astype(np.uint32)
    is_mine = place < mine[:, None]
    is_theirs = ~is_mine & (place < (mine + theirs)[:, None])
    moves = np.zeros(number, np.uint32)
    count = rng.integers(0, MOST_THROWS + 1, number)
    for move in range(MOST_THROWS):
        byte = rng.integers(1, 6, number) << THROW_SHIFT | rng.integers(1, SQUARES + 1, number)
        shift = MOVE_BITS * (MOST_THROWS - 1 - move)
        moves |= np.where(move < count, byte << shift, 0).astype(np.uint32)
    return np.stack(
        [
            np.where(is_mine, bits, 0).sum(axis=1).astype(np.uint32),
            np.where(is_theirs, bits, 0).sum(axis=1).astype(np.uint32),
            moves,
            rng.integers(0, MOST_THROWS + 1, number).astype(np.uint32),
        ]
    )
