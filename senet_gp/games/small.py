"""Small games: games without chance whose positions can all be listed, so that they can be solved.

Their protocol is what solvers, tables, verdicts and learning machines ask of a game. The board games with
kernels have it (:class:`senet_gp.games.board.game.BoardGame`), and games in plain Python that derive from
:class:`senet_gp.games.plain.PlainSmallGame`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Protocol, cast

from senet_gp.games.protocol import Decision, Game, index_of_name
from senet_gp.games.registry import GAMES, game_class, game_of
from senet_gp.runtime.errors import UsageError

#: A position of any game: an immutable value with equal hashes for equal positions.
Position = Any
#: The number of positions in the cache.
_POSITIONS = 1 << 15


@dataclass(frozen=True, slots=True)
class Fillings:
    """All ways to fill the board of a game, some of which are positions.

    Attributes:
        orders: the number of orders in which the board can be filled.
        combinations: the number of ways to fill it.
        source_filter: how many of them the filter of the game's source keeps.
        positions: the ways that are positions, in their order.
    """

    orders: int
    combinations: int
    source_filter: int
    positions: Sequence[Position]


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a position under perfect play.

    >>> str(Value(1, 3)), str(Value(1, 3).before())
    ('win in 3', 'loss in 4')

    Attributes:
        result: 1 for a win, 0 for a draw, -1 for a loss, for the player to whom the value belongs.
        plies: the plies until then, if the winner hurries and the loser delays; 0 for a draw.
    """

    result: int
    plies: int = 0

    @property
    def rank(self) -> int:
        """The higher the better: a quick win before a slow one, a slow loss before a quick one."""
        return self.result * (1_000_000 - self.plies)

    def before(self) -> Value:
        """The value of a move into a position of this value, for the player who makes the move."""
        return Value(-self.result, self.plies + 1 if self.result else 0)

    def __str__(self) -> str:
        return f"{('draw', 'win', 'loss')[self.result]}{f' in {self.plies}' if self.result else ''}"


class SmallAfterstate(Protocol):
    """A possible move, and the position that it leads to.

    Attributes:
        position: the position after the move, as the player who made it sees it.
        result: 1 if the move wins the game, -1 if it loses it, 0 if it draws it, None if the game goes on.
    """

    @property
    def position(self) -> Any: ...  # noqa: D102 - see the class
    @property
    def result(self) -> int | None: ...  # noqa: D102


class SmallGame(Game, Protocol):
    """A game without chance whose positions can all be listed; every move ends the turn.

    The defaults below apply to games that derive from this class and do not override them.

    Attributes:
        cyclic: whether a position can be repeated, so that only the limit of turns ends some games.
    """

    small: ClassVar[bool] = True
    cyclic: ClassVar[bool] = False

    def afterstates(self, position: Any) -> Sequence[Any]:
        """The moves of the player to move, in a fixed order; at least one while the game goes on."""

    def decision_among(self, position: Any, seat: int, afterstates: Sequence[Any]) -> Decision:
        """The decision of the player to move, whose :meth:`afterstates` are known already."""

    def notation(self, afterstate: Any, seat: int) -> str:
        """The notation of a move of the player of a seat."""

    def afterstate_named(self, afterstates: Sequence[Any], seat: int, text: str) -> int:
        """The index of the afterstate that a move in notation names.

        Raises:
            UsageError: if it names none.
        """
        return index_of_name(text, [self.notation(afterstate, seat) for afterstate in afterstates])

    def move_order(self, afterstate: Any) -> tuple[int, ...]:  # noqa: ARG002 - others look at it
        """What tables compare of equally good moves: they hold the first of those with the least."""
        return ()

    def fillings(self) -> Fillings | None:
        """All ways to fill the board, if tables take their positions from them; else None.

        Otherwise they hold the positions that can be reached.
        """
        return None

    def side_to_move(self, position: Any) -> str:  # noqa: ARG002 - others look at it
        """The name of the player to move's side, if the board shows which it is; else an empty text."""
        return ""

    def shows_all(self, position: Any) -> bool:
        """Whether a drawing of the board shows all that belongs to a position."""

    def symmetries(self) -> Sequence[tuple[int, ...]]:
        """The permutations of squares that leave the rules unchanged, the identity first.

        Element n - 1 of a permutation is the square that square n goes to; :meth:`mapped` applies it. By
        default there is the identity alone; a game with others overrides both methods.
        """
        return [tuple(range(1, len(self.geometry.places) + 1))]

    def mapped(self, position: Any, symmetry: Sequence[int]) -> Any:  # noqa: ARG002 - the identity
        """The position that one of the :meth:`symmetries` makes of this one."""
        return position


def small_games() -> list[str]:
    """The names of all small games.

    >>> small_games()
    ['pursuit', 'hexapawn', 'tictactoe', 'trilobite']
    """
    return [name for name in GAMES if game_class(name).small]


def small_game(name: str, parameters: Mapping[str, Any] | None = None) -> SmallGame:
    """The small game with this name; parameters that are not given have their default values.

    Raises:
        UsageError: if there is no such game or parameter, a value is impossible, or the game is not small.
    """
    game = game_of(name, parameters)
    return solvable(game, "this")


def solvable(game: Game, what: str) -> SmallGame:
    """The game, if it can be solved.

    Args:
        game: the game.
        what: what needs a small game, as the subject of the error message.

    Raises:
        UsageError: if it cannot be solved.
    """
    small = if_solvable(game)
    if small is None:
        raise UsageError(
            f"{what} needs a small game, one without throws whose positions can all be listed, which "
            f"{game.title} is not: the small games are {', '.join(small_games())}"
        )
    return small


def if_solvable(game: Game) -> SmallGame | None:
    """The game if it can be solved, else None."""
    return cast("SmallGame", game) if game.small else None


class Rulebook:
    """The decisions of a game, with a cache.

    Attributes:
        game: the game.
    """

    def __init__(self, game: SmallGame) -> None:
        self.game = game
        self._afterstates = lru_cache(_POSITIONS)(game.afterstates)
        self.swapped = lru_cache(_POSITIONS)(game.swapped)

    def decision(self, seat: int, position: Position) -> Decision:
        """The decision of the player of a seat in a position."""
        return self.game.decision_among(position, seat, self._afterstates(position))
