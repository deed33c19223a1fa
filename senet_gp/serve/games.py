"""Games that are played on the page. The state of each is its record file alone.

A request changes a game only if it says how many choices were made before, and the file is written before the
request is answered: a request that is repeated does nothing twice, and a server that is killed loses nothing.
Records of other games are listed, too.
"""

from __future__ import annotations

import contextlib
import re
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from senet_gp.arena.record import (
    FORMAT,
    RECORD_ENDING,
    GameRecord,
    dated_names,
    draw_on,
    heading_of,
    last_choice_among_several,
    new_record,
    next_decision,
    play_choice,
    take_back,
    write_new,
)
from senet_gp.engine.participants import Chooser
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.registry import GAMES, game_of, with_parameters
from senet_gp.players.human import HumanPlayer, addressed
from senet_gp.players.parsing import game_for
from senet_gp.runtime.errors import FileError, SenetGpError, printable
from senet_gp.runtime.files import date_of
from senet_gp.runtime.recent import Recent
from senet_gp.runtime.streams import Streams
from senet_gp.serve.directory import found_files, inside, is_kept, new_file, own_file, stamp_of
from senet_gp.serve.players import (
    check_player,
    held_or_refused,
    is_person,
    player_alone,
    player_of,
)
from senet_gp.serve.requests import Refused

#: Games kept in memory; others are read again.
_MAX_KEPT = 32
_MAX_DRAWN = 2**31
#: The seeds that are tried for a first game, and the moves of a short first choice.
_MAX_SEEDS = 50
_FEW = 4


class _ChosenMove:
    """A player whose choice is made already."""

    name = HumanPlayer.name
    participant = None

    def __init__(self, index: int) -> None:
        self._index = index

    def choose(self, decision: Decision, streams: Streams) -> int:  # noqa: ARG002
        return self._index


def gentle_seed(game: Game) -> int:
    """The seed of a first game: the first one whose first choice has two to four moves."""
    seeds = range(1, _MAX_SEEDS if game.stochastic else 1)
    records = (new_record((HumanPlayer.name, HumanPlayer.name), game, seed) for seed in seeds)
    few = (one.seed for one in records if 2 <= len(next_decision(one).afterstates) <= _FEW)
    return next(filter(None, few), 1)


