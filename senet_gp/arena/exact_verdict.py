"""How good a player of a solved game with throws is against perfect play.

In a game with few boards the player's chance is found exactly, by policy evaluation. With many, or if games
are asked for, it is estimated from games: what the player's choices give away, by the exact chances,
adds up over a game to the difference between perfect play and the player on average, and varies much less
than wins and losses do.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from senet_gp.arena.exact_regret import estimated_regret, is_fast, policy_chances, scores_by
from senet_gp.arena.lines_of_play import Foreseeable
from senet_gp.engine.exact_file import table_for
from senet_gp.engine.exact_table import is_soon
from senet_gp.engine.exact_values import Show
from senet_gp.engine.listed_chances import listed_chances
from senet_gp.engine.measurement import Z95
from senet_gp.games.dice.game import DiceGame
from senet_gp.games.dice.numbering import groups_of, smallest_of
from senet_gp.games.protocol import Game
from senet_gp.games.registry import parameters_of
from senet_gp.players.player import Player, RandomPlayer
from senet_gp.runtime import interruption
from senet_gp.runtime.errors import UsageError, brief, shortened
from senet_gp.runtime.streams import SeedDomain, key_of

#: How many games are played for an estimate if nobody says how many.
USUAL_GAMES = 20_000
#: From fewer games there is no standard error in each seat.
_FEWEST = 4
#: Players that are asked for one decision after the other are asked on at most so many boards.
_MAX_ASKED = 2000
_SEATS = ("first", "second")


@dataclass(frozen=True)
class ExactSeat:
    """How good a player is in one seat.

    Attributes:
        seat: 0 if the player moves first, else 1.
        perfect_chance: the chance of winning of perfect play in this seat, against perfect play.
        regret: what the player's chance is less than that, in a game.
        error: the standard error of ``regret``; 0 if it is exact.
        games: how many games it is estimated from; 0 if it is exact.
    """

    seat: int
    perfect_chance: float
    regret: float
    error: float = 0.0
    games: int = 0

    @property
    def chance(self) -> float:
        """The player's chance of winning against perfect play."""
        return self.perfect_chance - self.regret

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the regret."""
        return _interval(self.regret, self.error, self.games)


@dataclass(frozen=True)
class ExactVerdict:
    """How good a player is against perfect play.

    Attributes:
        game: the game.
        player: the player's name.
        seats: the player in each seat, moving first and second.
    """

    game: Game
    player: str
    seats: tuple[ExactSeat, ExactSeat]

    def __repr__(self) -> str:
        return brief(self, self.game, f"regret {self.regret:.4f}", self.player)

    @property
    def games(self) -> int:
        """How many games it is estimated from; 0 if it is exact."""
        return sum(seat.games for seat in self.seats)

    @property
    def regret(self) -> float:
        """What the player's chance is less than that of perfect play, as the mean of both seats."""
        return sum(seat.regret for seat in self.seats) / 2

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the regret."""
        return _interval(self.regret, sqrt(sum(seat.error**2 for seat in self.seats)) / 2, self.games)

    def as_json(self) -> dict[str, Any]:
        """The verdict as the command line prints it."""
        estimated = {"games": self.games, "interval": list(self.interval)} if self.games else {}
        return {
            "game": self.game.name,
            "player": self.player,
            "parameters": parameters_of(self.game),
            "regret": self.regret,
            **estimated,
            "seats": [
                {
                    "seat": _SEATS[seat.seat],
                    "chance": seat.chance,
                    "perfect_chance": seat.perfect_chance,
                    "regret": seat.regret,
                    **({"interval": list(seat.interval)} if self.games else {}),
                }
                for seat in self.seats
            ],
        }

    def lines(self) -> list[str]:
        """The verdict for people."""
        found = [
            f"moving {_SEATS[seat.seat]}: wins {seat.chance:.3%} against perfect play, which would win "
            f"{seat.perfect_chance:.3%}"
            for seat in self.seats
        ]
        told = "exact"
        if self.games:
            low, high = self.interval
            told = f"estimated from {self.games:,} games; 95 % interval {low:.3%} to {high:.3%}"
        return [*found, f"regret: {self.regret:z.3%} of a win a game ({told})"]


def exact_verdict(
    game: DiceGame, player: Player, file: Path | None, games: int | None, seed: int, show: Show | None = None
) -> ExactVerdict:
    """Find how good a player is against perfect play.

    >>> from senet_gp.games.senet import Senet
    >>> found = exact_verdict(Senet(pieces=1), RandomPlayer(), None, None, 1)
    >>> [round(seat.chance, 4) for seat in found.seats]
    [0.3592, 0.2946]

    Args:
        game: the game.
        player: the player; it chooses uniformly among the ends of turns to which it gives its highest score.
        file: the file of the exact chances; None if they are to be found now.
        games: how many games are played for an estimate, half of them in each seat, and one more if the
            number is odd; at least 4, and with fewer than 100 intervals are not to be trusted. None to find
            it exactly in a game with few boards, and to play 20,000 games in others.
        seed: the seed of the games.
        show: is told how much is done.

    Raises:
        UsageError: if the boards of the game have no numbers, there are too few games, or the player does not
            say how it scores what it can choose.
        FileError: if the file cannot be read.
        KeyboardInterrupt: if the person interrupts the program.
    """
    boards = groups_of(game)[-1]
    if games is not None and games < _FEWEST:
        raise UsageError(f"a regret is estimated from at least {_FEWEST} games, not {games}")
    scores = scores_by(player, game)
    exactly = games is None and is_soon(game)
    if exactly and boards > _MAX_ASKED and not is_fast(player):
        raise UsageError(
            f"{shortened(player.name)} chooses one move at a time, which takes hours for all boards: add "
            "--games 2000 to estimate its regret from games"
        )
    table = table_for(game, file)
    perfect = table.first_mover_chance
    perfect_chances = (perfect, 1 - perfect)
    if exactly:
        chances = policy_chances(game, table, scores, show)
        first, second = (
            ExactSeat(seat, perfect_chances[seat], perfect_chances[seat] - chances[seat]) for seat in (0, 1)
        )
    else:
        each = ((USUAL_GAMES if games is None else games) + 1) // 2
        keys = [key_of(seed, SeedDomain.REGRET, seat) for seat in (0, 1)]
        first, second = (
            ExactSeat(
                seat,
                perfect_chances[seat],
                *estimated_regret(game, table, scores, (seat, each, keys[seat]), show),
                games=each,
            )
            for seat in (0, 1)
        )
    return ExactVerdict(game, player.name, (first, second))


def listed_verdict(game: Game, player: Player) -> ExactVerdict:
    """Find how good a player is against perfect play, exactly, where the boards have no numbers.

    Args:
        game: the game, whose positions are listed (see :mod:`senet_gp.engine.listed_chances`).
        player: the player; it makes each of the choices that it may make equally often.

    Raises:
        UsageError: if the game has too many positions, or the player does not say what it may choose.
        KeyboardInterrupt: if the person interrupts the program.
    """
    if not isinstance(player, Foreseeable):
        raise UsageError(
            f"{shortened(player.name)} does not say what it may choose, so nothing is proved of it"
        )
    solved = listed_chances(game)
    listing = solved.listing
    weights = np.zeros(len(listing.following))
    for number, position in enumerate(listing.positions):
        interruption.check()
        for decision in range(listing.decisions[number], listing.decisions[number + 1]):
            chosen = player.possible(game.decision(position, 0, listing.throws[decision]))
            weights[listing.choices[decision] + np.array(chosen)] = 1 / len(chosen)
    perfect = solved.first_mover_chance
    chances = solved.policy_chances(weights)
    first, second = (
        ExactSeat(seat, mine, mine - chances[seat]) for seat, mine in enumerate((perfect, 1 - perfect))
    )
    return ExactVerdict(game, player.name, (first, second))


def _interval(mean: float, error: float, games: int) -> tuple[float, float]:
    """The 95 % confidence interval of a mean of losses, which are at least 0 and at most about a win.

    Where few games have a loss, the spread of the games says little: a mistake that is made in one game of
    many, and costs it, may not have come up. Therefore the upper end is that of Wilson's interval for games
    that are lost as a whole (E. B. Wilson, "Probable inference, the law of succession, and statistical
    inference", 1927), with the spread of these games: 3.84 / games where there is no loss.
    """
    if not games:
        return mean, mean
    upper = mean + (Z95**2 / 2 + Z95 * sqrt((error * games) ** 2 + Z95**2 / 4)) / games
    return max(0.0, mean - Z95 * error), upper


def use_exact_kernels(game: DiceGame) -> None:
    """Use every kernel that exact play of a game and verdicts on it need, so that they are compiled.

    A game that takes long to solve with any parameters compiles them when it is solved.
    """
    least = smallest_of(game)
    if is_soon(least):
        for games in (None, _FEWEST):
            exact_verdict(least, RandomPlayer(), None, games, 0)
