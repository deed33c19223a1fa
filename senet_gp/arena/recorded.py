"""Games of a match with their records, each in a file of a new directory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from senet_gp.arena.games import Show, is_person
from senet_gp.arena.pool import Pool
from senet_gp.arena.record import GameRecord
from senet_gp.checks import absolute, whole_number
from senet_gp.engine.playthrough import Playthrough, draw_start, watched
from senet_gp.engine.results import GameResults, Pairings, put
from senet_gp.errors import FileError, UsageError
from senet_gp.files.names import make_directory
from senet_gp.files.writing import write_whole
from senet_gp.games.protocol import Game
from senet_gp.players.player import Player
from senet_gp.quoting import shortened
from senet_gp.streams import game_streams

#: At most this many games are recorded, since each is a file.
MAX_RECORDED = 10_000
#: As many games are played for each worker before their records are written.
_GAMES_A_ROUND = 8


@dataclass(frozen=True)
class Recorder:
    """Plays games choice by choice and writes the record of each into a file of its own.

    The games are those that are played without records, only more slowly.

    Attributes:
        directory: where ``game-1.txt``, ``game-2.txt`` and so on are written.
    """

    directory: Path

    def __post_init__(self) -> None:
        object.__setattr__(self, "directory", absolute(self.directory))

    @classmethod
    def into(cls, directory: Path | str, games: int) -> Recorder:
        """A recorder into a directory, which is made if it does not exist.

        Args:
            directory: the directory.
            games: how many games are to be recorded.

        Raises:
            UsageError: if these are too many games.
            FileError: if the directory is not empty, or cannot be made.
        """
        games = whole_number("games", games, 1)
        if games > MAX_RECORDED:
            raise UsageError(f"at most {MAX_RECORDED:,} games are recorded, not {games:,}: choose fewer")
        path = Path(directory)
        if not make_directory(path) and (not path.is_dir() or any(path.iterdir())):
            raise FileError(f"{shortened(path)} is there and not empty: name a new directory for the records")
        return cls(path)

    def play(
        self,
        players: Sequence[Player],
        pairings: Pairings,
        pool: Pool,
        game: Game,
        show: Show | None = None,
    ) -> GameResults:
        """Play games and record them; the arguments are those of :func:`senet_gp.arena.games.play_between`.

        Raises:
            FileError: if a record cannot be written.
        """
        results = GameResults.new(len(pairings.keys))
        first, second, keys = (column.tolist() for column in pairings)
        here = any(map(is_person, players))
        size = 1 if here else _GAMES_A_ROUND * pool.workers
        for begin in range(0, len(keys), size):
            numbers = range(begin, min(begin + size, len(keys)))
            tasks = ((players[first[n]], players[second[n]], game, keys[n]) for n in numbers)
            for number, (text, row) in zip(numbers, pool.map(_played, tasks, here=here), strict=True):
                write_whole(self.directory / f"game-{number + 1}.txt", text, new=True)
                put(results, number, row)
            if show is not None:
                show(numbers.stop)
        return results


def _played(first: Player, second: Player, game: Game, key: int) -> tuple[str, tuple[int, int, float, bool]]:
    """Play a game, in a worker unless a person takes part: its record as text, and its row of the results."""
    streams = game_streams(key)
    record = GameRecord((first.name, second.name), game, draw_start(game, streams))
    playthrough = Playthrough((first, second), streams, game, record.start)
    record.choices += watched(playthrough)
    record.outcome, record.resigned = playthrough.outcome, playthrough.resigned
    luck = float(np.float32(playthrough.luck[0] - playthrough.luck[1]))
    row = (playthrough.outcome or 0, playthrough.turns, luck, playthrough.self_loss)
    return record.to_text(), row
