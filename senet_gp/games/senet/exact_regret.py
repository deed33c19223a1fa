"""What a player of Senet with few pieces gives away by its choices, found exactly or estimated from games.

A verdict on a player (:mod:`senet_gp.games.senet.exact_verdict`) consists of these numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import factorial, prod, sqrt
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from senet_gp import interruption
from senet_gp.engine.evaluator import scores_of
from senet_gp.engine.participants import NO_NOISE, Compiled
from senet_gp.errors import UsageError
from senet_gp.games.protocol import Decision
from senet_gp.games.senet import policy_values
from senet_gp.games.senet.board_numbers import number_of_boards
from senet_gp.games.senet.few_pieces import ChanceTable
from senet_gp.games.senet.game import Senet
from senet_gp.games.senet.moves import Position
from senet_gp.games.senet.perfect_player import ScoresEnds
from senet_gp.games.senet.policy_values import Ends
from senet_gp.games.senet.rules import starting_masks
from senet_gp.games.senet.throws import throw_group_chances, throw_groups, unpacked_throws
from senet_gp.games.senet.turns import new_workspace
from senet_gp.games.senet.value_iteration import Show, block_groups, boards_by_distance
from senet_gp.players.player import Player
from senet_gp.quoting import shortened
from senet_gp.streams import STREAMS

#: The values are exact when a sweep changes none by more than this.
_STILL = 1e-13
_BOARDS_AT_ONCE = 256
_GAMES_AT_ONCE = 1000

#: Scores of the ends of decisions: from the positions before, (2, decisions), and their packed throws.
Scores = Callable[[Ends, NDArray[np.uint32], NDArray[np.int64]], NDArray[np.float64]]


@runtime_checkable
class _ScoresDecisions(Protocol):
    def scores(self, decision: Decision) -> Any:
        """The score of each afterstate of a decision, a number that is higher for a better one."""


def _compiled(player: Player) -> Compiled | None:
    """What scores ends of turns for a player in compiled code, if anything does."""
    own = player.participant
    compiled = own.compiled() if own is not None and own.has_kernels else None
    return compiled if compiled is not None and compiled.noise == NO_NOISE else None


def is_fast(player: Player) -> bool:
    """Whether compiled code, or numpy, scores many ends of turns at once."""
    return isinstance(player, ScoresEnds) or _compiled(player) is not None


def scores_by(player: Player, game: Senet) -> Scores:
    """The function that scores the ends of decisions as a player does.

    Raises:
        UsageError: if the player does not say how it scores them.
    """
    if isinstance(player, ScoresEnds):
        scored = player.end_scores
        return lambda ends, _positions, _throws: scored(ends.boards, ends.goes_on)
    compiled = _compiled(player)
    if compiled is not None:
        program = compiled.program
        if program is None:  # it moves at random
            return lambda ends, _positions, _throws: np.zeros(ends.goes_on.size)
        return lambda ends, _positions, _throws: scores_of(program, ends.boards).astype(np.float64)
    if not isinstance(player, _ScoresDecisions):
        raise UsageError(
            f"{shortened(player.name)} does not say how it scores what it can choose, so its regret cannot "
            "be found: name an expression, a search, random, or minimax"
        )
    decided = player.scores

    def one_by_one(
        _ends: Ends, positions: NDArray[np.uint32], throws: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """The scores of the ends of each decision, which the player is asked for by itself."""
        found: list[float] = []
        for (mine, theirs), held in zip(positions.T.tolist(), throws.tolist(), strict=True):
            interruption.check()
            found.extend(decided(game.decision(Position(mine, theirs), 0, unpacked_throws(held))))
        return np.array(found, np.float64)

    return one_by_one


def _room(pieces: int, throws: tuple[int, ...]) -> int:
    """A number of ends that a decision cannot have more than."""
    orders = factorial(len(throws)) // prod(factorial(throws.count(throw)) for throw in set(throws))
    ends: int = orders * pieces ** len(throws)
    return ends


def _new_ends(decisions: int, room: int) -> Ends:
    return Ends(np.zeros((4, room), np.uint32), np.zeros(room, np.bool_), np.zeros(decisions + 1, np.int64))


def _filled(ends: Ends, decisions: int) -> Ends:
    """The part of the arrays that so many decisions fill."""
    count = ends.begins[decisions]
    return Ends(ends.boards[:, :count], ends.goes_on[:count], ends.begins[: decisions + 1])


def policy_chances(game: Senet, table: ChanceTable, scores: Scores, show: Show | None) -> tuple[float, float]:
    """A player's exact chances of winning against perfect play, in games without a limit of turns.

    Where the player scores several ends equally, it chooses each of them equally often.

    Args:
        game: Senet with few pieces a side.
        table: the exact chances, of boards with at least as many pieces.
        scores: how the player scores what it can choose.
        show: is told how much is done.

    Returns:
        The chances, 0 to 1, moving first and moving second.

    Raises:
        KeyboardInterrupt: if the person interrupts the program.
    """
    pieces = game.pieces
    boards = boards_by_distance(block for group in block_groups(pieces) for block in group)[0]
    policies = [
        (part, [_policy(part, side, pieces, table, scores) for side in (0, 1)])
        for part in _parts(boards, show)
    ]
    _, weights = throw_group_chances()
    size = number_of_boards(pieces)
    values = np.full(2 * size + 2, 0.5)
    values[-2:] = 1.0, 0.0
    change = 1.0
    while change > _STILL:
        interruption.check()
        change = max(
            policy_values.evaluate(part, side, weights, *policy, values)
            for part, policies_of_sides in policies
            for side, policy in enumerate(policies_of_sides)
        )
    mine, theirs = starting_masks(pieces)
    # The board is the first mover's: as the second, the player waits for the opponent to move on it.
    start = int(policy_values.number_of(mine, theirs))
    return float(values[start]), float(values[size + start])


def _parts(boards: NDArray[np.uint32], show: Show | None) -> Iterator[NDArray[np.uint32]]:
    """Boards, some hundreds at a time."""
    for begin in range(0, boards.shape[1], _BOARDS_AT_ONCE):
        interruption.check()
        if show is not None:
            show(begin / boards.shape[1], "choices on all boards")
        yield np.ascontiguousarray(boards[:, begin : begin + _BOARDS_AT_ONCE])


def _policy(
    boards: NDArray[np.uint32], side: int, pieces: int, table: ChanceTable, scores: Scores
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """How many choices each decision on some boards has, and what they lead to (see ``keep_best``)."""
    groups = list(throw_groups())
    packed, _ = throw_group_chances()
    again = np.array([not set(throws) & {2, 3} for throws in groups])
    decisions = boards.shape[1] * len(groups)
    ends = _new_ends(decisions, boards.shape[1] * sum(_room(pieces, throws) for throws in groups))
    policy_values.list_ends(boards, packed, again, ends, new_workspace())
    ends = _filled(ends, decisions)
    if side:
        found = table.after_chances(ends.boards[0], ends.boards[1], ends.goes_on)
    else:
        decided = np.diff(ends.begins) > 0
        positions = np.repeat(boards, len(groups), axis=1)[:, decided]
        found = scores(ends, positions, np.tile(packed, boards.shape[1])[decided])
    counts, kept = np.zeros(decisions, np.int32), np.zeros(ends.goes_on.size, np.int32)
    total = policy_values.keep_best(ends, found, side, number_of_boards(pieces), counts, kept)
    return counts, kept[:total].copy()


def estimated_regret(
    game: Senet, table: ChanceTable, scores: Scores, asked: tuple[int, int, int], show: Show | None
) -> tuple[float, float]:
    """The mean of what a player gives away in a game, and its standard error.

    Args:
        game: the game.
        table: the exact chances.
        scores: how the player scores what it can choose.
        asked: the player's seat, the number of games, and their key.
        show: is told how much is done.
    """
    seat, games, key = asked
    losses = np.zeros(games)
    for begin in range(0, games, _GAMES_AT_ONCE):
        if show is not None:
            show((seat + begin / games) / 2, f"{seat * games + begin:,} games")
        part = losses[begin : begin + _GAMES_AT_ONCE]
        play_games(game, table, scores, (seat, begin, key), part)
    return float(losses.mean()), float(losses.std(ddof=1) / sqrt(games))


def play_games(
    game: Senet, table: ChanceTable, scores: Scores, asked: tuple[int, int, int], losses: NDArray[np.float64]
) -> NDArray[np.int64]:
    """Play games against perfect play side by side, and add up what the player's choices give away.

    Args:
        game: Senet with few pieces a side.
        table: the exact chances, of boards with at least as many pieces.
        scores: how the player scores what it can choose.
        asked: the player's seat, 0 if it moves first and 1 if second; the number of the first of these games;
            and the key from which, with their numbers, the keys of the games are derived.
        losses: (games,) float64, one for each game to be played: to each of them is added by how much the
            player's choices in that game lower its chance of winning, 1 for a whole win.

    Returns:
        The games at their ends, (games, 6) int64, by the columns of
        :mod:`senet_gp.games.senet.policy_values`.

    Raises:
        KeyboardInterrupt: if the person interrupts the program.
    """
    seat, begin, key = asked
    count = losses.size
    games = np.zeros((count, policy_values.COLUMNS), np.int64)
    streams = np.zeros((count, STREAMS), np.uint64)
    policy_values.begin_games(np.uint64(key), begin, starting_masks(game.pieces), games, streams)
    ends = _new_ends(count, (count + 1) * max(_room(game.pieces, throws) for throws in throw_groups()))
    decides, held = np.zeros(count, np.int64), np.zeros(count, np.int64)
    work = new_workspace()
    while decisions := int(policy_values.next_decisions(games, streams, decides, held, ends, work)):
        interruption.check()
        met = _filled(ends, decisions)
        chances = table.after_chances(met.boards[0], met.boards[1], met.goes_on)
        own = games[decides[:decisions], policy_values.SEAT] == seat
        found = np.zeros(met.goes_on.size)
        mine = np.repeat(own, np.diff(met.begins))
        if own.any():
            lengths = np.diff(met.begins)[own]
            of_player = Ends(
                np.ascontiguousarray(met.boards[:, mine]), met.goes_on[mine], np.append(0, np.cumsum(lengths))
            )
            positions = games[decides[:decisions][own], : policy_values.SEAT].T.astype(np.uint32)
            found[mine] = scores(of_player, positions, held[:decisions][own])
        policy_values.choose_among(decisions, decides, met, found, chances, seat, games, streams, losses)
    return games
