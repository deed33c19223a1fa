"""The boards of the small games, as plain meanings and as programs see them."""

from __future__ import annotations

import random

import numpy as np
from numpy.typing import NDArray

from primitives import Board
from senet_gp.games.board.game import Afterstate, BoardGame, Position, squares_of
from senet_gp.games.pursuit import Pursuit
from senet_gp.games.registry import GAMES, game_class
from senet_gp.games.trilobite import Trilobite

BOARD_GAMES: list[BoardGame] = [
    *(game_class(name)() for name in GAMES if issubclass(game_class(name), BoardGame)),
    Trilobite(4, 3, 3),
    Trilobite(5, 6, 4),
    Pursuit(3, 5),
    Pursuit(5, 20),
]


def random_candidates(game: BoardGame, rng: random.Random, count: int) -> list[Afterstate]:
    """Moves of games of random moves, with the boards they lead to, the last one of a game among them."""
    found: list[Afterstate] = []
    while len(found) < count:
        position = rng.choice(game.starts())
        for _ in range(game.most_turns):
            afterstate = rng.choice(game.afterstates(position))
            found.append(afterstate)
            if afterstate.result is not None:
                break
            position = game.swapped(afterstate.position)
    return found[:count]


def plain_board(game: BoardGame, position: Position, start: int = 0, target: int = 0) -> Board:
    """A board as plain meanings see it."""
    last_move = int(game.text(position).split(",")[4]) if isinstance(game, Pursuit) else -1
    return Board(
        frozenset(squares_of(position.mine)),
        frozenset(squares_of(position.theirs)),
        squares=game.squares,
        width=game.geometry.width,
        start=start,
        target=target,
        last_move=last_move,
    )


def candidate_board(game: BoardGame, afterstate: Afterstate) -> Board:
    """The board that a move led to, as plain meanings see it."""
    return plain_board(game, afterstate.position, afterstate.start, afterstate.target)


def columns(afterstates: list[Afterstate]) -> NDArray[np.uint32]:
    """Boards as compiled code takes them."""
    rows = [(c.position.mine, c.position.theirs, c.packed_move, c.position.extra) for c in afterstates]
    return np.array(rows, np.uint32).T
