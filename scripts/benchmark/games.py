"""Games a second against a random mover, and whole knockouts, on one core.

They are played by random expressions, which are the same in every measurement. Several players take turns, so
that a disturbance affects all of them. Times are the processor time of this process, which excludes the time
of other processes on the core.
"""

from __future__ import annotations

import random
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean, median

import numpy as np

from primitives import vocabulary_of
from primitives.types import Number
from primitives.vocabulary import Node, Vocabulary
from senet_gp.arena.games import play_games_in_pool
from senet_gp.arena.knockout import KnockoutResult, knockout
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.pool import Pool
from senet_gp.engine.participants import RANDOM_MOVER, Participant, Source
from senet_gp.engine.playthrough import Playthrough
from senet_gp.engine.program import translate
from senet_gp.engine.results import Pairings
from senet_gp.evolution.operators.variation import one_point_crossover, subtree_mutation
from senet_gp.games.senet import Senet, SenetPosition
from senet_gp.players.player import ExpressionPlayer, RandomPlayer
from senet_gp.runtime.streams import game_streams, key_of, part_keys
from senet_gp.trees.individual import Individual, random_individual

#: The approximate numbers of nodes of the expressions whose games are measured.
SIZES = (30, 150, 500, 2500)
#: The vocabulary that they are written in.
WORDS = vocabulary_of("senet", "paper")
#: The largest depth of a tree in a population: DEAP's ``gp.compile`` fails on trees that are much deeper.
MAX_DEPTH = 90
#: The seed and the key of all games.
SEED = 1
KEY = key_of(1)
#: The largest relative difference between the size of a tree and the requested size.
_TOLERANCE = 0.2
_FOUNDERS = 8

#: Plays the given number of games.
Play = Callable[[int], object]
#: The seconds per game, one number for each repeat.
Times = list[float]


def joined_tree(vocabulary: Vocabulary, nodes: int, rng: random.Random) -> Individual:
    """A tree of at least this many nodes: random individuals, joined in pairs by random functions."""
    parts: deque[list[Node]] = deque()
    total = 0
    while total < nodes:
        part = list(random_individual(vocabulary, rng))
        parts.append(part)
        total += len(part) + 1  # with the function that joins it
    functions = [node for node in vocabulary.roots[Number] if node.args == [Number, Number]]
    while len(parts) > 1:
        parts.append([rng.choice(functions), *parts.popleft(), *parts.popleft()])
    return Individual(parts[0], vocabulary)


def _suits(tree: Individual, nodes: int) -> bool:
    """Whether a tree has about this many nodes and is not too deep."""
    return abs(len(tree) - nodes) <= _TOLERANCE * nodes and tree.depth <= MAX_DEPTH


def drawn_tree(nodes: int, rng: random.Random) -> Individual:
    """A random tree of about this many nodes, with at most a fifth more or fewer."""
    tree = joined_tree(WORDS, nodes, rng)
    while not _suits(tree, nodes):
        tree = joined_tree(WORDS, nodes, rng)
    return tree


def drawn_population(nodes: int, count: int, rng: random.Random) -> list[Individual]:
    """A population of ``count`` trees of about ``nodes`` nodes each.

    They descend from random trees by crossover and mutation. Sizes differ by a fifth at most.
    """
    family = [drawn_tree(nodes, rng) for _ in range(_FOUNDERS)]
    while len(family) < _FOUNDERS + count:
        a, b = rng.sample(family, 2)
        child = subtree_mutation(one_point_crossover(a, b, rng=rng)[0], vocabulary=WORDS, rng=rng)[0]
        if _suits(child, nodes):
            family.append(child)
    return family[_FOUNDERS:]


def timed(play: Play, games: int) -> float:
    """The mean seconds per game over this many games."""
    begin = time.process_time()
    play(games)
    return (time.process_time() - begin) / games


def games_for(play: Play, seconds: float) -> int:
    """The number of games that take about this many seconds; after this call everything is compiled."""
    games = 2
    play(games)
    while (each := timed(play, games)) * games < seconds / 8:
        games *= 2
    return max(1, round(seconds / each))


def measured(plays: Mapping[str, Play], *, seconds: float, repeats: int) -> dict[str, Times]:
    """The seconds per game of each player.

    In every repeat all players are measured one after another, in their order. So the times of different
    players in the same repeat can be compared.

    Args:
        plays: the functions that play, by name.
        seconds: the approximate length of a measurement.
        repeats: the number of measurements of each player.
    """
    games = {name: games_for(play, seconds) for name, play in plays.items()}
    times: dict[str, Times] = {name: [] for name in plays}
    for _ in range(repeats):
        for name, play in plays.items():
            times[name].append(timed(play, games[name]))
    return times


def rate(times: Times) -> float:
    """Games per second, from the median of the times."""
    return 1 / median(times)


def games_against_random(player: Participant, pool: Pool) -> Callable[[int], int]:
    """A function that plays games of a player against a random mover, with alternating seats.

    The function takes the number of games and returns the total number of turns.
    """

    def play(games: int) -> int:
        seats = np.arange(games) % 2
        keys = part_keys(KEY, games)
        results = play_games_in_pool(pool, [player, RANDOM_MOVER], Pairings(seats, 1 - seats, keys), Senet())
        return int(results.turns.sum())

    return play


