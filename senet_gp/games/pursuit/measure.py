"""How far a player of Pursuit is from perfect play: an exact measure of a policy.

No player can force a win in Pursuit: in every state the player to move either wins at once or can prevent the
enemy's immediate win. So perfect play is to take every immediate win, to allow none, and never to repeat a
move. The measure counts the states in which the player may do otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from senet_gp.games.board.game import Decision
from senet_gp.games.board.position import Afterstate, Position
from senet_gp.games.pursuit.game import Pursuit


@dataclass(frozen=True, slots=True)
class Faults:
    """States in which a player may do what perfect play never does.

    Attributes:
        count: the number of such states.
        example: the first such state, as ``senet-gp`` writes positions, and the move; None if there is none.
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
    """The states in which a player of Pursuit does what perfect play never does.

    Attributes:
        states: the number of states, in both seats, in which the player has to move.
        missed: states in which the player may miss an immediate win.
        allowed: states in which the player may let the enemy win with the next move.
        repeated: states in which the player may lose by repeating their last move.
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
    """The measure of a player whose possible choices are known in every state.

    Args:
        game: the game.
        decisions: for each state, the player's decision and the indices of the afterstates they may choose.
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
