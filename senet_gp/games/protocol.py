"""What a game and a decision are, and the board: as it is drawn, and as words see it in plain Python.

A game with its parameters is a value: a frozen dataclass of its parameters. A decision is a position in which
a player chooses an afterstate. Players, records, matches and evolution use games only through these two
classes; :mod:`senet_gp.games.registry` lists the games by name.

A *seat* is 0 for the player who moves first in a game and 1 for the other.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from senet_gp.runtime.checks import whole_number
from senet_gp.runtime.errors import UsageError, brief
from senet_gp.runtime.registries import Displayed
from senet_gp.runtime.streams import Streams

#: The most squares of a row or a column that :func:`grid` makes.
MAX_SIDE = 1000


@dataclass(frozen=True)
class Geometry:
    """The squares of a board as they are drawn, always from the first mover's side.

    >>> Geometry(grid(3, 2)).places[5]
    (1, 1)

    Attributes:
        rows: the squares, numbered from 1, from the top row down and from left to right; 0 for a gap. A game
            without a board has no rows.
        labels: the labels of squares that are not called by their number.
        notes: one word each about special squares.
        meanings: a sentence each about special squares.
        ways: for each row, whether pieces go along it to the right (1), to the left (-1), or neither (0);
            empty if they go along no rows.
    """

    rows: tuple[tuple[int, ...], ...]
    labels: Mapping[int, str] = field(default_factory=dict, hash=False)
    notes: Mapping[int, str] = field(default_factory=dict, hash=False)
    ways: tuple[int, ...] = ()
    meanings: Mapping[int, str] = field(default_factory=dict, hash=False)

    @cached_property
    def places(self) -> Mapping[int, tuple[int, int]]:
        """The column and the row of each square, both counted from 0."""
        return {
            square: (column, row)
            for row, line in enumerate(self.rows)
            for column, square in enumerate(line)
            if square
        }

    @property
    def width(self) -> int:
        """How many squares the widest row has."""
        return max(map(len, self.rows), default=0)

    def label(self, square: int) -> str:
        """The label of a square."""
        return self.labels.get(square, str(square))


def grid(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """The rows of a board whose squares are numbered row by row from the top left.

    >>> grid(3, 2)
    ((1, 2, 3), (4, 5, 6))

    Raises:
        UsageError: if the width or the height is no whole number from 1 to ``MAX_SIDE``.
    """
    width, height = whole_number("width", width, 1, MAX_SIDE), whole_number("height", height, 1, MAX_SIDE)
    return tuple(tuple(range(row * width + 1, (row + 1) * width + 1)) for row in range(height))


def in_signs(mine: Container[int], theirs: Container[int], squares: int) -> str:
    """A board square by square: ``x`` mine, ``o`` theirs, ``.`` empty.

    >>> in_signs({1}, {3}, squares=4)
    'x.o.'
    """
    return "".join("x" if n in mine else "o" if n in theirs else "." for n in range(1, squares + 1))


def squares_in(text: str, squares: int) -> tuple[frozenset[int], frozenset[int]] | None:
    """The squares of mine and of theirs in a text of :func:`in_signs`; None if it is not written so.

    >>> squares_in("x.o.", squares=4)
    (frozenset({1}), frozenset({3}))
    """
    if len(text) != squares or set(text) - set("xo."):
        return None
    mine, theirs = (frozenset(n for n, sign in enumerate(text, 1) if sign == side) for side in "xo")
    return mine, theirs


#: The games that the engine plays in compiled code in one way, or "" for plain Python.
Family = Literal["", "board", "dice"]
#: The ``repr`` of a decision shows at most this many of its moves.
_MOVES_SHOWN = 12


@dataclass(frozen=True)
class Board:
    """The board after a turn, as the player who made the turn sees it: what words see in plain Python.

    In a game whose programs are policies, it is the board before the move.

    >>> Board(frozenset({30}), frozenset({20})).mine
    frozenset({30})

    Attributes:
        mine: the squares of this player's pieces.
        theirs: the squares of the other player's pieces.
        moves: in Senet, the moves of the turn as (throw, start square) pairs.
        hits: the number of enemy pieces that these moves hit.
        squares: the number of squares of the board; they are numbered from 1, row by row.
        width: the number of squares in a row.
        start: in the small games, the square that the move started from; 0 if a piece was placed.
        target: the square that the move led to; 0 if there was no move.
        last_move: in Pursuit, the number of the player's last move; -1 if there was none.
    """

    mine: frozenset[int]
    theirs: frozenset[int]
    moves: tuple[tuple[int, int], ...] = ()
    hits: int = 0
    squares: int = 30
    width: int = 10
    start: int = 0
    target: int = 0
    last_move: int = -1

    def __repr__(self) -> str:
        # As senet_gp.runtime.errors.brief writes it, but by itself, because exported Python files hold this
        # class.
        moved = [f"target {self.target}"] if self.target else []
        told = [f"mine {sorted(self.mine)}", f"theirs {sorted(self.theirs)}", *moved, *map(str, self.moves)]
        line = f"<Board: {', '.join(told)}"
        return (line if len(line) < 110 else line[:108] + "…") + ">"


def spoken(throws: Sequence[object]) -> str:
    """Throws, or squares, in a sentence.

    >>> spoken([1, 4, 5])
    '1, 4 and 5'
    """
    words = [str(throw) for throw in throws]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def index_of_name(text: str, names: Sequence[str]) -> int:
    """The index of the move that a text names.

    >>> index_of_name("1-4", ["2-5", "1-4"])
    1

    Raises:
        UsageError: if it names none of them; if it begins with a square from which some of them go, the
            message lists those, else all.
    """
    name = " ".join(text.split())
    if name in names:
        return names.index(name)
    start = _square_left(name)
    of_piece = [known for known in names if start and _square_left(known) == start]
    those = f"those from {start}" if of_piece else "the moves"
    raise UsageError(f"{name[:20]!r} is not a move here: {those} are {', '.join(of_piece or names)}")


def _square_left(name: str) -> str:
    """The number with which a move begins that goes on with something else; "" if it does not."""
    number = re.match("[0-9]+(?=[^0-9])", name)
    return number[0] if number else ""


#: The names of the seats.
SEATS = ("first", "second")
#: How a move ends the game for its player, in a word; nothing if the game goes on.
ENDINGS = {1: "wins", 0: "draws", -1: "loses", None: ""}


@dataclass(frozen=True, slots=True)
class Decision(Displayed, ABC):
    """A decision: a position, the throws, and the afterstates to choose from.

    Attributes:
        game: the game.
        seat: the seat of the player who decides.
        position: the position as this player sees it.
        afterstates: what can be played, at least one; each has the ``position`` that it leads to, and the
            ``result`` of the game if it ends there.
        throws: the throws, in rising order; none in games without chance.
    """

    game: Any
    seat: int
    position: Any
    afterstates: Sequence[Any]
    throws: tuple[int, ...] = ()

    def __repr__(self) -> str:
        return brief(self, self.game, self.game.text(self.position), *self._in_words())

    def _in_words(self) -> Iterator[str]:
        """The throws and the moves, as far as a line has room for them."""
        if self.throws:
            yield f"throws {spoken(self.throws)}"
        yield f"{len(self.afterstates)} moves"
        yield from map(self.notation, range(min(len(self.afterstates), _MOVES_SHOWN)))

    @property
    def policy(self) -> bool:
        """Whether programs are policies: their value names the afterstate instead of scoring a board."""
        return bool(self.game.policy)

    @property
    def luck(self) -> float:
        """How much better than average the throws are, in a unit of the game; the mean is zero."""
        return 0.0

    @property
    def writing(self) -> tuple[str, str]:
        """For help texts: an example of moves as a person writes them, and an explanation."""
        return self.notation(0), "choose a move as it is written in the list"

    @abstractmethod
    def boards(self) -> NDArray[np.uint32] | None:
        """(4, boards) uint32, or (5, boards) in a game with throws: the boards that compiled code scores.

        There is one for each afterstate; for a policy it is the one board before the move. None in a game
        that compiled code does not know.
        """

    @abstractmethod
    def view(self, index: int) -> Any:
        """An afterstate as words see it in plain Python; for policies, the board before the move."""

    @abstractmethod
    def notation(self, index: int) -> str:
        """The notation of an afterstate's moves."""

    def remark(self, index: int) -> str:
        """A remark about an afterstate, for people; by default how it ends the game, if it does."""
        return ENDINGS[self.result(index)]

    @abstractmethod
    def steps(self, index: int) -> Sequence[tuple[int, int]]:
        """The steps of an afterstate's pieces in their order, for pictures.

        Each step is the square that one of the player's pieces leaves and the square that it goes to, in the
        numbering of :class:`~senet_gp.games.protocol.Geometry`; 0 stands for the hand that places a piece, or
        for off the board.
        """

    def named(self, text: str) -> int:
        """The index of the afterstate with this notation.

        Raises:
            UsageError: if there is none; the message says why.
        """
        return index_of_name(text, [self.notation(index) for index in range(len(self.afterstates))])

    def result(self, index: int) -> int | None:
        """1 if an afterstate wins the game, -1 if it loses it, 0 if it draws it, None if the game goes on."""
        result: int | None = self.afterstates[index].result
        return result

    def ends_turn(self, index: int) -> bool:  # noqa: ARG002 - mostly all do
        """Whether the other player is to move after an afterstate; otherwise its player throws again."""
        return True

    def following(self, index: int) -> Any:
        """The position after an afterstate, as the player who is to move then sees it."""
        after = self.afterstates[index].position
        return self.game.swapped(after) if self.ends_turn(index) else after


