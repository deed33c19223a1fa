"""Perfect play of Senet with few pieces, by the chances of all boards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Protocol, cast, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from senet_gp.checks import absolute
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.senet.exact_table import check_soon, table_for
from senet_gp.games.senet.few_pieces import ChanceTable
from senet_gp.games.senet.few_pieces_file import read_chances
from senet_gp.games.senet.moves import Position
from senet_gp.quoting import brief
from senet_gp.streams import Streams


@runtime_checkable
class ScoresEnds(Protocol):
    """A player that scores many ends of turns at once."""

    def end_scores(self, boards: NDArray[np.uint32], goes_on: NDArray[np.bool_]) -> NDArray[np.float64]:
        """The scores of boards for the player whose turn has ended with them.

        Args:
            boards: (4, boards) uint32: the masks of mine and theirs, packed moves, and hits.
            goes_on: (boards,) whether the player throws again.

        Returns:
            (boards,) float64.
        """


class PerfectPlayer:
    """Plays the first of the afterstates with the greatest chance of winning; it makes no random draws.

    >>> from senet_gp.games.registry import game_of
    >>> game = game_of("senet", {"pieces": 1})
    >>> decision = game.decision(game.starts()[0], 0, (1, 2))
    >>> perfect = perfect_player(game, None, "minimax")
    >>> [round(chance, 3) for chance in perfect.scores(decision)], perfect.choose(decision, None)
    ([0.521], 0)

    Args:
        name: the player as it is written on the command line.
        table: the chances, or a function that finds them when they are first asked for.
        file: the file of the table, if it is of one.
    """

    participant = None

    def __init__(
        self, name: str, table: ChanceTable | Callable[[], ChanceTable], file: Path | None = None
    ) -> None:
        self.name = name
        self._table = table
        self.file = None if file is None else absolute(file)  # workers read it, too

    @property
    def table(self) -> ChanceTable:
        """The chances."""
        if not isinstance(self._table, ChanceTable):
            self._table = self._table()
        return self._table

    def __repr__(self) -> str:
        return brief(self, self.name)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the name of the file instead of what is in it."""
        if self.file is None:
            return PerfectPlayer, (self.name, self.table)
        return _player_of_file, (self.file, self.name)

    def end_scores(self, boards: NDArray[np.uint32], goes_on: NDArray[np.bool_]) -> NDArray[np.float64]:
        """The chances of winning of the player whose turn has ended with these boards."""
        return self.table.after_chances(boards[0], boards[1], goes_on)

    def chances(self, boards: NDArray[np.uint32]) -> NDArray[np.float64]:
        """The chance of winning of the player who has just moved, (boards,) float64; the other is to throw.

        Args:
            boards: (2 or more, boards) uint32, whose first rows are the masks of their pieces and of the
                other's.
        """
        return self.end_scores(boards, np.zeros(boards.shape[1], np.bool_))

    def chances_to_move(self, positions: Sequence[Position]) -> NDArray[np.float64]:
        """The chances of winning of the player to move, before a throw, (positions,) float64."""
        masks = np.array([(position.mine, position.theirs) for position in positions], np.uint32)
        return self.table.chances(*masks.T)

    def scores(self, decision: Decision) -> list[float]:
        """The chance of winning with each afterstate."""
        boards = cast("NDArray[np.uint32]", decision.boards())
        on = np.array([not decision.ends_turn(index) for index in range(boards.shape[1])])
        chances: list[float] = self.end_scores(boards, on).tolist()
        return chances

    def choose(self, decision: Decision, streams: Streams) -> int:  # noqa: ARG002 - it draws nothing
        """The index of the first of the best afterstates."""
        return self.possible(decision)[0]

    def possible(self, decision: Decision) -> list[int]:
        """The indices of the afterstates that it may choose: only one."""
        chances = self.scores(decision)
        return [chances.index(max(chances))]


def perfect_player(game: Game, file: Path | None, name: str) -> PerfectPlayer:
    """The player that plays Senet perfectly.

    Args:
        game: Senet.
        file: the file of its chances; None if they are to be found when they are first asked for.
        name: the player as it is written on the command line.

    Raises:
        UsageError: if there are too many pieces for it.
        FileError: if the file cannot be read, or is for fewer pieces.
    """
    if file is None:
        check_soon(game)
        return PerfectPlayer(name, partial(table_for, game, None))
    return PerfectPlayer(name, table_for(game, file), file)


def _player_of_file(file: Path, name: str) -> PerfectPlayer:
    return PerfectPlayer(name, read_chances(file), file)