@dataclass(frozen=True, slots=True)
class TreeFigures:
    """Games of a tree against a random mover, on one core.

    Attributes:
        tree: the origin of the tree.
        nodes: the nodes of the tree.
        instructions: the instructions of the program that it is translated into.
        games_per_second: the games played per second.
        turns_per_game: the mean number of turns of a game, where the turns of both players count.
        boards_per_game: the mean number of boards that the tree scores in a game.
        node_evaluations_per_second: boards scored per second, times the nodes of the tree.
        instructions_per_second: boards scored per second, times the instructions of the program.
    """

    tree: str
    nodes: int
    instructions: int
    games_per_second: float
    turns_per_game: float
    boards_per_game: float
    node_evaluations_per_second: float
    instructions_per_second: float


def boards_a_turn(tree: Individual, games: int) -> float:
    """The mean number of boards that a tree scores per turn, where the turns of both players count.

    Timed games count nothing, since counting would slow them down. So some of the same games are played
    again here, choice by choice.

    Args:
        tree: the tree.
        games: the number of games to count in.
    """
    player, opponent = ExpressionPlayer(tree, WORDS, "the tree"), RandomPlayer()
    boards = turns = 0
    for number, key in enumerate(part_keys(KEY, games).tolist()):
        seat = number % 2
        players = (opponent, player) if seat else (player, opponent)
        playthrough = Playthrough(players, game_streams(key), Senet(), SenetPosition.start())
        options = [
            len(choice.decision.afterstates) for choice in playthrough.choices() if choice.seat == seat
        ]
        boards += sum(count for count in options if count > 1)  # a forced choice scores no board
        turns += playthrough.turns
    return boards / turns


def measure_games(
    trees: Sequence[Individual], *, seconds: float, repeats: int, counted: int
) -> tuple[float, list[TreeFigures]]:
    """Games per second of two random movers, and the figures of each tree.

    Args:
        trees: the trees to be measured.
        seconds: the length of a measurement.
        repeats: the number of measurements of each tree.
        counted: the number of games in which boards are counted.
    """
    players: list[Participant] = [RANDOM_MOVER, *sources_of(trees)]
    figures = []
    with WorkerPool(1) as pool:
        plays = [games_against_random(player, pool) for player in players]
        named = {str(number): play for number, play in enumerate(plays)}
        of_random, *times = measured(named, seconds=seconds, repeats=repeats).values()
        for tree, play, own in zip(trees, plays[1:], times, strict=True):
            turns = play(8 * counted) / (8 * counted)
            figures.append(_figures(tree, rate(own), turns, turns * boards_a_turn(tree, counted)))
    return rate(of_random), figures


def _figures(tree: Individual, games: float, turns: float, boards: float) -> TreeFigures:
    """The figures of a tree, from its games a second, and the turns and scored boards of a game."""
    instructions = len(translate(tree, WORDS).code)
    return TreeFigures(
        tree="drawn",
        nodes=len(tree),
        instructions=instructions,
        games_per_second=games,
        turns_per_game=turns,
        boards_per_game=boards,
        node_evaluations_per_second=games * boards * len(tree),
        instructions_per_second=games * boards * instructions,
    )


def sources_of(trees: Sequence[Individual]) -> list[Source]:
    """The trees as participants. A process remembers the programs of some of them."""
    return [Source.of(tree, WORDS) for tree in trees]


@dataclass(frozen=True, slots=True)
class KnockoutFigures:
    """A knockout on one core; times are medians over the repeats.

    Attributes:
        nodes: the mean number of nodes of a tree.
        entrants: the number of trees.
        games: the number of games played.
        seconds: the seconds of the knockout.
        seconds_translating: the seconds of translating the trees into programs before it.
    """

    nodes: float
    entrants: int
    games: int
    seconds: float
    seconds_translating: float


def played(sources: Sequence[Source], pool: Pool, game: Senet) -> KnockoutResult:
    """Play the knockout that is measured."""
    return knockout(sources, key=KEY, rng=random.Random(SEED), pool=pool, game=game)


def measure_knockout(trees: Sequence[Individual], *, repeats: int) -> KnockoutFigures:
    """Play the knockout of these trees on one core.

    Args:
        trees: the entrants, 512 at most: a process remembers this many programs, so that nothing is
            translated while the knockout is timed.
        repeats: the number of measured knockouts.
    """
    sources = sources_of(trees)
    translating, playing = [], []
    with WorkerPool(1) as pool:
        result = played(sources, pool, Senet())  # from now on the programs are remembered
        for _ in range(repeats):
            begin = time.process_time()
            for tree in trees:
                translate(tree, WORDS)
            translated = time.process_time()
            played(sources, pool, Senet())
            playing.append(time.process_time() - translated)
            translating.append(translated - begin)
    return KnockoutFigures(
        mean(map(len, trees)), len(trees), result.games, median(playing), median(translating)
    )
