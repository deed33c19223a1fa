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
from typing import ClassVar

import numpy as np

from senet_gp.engine.playthrough import Playthrough, draw_start, watched
from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.evaluation.protocol import Evaluation
from senet_gp.players.human import Leave
from senet_gp.players.player import ExpressionPlayer, Player
from senet_gp.runtime.errors import UsageError, brief
from senet_gp.runtime.interruption import put_off
from senet_gp.runtime.logs import Signed, TableFormat, column
from senet_gp.runtime.streams import Purpose, game_streams, key_of
from senet_gp.trees.individual import Fitness, Individual

#: Games of a run against a person.
SPARRING = Purpose(5)
#: How many individuals of a generation play.
_PLAYING = 2
_OUTCOMES = {"won": 1, "drawn": 0, "lost": -1, "left": None}
_RESULTS = {outcome: result for result, outcome in _OUTCOMES.items()}
_DIGITS = 9


@dataclass(frozen=True, slots=True)
class SparringGame:
    """A game of an individual against a person or another partner, and a row of ``sparring.csv``."""

    TABLE: ClassVar[TableFormat] = TableFormat(
        "sparring.csv", 2, "games against a person that count", several=True
    )

    generation: int = column("the generation of the individual")
    game: int = column("the number of the game in this generation, from 1 on")
    individual: int = column("the index of the individual in the population, from 0 on")
    nodes: int = column("its size", unit="nodes")
    moved_first: str = column("who moved first: `individual` or `person`")
    result: str = column("the result for the individual: `won`, `drawn`, `lost`, or `left` by the person")
    turns: int = column("the turns of both together", unit="turns")
    fitness_before: Signed = column("the fitness of the individual without the games of this generation")
    fitness_after: Signed = column("its fitness with them")
    chance_before: float = column("its probability to be drawn as a parent, in each draw, without them")
    chance_after: float = column("the same with them")

    @property
    def outcome(self) -> int | None:
        """The outcome for the individual: 1 won, 0 drawn, -1 lost; None if the partner left the game."""
        return _OUTCOMES.get(self.result)


class Opponent(ExpressionPlayer):
    """An individual at the partner's board.

    Attributes:
        generation: the generation of the individual.
        number: the number of the game in this generation, from 1 on.
        games: the number of games of the partner in this generation.
        seat: the seat of the individual: 0 moves first, 1 second.
    """

    def __init__(self, individual: Individual, generation: int, number: int, games: int) -> None:
        super().__init__(individual, individual.vocabulary, f"opponent {number}")
        self.generation, self.number, self.games = generation, number, games
        self.seat = (number - 1) % 2


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
        fitness, chance = _fitness_and_chances(population, config)
        playing = _playing(population, chance, generation, config)
        fitness, chance = _rounded(fitness), _rounded(chance)
        games: list[SparringGame] = []
        for number, index in enumerate(playing, 1):
            if self.partner is None:
                break
            opponent = Opponent(population[index], generation, number, len(playing))
            outcome, turns = self._played(opponent, self.partner, config)
            games.append(
                SparringGame(
                    generation=generation,
                    game=number,
                    individual=index,
                    nodes=len(population[index]),
                    moved_first="person" if opponent.seat else "individual",
                    result=_RESULTS[outcome],
                    turns=turns,
                    fitness_before=fitness[index],
                    fitness_after=fitness[index],
                    chance_before=chance[index],
                    chance_after=chance[index],
                )
            )
        return games

    def _played(self, opponent: Opponent, partner: Player, config: ResolvedConfig) -> tuple[int | None, int]:
        """The outcome for the individual, None if the partner left, and the turns that were played.

        If the partner leaves, the run continues without them.
        """
        players = (partner, opponent) if opponent.seat else (opponent, partner)
        streams = game_streams(key_of(config.seed, SPARRING, opponent.generation, opponent.number - 1))
        played = Playthrough(players, streams, config.game_value, draw_start(config.game_value, streams))
        try:
            for _ in watched(played):
                pass
        except (Leave, EOFError):
            self.partner = None
        return played.outcome and played.outcome * (1 - 2 * opponent.seat), played.turns


def outcomes_of(games: Iterable[SparringGame], population: Sequence[Individual]) -> dict[int, int]:
    """The outcomes of the games that were played to their end, by the index of the individual.

    Copies of an individual are the same player, so its game counts for them, too.
    """
    played = {population[game.individual].packed: game.outcome for game in games if game.outcome is not None}
    return {index: played[tree.packed] for index, tree in enumerate(population) if tree.packed in played}


def counted(
    games: Iterable[SparringGame], population: Sequence[Individual], config: ResolvedConfig
) -> list[SparringGame]:
    """The games, with the fitness and the chances that individuals have now that these games count."""
    fitness, chance = map(_rounded, _fitness_and_chances(population, config))
    return [
        dataclasses.replace(
            game, fitness_after=fitness[game.individual], chance_after=chance[game.individual]
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
    config.selection.chances_of([1.0])


def games_counted(games: Iterable[SparringGame]) -> int:
    """The number of games in the log that were played to their end."""
    return sum(game.outcome is not None for game in games)


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


def _fitness_and_chances(
    population: Sequence[Individual], config: ResolvedConfig
) -> tuple[list[float], list[float]]:
    """The fitness of every individual, and its probability to be drawn as a parent."""
    fitness = [individual.fitness.values[0] for individual in population]
    return fitness, config.selection.chances_of(fitness)


def _rounded(values: Sequence[float]) -> list[float]:
    """Values as the log has them."""
    return [round(value, _DIGITS) for value in values]
