"""Plain DEAP: knockouts as a user of DEAP alone would write them, for comparison.

Trees are compiled by ``gp.compile``, so they must not be too deep. As in DEAP's examples, the functions of
the primitive set read an object that holds the board. Queries without an argument, such as the number of
pieces, are arguments of the compiled function; each is computed once per board, and only if the tree uses it.
That is several times faster than combinators over the board (``Vocabulary.pset``). The rules are plain Python
over sets of squares; equal boards are merged after every throw. Random numbers come from senet-gp's streams,
so that every game is the one that compiled code plays.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

import numpy as np
from deap import gp

from primitives import Primitive, Query, vocabulary_of
from primitives.common import and_, if_then_else, not_, or_, saturated
from primitives.declarations import COLUMN_NAMES
from primitives.types import MOST, Number, Truth
from primitives.vocabulary import Vocabulary
from senet_gp.engine.results import drawn_by_lot, first_begins, goes_on, open_duel_streams
from senet_gp.games.protocol import Board
from senet_gp.games.senet import throw_group, throw_once, turns
from senet_gp.games.senet.moves import packed_throws
from senet_gp.runtime.streams import CHOICES, STREAMS, Streams, below, game_streams, part_key, part_keys
from senet_gp.trees.individual import Individual

Squares = frozenset[int]
#: The moves of a turn, as (throw, start square) pairs.
Moves = tuple[tuple[int, int], ...]
#: A board that a turn can end in, seen by its player: own squares, the opponent's, the moves, the pieces hit;
#: by compiled rules, four numbers.
End = tuple[Any, Any, Any, int]
#: Scores a board that a turn can end in.
Player = Callable[[End], int]
#: All boards that a turn can end in, by the squares of both sides and the throws in ascending order.
Rules = Callable[[Squares, Squares, tuple[int, ...]], list[End]]

_HOUSE = 26
_WATER = 27
_OFF = 31
_FROM_HOUSE = {1: _WATER, 2: 28, 3: 29, 4: 30, 5: _OFF}
_TURN_LIMIT = 500
#: Where compiled rules work.
_WORK = turns.new_workspace()


def add(a: int, b: int) -> int:
    """The sum, saturating."""
    number = a + b
    return number if -MOST <= number <= MOST else saturated(number)


def sub(a: int, b: int) -> int:
    """The difference, saturating."""
    number = a - b
    return number if -MOST <= number <= MOST else saturated(number)


def mul(a: int, b: int) -> int:
    """The product, saturating."""
    number = a * b
    return number if -MOST <= number <= MOST else saturated(number)


def protected_squares(own: Squares) -> Squares:
    """The squares of a side's protected pieces."""
    return frozenset() if _WATER in own else frozenset(s for s in own if s - 1 in own or s + 1 in own)


def forward_moves(mine: Squares, theirs: Squares, safe: Squares, throw: int) -> Iterator[tuple[int, int]]:
    """The legal forward moves, start and target; ``safe`` are their protected squares."""
    for start in mine:
        if start < _HOUSE:
            target = start + throw
            if target > _HOUSE:
                continue
        elif start == _HOUSE:
            target = _FROM_HOUSE[throw]
        elif start == 30 or (start, throw) in {(28, 3), (29, 2)}:
            target = _OFF
        else:
            continue
        if target in mine or target in safe:
            continue
        if target in theirs and target >= _WATER and (target == _WATER or _WATER in mine or _WATER in theirs):
            continue
        yield start, target


def mobility(own: Squares, other: Squares) -> int:
    """The number of legal forward moves, as (piece, throw) pairs; 0 while the owner is in the water."""
    if _WATER in own:
        return 0
    safe = protected_squares(other)
    return sum(1 for throw in range(1, 6) for _ in forward_moves(own, other, safe, throw))


def longest_run(own: Squares) -> int:
    """The length of the longest unbroken run of pieces."""
    longest = 0
    for square in own:
        if square - 1 not in own:
            length = 1
            while square + length in own:
                length += 1
            longest = max(longest, length)
    return longest


