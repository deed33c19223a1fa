"""Sources of chances: playouts, perfect play, and tables of chances; which of them a game has.

Playouts play the game on many times, both sides as one player would. A small game is solved, and it is known
how soon it ends. A table of chances is of a game whose results depend on throws as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol, cast, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from senet_gp.engine.exact_table import is_soon
from senet_gp.engine.participants import RANDOM_MOVER, Chooser, Noisy, Participant
from senet_gp.engine.play import in_compiled_code, points_from
from senet_gp.games.board.rules import MAX_SQUARES
from senet_gp.games.dice.game import if_numbered
from senet_gp.games.dice.numbering import is_numbered
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.registry import GAMES, as_game, game_of
from senet_gp.games.small import SmallGame, if_solvable
from senet_gp.games.solving.perfect import AllValues, Value, solved_soon
from senet_gp.insight.chances import ChanceSource, Effort, Ranking, chances_after
from senet_gp.insight.pairing import NOISE
from senet_gp.insight.race import judge_of, opinion_of, raced
from senet_gp.players.exact import perfect_player
from senet_gp.players.levels import called
from senet_gp.players.parsing import Entrant, as_player, usual_opponent
from senet_gp.players.player import Player, RandomPlayer
from senet_gp.players.search import MinimaxPlayer
from senet_gp.runtime import interruption
from senet_gp.runtime.errors import brief
from senet_gp.runtime.streams import game_streams, part_keys

_CERTAIN = {1: "wins", 0: "draws", -1: "loses"}
#: Small games with cycles are always solved; others only if they have at most this many squares.
_MAX_SQUARES_SOLVED = 16
_ENDS = {1: "wins in {}", 0: "draws", -1: "loses in {}"}
#: For a hint, and for each choice of an analysed game, which show the same numbers: where a network judges
#: the choices first, where games alone find the best, and where they are played in plain Python.
JUDGED = Effort(budget=2000, each=100, games=1000, shown=5)
PLAYED = Effort(budget=3000, each=500, games=1000, shown=5)
PLAIN = Effort(budget=32, each=16, games=40, shown=3)


@dataclass(frozen=True)
class Playouts:
    """Estimates chances by playouts in which a player plays both sides.

    In a game without throws all playouts would be the same game, so a share of the moves is random there.

    >>> from senet_gp.games.registry import game_of
    >>> from senet_gp.players.player import RandomPlayer
    >>> source = Playouts(RandomPlayer(), game_of("tictactoe"))
    >>> source.points(source.game.starts(), key=1, games=5).shape
    (1, 5)

    Attributes:
        player: the player.
        game: the game, with its parameters.
        judge: the network, as a text, that looks at the afterstates of a decision before games are played on
            (:mod:`senet_gp.insight.race`); None if games alone find the best.
    """

    player: Player
    game: Game
    judge: str | None = None

    exact = False

    @property
    def name(self) -> str:
        """The player's name."""
        return self.player.name

    @property
    def means(self) -> str:
        """What the chances are chances of."""
        even = self.game.stochastic or self.player.participant is RANDOM_MOVER
        noise = "" if even else f", with one move in {round(1 / NOISE)} at random"
        name, level = self.player.name, called(self.player.name, self.game)
        return f"if both play on as {name if level == name else f'{level} ({name})'}{noise}"

    @cached_property
    def chooser(self) -> Chooser:
        """Who plays both sides."""
        player: Chooser = self.player if self.player.participant is None else self.player.participant
        if self.game.stochastic or player is RANDOM_MOVER:
            return player
        return Noisy(cast("Participant", player), NOISE)

    @property
    def plainly(self) -> bool:
        """Whether games are played in plain Python, some hundred times as slowly as compiled ones."""
        return not in_compiled_code([self.chooser], self.game).all()

    @property
    def usual_effort(self) -> Effort:
        """How many games a hint takes if nobody says how many."""
        return PLAIN if self.plainly else PLAYED if self.judge is None else JUDGED

    def points(self, positions: Sequence[Any], key: int, games: int) -> NDArray[np.float64]:
        """Samples of the points of the player to move, (positions, games) float64.

        Raises:
            KeyboardInterrupt: if the user has interrupted the program; this is checked between positions.
        """
        keys = part_keys(key, games)
        points = np.empty((len(positions), games))
        for row, position in zip(points, positions, strict=True):
            interruption.check()
            row[:] = points_from(self.chooser, self.chooser, self.game, position, keys)
        return points

    def ranked(self, decision: Decision, key: int, effort: Effort) -> Ranking:
        """The best afterstates, the best first, found by a race (:mod:`senet_gp.insight.race`)."""
        opinion = None if self.judge is None else opinion_of(self.judge, self.game, decision)
        return raced(self, decision, key, effort, opinion)

    def preferred(self, decision: Decision, key: int) -> int:
        """The index of the afterstate that the player plays."""
        if len(decision.afterstates) == 1:
            return 0
        return self.player.choose(decision, game_streams(key))

    def words(self, decision: Decision) -> Sequence[str]:  # noqa: ARG002
        """Nothing is known besides the chance."""
        return ()


