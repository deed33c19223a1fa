"""What every game can be asked, and the games by name.

A game with its parameters is a value: :class:`senet_gp.games.senet.Senet` or one of the
:class:`~senet_gp.games.board_game.BoardGame` classes. What a player is asked is a decision. Players, records,
matches and evolution know games by these two protocols alone.

A *seat* is 0 for the player who moves first in a game and 1 for the other.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, ClassVar, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from senet_gp.errors import UsageError
from senet_gp.streams import Streams

#: The class of each game; it stands in the module of ``senet_gp.games`` that is called like the game.
GAMES = {
    "senet": "Senet",
    "pursuit": "Pursuit",
    "hexapawn": "Hexapawn",
    "tictactoe": "TicTacToe",
    "trilobite": "Trilobite",
}


class Decision(Protocol):
    """What a player is asked: a board, what was thrown, and what can be played.

    Attributes:
        seat: that of the player who is asked.
        position: the board, seen by this player.
        candidates: what can be played, at least one; each has the ``position`` that it leads to.
    """

    @property
    def seat(self) -> int: ...  # noqa: D102 - see the class
    @property
    def position(self) -> Any: ...  # noqa: D102
    @property
    def candidates(self) -> Sequence[Any]: ...  # noqa: D102

    @property
    def policy(self) -> bool:
        """Whether a program's value names the candidate, instead of scoring each one's board."""

    @property
    def throws(self) -> tuple[int, ...]:
        """What was thrown; nothing in games without chance."""

    @property
    def goes_on(self) -> bool:
        """Whether the player throws on, in the same turn, after most of what he can play."""

    @property
    def luck(self) -> float:
        """How much better the throws are than average, in something whose mean is zero whoever plays."""

    def boards(self) -> NDArray[np.uint32]:
        """What programs see, a column each: the candidates' boards, or the one before a policy."""

    def notation(self, index: int) -> str:
        """A candidate's moves as they are written and read."""

    def remark(self, index: int) -> str:
        """What else is to be told of a candidate; mostly nothing."""

    def named(self, text: str) -> int:
        """The index of the candidate that moves in notation name.

        Raises:
            UsageError: if they name none, saying why.
        """

    def result(self, index: int) -> int | None:
        """1 if a candidate wins the game, -1 if it loses it, 0 if it draws it, None if the game goes on."""

    def ends_turn(self, index: int) -> bool:
        """Whether the other player is to move after a candidate."""

    def following(self, index: int) -> Any:
        """The board after a candidate, seen by the player who is to move then."""


class Rules(Protocol):
    """A game with its parameters, which are the fields of a frozen dataclass.

    Attributes:
        name: the game's name on the command line.
        title: its name in sentences.
        own_losses: whether a move can lose the game at once.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    own_losses: ClassVar[bool]

    def __hash__(self) -> int:
        """Equal games have equal hashes."""

    @property
    def rows(self) -> Sequence[Sequence[int]]:
        """The squares as they lie on the table, from the top row down."""

    @property
    def most_turns(self) -> int:
        """After so many turns of both together a game that has not ended is over, and nobody has won."""

    def starts(self) -> Sequence[Any]:
        """The boards that a game can start from, all equally likely, seen by the first mover."""

    def next_decision(self, position: Any, seat: int, streams: Streams) -> Decision:
        """Throw, if the game has throws, and say what the player to move can play; perhaps just one thing."""

    def decision(self, position: Any, seat: int, throws: Sequence[int]) -> Decision:
        """What the player to move can play with these throws.

        Raises:
            UsageError: if the throws are impossible.
        """

    def drawing(self, position: Any, seat: int, mine: str, theirs: str, empty: str) -> str:
        """The board as it lies on the table.

        Args:
            position: the board.
            seat: that of the player whose view ``position`` is.
            mine: the sign of his pieces.
            theirs: that of the others'.
            empty: that of an empty square.
        """

    def text(self, position: Any) -> str:
        """A position as one short line without blanks, from which :meth:`position_from` reads it back."""

    def position_from(self, text: str) -> Any:
        """The position that a text of :meth:`text` stands for.

        Raises:
            UsageError: if it stands for none.
        """


def game_class(name: str) -> type[Any]:
    """The class whose instances are the game of this name, one for each choice of its parameters.

    Raises:
        UsageError: if there is no such game.
    """
    if name not in GAMES:
        raise UsageError(f"there is no game {name[:30]!r}: the games are {', '.join(GAMES)}")
    found: type[Any] = getattr(import_module(f"senet_gp.games.{name}"), GAMES[name])
    return found


def rules_of(name: str, parameters: Mapping[str, Any] | None = None) -> Rules:
    """A game by name, with its usual parameters where no others are given.

    Raises:
        UsageError: if there is no such game or parameter, or a value is impossible.
    """
    kind = game_class(name)
    if not isinstance(parameters, Mapping | None):
        raise UsageError(f"the parameters of {name} are {str(parameters)[:30]!r}, but must have names")
    known = [field.name for field in dataclasses.fields(kind)]
    for parameter in parameters or {}:
        if parameter not in known:
            has = f"its parameters are {', '.join(known)}" if known else "it has no parameters"
            raise UsageError(f"{name} has no parameter {str(parameter)[:30]!r}: {has}")
    return cast("Rules", kind(**(parameters or {})))


def in_words(rules: Rules) -> str:
    """The game's name, with the parameters that are not the usual ones."""
    usual = parameters_of(rules_of(rules.name))
    changed = [f"{name} {value}" for name, value in parameters_of(rules).items() if value != usual[name]]
    return f"{rules.name} ({', '.join(changed)})" if changed else rules.name


def parameters_of(rules: Rules) -> dict[str, int]:
    """The parameters of a game with their values."""
    return dataclasses.asdict(cast("Any", rules))
