"""Samples of Senet's boards and decisions, which are too many to list."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from senet_gp import interruption
from senet_gp.arena.decisions import BATCH, Sampling
from senet_gp.engine.evaluator import Boards, scores_of
from senet_gp.engine.movers import best_board
from senet_gp.games.senet import rules as senet_rules
from senet_gp.games.senet import turns as senet_turns
from senet_gp.games.senet.game import Senet
from senet_gp.games.senet.rules import MAX_PIECES, MAX_THROWS, SQUARES
from senet_gp.games.senet.turns import MINE, MOVE_BITS, REST, THEIRS, THROW_SHIFT
from senet_gp.per_thread import kept_per_thread
from senet_gp.players.player import ExpressionPlayer, Player
from senet_gp.streams import CHOICES, Streams, below


class SenetSampling(Sampling):
    """Samples boards with pieces anywhere, and boards of games, which it plays ten times as fast."""

    game: Senet

    def boards(self, number: int, rng: np.random.Generator) -> Iterator[Boards]:
        """This many boards as programs score them, in batches (see :func:`random_boards`)."""
        return (random_boards(min(BATCH, number - done), rng) for done in range(0, number, BATCH))

    def boards_of_game(self, pair: tuple[Player, Player], streams: Streams) -> Iterator[Boards]:
        """The boards of every decision of a game with more than one afterstate, without making objects.

        Raises:
            KeyboardInterrupt: if the user interrupts the program.
        """
        work = _workspace()
        mine, theirs = senet_rules.starting_masks(self.game.pieces)
        turn, again = 0, False
        while turn < self.game.most_turns and mine and theirs:
            interruption.check()
            seat = turn % 2
            if mine >> senet_rules.WATER & 1:
                mine = int(senet_rules.rescued(mine, theirs, senet_rules.throw_sticks(streams, seat)))
                again = False
            else:
                throws, again = senet_rules.throw_group(streams, seat)
                number = senet_turns.end_boards(mine, theirs, throws, work)
                boards = work.boards[0, :REST, :number].copy()
                if number > 1:
                    yield boards
                chosen = _chosen(pair[seat], boards, streams)
                mine, theirs = boards[MINE, chosen].item(), boards[THEIRS, chosen].item()
            if not again or mine >> senet_rules.WATER & 1 or not mine:
                mine, theirs = theirs, mine
                turn += 1


def random_boards(number: int, rng: np.random.Generator) -> Boards:
    """Random boards with any pieces and moves; the other player has at least one piece."""
    order = np.argsort(rng.random((number, SQUARES)), axis=1) + 1
    mine = rng.integers(0, MAX_PIECES + 1, number)
    theirs = rng.integers(1, MAX_PIECES + 1, number)
    place = np.arange(SQUARES)
    bits = np.uint32(1) << order.astype(np.uint32)
    is_mine = place < mine[:, None]
    is_theirs = ~is_mine & (place < (mine + theirs)[:, None])
    moves = np.zeros(number, np.uint32)
    count = rng.integers(0, MAX_THROWS + 1, number)
    for move in range(MAX_THROWS):
        byte = rng.integers(1, 6, number) << THROW_SHIFT | rng.integers(1, SQUARES + 1, number)
        shift = MOVE_BITS * (MAX_THROWS - 1 - move)
        moves |= np.where(move < count, byte << shift, 0).astype(np.uint32)
    return np.stack(
        [
            np.where(is_mine, bits, 0).sum(axis=1).astype(np.uint32),
            np.where(is_theirs, bits, 0).sum(axis=1).astype(np.uint32),
            moves,
            rng.integers(0, MAX_THROWS + 1, number).astype(np.uint32),
        ]
    )


def _chosen(player: Player, boards: Boards, streams: Streams) -> int:
    """The index of the board that a player chooses."""
    number = boards.shape[1]
    if number == 1:
        return 0
    if not isinstance(player, ExpressionPlayer):
        return int(below(streams, CHOICES, number))
    return int(best_board(number, scores_of(player.program, boards), streams))


@kept_per_thread()
def _workspace() -> senet_turns.Workspace:
    return senet_turns.new_workspace()
