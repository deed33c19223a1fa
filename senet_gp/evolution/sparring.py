"""Games of the best individuals against a person, which count in their fitness.

The person is a further opponent, whose games count as much as those of another opponent. Each evaluation
defines how (:class:`~senet_gp.evolution.evaluation.protocol.SparringEvaluation`).
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from primitives import vocabulary_of
from senet_gp.checks import whole_number
from senet_gp.engine.playthrough import Playthrough, draw_start, watched
from senet_gp.errors import SenetGpError, UsageError
from senet_gp.evolution.config import Config
from senet_gp.evolution.evaluation.protocol import FINALISTS, Evaluation, SparringEvaluation
from senet_gp.evolution.operator_rows import SELECTIONS
from senet_gp.evolution.selection import chances
from senet_gp.players.human import Leave
from senet_gp.players.player import ExpressionPlayer, Player
from senet_gp.quoting import brief
from senet_gp.seed_domains import SeedDomain
from senet_gp.streams import game_streams, key_of
from senet_gp.trees.individual import Individual


@dataclass(frozen=True, slots=True)
class SparringGame:
    """A game of a finalist against a person or another partner.

    Attributes:
        generation: the generation of the finalist.
        number: the number of the game in this generation, from 1 on.
        games: how many games the partner is to play in this generation.
        individual: the index of the finalist in the population.
        nodes: the nodes of the finalist.
        seat: the seat of the finalist: 0 moves first, 1 second.
        outcome: the outcome for the finalist: 1 won, 0 drawn, -1 lost; None if the partner left the game.
        turns: the number of turns played by both players together.
        fitness: the fitness of the finalist without and with the partner's games of this generation.
        chance: its probability to be drawn as a parent, in each draw, without and with these games.
    """

    generation: int
    number: int
    games: int
    individual: int
    nodes: int
    seat: int
    outcome: int | None = None
    turns: int = 0
    fitness: tuple[float, float] = (0.0, 0.0)
    chance: tuple[float, float] = (0.0, 0.0)


class Host(Protocol):
    """Shows the partner the events of the games."""

    def begins(self, game: SparringGame, position: Any) -> None:
        """A game begins from this position, seen by the player that moves first."""

    def ends(self, game: SparringGame) -> None:
        """A game has ended, or the partner has left it."""

    def counted(self, games: Sequence[SparringGame]) -> None:
        """All games of a generation have been played and counted in the fitness."""


class _NoHost:
    """Shows nothing."""

    def begins(self, game: SparringGame, position: Any) -> None:
        """Show nothing."""

    def ends(self, game: SparringGame) -> None:
        """Show nothing."""

    def counted(self, games: Sequence[SparringGame]) -> None:
        """Show nothing."""


def _who_plays(
    population: Sequence[Individual], evaluation: SparringEvaluation, generation: int, config: Config
) -> list[int]:
    """The individuals that play: the finalists or, if selection depends on order alone, two drawn as parents.

    If only the order counts, a win could not improve the chances of the first finalist.
    """
    if not SELECTIONS[config.selection].by_order:
        last = len(population) - 1
        return [
            whole_number("a finalist of the evaluation", index, 0, last) for index in evaluation.finalists
        ]
    everybody = range(len(population))
    rng = random.Random(key_of(config.seed, SeedDomain.SPARRING, generation))
    weights = np.array(chances([individual.fitness.values[0] for individual in population], config))
    drawn: list[int] = []
    while len(drawn) < FINALISTS and weights.any():
        drawn += rng.choices(everybody, weights.tolist())
        weights[evaluation.alike(drawn[-1])] = 0
    return drawn


def check_counts(config: Config) -> None:
    """Check that games against a person can count in a run.

    Raises:
        UsageError: if they cannot.
    """
    if config.islands > 1:
        raise UsageError(
            "games against a person count in runs of one population only: leave out the games, or choose "
            "--islands 1"
        )
    if config.several_objectives:
        raise UsageError(
            "games against a person count in runs of one objective only: leave out the games, or choose "
            "--objectives score"
        )


@dataclass
class Sparring:
    """Lets the finalists of some generations play a partner, and counts these games in their fitness.

    Attributes:
        partner: the player against whom they play; None after the partner has left.
        every: how many generations pass from one with games to the next.
        host: shows the partner the events of the games.
    """

    partner: Player | None
    every: int
    host: Host = field(default_factory=_NoHost)

    def __repr__(self) -> str:
        return brief(self, f"every {self.every} generations", self.partner)

    def spar(
        self, population: Sequence[Individual], evaluation: Evaluation, generation: int, config: Config
    ) -> list[SparringGame]:
        """Let each finalist play one game, with alternating seats, and set the fitness of all anew.

        Args:
            population: the individuals, with their fitness.
            evaluation: the evaluation that set it.
            generation: the number of the generation.
            config: the configuration of the run.

        Raises:
            UsageError: if the evaluation cannot count games against a partner.
            SenetGpError: if it names individuals that do not exist, or has no fitness for some.
        """
        if generation % self.every or self.partner is None:
            return []
        if not isinstance(evaluation, SparringEvaluation):
            raise UsageError(
                "the fitness of this run cannot count games against a person: leave out sparring, or let "
                "evaluate return a SparringEvaluation"
            )
        finalists = _who_plays(population, evaluation, generation, config)
        games: list[SparringGame] = []
        for played, index in enumerate(finalists):
            if self.partner is not None:
                nodes = len(population[index])
                seat = played % 2
                game = SparringGame(generation, played + 1, len(finalists), index, nodes, seat)
                games.append(self._played(game, self.partner, population[index], config))
        outcomes = {game.individual: game.outcome for game in games if game.outcome is not None}
        before = [individual.fitness.values[0] for individual in population]
        after = evaluation.fitness_with(outcomes) if outcomes else before
        if len(after) != len(population):
            raise SenetGpError(
                f"the evaluation gives {len(after)} values of fitness with the games against a person, but "
                f"{len(population)} individuals need one each"
            )
        for individual, value in zip(population, after, strict=True):
            individual.fitness.values = (value, *individual.fitness.values[1:])
        chance_before, chance_after = chances(before, config), chances(after, config)
        games = [
            dataclasses.replace(
                game,
                fitness=(before[game.individual], after[game.individual]),
                chance=(chance_before[game.individual], chance_after[game.individual]),
            )
            for game in games
        ]
        if outcomes:
            self.host.counted(games)
        return games

    def _played(
        self, game: SparringGame, partner: Player, finalist: Individual, config: Config
    ) -> SparringGame:
        """Play a game to its end, or until the partner leaves; then the run continues without them."""
        vocabulary = vocabulary_of(config.game_value, config.vocabulary)
        own = ExpressionPlayer(finalist, vocabulary, f"opponent {game.number}")
        players = (own, partner) if game.seat == 0 else (partner, own)
        streams = game_streams(key_of(config.seed, SeedDomain.SPARRING, game.generation, game.number - 1))
        played = Playthrough(players, streams, config.game_value, draw_start(config.game_value, streams))
        self.host.begins(game, played.position)
        try:
            for _ in watched(played):
                pass
        except (Leave, EOFError):
            self.partner = None
        outcome = None if played.outcome is None else played.outcome * (1 - 2 * game.seat)
        game = dataclasses.replace(game, outcome=outcome, turns=played.turns)
        self.host.ends(game)
        return game
