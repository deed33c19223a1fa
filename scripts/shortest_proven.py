"""Find the shortest players of a small game that are proven to be as good as perfect play: all are tried.

    python scripts/shortest_proven.py GAME [--most NODES]

All expressions of the game's default vocabulary are tried, size by size, until one has the results of
perfect play in both seats, whatever the other does. Of expressions with the same values on all boards one is
tried, and it stands for the others inside larger ones. So a size without such a player is proven to have
none. Two nodes more take some fifty times as long and as much memory.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from itertools import product

from primitives import vocabulary_of
from primitives.types import Number, Truth
from primitives.vocabulary import Node
from senet_gp.engine.every_line import EveryLine
from senet_gp.engine.participants import Source, values_of
from senet_gp.games.small import small_game
from senet_gp.runtime.errors import SenetGpError, UsageError
from senet_gp.trees.individual import Individual
from senet_gp.trees.text import to_lisp

#: What makes a number of a truth, so that it can be computed.
_CHOICE = ("if_then_else", "2", "1")


class Enumeration:
    """Expressions that differ in their values on some board, size by size.

    Args:
        lines: all lines of a game.
    """

    def __init__(self, lines: EveryLine) -> None:
        self._lines, self._named = lines, lines.vocabulary.node_named
        self._found: dict[type, list[list[list[Node]]]] = {Number: [[]], Truth: [[]]}
        self._values: dict[type, set[bytes]] = {Number: set(), Truth: set()}

    def next_size(self) -> list[Individual]:
        """The numbers with one node more than the last ones, but for those that a smaller one is equal to."""
        for kind, found in self._found.items():
            found.append([nodes for nodes in self._of_next_size(kind) if self._is_new(kind, nodes)])
        return [self._individual(nodes) for nodes in self._found[Number][-1]]

    def _of_next_size(self, kind: type) -> Iterator[list[Node]]:
        size = min(map(len, self._found.values()))  # both types have all of the sizes below
        for node in self._named.values():
            if node.ret is kind:
                wanted = list(getattr(node, "args", []))
                for sizes in _shares(size - 1, len(wanted)):
                    parts = (self._found[part][count] for part, count in zip(wanted, sizes, strict=True))
                    for arguments in product(*parts):
                        yield [node, *(inner for argument in arguments for inner in argument)]

    def _is_new(self, kind: type, nodes: list[Node]) -> bool:
        if kind is Truth:
            choice, yes, no = (self._named[name] for name in _CHOICE)
            nodes = [choice, *nodes, yes, no]
        source = Source(self._individual(nodes).packed, self._lines.vocabulary)
        values = values_of(source, self._lines.boards).tobytes()
        if values in self._values[kind]:
            return False
        self._values[kind].add(values)
        return True

    def _individual(self, nodes: list[Node]) -> Individual:
        return Individual.from_packed(
            self._lines.vocabulary.codes_of(nodes).tobytes(), self._lines.vocabulary
        )


def _shares(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to share so many nodes among so many arguments, each at least one."""
    if not parts:
        yield from [()] if not total else []
        return
    for first in range(1, total - parts + 2):
        for rest in _shares(total - first, parts - 1):
            yield (first, *rest)


def all_lines(name: str) -> EveryLine:
    """All lines of a game, for its default vocabulary.

    Raises:
        UsageError: if there is no such game, or it has too many lines.
    """
    game = small_game(name)
    lines = EveryLine.of(game, vocabulary_of(name))
    if lines is None:
        raise UsageError(f"{game.title} has too many positions to follow every line")
    return lines


def search(name: str, most: int) -> None:
    """Tell of each size whether it has a player that is as good as perfect play, until one has."""
    lines = all_lines(name)
    enumeration, since = Enumeration(lines), time.process_time()
    for size in range(1, most + 1):
        tried = enumeration.next_size()
        proven = [tree for tree in tried if lines.is_perfect(tree)]
        took = time.process_time() - since
        print(f"{size} nodes: {len(tried):,} that differ, {len(proven)} proven ({took:,.1f} s)", flush=True)
        for tree in proven:
            print(f"    {to_lisp(tree)}")
        if proven:
            return


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--most", type=int, default=7, metavar="NODES", help="the largest size (default: 7)")
    given = parser.parse_args()
    try:
        search(given.game, given.most)
    except SenetGpError as error:
        sys.exit(f"shortest_proven: {error}.")


if __name__ == "__main__":
    main()
