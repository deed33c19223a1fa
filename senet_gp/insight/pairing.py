"""Games that a player plays with its partner: decisions met there, and chances in games played on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from senet_gp.arena.batches import RULES_TIME_OF_A_GAME, cut
from senet_gp.arena.decisions import Decisions, Meeting, MetDecision, sampled_decisions
from senet_gp.arena.games import time_of_moves
from senet_gp.arena.pool import Pool
from senet_gp.engine.participants import Chooser, scored_plainly
from senet_gp.engine.play import points_from
from senet_gp.games.protocol import Decision, Game
from senet_gp.players.player import ExpressionPlayer, NoisyPlayer
from senet_gp.runtime.errors import SenetGpError
from senet_gp.runtime.streams import part_keys

#: Without throws all games between two players would be equal, so the partner plays random moves this often.
NOISE = 0.25
#: The largest number of games in which decisions are met.
_MAX_GAMES = 800


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

    @property
    def participants(self) -> tuple[Chooser, Chooser]:
        """The player and its partner as they play in compiled code."""
        return self.player.participant, cast("Chooser", self.partner.participant)

    @property
    def described(self) -> str:
        """The partner in words."""
        if self.partner is self.player:
            return "itself"
        return f"itself with noise (one move in {round(1 / NOISE)} at random)"


class SampleSize(NamedTuple):
    """How many decisions are sampled.

    Attributes:
        games: how many games are played at a time.
        enough: after how many decisions no further ones are played.
    """

    games: int
    enough: int


#: How many an explanation samples.
USUAL = SampleSize(games=40, enough=3000)


def decisions_of(pairing: Pairing, key: int, pool: Pool, size: SampleSize | None = None) -> Decisions:
    """The player's decisions in games against its partner, in both seats; where each was met is noted.

    Args:
        pairing: the player and its partner.
        key: the key of the games.
        pool: where they are played.
        size: how many are sampled; by default ``USUAL``.

    Raises:
        SenetGpError: if the player never has a choice.
    """
    size = size or USUAL
    found = sampled_decisions(
        _meetings(pairing, key),
        pairing.player.vocabulary,
        pairing.game,
        enough=size.enough,
        pool=pool,
        at_once=size.games,
        noted=True,
    )
    if not len(found):
        raise SenetGpError(f"in {_MAX_GAMES} games {pairing.player.name} never had a choice to explain")
    return found


def _meetings(pairing: Pairing, key: int) -> Iterator[Meeting]:
    """The games of a player with its partner; in every other one the partner begins."""
    alike = pairing.partner is pairing.player
    for number, game_key in enumerate(part_keys(key, _MAX_GAMES).tolist()):
        own = number % 2
        players = (pairing.partner, pairing.player) if own else (pairing.player, pairing.partner)
        yield Meeting(players, game_key, (0, 1) if alike else (own,))


class Question(NamedTuple):
    """A decision, and the afterstates whose chances are estimated: the choice, then its rivals."""

    number: int  # its number among the decisions that were met
    met: MetDecision
    afterstates: tuple[int, ...]


def gains(
    pairing: Pairing, questions: Sequence[Question], keys: NDArray[np.uint64], pool: Pool
) -> NDArray[np.float64]:
    """For each question, the chance of the choice minus that of its best rival.

    Args:
        pairing: the player and its partner.
        questions: the decisions, with at least two afterstates each.
        keys: (games,) uint64, the keys of the playouts from each afterstate.
        pool: where they are played.

    Returns:
        (questions,) float64.
    """
    chances = chances_of(pairing, questions, keys, pool)
    return np.array([own - max(rivals) for own, *rivals in chances])


def chances_of(
    pairing: Pairing, questions: Sequence[Question], keys: NDArray[np.uint64], pool: Pool
) -> list[list[float]]:
    """For each question, the estimated share of points after each of its afterstates, where a draw is ½.

    The arguments are those of :func:`gains`.
    """
    moves = sum(time_of_moves(pairing.participants, pairing.game))
    played = len(keys) * np.array([len(question.afterstates) for question in questions], np.int64)
    batches = ((questions[part],) for part in cut(played * (RULES_TIME_OF_A_GAME + moves), pool))
    return [row for rows in pool.map(_played_on, batches, shared=(pairing, keys)) for row in rows]


def _played_on(
    common: tuple[Pairing, NDArray[np.uint64]], questions: Sequence[Question]
) -> list[list[float]]:
    """The chances of the afterstates of some questions, computed by a worker."""
    pairing, keys = common
    return [
        [chance_of(pairing, decision, index, keys) for index in question.afterstates]
        for question in questions
        for decision in [question.met.decision(pairing.game)]
    ]


def chance_of(pairing: Pairing, decision: Decision, index: int, keys: NDArray[np.uint64]) -> float:
    """The share of points after an afterstate, played on once for each key."""
    result = decision.result(index)
    if result is not None:
        return (1 + result) / 2
    player, partner = pairing.participants
    position = decision.following(index)
    if decision.ends_turn(index):
        return float((1 - points_from(partner, player, pairing.game, position, keys)).mean())
    return float(points_from(player, partner, pairing.game, position, keys).mean())
