"""Looking ahead in the small games, held against slow minimax without windows and against perfect play."""

from __future__ import annotations

import dataclasses
import pickle
import random
from typing import Protocol

import pytest

from primitives import Board, Vocabulary, vocabulary_of
from senet_gp.arena.verdict import verdict
from senet_gp.engine.dice_search import WON
from senet_gp.games.board.game import Afterstate, BoardDecision, BoardGame, Position, squares_of
from senet_gp.games.hexapawn import Hexapawn
from senet_gp.games.solving.perfect import graph, values
from senet_gp.games.tictactoe import TicTacToe
from senet_gp.games.trilobite import Trilobite
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer
from senet_gp.players.search import BoardSearch, search_player
from senet_gp.runtime.errors import UsageError
from senet_gp.trees import plain
from senet_gp.trees.text import from_lisp

#: No difference of the same for both sides, so that a mistaken point of view shows.
LOPSIDED = "expr:(add (mul 7 my_moves) (sub (mul 3 (if_then_else (mine 5) 4 their_moves)) my_pieces))"
GAMES: list[BoardGame] = [TicTacToe(), Hexapawn(), Trilobite(), Trilobite(4, 3, 3)]
every_game = pytest.mark.parametrize("game", GAMES, ids=repr)


def search(text: str, game: BoardGame) -> BoardSearch:
    player = player_from_text(text, game)
    assert isinstance(player, BoardSearch)
    return player


class Worth(Protocol):
    """What a move is worth to the searcher, with so many turns to look at behind it."""

    def __call__(self, move: Afterstate, left: int, *, by_searcher: bool) -> float:
        """Look so many turns behind a move."""


def loses(game: BoardGame, move: Afterstate) -> bool:
    """Whether it lets the opponent win at once; no move of these games loses by itself."""
    return move.result is None and any(
        reply.result == 1 for reply in game.afterstates(game.swapped(move.position))
    )


def slow(player: BoardSearch, game: BoardGame) -> Worth:
    """A function that says what a move is worth to the searcher, with so many turns to look at behind it.

    It reads boards by the plain meaning, looks at every move, and knows nothing of windows.
    """

    def evaluated(afterstate: Afterstate, by_searcher: bool) -> float:
        after = afterstate.position if by_searcher else game.swapped(afterstate.position)
        move = {"start": afterstate.start, "target": afterstate.target} if by_searcher else {}
        mine, theirs = (frozenset(squares_of(side)) for side in (after.mine, after.theirs))
        board = Board(mine, theirs, squares=game.squares, width=game.geometry.width, **move)
        return plain.value(player.base.tree, player.base.vocabulary, board)

    def worth(move: Afterstate, left: int, *, by_searcher: bool) -> float:
        sign = 1 if by_searcher else -1
        if move.result is not None:
            return sign * WON * move.result
        replies = game.afterstates(game.swapped(move.position))
        if player.deeper:
            if any(reply.result == 1 for reply in replies):
                return -sign * WON
            answers = [reply for reply in replies if not loses(game, reply)]
            if not answers:
                return sign * WON
            if len(answers) == 1:
                return worth(answers[0], left, by_searcher=not by_searcher)
        if left == 0:
            return evaluated(move, by_searcher)
        found = [worth(reply, left - 1, by_searcher=not by_searcher) for reply in replies]
        return min(found) if by_searcher else max(found)

    return worth


def some_positions(game: BoardGame, count: int, seed: int) -> list[Position]:
    reachable = list(graph(game, game.starts()))
    return random.Random(seed).sample(reachable, min(count, len(reachable)))


@every_game
@pytest.mark.parametrize("turns", ["2", "3", "1+", "2+", "3+"])
def test_moves_are_worth_what_slow_minimax_says(game: BoardGame, turns: str) -> None:
    player = search(f"search:{turns}:{LOPSIDED}", game)
    worth = slow(player, game)
    for position in some_positions(game, 12, 4):
        afterstates = game.afterstates(position)
        found = player.scores(BoardDecision(game, 0, position, afterstates))
        assert found == [worth(afterstate, player.turns - 1, by_searcher=True) for afterstate in afterstates]


