"""The door for trees from outside: whether some nodes are one whole expression of a vocabulary."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

from primitives.types import Number
from senet_gp.errors import UsageError
from senet_gp.quoting import shortened


class Symbol(NamedTuple):
    """What the door knows about a symbol of a vocabulary.

    Attributes:
        code: its code.
        node: DEAP's node of it.
        wanted: the types of its arguments, the last one first.
    """

    code: int
    node: Any
    wanted: tuple[type, ...]


class Door:
    """Lets whole expressions of a vocabulary in, and says of anything else what stands where.

    Args:
        vocabulary: the vocabulary, as sentences name it.
        nodes: DEAP's nodes of all its symbols, in the order of their codes.
        game: the name of its game.
        game_of: the name of the game for which a node was made; None if it is unknown.
    """

    def __init__(
        self, vocabulary: str, nodes: Sequence[Any], game: str, game_of: Callable[[Any], str | None]
    ) -> None:
        self._vocabulary, self._game, self._game_of = vocabulary, game, game_of
        self._symbols: Mapping[str, Symbol] = {
            node.name: Symbol(code, node, tuple(reversed(_arguments(node))))
            for code, node in enumerate(nodes)
        }

    def codes(self, tree: Sequence[Any]) -> list[int]:
        """The codes of a tree's symbols, root first.

        Raises:
            UsageError: if its nodes are not exactly one expression of type Number in this vocabulary.
        """
        if not isinstance(tree, Sequence):
            raise UsageError(
                f"{shortened(repr(tree))} is no tree: give a list of nodes, such as an Individual"
            )
        codes: list[int] = []
        wanted: list[type] = [Number]
        for node in tree:
            name = getattr(node, "name", None)
            symbol = self._symbols.get(name) if isinstance(name, str) else None
            if symbol is None or not (node is symbol.node or self._means(node, symbol.node)):
                self._refuse(f"node {len(codes) + 1} is {self._no_word(node, name)}")
            if not wanted or wanted.pop() is not symbol.node.ret:
                self._refuse(self._misplaced(tree, len(codes)))
            wanted += symbol.wanted
            codes.append(symbol.code)
        if wanted:
            self._refuse(self._unfinished(tree))
        return codes

    def _means(self, node: Any, own: Any) -> bool:
        """Whether a node that is not the vocabulary's own, such as a pickled one, means the same symbol."""
        same = (
            _arguments(node) == _arguments(own)
            and getattr(node, "ret", None) is own.ret
            and getattr(node, "value", None) == getattr(own, "value", None)
        )
        return same and self._game_of(node) in {None, self._game}

    def _no_word(self, node: Any, name: object) -> str:
        if not isinstance(name, str):
            return f"{shortened(repr(node), 40)}, which is no node"
        other = self._game_of(node)
        if other not in {None, self._game}:
            return f"{shortened(name, 40)}, a word of {other}"
        if name in self._symbols:
            return (
                f"{shortened(name, 40)}, but not the word of this name: its type, arguments or value differ"
            )
        return f"{shortened(name, 40)}, which is no word of it"

    def _misplaced(self, tree: Sequence[Any], place: int) -> str:
        node = tree[place]
        function, argument = _open_argument(tree[:place])
        if place and function is None:
            return f"it ends after {place} {'node' if place == 1 else 'nodes'}, but {node.name} follows"
        wanted = Number if function is None else function.args[argument]
        taker = "an expression" if function is None else f"argument {argument + 1} of {function.name}"
        return f"node {place + 1}, {node.name}, is a {node.ret.__name__}, but {taker} is a {wanted.__name__}"

    def _unfinished(self, tree: Sequence[Any]) -> str:
        function, argument = _open_argument(tree)
        if function is None:
            return "it has no nodes"
        count = f"{len(tree):,} {'node' if len(tree) == 1 else 'nodes'}"
        return f"after {count} argument {argument + 1} of {function.name} is missing"

    def _refuse(self, reason: str) -> NoReturn:
        raise UsageError(f"the tree is no expression of {self._vocabulary}: {reason}")


def _arguments(node: Any) -> tuple[type, ...]:
    return tuple(getattr(node, "args", ()))


def _open_argument(nodes: Sequence[Any]) -> tuple[Any, int]:
    """The innermost function that still lacks an argument, and which; None if there is no such function."""
    functions: list[tuple[Any, int]] = []
    for node in nodes:
        if functions:
            function, given = functions.pop()
            if given + 1 < function.arity:
                functions.append((function, given + 1))
        if node.arity:
            functions.append((node, 0))
    return functions[-1] if functions else (None, 0)
