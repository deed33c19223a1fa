"""Decisions of Senet whose choices have values: met in games, and valued by somebody who knows the chances.

:mod:`senet_gp.evolution.evaluation.regret` describes what this is for; :class:`senet_gp.engine.labels.Labels`
describes the functions.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.decisions import Cases
from senet_gp.engine.evaluator import room_for
from senet_gp.engine.labels import ChancesOf, Labels, Masks, Seen
from senet_gp.engine.participants import Participant, joined
from senet_gp.engine.results import Indices, Keys
from senet_gp.games.senet.fitted import fitted_network
from senet_gp.games.senet.game import Senet
from senet_gp.games.senet.network import SenetNetwork
from senet_gp.games.senet.positions import in_water, played, thrown
from senet_gp.games.senet.replies import replies_to
from senet_gp.games.senet.rules import TURN_LIMIT, starting_masks
from senet_gp.games.senet.turns import MINE, REST, THEIRS
from senet_gp.streams import CHOICES, below, game_streams, part_key

#: A game is looked at every so many turns, an odd number, so that it is now one player's turn, now the
#: other's.
_STEP = 5
#: Choices within this chance of the best at first sight are looked into.
_LOOKED_INTO = 0.06
#: Values are rounded, since the last digits of sums and powers may differ from machine to machine.
_DIGITS = 6
_FIRST_STEP, _STEPS = range(2)


def sampled_games(
    players: Sequence[Participant], seats: tuple[Indices, Indices], keys: Keys, game: Senet
) -> Seen:
    """Play games, and look at them every few turns.

    Args:
        players: the players.
        seats: two arrays (games,) int64: who moves first in each game, and who moves second.
        keys: (games,) uint64, the keys of the games' random streams.
        game: Senet with its parameters.
    """
    programs = joined(players)
    count = len(keys)
    masks = np.tile(np.array(starting_masks(game.pieces), np.int64), (count, 1))
    to_move, of_first = np.zeros(count, np.int64), np.full(count, 0.5)
    going, turns, number = np.arange(count), 0, 0
    seen: list[tuple[Indices, Masks, Indices]] = []
    while going.size and turns < TURN_LIMIT:
        streams = np.array([part_key(key, _STEPS + number) for key in keys[going].tolist()], np.uint64)
        lengths = np.full(len(going), _STEP)
        if not number:  # so that games are seen at all numbers of turns
            firsts = (game_streams(part_key(key, _FIRST_STEP)) for key in keys.tolist())
            lengths = np.array([1 + below(first, CHOICES, _STEP) for first in firsts], np.int64)
        own, other = seats[0][going], seats[1][going]
        ended = played(programs, (own, other), streams, masks[going], to_move[going], lengths)
        masks[going] = ended.masks
        to_move[going] = (to_move[going] + lengths) % 2
        won = ended.outcomes != 0
        of_first[going[won]] = (ended.outcomes[won] + 1) / 2
        going = going[~won]
        seen.append((going, masks[going], to_move[going]))
        turns += _STEP
        number += 1
    # Game by game, so that the batches in which games are played do not matter.
    order = np.argsort(np.concatenate([games for games, *_ in seen]), kind="stable")
    games, boards, seats_seen = (np.concatenate(parts)[order] for parts in zip(*seen, strict=True))
    goes_on = np.append(games[1:] == games[:-1], np.zeros(min(1, len(games)), np.bool_))
    following = np.where(goes_on, np.arange(1, len(games) + 1), -1)
    results = np.where(seats_seen == 0, of_first[games], 1 - of_first[games])
    return Seen(boards, seats_seen, following, results)


def can_choose(masks: Masks) -> NDArray[np.bool_]:
    """Whether the player to move has something to choose, (boards,) bool: not in the water."""
    return ~in_water(masks[:, 0])


def labelled(masks: Masks, keys: Keys, chances_of: ChancesOf, *, looks_ahead: bool) -> Cases:
    """Throw at positions, and value all boards that the turns can end in.

    Args:
        masks: (positions, 2) int64, the masks of the player to move, who is not in the water, and of the
            other.
        keys: (positions,) uint64: the key of each position's throws.
        chances_of: the chance of winning of the player who has just moved.
        looks_ahead: whether the choices that seem best are valued by the mean, over all throws, of the best
            replies.

    Returns:
        The decisions. A choice is worth 1 less its regret: what it loses in chance of winning against the
        best.
    """
    both = [thrown(position, key) for position, key in zip(masks, keys.tolist(), strict=True)]
    counts = [columns.shape[1] for columns, _ in both]
    begins = np.concatenate(([0], np.cumsum(counts)))
    boards = np.zeros((REST, room_for(begins[-1])), np.uint32)
    boards[:, : begins[-1]] = np.concatenate([columns for columns, _ in both], axis=1)
    after = boards[[MINE, THEIRS], : begins[-1]].T.astype(np.int64)
    throws_on = np.repeat(np.array([again for _, again in both], np.bool_), counts)
    values = _values(after, throws_on, chances_of)
    worth = np.empty(begins[-1])
    for first, last in zip(begins[:-1].tolist(), begins[1:].tolist(), strict=True):
        own = values[first:last]
        if looks_ahead:
            own = _looked_into(own, after[first:last], throws_on[first:last], chances_of)
        worth[first:last] = (1.0 - (own.max() - own)).round(_DIGITS)
    return Cases(boards, begins, worth, np.ones(begins[-1], np.int64), policy=False)


def _chances(masks: Masks, chances_of: ChancesOf) -> NDArray[np.float64]:
    return chances_of(np.ascontiguousarray(masks.T, np.uint32))


def _same_turn(after: Masks, throws_on: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether the player who chose throws again."""
    return throws_on & ~in_water(after[:, 0])


