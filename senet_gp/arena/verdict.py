"""The exact verdict on a player of a small game: the worst result of all lines of play against them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from senet_gp.arena.lines_of_play import Foreseeable, LinesOfPlay, Show
from senet_gp.games.registry import part_of
from senet_gp.games.small import Rulebook, SmallGame, small_game
from senet_gp.players.parsing import Entrant, as_player
from senet_gp.runtime.codec import fields_as_json
from senet_gp.runtime.errors import UsageError, brief

#: A walk that visits more positions is given up: it would take minutes.
MAX_POSITIONS = 2_000_000
#: So many positions are walked in about a second, where somebody waits for more than this verdict.
QUICK_WALK = 20_000

_SEATS = ("first", "second")
_RESULTS = {1: "always wins", 0: "never loses, but does not always win", -1: "can lose"}


class Measure(Protocol):
    """An additional measure of a player, in games that have one."""

    @property
    def perfect(self) -> bool:
        """Whether the player never does what perfect play never does."""

    def as_json(self) -> dict[str, Any]:
        """The measure as the command line prints it."""

    def lines(self) -> list[str]:
        """The measure for people."""


@dataclass(frozen=True)
class SeatVerdict:
    """What is proven about a player in one seat.

    Attributes:
        seat: 0 if the player moves first, else 1.
        worst: the player's worst result over all lines of play: 1 a win, 0 a draw, -1 a loss. A line that can
            go on for ever is a draw.
        positions: the number of positions visited, with either player to move, not counting ends of games.
        start: the position in which the line below starts, as the first mover sees it.
        line: the moves of a shortest line with the worst result; of a line that can go on for ever, the moves
            up to a repeated position.
    """

    seat: int
    worst: int
    positions: int
    start: str
    line: tuple[str, ...]

    def __repr__(self) -> str:
        return brief(self, self)

    def as_json(self) -> dict[str, Any]:
        """The verdict as the command line prints it."""
        return fields_as_json(self) | {"seat": _SEATS[self.seat]}

    def __str__(self) -> str:
        return f"moving {_SEATS[self.seat]}: {_RESULTS[self.worst]} ({self.positions} positions met)"


@dataclass(frozen=True)
class Verdict:
    """What is proven about a player.

    Attributes:
        game: the game's name.
        player: the player's name.
        seats: the verdict for each seat, that of the first mover first.
        measure: the game's additional measure, if it has one: in Pursuit, where the player does what perfect
            play never does.
    """

    game: str
    player: str
    seats: tuple[SeatVerdict, SeatVerdict]
    measure: Measure | None = None

    def __repr__(self) -> str:
        seats = (f"moving {_SEATS[seat.seat]} {_RESULTS[seat.worst]}" for seat in self.seats)
        return brief(self, self.game, *seats, self.player)

    def as_json(self) -> dict[str, Any]:
        """The verdict as ``senet-gp verdict --json`` prints it."""
        return {name: value for name, value in fields_as_json(self).items() if value is not None}


def verdict(game: SmallGame | str, player: Entrant, show: Show | None = None) -> Verdict:
    """Walk every line of play against a player, in both seats.

    >>> [seat.worst for seat in verdict("hexapawn", "minimax").seats]
    [-1, 1]

    Args:
        game: the game, with its parameters, or the name of a small game.
        player: the player that is judged, a text that names it (see
            :func:`~senet_gp.players.parsing.player_from_text`), or an expression, such as an individual.
        show: is called now and then with the number of positions visited in the current seat.

    Raises:
        UsageError: if the game has too many positions, the player does not say which moves it may choose, or
            there is no such game or player.
        KeyboardInterrupt: if the user interrupts the program.
    """
    game = small_game(game) if isinstance(game, str) else game
    judged = as_player(player, game)
    if not isinstance(judged, Foreseeable):
        raise UsageError(
            f"{judged.name} does not say which moves it may choose, so nothing can be proven of it: name an "
            "expression, a table, a machine, or minimax"
        )
    found = proven(Rulebook(game), judged, MAX_POSITIONS, show)
    if found is None:
        raise UsageError(f"more than {MAX_POSITIONS} positions can be reached: choose a smaller board")
    return found


def proven(
    rulebook: Rulebook,
    player: Foreseeable,
    most_positions: int,
    show: Show | None = None,
    at_least: tuple[int, int] = (-1, -1),
) -> Verdict | None:
    """The verdict on a player; :func:`verdict` tells what it is.

    Args:
        rulebook: the game. Who judges several players saves time if all have the same one.
        player: the player that is judged.
        most_positions: there is no verdict if more positions are visited in one seat.
        show: is called now and then with the number of positions visited in the current seat.
        at_least: nor is there one if the worst result in a seat is worse than this.

    Raises:
        KeyboardInterrupt: if the user interrupts the program.
    """
    walks, seats = [], []
    for seat, least in enumerate(at_least):
        walk = LinesOfPlay(rulebook, player, seat, most_positions, show)
        if not walk.complete:
            return None
        seats.append(_seat_verdict(walk))
        walks.append(walk)
        if seats[-1].worst < least:
            return None
    game = rulebook.game
    measured, measure = part_of(game.name, "measure"), None
    if measured is not None:
        measure = measured(game, {d.position: (d, may) for walk in walks for d, may in walk.decisions})
    return Verdict(game.name, player.name, (seats[0], seats[1]), measure)


def seat_verdict(
    rulebook: Rulebook, player: Foreseeable, seat: int, most_positions: int
) -> SeatVerdict | None:
    """Walk every line of play against a player in one seat.

    Returns:
        The verdict, or None if there are more than ``most_positions`` positions.

    Raises:
        KeyboardInterrupt: if the user interrupts the program.
    """
    walk = LinesOfPlay(rulebook, player, seat, most_positions)
    return _seat_verdict(walk) if walk.complete else None


def _seat_verdict(walk: LinesOfPlay) -> SeatVerdict:
    """What a complete walk has proven."""
    worst = walk.worst()
    start = walk.game.text(worst.start)
    return SeatVerdict(walk.seat, worst.result, walk.positions, start, tuple(worst.moves))
