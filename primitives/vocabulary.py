"""Vocabularies: sets of primitives, what is made from their declarations, and their names.

A game brings vocabularies of its own; others are made by functions from outside, registered by name. One that
can be found by name travels to other processes by that name and a hash of its content, and a process that
makes a different one of it refuses. Others travel whole, and are made once in each process.
"""

from __future__ import annotations

import dataclasses
import difflib
import hashlib
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, partial
from types import FunctionType
from typing import Any, NamedTuple, NoReturn, cast
from weakref import WeakSet

import numpy as np
from deap import gp
from numpy.typing import NDArray

from primitives.declarations import STATE, Primitive, Query, check_words, exact_results
from primitives.types import Number, Square, Truth, square_named
from senet_gp.games.protocol import Game
from senet_gp.games.registry import GAMES, as_game, parameters_of
from senet_gp.games.rules_code import rules_modules
from senet_gp.runtime.checks import whole_number
from senet_gp.runtime.errors import UsageError, brief, shortened, shown
from senet_gp.runtime.module_hashes import hashes_of, note_loaded
from senet_gp.runtime.plugins import plugins_of
from senet_gp.runtime.registries import Registry, resolved

#: What to do if code differs between processes.
_CHANGED = "if code was changed since the program or its workers began, begin again, or start new workers"
#: DEAP's node, a ``gp.Primitive`` or a ``gp.Terminal``; DEAP has no type annotations.
Node = Any
Codes = NDArray[np.int16]
#: By game, the functions that make registered vocabularies, by the names of these.
_REGISTERED: dict[str, Registry[str]] = {}


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
            node.name: Symbol(code, node, tuple(reversed(argument_types(node))))
            for code, node in enumerate(nodes)
        }

    def codes(self, tree: Sequence[Any]) -> list[int]:
        """The codes of a tree's symbols, root first.

        Raises:
            UsageError: if its nodes are not exactly one expression of type Number in this vocabulary.
        """
        if not isinstance(tree, Sequence):
            raise UsageError(f"{shown(tree)} is no tree: give a list of nodes, such as an Individual")
        codes: list[int] = []
        wanted: list[type] = [Number]
        for node in tree:
            name = getattr(node, "name", None)
            symbol = self._symbols.get(name) if isinstance(name, str) else None
            if symbol is None or not (node is symbol.node or self._means(node, symbol.node)):
                self._refuse(f"node {len(codes) + 1} is {self._no_word(node, name)}")
            kind = wanted.pop() if wanted else None
            if kind is None:
                count = f"{len(codes)} {'node' if len(codes) == 1 else 'nodes'}"
                self._refuse(f"it ends after {count}, but {name} follows")
            if kind is not symbol.node.ret:
                self._refuse(
                    f"node {len(codes) + 1}, {name}, is a {symbol.node.ret.__name__}, but a {kind.__name__} "
                    "should stand there"
                )
            wanted += symbol.wanted
            codes.append(symbol.code)
        if wanted:
            self._refuse(f"it has {len(codes):,} nodes, and a {wanted[-1].__name__} should follow")
        return codes

    def _means(self, node: Any, own: Any) -> bool:
        """Whether a node that is not the vocabulary's own, such as a pickled one, means the same symbol."""
        same = (
            argument_types(node) == argument_types(own)
            and getattr(node, "ret", None) is own.ret
            and getattr(node, "value", None) == getattr(own, "value", None)
        )
        return same and self._game_of(node) in {None, self._game}

    def _no_word(self, node: Any, name: object) -> str:
        if not isinstance(name, str):
            return f"{shown(node, 40)}, which is no node"
        other = self._game_of(node)
        if other not in {None, self._game}:
            return f"{shortened(name, 40)}, a word of {other}"
        if name in self._symbols:
            return (
                f"{shortened(name, 40)}, but not the word of this name: its type, arguments or value differ"
            )
        return f"{shortened(name, 40)}, which is no word of it"

    def _refuse(self, reason: str) -> NoReturn:
        raise UsageError(f"the tree is no expression of {self._vocabulary}: {reason}")


