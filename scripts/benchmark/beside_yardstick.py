"""Games per second of senet-gp and of the yardstick: between random movers, and of a tree against one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from statistics import median

import numpy as np

from benchmark import yardstick
from benchmark.counting import boards_scored
from benchmark.trees import GENERATIONS, SIZES, YARDSTICK_WORDS, bred_tree, converted, yardstick_trees
from primitives import vocabulary_of
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.benchmark.expressions import WORDS
from senet_gp.benchmark.games import KEY, Lengths, Subject, TreeFigures, games_against_random
from senet_gp.benchmark.rates import Times, measured, rate
from senet_gp.engine.participants import RANDOM_MOVER, Participant
from senet_gp.engine.program import translate
from senet_gp.streams import part_keys

#: The depth of the deepest tree that fits the yardstick's stack.
_STACK = 80


@dataclass(frozen=True, slots=True)
class RandomFigures:
    """Games between two random movers."""

    games_per_second: float
    yardstick_games_per_second: float
    ratio: float  # the median of the ratios of neighbouring repeats


@dataclass(frozen=True, slots=True)
class BesideFigures(TreeFigures):
    """Games of a tree against a random mover, on one core, beside the yardstick's.

    Attributes:
        yardstick_games_per_second: the yardstick's games per second with a tree of as many nodes; its time
            per game is interpolated between those of its own trees.
        ratio: the speedup over the yardstick: the median of the ratios within a repeat.
        ratio_per_turn: the same speedup per turn instead of per game, since games of bred trees are shorter.
    """

    yardstick_games_per_second: float
    ratio: float
    ratio_per_turn: float


def yardstick_play(tokens: Sequence[yardstick.Token] | None) -> Callable[[int], int]:
    """A function that plays games with the yardstick and returns the total number of turns.

    Args:
        tokens: the tree that plays against a random mover; None for two random movers.
    """
    flat = yardstick.program([(yardstick.SUB, 0), (yardstick.NOPP, 0), (yardstick.NOWN, 0)])
    program = flat if tokens is None else yardstick.program(list(tokens))

    def play(games: int) -> int:
        played = yardstick.play(*program, *flat, tokens is None, True, games, 1, _STACK)  # noqa: FBT003
        return int(played[2])

    return play


def interpolated(nodes: int, sizes: Sequence[int], times: Sequence[float]) -> float:
    """The time per game of a tree with this many nodes, interpolated linearly between known sizes."""
    place = int(np.clip(np.searchsorted(sizes, nodes), 1, len(sizes) - 1))
    share = (nodes - sizes[place - 1]) / (sizes[place] - sizes[place - 1])
    return times[place - 1] + share * (times[place] - times[place - 1])


def bred_subjects(sizes: Sequence[int] = SIZES) -> list[Subject]:
    """The yardstick's trees, followed by bred ones of these sizes."""
    subjects = [
        Subject("yardstick", converted(tokens), vocabulary_of("senet", YARDSTICK_WORDS))
        for tokens in yardstick_trees()
    ]
    for generation in GENERATIONS:
        for nodes in sizes:
            tree = bred_tree(generation, nodes)
            subjects.append(Subject(f"bred, {generation}", tree, vocabulary_of("senet", WORDS)))
    return subjects


def measure_beside(
    subjects: Sequence[Subject], *, seconds: float, repeats: int, counted: int
) -> tuple[RandomFigures, list[BesideFigures]]:
    """Measure senet-gp and the yardstick in turns.

    Args:
        subjects: the trees to be measured.
        seconds: the length of a measurement.
        repeats: the number of measurements of each tree.
        counted: the number of games in which boards are counted.
    """
    known = yardstick_trees()
    players: list[Participant] = [RANDOM_MOVER, *(subject.source for subject in subjects)]
    with WorkerPool(1) as pool:
        beside = {f"yardstick {n}": yardstick_play(tokens) for n, tokens in enumerate([None, *known])}
        ours = {f"ours {n}": games_against_random(player, pool) for n, player in enumerate(players)}
        in_turns = chain.from_iterable(zip_longest(beside.items(), ours.items()))
        times = measured(dict(filter(None, in_turns)), seconds=seconds, repeats=repeats)
        lengths = [_lengths(subject, pool, counted) for subject in subjects]
    sizes = [len(tokens) for tokens in known]
    turns = [yardstick_play(tokens)(counted) / counted for tokens in known]
    rows = list(zip(*(times[f"yardstick {n}"] for n in range(1, len(known) + 1)), strict=True))
    figures = []
    for number, subject in enumerate(subjects):
        nodes = len(subject.tree)
        expected = [interpolated(nodes, sizes, row) for row in rows]
        own = times[f"ours {number + 1}"]
        longer = lengths[number].turns / interpolated(nodes, sizes, turns)
        faster = _ratio(expected, own)
        figures.append(
            BesideFigures.of(
                subject,
                own,
                lengths[number],
                yardstick_games_per_second=rate(expected),
                ratio=faster,
                ratio_per_turn=faster * longer,
            )
        )
    of_random, yardsticks = times["ours 0"], times["yardstick 0"]
    return RandomFigures(rate(of_random), rate(yardsticks), _ratio(yardsticks, of_random)), figures


def _ratio(slower: Times, faster: Times) -> float:
    """The speedup of the second over the first: the median over the repeats."""
    return median(a / b for a, b in zip(slower, faster, strict=True))


def _lengths(subject: Subject, pool: WorkerPool, counted: int) -> Lengths:
    """The mean length of a game: turns over many games, boards per turn over a replay of some of them."""
    program = translate(subject.tree, subject.vocabulary)
    count = boards_scored(program, part_keys(KEY, counted).tolist())
    games = 8 * counted
    turns = games_against_random(subject.source, pool)(games) / games
    return Lengths(turns, turns * count.boards / count.turns)
