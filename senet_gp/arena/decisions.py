"""Samples of the decisions that players meet in games, as expressions score them, and what is known of each.

The decisions and boards of a small game are all listed; those of other games are drawn from games played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from primitives.vocabulary import Vocabulary
from senet_gp.arena.batches import cut
from senet_gp.arena.pool import Pool
from senet_gp.engine.dice_choices import room_of, throw_at
from senet_gp.engine.dice_side_by_side import compiled_dice
from senet_gp.engine.evaluator import scores_of
from senet_gp.engine.participants import (
    ScoredBoards,
    Source,
    joined_boards,
    scored_boards,
    scored_plainly,
    seen_boards,
    values_of,
)
from senet_gp.engine.playthrough import Choice, choices_of_game, draw_start
from senet_gp.engine.results import best_board
from senet_gp.games.dice.game import if_dice
from senet_gp.games.dice.rules import GOES_ON, MINE, MOST_IN_A_TURN, STATE, THEIRS, THROWS_AGAIN, swapped
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.small import SmallGame
from senet_gp.games.solving.perfect import reachable
from senet_gp.players.player import ExpressionPlayer, Player, RandomPlayer
from senet_gp.runtime import interruption
from senet_gp.runtime.streams import CHOICES, Streams, below, game_streams

#: Games with fewer reachable positions are searched completely.
MAX_POSITIONS = 30_000
#: The nanoseconds in which a game is played choice by choice, roughly.
_GAME_TIME = 20_000_000


class MetDecision(NamedTuple):
    """Where a decision was met in a game, and what was chosen there."""

    game_number: int  # from 1 on
    turn: int  # the number of the turn in the game
    seat: int
    position: Any
    throws: tuple[int, ...]
    chosen: int  # the index of the chosen afterstate
    ended: bool  # whether that ended the game

    @classmethod
    def of(cls, choice: Choice, game_number: int) -> Self:
        """The decision in which a choice was made."""
        decision = choice.decision
        return cls(
            game_number,
            choice.turn,
            choice.seat,
            decision.position,
            decision.throws,
            choice.index,
            choice.result is not None,
        )

    def decision(self, game: Game) -> Decision:
        """The decision itself."""
        return game.decision(self.position, self.seat, self.throws)


@dataclass(frozen=True, eq=False)
class Decisions:
    """Decisions between at least two afterstates, in the form that programs evaluate.

    Attributes:
        boards: (columns, boards), the boards of the afterstates of all decisions as expressions score them
            (see :mod:`senet_gp.engine.participants`); for policies, the boards before the decisions.
        begins: (decisions + 1,) int64, the first board of each decision, and the end of the last.
        moves: for policies, the number of moves that a value is taken modulo; else 0.
        complete: whether these are all decisions of the game.
        met: where each was met; empty if that was not noted.
    """

    boards: ScoredBoards
    begins: NDArray[np.int64]
    moves: int
    complete: bool = False
    met: tuple[MetDecision, ...] = ()

    @classmethod
    def of(
        cls,
        decisions: Sequence[ScoredBoards],
        moves: int,
        *,
        complete: bool = False,
        met: Iterable[MetDecision] = (),
    ) -> Self:
        """The decisions with these boards."""
        begins = np.zeros(len(decisions) + 1, np.int64)
        np.cumsum([boards.shape[1] for boards in decisions], out=begins[1:])
        boards = joined_boards(decisions) if decisions else seen_boards([])
        return cls(boards, begins, moves, complete, tuple(met))

    def __len__(self) -> int:
        return len(self.begins) - 1

    def first(self, number: int) -> Decisions:
        """The first decisions, ``number`` of them."""
        begins = self.begins[: number + 1]
        return Decisions(self.boards[:, : begins[-1]], begins, self.moves, met=self.met[:number])

    def boards_of(self, number: int) -> ScoredBoards:
        """The boards of one decision."""
        return self.boards[:, self.begins[number] : self.begins[number + 1]]

    def values(self, expression: Source) -> NDArray[np.int64]:
        """The value of an expression of either type on every board, (boards,) int64."""
        return values_of(expression, self.boards)

    def mean(self, expression: Source) -> float:
        """The mean value of an expression; all decisions count the same, and all boards of one decision."""
        sums = np.add.reduceat(self.values(expression), self.begins[:-1])
        return float((sums / np.diff(self.begins)).mean())

    def best(self, expression: Source) -> NDArray[np.int64]:
        """For each board, whether it is among the best of its decision; for policies, the named move."""
        scores = self.values(expression)
        if self.moves:
            named: NDArray[np.int64] = scores % self.moves
            return named
        highest = np.maximum.reduceat(scores, self.begins[:-1])
        best: NDArray[np.int64] = (scores == np.repeat(highest, np.diff(self.begins))).astype(np.int64)
        return best

    def differences(self, best: NDArray[np.int64], other: NDArray[np.int64]) -> int:
        """The number of decisions in which two results of :meth:`best` differ."""
        return int(np.count_nonzero(np.add.reduceat(best != other, self.begins[:-1])))


def boards_of_game(
    pair: tuple[Player, Player], game: Game, vocabulary: Vocabulary, streams: Streams
) -> Iterator[ScoredBoards]:
    """The boards of every decision of a game with at least two afterstates.

    A game with throws is played by its kernels, without making objects, ten times as fast.

    Args:
        pair: the first mover and the other player.
        game: the game, with its parameters.
        vocabulary: the vocabulary of the expressions that score the boards.
        streams: the game's random streams.

    Raises:
        KeyboardInterrupt: if the user interrupts it.
    """
    plainly, dice = scored_plainly(game, vocabulary), if_dice(game)
    quick = all(isinstance(player, ExpressionPlayer | RandomPlayer) for player in pair)
    if plainly or dice is None or not quick:
        for choice in choices_of_game(pair, game, streams):
            yield scored_boards(choice.decision, plainly=plainly)
        return
    rules, room = compiled_dice(dice).rules, room_of(dice.rules_module)
    board = dice.board_of(draw_start(game, streams))
    turn, again, follows = 0, 0, GOES_ON
    while turn < game.most_turns and again < MOST_IN_A_TURN and follows >= GOES_ON:
        interruption.check()
        seat = turn % 2
        number = throw_at(rules, board, streams, seat, 1, room)
        # The consumer of the boards may use the room.
        boards, results = room.boards[:, :number].copy(), room.results[:number].tolist()
        if number > 1:
            yield boards
        chosen = _chosen(pair[seat], boards, streams)
        after, follows = boards[:, chosen].tolist(), results[chosen]
        board = after[MINE], after[THEIRS], after[STATE]
        again = again + 1 if follows == THROWS_AGAIN else 0
        if not again:
            board = swapped(rules, *board)
            turn += 1


def _chosen(player: Player, boards: NDArray[np.uint32], streams: Streams) -> int:
    """The index of the board that a player chooses."""
    number = boards.shape[1]
    if number == 1:
        return 0
    if not isinstance(player, ExpressionPlayer):
        return int(below(streams, CHOICES, number))
    return int(best_board(number, scores_of(player.program, boards), streams))


def all_decisions(game: SmallGame, *, plainly: bool = False) -> Decisions | None:
    """All decisions of a small game; None if it has ``MAX_POSITIONS`` or more.

    Raises:
        KeyboardInterrupt: if the user interrupts it.
    """
    found: list[ScoredBoards] = []
    # Expressions are tested on the first decisions before the others, so results depend on the order.
    positions = reachable(game, game.starts(), depth_first=True)
    for number, (position, afterstates) in enumerate(positions, 1):
        if number == MAX_POSITIONS:
            return None
        if len(afterstates) > 1:
            decision = game.decision_among(position, 0, afterstates)
            found.append(scored_boards(decision, plainly=plainly))
    return Decisions.of(found, len(game.named_moves), complete=True)


class Meeting(NamedTuple):
    """A game in which decisions are met.

    Attributes:
        players: the first mover and the other player.
        key: the key of the game.
        seats: whose decisions are sampled.
    """

    players: tuple[Player, Player]
    key: int
    seats: tuple[int, ...] = (0, 1)


def sampled_decisions(
    meetings: Iterable[Meeting],
    vocabulary: Vocabulary,
    game: Game,
    *,
    enough: int,
    pool: Pool,
    at_once: int = 1,
    noted: bool = False,
) -> Decisions:
    """The decisions of games, game after game, until there are enough.

    Args:
        meetings: the games, of which no more are played than are needed.
        vocabulary: the vocabulary of the expressions that score the decisions.
        game: the game, with its parameters.
        enough: after how many decisions no further games are played; all of those that were played count.
        pool: where the games are played; it does not change the result.
        at_once: how many games are played before it is seen whether there are enough decisions.
        noted: whether it is noted where each decision was met and what was chosen there. Without that, Senet
            is played ten times as fast.

    Raises:
        KeyboardInterrupt: if the user interrupts it.
    """
    boards: list[ScoredBoards] = []
    met: list[MetDecision] = []
    numbered = enumerate(meetings, 1)
    while len(boards) < enough and (games := list(islice(numbered, at_once))):
        batches = ((games[part],) for part in cut(np.full(len(games), _GAME_TIME), pool))
        for more, where in pool.map(_met, batches, shared=(vocabulary, game, noted)):
            boards += more
            met += where
    return Decisions.of(boards, len(game.named_moves), met=met)


def _met(
    common: tuple[Vocabulary, Game, bool], games: Sequence[tuple[int, Meeting]]
) -> tuple[list[ScoredBoards], list[MetDecision]]:
    """The decisions of some games, in any process: their boards, and where they were met if that is noted."""
    vocabulary, game, noted = common
    boards: list[ScoredBoards] = []
    met: list[MetDecision] = []
    for number, (players, key, seats) in games:
        streams = game_streams(key)
        if not noted and len(seats) == len(players):
            boards += boards_of_game(players, game, vocabulary, streams)
            continue
        for choice in choices_of_game(players, game, streams):
            if choice.seat in seats:
                boards.append(scored_boards(choice.decision, plainly=scored_plainly(game, vocabulary)))
                met += [MetDecision.of(choice, number)] if noted else []
    return boards, met
