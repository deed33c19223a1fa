"""Decisions sampled from games of a player with a partner, itself, and what expressions prefer in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from primitives.vocabulary import Codes, Vocabulary
from senet_gp.arena.pool import Pool
from senet_gp.engine.participants import Source
from senet_gp.engine.playthrough import Choice, choices_of_game
from senet_gp.engine.scored_boards import ScoredBoards, scored_boards, scored_plainly, values_of
from senet_gp.errors import SenetGpError
from senet_gp.games.protocol import Decision, Game
from senet_gp.players.player import ExpressionPlayer, NoisyPlayer
from senet_gp.simplification.decisions import Decisions
from senet_gp.streams import game_streams, part_keys

#: Without throws all games between two players would be equal, so the partner plays random moves this often.
NOISE = 0.25
#: The largest number of games, and how many are played by a task.
_MAX_GAMES, _GAMES_A_TASK = 800, 4


@dataclass(frozen=True)
class Pairing:
    """A player and its partner.

    Attributes:
        player: the player that is explained.
        partner: the player itself; in games without throws, with noise.
        game: the game.
    """

    player: ExpressionPlayer
    partner: ExpressionPlayer | NoisyPlayer
    game: Game

    @classmethod
    def of(cls, player: ExpressionPlayer, game: Game) -> Pairing:
        """The player and its partner."""
        return cls(player, player if game.stochastic else NoisyPlayer(player, NOISE), game)

    @property
    def plainly(self) -> bool:
        """Whether the games are played in plain Python, some hundred times as slowly as compiled ones."""
        return scored_plainly(self.game, self.player.vocabulary)

    def decides(self, seat: int, own: int) -> bool:
        """Whether the player, in the seat ``own``, decides in this seat."""
        return seat == own or self.partner is self.player

    @property
    def described(self) -> str:
        """The partner in words."""
        if self.partner is self.player:
            return "itself"
        return f"itself with noise (one move in {round(1 / NOISE)} at random)"


class Effort(NamedTuple):
    """How many decisions are sampled.

    Attributes:
        games: how many games are played at a time.
        enough: after how many decisions no further ones are played.
    """

    games: int
    enough: int


#: How many an explanation samples.
USUAL = Effort(games=40, enough=3000)


class SampledDecision(NamedTuple):
    """A decision of the player between at least two afterstates, from a game."""

    game_number: int  # from 1 on
    turn: int  # the number of the turn in the game
    seat: int
    position: Any
    throws: tuple[int, ...]
    chosen: int  # the index of the chosen afterstate
    ended: bool  # whether that ended the game
    boards: ScoredBoards  # the boards that expressions score

    @classmethod
    def of(cls, choice: Choice, game_number: int, *, plainly: bool) -> Self:
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
            scored_boards(decision, plainly=plainly),
        )

    def decision(self, game: Game) -> Decision:
        """The decision itself."""
        return game.decision(self.position, self.seat, self.throws)


@dataclass(frozen=True, eq=False)
class SampledDecisions:
    """Many decisions, and the values of expressions in them.

    Attributes:
        all: the decisions.
        vocabulary: the vocabulary of the expressions.
        moves: for policies, the number of moves that their value is taken modulo; else 0.
    """

    all: list[SampledDecision]
    vocabulary: Vocabulary
    moves: int

    @cached_property
    def decisions(self) -> Decisions:
        """The decisions in the form that programs evaluate."""
        return Decisions.of([sample.boards for sample in self.all], self.moves, complete=False)

    def values(self, codes: Codes) -> NDArray[np.int64]:
        """The value of an expression of either type on every board, (boards,) int64."""
        return values_of(Source(codes.tobytes(), self.vocabulary), self.decisions.boards)

    def mean(self, codes: Codes) -> float:
        """The mean value of an expression; all decisions count the same, and all boards of one decision."""
        begins = self.decisions.begins
        return float((np.add.reduceat(self.values(codes), begins[:-1]) / np.diff(begins)).mean())

    def best(self, codes: Codes) -> NDArray[np.int64]:
        """For each board, whether it is among the best of its decision; for policies, the named move."""
        return self.decisions.best(self.vocabulary.decode(codes), self.vocabulary)

    def differences(self, best: NDArray[np.int64], other: NDArray[np.int64]) -> int:
        """The number of decisions in which two results of :meth:`best` differ."""
        return self.decisions.differences(best, other)


def sampled_decisions_of(
    pairing: Pairing, key: int, pool: Pool, effort: Effort | None = None
) -> SampledDecisions:
    """The player's decisions in games against its partner, in both seats.

    Args:
        pairing: the player and its partner.
        key: the key of the games.
        pool: where they are played.
        effort: how many are sampled; by default ``USUAL``.

    Raises:
        SenetGpError: if the player never has a choice.
    """
    effort = effort or USUAL
    keys = part_keys(key, _MAX_GAMES).tolist()
    found: list[SampledDecision] = []
    for begin in range(0, _MAX_GAMES, effort.games):
        bounds = range(begin, begin + effort.games + 1, _GAMES_A_TASK)
        tasks = ((pairing, first, keys[first:end]) for first, end in pairwise(bounds))
        found += [sample for sampled in pool.map(_played, tasks) for sample in sampled]
        if len(found) >= effort.enough:
            break
    if not found:
        raise SenetGpError(f"in {_MAX_GAMES} games {pairing.player.name} never had a choice to explain")
    policy = found[0].decision(pairing.game).policy
    moves = len(found[0].decision(pairing.game).afterstates) if policy else 0
    return SampledDecisions(found, pairing.player.vocabulary, moves)


def _played(pairing: Pairing, first: int, keys: Sequence[int]) -> list[SampledDecision]:
    """The decisions of consecutive games from number ``first`` on, computed by a worker."""
    found = []
    for number, key in enumerate(keys, first):
        own = number % 2
        players = (pairing.partner, pairing.player) if own else (pairing.player, pairing.partner)
        found += [
            SampledDecision.of(choice, number + 1, plainly=pairing.plainly)
            for choice in choices_of_game(players, pairing.game, game_streams(key))
            if pairing.decides(choice.seat, own)
        ]
    return found
