"""Every reason in Ur is true: each is worked out on the drawn board, with the dice one by one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, cast

import numpy as np
import pytest
from drawn_board import Drawn, drawn, is_rosette, moves, route, throws
from numpy.typing import NDArray
from royal_ur.game import Ur

from senet_gp.engine.playthrough import choices_of_game
from senet_gp.games import Decision, Game
from senet_gp.insight.judges import KnownChances
from senet_gp.insight.reasons import Reasons
from senet_gp.players.exact import PerfectPlayer
from senet_gp.players.player import RandomPlayer
from senet_gp.runtime.streams import game_streams, part_keys


class Whimsical(PerfectPlayer):
    """Believes that anything may matter, for no reason, so that each theme is told some time."""

    def __init__(self, game: Game) -> None:
        super().__init__("whimsical", game, cast("Any", None))

    def chances_to_move(self, positions: Sequence[Any]) -> NDArray[np.float64]:
        """The chances of the player to move."""
        return np.array([hash(tuple(one)) % 1009 / 1009 for one in positions])


class After(NamedTuple):
    """The drawn board after a choice of the player 0, where that hits, and whether it throws again."""

    board: Drawn
    hits: frozenset[int]
    again: bool

    def squares(self, player: int) -> frozenset[int]:
        """The squares of a player's pieces on their own path."""
        return frozenset(
            route(player).index(cell) + 1 for cell, owner in self.board.pieces if owner == player
        )

    def distance(self, player: int) -> int:
        """The squares that a player has still to go."""
        return sum(15 - square for square in self.squares(player)) + 15 * self.board.waiting[player]

    def safe(self) -> int:
        """The pieces of the player 0 that stand on squares of their own or on the central rosette."""
        return sum(owner == 0 and (cell[0] != 1 or is_rosette(cell)) for cell, owner in self.board.pieces)

    def hitting(self, player: int) -> int:
        """In how many of sixteen throws a player can hit."""
        return sum(
            any(end.board.waiting[1 - player] > self.board.waiting[1 - player] for end in ends)
            for ends in (moves(self.board, player, throw) for throw in throws())
        )

    def landing(self, player: int) -> int:
        """In how many of sixteen throws a player can land on a rosette."""
        return sum(any(end.again for end in moves(self.board, player, throw)) for throw in throws())


def after(decision: Decision, index: int) -> After:
    """What a choice leads to."""
    before, position = drawn(decision.position), drawn(decision.afterstates[index].position)
    hit = {cell for cell, owner in before.pieces if owner == 1} - {cell for cell, _ in position.pieces}
    hit |= {cell for cell, owner in position.pieces if owner == 0 and (cell, 1) in before.pieces}
    landed = {cell for cell, owner in position.pieces - before.pieces if owner == 0}
    return After(position, frozenset(route(1).index(cell) + 1 for cell in hit), any(map(is_rosette, landed)))


WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number(text: str) -> int:
    """A number in digits or in a word."""
    text = text.replace("none", "no")
    return WORDS.index(text) if text in WORDS else int(text)


def is_share(text: str, of_sixteen: int) -> bool:
    """Whether so many throws of sixteen are said as people say it, of hundred."""
    return number(text) == round(100 * of_sixteen / 16)


def sign(word: str) -> int:
    """Whether a comparison says more, or less."""
    return 1 if word in {"ahead", "more"} else -1


