"""Learning from a game against a person: the machine's file, learning curve and tally are updated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from senet_gp.games.protocol import Decision
from senet_gp.games.small import Rulebook
from senet_gp.learning.training import worst_of
from senet_gp.players.matchbox import Chosen, MatchboxPlayer, Window
from senet_gp.players.matchbox_file import taught


@dataclass(frozen=True, slots=True)
class Change:
    """A decision of the machine whose weights a game has changed.

    Attributes:
        decision: the decision.
        before: the weight of each afterstate before the machine learned from the game.
        after: the weights afterwards.
    """

    decision: Decision
    before: Sequence[int]
    after: Sequence[int]


@dataclass(frozen=True, slots=True)
class TableLesson:
    """What a machine has learned from a game.

    Attributes:
        result: 1 if it has won, 0 if the game was drawn, -1 if it has lost or resigned.
        changes: the decisions of the game whose weights have changed, in the order of the game.
        worst: the worst result of any line of play for the machine in this seat from now on; None if there
            are too many positions to examine.
    """

    result: int
    changes: Sequence[Change]
    worst: int | None


def learn_at_table(
    machine: MatchboxPlayer, path: Path, chosen: Sequence[Chosen], result: int, seat: int
) -> TableLesson:
    """Let a machine learn from a game against a person, and write its file.

    If another process has taught the machine in the meantime, its file is read again first. The learning
    curve gets a window of this one game.

    Args:
        machine: the machine.
        path: its file.
        chosen: all its decisions of the game in order.
        result: 1 if it has won, 0 if the game was drawn, -1 if it has lost or resigned.
        seat: the machine's seat.

    Raises:
        FileError: if the file now holds another machine, or cannot be read or written.
        KeyboardInterrupt: if the user interrupts it; the machine has learned and the file is written.
    """
    interrupted = False
    with taught(machine, path):
        before = [machine.weights(decision) for decision, _ in chosen]
        machine.learn(chosen, result)
        after = [machine.weights(decision) for decision, _ in chosen]
        try:
            worst = worst_of(Rulebook(machine.game), machine, [seat])
        except KeyboardInterrupt:
            worst, interrupted = None, True
        won, drawn, lost = (int(result == one) for one in (1, 0, -1))
        machine.curve.append(Window(machine.games, won, drawn, lost, worst))
        machine.people = machine.people.and_one(result)
    if interrupted:
        raise KeyboardInterrupt
    changes = [
        Change(decision, *weights)
        for (decision, _), *weights in zip(chosen, before, after, strict=True)
        if weights[0] != weights[1]
    ]
    return TableLesson(result, changes, worst)
