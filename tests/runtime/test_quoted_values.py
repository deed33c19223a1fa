"""Values that Python itself cannot write are refused as all others are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NoReturn

import pytest

from primitives import Number, primitive, vocabulary_of
from primitives.declarations import exact_results
from senet_gp import Config, deap_toolbox, play_match
from senet_gp.games.plain import dice_given, moves_given, result_given
from senet_gp.games.registry import game_of
from senet_gp.runtime.errors import SenetGpError, UsageError, failure_text, shown


class Mute:
    """Has neither a text nor a repr."""

    def __repr__(self) -> NoReturn:
        raise RuntimeError


class MuteError(Exception):
    """Says nothing."""

    def __str__(self) -> NoReturn:
        raise RuntimeError


@primitive(Number, low=0, high=1)
def lone(_board: object) -> int:
    """A word."""
    return 0


WORDS = vocabulary_of("hexapawn")
GAME = game_of("hexapawn")
#: What takes a value of a caller, or of code from outside, and refuses the wrong ones.
TAKERS: dict[str, Callable[[Any], object]] = {
    "a player": lambda value: play_match(value, "random", game=GAME, games=2),
    "a tree": lambda value: WORDS.encode([value]),
    "a word's value": lambda value: exact_results(lone, [value]),
    "constants": lambda value: replace(WORDS, constants=value),
    "a word": WORDS.with_primitives,
    "weights": lambda value: deap_toolbox(Config(game="hexapawn"), ["random"], weights=[1.0, value]),
    "moves": lambda value: moves_given(GAME, value),
    "a move": lambda value: moves_given(GAME, [value]),
    "dice": lambda value: dice_given(GAME, value),
    "a result": lambda value: result_given(GAME, value),
}


@pytest.mark.parametrize(
    "value", [10**5000, Mute(), [10**5000], [Mute()]], ids=["long", "mute", "longs", "mutes"]
)
@pytest.mark.parametrize("taker", TAKERS)
def test_what_has_no_text_is_refused(taker: str, value: Any) -> None:
    with pytest.raises(SenetGpError):
        TAKERS[taker](value)


def test_what_has_no_text_is_called_by_its_class() -> None:
    assert shown(Mute()) == shown([Mute()]).replace("list", "Mute") == "a Mute without a repr"
    assert failure_text(MuteError()) == "MuteError"
    with pytest.raises(UsageError, match=r"needs constants between .* a range without a repr"):
        replace(WORDS, constants=range(10**5000, 10**5000 + 9))
    with pytest.raises(UsageError, match="moves of Hexapawn gave a Mute without a repr: it gives a dict"):
        moves_given(GAME, Mute())
