"""How far a player of Pursuit is from perfect: the exact measure of a policy.

Nobody can be forced in Pursuit: in every state the player to move either wins at once, or can play so that
the enemy does not. So perfect play is to take every immediate win, to allow none, and never to repeat a
move; what is counted is in how many of the states that can come up the player may do otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from senet_gp.games.board.game import Afterstate, Decision, Position
from senet_gp.games.pursuit.game import Pursuit


@dataclass(frozen=True, slots=True)
class Faults:
    """States in which a player may do what perfect play never does.

    Attributes:
        count: how many there are.
        example: the first that was met, as ``senet-gp`` writes positions, and the move; None without any.
    """

    count: int
    example: tuple[str, str] | None

    def as_json(self) -> dict[str, Any]:
        """The faults as the command line prints them."""
        position, move = self.example or (None, None)
        return {"count": self.count, "position": position, "move": move}

    def __str__(self) -> str:
        return f"{self.count}" + (f" (in {self.example[0]} by {self.example[1]})" if self.example else "")


@dataclass(frozen=True, slots=True)
class PursuitMeasure:
    """Where a player of Pursuit does what perfect play never does, over all states that can come up.

    Attributes:
        states: in how many states, in either seat, the player is asked.
        missed: where he may miss an immediate win.
        allowed: where he may let the enemy win with the next move.
        repeated: where he may lose by repeating his last move.
    """

    states: int
    missed: Faults
    allowed: Faults
    repeated: Faults

    @property
    def perfect(self) -> bool:
        """Whether there is no such state."""
        return not (self.missed.count or self.allowed.count or self.repeated.count)

    def as_json(self) -> dict[str, Any]:
        """The measure as the command line prints it."""
        return {
            "states": self.states,
            "missed_wins": self.missed.as_json(),
            "allowed_wins": self.allowed.as_json(),
            "repeated_moves": self.repeated.as_json(),
            "perfect": self.perfect,
        }

    def lines(self) -> list[str]:
        """The measure for people."""
        return [
            f"in the {self.states} states that can come up:",
            f"  immediate wins missed:  {self.missed}",
            f"  immediate wins allowed: {self.allowed}",
            f"  moves repeated:         {self.repeated}",
            "perfect" if self.perfect else "not perfect",
        ]


def measured(game: Pursuit, decisions: Mapping[Position, tuple[Decision, list[int]]]) -> PursuitMeasure:
    """The measure of a player of whom it is known what he may choose in every state that can come up.

    Args:
        game: the game.
        decisions: for each state, what the player is asked, and the indices of what he may choose.
    """

    def wins(afterstates: Iterable[Afterstate]) -> bool:
        return any(afterstate.result == 1 for afterstate in afterstates)

    missed: list[tuple[Position, Afterstate]] = []
    allowed: list[tuple[Position, Afterstate]] = []
    repeated: list[tuple[Position, Afterstate]] = []
    for position, (decision, indices) in decisions.items():
        played = [decision.afterstates[index] for index in indices]
        if wins(decision.afterstates):
            missed += [(position, afterstate) for afterstate in played if afterstate.result != 1][:1]
        repeated += [(position, afterstate) for afterstate in played if afterstate.result == -1][:1]
        allowed += [
            (position, afterstate)
            for afterstate in played
            if afterstate.result is None and wins(game.afterstates(game.swapped(afterstate.position)))
        ][:1]

    def faults(found: list[tuple[Position, Afterstate]]) -> Faults:
        if not found:
            return Faults(0, None)
        position, afterstate = found[0]
        return Faults(len(found), (game.text(position), game.notation(afterstate, 0)))

    return PursuitMeasure(len(decisions), faults(missed), faults(allowed), faults(repeated))