def _values(after: Masks, throws_on: NDArray[np.bool_], chances_of: ChancesOf) -> NDArray[np.float64]:
    """The chance of winning after each choice, (choices,)."""
    again = _same_turn(after, throws_on)
    # Who is to throw is the other player's opponent, who counts as the one that has just moved.
    found = _chances(np.where(again[:, None], after[:, ::-1], after), chances_of)
    values: NDArray[np.float64] = np.where(again, 1 - found, found)
    values[after[:, 0] == 0] = 1.0
    return values


def _looked_into(
    values: NDArray[np.float64], after: Masks, throws_on: NDArray[np.bool_], chances_of: ChancesOf
) -> NDArray[np.float64]:
    """The same values, where those of the best choices come from the replies to them.

    The others keep what they are worth less than the best at first sight.
    """
    best = int(values.argmax())
    if after[best, 0] == 0:
        return values
    again = _same_turn(after, throws_on)
    close = values >= values[best] - _LOOKED_INTO
    deeper = {
        index: _by_replies(after[index], chances_of, same_turn=bool(again[index]))
        for index in np.flatnonzero(close).tolist()
    }
    found = values + (deeper[best] - values[best])
    for index, value in deeper.items():
        found[index] = value
    bounded: NDArray[np.float64] = np.minimum(found, 1.0)
    return bounded


def _by_replies(after: NDArray[np.int64], chances_of: ChancesOf, *, same_turn: bool) -> float:
    """The chance of winning after a choice, as the mean over all throws of the best reply."""
    mine, theirs = after.tolist()
    replies = replies_to(mine, theirs) if same_turn else replies_to(theirs, mine)
    best: NDArray[np.float64] = np.maximum.reduceat(_chances(replies.masks, chances_of), replies.begins)
    value = float((best * replies.chances).sum())
    return value if same_turn else 1.0 - value


#: What the row of Senet names.
LABELS = Labels(sampled_games, fitted_network, SenetNetwork.together, can_choose, labelled)
