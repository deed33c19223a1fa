"""Faults of games: how a check says what is wrong, where, and what it expected."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from senet_gp.errors import MAX_CHARACTERS, SenetGpError
from senet_gp.games.protocol import Game

_SHOWN = 120


class GameFaultError(SenetGpError):
    """A game fails a check; the message is a sentence that names the check, the position, and what is wrong.

    Attributes:
        check: the name of the check.
    """

    def __init__(self, check: str, message: str) -> None:
        super().__init__(message)
        self.check = check

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle both arguments."""
        return type(self), (self.check, str(self))


class Check:
    """A check of a game, at one place.

    Attributes:
        game: the game.
        name: the name of the check, as the end of "fails the check".
        where: the position, or what else is looked at.
    """

    def __init__(self, game: Game, name: str, where: str) -> None:
        self.game, self.name, self.where = game, name, where

    def that(self, holds: object, expected: str, found: object) -> None:
        """Raise a fault unless something holds.

        Args:
            holds: whether it holds.
            expected: what was expected, as a part of a sentence.
            found: what was found instead.
        """
        if not holds:
            self.fail(expected, repr(found))

    def fail(self, expected: str, found: str, shown: int = _SHOWN) -> NoReturn:
        """Raise a fault, which shows so many characters of what was found."""
        found = found if len(found) <= shown else f"{found[:shown]} …"
        raise GameFaultError(
            self.name,
            f"{type(self.game).__name__} fails the check {self.name!r} at {self.where}: expected {expected}, "
            f"but found {found}",
        )


@contextmanager
def checking(game: Game, name: str, where: str) -> Iterator[Check]:
    """A check; an exception that the game raises meanwhile is a fault, too."""
    check = Check(game, name, where)
    try:
        yield check
    except GameFaultError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever the game raises is its fault
        try:
            # Sentences of this program say at their end what to do.
            shown = MAX_CHARACTERS if isinstance(error, SenetGpError) else _SHOWN
            check.fail("no exception", f"{type(error).__name__}: {error}", shown)
        except GameFaultError as fault:
            raise fault from error


def place(game: Game, position: Any) -> str:
    """A position for a message, even if the game cannot write it."""
    try:
        return f"position {str(game.text(position))[:_SHOWN]}"
    except Exception:  # noqa: BLE001 - that is a fault of its own, which another check finds
        return f"position {repr(position)[:_SHOWN]}"
