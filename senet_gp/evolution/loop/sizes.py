"""The best individuals of each size: logged in each generation, and measured when a run ends.

The log, ``sizes.csv``, has a row for each size class that occurs. A run resumes without reading it.

When the run ends, the strongest player of each size is chosen among the logged ones and, if size is an
objective, those of the last population. The fitness of different generations cannot be compared, so all of
them are tried again: by the tests of the run if these tell players apart better than games do, else in games.
The chosen ones play further games, so that the shown share is not that of the luckiest. The random streams of
these games are used for nothing else, and no result goes back into the run.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import merge
from itertools import chain
from types import MappingProxyType
from typing import Any, ClassVar

from primitives import Vocabulary
from senet_gp.arena.match import measure
from senet_gp.arena.panel import fast_players, yardsticks
from senet_gp.arena.pool import Pool
from senet_gp.engine.measurement import Measurement
from senet_gp.engine.participants import scored_plainly
from senet_gp.evolution.configuration.config import ResolvedConfig
from senet_gp.evolution.evaluation.evaluators import credit_of, opened_tests
from senet_gp.evolution.evaluation.final import FINALISTS, Finalist
from senet_gp.evolution.evaluation.protocol import key_for, totals_of
from senet_gp.players.champion import BEYOND, SIZE_CLASSES, PlayersBySize, SizedPlayer, size_class
from senet_gp.players.player import ExpressionPlayer, Player
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.logs import Log, TableFormat, column
from senet_gp.runtime.recent import Recent
from senet_gp.runtime.streams import Purpose, key_of, part_key
from senet_gp.trees.individual import Individual
from senet_gp.trees.like_terms import with_like_terms
from senet_gp.trees.text import from_lisp, to_lisp

#: The measured strength of the best players of each size.
SIZES = Purpose(14)
#: The candidates of each size class: the last logged expressions and, if size is an objective, those of the
#: last population.
CANDIDATES = 4
OF_POPULATION = 8
#: The same where games are played in plain Python.
PLAIN_CANDIDATES = 1
#: The most games of a player against each opponent: to choose, for shown shares, and for those of a front.
_MAX_TO_CHOOSE = 20
_MAX_TO_SHOW = 100
_MAX_OF_FRONT = 4000
#: The same where games are played in plain Python.
_MAX_TO_CHOOSE_PLAINLY = 2
_MAX_TO_SHOW_PLAINLY = 4
#: The most games for each individual of a run: so measurements take little of the time of a small run. On a
#: front players differ less, and individuals have many tests.
_MAX_FOR_AN_INDIVIDUAL = 10
_MAX_FOR_ONE_OF_FRONT = 100
#: The tests that decide between candidates, in multiples of those of a generation.
_TIMES = 8
#: The parts of the key of these games.
_TO_CHOOSE = 0
_TO_SHOW = 1


@dataclass(frozen=True, slots=True)
class SizeRow:
    """A row of ``sizes.csv``: the fittest individual of a size class in a generation."""

    TABLE: ClassVar[TableFormat] = TableFormat(
        "sizes.csv", 2, "the fittest individual of each size class", several=True
    )

    generation: int = column("the generation")
    size_class: int = column(
        "the most nodes of the class; 0 if all individuals are larger than any class", unit="nodes"
    )
    nodes: int = column("the size of the individual", unit="nodes")
    expression: str = column("the individual in Lisp form")


def best_of_classes(population: Sequence[Individual], winner: int) -> list[Individual]:
    """The fittest individual of each size class that occurs in an evaluated population.

    Of equally fit ones it is the generation's winner, else the smallest, else the first.

    Args:
        population: the individuals, with their fitness.
        winner: the index of the generation's winner.

    Returns:
        The individuals by ascending class; those beyond all classes are left out.
    """
    best: dict[int, tuple[tuple[float, bool, int, int], Individual]] = {}
    for index, individual in enumerate(population):
        number = size_class(len(individual))
        rank = (individual.fitness.wvalues[0], index == winner, -len(individual), -index)
        if number != BEYOND and (number not in best or rank > best[number][0]):
            best[number] = rank, individual
    return [best[number][1] for number in sorted(best)]


def rows_of(generation: int, population: Sequence[Individual], winner: int) -> list[SizeRow]:
    """The rows of a generation; the arguments are those of :func:`best_of_classes`.

    If all individuals are larger than any class, one row without an expression tells that no row was lost.
    """
    return [
        SizeRow(generation, size_class(len(individual)), len(individual), to_lisp(individual))
        for individual in best_of_classes(population, winner)
    ] or [SizeRow(generation, BEYOND, 0, "")]


def last_of_classes(logs: Mapping[int, Log[SizeRow]], vocabulary: Vocabulary, each: int) -> list[Finalist]:
    """The last different expressions of each size class in some logs, each with its last generation.

    Args:
        logs: the logs of a run's populations by the numbers of their islands; 0 in a run without islands.
        vocabulary: the run's vocabulary.
        each: how many expressions to take of each class at most.

    Returns:
        The expressions by ascending class, and within a class by generation.

    Raises:
        FileError: if a log cannot be read or is unsound.
    """
    latest: dict[int, Recent[str, tuple[int, int, Log[SizeRow]]]] = {
        number: Recent(each) for number in SIZE_CLASSES
    }
    all_rows = merge(*map(_rows_of_island, logs.values(), logs), key=lambda row: row[0].generation)
    for row, island, log in all_rows:
        if row.size_class in latest:
            latest[row.size_class].put(row.expression, (row.generation, island, log))
        elif row.size_class != BEYOND:
            raise log.damaged(f"there is no size class of {row.size_class} nodes")
    finalists = []
    for expression, (generation, island, log) in chain.from_iterable(of.items() for of in latest.values()):
        try:
            finalists.append(Finalist(generation, from_lisp(expression, vocabulary), island))
        except UsageError as error:
            raise log.damaged(f"an expression of it is unsound: {error}") from None
    return finalists


def _rows_of_island(log: Log[SizeRow], island: int) -> Iterator[tuple[SizeRow, int, Log[SizeRow]]]:
    return ((row, island, log) for row in log.rows())


def of_population(population: Sequence[Individual], generation: int, island: int) -> list[Finalist]:
    """The fittest different individuals of each size class of an evaluated population."""
    best: dict[int, dict[bytes, Finalist]] = {}
    for tree in sorted(population, key=lambda tree: (-tree.fitness.values[0], len(tree))):
        of_class = best.setdefault(size_class(len(tree)), {})
        if len(of_class) < OF_POPULATION:
            of_class.setdefault(tree.packed, Finalist(generation, tree, island))
    return [fittest for number in sorted(best) for fittest in best[number].values() if number != BEYOND]


def players_by_size(
    candidates: Sequence[Finalist],
    champion: Finalist | None,
    config: ResolvedConfig,
    pool: Pool,
    *,
    shortest: Finalist | None = None,
    winners: Sequence[Individual] = (),
    origin: Mapping[str, Any] = MappingProxyType({}),
) -> PlayersBySize:
    """Choose the strongest candidate of each size class, and measure it and the champion.

    All play about half as many games as a final by round robin has, a third of them to choose; fewer after a
    run of few individuals, more on a front, and far fewer where games are played in plain Python.

    Args:
        candidates: expressions of any size classes; they may be none if there is a champion.
        champion: the run's champion; None if it is to be chosen among those that are measured. Then these are
            a front: each is better than every smaller one, in the tests or games by which it was chosen, and
            with like terms added up.
        config: the run's configuration.
        pool: where games are played; it does not change the result.
        shortest: another player that is measured in any case, such as the champion's shortest form.
        winners: the winners of the generations before the last, from whose games tests are made.
        origin: where the players come from.
    """
    game, vocabulary = config.game_value, config.vocabulary_value
    measuring = _Measuring(config, champion, pool)
    always = {each.tree.packed: each for each in (shortest, champion) if each is not None}
    entrants = [each for each in candidates if each.tree.packed not in always]
    best = _best_of_each_class(entrants, measuring.to_choose(entrants, winners))
    if champion is None:
        shown = _made_shorter(best)
    else:
        shown = sorted([*(each for each, _ in best), *always.values()], key=lambda each: len(each.tree))
    players = [
        SizedPlayer(each.tree, each.generation, each.island, against, is_champion=each is champion)
        for each, against in zip(shown, measuring.to_show(shown), strict=True)
    ]
    by_tests = champion is None and config.fitness.tells_apart
    by_size = PlayersBySize(vocabulary, game, players, list(measuring.opponents), dict(origin), by_tests)
    return by_size if champion is not None else by_size.with_champion()


def _best_of_each_class(
    entrants: Sequence[Finalist], points: Sequence[float]
) -> list[tuple[Finalist, float]]:
    """The entrant of each size class with the most points, by ascending class; of equal ones the latest."""
    best: dict[int, tuple[Finalist, float]] = {}
    for entrant, of_entrant in zip(entrants, points, strict=True):
        number = size_class(len(entrant.tree))
        if number not in best or of_entrant >= best[number][1]:
            best[number] = entrant, of_entrant
    return [best[number] for number in sorted(best)]


def _made_shorter(shown: Sequence[tuple[Finalist, float]]) -> list[Finalist]:
    """Those with more points than all smaller ones, by ascending nodes, with like terms added up."""
    shortened: list[tuple[Finalist, float]] = []
    for finalist, points in shown:
        tree = with_like_terms(finalist.tree, finalist.tree.vocabulary)
        shortened.append((finalist._replace(tree=tree), points))
    front: list[tuple[Finalist, float]] = []
    for finalist, points in sorted(shortened, key=lambda each: (len(each[0].tree), -each[1])):
        if not front or points > front[-1][1]:
            front.append((finalist, points))
    return [finalist for finalist, _ in front]


class _Measuring:
    """How players by size are compared and measured."""

    def __init__(self, config: ResolvedConfig, champion: Finalist | None, pool: Pool) -> None:
        self._config, self._pool = config, pool
        self._game, self._vocabulary = config.game_value, config.vocabulary_value
        self._is_front = champion is None
        self._key = key_of(config.seed, SIZES)
        round_robin = FINALISTS * (FINALISTS - 1) // 2 * config.final_games
        individuals = config.population * config.generations
        self._games = min(round_robin // 2, _MAX_FOR_AN_INDIVIDUAL * individuals)
        self._games_of_front = _MAX_FOR_ONE_OF_FRONT * individuals
        self.opponents: dict[str, list[Player]] = fast_players(yardsticks(self._game), self._game)
        if len(self.opponents) == 1 and champion is not None:
            self.opponents["the champion"] = [self._player(champion)]

    def _player(self, finalist: Finalist) -> ExpressionPlayer:
        return ExpressionPlayer(finalist.tree, self._vocabulary, f"{len(finalist.tree)} nodes")

    def to_choose(self, entrants: Sequence[Finalist], winners: Sequence[Individual]) -> list[float]:
        """The points by which the strongest entrants are chosen."""
        config = self._config
        if not config.fitness.tells_apart or not entrants:
            measured = self._measured(entrants, self._games // 3, _TO_CHOOSE)
            return [sum(measurement.share for measurement in each) for each in measured]
        trees = [entrant.tree for entrant in entrants]
        rng = random.Random(key_for(config.seed, None))
        tests = opened_tests(config, trees, winners, generation=config.generations, rng=rng, pool=self._pool)
        return totals_of(tests.run(range(len(trees)), _TIMES), credit_of(config).draw_value)

    def to_show(self, shown: Sequence[Finalist]) -> list[tuple[Measurement, ...]]:
        """What the chosen ones are measured to be against each group of opponents."""
        games = self._games_of_front if self._is_front else 2 * self._games // 3
        return self._measured(shown, games, _TO_SHOW)

    def _measured(
        self, entrants: Sequence[Finalist], games: int, purpose: int
    ) -> list[tuple[Measurement, ...]]:
        """Each entrant, measured against each group of opponents in at most ``games`` games of all."""
        if not entrants:
            return []
        plainly = scored_plainly(self._game, self._vocabulary)
        if purpose == _TO_CHOOSE:
            most = _MAX_TO_CHOOSE_PLAINLY if plainly else _MAX_TO_CHOOSE
        else:
            most = _MAX_TO_SHOW_PLAINLY if plainly else _MAX_OF_FRONT if self._is_front else _MAX_TO_SHOW
        # All groups of opponents count alike, however many there are in them.
        largest = max(map(len, self.opponents.values()))
        players = [self._player(entrant) for entrant in entrants]
        columns = []
        for number, opponents in enumerate(self.opponents.values()):
            most_here = most * largest // len(opponents)
            each = games // (len(self.opponents) * len(entrants) * len(opponents))
            key = part_key(part_key(self._key, purpose), number)
            played = measure(
                players,
                opponents,
                games=min(most_here, max(2, each // 2 * 2)),
                key=key,
                pool=self._pool,
                game=self._game,
            )
            columns.append([played.measured(index) for index in range(len(players))])
        return list(zip(*columns, strict=True))
