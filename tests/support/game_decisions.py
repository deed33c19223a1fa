"""Decisions of games, as plain meanings see the boards of their afterstates."""

from __future__ import annotations

from functools import cache

from drawn_games import choices_of
from small_boards import candidate_board

from primitives import Board
from senet_gp.games.board.game import BoardGame, Position
from senet_gp.games.registry import game_of
from senet_gp.games.senet import SenetAfterstate


@cache
def senet_decisions(games: int) -> list[list[Board]]:
    """The afterstates' boards of decisions of random games."""
    return [
        [senet_board(afterstate) for afterstate in choice.decision.afterstates]
        for choice in choices_of(game_of("senet"), games)
        if not choice.decision.position.in_water
    ]


def senet_board(afterstate: SenetAfterstate) -> Board:
    position = afterstate.position
    return Board(
        frozenset(position.my_squares),
        frozenset(position.their_squares),
        tuple((move.throw, move.start) for move in afterstate.moves),
        afterstate.hits,
    )


def board_decisions(game: BoardGame, most: int = 3000) -> list[list[Board]]:
    """As :func:`senet_decisions`, of all positions of a small game, or as many."""
    waiting: list[Position] = list(game.starts())
    seen = set(waiting)
    found = []
    while waiting and len(found) < most:
        decision = game.decision(waiting.pop(), 0, ())
        found.append([candidate_board(game, afterstate) for afterstate in decision.afterstates])
        for afterstate in decision.afterstates:
            after = game.swapped(afterstate.position)
            if afterstate.result is None and after not in seen:
                seen.add(after)
                waiting.append(after)
    return found
