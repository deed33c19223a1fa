"""Compiled games and duels of the small games are those that their rules play as objects."""

from __future__ import annotations

import random
from typing import NamedTuple

import numpy as np
import pytest
from leaping_game import ENTRY, Leaping
from small_boards import BOARD_GAMES, candidate_board, plain_board
from strategies import random_tree

from primitives import vocabulary_of
from primitives.vocabulary import Node
from senet_gp.engine import board_play
from senet_gp.engine.participants import RANDOM_MOVER, joined
from senet_gp.engine.program import Program, translate
from senet_gp.engine.results import Pairings
from senet_gp.games.board.game import Afterstate, BoardGame, Position
from senet_gp.games.hexapawn import Hexapawn
from senet_gp.games.pursuit import Pursuit
from senet_gp.games.registry import GAMES
from senet_gp.games.tictactoe import TicTacToe
from senet_gp.games.trilobite import Trilobite
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.streams import CHOICES, Streams, below, game_streams, key_of, part_key, part_keys
from senet_gp.trees import plain
from senet_gp.trees.individual import random_individual
from senet_gp.trees.text import from_lisp

_LOTS = 1 << 32
every_game = pytest.mark.parametrize("game", BOARD_GAMES, ids=repr)

#: An expression; None stands for the random mover.
Tree = list[Node] | None


class Played(NamedTuple):
    """A game as the rules as objects play it."""

    outcome: int
    plies: int
    self_loss: bool


