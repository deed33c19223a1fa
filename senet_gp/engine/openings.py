"""Boards that come up in games, from which others can be asked or play on."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from senet_gp.compiled import kernel
from senet_gp.engine.board_play import (
    Buffers,
    CompiledGame,
    board_after,
    buffers_for,
    compiled_game,
    make_move,
)
from senet_gp.engine.participants import Programs, Roster
from senet_gp.engine.program import Code
from senet_gp.engine.results import Indices, Keys
from senet_gp.games.board.afterstates import GOES_ON
from senet_gp.games.board.game import BoardGame
from senet_gp.streams import CHOICES, below, open_streams

Places = NDArray[np.int64]  # (boards, 3): mine, theirs, extra, as the player to move sees them


@kernel
def _meet(
    code: Code,
    roster: Roster,
    player: int,
    other: int,
    most_plies: int,
    game: CompiledGame,
    buffers: Buffers,
    place: Places,
) -> None:
    """Play an opening of at most so many moves: ``place`` becomes a board on which ``player`` is to move."""
    while True:
        plies = below(buffers.streams, CHOICES, most_plies + 1)
        start = below(buffers.streams, CHOICES, len(game.starts))
        mine, theirs, extra = game.starts[start, 0], game.starts[start, 1], game.starts[start, 2]
        result = GOES_ON
        while plies and result == GOES_ON:
            mover = player if plies % 2 == 0 else other
            move = make_move(code, roster, mover, mine, theirs, extra, game, buffers)
            result = buffers.results[move]
            mine, theirs, extra = board_after(move, game, buffers)
            plies -= 1
        if result == GOES_ON:
            place[0], place[1], place[2] = mine, theirs, extra
            return


@kernel
def _meet_all(
    code: Code,
    roster: Roster,
    players: Indices,
    other: int,
    keys: Keys,
    most_plies: int,
    game: CompiledGame,
    buffers: Buffers,
    places: Places,
) -> None:
    for number in range(keys.size):
        open_streams(keys[number], buffers.streams)
        _meet(code, roster, players[number], other, most_plies, game, buffers, places[number])


def met_places(
    programs: Programs, players: Indices, other: int, keys: Keys, most_plies: int, game: BoardGame
) -> Places:
    """Boards that come up in games.

    Args:
        programs: all programs that take part.
        players: for each board, the index of the program that is to move there, and has played until then.
        other: the index of the program that it has played against.
        keys: for each board, the key of its random streams.
        most_plies: so many moves of both have been made at most.
        game: the game, with its parameters.
    """
    places = np.empty((len(keys), 3), np.int64)
    buffers, compiled = buffers_for(programs, game), compiled_game(game)
    _meet_all(programs.code, programs.roster, players, other, keys, most_plies, compiled, buffers, places)
    return places