@runtime_checkable
class KnowsChances(Protocol):
    """A player that knows the chances of all positions under perfect play."""

    @property
    def name(self) -> str:
        """The player as it is written on the command line."""

    def chances_to_move(self, positions: Sequence[Any]) -> NDArray[np.float64]:
        """The chances of the player to move, before a throw, (positions,) float64."""


class _PerfectPlay:
    """What is known of perfect play; a subclass says what each afterstate is worth."""

    name = "perfect play"
    means = "under perfect play of both sides"
    exact = True

    def worth(self, decision: Decision) -> Sequence[float]:
        """For each afterstate a number, the higher the better for the player who decides."""
        raise NotImplementedError

    def ranked(self, decision: Decision, key: int, effort: Effort) -> Ranking:  # noqa: ARG002
        """All afterstates, the best first."""
        worth = self.worth(decision)
        best_first = sorted(range(len(worth)), key=lambda index: -worth[index])
        return Ranking(tuple(best_first), frozenset(best_first[:1]))

    def preferred(self, decision: Decision, key: int) -> int:  # noqa: ARG002
        """The index of the first of the best afterstates."""
        worth = self.worth(decision)
        return worth.index(max(worth))


@dataclass(frozen=True)
class KnownChances(_PerfectPlay):
    """Knows the chance of winning in every position, if both sides play perfectly.

    >>> from senet_gp.players.parsing import player_from_text
    >>> from senet_gp.games.registry import game_of
    >>> game = game_of("senet", {"pieces": 1})
    >>> source = KnownChances(player_from_text("minimax", game), game)
    >>> source.points(game.starts(), key=1, games=100).round(3).tolist()
    [[0.537]]

    Attributes:
        player: the player who knows them.
        game: the game, with its parameters.
    """

    player: KnowsChances
    game: Game

    def points(self, positions: Sequence[Any], key: int, games: int) -> NDArray[np.float64]:  # noqa: ARG002
        """The chances of the player to move, (positions, 1) float64."""
        return self.player.chances_to_move(positions)[:, np.newaxis]

    def worth(self, decision: Decision) -> list[float]:
        """The chance after each afterstate."""
        found = chances_after(self, decision, range(len(decision.afterstates)), 0, 1)
        return [float(chance) for chance in found.values]

    def words(self, decision: Decision) -> list[str]:
        """For each afterstate its chance, such as ``wins 53.7 of 100``, or its result if the game is over."""
        results = [decision.result(index) for index in range(len(decision.afterstates))]
        return [
            f"wins {100 * chance:.1f} of 100" if result is None else _CERTAIN[result]
            for chance, result in zip(self.worth(decision), results, strict=True)
        ]


