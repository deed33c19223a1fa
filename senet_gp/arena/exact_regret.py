"""What a player of a solved game with throws gives away, found exactly or estimated from games.

A verdict on a player (:mod:`senet_gp.arena.exact_verdict`) consists of these numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import sqrt
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine import exact_policies
from senet_gp.engine.dice_positions import fill_laws
from senet_gp.engine.dice_side_by_side import compiled_dice
from senet_gp.engine.evaluator import scores_of
from senet_gp.engine.exact_policies import ENDED, Ends
from senet_gp.engine.exact_table import ChanceTable
from senet_gp.engine.exact_values import Show
from senet_gp.engine.participants import NO_NOISE, Compiled
from senet_gp.games.dice.features import told_of_throws
from senet_gp.games.dice.game import DiceGame
from senet_gp.games.dice.numbering import NumberedRules, fill_boards, fill_numbers, numbered_rules, order_of
from senet_gp.games.dice.rules import COLUMNS, Room, new_room
from senet_gp.games.protocol import Decision
from senet_gp.players.exact import ScoresEnds
from senet_gp.players.player import Player
from senet_gp.runtime import interruption
from senet_gp.runtime.compiled import kept_per_thread
from senet_gp.runtime.errors import UsageError, shortened
from senet_gp.runtime.streams import STREAMS

#: The values are exact when a sweep changes none by more than this.
_STILL = 1e-13
_BOARDS_AT_ONCE = 256
_GAMES_AT_ONCE = 1000
#: There is room for the ends of several decisions with as many as there can be, and of many usual ones.
_FULL_DECISIONS, _USUAL_ENDS = 4, 1 << 18

#: Scores of the ends of decisions: from the positions before, (decisions, 3), and their throws.
Scores = Callable[[Ends, NDArray[np.int64], NDArray[np.int64]], NDArray[np.float64]]


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


def scores_by(player: Player, game: DiceGame) -> Scores:
    """The function that scores the ends of decisions as a player does.

    Raises:
        UsageError: if the player does not say how it scores them.
    """
    if isinstance(player, ScoresEnds):
        scored = player.end_scores
        return lambda ends, _positions, _throws: scored(ends.boards, ends.results)
    compiled = _compiled(player)
    if compiled is not None:
        program = compiled.program
        if program is None:  # it moves at random
            return lambda ends, _positions, _throws: np.zeros(ends.results.size)
        return lambda ends, _positions, _throws: scores_of(
            program, told_of_throws(ends.boards, ends.results)
        ).astype(np.float64)
    if not isinstance(player, _ScoresDecisions):
        raise UsageError(
            f"{shortened(player.name)} does not say how it scores what it can choose, so its regret cannot "
            "be found: name an expression, a search, random, or minimax"
        )
    decided = player.scores

    def one_by_one(
        ends: Ends, positions: NDArray[np.int64], throws: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """The scores of the ends of each decision, for which the player is asked if there are several."""
        found = np.zeros(ends.results.size)
        for number in np.flatnonzero(np.diff(ends.begins) > 1).tolist():
            interruption.check()
            mine, theirs, state = positions[number].tolist()
            position = game.position_of((mine, theirs, state))
            decision = game.decision(position, 0, game.throws_of(int(throws[number]), position))
            found[ends.begins[number] : ends.begins[number + 1]] = decided(decision)
        return found

    return one_by_one


@kept_per_thread()
def _buffers(decisions: int, module: str) -> tuple[Ends, Room]:
    """Room for the ends of so many decisions, and for the afterstates of one."""
    room = new_room(module)
    most = _FULL_DECISIONS * len(room.results) + _USUAL_ENDS
    begins = np.zeros(decisions + 1, np.int64)
    return Ends(np.zeros((COLUMNS, most), np.uint32), np.zeros(most, np.int8), begins), room


def _filled(ends: Ends, decisions: int) -> Ends:
    """The part of the arrays that so many decisions fill."""
    count = ends.begins[decisions]
    return Ends(ends.boards[:, :count], ends.results[:count], ends.begins[: decisions + 1])


class _Policy(NamedTuple):
    """What is chosen on some boards, by the player or the opponent (see ``keep_best``)."""

    counts: NDArray[np.int32]
    kept: NDArray[np.int32]


class _Part(NamedTuple):
    """Some boards, and what is chosen on them."""

    numbers: NDArray[np.int32]
    laws: NDArray[np.int16]
    policies: tuple[_Policy, _Policy]  # of the player and of the opponent


def policy_chances(
    game: DiceGame, table: ChanceTable, scores: Scores, show: Show | None
) -> tuple[float, float]:
    """A player's exact chances of winning against perfect play, in games without a limit of turns.

    Where the player scores several ends equally, it chooses each of them equally often.

    Args:
        game: a game whose boards have numbers.
        table: its exact chances.
        scores: how the player scores what it can choose.
        show: is told how much is done.

    Returns:
        The chances, 0 to 1, moving first and moving second.

    Raises:
        KeyboardInterrupt: if the person interrupts the program.
    """
    rules = numbered_rules(game)
    parts = list(_parts(game, table, scores, show))
    size = len(table.values)
    values = np.full(2 * size + len(ENDED), 0.5)
    values[2 * size :] = ENDED
    change = 1.0
    while change > _STILL:
        interruption.check()
        change = max(
            exact_policies.evaluate(rules.dice, part.numbers, part.laws, side, *policy, values)
            for part in parts
            for side, policy in enumerate(part.policies)
        )
    starts = compiled_dice(game).starts
    numbers = np.empty(len(starts), np.int64)
    fill_numbers(rules, starts, numbers)
    # A board is the first mover's: as the second, the player waits for the opponent to move on it.
    return float(values[numbers].mean()), float(values[size + numbers].mean())


def _parts(game: DiceGame, table: ChanceTable, scores: Scores, show: Show | None) -> Iterator[_Part]:
    """All boards, some hundreds at a time, and what is chosen on them."""
    rules, order = numbered_rules(game), order_of(game)
    ends, room = _buffers(_BOARDS_AT_ONCE * int(np.diff(rules.dice.begins).max()), game.rules_module)
    for begin in range(0, len(order), _BOARDS_AT_ONCE):
        interruption.check()
        if show is not None:
            show(begin / len(order), "choices on all boards")
        yield _part(
            np.ascontiguousarray(order[begin : begin + _BOARDS_AT_ONCE]), rules, table, scores, ends, room
        )


def _part(
    numbers: NDArray[np.int32],
    rules: NumberedRules,
    table: ChanceTable,
    scores: Scores,
    ends: Ends,
    room: Room,
) -> _Part:
    """What is chosen on the boards with these numbers."""
    boards, laws = np.empty((len(numbers), 3), np.int64), np.empty(len(numbers), np.int16)
    fill_boards(rules, numbers, boards)
    fill_laws(rules.dice, boards, laws)
    # The decisions: every throw on every board.
    first, lengths = rules.dice.begins[laws], np.diff(rules.dice.begins)[laws]
    positions = np.repeat(boards, lengths, axis=0)
    before = np.cumsum(lengths) - lengths
    throws = rules.dice.throws[np.arange(len(positions)) + np.repeat(first - before, lengths)]
    made: tuple[list[_Policy], list[_Policy]] = [], []
    done = 0
    while done < len(throws):
        count = int(exact_policies.list_ends(rules.dice, positions[done:], throws[done:], ends, room))
        met = _filled(ends, count)
        asked = slice(done, done + count)
        found = scores(met, positions[asked], throws[asked]), table.after_chances(met.boards, met.results)
        for side, of_side in enumerate(made):
            of_side.append(_best(rules, met, found[side], side, len(table.values)))
        done += count
    mine, theirs = (_Policy(*(np.concatenate(pieces) for pieces in zip(*each, strict=True))) for each in made)
    return _Part(numbers, laws, (mine, theirs))


def _best(rules: NumberedRules, ends: Ends, found: NDArray[np.float64], side: int, size: int) -> _Policy:
    counts, kept = np.zeros(len(ends.begins) - 1, np.int32), np.zeros(ends.results.size, np.int32)
    total = exact_policies.keep_best(rules, ends, found, side, size, counts, kept)
    return _Policy(counts, kept[:total].copy())


def estimated_regret(
    game: DiceGame, table: ChanceTable, scores: Scores, asked: tuple[int, int, int], show: Show | None
) -> tuple[float, float]:
    """The mean of what a player gives away in a game, and its standard error.

    Args:
        game: the game.
        table: its exact chances.
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
    game: DiceGame,
    table: ChanceTable,
    scores: Scores,
    asked: tuple[int, int, int],
    losses: NDArray[np.float64],
) -> NDArray[np.int64]:
    """Play games against perfect play side by side, and add up what the player's choices give away.

    Args:
        game: a game whose boards have numbers.
        table: its exact chances.
        scores: how the player scores what it can choose.
        asked: the player's seat, 0 if it moves first and 1 if second; the number of the first of these games;
            and the key from which, with their numbers, the keys of the games are derived.
        losses: (games,) float64, one for each game to be played: to each of them is added by how much the
            player's choices in that game lower its chance of winning, 1 for a whole win.

    Returns:
        The games at their ends, (games, 6) int64, by the columns of
        :mod:`senet_gp.engine.exact_policies`.

    Raises:
        KeyboardInterrupt: if the person interrupts the program.
    """
    seat, begin, key = asked
    count = losses.size
    games = np.zeros((count, exact_policies.GAME_COLUMNS), np.int64)
    streams = np.zeros((count, STREAMS), np.uint64)
    compiled = compiled_dice(game)
    ends, room = _buffers(count, game.rules_module)
    exact_policies.begin_games(np.uint64(key), begin, compiled.starts, games, streams)
    decides, held = np.zeros(count, np.int64), np.zeros(count, np.int64)
    common = compiled.rules, compiled.most_turns
    while decisions := int(exact_policies.next_decisions(*common, games, streams, decides, held, ends, room)):
        interruption.check()
        met = _filled(ends, decisions)
        chances = table.after_chances(met.boards, met.results)
        own = games[decides[:decisions], exact_policies.SEAT] == seat
        found = np.zeros(met.results.size)
        mine = np.repeat(own, np.diff(met.begins))
        if own.any():
            lengths = np.diff(met.begins)[own]
            of_player = Ends(
                np.ascontiguousarray(met.boards[:, mine]), met.results[mine], np.append(0, np.cumsum(lengths))
            )
            positions = games[decides[:decisions][own], : exact_policies.SEAT]
            found[mine] = scores(of_player, positions, held[:decisions][own])
        exact_policies.choose_among(*common, decides, met, found, chances, seat, games, streams, losses)
    return games
