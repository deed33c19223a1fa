"""Perfect play of games with throws, by the exact win probabilities of all boards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.exact_table import ChanceTable, SolvedChances, check_soon, listed_chances, table_for
from senet_gp.games.dice.game import DiceGame
from senet_gp.games.dice.rules import GOES_ON, Boards, Results
from senet_gp.games.protocol import Decision, Game
from senet_gp.players.player import SurePlayer
from senet_gp.runtime.checks import absolute


@runtime_checkable
class ScoresEnds(Protocol):
    """A player that scores many ends of turns at once."""

    def end_scores(self, boards: Boards, results: Results) -> NDArray[np.float64]:
        """The scores of boards for the player whose throws led to them.

        Args:
            boards: (5, boards) uint32: the masks of mine and theirs, moves, what they did, and the state.
            results: (boards,) int8, what follows the boards (see :mod:`senet_gp.games.dice.rules`).

        Returns:
            (boards,) float64.
        """


class PerfectPlayer(SurePlayer):
    """Plays the first of the afterstates with the greatest chance of winning; it makes no random draws.

    >>> from senet_gp.games.senet import Senet
    >>> game = Senet(pieces=1)
    >>> decision = game.decision(game.starts()[0], 0, (1, 2))
    >>> perfect = perfect_player(game, None, "minimax")
    >>> [round(chance, 3) for chance in perfect.scores(decision)], perfect.choose(decision, None)
    ([0.521], 0)

    Args:
        name: the player as it is written on the command line.
        game: the game, with its parameters.
        table: the chances, or a function that finds them when they are first asked for.
    """

    def __init__(self, name: str, game: Game, table: SolvedChances | Callable[[], SolvedChances]) -> None:
        self.name = name
        self.game = game
        self._table = table

    @property
    def table(self) -> SolvedChances:
        """The chances."""
        if not isinstance(self._table, SolvedChances):
            self._table = self._table()
        return self._table

    def chances_to_move(self, positions: Sequence[Any]) -> NDArray[np.float64]:
        """The chances of winning of the player to move, before a throw, (positions,) float64.

        Raises:
            UsageError: if one is not known, such as that of a position that no game can reach.
        """
        found = self.table.chances_of(list(positions))
        for unknown in np.flatnonzero(np.isnan(found)).tolist():
            self.table.chance(positions[unknown])  # says so
        return found

    def scores(self, decision: Decision) -> list[float]:
        """The chance of winning with each afterstate."""
        chances: list[float] = chances_after(decision, self.chances_to_move).tolist()
        return chances

    def chosen(self, decision: Decision) -> int:
        """The index of the first of the best afterstates."""
        chances = self.scores(decision)
        return chances.index(max(chances))


def chances_after(
    decision: Decision, chances_to_move: Callable[[Sequence[Any]], NDArray[np.float64]]
) -> NDArray[np.float64]:
    """The chances of winning of the player who decides, after each afterstate, (afterstates,) float64.

    Args:
        decision: the decision.
        chances_to_move: tells for positions the chances of the player to move, before a throw.
    """
    indices = range(len(decision.afterstates))
    results = [decision.result(index) for index in indices]
    going = [index for index in indices if results[index] is None]
    chances = np.array([0.0 if result is None else (result + 1) / 2 for result in results])
    found = chances_to_move([decision.following(index) for index in going])
    for index, chance in zip(going, found, strict=True):
        chances[index] = 1 - chance if decision.ends_turn(index) else chance
    return chances


class PerfectByNumbers(PerfectPlayer):
    """Knows the chances of a game whose boards have numbers, which can be in a file.

    Args:
        name: the player as it is written on the command line.
        game: the game, with its parameters.
        table: the chances, or a function that finds them when they are first asked for.
        file: the file of the table, if it is of one.
    """

    game: DiceGame
    table: ChanceTable

    def __init__(
        self,
        name: str,
        game: DiceGame,
        table: ChanceTable | Callable[[], ChanceTable],
        file: Path | None = None,
    ) -> None:
        super().__init__(name, game, table)
        self.file = None if file is None else absolute(file)  # workers read it, too

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the name of the file instead of what is in it."""
        if self.file is None:
            return PerfectByNumbers, (self.name, self.game, self.table)
        return perfect_player, (self.game, self.file, self.name)

    def end_scores(self, boards: Boards, results: Results) -> NDArray[np.float64]:
        """The chances of winning of the player whose throws led to these boards."""
        return self.table.after_chances(boards, results)

    def chances(self, boards: Boards) -> NDArray[np.float64]:
        """The chance of winning of the player who has just moved, (boards,) float64; the other is to throw.

        Args:
            boards: (5, boards) uint32, as the player sees them who has moved. Where the game is over, the
                chance is not a number.
        """
        return self.end_scores(boards, np.full(boards.shape[1], GOES_ON, np.int8))


def perfect_player(game: DiceGame, file: Path | None, name: str) -> PerfectByNumbers:
    """The player that plays a game whose boards have numbers perfectly.

    Args:
        game: the game.
        file: the file of its chances; None if they are to be found when they are first asked for.
        name: the player as it is written on the command line.

    Raises:
        UsageError: if its boards have no numbers, or are too many to do without a file.
        FileError: if the file cannot be read, or does not have the boards of the game.
    """
    if file is None:
        check_soon(game)
        return PerfectByNumbers(name, game, partial(table_for, game, None))
    return PerfectByNumbers(name, game, table_for(game, file), file)


def listed_perfect_player(game: Game, name: str) -> PerfectPlayer:
    """The player that plays any game with throws perfectly whose positions can be listed.

    They are listed when its chances are first asked for.
    """
    return PerfectPlayer(name, game, partial(listed_chances, game))
