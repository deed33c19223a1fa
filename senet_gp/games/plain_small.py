"""The base class of small games in plain Python: without chance, and few enough positions to list them all.

What such a game has more than :class:`senet_gp.games.plain.PlainGame` is what solvers, tables, verdicts and
learning machines ask of it (:class:`senet_gp.games.small.SmallGame`); all of it has a default.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from senet_gp.errors import UsageError
from senet_gp.games.board.position import Fillings
from senet_gp.games.plain import PlainAfterstate, PlainDecision, PlainGame


class PlainSmallGame(PlainGame):
    """A game in plain Python whose positions can all be listed; every move ends the turn.

    Attributes:
        cyclic: whether a position can be repeated. A game says False if none can: then it also has a tree.
    """

    small: ClassVar[bool] = True
    cyclic: ClassVar[bool] = True

    def __init_subclass__(cls, **arguments: Any) -> None:
        """Refuse turns that go on: solvers, verdicts and tables take it that the players alternate."""
        super().__init_subclass__(**arguments)
        if cls.goes_on is not PlainGame.goes_on or cls.throws_again is not PlainGame.throws_again:
            raise UsageError(
                f"every move of a small game ends the turn: derive {cls.__name__} from PlainGame, or leave "
                "out goes_on and throws_again"
            )

    def afterstates(self, position: Any) -> Sequence[PlainAfterstate]:
        """The moves of the player to move, in the order of :meth:`~senet_gp.games.plain.PlainGame.moves`."""
        return self.decision(position, 0, ()).afterstates

    def decision_among(
        self, position: Any, seat: int, afterstates: Sequence[PlainAfterstate]
    ) -> PlainDecision:
        """The decision of the player to move, whose moves are known already."""
        return PlainDecision(self, seat, position, (), tuple(afterstates))

    def notation(self, afterstate: PlainAfterstate, seat: int) -> str:  # noqa: ARG002 - the same for both
        """The notation of a move."""
        return afterstate.notation

    def afterstate_named(self, afterstates: Sequence[PlainAfterstate], seat: int, text: str) -> int:
        """The index of the afterstate that a move in notation names.

        Raises:
            UsageError: if it names none.
        """
        return self.decision_among(None, seat, afterstates).named(text)

    def move_order(self, afterstate: PlainAfterstate) -> tuple[int, ...]:  # noqa: ARG002 - the same for all
        """Nothing: of equally good moves a table holds the first."""
        return ()

    def position_as_written(self, text: str) -> Any:
        """The position that a person means by a text: that of :meth:`position_from`."""
        return self.position_from(text)

    def position_to_move_from(self, text: str) -> Any:
        """The position that a person means by a text, if the game goes on there.

        Raises:
            UsageError: if the text is not a position, or the game is over there.
        """
        position = self.position_as_written(text)
        if self.result(self.swapped(position)) is not None:
            raise UsageError(f"{text!r} cannot be played on: the game is over")
        return position

    def fillings(self) -> Fillings | None:
        """None: tables hold the positions that can be reached."""
        return None

    def side_to_move(self, position: Any) -> str:  # noqa: ARG002 - others look at it
        """An empty text: boards do not show whose turn it is."""
        return ""

    def shows_all(self, position: Any) -> bool:  # noqa: ARG002 - others look at it
        """Whether a drawing of the board shows all that belongs to a position: not if there is no board."""
        return bool(self.geometry.rows)

    def symmetries(self) -> Sequence[tuple[int, ...]]:
        """The identity alone; a game with others overrides this and :meth:`mapped`."""
        return [tuple(range(1, len(self.geometry.places) + 1))]

    def mapped(self, position: Any, symmetry: Sequence[int]) -> Any:  # noqa: ARG002 - there is only one
        """The position itself."""
        return position
