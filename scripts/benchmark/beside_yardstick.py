"""Games per second of senet-gp and of the yardstick: between random movers, and of a tree against one."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from benchmark import yardstick
from benchmark.games import games_against_random, measured, rate
from primitives import vocabulary_of
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.engine.participants import RANDOM_MOVER, Participant, Source
from senet_gp.trees.individual import Individual

#: The vocabulary that the yardstick's trees are converted to.
WORDS = vocabulary_of("senet", "extended")
#: The primitive for each of the yardstick's symbols. Its trees query only squares from 1 to 30, so both query
#: the same squares; results differ in overflows, and for a side without pieces.
_WORD = {
    yardstick.ADD: "add",
    yardstick.SUB: "sub",
    yardstick.MUL: "mul",
    yardstick.IF: "if_then_else",
    yardstick.AND: "and_",
    yardstick.OR: "or_",
    yardstick.NOT: "not_",
    yardstick.MINE: "mine",
    yardstick.THEIRS: "theirs",
    yardstick.EMPTY: "empty",
    yardstick.NOWN: "my_pieces",
    yardstick.NOPP: "their_pieces",
    yardstick.LEAD: "my_first",
    yardstick.LAST: "my_last",
    yardstick.OLEAD: "their_first",
    yardstick.OLAST: "their_last",
}
_SEED = 5
_DEPTHS = (4, 6, 8, 10)
#: The depth of the deepest tree that fits the yardstick's stack.
_STACK = 80


def yardstick_trees() -> list[list[yardstick.Token]]:
    """The yardstick's own trees: of 31, 153, 474 and 2,467 nodes."""
    rng = random.Random(_SEED)
    return [yardstick.random_tree(rng, depth) for depth in _DEPTHS]


def converted(tokens: Sequence[yardstick.Token]) -> Individual:
    """A tree of the yardstick in the vocabulary of senet-gp, node by node."""
    named = WORDS.node_named
    names = (str(value) if symbol == yardstick.CONST else _WORD[symbol] for symbol, value in tokens)
    return Individual((named[name] for name in names), WORDS)


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


@dataclass(frozen=True, slots=True)
class BesideFigures:
    """Games of a tree of the yardstick against a random mover, on one core, by both programs.

    Attributes:
        nodes: the nodes of the tree; 0 for a random mover in its place.
        games_per_second: the games of senet-gp per second.
        yardstick_games_per_second: the games of the yardstick per second.
        ratio: the speedup over the yardstick: the median of the ratios within a repeat.
    """

    nodes: int
    games_per_second: float
    yardstick_games_per_second: float
    ratio: float


def measure_beside(*, seconds: float, repeats: int) -> list[BesideFigures]:
    """Measure senet-gp and the yardstick in turns, with random movers and each tree of the yardstick.

    Args:
        seconds: the length of a measurement.
        repeats: the number of measurements of each.
    """
    figures = []
    with WorkerPool(1) as pool:
        for tokens in (None, *yardstick_trees()):
            player: Participant = RANDOM_MOVER if tokens is None else Source.of(converted(tokens), WORDS)
            plays = {"yardstick": yardstick_play(tokens), "ours": games_against_random(player, pool)}
            its, ours = measured(plays, seconds=seconds, repeats=repeats).values()
            ratio = median(a / b for a, b in zip(its, ours, strict=True))
            figures.append(BesideFigures(len(tokens or ()), rate(ours), rate(its), ratio))
    return figures
