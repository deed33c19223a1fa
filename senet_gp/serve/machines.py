"""Games that teach the machine of matchboxes that has played them, and its boxes as JSON."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from copy import deepcopy
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

from senet_gp.arena.record import GameRecord
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.small import solvable
from senet_gp.games.wording import wording_of
from senet_gp.players.levels import called
from senet_gp.players.matchbox import KIND, MatchboxPlayer, Scheme, begin_matchbox
from senet_gp.runtime.errors import printable
from senet_gp.runtime.files import is_there
from senet_gp.serve.directory import own_file
from senet_gp.serve.players import is_person, player_alone, player_of, why_not
from senet_gp.serve.requests import Refused

_RESULTS = {1: "has won", 0: "has drawn", -1: "has lost"}


#: How a request names a machine that is to be begun.
NEW_MACHINE = "new-machine"


def begin_machine(game: Game) -> str:
    """Begin a blank machine that learns a game, in a file that is not there yet; the player's text.

    Raises:
        UsageError: if machines of matchboxes cannot learn the game.
        FileError: if the file cannot be written.
    """
    learner = solvable(game, "a machine of matchboxes")
    names = (Path(f"{game.name}-machine{'' if number == 1 else f'-{number}'}.json") for number in count(1))
    path = next(name for name in names if not is_there(name))
    text = f"{KIND}:{path}"
    begin_matchbox(MatchboxPlayer(learner, Scheme(), text), path)
    return text


def machine_of(name: str, game: Game) -> MatchboxPlayer | None:
    """The machine of matchboxes that plays under a name in a record, if one does and can be read."""
    if not name.startswith(f"{KIND}:") or why_not(name, game):
        return None
    player = player_of(name, game)
    return player if isinstance(player, MatchboxPlayer) else None


def box_json(
    machine: MatchboxPlayer, decision: Decision, taken: int | None, learned: Sequence[int] | None = None
) -> dict[str, Any]:
    """The box of a machine for a decision.

    Args:
        machine: the machine.
        decision: the decision.
        taken: the index of the bead that was drawn, if one was.
        learned: the weights that the machine would have after it learns from the game, if it has ended.
    """
    wording = wording_of(decision)
    weights = machine.weights(decision)
    return {
        "player": printable(called(machine.name, decision.game)),
        "weights": [
            {
                "index": index,
                "text": wording.told(index),
                "weight": weights[index],
                "learned": None if learned is None else learned[index],
            }
            for index in wording.order()
        ],
        "taken": taken,
    }


def weights_learned(machine: MatchboxPlayer, record: GameRecord, seat: int) -> list[list[int]] | None:
    """The weights of each decision of a machine after it learns from a game; it does not change.

    Args:
        machine: the machine.
        record: the game.
        seat: the machine's seat.

    Returns:
        For each of its decisions in order, the weight of each afterstate; None if the game has not ended.
    """
    if record.outcome is None:
        return None
    own = [(choice.decision, choice.index) for choice in record.choices if choice.seat == seat]
    taught = deepcopy(machine)
    taught.learn(own, record.outcome * (1 - 2 * seat))
    return [taught.weights(decision) for decision, _ in own]


class Lessons:
    """Lets machines learn from games against people, from each once for as long as the server runs."""

    def __init__(self) -> None:
        self._taught: set[bytes] = set()
        self._lock = threading.Lock()

    def of(self, record: GameRecord) -> str | None:
        """``"possible"`` if a machine can learn from a game, ``"taught"`` if it has; None if none can."""
        if _seat_of_pupil(record) is None:
            return None
        return "taught" if _key(record) in self._taught else "possible"

    def teach(self, record: GameRecord) -> str:
        """Let the machine that has played a game learn from it, and write its file; a sentence about that.

        Raises:
            Refused: if there is nothing to learn, it has been learned, or the machine is kept elsewhere.
            SenetGpError: if the machine cannot be read or written.
        """
        from senet_gp.experiments.matchbox_training import learn_at_table

        seat = _seat_of_pupil(record)
        if seat is None:
            raise Refused(400, "only a machine of matchboxes learns, from a finished game against a person")
        name = record.players[seat]
        path = own_file(name.partition(":")[2])
        with self._lock, player_alone(name, record.game) as machine:
            if self.of(record) == "taught":
                raise Refused(409, "the machine has learned from this game already")
            if not isinstance(machine, MatchboxPlayer):
                raise Refused(400, f"{printable(name)} is no machine of matchboxes")
            own = [(choice.decision, choice.index) for choice in record.choices if choice.seat == seat]
            result = (record.outcome or 0) * (1 - 2 * seat)
            lesson = learn_at_table(machine, path, own, result, seat)
            self._taught.add(_key(record))
            changes = "the beads of its moves" if lesson.changes else "nothing"
            games = f"{machine.games:,} {'game' if machine.games == 1 else 'games'}"
        return f"The machine {_RESULTS[result]}, and changes {changes}. It has learned from {games}."


def _seat_of_pupil(record: GameRecord) -> int | None:
    """The seat of the machine that has played a finished game against a person; None if there is none."""
    machines = [seat for seat, name in enumerate(record.players) if name.startswith(f"{KIND}:")]
    if record.outcome is None or len(machines) != 1 or not is_person(record.players[1 - machines[0]]):
        return None
    return machines[0]


def _key(record: GameRecord) -> bytes:
    return sha256(record.to_text().encode()).digest()
