"""The suite ``regret`` where a teacher is needed: decisions of games, which it values.

The games are those of the last winners; where a network teaches, it and the game's last reference play, too.

Whole games say little of an individual, and a decision that is lost may not lose the game. Here a teacher
tells the win probability after every choice of a decision, once for all individuals, so an individual's
regret, what it loses on average against the best choice, is known after some thousand boards are scored.

The network that a run trains so that it can teach is small and learns fast. What such a network says goes up
and down from game to game, and two networks err in different places, so two of them learn side by side, each
is taken as its mean over the last part of its training, and what both say counts.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from senet_gp.arena.batches import NODE_TIME, RULES_TIME, TURNS, cut
from senet_gp.arena.panel import references, texts_of
from senet_gp.arena.pool import Pool
from senet_gp.engine.cases import Cases, joined_cases
from senet_gp.engine.dice_choices import can_choose
from senet_gp.engine.labels import ChancesOf, boards_in_games, labelled
from senet_gp.engine.network import Network
from senet_gp.engine.network_learning import Course, self_taught
from senet_gp.engine.participants import RANDOM_MOVER, Participant
from senet_gp.engine.results import Keys, Pairings, Positions
from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.evaluation.decisions import DrawnDecisions, perfect_decisions
from senet_gp.evolution.evaluation.protocol import sources
from senet_gp.evolution.evaluation.suites import NETWORK, NETWORKS, Regret, lists_decisions, who_knows
from senet_gp.games.dice.game import DiceGame, if_dice
from senet_gp.games.protocol import Game
from senet_gp.players.network import network_game
from senet_gp.players.parsing import player_from_text
from senet_gp.runtime.compiling_notice import say
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.recent import Recent
from senet_gp.runtime.streams import Purpose, key_of, part_key, part_keys
from senet_gp.trees.individual import Individual

#: Games in which decisions are met and valued.
LABELS = Purpose(22)
#: The network that a run trains as its teacher.
TEACHER = Purpose(35)
#: The last winners, in whose games decisions are met.
LEARNERS = 4
#: The decisions labelled last are kept while they have no more bytes than this, the last ones always; so are
#: the networks trained last.
_MAX_BYTES = 1 << 26
#: How many positions are taken of a game of the learners, on average, and how many games there are at least:
#: a short one may end before it is looked at, or offer no choice.
_POSITIONS_A_GAME = 16
_FEWEST_GAMES = 32
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
#: The least seconds between two lines about the progress of the training.
_SECONDS_BETWEEN_LINES = 30

#: The networks of the last trainings: that of a run teaches all along. Each island has its own, and a process
#: may play all islands in turn.
_NETWORKS: Recent[_Training, Network] = Recent(_MAX_BYTES, lambda network: len(network.data))


def labelled_in(generation: int, refresh: int) -> int:
    """The generation in which the decisions of a generation were labelled.

    In the first one there are no winners yet: its decisions come from games of random movers.

    >>> [labelled_in(generation, 10) for generation in (1, 2, 11, 12)]
    [1, 2, 2, 12]

    Args:
        generation: the generation, from 1 on.
        refresh: after how many generations decisions are renewed.
    """
    return generation - (generation - 2) % refresh if generation > 1 else 1


def labelled_decisions(
    suite: Regret,
    config: ResolvedConfig,
    population: Sequence[Individual],
    winners: Sequence[Individual],
    *,
    generation: int | None,
    rng: random.Random,
    pool: Pool,
) -> DrawnDecisions:
    """The tests of :class:`~senet_gp.evolution.evaluation.suites.Regret`; it opens them."""
    if lists_decisions(suite.teacher, config.game_value):
        return perfect_decisions(
            config,
            population,
            winners,
            count=suite.cases,
            everywhere=suite.everywhere,
            rng=rng,
            pool=pool,
        )
    cases = labelled_cases(suite, config, winners, generation or len(winners) + 1, pool)
    every = np.arange(len(cases.begins) - 1)
    return DrawnDecisions(sources(population), cases, every, suite.cases, rng, pool)


def labelled_cases(
    suite: Regret, config: ResolvedConfig, winners: Sequence[Individual], number: int, pool: Pool
) -> Cases:
    """The labelled decisions of a generation.

    They depend on the seed and on the winners before the generation in which they were labelled, so a run
    that is resumed labels the same ones again.
    """
    generation = labelled_in(number, suite.refresh)
    before = winners[: len(winners) - (number - generation)]
    labelling = Labelling(
        game=config.game_value,
        learners=tuple(sources(before[-LEARNERS:])) or (RANDOM_MOVER,),
        teacher=suite.teacher,
        games=suite.teacher_games,
        decisions=suite.labelled,
        # What random movers would reply is not worth the time.
        looks_ahead=suite.look_ahead and bool(before),
        key=key_of(config.seed, LABELS, generation),
        seed=config.seed,
    )
    return _cases_of(labelling, pool)


def _bytes_of(cases: Cases) -> int:
    return cases.boards.nbytes + cases.begins.nbytes + cases.outcomes.nbytes + cases.loses_at_once.nbytes


_LABELLED: Recent[Labelling, Cases] = Recent(_MAX_BYTES, _bytes_of)


def _cases_of(labelling: Labelling, pool: Pool) -> Cases:
    """The decisions of a labelling, which serve many generations, also if islands are played in turn."""
    cases = _LABELLED.get(labelling)
    if cases is None:
        cases = labelling.labelled(pool)
        _LABELLED.put(labelling, cases)
    return cases


class _KeyPart(IntEnum):
    """The parts of a teacher's key."""

    LEARNERS = 0
    DRAWN = 3
    THROWS = 4


