"""What the methods of a game in plain Python give, checked where Python itself would fail later or never."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from senet_gp.checks import whole_number
from senet_gp.errors import UsageError

if TYPE_CHECKING:
    from senet_gp.games.protocol import Game

_SHOWN = 80
#: The most sides of a die: numbers below this are drawn.
MAX_SIDES = 2**32 - 1


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


def dice_given(game: Game, given: Iterable[int]) -> tuple[int, ...]:
    """The dice, if they are several numbers, even if there is only one die.

    Raises:
        UsageError: if they are a number, or a die is no whole number or has no sides.
    """
    if not isinstance(given, Iterable):
        raise UsageError(
            f"dice of {game.title} gave {given}: it gives the sides of all dice, for one die ({given},)"
        )
    return tuple(whole_number(f"a die of {game.title}", sides, 1, MAX_SIDES) for sides in given)


def throws_given(game: Game, given: Iterable[int]) -> tuple[int, ...]:
    """The throws as Python's own numbers, in rising order.

    Raises:
        UsageError: if one is no whole number.
    """
    return tuple(sorted(whole_number(f"a throw of {game.title}", number) for number in given))


def result_given(game: Game, given: Any) -> int | None:
    """The result as Python's own number; None if the game goes on.

    Raises:
        UsageError: if it is anything else than 1, 0, -1 or None, such as True or False.
    """
    if given is None or (type(given) is int and -1 <= given <= 1):
        return given
    try:
        return whole_number("result", given, -1, 1)
    except UsageError:
        raise UsageError(
            f"result gave {repr(given)[:_SHOWN]} in {game.title}; None means that the game goes on, 1 that "
            "it is won, 0 that it is drawn, -1 that it is lost"
        ) from None
