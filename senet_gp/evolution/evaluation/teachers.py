"""Teachers: who tells what the choices of decisions are worth, in the suite ``regret``.

The network that a run trains so that it can teach is small and learns fast. What such a network says goes up
and down from game to game, and two networks err in different places, so two of them learn side by side, each
is taken as its mean over the last part of its training, and what both say counts.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from senet_gp.arena.batches import NODE_TIME, RULES_TIME, TURNS, cut, spread
from senet_gp.arena.pool import Pool
from senet_gp.engine.cases import Cases
from senet_gp.engine.dice_choices import can_choose
from senet_gp.engine.labels import ChancesOf, Seen, labelled, sampled_games, seen_together
from senet_gp.engine.network import Network
from senet_gp.engine.network_learning import Course, fitted_network, self_taught
from senet_gp.engine.participants import Participant
from senet_gp.engine.results import Keys, Pairings, Positions
from senet_gp.evolution.evaluation.played_out_decisions import joined_cases
from senet_gp.evolution.evaluation.teacher_texts import NETWORK, NETWORKS, SELF
from senet_gp.games.dice.game import DiceGame, if_dice
from senet_gp.games.protocol import Game
from senet_gp.players.network import network_game
from senet_gp.players.parsing import player_from_text
from senet_gp.runtime.compiling_notice import say
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.recent import Recent
from senet_gp.runtime.streams import SeedDomain, key_of, part_key, part_keys

#: How many positions a game of the learners gives on average, at least.
_POSITIONS_A_GAME = 8
#: The nanoseconds in which a choice is looked into, roughly.
_LOOKING = 2_000_000
#: The hidden units of each network: small ones learn most in a minute.
_HIDDEN = 32
#: A course for a short training: large steps at first, which soon become small.
_RATE = 0.04
_HALVING = 20_000
#: The equal parts of a training; a network is taken as its mean at the ends of the last ones.
_PARTS = 40
_LAST_PARTS = 8
#: How far the training is, is said after the first part that ends so many seconds after the last time.
_SECONDS_BETWEEN_LINES = 30

#: The networks of the last trainings: that of a run teaches all along.
_NETWORKS: Recent[_Training, Network] = Recent(2)


class _Part(IntEnum):
    """The parts of a teacher's key."""

    LEARNERS = 0
    TEACHER = 1
    FIT = 2
    DRAWN = 3
    THROWS = 4