class PerfectChances(_PerfectPlay):
    """Knows the result of every position of a small game under perfect play of both sides.

    >>> from senet_gp.games.small import small_game
    >>> source = PerfectChances(small_game("hexapawn"))
    >>> source.points(source.game.starts(), key=1, games=100).tolist()
    [[0.0]]

    Attributes:
        game: the game; it must be small enough for all its positions to be known.
    """

    def __init__(self, game: SmallGame) -> None:
        self.game = game
        self._values = AllValues(game)

    def __repr__(self) -> str:
        return brief(self, self.game)

    @classmethod
    def if_soon(cls, game: Game) -> PerfectChances | None:
        """Perfect play of the game, if it is solved within seconds, else None."""
        small = if_solvable(game)
        if small is None or not solved_soon(small, MAX_SQUARES if small.cyclic else _MAX_SQUARES_SOLVED):
            return None
        return cls(small)

    def points(self, positions: Sequence[Any], key: int, games: int) -> NDArray[np.float64]:  # noqa: ARG002
        """The points of the player to move, (positions, 1) float64: 1, ½ or 0."""
        return np.array([[(1 + self._values.value(position)) / 2] for position in positions])

    def worth(self, decision: Decision) -> list[int]:
        """The rank of each afterstate: quick wins before slow ones, slow losses before quick ones."""
        return [value.rank for value in self._values_after(decision)]

    def words(self, decision: Decision) -> list[str]:
        """For each afterstate its result and how many moves it is away, such as ``wins in 3 moves``."""
        return [_ENDS[value.result].format(_moves(value.plies)) for value in self._values_after(decision)]

    def _values_after(self, decision: Decision) -> list[Value]:
        return self._values.values_of_moves(decision.position, decision.afterstates)


def _moves(plies: int) -> str:
    """A number of plies in words."""
    return "1 move" if plies == 1 else f"{plies} moves"


def analyst_of(game: Game) -> str:
    """The player whose games give the chances of a game if nobody says whose, as a text.

    >>> from senet_gp.games.registry import game_of
    >>> analyst_of(game_of("senet"))
    'hand:HC5'
    """
    named = GAMES[game.name].analyst or usual_opponent(game.name)
    # In small games perfect play gives no playouts, and is asked for where the game is solved.
    return RandomPlayer.name if named == MinimaxPlayer.name and not game.stochastic else named


def _known_soon(game: Game) -> KnownChances | None:
    """What knows the chances of a game with throws, where they are found soon and its row names nobody."""
    numbered = if_numbered(game)
    if numbered is None or GAMES[game.name].analyst or not is_numbered(numbered) or not is_soon(numbered):
        return None
    return KnownChances(perfect_player(numbered, None, MinimaxPlayer.name), game)


def chance_source(game: Game | str, player: Entrant | None = None) -> ChanceSource:
    """What knows, or estimates, the chances of winning in a game.

    >>> chance_source("hexapawn").means
    'under perfect play of both sides'
    >>> chance_source("senet").means
    'if both play on as Hard (hand:HC5)'

    Args:
        game: the game, with its parameters, or its name.
        player: the player who plays on for both sides, or the text that names it; one that knows the exact
            chances, such as ``minimax`` in Senet with few pieces, is asked for them instead. By default the
            results of perfect play where the game is small enough, or its chances where they are found soon
            and the game's row names no ``analyst``; else a good player of the game.

    Raises:
        UsageError: if there is no such game or player.
    """
    game = as_game(game)
    known = (PerfectChances.if_soon(game) or _known_soon(game)) if player is None else None
    if known is not None:
        return known
    who = as_player(analyst_of(game) if player is None else player, game)
    if isinstance(who, MinimaxPlayer):
        return PerfectChances.if_soon(game) or Playouts(who, game)
    if isinstance(who, KnowsChances):
        return KnownChances(who, game)
    # How well a network judges is known for the game's own analyst alone, and with the usual parameters: with
    # three pieces of Senet games find better choices.
    judged = who.name == analyst_of(game) and game == game_of(game.name)
    return Playouts(who, game, judge_of(game) if judged else None)


def usual_effort(source: ChanceSource, games: int | None = None) -> Effort:
    """How many games a hint takes, and a choice of an analysed game.

    Args:
        source: what gives the chances.
        games: how many games measure each of the best choices; by default 1,000, or 40 in plain Python. With
            fewer, the race for the best takes fewer, too.
    """
    effort = source.usual_effort if isinstance(source, Playouts) else PLAYED
    if games is None:
        return effort
    share = min(1, games / effort.games)
    return effort._replace(
        budget=max(PLAIN.budget, round(share * effort.budget)),
        each=max(PLAIN.each, round(share * effort.each)),
        games=games,
    )
