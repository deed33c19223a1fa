"""The person's own games on the page, added up in the background."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from pathlib import Path

from senet_gp.insight.own_record import OwnGame, own_game_in, own_records
from senet_gp.players.human import HumanPlayer
from senet_gp.runtime.own_folder import RECORD_ENDING
from senet_gp.serve.background import Background
from senet_gp.serve.directory import found_files, stamp_of
from senet_gp.serve.players import judge_in
from senet_gp.serve.requests import Json

#: So many of the latest games are added up.
_MOST_GAMES = 200
_Key = tuple[Path, tuple[int, ...]]


class OwnGames:
    """Adds up the person's games; each is judged once, as long as its file stays as it is."""

    def __init__(self) -> None:
        self._background = Background("own games")
        self._judged: dict[_Key, Future[OwnGame | None]] = {}
        self._lock = threading.Lock()

    def as_json(self) -> Json:
        """What has been added up, or how many games have been judged until now."""
        keys = sorted(_keys(), key=lambda key: key[1][1])[-_MOST_GAMES:]
        with self._lock:
            for key in [key for key in self._judged if key not in keys]:
                self._judged.pop(key).cancel()
            # The latest games are judged first: somebody may be waiting for the one that has just ended.
            for key in reversed(keys):
                if key not in self._judged:
                    self._judged[key] = self._background.submit(
                        own_game_in, key[0], HumanPlayer.name, judge_in
                    )
            found = [self._judged[key] for key in keys]
        done = [one for one in found if one.done()]
        if len(done) < len(found):
            return {"state": "running", "done": len(done), "of": len(found), "records": []}
        games = [one.result() for one in found if not one.cancelled()]
        records = own_records([one for one in games if one is not None])
        told = [one.as_json() for one in records]
        return {"state": "done", "done": len(done), "of": len(found), "records": told}


def _keys() -> list[_Key]:
    """The records in the directory, each with its stamp."""
    found = []
    for path in found_files(RECORD_ENDING):
        try:
            found.append((path, stamp_of(path)))
        except OSError:
            continue
    return found
