"""Games of the best individuals against a person, which count in their fitness.

The evaluation of a run with a person is wrapped around the configured one, in which the person is one more
opponent. It evaluates all individuals and lets the two best play a game each. Then it evaluates all once
more, on the same random streams, with these games among their tests. So suites, credits and the loop know
nothing of people.

The games are listed in ``sparring.csv``, a row each. A run resumes without reading it, since the checkpoint
holds the effect of the games. A run with this file cannot be repeated from its configuration.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from senet_gp.engine.playthrough import Playthrough, draw_start, watched
from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.evaluation.protocol import Evaluation
from senet_gp.evolution.operators.selection import chances
from senet_gp.players.human import Leave
from senet_gp.players.player import ExpressionPlayer, Player
from senet_gp.runtime.errors import UsageError, brief
from senet_gp.runtime.interruption import put_off
from senet_gp.runtime.logs import Signed
from senet_gp.runtime.streams import Purpose, game_streams, key_of
from senet_gp.trees.individual import Fitness, Individual

#: Games of a run against a person.
SPARRING = Purpose(5)
#: How many individuals of a generation play.
_PLAYING = 2
_RESULTS = {1: "won", 0: "drawn", -1: "lost", None: "left"}
_DIGITS = 9


@dataclass(frozen=True, slots=True)
class SparringRow:
    """A row of ``sparring.csv``: a game of an individual against a person.

    Attributes:
        generation: the generation of the individual.
        game: the number of the game in this generation, from 1 on.
        individual: the index of the individual in the population.
        nodes: its nodes.
        moved_first: who moved first: the individual or the person.
        result: the result for the individual: won, drawn, lost, or left by the person.
        turns: the number of turns played by both together.
        fitness_before: the fitness of the individual without the person's games of this generation.
        fitness_after: its fitness with them.
        chance_before: its probability to be drawn as a parent without them.
        chance_after: the same with them.
    """

    generation: int
    game: int
    individual: int
    nodes: int
    moved_first: str
    result: str
    turns: int
    fitness_before: Signed
    fitness_after: Signed
    chance_before: float
    chance_after: float


@dataclass(frozen=True, slots=True)
class SparringGame:
    """A game of an individual against a person or another partner.

    Attributes:
        generation: the generation of the individual.
        number: the number of the game in this generation, from 1 on.
        games: the number of games of the partner in this generation.
        individual: the index of the individual in the population.
        nodes: the nodes of the individual.
        seat: the seat of the individual: 0 moves first, 1 second.
        outcome: the outcome for the individual: 1 won, 0 drawn, -1 lost; None if the partner left the game.
        turns: the number of turns played by both players together.
        fitness: the fitness of the individual without and with the partner's games of this generation.
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

    def row(self) -> SparringRow:
        """The game as a row of the log."""
        fitness, chance = ([round(value, _DIGITS) for value in pair] for pair in (self.fitness, self.chance))
        return SparringRow(
            generation=self.generation,
            game=self.number,
            individual=self.individual,
            nodes=self.nodes,
            moved_first="individual" if self.seat == 0 else "person",
            result=_RESULTS[self.outcome],
            turns=self.turns,
            fitness_before=fitness[0],
            fitness_after=fitness[1],
            chance_before=chance[0],
            chance_after=chance[1],
        )


class Opponent(ExpressionPlayer):
    """An individual at the partner's board.

    Attributes:
        game: the game that it plays.
    """

    def __init__(self, individual: Individual, game: SparringGame) -> None:
        super().__init__(individual, individual.vocabulary, f"opponent {game.number}")
        self.game = game


