"""A person's game at the terminal, and its record."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from senet_gp.arena.record import GameRecord
from senet_gp.cli.game_table import GameTable
from senet_gp.cli.output import program
from senet_gp.cli.plugin_option import repeated
from senet_gp.engine.playthrough import Playthrough, watched
from senet_gp.errors import FileError, UsageError
from senet_gp.files.names import check_new
from senet_gp.players.human import HumanPlayer, Leave
from senet_gp.players.player import Player
from senet_gp.quoting import quoted, shortened


def loaded_record(file: Path, game: str) -> GameRecord:
    """The record of a person's unfinished game.

    Raises:
        UsageError: if it is not such a record, or is one of another game.
        FileError: if it cannot be read.
    """
    record = GameRecord.read(file)
    if record.players.count(HumanPlayer.name) != 1 or record.outcome is not None:
        raise UsageError(
            f"{file} is not an unfinished game of a person against a player: name another, or look at it by "
            f"{program()} replay {quoted(file)}{repeated()}"
        )
    if record.game.name != game:
        other = record.game.name
        raise UsageError(
            f"{file} is a game of {other}: go on with it by "
            f"{program()} play {other} --load {quoted(file)}{repeated()}"
        )
    return record


@dataclass
class TableGame:
    """The game that is being played, which the person can save.

    Attributes:
        record: what has been played; its random streams say how the game goes on.
        table: where the game is shown.
        go_on: the command that goes on with a saved game, without the file's name.
        own: the files that may be overwritten, because they were written or loaded by this command.
    """

    record: GameRecord
    table: GameTable
    go_on: str
    own: set[Path] = field(default_factory=set)

    def save(self, name: str) -> None:
        """Save the game as it is now.

        Raises:
            UsageError: if it cannot be saved there.
        """
        path = Path(name)
        try:
            if path not in self.own:
                check_new(path)
            self.record.write(path)
        except FileError as error:
            raise UsageError(str(error)) from None
        self.own.add(path)
        self.table.say(f"Saved; to go on later: {self.go_on} --load {quoted(name)}", command=True)

    def play(self, players: tuple[Player, Player]) -> str:
        """Play the game to its end and say who won; return why the person left it before, or an empty text.

        The record is complete even if the terminal is closed meanwhile.
        """
        try:
            self._play(players)
        except Leave:
            return "You left the game."
        except EOFError:
            return "\nThe input has ended."
        return ""

    def _play(self, players: tuple[Player, Player]) -> None:
        record = self.record
        streams = np.array(record.streams, np.uint64)
        playthrough = Playthrough(players, streams, record.game, record.next_position, record.turns)
        try:
            for choice in watched(playthrough):
                record.choices.append(choice)
                record.streams = tuple(streams.tolist())
                record.outcome = playthrough.outcome
        finally:
            record.outcome, record.resigned = playthrough.outcome, playthrough.resigned
        self._tell_end(playthrough)

    def _tell_end(self, playthrough: Playthrough[Player]) -> None:
        if playthrough.outcome == 0:
            self.table.say(f"The game is over after {playthrough.turns} turns; nobody has won.")
            return
        winner = 0 if playthrough.outcome == 1 else 1
        names = ["You have" if player.name == HumanPlayer.name else f"{shortened(player.name)} has"
                 for player in playthrough.players]  # fmt: skip
        if playthrough.resigned:
            self.table.draw(playthrough.position, 1 - winner)
            sign, loser = self.table.signs[1 - winner], playthrough.players[1 - winner]
            person = loser.name == HumanPlayer.name
            told = "You resign." if person else f"{shortened(loser.name)} resigns: its box here is empty."
            self.table.say(f"{sign} {told}")
        self.table.say(f"{self.table.signs[winner]} {names[winner]} won the game.")
