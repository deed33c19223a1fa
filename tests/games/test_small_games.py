"""The small games: agreement with the slow references, and what every game must hold."""

from __future__ import annotations

import pickle
import random
from collections import deque
from collections.abc import Iterator

import numpy as np
import pytest
from reference_small_games import HEXAPAWN, TIC_TAC_TOE, Reference, pursuit, trilobite
from small_boards import BOARD_GAMES

from senet_gp.games.board.game import Afterstate, BoardGame, Position
from senet_gp.games.hexapawn import Hexapawn
from senet_gp.games.pursuit import Pursuit
from senet_gp.games.registry import GAMES, game_class, game_of
from senet_gp.games.tictactoe import TicTacToe, combinations, is_kept, position_of
from senet_gp.games.trilobite import Trilobite
from senet_gp.runtime.errors import UsageError

REFERENCES = [
    (TicTacToe(), TIC_TAC_TOE),
    (Trilobite(), trilobite(3, 3, 3)),
    (Trilobite(4, 3, 3), trilobite(4, 3, 3)),
    (Trilobite(2, 5, 4), trilobite(2, 5, 4)),
    (Trilobite(5, 2, 2), trilobite(5, 2, 2)),
    (Hexapawn(), HEXAPAWN),
    (Pursuit(), pursuit(4)),
    (Pursuit(3), pursuit(3)),
]
every_game = pytest.mark.parametrize("game", BOARD_GAMES, ids=repr)


def played_games(game: BoardGame, count: int, seed: int) -> Iterator[list[tuple[Position, Afterstate]]]:
    """Games of random moves: each move with the position before it."""
    rng = random.Random(seed)
    for _ in range(count):
        position = rng.choice(game.starts())
        moves: list[tuple[Position, Afterstate]] = []
        while len(moves) < game.most_turns and (not moves or moves[-1][1].result is None):
            afterstate = rng.choice(game.afterstates(position))
            moves.append((position, afterstate))
            position = game.swapped(afterstate.position)
        yield moves


@pytest.mark.parametrize(("game", "reference"), REFERENCES, ids=[repr(game) for game, _ in REFERENCES])
def test_every_reachable_position_is_as_in_the_reference(game: BoardGame, reference: Reference) -> None:
    assert [game.text(start) for start in game.starts()] == [reference.seen(s, 0) for s in reference.starts]
    waiting = deque((start, 0) for start in reference.starts)
    known = set(waiting)
    while waiting:
        state, seat = waiting.popleft()
        position = game.position_from(reference.seen(state, seat))
        afterstates = game.afterstates(position)
        found = [
            (game.notation(c, seat), game.text(c.position), game.text(game.swapped(c.position)), c.result)
            for c in afterstates
        ]
        moves = reference.moves(state)
        assert found == [
            (notation, reference.seen(after, seat), reference.seen(after, 1 - seat), result)
            for notation, after, result in moves
        ]
        for _, after, result in moves:
            if result is None and (after, 1 - seat) not in known:
                known.add((after, 1 - seat))
                waiting.append((after, 1 - seat))


@every_game
def test_candidates_are_legal_and_distinct(game: BoardGame) -> None:
    board = (2 << game.squares) - 2
    for moves in played_games(game, 20, 2):
        for seat, (position, _) in zip([0, 1] * len(moves), moves, strict=False):
            afterstates = game.afterstates(position)
            assert 1 <= len(afterstates) <= game.max_afterstates
            assert len(set(afterstates)) == len(afterstates)
            names = [game.notation(afterstate, seat) for afterstate in afterstates]
            assert len(set(names)) == len(names)
            assert [game.afterstate_named(afterstates, seat, name) for name in names] == list(
                range(len(afterstates))
            )
            for afterstate in afterstates:
                after = afterstate.position
                assert not (after.mine | after.theirs) & ~board
                assert not after.mine & after.theirs or afterstate.result is not None
                assert after.mine >> afterstate.target & 1
                assert (after.mine & ~(1 << afterstate.target)) == position.mine & ~(1 << afterstate.start)
            with pytest.raises(UsageError, match="'zz' is not a move here: the moves are"):
                game.afterstate_named(afterstates, seat, "zz")


@every_game
def test_positions_read_back_and_turn(game: BoardGame) -> None:
    for moves in played_games(game, 20, 3):
        for position, afterstate in moves:
            assert game.position_to_move_from(game.text(position)) == position
            assert afterstate.result is not None or game.position_from(game.text(afterstate.position))
            assert " " not in game.text(position)
            for board in (position, afterstate.position):
                assert game.swapped(game.swapped(board)) == board
                assert game.swapped(board).mine.bit_count() == board.theirs.bit_count()


def test_tic_tac_toe_is_read_in_the_forms_of_its_source() -> None:
    """Every board that the source keeps: as numbers, and with x for crosses even if noughts are to move."""
    game = TicTacToe()
    seen = set()
    for cells in filter(is_kept, combinations()):
        position = position_of(cells)
        assert game.position_as_written(",".join(map(str, cells))) == position
        assert game.position_as_written(str(list(cells))) == position
        assert game.position_as_written("".join(".ox"[cell] for cell in cells)) == position
        assert game.position_as_written(game.text(position)) == position
        assert game.side_to_move(position) == ("noughts" if sum(cells) else "crosses")
        seen.add(game.text(position))
    assert len(seen) == 4536


