"""Games a second of ours and of the yardstick: between random movers, and of a tree against one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import NamedTuple

import numpy as np

from primitives import vocabulary
from primitives.vocabulary import Vocabulary
from senet_gp.arena.batches import play_games
from senet_gp.arena.pool import WorkerPool
from senet_gp.benchmark import yardstick
from senet_gp.benchmark.counting import boards_scored
from senet_gp.benchmark.rates import Play, Times, measured, rate, ratio
from senet_gp.benchmark.trees import (
    GENERATIONS,
    SIZES,
    WORDS,
    YARDSTICK_WORDS,
    bred_tree,
    converted,
    yardstick_trees,
)
from senet_gp.engine.program import RANDOM_MOVER, Program, translate
from senet_gp.games.senet import Senet
from senet_gp.streams import key_of, part_keys
from senet_gp.trees.individual import Individual

_KEY = key_of(1)
#: The yardstick's stack has room for so deep a tree.
_STACK = 80


class Subject(NamedTuple):
    """A tree to be measured."""

    name: str
    tree: Individual
    vocabulary: Vocabulary


@dataclass(frozen=True, slots=True)
class RandomFigures:
    """Games between two random movers."""

    games_per_second: float
    yardstick_games_per_second: float
    ratio: float  # the median of the ratios of neighbouring repeats


@dataclass(frozen=True, slots=True)
class TreeFigures:
    """Games of a tree against a random mover, on one core.

    Attributes:
        tree: where it comes from: the yardstick, or so many generations of breeding.
        nodes: of the tree as it was bred.
        instructions: of the program that it is translated into.
        games_per_second: ours.
        yardstick_games_per_second: the yardstick's; beside a bred tree, what it would be for one of its own
            with as many nodes, its time a game being interpolated between its own trees.
        ratio: the median of the ratios of neighbouring repeats.
        boards_per_game: how many boards the tree has to score.
        node_evaluations_per_second: what playing is equivalent to: boards times nodes of the tree as bred.
        instructions_per_second: what was really evaluated: boards times instructions of the program.
    """

    tree: str
    nodes: int
    instructions: int
    games_per_second: float
    yardstick_games_per_second: float
    ratio: float
    boards_per_game: float
    node_evaluations_per_second: float
    instructions_per_second: float


def our_play(program: Program, pool: WorkerPool) -> Callable[[int], int]:
    """Our games of a program against a random mover, who moves first in every other; returns their turns."""

    def play(games: int) -> int:
        seats = np.arange(games) % 2
        keys = part_keys(_KEY, games)
        results = play_games(pool, [program, RANDOM_MOVER], seats, 1 - seats, keys, Senet())
        return int(results.turns.sum())

    return play


def yardstick_play(tokens: Sequence[yardstick.Token] | None) -> Play:
    """The yardstick's games of a tree against a random mover, or of two random movers."""
    flat = yardstick.program([(yardstick.SUB, 0), (yardstick.NOPP, 0), (yardstick.NOWN, 0)])
    program = flat if tokens is None else yardstick.program(list(tokens))

    def play(games: int) -> object:
        return yardstick.play(*program, *flat, tokens is None, True, games, 1, _STACK)  # noqa: FBT003

    return play


def interpolated(nodes: int, sizes: Sequence[int], times: Sequence[float]) -> float:
    """The time of a game for a tree of so many nodes, linear between (and beyond) those of known sizes."""
    place = int(np.clip(np.searchsorted(sizes, nodes), 1, len(sizes) - 1))
    share = (nodes - sizes[place - 1]) / (sizes[place] - sizes[place - 1])
    return times[place - 1] + share * (times[place] - times[place - 1])


def usual_subjects(sizes: Sequence[int] = SIZES) -> list[Subject]:
    """What ``senet-gp bench`` measures: the yardstick's trees, then bred ones of these sizes."""
    subjects = [
        Subject("yardstick", converted(tokens), vocabulary("senet", YARDSTICK_WORDS))
        for tokens in yardstick_trees()
    ]
    for generation in GENERATIONS:
        for nodes in sizes:
            tree = bred_tree(generation, nodes)
            subjects.append(Subject(f"bred, {generation}", tree, vocabulary("senet", WORDS)))
    return subjects


def measure_games(
    subjects: Sequence[Subject], *, seconds: float, repeats: int, counted: int
) -> tuple[RandomFigures, list[TreeFigures]]:
    """Measure ours and the yardstick's, in turns.

    Args:
        subjects: the trees to be measured.
        seconds: how long each is played at a time.
        repeats: how often.
        counted: in how many games the boards are counted.
    """
    known = yardstick_trees()
    programs = [translate(subject.tree, subject.vocabulary) for subject in subjects]
    with WorkerPool(1) as pool:
        beside = {f"yardstick {n}": yardstick_play(tokens) for n, tokens in enumerate([None, *known])}
        ours = {f"ours {n}": our_play(program, pool) for n, program in enumerate([RANDOM_MOVER, *programs])}
        in_turns = chain.from_iterable(zip_longest(beside.items(), ours.items()))
        times = measured(dict(filter(None, in_turns)), seconds=seconds, repeats=repeats)
        boards = [_boards_per_game(program, pool, counted) for program in programs]
    rows = list(zip(*(times[f"yardstick {n}"] for n in range(1, len(known) + 1)), strict=True))
    figures = []
    for number, subject in enumerate(subjects):
        expected = [interpolated(len(subject.tree), [len(tokens) for tokens in known], row) for row in rows]
        own = times[f"ours {number + 1}"]
        figures.append(_figures(subject, programs[number], own, expected, boards[number]))
    return _random_figures(times["ours 0"], times["yardstick 0"]), figures


def _random_figures(times: Times, beside: Times) -> RandomFigures:
    return RandomFigures(rate(times), rate(beside), ratio(beside, times))


def _boards_per_game(program: Program, pool: WorkerPool, counted: int) -> float:
    """Boards to be scored in a game: boards a turn where they are counted, times turns a game of many."""
    count = boards_scored(program, part_keys(_KEY, counted).tolist())
    games = 8 * counted  # turns are to be had without counting
    return count.boards / count.turns * our_play(program, pool)(games) / games


def _figures(subject: Subject, program: Program, times: Times, beside: Times, boards: float) -> TreeFigures:
    nodes, instructions = len(subject.tree), len(program.code)
    games = rate(times)
    return TreeFigures(
        tree=subject.name,
        nodes=nodes,
        instructions=instructions,
        games_per_second=games,
        yardstick_games_per_second=rate(beside),
        ratio=ratio(beside, times),
        boards_per_game=boards,
        node_evaluations_per_second=games * boards * nodes,
        instructions_per_second=games * boards * instructions,
    )
