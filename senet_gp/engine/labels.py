"""Decisions of games with throws whose choices have values: met in games, valued by who knows the chances.

:mod:`senet_gp.evolution.evaluation.regret` describes what this is for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.cases import Cases
from senet_gp.engine.dice_choices import (
    after_choices,
    choices_at,
    following,
    in_columns,
    replies_to,
    swapped_where,
)
from senet_gp.engine.dice_play import play_parts
from senet_gp.engine.dice_side_by_side import compiled_dice
from senet_gp.engine.evaluator import Boards
from senet_gp.engine.participants import Participant, joined
from senet_gp.engine.results import Indices, Keys, Pairings, Positions, one_of
from senet_gp.games.dice.game import DiceGame
from senet_gp.games.dice.rules import GOES_ON, THROWS_AGAIN, WON, Results
from senet_gp.runtime.streams import CHOICES, below, game_streams, part_key, part_of_each

Chances = NDArray[np.float64]
#: ``(COLUMNS, boards) uint32 -> (boards,) float64``: the chance of winning of the player who has just moved,
#: the other being to throw. What boards did, and the moves to them, may be missing. It is sent to workers.
ChancesOf = Callable[[Boards], Chances]

#: The turns from one look at a game to the next, an odd number, so that it is now one player's turn, now the
#: other's.
_STEP = 5
#: Choices within this chance of the best at first sight are looked into.
_LOOKED_INTO = 0.06
#: Values are rounded, since the last digits of sums and powers may differ from machine to machine.
_DIGITS = 6
_FIRST_STEP, _STEPS = range(2)


def boards_in_games(players: Sequence[Participant], pairings: Pairings, game: DiceGame) -> Positions:
    """Play games, and look at them every few turns.

    Args:
        players: the players.
        pairings: who plays whom, (games,).
        game: the game, with its parameters.

    Returns:
        The boards, (boards, 3), as the player to move sees them; those of a game stand together, in the order
        of its turns.
    """
    programs, keys = joined(players), pairings.keys
    boards, lengths = _begun(keys, game)
    to_move = np.zeros(len(keys), np.int64)
    going, turns, number = np.arange(len(keys)), 0, 0
    seen: list[tuple[Indices, Positions]] = []
    while going.size and turns < game.most_turns:
        streams = part_of_each(keys[going], _STEPS + number)
        lengths = np.minimum(lengths, game.most_turns - turns)
        playing = Pairings(pairings.first[going], pairings.second[going], streams)
        ended = play_parts(programs, playing, boards[going], to_move[going], lengths, game)
        boards[going] = ended.boards
        to_move[going] = (to_move[going] + lengths) % 2
        going = going[~ended.over]
        seen.append((going, boards[going]))
        lengths = np.full(len(going), _STEP)
        turns += _STEP
        number += 1
    of_game, found = (np.concatenate(parts) for parts in zip(*seen, strict=True))
    # Game by game, so that the batches in which games are played do not matter.
    return found[np.argsort(of_game, kind="stable")]


def _begun(keys: Keys, game: DiceGame) -> tuple[Positions, Indices]:
    """The starts of games, and after how many turns each is looked at first, so that all numbers occur."""
    starts = compiled_dice(game).starts
    boards, lengths = np.empty((len(keys), 3), np.int64), np.empty(len(keys), np.int64)
    for place, key in enumerate(keys.tolist()):
        streams = game_streams(part_key(key, _FIRST_STEP))
        lengths[place] = 1 + below(streams, CHOICES, _STEP)
        boards[place] = starts[one_of(len(starts), streams)]
    return boards, lengths


def labelled(
    positions: Positions, keys: Keys, chances_of: ChancesOf, game: DiceGame, *, looks_ahead: bool
) -> Cases:
    """Throw at positions, and value all boards that the throws can lead to.

    Args:
        positions: (positions, 3) int64, as the player to move sees them, who may have a choice (see
            :func:`senet_gp.engine.dice_choices.can_choose`).
        keys: (positions,) uint64: the key of each position's throws.
        chances_of: the chance of winning of the player who has just moved.
        game: the game, with its parameters.
        looks_ahead: whether the choices that seem best are valued by the mean, over all throws, of the best
            replies.

    Returns:
        The decisions. A choice is worth 1 less its regret: what it loses in chance of winning against the
        best.
    """
    choices = choices_at(positions, keys, game)
    after = _After(after_choices(choices), choices.results, chances_of, game)
    values = after.values()
    if looks_ahead:
        for first, last in pairwise(choices.begins.tolist()):
            values[first:last] = after.part(first, last).looked_into(values[first:last])
    best = np.maximum.reduceat(values, choices.begins[:-1]).repeat(np.diff(choices.begins))
    worth = (1.0 - (best - values)).round(_DIGITS)
    return Cases(choices.boards, choices.begins, worth, np.zeros(len(values), np.bool_), policy=False)


class _After(NamedTuple):
    """Boards after choices, and who tells the chances of winning there."""

    boards: Positions  # as the player who has chosen sees them
    results: Results  # what follows each
    chances_of: ChancesOf
    game: DiceGame

    def part(self, first: int, last: int) -> _After:
        """Some of the boards, one after the other."""
        return self._replace(boards=self.boards[first:last], results=self.results[first:last])

    def values(self) -> Chances:
        """The chance of winning after each choice, (choices,)."""
        again = self.results == THROWS_AGAIN
        # Who is to throw is the other player's opponent, who counts as the one that has just moved.
        found = self.chances_of(in_columns(swapped_where(self.boards, again, self.game)))
        return _or_result(np.where(again, 1 - found, found), self.results)

    def looked_into(self, values: Chances) -> Chances:
        """The same values, where those of the best choices come from the replies to them.

        Of the others, those that do not end the game keep what they are worth less than the best at first
        sight.
        """
        best = int(values.argmax())
        if self.results[best] == WON:
            return values
        close = np.flatnonzero(values >= values[best] - _LOOKED_INTO)
        then = following(self.boards, self.results, self.game)
        deeper = values.copy()
        for index in close[self.results[close] >= GOES_ON].tolist():
            deeper[index] = self._by_replies(then[index], same_turn=self.results[index] == THROWS_AGAIN)
        found = np.where(self.results < GOES_ON, values, values + (deeper[best] - values[best]))
        found[close] = deeper[close]
        bounded: Chances = np.clip(found, 0.0, 1.0)
        return bounded

    def _by_replies(self, board: NDArray[np.int64], *, same_turn: bool) -> float:
        """The chance of winning after a choice, as the mean over all throws of the best reply.

        Args:
            board: (3,), the board after the choice, as the player who is to move then sees it.
            same_turn: whether that is the player who has chosen.
        """
        mine, theirs, state = board.tolist()
        replies = replies_to((mine, theirs, state), self.game)
        found = _After(replies.after, replies.results, self.chances_of, self.game).values()
        best: Chances = np.maximum.reduceat(found, replies.begins)
        value = float((best * replies.chances).sum())
        return value if same_turn else 1.0 - value


def _or_result(chances: Chances, results: Results) -> Chances:
    """The chances of a player; where what follows is the end of the game, 1 for a win, 0.5 for a draw, 0."""
    values: Chances = np.where(results < GOES_ON, (results + 1) / 2, chances)
    return values
