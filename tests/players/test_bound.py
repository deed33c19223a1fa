"""Expressions made by hand, bound to the vocabulary of the game that is played."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from plain_words import corners
from thinned import thinned

from primitives import Board, Number, Primitive, Vocabulary, vocabulary_of
from senet_gp.arena import batches
from senet_gp.arena.games import play_games_in_pool
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.match import play_match, round_robin
from senet_gp.engine.participants import RANDOM_MOVER, Source
from senet_gp.engine.results import Pairings
from senet_gp.games.protocol import Game
from senet_gp.games.registry import game_of
from senet_gp.players.parsing import bound, player_from_text
from senet_gp.players.player import ExpressionPlayer, RandomPlayer
from senet_gp.players.search import search_player
from senet_gp.runtime.errors import SenetGpError, UsageError
from senet_gp.runtime.streams import part_keys
from senet_gp.trees.text import from_lisp, to_lisp

SMALL, LARGE = game_of("trilobite"), game_of("trilobite", {"width": 5, "height": 4})


def expression(text: str, game: Game) -> ExpressionPlayer:
    """An expression made by hand, in the vocabulary of a game with its parameters."""
    vocabulary = vocabulary_of(game)
    return ExpressionPlayer(from_lisp(text, vocabulary), vocabulary, text)


def test_an_expression_is_bound_to_the_vocabulary_of_the_game_that_is_played(pool: WorkerPool) -> None:
    """What stands on the lowest row of the large board is beyond the small one, where squares are cyclic."""
    text = "(mul move_to (if_then_else (mine move_to) 2 (sub 1 3)))"
    small, large = expression(text, SMALL), expression(text, LARGE)
    player = bound(small, LARGE)
    assert isinstance(player, ExpressionPlayer)
    assert player.vocabulary is large.vocabulary
    assert (to_lisp(player.tree), player.name) == (text, text)
    assert bound(large, LARGE) is large
    assert bound(RandomPlayer(), LARGE).name == "random"
    reports = [
        play_match(one, RandomPlayer(), games=200, seed=3, pool=pool, game=LARGE).as_json()
        for one in (small, large)
    ]
    assert reports[0] == reports[1]
    assert reports[0]["parameters"] == {"width": 5, "height": 4, "line": 3}
    # With the vocabulary of the small board, other boards would score highest.
    decision = LARGE.decision(LARGE.starts()[0], 0, ())
    assert player.scores(decision) == large.scores(decision) != small.scores(decision)


def test_tournaments_bind_expressions_too(pool: WorkerPool) -> None:
    texts = ("my_moves", "(sub 1 move_to)")
    tables = []
    for game in (SMALL, LARGE):
        players = [*(expression(text, game) for text in texts), RandomPlayer()]
        tables.append(round_robin(players, key=1, pool=pool, game=LARGE, games=20).points.tolist())
    assert tables[0] == tables[1]


def test_expressions_of_other_games_are_refused(pool: WorkerPool) -> None:
    player = expression("my_moves", game_of("hexapawn"))
    with pytest.raises(UsageError, match="a player of hexapawn cannot play trilobite"):
        round_robin([player, RandomPlayer()], key=1, pool=pool, game=SMALL, games=2)


@pytest.mark.parametrize(
    ("player", "of"),
    [
        *(("net", "senet"), ("search:2:net", "senet"), ("minimax", "tictactoe"), ("table", "tictactoe")),
        *(("slips:5:minimax", "tictactoe"), ("minimax", "senet")),
    ],
)
def test_what_knows_another_game_is_refused(player: str, of: str) -> None:
    game = game_of(of, {"pieces": 1} if player == "minimax" and of == "senet" else {})
    with pytest.raises(UsageError, match="is not a player of Hexapawn: name players of one game"):
        bound(player_from_text(player, game), game_of("hexapawn"))


def test_what_another_board_has_no_word_for_is_refused() -> None:
    most = vocabulary_of(LARGE).constants[-1]
    player = expression(f"(add my_moves {most})", LARGE)
    with pytest.raises(UsageError, match="was made for other parameters of the game: bad expression"):
        bound(player, SMALL)


@pytest.mark.parametrize("method", thinned(["fork:2", "spawn:2"], kept=[0]))
def test_own_vocabularies_travel_with_the_players_that_use_them(
    method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though the registered vocabulary has the same name, and though the player is sent as it stands."""
    game = game_of("tictactoe")
    usual = vocabulary_of(game)
    words = Vocabulary(
        game, usual.name, (*usual.primitives, Primitive(corners, (), Number, high=4)), range(1, 4), 9
    )
    player = ExpressionPlayer(from_lisp("(add corners move_to)", words), words, "mine")
    again = pickle.loads(pickle.dumps(player))  # noqa: S301 - our own
    assert (to_lisp(again.tree), again.vocabulary.digest, again.name) == (
        to_lisp(player.tree),
        words.digest,
        player.name,
    )
    pairings = Pairings(np.zeros(8, np.int64), np.ones(8, np.int64), part_keys(3, 8))
    searching = search_player(player, 2, game)
    # So every worker has several batches.
    monkeypatch.setattr(batches, "_MAX_WORK", 1)
    with WorkerPool(1) as here, WorkerPool(method) as pool:
        results = [
            play_games_in_pool(each, [searching, RANDOM_MOVER], pairings, game) for each in (here, pool)
        ]
    for one, other in zip(*results, strict=True):
        assert np.array_equal(one, other)


def test_what_cannot_be_sent_is_refused_in_a_sentence() -> None:
    def local(_board: Board) -> int:
        return 0

    game = game_of("tictactoe")
    usual = vocabulary_of(game)
    words = Vocabulary(game, "own", (*usual.primitives, Primitive(local, (), Number)), range(1, 4), 9)
    source = Source.of(from_lisp("(add local local)", words), words)
    pairings = Pairings(np.zeros(40, np.int64), np.ones(40, np.int64), part_keys(3, 40))
    with WorkerPool(2) as pool, pytest.raises(SenetGpError, match=r"cannot be sent to a worker \(.*local"):
        play_games_in_pool(pool, [source, RANDOM_MOVER], pairings, game)
