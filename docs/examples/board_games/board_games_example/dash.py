"""Dash: two runners a side on one track, and a die; a runner that is caught begins again."""

from __future__ import annotations

from dataclasses import dataclass

from primitives import Vocabulary, plain_vocabulary
from senet_gp.games import Decision, Entry, Geometry, PlainGame, Sides, grid, register_game

#: Runners begin at 0, before the first square, and end at home, beyond the last.
LENGTH, HOME = 12, 13
#: Who lands on one of these throws again.
MARKED = (4, 8)


@dataclass(frozen=True)
class Dash(PlainGame):
    """The game. A position holds the squares of the runners of each side, in rising order."""

    name = "dash"
    title = "Dash"
    rules_text = (
        "Two players race two runners each along a track and beyond. A die says how far one of them goes.\n"
        "It sends back to the start those of the other's on which it lands; on 4 and 8 it throws again.\n"
        "The first with both runners home wins."
    )
    stochastic = True
    geometry = Geometry(grid(LENGTH, 1))

    def starts(self) -> list[Sides]:
        """All runners stand before the track."""
        return [Sides((0, 0), (0, 0))]

    def dice(self, position: Sides) -> tuple[int, ...]:  # noqa: ARG002
        """One die of six sides."""
        return (6,)

    def throws_again(self, decision: Decision, index: int) -> bool:
        """After a move to a marked square."""
        return any(to in MARKED for _, to in decision.steps(index))

    def moves(self, position: Sides, throws: tuple[int, ...]) -> dict[str, Sides]:
        """A runner goes on, which is written as ``3+5``."""
        found = {}
        for runner, other in (position.mine, position.mine[::-1]):
            if runner < HOME:
                to = min(runner + throws[0], HOME)
                theirs = sorted(0 if n == to < HOME else n for n in position.theirs)
                found[f"{runner}+{throws[0]}"] = Sides(tuple(sorted((to, other))), tuple(theirs))
        return found

    def result(self, position: Sides) -> int | None:
        """Both runners home win."""
        return 1 if min(position.mine) == HOME else None

    def beside(self, position: Sides) -> dict[str, tuple[int, int]]:
        """The runners at home."""
        return {"home": (position.mine.count(HOME), position.theirs.count(HOME))}

    def refusal(self, position: Sides) -> str | None:
        """A side has two runners."""
        possible = all(len(side) == 2 and 0 <= side[0] <= side[1] <= HOME for side in position)
        return None if possible else f"a side is two numbers from 0 to {HOME}, in rising order"


def my_last(race: Sides) -> int:
    """The square of my rearmost runner."""
    return min(race.mine)


def their_steps(race: Sides) -> int:
    """How far their runners have come together."""
    return sum(race.theirs)


def vocabularies(game: Dash) -> dict[str, Vocabulary]:
    """The words of its players, with the greatest value of each."""
    return plain_vocabulary(game, {my_last: HOME, their_steps: 2 * HOME})


register_game(Dash.name, Entry.of(Dash, vocabularies))