@dataclass
class Sparring:
    """Lets two individuals of some generations play a partner.

    Attributes:
        partner: the player against whom they play; None after the partner has left.
        every: how many generations pass from one with games to the next.
    """

    partner: Player | None
    every: int

    def __repr__(self) -> str:
        return brief(self, f"every {self.every} generations", self.partner)

    def counting(
        self, evaluate: Callable[..., Evaluation], config: ResolvedConfig
    ) -> Callable[..., Evaluation]:
        """The evaluation of a run in which the games against the partner count.

        Args:
            evaluate: the evaluation of the run without these games.
            config: the configuration of the run.
        """

        def evaluate_with_partner(
            population: Sequence[Individual], generation: int, winners: Sequence[Individual]
        ) -> Evaluation:
            result = evaluate(population, generation, winners)
            if self.partner is None or generation % self.every:
                return result
            games = self.play(population, generation, config)
            if outcomes := outcomes_of(games, population):
                for individual in population:
                    individual.fitness = Fitness()
                # Ctrl-C waits meanwhile, since the games are not saved yet.
                with put_off():
                    result = evaluate(population, generation, winners, against_person=outcomes)
                games = counted(games, population, config)
            return dataclasses.replace(result, sparring=games)

        return evaluate_with_partner

    def play(
        self, population: Sequence[Individual], generation: int, config: ResolvedConfig
    ) -> list[SparringGame]:
        """Let two individuals play one game each, with alternating seats, until the partner leaves.

        Args:
            population: the individuals, with their fitness.
            generation: the number of the generation.
            config: the configuration of the run.
        """
        fitness = _fitness(population)
        chance = chances(fitness, config)
        playing = _playing(population, chance, generation, config)
        games: list[SparringGame] = []
        for played, index in enumerate(playing):
            if self.partner is not None:
                game = SparringGame(
                    generation=generation,
                    number=played + 1,
                    games=len(playing),
                    individual=index,
                    nodes=len(population[index]),
                    seat=played % 2,
                    fitness=(fitness[index], fitness[index]),
                    chance=(chance[index], chance[index]),
                )
                games.append(self._played(Opponent(population[index], game), self.partner, config))
        return games

    def _played(self, opponent: Opponent, partner: Player, config: ResolvedConfig) -> SparringGame:
        """Play a game to its end, or until the partner leaves; then the run continues without them."""
        game = opponent.game
        players = (opponent, partner) if game.seat == 0 else (partner, opponent)
        streams = game_streams(key_of(config.seed, SPARRING, game.generation, game.number - 1))
        played = Playthrough(players, streams, config.game_value, draw_start(config.game_value, streams))
        try:
            for _ in watched(played):
                pass
        except (Leave, EOFError):
            self.partner = None
        outcome = None if played.outcome is None else played.outcome * (1 - 2 * game.seat)
        return dataclasses.replace(game, outcome=outcome, turns=played.turns)


def outcomes_of(games: Iterable[SparringGame], population: Sequence[Individual]) -> dict[int, int]:
    """The outcomes of the games that were played to their end, by the index of the individual.

    Copies of an individual are the same player, so its game counts for them, too.
    """
    played = {population[game.individual].packed: game.outcome for game in games if game.outcome is not None}
    return {index: played[one.packed] for index, one in enumerate(population) if one.packed in played}


def counted(
    games: Iterable[SparringGame], population: Sequence[Individual], config: ResolvedConfig
) -> list[SparringGame]:
    """The games, with the fitness and the chances that individuals have now that these games count."""
    fitness = _fitness(population)
    chance = chances(fitness, config)
    return [
        dataclasses.replace(
            game,
            fitness=(game.fitness[0], fitness[game.individual]),
            chance=(game.chance[0], chance[game.individual]),
        )
        for game in games
    ]


def check_counts(config: ResolvedConfig) -> None:
    """Check that games against a person can count in a run.

    Raises:
        UsageError: if they cannot, or its selection does not tell the probabilities to become a parent, which
            the person sees.
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
    config.selection.chances_function()


def games_counted(rows: Iterable[SparringRow]) -> int:
    """The number of games in the log that were played to their end."""
    results = set(_RESULTS.values()) - {_RESULTS[None]}
    return sum(row.result in results for row in rows)


def _playing(
    population: Sequence[Individual], chance: Sequence[float], generation: int, config: ResolvedConfig
) -> list[int]:
    """The two fittest individuals or, if selection depends on order alone, two that are drawn as parents.

    If only the order counts, a win could not improve the chances of the fittest. The two differ.
    """
    rng = random.Random(key_of(config.seed, SPARRING, generation))
    by_order = config.selection.by_order
    weights = np.array(chance)
    playing: list[int] = []
    while len(playing) < _PLAYING and weights.any():
        chosen = rng.choices(range(len(weights)), weights.tolist())[0] if by_order else int(weights.argmax())
        playing.append(chosen)
        for index, individual in enumerate(population):
            if individual.packed == population[chosen].packed:
                weights[index] = 0
    return playing


def _fitness(population: Sequence[Individual]) -> list[float]:
    return [individual.fitness.values[0] for individual in population]
