"""The individual that evolution breeds: a DEAP tree with a DEAP fitness.

Both classes stand at module level, not in DEAP's ``creator``, so that they can be pickled, type-checked,
and are the same classes in every process.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from deap import base, gp

from primitives.vocabulary import Node


class Fitness(base.Fitness):  # type: ignore[misc]
    """How far an individual got in its generation's tournament; more is better.

    It means something only beside the others of the same generation.
    """

    weights = (1.0,)


class Individual(gp.PrimitiveTree):  # type: ignore[misc]
    """A typed expression, as the list of its nodes, root first."""

    def __init__(self, nodes: Iterable[Node]) -> None:
        super().__init__(nodes)
        self.fitness = Fitness()

    @property
    def depth(self) -> int:
        """The number of edges from the root to the deepest leaf."""
        return int(self.height)


def subtree_end(tree: Sequence[Node], begin: int) -> int:
    """The index behind the subtree that begins at ``begin``."""
    open_arguments = 1
    end = begin
    while open_arguments:
        open_arguments += tree[end].arity - 1
        end += 1
    return end


def argument_begins(tree: Sequence[Node], begin: int) -> list[int]:
    """The indices at which the arguments of the node at ``begin`` begin."""
    begins = []
    position = begin + 1
    for _ in range(tree[begin].arity):
        begins.append(position)
        position = subtree_end(tree, position)
    return begins
