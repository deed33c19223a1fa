"""A race with one die, written by the protocol alone, with its vocabulary, as another package would add it.

Both sides run the same squares, 1 to ``length``, from before the first to beyond the last. A piece that
lands on a single one of the other side sends it back; two or more of them bar the way. After a six one throws
again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from primitives.common import ARITHMETIC, CERTAINTIES, LOGIC
from primitives.types import Number, Truth
from primitives.vocabulary import Primitive, Vocabulary
from senet_gp.games.plain import PlainGame
from senet_gp.runtime.errors import UsageError


class Race(NamedTuple):
    """Where the pieces stand, in falling order: 0 before the first square, ``length`` + 1 beyond the last."""

    mine: tuple[int, ...]
    theirs: tuple[int, ...]


@dataclass(frozen=True)
class DiceRace(PlainGame):
    """The game, with a number of pieces a side and of squares."""

    pieces: int = 2
    length: int = 12

    name: ClassVar[str] = "dicerace"
    title: ClassVar[str] = "Dice race"
    stochastic: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if not (1 <= self.pieces <= 5 and 6 <= self.length <= 40):
            raise UsageError("a dice race has 1 to 5 pieces a side and 6 to 40 squares")

    def starts(self) -> list[Race]:
        """All pieces wait."""
        return [Race((0,) * self.pieces, (0,) * self.pieces)]

    def dice(self, position: Race) -> tuple[int, ...]:  # noqa: ARG002
        """One die."""
        return (6,)

    def goes_on(self, position: Race, throws: tuple[int, ...]) -> bool:  # noqa: ARG002
        """After a six."""
        return throws == (6,)

    def moves(self, position: Race, throws: tuple[int, ...]) -> dict[str, Race]:
        """Each piece that is on its way moves, unless the way is barred."""
        found = {}
        for start in sorted(set(position.mine) - {self.length + 1}):
            target = min(start + throws[0], self.length + 1)
            hit = target <= self.length and target in position.theirs
            if not hit or position.theirs.count(target) == 1:
                theirs = [0 if hit and square == target else square for square in position.theirs]
                left = list(position.mine)
                left.remove(start)
                found[f"{start}+{throws[0]}"] = Race(_falling([*left, target]), _falling(theirs))
        return found

    def swapped(self, position: Race) -> Race:
        """Exchange the sides."""
        return Race(position.theirs, position.mine)

    def result(self, position: Race) -> int | None:
        """The first to bear off all pieces wins."""
        return 1 if min(position.mine) > self.length else None

    def text(self, position: Race) -> str:
        """Such as ``3,0/12,7``: my squares and theirs."""
        return "/".join(",".join(map(str, side)) for side in position)

    def position_from(self, text: str) -> Race:
        """The position that a text of :meth:`text` stands for."""
        sides = [side.split(",") for side in text.split("/")] if re.fullmatch("[0-9,/]+", text) else []
        found = Race(*[_falling(int(n or -1) for n in side) for side in sides]) if len(sides) == 2 else None
        if found is None or self.text(found) != text or not all(map(self._can_stand, found)):
            raise UsageError(f"{text[:30]!r} is no position of a dice race, such as 3,0/12,7")
        return found

    def _can_stand(self, side: tuple[int, ...]) -> bool:
        return len(side) == self.pieces and side[-1] >= 0 and side[0] <= self.length + 1


def _falling(squares: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(squares, reverse=True))


def my_steps(race: Race) -> int:
    """How many steps my pieces have made."""
    return sum(race.mine)


def their_steps(race: Race) -> int:
    """How many steps their pieces have made."""
    return sum(race.theirs)


def my_last(race: Race) -> int:
    """The square of my rearmost piece."""
    return min(race.mine)


def they_wait(race: Race) -> int:
    """How many of their pieces stand before the first square."""
    return race.theirs.count(0)


def my_singles(race: Race) -> int:
    """How many of my pieces stand alone."""
    return sum(race.mine.count(square) == 1 for square in race.mine)


def i_am_near(race: Race) -> bool:
    """Whether a piece of theirs is one to six steps behind one of mine."""
    return any(0 < mine - theirs <= 6 for mine in race.mine for theirs in race.theirs)


def vocabularies(game: DiceRace) -> dict[str, Vocabulary]:
    """The vocabulary, bound to the game; none of its primitives has a kernel."""
    pieces, steps = game.pieces, game.length + 1
    ranges = {my_steps: pieces * steps, their_steps: pieces * steps, my_last: steps}
    ranges |= {they_wait: pieces, my_singles: pieces}
    words = [Primitive(word, (), Number, low=0, high=most) for word, most in ranges.items()]
    words = [*ARITHMETIC, *LOGIC, *CERTAINTIES, *words, Primitive(i_am_near, (), Truth)]
    return {"basic": Vocabulary(game, "basic", tuple(words), range(1, 11))}