#: Faster versions of plain meanings, which are written to be obvious, as a careful user would write them.
_CAREFUL: dict[str, Callable[[Board], int]] = {
    "my_moves": lambda board: mobility(board.mine, board.theirs),
    "their_moves": lambda board: mobility(board.theirs, board.mine),
    "my_barricade": lambda board: longest_run(board.mine),
    "their_barricade": lambda board: longest_run(board.theirs),
}


class Sight:
    """The board that the functions of the primitive set read."""

    board: Any

    def mine(self, n: int) -> bool:
        """Whether a piece of mine stands on square n."""
        return (n - 1) % 30 + 1 in self.board.mine

    def theirs(self, n: int) -> bool:
        """Whether a piece of theirs stands on square n."""
        return (n - 1) % 30 + 1 in self.board.theirs

    def empty(self, n: int) -> bool:
        """Whether square n is empty."""
        square = (n - 1) % 30 + 1
        return square not in self.board.mine and square not in self.board.theirs

    def protected(self, n: int) -> bool:
        """Whether a protected piece stands on square n."""
        square = (n - 1) % 30 + 1
        board = self.board
        own = board.mine if square in board.mine else board.theirs
        return square in own and _WATER not in own and (square - 1 in own or square + 1 in own)

    def move_start(self, n: int) -> int:
        """Where the n-th of the moves started."""
        moves = self.board.moves
        return moves[(n - 1) % len(moves)][1] if moves else 0

    def move_length(self, n: int) -> int:
        """The throw of the n-th of the moves."""
        moves = self.board.moves
        return moves[(n - 1) % len(moves)][0] if moves else 0


class PlainDeap:
    """DEAP's trees as players.

    Args:
        by_kernels: whether queries are answered by the kernels of senet-gp, on boards of its compiled rules.
    """

    def __init__(self, *, by_kernels: bool = False) -> None:
        self.words: Vocabulary = vocabulary_of("senet")
        self.by_kernels = by_kernels
        self.sight = Sight()
        reading = [word for word in self.words.primitives if word.reads_board]
        queries = [word for word in reading if not word.arguments]
        self.queries: dict[str, Callable[[Any], int]] = {
            word.name: _by_kernel(word) if by_kernels else _CAREFUL.get(word.name, word.meaning)
            for word in queries
        }
        self.pset = gp.PrimitiveSetTyped("plain", [word.result for word in queries], Number)
        self.pset.renameArguments(**{f"ARG{n}": word.name for n, word in enumerate(queries)})
        for function in (add, sub, mul):
            self.pset.addPrimitive(function, [Number, Number], Number)
        self.pset.addPrimitive(if_then_else, [Truth, Number, Number], Number)
        self.pset.addPrimitive(and_, [Truth, Truth], Truth)
        self.pset.addPrimitive(or_, [Truth, Truth], Truth)
        self.pset.addPrimitive(not_, [Truth], Truth)
        for word in reading:
            if word.arguments:
                question = self._asked(word) if by_kernels else getattr(self.sight, word.name)
                self.pset.addPrimitive(question, [Number], word.result, name=word.name)
        for constant in self.words.constants:
            self.pset.addTerminal(constant, Number)

    def _asked(self, word: Primitive) -> Callable[[int], int]:
        """A question of a number about the board that is seen, answered by a kernel."""
        answer, sight = _by_kernel(word), self.sight
        if word.takes_square:
            return lambda n: answer(sight.board, (n - 1) % 30 + 1)
        return lambda n: answer(sight.board, n)

    def player(self, tree: Individual) -> Player:
        """The tree as a function of a board that a turn can end in."""
        function = gp.compile(gp.PrimitiveTree(self.pset.mapping[node.name] for node in tree), self.pset)
        asked = {node.name for node in tree}
        queries: list[Any] = [meaning if name in asked else None for name, meaning in self.queries.items()]
        sight, by_kernels = self.sight, self.by_kernels

        def score(end: End) -> int:
            board = sight.board = end if by_kernels else Board(*end)
            value: int = function(*[query(board) if query else 0 for query in queries])
            return value

        return score