@dataclass(frozen=True, kw_only=True)
class Labelling:
    """What decisions are to be labelled, and by which teacher; they follow from this alone.

    Attributes:
        game: the game, with its parameters.
        learners: the players in whose games the decisions are met.
        teacher: ``network``, or a PLAYER that knows all win probabilities.
        games: how many games each part of the network learns from.
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
        teacher = self._teacher(pool)
        players = self.learners
        if isinstance(teacher, Network):
            strongest = texts_of(references(self.game))[-1:]
            by_hand = [player_from_text(text, self.game).participant for text in strongest]
            players = (teacher, *(player for player in by_hand if player is not None), *players)
        met = self._met(players, max(_FEWEST_GAMES, self.decisions // _POSITIONS_A_GAME), pool)
        rng = np.random.Generator(np.random.PCG64(part_key(self.key, _KeyPart.DRAWN)))
        telling = np.flatnonzero(can_choose(met, game))
        if not telling.size:
            raise UsageError(
                f"nobody had a choice in games of {game.name}, so regret tests nothing: use full-games"
            )
        drawn = met[rng.choice(telling, self.decisions, replace=len(telling) < self.decisions)]
        keys = part_keys(part_key(self.key, _KeyPart.THROWS), self.decisions)
        parts = cut(np.full(len(drawn), _LOOKING), pool)
        common = _Valuing(game, teacher.chances, self.looks_ahead)
        return joined_cases(pool.map(_labelled, ((drawn[part], keys[part]) for part in parts), shared=common))

    def _teacher(self, pool: Pool) -> Any:
        """The teacher: a network, or a player that knows all win probabilities."""
        if self.teacher == NETWORK:
            return teaching_network(self.game, self.games, self.seed, pool)
        return who_knows(player_from_text(self.teacher, self.game))

    def _met(self, players: Sequence[Participant], count: int, pool: Pool) -> Positions:
        """Boards of so many games, in which every player meets every player."""
        pairs = np.arange(count)
        keys = part_keys(part_key(self.key, _KeyPart.LEARNERS), count)
        pairings = Pairings(pairs % len(players), pairs // len(players) % len(players), keys)
        size = max(player.size for player in players)
        work = np.full(count, TURNS * (RULES_TIME + NODE_TIME * size))
        batches = ((pairings.part(part),) for part in cut(work, pool))
        common = (tuple(players), _with_throws(self.game))
        return np.concatenate(pool.map(_boards_met, batches, shared=common))


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
            f"the choices of {game.name} cannot be valued: it is no game with throws and kernels"
        )
    return found


def _boards_met(common: tuple[Sequence[Participant], DiceGame], pairings: Pairings) -> Positions:
    players, game = common
    return boards_in_games(players, pairings, game)


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
    """Let the networks learn in parts, so that little is done twice if a worker is lost."""
    game, games, seed = network_game(training.game), training.games, training.seed
    key = key_of(seed, TEACHER)
    courses = [
        Course(seed=part_key(key, number) >> 1, rate=_RATE, halving=_HALVING) for number in range(NETWORKS)
    ]
    networks = [Network.new(game, _HIDDEN, course.seed) for course in courses]
    late: list[list[Network]] = [[] for _ in networks]
    said = time.monotonic()
    for part in range(_PARTS):
        first, end = games * part // _PARTS, games * (part + 1) // _PARTS
        jobs = [(network, first, end, course) for network, course in zip(networks, courses, strict=True)]
        networks = pool.map(_taught, jobs, shared=game)
        if part >= _PARTS - _LAST_PARTS:
            for states, network in zip(late, networks, strict=True):
                states.append(network)
        if time.monotonic() - said >= _SECONDS_BETWEEN_LINES:
            said = time.monotonic()
            say(f"Each half of the network has learned from {end:,} of {games:,} games ...")
    return Network.together([Network.mean_of(states) for states in late])


def _taught(game: DiceGame, network: Network, first: int, end: int, course: Course) -> Network:
    return self_taught(network, first, end, course, game)
