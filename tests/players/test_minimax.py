"""The player that plays perfectly."""

from __future__ import annotations

import pickle

import pytest

from senet_gp.games.board.game import BoardDecision, BoardGame
from senet_gp.games.hexapawn import Hexapawn
from senet_gp.games.pursuit import Pursuit
from senet_gp.games.solving.perfect import PerfectPlay, graph, values
from senet_gp.games.tictactoe import TicTacToe
from senet_gp.games.trilobite import Trilobite
from senet_gp.players.search import MinimaxPlayer
from senet_gp.runtime.streams import game_streams


@pytest.mark.parametrize(
    "game", [Hexapawn(), TicTacToe(), Trilobite(), Pursuit()], ids=lambda game: game.name
)
def test_it_plays_the_first_of_the_best_moves(game: BoardGame) -> None:
    player = MinimaxPlayer(game)
    moves = graph(game, game.starts())
    known = values(game, moves)
    for position, afterstates in moves.items():
        decision = BoardDecision(game, 0, position, afterstates)
        ratings = [
            -known[game.swapped(c.position)].result if c.result is None else c.result for c in afterstates
        ]
        assert player.scores(decision) == ratings
        assert player.possible(decision) == [ratings.index(known[position].result)]


def test_it_is_pickled_without_what_it_has_found_out() -> None:
    game = Trilobite()
    player = MinimaxPlayer(game)
    decision = BoardDecision(game, 0, game.starts()[0], game.afterstates(game.starts()[0]))
    assert player.choose(decision, game_streams(1)) == 0
    assert len(pickle.dumps(player)) < 1000
    other = pickle.loads(pickle.dumps(player))  # noqa: S301
    assert (other.name, other.game, other.choose(decision, game_streams(2))) == ("minimax", game, 0)
    perfect = PerfectPlay(game)
    value = perfect.value(game.starts()[0])
    assert len(pickle.dumps(perfect)) < 1000
    assert pickle.loads(pickle.dumps(perfect)).value(game.starts()[0]) == value  # noqa: S301
