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
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.pool import Pool
from senet_gp.benchmark import yardstick
from senet_gp.benchmark.counting import boards_scored
from senet_gp.benchmark.rates import Times, measured, rate, ratio
from senet_gp.benchmark.trees import (
    GENERATIONS,
    SIZES,
    WORDS,
    YARDSTICK_WORDS,
    bred_tree,
    converted,
    yardstick_trees,
)
from senet_gp.engine.participants import RANDOM_MOVER, Participant, Ready
from senet_gp.engine.program import Program, translate
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
        ratio_per_turn: the same for a turn instead of a game: bred trees win sooner than the yardstick's.
        turns_per_game: how many turns our games take, one player's turn counting one.
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
    ratio_per_turn: float
    turns_per_game: float
    boards_per_game: float
    node_evaluations_per_second: float
    instructions_per_second: float


def our_play(player: Participant, pool: Pool) -> Callable[[int], int]:
    """Our games of somebody against a random mover, who moves first in every other; returns their turns."""

    def play(games: int) -> int:
        seats = np.arange(games) % 2
        keys = part_keys(_KEY, games)
        results = play_games(pool, [player, RANDOM_MOVER], seats, 1 - seats, keys, Senet())
        return int(results.turns.sum())

    return play


def yardstick_play(tokens: Sequence[yardstick.Token] | None) -> Callable[[int], int]:
    """The yardstick's games of a tree against a random mover, or of two random movers; returns turns."""
    flat = yardstick.program([(yardstick.SUB, 0), (yardstick.NOPP, 0), (yardstick.NOWN, 0)])
    program = flat if tokens is None else yardstick.program(list(tokens))

    def play(games: int) -> int:
        played = yardstick.play(*program, *flat, tokens is None, True, games, 1, _STACK)  # noqa: FBT003
        return int(played[2])

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
    players: list[Participant] = [RANDOM_MOVER, *map(Ready, programs)]
    with WorkerPool(1) as pool:
        beside = {f"yardstick {n}": yardstick_play(tokens) for n, tokens in enumerate([None, *known])}
        ours = {f"ours {n}": our_play(player, pool) for n, player in enumerate(players)}
        in_turns = chain.from_iterable(zip_longest(beside.items(), ours.items()))
        times = measured(dict(filter(None, in_turns)), seconds=seconds, repeats=repeats)
        lengths = [_lengths(program, pool, counted) for program in programs]
    sizes = [len(tokens) for tokens in known]
    turns = [yardstick_play(tokens)(counted) / counted for tokens in known]
    rows = list(zip(*(times[f"yardstick {n}"] for n in range(1, len(known) + 1)), strict=True))
    figures = []
    for number, subject in enumerate(subjects):
        nodes = len(subject.tree)
        expected = [interpolated(nodes, sizes, row) for row in rows]
        own = times[f"ours {number + 1}"]
        longer = lengths[number].turns / interpolated(nodes, sizes, turns)
        figures.append(_figures(subject, programs[number], own, expected, lengths[number], longer))
    return _random_figures(times["ours 0"], times["yardstick 0"]), figures


def _random_figures(times: Times, beside: Times) -> RandomFigures:
    return RandomFigures(rate(times), rate(beside), ratio(beside, times))


class _Lengths(NamedTuple):
    """How long a tree's games are, on average."""

    turns: float
    boards: float


def _lengths(program: Program, pool: Pool, counted: int) -> _Lengths:
    """How long games are: turns in many, and in some of them, replayed, the boards scored in a turn."""
    count = boards_scored(program, part_keys(_KEY, counted).tolist())
    games = 8 * counted
    turns = our_play(Ready(program), pool)(games) / games
    return _Lengths(turns, turns * count.boards / count.turns)


def _figures(
    subject: Subject, program: Program, times: Times, beside: Times, lengths: _Lengths, longer: float
) -> TreeFigures:
    """The figures of a tree whose games are by the factor ``longer`` longer than the yardstick's."""
    nodes, instructions = len(subject.tree), len(program.code)
    games = rate(times)
    return TreeFigures(
        tree=subject.name,
        nodes=nodes,
        instructions=instructions,
        games_per_second=games,
        yardstick_games_per_second=rate(beside),
        ratio=ratio(beside, times),
        ratio_per_turn=ratio(beside, times) * longer,
        turns_per_game=lengths.turns,
        boards_per_game=lengths.boards,
        node_evaluations_per_second=games * lengths.boards * nodes,
        instructions_per_second=games * lengths.boards * instructions,
    )
