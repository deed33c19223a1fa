"""Decisions in games without throws: each choice is worth the worst of the playouts that follow it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.board_movers import Buffers, CompiledGame, board_after, buffers_for, compiled_game
from senet_gp.engine.board_play import play_on
from senet_gp.engine.decisions import Cases
from senet_gp.engine.evaluator import room_for
from senet_gp.engine.participants import Programs, Roster
from senet_gp.engine.program import Code
from senet_gp.engine.results import Indices, Keys, Positions
from senet_gp.games.board.game import BoardGame
from senet_gp.games.board.rules import EXTRA, GOES_ON, MINE, THEIRS, Boards, successors
from senet_gp.runtime.compiled import kernel, uint64
from senet_gp.runtime.streams import derived_key, open_streams


@kernel
def _play_out(
    code: Code,
    roster: Roster,
    positions: Positions,
    partners: Indices,
    opponents: Indices,
    keys: Keys,
    most_plies: int,
    game: CompiledGame,
    buffers: Buffers,
    boards: Boards,
    begins: Indices,
    outcomes: NDArray[np.int8],
    turns: Indices,
) -> None:
    """Fill ``boards``, ``begins``, ``outcomes`` and ``turns``, which are the arrays of ``Cases``."""
    number = 0
    for case in range(len(positions)):
        mine, theirs, extra = positions[case, 0], positions[case, 1], positions[case, 2]
        begins[case] = number
        count = successors(game.rules, mine, theirs, extra, buffers.boards, buffers.results)
        if game.policy:
            boards[MINE, case], boards[THEIRS, case], boards[EXTRA, case] = mine, theirs, extra
        for choice in range(count):
            # Playing on overwrites the buffers.
            successors(game.rules, mine, theirs, extra, buffers.boards, buffers.results)
            if not game.policy:
                for column in range(len(boards)):
                    boards[column, number] = buffers.boards[column, choice]
            outcomes[number], turns[number] = 1, 1
            if buffers.results[choice] != GOES_ON:
                outcomes[number] = buffers.results[choice]
            else:
                x, y, z = board_after(choice, game, buffers)
                for playout in range(partners.shape[1]):
                    open_streams(derived_key(keys[case], uint64(playout)), buffers.streams)
                    opponent, partner = opponents[case, playout], partners[case, playout]
                    theirs_is, plies, _ = play_on(
                        code, roster, opponent, partner, x, y, z, most_plies - 1, game, buffers
                    )
                    outcomes[number] = min(outcomes[number], -theirs_is)
                    turns[number] = max(turns[number], 1 + plies)
            number += 1
    begins[len(positions)] = number


def played_out(
    programs: Programs,
    positions: Positions,
    partners: Indices,
    opponents: Indices,
    keys: Keys,
    most_turns: int,
    game: BoardGame,
) -> Cases:
    """What choices lead to (see :func:`senet_gp.engine.positions.played_out`): their worst playout."""
    most = len(positions) * game.max_afterstates
    boards = np.zeros((4, room_for(most)), np.uint32)
    begins, turns = np.empty(len(positions) + 1, np.int64), np.empty(most, np.int64)
    outcomes = np.empty(most, np.int8)
    _play_out(
        programs.code,
        programs.roster,
        positions,
        partners,
        opponents,
        keys,
        min(most_turns, game.most_plies),
        compiled_game(game),
        buffers_for(programs, game),
        boards,
        begins,
        outcomes,
        turns,
    )
    return Cases(boards, begins, outcomes, turns, game.policy)
