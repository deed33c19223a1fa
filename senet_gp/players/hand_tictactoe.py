"""The hand-made player of tic-tac-toe: LOGIC, which plays by rules, as people do.

Its rules are those of Newell and Simon's program (Human Problem Solving, 1972), in the order in which Crowley
and Siegler give them ("Flexible strategy use in young children's tic-tac-toe", Cognitive Science 17, 1993):
win, block, fork, block a fork, centre, opposite corner, corner, side. LOGIC follows the first rule that names
a square.

There are two ways to block a fork: to leave the opponent none, or to make two in a row, which they have to
block. Here both are one rule, which leaves the opponent no fork that they have time for; two in a row whose
block makes the fork does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from senet_gp.games.board.game import squares_of
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.tictactoe import LINES
from senet_gp.players.player import Player, ScoringPlayer

#: Finds the squares that a rule names, given my squares and theirs; all are bit masks, bit n for square n.
Rule = Callable[[int, int], int]


def _mask(squares: Iterable[int]) -> int:
    return sum(1 << square for square in set(squares))


_BOARD = _mask(range(1, 10))
_LINES = [_mask(cell + 1 for cell in line) for line in LINES]
_CENTRE = _mask([5])
_CORNERS = _mask([1, 3, 7, 9])


def _free(mine: int, theirs: int) -> list[int]:
    return squares_of(_BOARD & ~(mine | theirs))


def _winning(mine: int, theirs: int) -> int:
    """The free squares that complete a line of mine."""
    lines = (line & ~mine for line in _LINES if (line & mine).bit_count() == 2 and not line & theirs)
    return _mask(square for line in lines for square in squares_of(line))


def _forking(mine: int, theirs: int) -> int:
    """The free squares that make two threats at once."""
    return _mask(s for s in _free(mine, theirs) if _winning(mine | 1 << s, theirs).bit_count() > 1)


def _fork_blocking(mine: int, theirs: int) -> int:
    """If the opponent could fork: the free squares after which they cannot, or have no time for it."""
    if not _forking(theirs, mine):
        return 0
    return _mask(s for s in _free(mine, theirs) if not _forks_in_time(theirs, mine | 1 << s))


def _forks_in_time(mine: int, theirs: int) -> int:
    """The squares that make a fork and also block the other player's threat, if there is one."""
    return _forking(mine, theirs) & (_winning(theirs, mine) or _BOARD)


#: The rules, in order of priority. They may name squares that are not free, which are ignored.
RULES: dict[str, Rule] = {
    "win": _winning,
    "block": lambda mine, theirs: _winning(theirs, mine),
    "fork": _forking,
    "block a fork": _fork_blocking,
    "centre": lambda _, __: _CENTRE,
    "opposite corner": lambda _, theirs: _mask(10 - corner for corner in squares_of(theirs & _CORNERS)),
    "corner": lambda _, __: _CORNERS,
    "side": lambda _, __: _BOARD & ~_CORNERS & ~_CENTRE,
}


class LogicPlayer(ScoringPlayer):
    """Plays a square that the first applicable rule names; if there are several, one is drawn."""

    name = "hand:LOGIC"

    def scores(self, decision: Decision) -> list[int]:
        """8 for a square that the first rule names, down to 1 for a square that only the last rule names."""
        position = decision.position
        named = [rule(position.mine, position.theirs) for rule in RULES.values()]
        return [
            max(
                len(named) - number
                for number, squares in enumerate(named)
                if squares >> afterstate.target & 1
            )
            for afterstate in decision.afterstates
        ]


#: The functions that make the hand-made players, by name.
PLAYERS: dict[str, Callable[[Game], Player]] = {"LOGIC": lambda _game: LogicPlayer()}