def argument_types(node: Any) -> tuple[type, ...]:
    """The types of a node's arguments; none for a word without arguments and a constant."""
    return tuple(getattr(node, "args", ()))


def _check_declared(words: Iterable[Any]) -> None:
    """Check that all are words, and not functions that would have to be declared as words first."""
    for word in words:
        if not isinstance(word, Primitive):
            raise UsageError(f"{shown(word)} is not a word: decorate a function with @primitive")


def _over_boards(primitive: Primitive, meaning: Callable[..., Any], squares: int) -> Callable[..., Any]:
    """The meaning as a combinator, so that ``gp.compile`` turns a tree into a function of the board."""
    reads_board = primitive.reads_board

    def query(board: Any) -> Any:
        return meaning(board) if reads_board else meaning()

    def function(*arguments: Any) -> Callable[[Any], Any]:
        def value(board: Any) -> Any:
            values = [argument(board) if callable(argument) else argument for argument in arguments]
            if primitive.takes_square:
                values = [
                    square_named(number, squares) if kind is Square else number
                    for kind, number in zip(primitive.arguments, values, strict=True)
                ]
            return meaning(board, *values) if reads_board else meaning(*values)

        return value

    return function if primitive.arguments else query


def _constant(value: int) -> Callable[[Any], int]:
    """The constant as a function of the board."""
    return lambda _board: value


def _name_in_calls(value: int) -> str:
    """How DEAP writes a constant: a name, since a number by itself could not be called."""
    return f"_{value}".replace("-", "_")


