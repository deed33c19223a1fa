"""Decisions of games, as plain meanings see the boards of their candidates."""

from __future__ import annotations

from small_boards import candidate_board

from primitives import Board
from senet_gp.engine.playthrough import Game, draw_start
from senet_gp.games.board.game import BoardGame, Position
from senet_gp.games.registry import rules_of
from senet_gp.games.senet import Candidate
from senet_gp.players.player import RandomPlayer
from senet_gp.streams import game_streams


def senet_decisions(games: int) -> list[list[Board]]:
    """The candidates' boards of decisions of random games."""
    rules = rules_of("senet")
    found = []
    for key in range(games):
        streams = game_streams(key)
        game = Game((RandomPlayer(), RandomPlayer()), streams, rules, draw_start(rules, streams))
        found += [
            [senet_board(candidate) for candidate in choice.decision.candidates]
            for choice in game.choices()
            if not choice.decision.position.in_water
        ]
    return found


def senet_board(candidate: Candidate) -> Board:
    position = candidate.position
    return Board(
        frozenset(position.my_squares),
        frozenset(position.their_squares),
        tuple((move.throw, move.start) for move in candidate.moves),
        candidate.hits,
    )


def board_decisions(game: BoardGame, most: int = 3000) -> list[list[Board]]:
    """As :func:`senet_decisions`, of all positions of a small game, or as many."""
    waiting: list[Position] = list(game.starts())
    seen = set(waiting)
    found = []
    while waiting and len(found) < most:
        decision = game.decision(waiting.pop(), 0, ())
        found.append([candidate_board(game, candidate) for candidate in decision.candidates])
        for candidate in decision.candidates:
            after = game.turned(candidate.position)
            if candidate.result is None and after not in seen:
                seen.add(after)
                waiting.append(after)
    return found