def some_trees(game: BoardGame, count: int, seed: int) -> list[Tree]:
    rng, vocabulary = random.Random(seed), vocabulary_of(game)
    drawn: list[Tree] = [list(random_individual(vocabulary, rng)) for _ in range(count // 2)]
    return [None, *drawn, *(random_tree(rng, vocabulary, 40) for _ in range(count - len(drawn) - 1))]


def program_of(game: BoardGame, tree: Tree) -> Program:
    return RANDOM_MOVER if tree is None else translate(tree, vocabulary_of(game))


def choice(
    game: BoardGame, tree: Tree, position: Position, afterstates: list[Afterstate], streams: Streams
) -> int:
    """The move of an expression, by its plain meaning."""
    if len(afterstates) == 1:
        return 0
    if tree is None:
        return int(below(streams, CHOICES, len(afterstates)))
    if game.policy:
        return plain.value(tree, vocabulary_of(game), plain_board(game, position)) % len(afterstates)
    values = [plain.value(tree, vocabulary_of(game), candidate_board(game, c)) for c in afterstates]
    best = [index for index, value in enumerate(values) if value == max(values)]
    return best[below(streams, CHOICES, len(best))] if len(best) > 1 else best[0]


def replay(game: BoardGame, trees: tuple[Tree, Tree], key: int) -> Played:
    """The game of that key, move by move."""
    streams = game_streams(key)
    starts = game.starts()
    position = starts[below(streams, CHOICES, len(starts))] if len(starts) > 1 else starts[0]
    for ply in range(game.most_turns):
        afterstates = game.afterstates(position)
        played = afterstates[choice(game, trees[ply % 2], position, afterstates, streams)]
        if played.result is not None:
            sign = 1 if ply % 2 == 0 else -1
            return Played(sign * played.result, ply + 1, played.result < 0)
        position = game.swapped(played.position)
    return Played(0, game.most_turns, self_loss=False)


@every_game
def test_both_paths_play_the_same_games(game: BoardGame) -> None:
    trees = some_trees(game, 8, 5)
    programs = joined([program_of(game, tree) for tree in trees])
    rng = random.Random(6)
    count = 60
    first = np.array([rng.randrange(8) for _ in range(count)])
    second = np.array([rng.randrange(8) for _ in range(count)])
    keys = part_keys(key_of(7), count)
    results = board_play.play_games(programs, Pairings(first, second, keys), game)
    assert not results.luck.any()
    for index in range(count):
        expected = replay(game, (trees[first[index]], trees[second[index]]), int(keys[index]))
        assert (results.outcomes[index], results.turns[index], results.self_losses[index]) == expected


def test_a_game_may_have_more_moves_than_a_number_has_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, Leaping.name, ENTRY)
    game = Leaping()
    texts = (
        "(if_then_else (empty 4) 2 1)",
        "(if_then_else (and_ (empty 4) (mine 7)) 3 1)",
        "(if_then_else (empty 1) 2 1)",
    )
    trees: list[Tree] = [from_lisp(text, vocabulary_of(game)) for text in texts]
    programs = joined([program_of(game, tree) for tree in trees])
    first, second = (np.repeat([0, 1, 2], 3), np.tile([0, 1, 2], 3))
    keys = part_keys(key_of(7), 9)
    results = board_play.play_games(programs, Pairings(first, second, keys), game)
    for index in range(9):
        expected = replay(game, (trees[first[index]], trees[second[index]]), int(keys[index]))
        assert (results.outcomes[index], results.turns[index], results.self_losses[index]) == expected


def expected_match(game: BoardGame, a: Tree, b: Tree, key: int, games: int) -> tuple[bool, int, int, int]:
    """A duel as the tournament defines it, game by game, played by the rules as objects."""
    streams = game_streams(part_key(key, _LOTS))
    points = [0, 0]  # two for a win, one for a draw
    plies = self_losses = 0
    number = 0
    while number < games + 2:
        left = games - number
        if left > 0 and abs(points[0] - points[1]) > 2 * left:
            break  # decided
        if left == 0 and points[0] != points[1]:
            break
        a_first = number % 2 == 0 if left > 0 else left % 2 == 0
        if left == 1 and games % 2 and games > 1:
            a_first = below(streams, CHOICES, 2) == 0
        played = replay(game, (a, b) if a_first else (b, a), part_key(key, number))
        outcome = played.outcome if a_first else -played.outcome
        points[0] += 1 + outcome
        points[1] += 1 - outcome
        plies += played.plies
        self_losses += played.self_loss
        number += 1
    if points[0] == points[1]:
        points[below(streams, CHOICES, 2)] += 1
    return points[1] > points[0], number, plies, self_losses


@pytest.mark.parametrize("games", [1, 2, 3, 4])
@pytest.mark.parametrize("game", [TicTacToe(), Hexapawn(), Trilobite(), Pursuit(4, 6)], ids=repr)
def test_matches(game: BoardGame, games: int) -> None:
    trees = some_trees(game, 5, 15)
    programs = joined([program_of(game, tree) for tree in trees])
    rng = random.Random(16)
    count = 30
    first = np.array([rng.randrange(5) for _ in range(count)])
    second = np.array([rng.randrange(5) for _ in range(count)])
    keys = part_keys(key_of(17), count)
    results = board_play.play_duels(programs, Pairings(first, second, keys), games, game)
    for index in range(count):
        found = tuple(column[index] for column in results)
        assert found == expected_match(
            game, trees[first[index]], trees[second[index]], int(keys[index]), games
        )


def test_random_movers_win_tictactoe_as_often_as_is_known() -> None:
    """Exactly 737/1260, 121/420 and 8/63 of random games are won by crosses, by noughts, and drawn."""
    count = 40_000
    nobody = np.zeros(count, int)
    results = board_play.play_games(
        joined([RANDOM_MOVER]), Pairings(nobody, nobody, part_keys(1, count)), TicTacToe()
    )
    for outcome, chance in ((1, 737 / 1260), (-1, 121 / 420), (0, 8 / 63)):
        error = np.sqrt(chance * (1 - chance) / count)
        assert abs((results.outcomes == outcome).mean() - chance) < 4 * error


def test_a_policy_that_repeats_itself_loses_by_its_own_move() -> None:
    game, vocabulary = Pursuit(), vocabulary_of(Pursuit())
    stubborn = translate(from_lisp("2", vocabulary), vocabulary)
    careful = translate(from_lisp("(if_then_else (greater 1 own_last_move) 1 0)", vocabulary), vocabulary)
    count = 200
    zeros = np.zeros(count, int)
    results = board_play.play_games(
        joined([stubborn, careful]), Pairings(zeros, zeros + 1, part_keys(3, count)), game
    )
    assert results.self_losses.any()
    assert (results.turns[results.self_losses] == 3).all()
    assert (results.outcomes[results.self_losses] == -1).all()


def test_a_negative_value_names_a_move_too() -> None:
    game, vocabulary = Pursuit(), vocabulary_of(Pursuit())
    texts = [f"(sub {k} (mul 1 (add 3 1)))" for k in range(4)]
    low = joined([translate(from_lisp(text, vocabulary), vocabulary) for text in texts])
    same = joined([translate(from_lisp(str(k), vocabulary), vocabulary) for k in range(4)])
    rng = random.Random(1)
    first, second = (np.array([rng.randrange(4) for _ in range(200)]) for _ in range(2))
    keys = part_keys(4, 200)
    for a, b in zip(
        board_play.play_games(low, Pairings(first, second, keys), game),
        board_play.play_games(same, Pairings(first, second, keys), game),
        strict=True,
    ):
        assert np.array_equal(a, b)


@every_game
def test_what_is_remembered_changes_no_game(game: BoardGame) -> None:
    """Games one by one begin with an empty memory; of many at once it is full, and overwritten."""
    count, players = 600, 12
    programs = joined([program_of(game, tree) for tree in some_trees(game, players, 5)])
    rng = np.random.default_rng(5)
    first, second = rng.integers(0, players, (2, count))
    keys = part_keys(6, count)
    together = board_play.play_games(programs, Pairings(first, second, keys), game)
    for number in range(count):
        one = slice(number, number + 1)
        alone = board_play.play_games(programs, Pairings(first[one], second[one], keys[one]), game)
        for a, b in zip(together, alone, strict=True):
            assert a[number] == b[0]


def test_equal_players_win_equally_often() -> None:
    count = 4000
    nobody = np.zeros(count, int)
    programs = joined([RANDOM_MOVER])
    results = board_play.play_duels(
        programs, Pairings(nobody, nobody, part_keys(key_of(3), count)), 3, TicTacToe()
    )
    assert abs(results.second_won.mean() - 0.5) < 4 * 0.5 / np.sqrt(count)
    assert set(results.games.tolist()) == {2, 3, 5}


class FewMoves(TicTacToe):
    """It says that no position has more than five moves."""

    max_afterstates = 5


def test_more_moves_than_the_game_says_are_refused_however_it_is_played() -> None:
    programs, one, keys = joined([RANDOM_MOVER]), np.zeros(3, np.int64), part_keys(1, 3)
    pairings = Pairings(one, one, keys)
    with pytest.raises(UsageError, match=r"has listed [6-9] boards, and max_afterstates of Tic-tac-toe is 5"):
        board_play.play_games(programs, pairings, FewMoves())
    with pytest.raises(UsageError, match="max_afterstates"):
        board_play.play_duels(programs, pairings, 1, FewMoves())