class EndlessTreesError(UsageError):
    """Random trees of a vocabulary would not end."""


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """A set of primitives for the boards of one game.

    Attributes:
        game: the game, with its parameters.
        name: the vocabulary's name within the game.
        primitives: its words, without the constants.
        constants: its constants.
        squares: the number of squares of the game's board, if its words name squares.
        constants_together: whether all constants count as one symbol when trees are drawn, or each as one.

    Raises:
        UsageError: if the vocabulary is impossible (see :mod:`primitives.declarations`), or trees drawn
            from it would not end.
    """

    game: Game
    name: str
    primitives: tuple[Primitive, ...]
    constants: range
    squares: int = 0
    constants_together: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "primitives", tuple(self.primitives))
        _check_declared(self.primitives)
        object.__setattr__(self, "squares", whole_number("squares", self.squares))
        if not isinstance(self.constants, range):
            raise UsageError(f"constants are a range, such as range(1, 31), not {shown(self.constants)}")
        masks = bool(self.game.family)
        check_words(self.name, self.primitives, self.constants, self.squares, masks=masks)
        self._check_state()
        for word in self.primitives:
            self.numbers_of(word)
        for module in self.modules:
            note_loaded(module)
        # Where it is exactly 1 it may be computed as a little less.
        if self.growth > 1 - 1e-9:
            raise EndlessTreesError(
                f"random trees of the vocabulary {self.name!r} would not end: their growth is "
                f"{self.growth:.3f}, but must be below 1; give it more words without arguments, as always "
                "and never are, or let each constant count as a symbol (constants_together=False)"
            )

    def _check_state(self) -> None:
        """Refuse words that read what the boards of the game do not have, which would be arbitrary memory."""
        queries = {word.name: word.compiled for word in self.primitives if isinstance(word.compiled, Query)}
        takers = [name for name, query in queries.items() if STATE in query.columns]
        if not takers:
            return
        from senet_gp.games.dice.game import if_dice

        if if_dice(self.game) is None:
            raise UsageError(
                f"the word {takers[0]!r} takes the column {STATE!r}, which only boards of games with throws "
                f"have whose rules are kernels, and {self.game.title} is none"
            )

    def __repr__(self) -> str:
        constants = (
            f"constants {self.constants[0]} to {self.constants[-1]}" if self.constants else "no constants"
        )
        return brief(self, self.name, self.game, f"{len(self.primitives)} words", constants)

    def with_primitives(self, *words: Primitive, name: str | None = None) -> Vocabulary:
        """A new vocabulary with further words.

        >>> from primitives import vocabulary_of
        >>> small = vocabulary_of("senet").without("hits", "protected")
        >>> small.name, small.with_primitives(vocabulary_of("senet").by_name["hits"]).name
        ('paper-hits-protected', 'paper-hits-protected+hits')

        Args:
            *words: the words, as :func:`primitives.primitive` makes them.
            name: its name; by default the name of this vocabulary and the names of the words.

        Raises:
            UsageError: if one is not a word or has the name of another, or drawn trees would not end.
        """
        _check_declared(words)
        for word in words:
            if word.name in self.by_name:
                raise UsageError(
                    f"the vocabulary {self.name!r} already has a word {word.name!r}: rename yours, or leave "
                    f"the other out with .without({word.name!r})"
                )
        usual = "".join([self.name, *(f"+{word.name}" for word in words)])
        return dataclasses.replace(self, name=name or usual, primitives=(*self.primitives, *words))

    def without(self, *names: str, name: str | None = None) -> Vocabulary:
        """A new vocabulary that lacks the words of these names.

        Where random trees would not end without them, each constant counts as a symbol when trees are drawn.

        >>> from primitives import vocabulary_of
        >>> "hits" in vocabulary_of("senet").without("hits").by_name
        False

        Args:
            *names: names of words.
            name: its name; by default the name of this vocabulary and the names of the words.

        Raises:
            UsageError: if there is no such word, a type is left without words, or drawn trees would not end.
        """
        for word in names:
            if word not in self.by_name:
                near = difflib.get_close_matches(str(word), self.by_name, n=1)
                hint = f", did you mean {near[0]!r}?" if near else f": it has {', '.join(self.by_name)}"
                raise UsageError(f"the vocabulary {self.name!r} has no word {shown(word)}{hint}")
        kept = tuple(word for word in self.primitives if word.name not in names)
        usual = "".join([self.name, *(f"-{word}" for word in names)])
        try:
            smaller = dataclasses.replace(self, name=name or usual, primitives=kept)
        except EndlessTreesError:
            smaller = dataclasses.replace(self, name=name or usual, primitives=kept, constants_together=False)
        smaller.check_drawable()
        return smaller

    def with_constants(self, constants: range, *, name: str | None = None) -> Vocabulary:
        """A new vocabulary with these constants in place of the present ones.

        >>> from primitives import vocabulary_of
        >>> vocabulary_of("senet").with_constants(range(10)).name
        'paper, 0 to 9'

        Args:
            constants: the constants.
            name: its name; by default the name of this vocabulary and the constants.

        Raises:
            UsageError: if they are not a range of possible numbers, or drawn trees would not end.
        """
        named = isinstance(constants, range) and constants
        usual = f"{self.name}, {constants[0]} to {constants[-1]}" if named else self.name
        return dataclasses.replace(self, name=name or usual, constants=constants)

    def check_drawable(self) -> None:
        """Check that random trees can be drawn.

        Raises:
            UsageError: if there is no function of two arguments that gives a Number, or an argument of a word
                is of a type that no word gives.
        """
        taken = {kind for word in self.primitives for kind in word.types}
        given = {word.result for word in self.primitives} | {Number}
        if not any(word.result is Number and len(word.arguments) == 2 for word in self.primitives):
            raise UsageError(
                f"no random tree can be drawn from the vocabulary {self.name!r}: keep a function of two "
                "arguments that gives a Number, such as add"
            )
        if not taken <= given:
            raise UsageError(
                f"no random tree can be drawn from the vocabulary {self.name!r}: some of its words take a "
                "Truth, and none gives one"
            )

    @property
    def width(self) -> int:
        """How many squares a row of the game's board has."""
        return self.game.geometry.width

    @cached_property
    def without_kernel(self) -> tuple[str, ...]:
        """The words without a kernel."""
        return tuple(word.name for word in self.primitives if word.compiled is None)

    def numbers_of(self, word: Primitive) -> dict[str, int]:
        """The numbers of the game that a word's meaning takes after its arguments, by name.

        >>> from primitives import vocabulary_of
        >>> words = vocabulary_of("tictactoe")
        >>> def crowded(board: Any, most_turns: int) -> bool:
        ...     "Whether more than half of all turns have been played."
        ...     return 2 * len(board.mine | board.theirs) > most_turns
        >>> words.numbers_of(Primitive(crowded, (), Truth))
        {'most_turns': 9}

        Raises:
            UsageError: if the game has no whole number of a name.
        """
        return {name: self._number(word, name) for name in word.numbers}

    def _number(self, word: Primitive, name: str) -> int:
        try:
            return whole_number(name, getattr(self.game, name, None))
        except UsageError:
            raise UsageError(
                f"the word {word.name!r} takes {name} after its arguments, but {self.game.title} has no "
                f"number of that name: name a parameter of the game, or give {name} a default value"
            ) from None

    @cached_property
    def meanings(self) -> dict[str, Callable[..., Any]]:
        """What each word computes of the board, if it reads one, and of its arguments, by its name."""
        numbers = {word.name: self.numbers_of(word) for word in self.primitives}
        return {
            word.name: partial(word.meaning, **numbers[word.name]) if numbers[word.name] else word.meaning
            for word in self.primitives
        }

    def exact_meaning(self, word: Primitive) -> Callable[..., Any]:
        """The meaning of a word, whose values are checked and Python's own if it is from outside."""
        meaning = self.meanings[word.name]
        if word.is_ours:
            return meaning
        return lambda *given: exact_results(word, [meaning(*given)])[0]

    @cached_property
    def pset(self) -> gp.PrimitiveSetTyped:
        """DEAP's typed primitive set; ``gp.compile`` with it turns a tree into a function of a board.

        In the text that DEAP makes of a tree, the constant 5 is ``_5``, which is a function of the board like
        any other tree. ``gp.compile`` fails on trees of more than some 90 levels;
        :func:`senet_gp.trees.plain.function_of` compiles trees of any depth.
        """
        pset = gp.PrimitiveSetTyped(f"{self.game.name}-{self.name}", [], Number)
        for primitive in self.primitives:
            function = _over_boards(primitive, self.exact_meaning(primitive), self.squares)
            if primitive.arguments:
                pset.addPrimitive(function, list(primitive.types), primitive.result, name=primitive.name)
            else:
                pset.addTerminal(function, primitive.result, name=primitive.name)
        for constant in self.constants:
            pset.addTerminal(constant, Number)
            name = _name_in_calls(constant)
            node = pset.mapping[name] = pset.mapping[str(constant)]
            node.conv_fct = _name_in_calls
            pset.context[name] = _constant(constant)
        return pset

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """DEAP's node of every symbol, in the order of their codes: the primitives, then the constants."""
        names = [primitive.name for primitive in self.primitives] + [str(n) for n in self.constants]
        _WITH_NODES.add(self)
        return tuple(self.pset.mapping[name] for name in names)

    @cached_property
    def node_named(self) -> dict[str, Node]:
        """DEAP's node of every symbol, by its word in expressions."""
        return {node.name: node for node in self.nodes}

    @cached_property
    def by_name(self) -> dict[str, Primitive]:
        """The primitives by name; constants are not among them."""
        return {primitive.name: primitive for primitive in self.primitives}

    @cached_property
    def symbols(self) -> dict[type, tuple[tuple[Node, ...], ...]]:
        """By type, the symbols that a tree may be drawn from; constants may be one symbol of many nodes."""
        symbols: dict[type, list[tuple[Node, ...]]] = {Number: [], Truth: []}
        for primitive in self.primitives:
            symbols[primitive.result].append((self.node_named[primitive.name],))
        constants = tuple(self.node_named[str(n)] for n in self.constants)
        symbols[Number] += [constants] if self.constants_together else [(node,) for node in constants]
        return {result: tuple(group) for result, group in symbols.items()}

    @cached_property
    def roots(self) -> dict[type, tuple[Node, ...]]:
        """By type, the functions of two parameters: the roots of new trees."""
        return {
            result: tuple(group[0] for group in symbols if group[0].arity == 2)
            for result, symbols in self.symbols.items()
        }

    @cached_property
    def over(self) -> dict[type, tuple[Node, ...]]:
        """By type, the functions of that type that take an argument of the same type."""
        return {
            result: tuple(n for n in self.nodes if n.ret is result and result in argument_types(n))
            for result in self.symbols
        }

    @cached_property
    def alike(self) -> dict[str, tuple[Node, ...]]:
        """By name of a node, all nodes with its result type and its argument types, including itself."""
        kinds: dict[tuple[Any, ...], list[Node]] = {}
        for node in self.nodes:
            kinds.setdefault((node.ret, *argument_types(node)), []).append(node)
        return {node.name: tuple(nodes) for nodes in kinds.values() for node in nodes}

    @cached_property
    def _code_of(self) -> dict[str, int]:
        return {node.name: code for code, node in enumerate(self.nodes)}

    @cached_property
    def _door(self) -> Door:
        name = f"{self.game.name}'s vocabulary {self.name!r}"
        return Door(name, self.nodes, self.game.name, _game_of)

    def encode(self, tree: Sequence[Node]) -> Codes:
        """The codes of an expression's symbols, root first.

        Every list of nodes from outside passes here before compiled code or a file sees it. Nodes of another
        vocabulary of the game are accepted if this one has the same words.

        Raises:
            UsageError: if the nodes are not exactly one expression of type Number in this vocabulary; the
                message tells what stands where.
        """
        return np.array(self._door.codes(tree), np.int16)

    def codes_of(self, nodes: Sequence[Node]) -> Codes:
        """The codes of nodes that the program itself has put together, such as a part of an expression.

        Raises:
            KeyError: if a node is not of this vocabulary.
        """
        code_of = self._code_of
        return np.array([code_of[node.name] for node in nodes], np.int16)

    def decode(self, codes: Codes) -> list[Node]:
        """The nodes that :meth:`encode` or :meth:`codes_of` made codes of."""
        nodes: list[Node] = self._node_by_code[codes].tolist()
        return nodes

    @cached_property
    def _node_by_code(self) -> NDArray[np.object_]:
        nodes = np.empty(len(self.nodes), np.object_)
        nodes[:] = self.nodes
        return nodes

    @cached_property
    def arities(self) -> NDArray[np.int64]:
        """How many arguments each symbol takes, indexed by its code."""
        return np.array([node.arity for node in self.nodes], np.int64)

    @cached_property
    def types(self) -> dict[type, int]:
        """The types of its symbols, numbered."""
        return {kind: number for number, kind in enumerate(self.symbols)}

    @cached_property
    def type_numbers(self) -> NDArray[np.int64]:
        """The number of each symbol's type, indexed by its code."""
        return np.array([self.types[node.ret] for node in self.nodes], np.int64)

    @cached_property
    def digest(self) -> str:
        """A hash of its words and constants, which together with its name identifies it in any process."""
        content = (self.game.name, self.name, self.constants, self.squares, self.constants_together)
        words = tuple(word.signature for word in self.primitives)
        whole = (content, parameters_of(self.game), words, hashes_of(self.modules))
        return hashlib.sha256(repr(whole).encode()).hexdigest()[:16]

    @cached_property
    def _from_outside(self) -> tuple[Primitive, ...]:
        return tuple(word for word in self.primitives if not word.is_ours)

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules of the rules of its game, and of its words from outside this project."""
        words = (word.meaning.__module__ for word in self._from_outside)
        return tuple(dict.fromkeys([*rules_modules(self.game), *words]))

    @property
    def maker(self) -> str | None:
        """The function that makes it, ``module:function``, if the game's row or a registration names it."""
        if self.game.name not in GAMES:
            return None
        # Installed plugins are not loaded for this: whatever has made it has been.
        registered = _registered_for(self.game.name).data
        makers = [GAMES[self.game.name].words, *([registered[self.name]] if self.name in registered else [])]
        return next((maker for maker in makers if _named_by(maker, self.game, self.name) is self), None)

    @property
    def plugins(self) -> tuple[str, ...]:
        """The plugins that must be loaded for its game and its words (:mod:`~senet_gp.runtime.plugins`)."""
        makers = [] if self.maker is None else [self.maker.partition(":")[0]]
        words = [word.meaning.__module__ for word in self.primitives]
        return plugins_of([type(self.game).__module__, *makers, *words])

    @property
    def found_by_name(self) -> bool:
        """Whether other processes make the same vocabulary from a dotted name, so that this suffices."""
        return self.maker is not None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle its name if other processes can find it by name, else its content."""
        maker = self.maker
        if maker is not None:
            return _found, (maker, self.game, self.name, self.digest)
        return _same, (self.digest, *(getattr(self, field.name) for field in dataclasses.fields(self)))

    @cached_property
    def growth(self) -> float:
        """The spectral radius of the mean-offspring matrix of randomly drawn trees.

        Entry (s, t) of the matrix is the mean number of arguments of type t below a random symbol of
        type s. Drawn trees end, and have a mean size at all, only if the radius is below 1.
        """
        # It is computed for every vocabulary, even if no tree is drawn; so it does not need DEAP's nodes.
        constants = 1 if self.constants_together else len(self.constants)
        types = (Number, Truth)
        matrix = np.zeros((len(types), len(types)))
        for row, (result, others) in enumerate(zip(types, (constants, 0), strict=True)):
            words = [word for word in self.primitives if word.result is result]
            for word in words:
                for argument in word.types:
                    matrix[row, types.index(argument)] += 1 / (len(words) + others)
        return float(max(abs(np.linalg.eigvals(matrix))))


#: The vocabularies of this process that have made nodes.
_WITH_NODES: WeakSet[Vocabulary] = WeakSet()


def _game_of(node: Node) -> str | None:
    """The name of the game for which a vocabulary of this process has made a node; None if none has."""
    made = (one for one in list(_WITH_NODES) if one.node_named.get(node.name) is node)
    return next((one.game.name for one in made), None)


def register_vocabulary(game_name: str, name: str, maker: str | Callable[[Any], Any]) -> None:
    """Register a vocabulary of a game, so that the command line, files and functions find it by name.

    Call this in a module of your own; registering the same again does nothing. The function is imported when
    the vocabulary is first used. Worker processes import it, too, by its dotted name.

    Args:
        game_name: the game.
        name: the vocabulary's name within the game.
        maker: a function from the game, with its parameters, to the vocabulary, or its name as
            ``module:function``.

    Raises:
        UsageError: if there is no such game, the name is not a simple word, another vocabulary has it, or the
            function does not stand at the top of its module.

    >>> register_vocabulary("chess", "mine", "my_words:mine")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    senet_gp.runtime.registries.UnknownNameError: there is no game 'chess': the games are ...
    """
    _ = GAMES[game_name]
    if not isinstance(maker, str | FunctionType):
        raise UsageError(
            f"the vocabulary {shortened(name)} is made by {shown(maker)}, but that must be a "
            "function, or its name as module:function"
        )
    rows: Registry[Any] = _registered_for(game_name)
    rows.add(name, maker)


def _registered_for(game_name: str) -> Registry[str]:
    """The functions that make the registered vocabularies of a game, by the names of these."""
    empty = Registry[str](f"vocabulary of {game_name}", {}, installed=True)
    return _REGISTERED.setdefault(game_name, empty)


def vocabularies(game: str | Game) -> Mapping[str, Vocabulary]:
    """The vocabularies of a game by name: the game's default first, then its others and those registered.

    >>> list(vocabularies("senet"))
    ['paper', 'extended', 'rich', 'short']

    Args:
        game: a game, or the name of a game with its default parameters.

    Raises:
        UsageError: if there is no such game, or a vocabulary is registered by the name of one of its own.
    """
    return _Vocabularies(as_game(game))


def vocabulary_of(game: str | Game, name: str | None = None) -> Vocabulary:
    """A vocabulary of a game, by name or its default; the same object for the same game and name.

    >>> vocabulary_of("tictactoe") is vocabulary_of("tictactoe")
    True

    Raises:
        UsageError: if there is no such game, or no such vocabulary in it.
    """
    known = vocabularies(game)
    if name is None:
        return next(iter(known.values()))
    if name not in known:
        game_name = game if isinstance(game, str) else game.name
        raise UsageError(
            f"{game_name} has no vocabulary {name[:30]!r}: it has {', '.join(known)}; --plugin MODULE adds "
            "others"
        )
    return known[name]


def own_vocabularies_of(game: Game) -> Mapping[str, Vocabulary]:
    """The vocabularies of a game by name that it brings itself, the default first.

    Raises:
        UsageError: if its function makes anything else.
    """
    maker = GAMES[game.name].words
    own: Mapping[str, Vocabulary] = _made_by(maker, game)
    if not isinstance(own, Mapping) or not all(isinstance(one, Vocabulary) for one in own.values()):
        raise UsageError(
            f"{maker} returns {shown(own)}: it must return a dict of vocabularies by name, which is what "
            "plain_vocabulary returns"
        )
    return own


class _Vocabularies(Mapping[str, Vocabulary]):
    """The vocabularies of a game by name: its own, then those registered, each made when it is asked for.

    Installed plugins are loaded only if someone asks for more than the game's own.
    """

    def __init__(self, game: Game) -> None:
        self._game, self._own, self._registered = game, own_vocabularies_of(game), _registered_for(game.name)
        for name in self._own.keys() & self._registered.data.keys():
            raise UsageError(
                f"{game.name} has a vocabulary {name!r} of its own: let {self._registered[name]} be "
                "registered by another name"
            )

    def __getitem__(self, name: str) -> Vocabulary:
        if name in self._own:
            return self._own[name]
        # A registry would raise another error for an unknown name.
        if name not in self._registered:
            raise KeyError(name)
        return cast("Vocabulary", _named_by(self._registered[name], self._game, name))

    def __iter__(self) -> Iterator[str]:
        yield from self._own
        yield from self._registered

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _named_by(maker: str, game: Game, name: str) -> Vocabulary | None:
    """The vocabulary of this name that a function makes; None if it makes others.

    Raises:
        UsageError: if it makes something else, or of another game.
    """
    made = _made_by(maker, game)
    return made.get(name) if isinstance(made, Mapping) else _renamed(made, maker, game, name)


@cache
def _renamed(made: Any, maker: str, game: Game, name: str) -> Vocabulary:
    """The vocabulary that a registered function makes, by the name under which it is registered."""
    if not isinstance(made, Vocabulary):
        raise UsageError(f"{maker} must return a Vocabulary, but returns {shown(made)}")
    if made.game != game:
        raise UsageError(
            f"{maker} returns a vocabulary of {made.game!r} for {game!r}: make it of the game that is given"
        )
    made.check_drawable()
    # The same words, by the name that people write.
    return dataclasses.replace(made, name=name)


def _made_by(maker: str, game: Game) -> Any:
    """What a function makes, given as ``module:function``: a game's vocabularies by name, or one of them."""
    return _made(resolved(maker, f"a vocabulary of {game.name}"), game)


