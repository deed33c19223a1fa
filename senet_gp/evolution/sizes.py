"""The best individuals of each size: logged in each generation, and measured when a run ends.

The log, ``sizes.csv``, has a row for each size class that occurs. A run resumes without reading it.

When the run ends, the players that it offers by size are chosen among the logged ones, for readers who choose
by size and strength. The fitness of different generations cannot be compared, so the last few of each class
are measured again: on one set of random streams to choose the strongest, and that one on others, so that the
shown share is not that of the luckiest. These streams are used for nothing else, and no result goes back into
the run.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import TypeVar

from primitives import Vocabulary
from senet_gp.arena.paired_games import measure
from senet_gp.arena.panel import fast_panel
from senet_gp.arena.pool import Pool
from senet_gp.engine.measurement import Measurement
from senet_gp.engine.participants import scored_plainly
from senet_gp.evolution.config import Config
from senet_gp.evolution.final import FINALISTS
from senet_gp.players.by_size import PlayersBySize, SizedPlayer, size_class
from senet_gp.players.champion import Champion
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.logs import Log
from senet_gp.runtime.streams import SeedDomain, key_of, part_key
from senet_gp.trees.individual import Individual
from senet_gp.trees.text import from_lisp, to_lisp

#: Larger expressions are not kept: nobody reads them, and the log would grow with them.
MAX_NODES = 512
T = TypeVar("T")
_Key = TypeVar("_Key")
#: The class of a row that stands for a generation of larger expressions.
_NO_CLASS = 0
_CLASSES = tuple(1 << power for power in range(size_class(MAX_NODES).bit_length()))


@dataclass(frozen=True, slots=True)
class SizeRow:
    """A row of ``sizes.csv``: the fittest individual of a size class in a generation.

    Attributes:
        generation: the generation.
        size_class: the most nodes of the class; 0 if all individuals are larger than any class.
        nodes: the nodes of the individual.
        expression: the individual in Lisp form.
    """

    generation: int
    size_class: int
    nodes: int
    expression: str


def best_of_classes(population: Sequence[Individual], winner: int) -> list[Individual]:
    """The fittest individual of each size class that occurs in an evaluated population.

    Of equally fit ones it is the generation's winner, else the smallest, else the first.

    Args:
        population: the individuals, with their fitness.
        winner: the index of the generation's winner.

    Returns:
        The individuals by ascending class; those of more than ``MAX_NODES`` nodes are left out.
    """
    best: dict[int, tuple[tuple[float, bool, int, int], Individual]] = {}
    for index, individual in enumerate(population):
        nodes = len(individual)
        if nodes <= MAX_NODES:
            rank = (individual.fitness.wvalues[0], index == winner, -nodes, -index)
            of_class = best.get(size_class(nodes))
            if of_class is None or rank > of_class[0]:
                best[size_class(nodes)] = rank, individual
    return [best[number][1] for number in sorted(best)]


def rows_of(generation: int, population: Sequence[Individual], winner: int) -> list[SizeRow]:
    """The rows of a generation; the arguments are those of :func:`best_of_classes`.

    If all individuals are larger than any class, one row without an expression tells that no row was lost.
    """
    return [
        SizeRow(generation, size_class(len(one)), len(one), to_lisp(one))
        for one in best_of_classes(population, winner)
    ] or [SizeRow(generation, _NO_CLASS, 0, "")]


def last_of_classes(
    logs: Iterable[Log[SizeRow]], vocabulary: Vocabulary, each: int
) -> list[tuple[int, Individual]]:
    """The last different expressions of each size class in some logs, each with its last generation.

    Args:
        logs: the logs, one of each population of a run.
        vocabulary: the run's vocabulary.
        each: how many expressions to take of each class at most.

    Returns:
        The expressions by ascending class, and within a class by generation.

    Raises:
        FileError: if a log cannot be read or is unsound.
    """
    found: dict[int, dict[bytes, tuple[int, Individual]]] = {number: {} for number in _CLASSES}
    in_all = [one for log in logs for one in _last_in(log, vocabulary, each)]
    for generation, tree in sorted(in_all, key=itemgetter(0)):
        _keep_last(found[size_class(len(tree))], tree.packed, (generation, tree), each)
    return [one for number in _CLASSES for one in found[number].values()]


def _last_in(log: Log[SizeRow], vocabulary: Vocabulary, each: int) -> list[tuple[int, Individual]]:
    """The last different expressions of each size class in a log."""
    found: dict[int, dict[str, int]] = {number: {} for number in _CLASSES}
    for row in log.rows():
        if row.size_class != _NO_CLASS:
            if row.size_class not in found:
                raise log.damaged(f"there is no size class of {row.size_class} nodes")
            _keep_last(found[row.size_class], row.expression, row.generation, each)
    try:
        return [
            (generation, from_lisp(text, vocabulary))
            for number in _CLASSES
            for text, generation in found[number].items()
        ]
    except UsageError as error:
        raise log.damaged(f"an expression of it is unsound: {error}") from None


def _keep_last(of_class: dict[_Key, T], key: _Key, value: T, most: int) -> None:
    """Note an expression of a class, of which only the last ones are kept."""
    # An expression that comes again goes to the end.
    of_class.pop(key, None)
    of_class[key] = value
    if len(of_class) > most:
        del of_class[next(iter(of_class))]


#: How many of the last different expressions of a size class are measured.
CANDIDATES = 4
#: The same where games are played in plain Python.
PLAIN_CANDIDATES = 1
#: The most games of a player against each opponent of the panel: to choose, and for the shown shares.
_MAX_TO_CHOOSE = 20
_MAX_TO_SHOW = 100
#: The same where games are played in plain Python.
_MAX_TO_CHOOSE_PLAINLY = 2
_MAX_TO_SHOW_PLAINLY = 4
#: The most games for each individual of a run: a small run does not wait for measurements above all.
_MAX_FOR_AN_INDIVIDUAL = 10
#: The parts of the key of these games.
_TO_CHOOSE = 0
_TO_SHOW = 1
#: The parts of each of them.
_AGAINST_PANEL = 0
_AGAINST_CHAMPION = 1

_Candidates = Sequence[tuple[int, Individual]]


def players_by_size(candidates: _Candidates, champion: Champion, config: Config, pool: Pool) -> PlayersBySize:
    """Choose the strongest candidate of each size class, and measure it and the champion.

    A player plays as many games against the champion as against all opponents of the panel together. All play
    about half as many games as a final by round robin has, a third of them to choose; fewer after a run of
    few individuals, and far fewer where games are played in plain Python.

    Args:
        candidates: expressions by ascending size class, each with its generation, as
            :func:`last_of_classes` gives them; they may be none.
        champion: the run's champion.
        config: the run's configuration.
        pool: where games are played; it does not change the result.
    """
    round_robin = FINALISTS * (FINALISTS - 1) // 2 * config.final_games
    games = min(round_robin // 2, _MAX_FOR_AN_INDIVIDUAL * config.population * config.generations)
    most_to_choose, most_to_show = _MAX_TO_CHOOSE, _MAX_TO_SHOW
    if scored_plainly(champion.game, champion.vocabulary):
        most_to_choose, most_to_show = _MAX_TO_CHOOSE_PLAINLY, _MAX_TO_SHOW_PLAINLY
    own = [node.name for node in champion.tree]
    crowned = (champion.origin.get("generation", config.generations), champion.tree)
    entrants = [one for one in candidates if [node.name for node in one[1]] != own]
    key = key_of(config.seed, SeedDomain.SIZES)
    first = _measured(
        entrants, champion, games=games // 3, most=most_to_choose, key=part_key(key, _TO_CHOOSE), pool=pool
    )
    strengths = [panel.share + other.share for panel, other in first]
    best: dict[int, int] = {}
    for index, (_, tree) in enumerate(entrants):
        number = size_class(len(tree))
        # Of equally strong ones the latest is chosen.
        if number not in best or strengths[index] >= strengths[best[number]]:
            best[number] = index
    shown = [*(entrants[index] for index in best.values()), crowned]
    second = _measured(
        shown, champion, games=2 * games // 3, most=most_to_show, key=part_key(key, _TO_SHOW), pool=pool
    )
    players = [
        SizedPlayer(tree, generation, panel, other, is_champion=tree is champion.tree)
        for (generation, tree), (panel, other) in zip(shown, second, strict=True)
    ]
    players.sort(key=lambda player: len(player.tree))
    origin = {name: value for name, value in champion.origin.items() if name not in {"generation", "island"}}
    names = [player.name for player in fast_panel(champion.game)]
    return PlayersBySize(champion.vocabulary, champion.game, players, names, origin)


def _measured(
    entrants: _Candidates, champion: Champion, *, games: int, most: int, key: int, pool: Pool
) -> list[tuple[Measurement, Measurement]]:
    """Each entrant, measured against the panel and against the champion.

    Args:
        entrants: the players.
        champion: the champion.
        games: the number of games of all together, as far as whole pairs of games allow.
        most: the most games of a player against each opponent of the panel.
        key: the key of the games.
        pool: where the games are played.
    """
    if not entrants:
        return []
    game, panel = champion.game, fast_panel(champion.game)
    each = min(most, max(2, games // (2 * len(entrants) * len(panel)) // 2 * 2))
    crowned, *players = (
        ExpressionPlayer(tree, champion.vocabulary, f"{len(tree)} nodes")
        for tree in (champion.tree, *(tree for _, tree in entrants))
    )
    against_panel = measure(
        players, panel, games=each, key=part_key(key, _AGAINST_PANEL), pool=pool, game=game
    )
    against_champion = measure(
        players,
        [crowned],
        games=each * len(panel),
        key=part_key(key, _AGAINST_CHAMPION),
        pool=pool,
        game=game,
    )
    return [(against_panel.measured(n), against_champion.measured(n)) for n in range(len(players))]