@dataclass(frozen=True, kw_only=True)
class Labelling:
    """What decisions are to be labelled, and by whom; this says all, so they are always the same ones.

    Attributes:
        game: the game, with its parameters.
        learners: the players in whose games the decisions are met.
        teacher: ``self``, ``network``, or a PLAYER.
        games: how many games of the teacher its chances of winning are fitted to, or it learns from.
        decisions: how many decisions are labelled.
        looks_ahead: whether the best choices are valued by the replies to them.
        key: the key of all its random streams.
        seed: the seed of the run, from which the network follows that teaches all along.
    """

    game: Game
    learners: tuple[Participant, ...]
    teacher: str
    games: int
    decisions: int
    looks_ahead: bool
    key: int
    seed: int

    def labelled(self, pool: Pool) -> Cases:
        """Play the games, and label the decisions.

        Args:
            pool: where this is done; it does not change the result.
        """
        game = _with_throws(self.game)
        own = self._own_teacher(pool)
        known: ChancesOf | None = getattr(own, "chances", None)
        count = self.games if own is None else max(1, self.decisions // _POSITIONS_A_GAME)
        seen = self._sampled(self.learners, count, _Part.LEARNERS, pool)
        if known is None:
            games = seen if own is None else self._sampled([own], self.games, _Part.TEACHER, pool)
            known = self._fitted(games, pool)
        met = seen.boards
        rng = np.random.Generator(np.random.PCG64(part_key(self.key, _Part.DRAWN)))
        telling = np.flatnonzero(can_choose(met, game))
        drawn = met[rng.choice(telling, self.decisions, replace=len(telling) < self.decisions)]
        keys = part_keys(part_key(self.key, _Part.THROWS), self.decisions)
        parts = cut(np.full(len(drawn), _LOOKING), pool)
        common = _Valuing(game, known, self.looks_ahead)
        return joined_cases(spread(_labelled, common, ((drawn[part], keys[part]) for part in parts), pool))

    def _own_teacher(self, pool: Pool) -> Any:
        """Who teaches: a participant, or a player that knows all chances; None if the winners do."""
        if self.teacher == SELF:
            return None
        if self.teacher == NETWORK:
            return teaching_network(self.game, self.games, self.seed, pool)
        player = player_from_text(self.teacher, self.game)
        return player if hasattr(player, "chances") else player.participant

    def _fitted(self, games: Seen, pool: Pool) -> ChancesOf:
        """Chances of winning that are fitted to games: by several models, since each errs in other places."""
        keys = part_keys(part_key(self.key, _Part.FIT), NETWORKS).tolist()
        # As arguments of single calls the games go only to the workers that need them.
        models = spread(_fitted, _with_throws(self.game), ((games, key) for key in keys), pool)
        return Network.together(models).chances

    def _sampled(self, players: Sequence[Participant], count: int, purpose: int, pool: Pool) -> Seen:
        """Boards of games in which every player meets every player."""
        pairs = np.arange(count)
        keys = part_keys(part_key(self.key, purpose), count)
        pairings = Pairings(pairs % len(players), pairs // len(players) % len(players), keys)
        size = max(player.size for player in players)
        work = np.full(count, TURNS * (RULES_TIME + NODE_TIME * size))
        batches = ((pairings.part(part),) for part in cut(work, pool))
        return seen_together(spread(_sampled, (tuple(players), _with_throws(self.game)), batches, pool))


class _Valuing(NamedTuple):
    """What all workers need to label decisions."""

    game: DiceGame
    chances_of: ChancesOf
    looks_ahead: bool


def _with_throws(game: Game) -> DiceGame:
    """The game, whose choices can be valued.

    Raises:
        UsageError: if they cannot.
    """
    found = if_dice(game)
    if found is None:
        raise UsageError(
            f"nobody can value the choices of {game.name}: it is no game with throws and kernels"
        )
    return found


def _sampled(common: tuple[Sequence[Participant], DiceGame], pairings: Pairings) -> Seen:
    players, game = common
    return sampled_games(players, pairings, game)


def _fitted(game: DiceGame, games: Seen, key: int) -> Network:
    return fitted_network(games, game, key=key)


def _labelled(common: _Valuing, positions: Positions, keys: Keys) -> Cases:
    game, chances_of, looks_ahead = common
    return labelled(positions, keys, chances_of, game, looks_ahead=looks_ahead)


class _Training(NamedTuple):
    game: Game
    games: int
    seed: int


def teaching_network(game: Game, games: int, seed: int, pool: Pool) -> Network:
    """The network that teaches in a run; it is trained when it is first asked for.

    Args:
        game: the game, with its parameters.
        games: how many games against itself each of its parts learns from.
        seed: the seed of the run.
        pool: where it learns; it does not change the result.
    """
    training = _Training(game, games, seed)
    network = _NETWORKS.get(training)
    if network is None:
        network = _trained(training, pool)
        _NETWORKS.put(training, network)
    return network


def _trained(training: _Training, pool: Pool) -> Network:
    """Let the networks learn, part by part, so that a worker that is lost has little to do again."""
    game, games, seed = network_game(training.game), training.games, training.seed
    key = key_of(seed, SeedDomain.TEACHER)
    courses = [
        Course(seed=part_key(key, number) >> 1, rate=_RATE, halving=_HALVING) for number in range(NETWORKS)
    ]
    networks = [Network.new(game, _HIDDEN, course.seed) for course in courses]
    late: list[list[Network]] = [[] for _ in networks]
    said = time.monotonic()
    for part in range(_PARTS):
        first, end = games * part // _PARTS, games * (part + 1) // _PARTS
        jobs = [(network, first, end, course) for network, course in zip(networks, courses, strict=True)]
        networks = spread(_taught, game, jobs, pool)
        if part >= _PARTS - _LAST_PARTS:
            for one, network in zip(late, networks, strict=True):
                one.append(network)
        if time.monotonic() - said >= _SECONDS_BETWEEN_LINES:
            said = time.monotonic()
            say(f"Each half of the network has learned from {end:,} of {games:,} games ...")
    return Network.together([Network.mean_of(one) for one in late])


def _taught(game: DiceGame, network: Network, first: int, end: int, course: Course) -> Network:
    return self_taught(network, first, end, course, game)
