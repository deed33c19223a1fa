"""Simplification by observed decisions: the shorter expression makes the same choices in all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import count, cycle
from math import sqrt

from primitives.vocabulary import Node, Vocabulary
from senet_gp.arena.decisions import Decisions, Meeting, all_decisions, sampled_decisions
from senet_gp.arena.pool import SerialPool
from senet_gp.engine.participants import Source, scored_plainly
from senet_gp.games.protocol import Game
from senet_gp.games.small import if_solvable
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import ExpressionPlayer, Player, RandomPlayer
from senet_gp.runtime import interruption
from senet_gp.runtime.streams import key_of
from senet_gp.trees.individual import Individual
from senet_gp.trees.shape import arguments_of, subtree_ends
from senet_gp.trees.simplification.proven import EFFORT, Simplified, equal_in_choice

#: A replacement is tested on this many decisions, then on ten times as many and so on, until it fails.
_FIRST_DECISIONS = 300
#: The search stops after it has tested this many replacements.
MAX_TESTED = 30_000
#: How many subtrees below a node, the smallest ones, may replace it.
_MAX_BELOW = 40
_NODES_OF_A_PAIR = 3
#: The number of random expressions that a player meets, in addition to itself and a random mover.
_PANEL = 4


def decisions_for(player: ExpressionPlayer, game: Game, number: int, seed: int) -> Decisions:
    """All decisions of the game if it is small, else some of games in which the player takes part.

    They are those of both sides, in games of the player against itself, a random mover and random
    expressions.

    Args:
        player: the player.
        game: the game.
        number: the number of decisions, if these are not all.
        seed: the seed of the games.

    Raises:
        KeyboardInterrupt: if the user interrupts it.
    """
    small = if_solvable(game)
    plainly = scored_plainly(game, player.vocabulary)
    whole = None if small is None else all_decisions(small, plainly=plainly)
    if whole is not None:
        return whole
    meetings = _meetings(player, game, seed)
    found = sampled_decisions(meetings, player.vocabulary, game, enough=number, pool=SerialPool())
    return found.first(number)


def _meetings(player: ExpressionPlayer, game: Game, seed: int) -> Iterator[Meeting]:
    """Games of a player against each of a panel, without end."""
    others: list[Player] = [player, RandomPlayer()]
    others += [player_from_text(f"random-tree:{tree}", game) for tree in range(1, _PANEL + 1)]
    for number, other in zip(count(), cycle(others), strict=False):
        begins = number // len(others) % 2 == 0
        yield Meeting((player, other) if begins else (other, player), key_of(seed, number))


def equal_in_play(
    start: Simplified,
    vocabulary: Vocabulary,
    decisions: Decisions,
    *,
    allowed: float = 0.0,
    effort: int = EFFORT,
) -> Simplified:
    """A shorter expression that has the same best afterstates in all these decisions, or in nearly all.

    Terminals, subtrees below, and functions of two queries replace subtrees; replacements that save the most
    nodes are tried first.

    Args:
        start: what :func:`~senet_gp.trees.simplification.proven.equal_in_choice` has made of the
        expression.
        vocabulary: its vocabulary.
        decisions: the decisions.
        allowed: the share of the decisions in which other afterstates may be best.
        effort: the effort of the search by proven rules after each change.

    Raises:
        KeyboardInterrupt: if the user interrupts it.
    """
    judge = _Judge(start.tree, vocabulary, decisions, allowed)
    best = start
    while True:
        shortened = _shortened(best.tree, judge)
        if len(shortened) == len(best.tree):
            return Simplified(best.tree, best.complete and judge.tested < MAX_TESTED)
        best = equal_in_choice(shortened, vocabulary, effort // 3)


class _Judge:
    """Decides whether expressions make the same choices as a given one."""

    def __init__(
        self, tree: Sequence[Node], vocabulary: Vocabulary, decisions: Decisions, allowed: float
    ) -> None:
        self.vocabulary = vocabulary
        self._allowed = allowed
        self.tested = 0
        best = decisions.best(Source.of(tree, vocabulary))
        self._stages = []
        number = _FIRST_DECISIONS
        while number < len(decisions):
            part = decisions.first(number)
            self._stages.append((part, best[: part.begins[-1]]))
            number *= 10
        self._stages.append((decisions, best))

    def agrees(self, tree: Sequence[Node]) -> bool:
        """Whether the best afterstates are the same, except in the allowed share of decisions."""
        interruption.check()
        self.tested += 1
        # By chance, a part of the decisions may have more differences, up to four standard deviations.
        for number, (part, best) in enumerate(self._stages, 1):
            expected = self._allowed * len(part)
            chance = 0.0 if number == len(self._stages) else 4 * sqrt(expected)
            if part.differences(part.best(Source.of(tree, self.vocabulary)), best) > expected + chance:
                return False
        return True


def _shortened(tree: Sequence[Node], judge: _Judge) -> Individual:
    """The tree after as many replacements as agree."""
    nodes = list(tree)
    found = True
    while found:
        found = False
        for _, begin, end, replacement in _replacements(nodes, judge.vocabulary):
            if judge.tested >= MAX_TESTED:
                break
            tried = [*nodes[:begin], *replacement, *nodes[end:]]
            if judge.agrees(tried):
                nodes, found = tried, True
                break
    return Individual(nodes, judge.vocabulary)


def _replacements(tree: Sequence[Node], vocabulary: Vocabulary) -> list[tuple[int, int, int, list[Node]]]:
    """Possible replacements (nodes saved, begin, end, new nodes), those that save the most nodes first."""
    terminals = {
        kind: [n for n in vocabulary.nodes if not n.arity and n.ret is kind] for kind in vocabulary.types
    }
    pairs = {kind: _pairs(vocabulary, kind) for kind in vocabulary.types}
    ends = subtree_ends(arguments_of(tree))
    found = []
    for begin, end in enumerate(ends):
        kind = tree[begin].ret
        if end - begin < 2:
            continue
        found += [(end - begin - 1, begin, end, [terminal]) for terminal in terminals[kind]]
        if end - begin > _NODES_OF_A_PAIR:
            found += [(end - begin - _NODES_OF_A_PAIR, begin, end, pair) for pair in pairs[kind]]
        below = [
            (begin, ends[b] - b, b) for b in range(begin + 1, end) if tree[b].arity and tree[b].ret is kind
        ]
        for _, size, place in sorted(below)[:_MAX_BELOW]:
            found.append((end - begin - size, begin, end, list(tree[place : place + size])))
    return sorted(found, key=lambda replacement: (-replacement[0], replacement[1]))


@cache
def _pairs(vocabulary: Vocabulary, kind: type) -> list[list[Node]]:
    """All functions of a type applied to two different queries without arguments."""
    queries = [
        vocabulary.node_named[w.name] for w in vocabulary.primitives if w.reads_board and not w.arguments
    ]
    return [
        [function, one, other]
        for function in vocabulary.roots[kind]
        for one in queries
        for other in queries
        if one is not other and [one.ret, other.ret] == function.args
    ]
