"""A race in which it depends on the move whether the turn goes on, as in the Royal Game of Ur.

Two runners a side go along a track and beyond. One that lands on the other side's sends it back; one that
lands on a rosette throws again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from primitives import Vocabulary, plain_vocabulary
from senet_gp.games import Decision, Entry, Geometry, PlainGame, Sides, grid

#: Runners begin at 0 and end at home, beyond the last square.
LENGTH, HOME, THROWS = 10, 11, 4
ROSETTES = (3, 6, 9)


@dataclass(frozen=True)
class RosetteRace(PlainGame):
    """The game; a position holds the squares of the runners of each side, in rising order."""

    name = "rosettes"
    title = "Rosettes"
    rules_text = (
        "Two players race two runners each along a track and beyond, and send back those they meet.\n"
        "A runner that lands on a rosette throws again. The first with both runners home wins."
    )
    stochastic = True
    geometry = Geometry(grid(LENGTH, 1))

    def starts(self) -> list[Sides]:
        """All runners stand before the track."""
        return [Sides((0, 0), (0, 0))]

    def dice(self, position: Sides) -> tuple[int, ...]:  # noqa: ARG002
        """One die of four sides."""
        return (THROWS,)

    def moves(self, position: Sides, throws: tuple[int, ...]) -> dict[str, Sides]:
        """A runner goes on, unless its own side's other runner stands there."""
        found = {}
        for runner, other in (position.mine, position.mine[::-1]):
            to = min(runner + throws[0], HOME)
            if runner < HOME and (to != other or to == HOME):
                theirs = sorted(0 if n == to < HOME else n for n in position.theirs)
                found[f"{runner}+{throws[0]}"] = Sides(tuple(sorted((to, other))), tuple(theirs))
        return found

    def throws_again(self, decision: Decision, index: int) -> bool:
        """On a rosette."""
        return any(to in ROSETTES for _, to in decision.steps(index))

    def result(self, position: Sides) -> int | None:
        """Both runners home win."""
        return 1 if min(position.mine) == HOME else None

    def refusal(self, position: Sides) -> str | None:
        """A side has two runners."""
        possible = all(len(side) == 2 and 0 <= side[0] <= side[1] <= HOME for side in position)
        return None if possible else f"a side is two numbers from 0 to {HOME}, in rising order"


def my_steps(race: Sides) -> int:
    """How far my runners have come together."""
    return sum(race.mine)


def their_steps(race: Sides) -> int:
    """How far their runners have come together."""
    return sum(race.theirs)


def vocabularies(game: RosetteRace) -> dict[str, Vocabulary]:
    """The words of its players, with the greatest value of each."""
    return plain_vocabulary(game, {my_steps: 2 * HOME, their_steps: 2 * HOME})


ENTRY = Entry(game="rosette_race:RosetteRace", words="rosette_race:vocabularies")


def slow_moves(position: Sides, throw: int) -> Sequence[tuple[Sides, bool, bool]]:
    """The rules written once more: each move's position, whether it wins, and whether the turn goes on."""
    found = []
    for number in range(2):
        places = list(position.mine)
        places[number] += throw
        landed = places[number] = min(places[number], HOME)
        if position.mine[number] == HOME or (landed != HOME and places[0] == places[1]):
            continue
        theirs = tuple(sorted(0 if n == landed and n != HOME else n for n in position.theirs))
        move = Sides((min(places), max(places)), theirs), places == [HOME, HOME], landed in ROSETTES
        found += [move] if move not in found else []
    return found or [(position, False, False)]