CLAIMS: dict[str, Callable[..., bool]] = {
    r"puts you (\S+) squares? further (ahead|back) than the other move": lambda a, b, n, way: (
        (a.distance(1) - a.distance(0)) - (b.distance(1) - b.distance(0)) == sign(way) * number(n)
    ),
    r"brings (\S+) (more|fewer) pieces? home than the other move": lambda a, b, n, way: (
        a.board.home[0] - b.board.home[0] == sign(way) * number(n)
    ),
    r"lets them land on a rosette with (\S+) of 100 throws instead of (\S+)": lambda a, b, n, m: (
        is_share(n, a.landing(1)) and is_share(m, b.landing(1))
    ),
    r"leaves them no rosette to land on, instead of one with (\S+) of 100 throws": lambda a, b, m: (
        a.landing(1) == 0 and is_share(m, b.landing(1))
    ),
    r"holds the central rosette": lambda a, b: 8 in a.squares(0) - b.squares(0),
    r"leaves the central rosette": lambda a, b: 8 in b.squares(0) - a.squares(0),
    r"leaves them the central rosette": lambda a, b: 8 in a.squares(1) - b.squares(1),
    r"keeps them off the central rosette": lambda a, b: 8 in b.squares(1) - a.squares(1),
    r"has (\S+) pieces? where nobody can hit them instead of (\S+)": lambda a, b, n, m: (
        (a.safe(), b.safe()) == (number(n), number(m))
    ),
    r"has (\S+) pieces? on 9 to 12, where a hit costs most, instead of (\S+)": lambda a, b, n, m: (
        tuple(len(one.squares(0) & {9, 10, 11, 12}) for one in (a, b)) == (number(n), number(m))
    ),
    r"waits on 14, from which only a 1 leads home": lambda a, b: 14 in a.squares(0) - b.squares(0),
    r"does not wait on 14, from which only a 1 leads home": lambda a, b: 14 in b.squares(0) - a.squares(0),
    r"hits on (\d+)": lambda a, b, square: a.hits == {int(square)} and not b.hits,
    r"does not hit on (\d+)": lambda a, b, square: b.hits == {int(square)} and not a.hits,
    r"lands on a rosette, so that you throw again": lambda a, b: a.again and not b.again,
    r"lands on no rosette": lambda a, b: b.again and not a.again,
    r"lets them hit you with (\S+) of 100 throws instead of (\S+)": lambda a, b, n, m: (
        is_share(n, a.hitting(1)) and is_share(m, b.hitting(1))
    ),
    r"leaves them nothing to hit, instead of a hit with (\S+) of 100 throws": lambda a, b, m: (
        a.hitting(1) == 0 and is_share(m, b.hitting(1))
    ),
    r"threatens to hit with (\S+) of 100 throws instead of (\S+)": lambda a, b, n, m: (
        is_share(n, a.hitting(0)) and is_share(m, b.hitting(0))
    ),
    r"threatens no hit, instead of one with (\S+) of 100 throws": lambda a, b, m: (
        a.hitting(0) == 0 and is_share(m, b.hitting(0))
    ),
}


def choices(game: Ur, count: int) -> Iterator[tuple[Decision, tuple[int, int]]]:
    """Decisions of random games, each with two of its choices."""
    rng, random = np.random.default_rng(63), RandomPlayer()
    left = count
    for key in part_keys(63, count).tolist():
        for choice in choices_of_game((random, random), game, game_streams(key)):
            options = len(choice.decision.afterstates)
            if left and options > 1 and rng.random() < 1 / 5:
                one, other = rng.choice(options, 2, replace=False).tolist()
                yield choice.decision, (one, other)
                left -= 1


@pytest.mark.parametrize(("pieces", "count"), [(3, 1000), (7, 1000)])
def test_every_reason_is_true_on_the_board(pieces: int, count: int) -> None:
    game = Ur(pieces=pieces)
    reasons = Reasons(KnownChances(Whimsical(game), game))
    told = set()
    for decision, pair in choices(game, count):
        boards = [after(decision, index) for index in pair]
        for reason in reasons.between(decision, *pair):
            if reason.theme == "the next throw":
                continue
            told.add(reason.theme)
            (held,) = [
                holds(*boards, *found.groups())
                for pattern, holds in CLAIMS.items()
                if (found := re.fullmatch(pattern, reason.text))
            ]
            assert held, (decision, boards, reason.text)
    assert len(told) > len(CLAIMS) / 2, told