@cache
def _made(function: Callable[[Game], Any], game: Game) -> Any:
    # It is made at its first use, whenever that is, so what it draws from Python's generator leaves no mark.
    before = random.getstate()
    try:
        return function(game)
    finally:
        random.setstate(before)


def _found(maker: str, game: Game, name: str, digest: str) -> Vocabulary:
    """This process's vocabulary with a name, made by the function ``maker``; it must have the same digest.

    The function is sent by its dotted name, so a worker need not have the game or the vocabulary in its
    registries.
    """
    found = _named_by(maker, game, name)
    if found is None or found.digest != digest:
        problem = "unknown" if found is None else "another"
        raise UsageError(
            f"the vocabulary {name!r} of {game.name} is {problem} in a worker process, or since an "
            f"individual was saved: let {maker} make the same everywhere, or play with one worker; {_CHANGED}"
        )
    return found


def _same(digest: str, *fields: Any) -> Vocabulary:
    """A vocabulary by its content, which must have the same digest as in the process that sent it."""
    found = _known(*fields)
    if found.digest != digest:
        raise UsageError(f"the vocabulary {found.name!r} has other words in a worker process: {_CHANGED}")
    return found


@lru_cache(maxsize=64)
def _known(*fields: Any) -> Vocabulary:
    """A vocabulary by its content, made once per process."""
    return Vocabulary(*fields)
