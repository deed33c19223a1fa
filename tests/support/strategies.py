"""Random trees and boards for property tests."""

from __future__ import annotations

import random

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from primitives import Board, Number, Truth, Vocabulary
from primitives.vocabulary import Node
from senet_gp.games.senet import Move, SenetAfterstate, SenetPosition, packed_moves


def random_tree(rng: random.Random, vocabulary: Vocabulary, nodes: int) -> list[Node]:
    """A random tree of at least about so many nodes, unlike the growth of the paper in shape and size.

    Functions are drawn while nodes are missing, so left arguments grow large and trees deep.
    """
    tree: list[Node] = []
    wanted: list[type] = [Number]
    while wanted:
        symbols = [
            group[0] if len(group) == 1 else rng.choice(group) for group in vocabulary.symbols[wanted.pop()]
        ]
        functions = [symbol for symbol in symbols if symbol.arity]
        terminals = [symbol for symbol in symbols if not symbol.arity]
        missing = len(tree) + len(wanted) < nodes
        node = rng.choice(functions if missing and (not wanted or rng.random() < 0.9) else terminals)
        tree.append(node)
        if node.arity:
            wanted.extend(reversed(node.args))
    return tree


def nested(rng: random.Random, vocabulary: Vocabulary, levels: int) -> list[Node]:
    """A tree exactly so many levels deep, mostly of sums and products, so that values reach the bound."""
    heads: list[Node] = []
    tails: list[list[Node]] = []
    wanted: type = Number
    named = vocabulary.node_named
    for level in range(levels):
        if wanted is Truth:
            # Two levels of truth at most, then back to numbers through a square.
            function = named["not_"] if level % 2 else named["mine"]
        else:
            function = rng.choice(
                [named[w] for w in ("add", "sub", "mul", "mul", "move_start", "if_then_else")]
            )
        heads.append(function)
        leaves = {
            Number: [named["their_distance"], named["30"], named["my_moves"]],
            Truth: [named["they_are_in_water"]],
        }
        tails.append([rng.choice(leaves[kind]) for kind in function.args[1:]])
        wanted = function.args[0]
    end = named["my_distance"] if wanted is Number else named["i_am_in_water"]
    return [*heads, end, *(node for tail in reversed(tails) for node in tail)]


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Any board of Senet with up to seven pieces a side, and any moves that might have led to it."""
    squares = draw(st.lists(st.integers(1, 30), unique=True, max_size=14))
    split = draw(st.integers(max(0, len(squares) - 7), min(7, len(squares))))
    moves = draw(st.lists(st.tuples(st.integers(1, 5), st.integers(1, 30)), max_size=4))
    return Board(
        frozenset(squares[:split]), frozenset(squares[split:]), tuple(moves), draw(st.integers(0, 4))
    )


def random_board(rng: random.Random) -> Board:
    """A board as :func:`boards` draws them."""
    squares = rng.sample(range(1, 31), rng.randint(0, 14))
    split = rng.randint(max(0, len(squares) - 7), min(7, len(squares)))
    moves = tuple((rng.randint(1, 5), rng.randint(1, 30)) for _ in range(rng.randint(0, 4)))
    return Board(frozenset(squares[:split]), frozenset(squares[split:]), moves, rng.randint(0, 4))


def columns(some: list[Board]) -> NDArray[np.uint32]:
    """Boards as compiled code takes them."""
    packed = []
    for board in some:
        position = SenetPosition.of(board.mine, board.theirs)
        afterstate = SenetAfterstate(position, tuple(Move(*move) for move in board.moves), board.hits)
        packed.append((position.mine, position.theirs, packed_moves(afterstate.moves), board.hits))
    return np.array(packed, np.uint32).T