def _by_kernel(word: Primitive) -> Callable[..., int]:
    """A word as a function of a board as the compiled rules have it, and of the word's argument."""
    if isinstance(query := word.compiled, Query):
        kernel, columns = query.kernel, [COLUMN_NAMES.index(name) for name in query.columns]
        return lambda end, *numbers: kernel(*[end[column] for column in columns], *numbers)
    on_squares: dict[str, Callable[[Any, int], int]] = {
        "mine": lambda end, n: end[0] >> n & 1,
        "theirs": lambda end, n: end[1] >> n & 1,
        "empty": lambda end, n: (end[0] | end[1]) >> n & 1 ^ 1,
    }
    return on_squares[word.name]


def backward_moves(mine: Squares, safe: Squares, throw: int) -> Iterator[tuple[int, int]]:
    """The legal backward moves, start and target; ``safe`` are their protected squares."""
    for start in mine:
        target = start - throw
        if start <= _HOUSE and target >= 1 and target not in mine and target not in safe:
            yield start, target


def _moved(mine: Squares, theirs: Squares, start: int, target: int) -> tuple[Squares, Squares, int]:
    """Both sides after a move, and whether it hit (0 or 1)."""
    mine = mine - {start}
    if target == _OFF:
        return mine, theirs, 0
    mine = mine | {target}
    if target not in theirs:
        return mine, theirs, 0
    return mine, theirs - {target} | {_WATER if target > _WATER else start}, 1


def ends_of(own: Squares, other: Squares, throws: tuple[int, ...]) -> list[End]:
    """Every distinct board that a turn can end in, sorted by the lexicographically least moves to it.

    Args:
        own: the squares of the player to move.
        other: the opponent's squares.
        throws: the throws to be played, in ascending order.
    """
    ends: dict[tuple[Squares, Squares], tuple[Moves, int]] = {}
    # States with different numbers of moves stay apart: only among move lists of one length does the
    # lexicographically smaller one stay smaller, whatever follows.
    layer: dict[tuple[Squares, Squares, tuple[int, ...], int], tuple[Moves, int]]
    layer = {(own, other, throws, 0): ((), 0)}
    while layer:
        following: dict[tuple[Squares, Squares, tuple[int, ...], int], tuple[Moves, int]] = {}
        for (mine, theirs, left, _), (moves, hits) in layer.items():
            safe = protected_squares(theirs)
            for throw in set(left):
                place = left.index(throw)
                rest = left[:place] + left[place + 1 :]
                steps = list(forward_moves(mine, theirs, safe, throw)) or list(
                    backward_moves(mine, safe, throw)
                )
                reached = [
                    (*_moved(mine, theirs, start, target), (*moves, (throw, start)))
                    for start, target in steps
                ] or [(mine, theirs, 0, moves)]
                for my_next, their_next, hit, made in reached:
                    found = (made, hits + hit)
                    if not rest or not my_next or _WATER in my_next:
                        known = ends.get((my_next, their_next), found)
                        ends[my_next, their_next] = min(known, found)
                    else:
                        state = (my_next, their_next, rest, len(made))
                        following[state] = min(following.get(state, found), found)
        layer = following
    found_ends = [(mine, theirs, moves, hits) for (mine, theirs), (moves, hits) in ends.items()]
    return sorted(found_ends, key=lambda end: end[2])


def compiled_ends_of(own: Squares, other: Squares, throws: tuple[int, ...]) -> list[End]:
    """As :func:`ends_of`, by the compiled rules: squares are masks, moves are packed."""
    mine, theirs = (sum(1 << square for square in side) for side in (own, other))
    count = turns.end_boards(mine, theirs, packed_throws(throws), _WORK)
    ends: list[End] = list(map(tuple, _WORK.boards[: turns.REST, :count].T.tolist()))
    return ends


@lru_cache(maxsize=1 << 16)
def _squares(mask: int) -> Squares:
    return frozenset(square for square in range(1, _OFF) if mask >> square & 1)