class Game(Protocol):
    """A game with its parameters, which are the fields of a frozen dataclass.

    The defaults below apply to games that derive from this class and do not override them.

    >>> from senet_gp.games.registry import game_of
    >>> game = game_of("tictactoe")
    >>> decision = game.decision(game.starts()[0], seat=0, throws=())
    >>> len(decision.afterstates), decision.notation(4), decision.result(4) is None
    (9, '5', True)

    Attributes:
        name: the game's name on the command line.
        title: its name in sentences.
        stochastic: whether it has throws.
        small: whether all its positions can be listed, so that it can be solved: it is then a
            :class:`senet_gp.games.small.SmallGame`.
        self_losses: whether a move can itself lose the game.
        undecided_by_lot: whether a game of a duel that does not end is decided by lot.
        one_side_a_square: whether no square of its boards ever has pieces of both sides, which the checks
            for authors hold it to.
        named_moves: if programs are policies, whose value names the move: the moves 0, 1 and so on in words;
            else empty.
        ranges: the least and the largest value of its parameters by name, as far as each has such bounds by
            itself.
        family: the games that the engine plays in compiled code by the kernels of their rules: ``board``
            without throws, ``dice`` with throws; "" for a game that is played in plain Python.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    stochastic: ClassVar[bool] = False
    small: ClassVar[bool] = False
    self_losses: ClassVar[bool] = False
    undecided_by_lot: ClassVar[bool] = False
    one_side_a_square: ClassVar[bool] = False
    named_moves: ClassVar[tuple[str, ...]] = ()
    ranges: ClassVar[Mapping[str, tuple[int, int]]] = MappingProxyType({})
    family: ClassVar[Family] = ""

    def __hash__(self) -> int:
        """Equal games have equal hashes."""
        return super().__hash__()

    @property
    def rules_text(self) -> str:
        """Its rules for people who do not know it, in two to four lines of at most 110 characters."""
        return ""

    @property
    def geometry(self) -> Geometry:
        """How the board is drawn; by default there is none."""
        return Geometry(())

    @property
    def policy(self) -> bool:
        """Whether programs are policies: their value names the move instead of scoring afterstates."""
        return bool(self.named_moves)

    @property
    def most_turns(self) -> int:
        """The largest number of turns, counting those of both players; then no player has won."""

    def starts(self) -> Sequence[Any]:
        """The positions that a game can start from, all equally likely, as the first mover sees them."""

    def throw_chances(self, position: Any) -> Mapping[tuple[int, ...], float]:  # noqa: ARG002
        """All throws that can be made together in a position, with probabilities; no throws by default."""
        return {(): 1.0}

    def swapped(self, position: Any) -> Any:
        """The same position as the other player sees it."""

    def seen(self, position: Any) -> Any:
        """A position without a move before it, as words see it; by default the position itself."""
        return position

    def next_decision(self, position: Any, seat: int, streams: Streams) -> Decision:
        """Throw, if the game has throws, and return the decision of the player to move."""

    def decision(self, position: Any, seat: int, throws: Sequence[int]) -> Decision:
        """The decision of the player to move with these throws.

        Raises:
            UsageError: if the throws are impossible.
        """

    def occupants(self, position: Any, seat: int) -> Mapping[int, Sequence[int]]:
        """The owners of the pieces on each square that is not empty: one seat per piece.

        Args:
            position: the position.
            seat: the seat of the player whose view ``position`` is.
        """

    def beside(self, position: Any) -> Mapping[str, tuple[int, int]]:  # noqa: ARG002 - others look at it
        """The pieces that are not on the board: for each place, in words, how many of mine and of theirs.

        By default there are none. The places are always the same ones, in the same order.
        """
        return {}

    def winning_squares(self, position: Any, seat: int) -> Sequence[int]:  # noqa: ARG002 - others look at it
        """The squares, as they are drawn, by which somebody has won; by default the board does not tell it.

        Args:
            position: the position at the end of the game.
            seat: the seat of the player whose view ``position`` is.
        """
        return ()

    def reason(self, position: Any, result: int) -> str:  # noqa: ARG002 - others look at them
        """Why a move has ended the game, as what follows a colon; by default the board tells it.

        Args:
            position: the position at the end of the game, as the player who made the move sees it.
            result: the result for this player.
        """
        return ""

    def text(self, position: Any) -> str:
        """A position as one short line without blanks, which :meth:`position_from` reads back."""

    def position_from(self, text: str) -> Any:
        """The position of a text made by :meth:`text`.

        Raises:
            UsageError: if the text is not a position.
        """

    def position_as_written(self, text: str) -> Any:
        """The position that a person means by a text, as the player to move sees it.

        By default this is :meth:`position_from`. A game that people write in other ways too, which cannot be
        confused with this one, reads all of them.

        Raises:
            UsageError: if the text is not a position; the message is one sentence that says why.
        """
        return self.position_from(text)

    def position_to_move_from(self, text: str) -> Any:
        """The position that a person means by a text, if the game goes on there.

        Raises:
            UsageError: if the text is not a position, or the game is over there.
        """