class PlayedGames:
    """The games in the directory."""

    def __init__(self) -> None:
        self._kept: Recent[Path, tuple[tuple[int, ...], GameRecord]] = Recent(_MAX_KEPT)
        # A file's lock lives as long as a request holds it or waits for it.
        self._turns: WeakValueDictionary[Path, threading.Lock] = WeakValueDictionary()
        self._lock = threading.Lock()

    def record(self, file: str) -> GameRecord:
        """A game from its file; it must not be changed.

        Raises:
            Refused: if the file is not inside the directory, or is not there.
            FileError: if it is no record.
        """
        path = inside(file)
        if not path.is_file():
            raise Refused(404, f"there is no file {path}")
        stamp = stamp_of(path)
        kept = self._kept.get(path)
        if kept is not None and kept[0] == stamp:
            return kept[1]
        record = GameRecord.read(path)
        if record.streams is None and record.outcome is None:
            # The same throws at each look, so that a person cannot choose among them by looking again.
            draw_on(record, int.from_bytes(sha256(record.to_text().encode()).digest()[:7]))
        self._kept.put(path, (stamp, record))
        return record

    def new(
        self,
        game: str,
        parameters: dict[str, int],
        names: tuple[str, str],
        seed: int | None,
        file: str | None,
    ) -> tuple[str, GameRecord]:
        """Begin a game.

        Args:
            game: the game's name.
            parameters: its parameters; if there are none, those of champions among the players.
            names: the first mover and the other player, as on the command line, or ``person``.
            seed: the seed; by default it is drawn.
            file: the new file; by default its name is made of the game and the time.

        Returns:
            The name of the file, and the record.

        Raises:
            UsageError: if there is no such game, parameter or player.
            FileError: if the file cannot be written.
            Refused: if a file is not inside the directory.
        """
        others = [name for name in names if not is_person(name)]
        for name in others:
            check_player(name)
        played = game_for(others, game, parameters)
        own = tuple(HumanPlayer.name if is_person(name) else player_of(name, played).name for name in names)
        drawn = secrets.randbelow(_MAX_DRAWN) if seed is None else seed
        return self._begin(new_record((own[0], own[1]), played, drawn), file)

    def choose(self, file: str, after: int, choice: int) -> None:
        """Let the person to move make a choice.

        Raises:
            Refused: if it is not a person's turn, or there is no such choice; with status 409 if the game has
                another number of choices.
        """
        with self._changed(file, after) as record:
            decision = next_decision(record)
            if not is_person(record.players[decision.seat]):
                raise Refused(400, "it is not your turn")
            if choice >= len(decision.afterstates):
                raise Refused(400, f"there is no choice {choice}: there are {len(decision.afterstates)}")
            made = _ChosenMove(choice)
            play_choice(record, (made, made))

    def step(self, file: str, after: int) -> None:
        """Let the player to move make a choice: no person, or a person who has a single one.

        Raises:
            Refused: if a person has several; with status 409 if the game has another number of choices.
            UsageError: if the player cannot play.
            FileError: if the player's file cannot be read.
        """
        with self._changed(file, after) as record:
            decision = next_decision(record)
            name = record.players[decision.seat]
            if not is_person(name):
                with player_alone(name, record.game) as player:
                    play_choice(record, (player, player))
                return
            if len(decision.afterstates) > 1:
                raise Refused(400, "it is your turn: make a choice")
            made: Chooser = _ChosenMove(0)
            play_choice(record, (made, made))

    def resign(self, file: str, after: int) -> None:
        """Let the person to move resign.

        Raises:
            Refused: if it is not a person's turn; with status 409 if the game has another number of choices.
        """
        with self._changed(file, after) as record:
            seat = record.turns % 2
            if not is_person(record.players[seat]):
                raise Refused(400, "it is not your turn")
            record.outcome, record.resigned = 2 * seat - 1, True

    def undo(self, file: str, after: int) -> None:
        """Take back the last choice that a person made among several, and all that came after it.

        Raises:
            Refused: if there is none, or throws cannot be repeated; with status 409 if the game has another
                number of choices.
        """
        with self._changed(file, after, ended=True) as record:
            if record.resigned and is_person(record.players[record.turns % 2]):
                take_back(record, len(record.choices))
                return
            count = last_own_choice(record)
            if count is None:
                raise Refused(400, "there is no choice to take back")
            take_back(record, count)

    def again(self, file: str, after: int) -> tuple[str, GameRecord]:
        """Begin a game that goes on where another stood after a number of choices, with the same throws.

        Returns:
            The name of its file, and its record.

        Raises:
            Refused: if the game had fewer choices.
            UsageError: if its throws cannot be repeated.
            FileError: if the file cannot be written.
        """
        earlier = self.record(file)
        if after > len(earlier.choices):
            raise Refused(400, f"the game has {len(earlier.choices)} choices, not {after}")
        record = replace(earlier, choices=list(earlier.choices), retried=after)
        take_back(record, after)
        return self._begin(record, None)

    def _begin(self, record: GameRecord, file: str | None) -> tuple[str, GameRecord]:
        """Write the record of a game that begins into a new file."""
        if file:
            path = new_file(file, RECORD_ENDING)
            record.write(path, new=True)
        else:
            path = write_new(record, dated_names(Path(), record.game.name))
        self._kept.put(path, (stamp_of(path), record))
        return str(path), record

    @contextmanager
    def _changed(self, file: str, after: int, *, ended: bool = False) -> Iterator[GameRecord]:
        """A copy of a game that is changed and then written; one request at a time changes a game."""
        path = own_file(file)
        with self._lock:
            turn = self._turns.setdefault(path, threading.Lock())
        with held_or_refused(turn, "a player is thinking about a move: wait until it is made"):
            known = self.record(file)
            if len(known.choices) != after:
                raise Refused(409, "the game has gone on meanwhile: look at it again")
            if known.outcome is not None and not ended:
                raise Refused(409, "the game has ended")
            record = replace(known, choices=list(known.choices))
            yield record
            record.write(path)
            self._kept.put(path, (stamp_of(path), record))


def last_own_choice(record: GameRecord) -> int | None:
    """How many choices came before the last one that a person made among several; None if there is none."""
    people = {seat for seat, name in enumerate(record.players) if is_person(name)}
    return last_choice_among_several(record, people)


def records_json() -> list[dict[str, Any]]:
    """What the headings of all records say, the newest first; a file that is no record is left out."""
    found = []
    for path in found_files(""):
        with contextlib.suppress(SenetGpError, OSError):
            if _begins_as_record(path):
                found.append({"file": str(path), "own": is_kept(path), **_heading(heading_of(path), path)})
    return sorted(found, key=lambda record: str(record["date"]), reverse=True)


def _heading(head: dict[str, str], path: Path) -> dict[str, Any]:
    """What is told of a game before it is opened.

    Raises:
        FileError: if its heading lacks what is told.
    """
    if missing := {"game", "x", "o", "result"} - head.keys():
        raise FileError(f"{path} is damaged: it lacks {', '.join(sorted(missing))}")
    turns, result, name = int(head["turns"]), head["result"], head["game"]
    if name in GAMES:
        names = addressed((head["x"], head["o"]), game_of(name))
        title = game_of(name).title + with_parameters(name, head)
    else:
        names, title = [printable(head["x"]), printable(head["o"])], name
    ends = {"x": names[0], "o": names[1]}
    return {
        "about": f"{title}: {' against '.join(names)}",
        "unfinished": result == "unfinished",
        "turns": turns,
        "told": f"{turns} turn{'' if turns == 1 else 's'}, "
        + " ".join(ends.get(word, word) for word in result.split()),
        "named_by_time": re.match(rf"{re.escape(name)}-\d{{8}}-\d{{6}}", path.name) is not None,
        "date": date_of(path),
    }


def _begins_as_record(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(FORMAT)) == FORMAT.encode()
