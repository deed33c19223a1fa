"""The players of games on the page, read once and used by one request at a time."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from senet_gp.arena.record import GameRecord
from senet_gp.games.protocol import Game
from senet_gp.insight.judges import Judge, judge_among
from senet_gp.players.champion import FILE_NAME
from senet_gp.players.human import HumanPlayer
from senet_gp.players.levels import called
from senet_gp.players.parsing import files_named, player_from_text
from senet_gp.players.player import Player
from senet_gp.runtime.errors import SenetGpError, printable
from senet_gp.runtime.files import is_there
from senet_gp.serve.directory import inside
from senet_gp.serve.requests import Refused

#: How a request names a person; records call them ``human``.
PERSON = "person"
_MAX_KEPT = 16
#: How many seconds a request waits for another one that does the same.
_PATIENCE = 2.0


@contextmanager
def taken(lock: threading.Lock, refusal: str) -> Iterator[None]:
    """Hold a lock; whoever waits for it for long is refused, so that not all threads of the server wait.

    Raises:
        Refused: if somebody else holds it for long.
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


def shown_name(name: str, game: Game) -> str:
    """What a record's player is called on the page, as on its card: a level has a name of its own.

    A file that is named by an absolute path, since it is in a run elsewhere, is called by its name alone.

    >>> from senet_gp.games.registry import game_of
    >>> shown_name("hand:HC5", game_of("senet")), shown_name("search:2:/project/runs/june", game_of("senet"))
    ('Hard', 'search:2:june')
    """
    for file in files_named(name)[:1]:
        if os.path.isabs(file):  # noqa: PTH117 - a name may be anything
            return printable(name.removesuffix(file) + os.path.basename(file))  # noqa: PTH119
    return printable(called(name, game))


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
    """The player that a text names, whom nobody else uses inside this context.

    Raises:
        Refused: if their file is not inside the directory, or they think for long in another game.
        UsageError: if there is no such player.
        FileError: if their file cannot be read.
    """
    player, lock = _entry(text, game)
    with taken(lock, "the player is thinking in another game: wait until they have moved"):
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
    """A player, and what keeps others from using it; it is read anew if one of its files is replaced."""
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
