"""The players of games on the page, used by one request at a time, and machines that learn there."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from functools import lru_cache
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

from senet_gp.arena.record import GameRecord
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.small import solvable
from senet_gp.games.wording import wording_of
from senet_gp.insight.judges import Judge, judge_among
from senet_gp.insight.rows import BEADS, COUNT, Fact, Rows
from senet_gp.players.champion import FILE_NAME
from senet_gp.players.human import HumanPlayer
from senet_gp.players.matchbox import KIND, MatchboxPlayer, Scheme, begin_matchbox
from senet_gp.players.parsing import called, files_named, player_from_text
from senet_gp.players.player import Player
from senet_gp.runtime.errors import SenetGpError, printable
from senet_gp.runtime.files import is_there
from senet_gp.serve.directory import inside, own_file
from senet_gp.serve.requests import Refused

#: How a request names a person; records call them ``human``.
PERSON = "person"
#: How a request names a machine that is to be begun.
NEW_MACHINE = "new-machine"
_MAX_KEPT = 16
#: How many seconds a request waits for another one that does the same.
_PATIENCE = 2.0
_RESULTS = {1: "has won", 0: "has drawn", -1: "has lost"}


@contextmanager
def held_or_refused(lock: threading.Lock, refusal: str) -> Iterator[None]:
    """Hold a lock; a request that waits for long is refused, so that not all threads of the server wait.

    Raises:
        Refused: if another request holds it for long.
    """
    if not lock.acquire(timeout=_PATIENCE):
        raise Refused(409, refusal)
    try:
        yield
    finally:
        lock.release()


def is_person(name: str) -> bool:
    """Whether a name in a request or in a record is that of a person."""
    return name in {PERSON, HumanPlayer.name}


def check_player(text: str) -> None:
    """Make sure that the files that a player's text names are inside the directory.

    Raises:
        Refused: if one is not.
    """
    for file in files_named(text):
        inside(file)


def player_of(text: str, game: Game) -> Player:
    """The player that a text names, who is no person; the last ones are kept.

    Raises:
        Refused: if their file is not inside the directory.
        UsageError: if there is no such player.
        FileError: if their file cannot be read.
    """
    return _entry(text, game)[0]


@contextmanager
def player_alone(text: str, game: Game) -> Iterator[Player]:
    """The player that a text names; no other request uses it inside this context.

    Raises:
        Refused: if their file is not inside the directory, or they think for long in another game.
        UsageError: if there is no such player.
        FileError: if their file cannot be read.
    """
    player, lock = _entry(text, game)
    with held_or_refused(lock, "the player is thinking in another game: wait until they have moved"):
        yield player


def why_not(text: str, game: Game) -> str:
    """Why a player of a record cannot play on, in a sentence; empty if they can."""
    if is_person(text):
        return ""
    try:
        player_of(text, game)
    except SenetGpError as error:
        return str(error)
    return ""


def judge_in(record: GameRecord) -> Judge:
    """The judge of a game on the page; players whose files are outside the directory are not asked."""
    named = [name for name in record.players if not is_person(name) and not why_not(name, record.game)]
    return judge_among(named, record.game)


def _entry(text: str, game: Game) -> tuple[Player, threading.Lock]:
    check_player(text)
    return _read(text, game, _stamps(text))


@lru_cache(_MAX_KEPT)
def _read(text: str, game: Game, _stamps: tuple[object, ...]) -> tuple[Player, threading.Lock]:
    """A player and its lock; it is read again if one of its files is replaced."""
    return player_from_text(text, game), threading.Lock()


def _stamps(text: str) -> tuple[object, ...]:
    """What differs if a file that a player's text names is replaced."""
    found: list[object] = []
    for name in files_named(text):
        for path in (name, os.path.join(name, FILE_NAME)):  # noqa: PTH118 - a name may be anything
            if is_there(path):
                status = os.lstat(path)
                found.append((path, status.st_ino, status.st_mtime_ns, status.st_size))
    return tuple(found)


def begin_machine(game: Game) -> Path:
    """Begin a blank machine that learns a game, in a file that is not there yet; the file.

    Raises:
        UsageError: if machines of matchboxes cannot learn the game.
        FileError: if the file cannot be written.
    """
    learner = solvable(game, "a machine of matchboxes")
    names = (Path(f"{game.name}-machine{'' if number == 1 else f'-{number}'}.json") for number in count(1))
    path = next(name for name in names if not is_there(name))
    begin_matchbox(MatchboxPlayer(learner, Scheme(), f"{KIND}:{path}"), path)
    return path


def machine_of(name: str, game: Game) -> MatchboxPlayer | None:
    """The machine of matchboxes that plays under a name in a record, if one does and can be read."""
    if not name.startswith(f"{KIND}:") or why_not(name, game):
        return None
    player = player_of(name, game)
    return player if isinstance(player, MatchboxPlayer) else None


def box_json(
    machine: MatchboxPlayer, decision: Decision, taken: int | None, learned: Sequence[int] | None = None
) -> dict[str, Any]:
    """The box of a machine for a decision: a row for each move.

    Args:
        machine: the machine.
        decision: the decision.
        taken: the index of the bead that was drawn, if one was.
        learned: the weights that the machine would have after it learns from the game, if it has ended.
    """
    wording = wording_of(decision)
    weights = machine.weights(decision)

    def fate(index: int) -> str:
        changes = learned is not None and learned[index] != weights[index]
        then = f"{learned[index]} if it learns from the game" if learned and changes else ""
        return ", ".join(filter(None, ("taken" if index == taken else "", then)))

    facts: list[Fact[int]] = [
        Fact("text", wording.move_text, "move"),
        Fact("fate", fate, ""),
        Fact("beads", weights.__getitem__, "beads", BEADS),
        Fact("weight", weights.__getitem__, "number", COUNT),
        Fact("index", lambda index: index),
        Fact("learned", lambda index: None if learned is None else learned[index]),
    ]
    player = printable(called(machine.name, decision.game))
    caption = f"The matchbox of {player} as it is now: a bead for each chance of a move."
    return {**Rows.of(facts, wording.order(), caption).as_json(), "taken": taken}


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
