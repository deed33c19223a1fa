"""What the methods of a game in plain Python give, checked where Python itself would fail later or never."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from senet_gp.errors import UsageError

if TYPE_CHECKING:
    from senet_gp.games.protocol import Game

_SHOWN = 80


def moves_given(game: Game, given: Mapping[str, Any] | Iterable[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """The moves as pairs of a notation and the position after the move.

    Args:
        game: the game.
        given: a mapping, or pairs.

    Raises:
        UsageError: if two moves have the same notation, or there are things that are not pairs.
    """
    if isinstance(given, Mapping):
        return list(given.items())
    found: dict[str, Any] = {}
    for pair in given:
        if not isinstance(pair, tuple) or len(pair) != 2 or not isinstance(pair[0], str):
            raise UsageError(
                f"moves of {game.title} gave {repr(pair)[:_SHOWN]}: it gives a dict, or pairs of a notation "
                "and the position after the move"
            )
        if pair[0] in found:
            raise UsageError(
                f"moves of {game.title} gave two moves with the name {repr(pair[0])[:_SHOWN]}: every move "
                "needs a name of its own"
            )
        found[pair[0]] = pair[1]
    return list(found.items())


def dice_given(game: Game, given: Sequence[int]) -> Sequence[int]:
    """The dice, if they are several numbers, even if there is only one die.

    Raises:
        UsageError: if they are a number.
    """
    if isinstance(given, int):
        raise UsageError(
            f"dice of {game.title} gave {given}: it gives the sides of all dice, for one die ({given},)"
        )
    return given


def result_given(game: Game, given: int | None) -> int | None:
    """The result, if it is not True or False.

    Raises:
        UsageError: if it is True or False.
    """
    if given is True or given is False:
        raise UsageError(
            f"result gave {given} in {game.title}; None means that the game goes on, 1 that it is won"
        )
    return given