def _best(ends: list[End], player: Player, streams: Streams) -> End:
    """The board that the player chooses; among equally good ones a random one."""
    if len(ends) == 1:
        return ends[0]
    scores = [player(end) for end in ends]
    best = max(scores)
    equals = [end for end, score in zip(ends, scores, strict=True) if score == best]
    return equals[below(streams, CHOICES, len(equals))] if len(equals) > 1 else equals[0]


def _turn(
    mine: Squares, theirs: Squares, player: Player, streams: Streams, seat: int, rules: Rules
) -> tuple[Squares, Squares]:
    """Both sides after a turn."""
    if _WATER in mine:
        mine = mine - {_WATER}
        if throw_once(streams, seat) == 4:
            return mine, theirs
        return mine | {max(s for s in range(1, 16) if s not in mine and s not in theirs)}, theirs
    again = True
    while again and mine and _WATER not in mine:
        throws, again = throw_group(streams, seat)
        best = _best(rules(mine, theirs, throws), player, streams)
        mine, theirs = (_squares(side) if isinstance(side, int) else side for side in best[:2])
    return mine, theirs


def play_game(first: Player, second: Player, streams: Streams, pieces: int, rules: Rules) -> int:
    """Play a game; 1 if the first mover wins, -1 if the second does, 0 if the game does not end."""
    mine = frozenset(range(2, 2 * pieces + 1, 2))
    theirs = frozenset(range(1, 2 * pieces, 2))
    for turn in range(_TURN_LIMIT):
        seat = turn % 2
        mine, theirs = _turn(mine, theirs, second if seat else first, streams, seat, rules)
        if not mine:
            return 1 - 2 * seat
        mine, theirs = theirs, mine
    return 0


def play_duel(
    first: Player, second: Player, key: int, games: int, pieces: int, rules: Rules
) -> tuple[bool, int]:
    """Play a duel, the best of this many games.

    Returns:
        Whether the second player wins the duel, and the number of games played.
    """
    duel_streams = np.empty(STREAMS, np.uint64)
    open_duel_streams(cast("int", np.uint64(key)), duel_streams)
    lead = game = 0
    while goes_on(game, games, lead):
        streams = game_streams(part_key(key, game))
        if first_begins(game, games, duel_streams):
            outcome = play_game(first, second, streams, pieces, rules)
        else:
            outcome = -play_game(second, first, streams, pieces, rules)
        lead += outcome or drawn_by_lot(duel_streams)
        game += 1
    return (lead or drawn_by_lot(duel_streams)) < 0, game


@dataclass(frozen=True, slots=True)
class PlainKnockout:
    """The result of a knockout, as in :class:`~senet_gp.arena.knockout.KnockoutResult`."""

    ranks: list[int]
    games: int


def knockout(
    players: Sequence[Player],
    *,
    key: int,
    rng: random.Random,
    games: int = 3,
    pieces: int = 7,
    rules: Rules = ends_of,
) -> PlainKnockout:
    """The knockout that :func:`senet_gp.arena.knockout.knockout` plays from the same key and generator.

    Args:
        players: the entrants; their number is a power of two.
        key: the key of the tournament.
        rng: draws the pairs.
        games: a duel is the best of this many games.
        pieces: the number of pieces of each side.
        rules: the rules by which they play.
    """
    rounds = len(players).bit_length() - 1
    ranks = [rounds + 1] * len(players)
    alive = list(range(len(players)))
    played = 0
    for number in range(1, rounds + 1):
        rng.shuffle(alive)
        keys = part_keys(part_key(key, number), len(alive) // 2).tolist()
        winners = []
        for a, b, duel_key in zip(alive[::2], alive[1::2], keys, strict=True):
            second_won, duel_games = play_duel(players[a], players[b], duel_key, games, pieces, rules)
            winners.append(b if second_won else a)
            ranks[a if second_won else b] = number
            played += duel_games
        alive = winners
    return PlainKnockout(ranks, played)