def test_hexapawn_is_read_in_the_form_of_its_source() -> None:
    game = Hexapawn()
    assert game.position_to_move_from("[1,2,3]-[7,8,9]") == game.starts()[0]
    assert game.position_to_move_from("[3, 2, 1] - [7, 8, 9]") == game.starts()[0]
    assert game.text(game.position_as_written("[3,5]-[8]")) == "..x.x..o."
    assert game.text(game.position_as_written("[]-[8]")) == ".......o."
    for text, problem in {
        "[1,2]-[2,8]": "a square has pawns of both sides",
        "[1,2,3,4]-[8]": "a side has at most 3 pawns",
        "[1,2,3]-[7,8,10]": "is 9 characters",
        "[1,2,3]-": "is 9 characters",
    }.items():
        with pytest.raises(UsageError, match=problem):
            game.position_as_written(text)


@pytest.mark.parametrize(
    ("parameters", "told"),
    [
        (("trilobite", {}), "A line of three of one player's"),
        (("trilobite", {"width": 5, "line": 4}), "A line of four of one player's"),
        (("pursuit", {}), "After 50 rounds the game"),
        (("pursuit", {"rounds": 7}), "After 7 rounds the game"),
    ],
)
def test_rules_tell_the_numbers_of_this_game(parameters: tuple[str, dict[str, int]], told: str) -> None:
    assert told in game_of(*parameters).rules_text


@pytest.mark.parametrize("game", [Trilobite(), Trilobite(4, 3, 3)], ids=repr)
def test_trilobite_is_read_with_x_for_the_first_mover_too(game: BoardGame) -> None:
    for moves in played_games(game, 30, 8):
        for seat, (position, _) in zip([0, 1] * len(moves), moves, strict=False):
            as_who_began_sees_it = game.swapped(position) if seat else position
            assert game.position_to_move_from(game.text(as_who_began_sees_it)) == position


@every_game
def test_symmetries_map_games_to_games(game: BoardGame) -> None:
    symmetries = game.symmetries()
    assert symmetries[0] == tuple(range(1, game.squares + 1))
    assert len(set(symmetries)) == len(symmetries)
    for symmetry in symmetries:
        assert sorted(symmetry) == list(symmetries[0])
        for moves in played_games(game, 5, 5):
            for position, _ in moves:
                expected = {(game.mapped(c.position, symmetry), c.result) for c in game.afterstates(position)}
                mapped = game.afterstates(game.mapped(position, symmetry))
                assert {(c.position, c.result) for c in mapped} == expected


@every_game
def test_a_game_is_a_value(game: BoardGame) -> None:
    other = pickle.loads(pickle.dumps(game))  # noqa: S301
    assert (other, hash(other)) == (game, hash(game))
    assert game.numbers.dtype == np.int64
    assert game.name in GAMES


def test_symmetries_are_those_of_the_board() -> None:
    numbers = [len(game.symmetries()) for game in (TicTacToe(), Trilobite(), Hexapawn(), Pursuit())]
    assert numbers == [8, 2, 2, 8]
    starts = Pursuit().starts()
    for symmetry in Pursuit().symmetries():
        assert {Pursuit().mapped(start, symmetry) for start in starts} == set(starts)


def test_notation_is_the_boards_own_for_both_players() -> None:
    game = Hexapawn()
    start = game.starts()[0]
    assert [game.notation(c, 0) for c in game.afterstates(start)] == ["1-4", "2-5", "3-6"]
    after = game.swapped(game.afterstates(start)[0].position)
    assert [game.notation(c, 1) for c in game.afterstates(after)] == ["9-6", "8-5", "8x4"]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Trilobite(8, 4, 3), "a board of 8 by 4 is too large for trilobite: it may have 31 squares"),
        (lambda: Trilobite(3, 3, 4), "no line of 4 fits on a board of 3 by 3"),
        (lambda: Trilobite(0, 3, 3), "the width of trilobite is 0, but it must be from 1 to 31"),
        (lambda: Trilobite("3", 3, 3), "width of trilobite is '3', but it must be a whole number"),
        (lambda: Pursuit(2), "the size of pursuit is 2, but it must be from 3 to 5"),
        (lambda: Pursuit(6), "the size of pursuit is 6, but it must be from 3 to 5"),
        (lambda: Pursuit(4, 0), "the rounds of pursuit is 0, but it must be from 1"),
        (lambda: game_class("chess"), "there is no game 'chess': the games are senet, pursuit, hexapawn"),
    ],
)
def test_impossible_games_are_refused(make: object, message: str) -> None:
    assert callable(make)
    with pytest.raises(UsageError, match=message):
        make()


@pytest.mark.parametrize(
    ("game", "text", "message"),
    [
        (TicTacToe(), "xx", "a position of tictactoe is 9 characters"),
        (TicTacToe(), "xx.......", "one side has placed two pieces more"),
        (TicTacToe(), "XXX......", "9 characters 'x', 'o' or '.'"),
        (Trilobite(), "x........", "the piece in cell 0 has nothing below it"),
        (Hexapawn(), "xxxxooo..", "a side has at most 3 pawns"),
        (Pursuit(), "0,0,0,0,-1,-1", "both players on one square"),
        (Pursuit(), "0,0,0,4,-1,-1", "names a square off the board"),
        (Pursuit(), "0,0,1,1,-1,4", "is written x,y,x,y,last,last"),
        (Pursuit(), "٣,0,1,1,-1,-1", "is written x,y,x,y,last,last"),
    ],
)
def test_texts_of_no_position_are_refused(game: BoardGame, text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        game.position_from(text)