@every_game
def test_what_looking_deeper_proves_is_so_and_is_no_less_than_before(game: BoardGame) -> None:
    """Its wins and losses are those of perfect play, and it knows all that a plain search as deep knows."""
    known = values(game, graph(game, game.starts()))
    more = 0
    for position in some_positions(game, 60, 5):
        asked = BoardDecision(game, 0, position, game.afterstates(position))
        plainly, deeper = (search(f"search:{turns}:expr:1", game).scores(asked) for turns in ("2", "2+"))
        for afterstate, before, after in zip(asked.afterstates, plainly, deeper, strict=True):
            if abs(after) == WON:
                after_move = game.swapped(afterstate.position)
                result = afterstate.result if afterstate.result is not None else -known[after_move].result
                assert after == WON * result
            more += abs(after) == WON and abs(before) != WON
            assert abs(before) != WON or after == before
    assert more


@pytest.mark.parametrize(("game", "turns"), [(TicTacToe(), 9), (Hexapawn(), 7), (Trilobite(), 9)], ids=repr)
def test_a_search_to_the_end_decides_the_game(game: BoardGame, turns: int) -> None:
    """With as many turns as a game can have, what is played is perfect."""
    known = values(game, graph(game, game.starts()))
    late = [p for p in some_positions(game, 400, 6) if (p.mine | p.theirs).bit_count() >= 4]
    for text in (f"search:{turns}:expr:1", f"search:{turns}+:expr:1"):
        player = search(text, game)
        for position in late[:25]:
            asked = BoardDecision(game, 0, position, game.afterstates(position))
            assert max(player.scores(asked)) == WON * known[position].result


@pytest.mark.slow
def test_three_turns_and_the_threats_behind_them_never_lose_at_tictactoe() -> None:
    """Neither search has an evaluation; the one that does not follow threats loses as first mover."""
    game = TicTacToe()
    found = verdict(game, search("search:3+:expr:1", game))
    assert [seat.worst for seat in found.seats] == [0, 0]
    assert verdict(game, search("search:3:expr:1", game)).seats[0].worst == -1


def test_it_is_a_player_like_any_other() -> None:
    game = TicTacToe()
    player = search(f"search:2+:{LOPSIDED}", game)
    assert player.name == f"search:2+:{LOPSIDED}"
    again = pickle.loads(pickle.dumps(player))  # noqa: S301 - our own
    position = game.position_to_move_from("xx......o")
    asked = BoardDecision(game, 0, position, game.afterstates(position))
    assert again.name == player.name
    assert again.scores(asked) == player.scores(asked)


@pytest.mark.parametrize(
    ("text", "game", "message"),
    [
        ("search:2+:expr:1", "senet", r"Senet has no threats .*: write search:2:PLAYER$"),
        ("search:2+:expr:own_x", "pursuit", "it cannot look ahead"),
        ("search:0+:expr:1", "tictactoe", "a search looks 1 to 9 turns ahead here, not 0"),
        ("search:+:expr:1", "tictactoe", r"write search:TURNS:PLAYER, .* \+ after it looks deeper"),
        ("search:2++:expr:1", "tictactoe", "write search:TURNS:PLAYER"),
        ("search:1+:search:1+:expr:1", "tictactoe", "has no evaluation function to look ahead with"),
    ],
)
def test_mistakes_are_reported(text: str, game: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        player_from_text(text, game)


def test_words_without_kernels_look_ahead_alike() -> None:
    """The same expression twice, its word once with a kernel and once without."""
    game = TicTacToe()
    usual = vocabulary_of(game)
    word = usual.by_name["my_moves"]
    bare = tuple(dataclasses.replace(w, compiled=None) if w is word else w for w in usual.primitives)
    words = Vocabulary(game, "plain", bare, usual.constants, usual.squares)
    text = "(sub (mul my_moves 3) move_to)"
    for turns, deeper in ((2, False), (3, False), (1, True)):
        one, other = (
            search_player(ExpressionPlayer(from_lisp(text, each), each, "own"), turns, game, deeper=deeper)
            for each in (usual, words)
        )
        for position in ("x.o......", "..x.o....", "xox......"):
            decision = game.decision(game.position_from(position), 0, ())
            assert one.scores(decision) == other.scores(decision)


class Shuttle(TicTacToe):
    """Each player has one move, and no game ends by itself."""

    def afterstates(self, position: Position) -> list[Afterstate]:
        """Nothing changes."""
        return [Afterstate(position, 0, 1, None)]


def test_a_line_of_single_moves_without_end_is_a_draw() -> None:
    game, words = Shuttle(), vocabulary_of(TicTacToe())
    player = search_player(ExpressionPlayer(from_lisp("7", words), words, "seven"), 1, game, deeper=True)
    assert player.scores(game.decision(Position(0b10, 0b100), 0, ())) == [0.0]
