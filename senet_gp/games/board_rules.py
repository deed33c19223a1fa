"""The compiled rules of all small games behind two functions, by the kind of rules.

A game's parameters are an array of ``int64`` whose first element is the kind of rules. To add a game, add its
kind and one branch to each function.
"""

from __future__ import annotations

from senet_gp.compiled import kernel
from senet_gp.games import hexapawn_rules, line_rules, pursuit_rules
from senet_gp.games.afterstates import Boards, Parameters, Results

#: The kinds of rules.
LINES, HEXAPAWN, PURSUIT = range(3)


@kernel
def successors(
    parameters: Parameters, mine: int, theirs: int, extra: int, boards: Boards, results: Results
) -> int:
    """The boards that the moves of the player to move lead to, in the order of the game's candidates.

    Args:
        parameters: the game's.
        mine: the squares of the player to move.
        theirs: those of the other.
        extra: what the squares do not show.
        boards: where the boards go, still seen by the player who has moved.
        results: where their results go: 1, 0, -1 for a game won, drawn, lost by the mover, else ``GOES_ON``.

    Returns:
        How many there are.
    """
    if parameters[0] == LINES:
        return line_rules.successors(mine, theirs, parameters, boards, results)
    if parameters[0] == HEXAPAWN:
        return hexapawn_rules.successors(mine, theirs, boards, results)
    return pursuit_rules.successors(mine, theirs, extra, parameters, boards, results)


@kernel
def turned(parameters: Parameters, mine: int, theirs: int, extra: int) -> tuple[int, int, int]:
    """A board as the other player sees it: his squares, those of the first, and what they do not show."""
    if parameters[0] == HEXAPAWN:
        return hexapawn_rules.turned_mask(theirs), hexapawn_rules.turned_mask(mine), 0
    if parameters[0] == PURSUIT:
        own_last, their_last = pursuit_rules.own_last_move(extra), pursuit_rules.their_last_move(extra)
        return theirs, mine, pursuit_rules.packed(their_last, own_last)
    return theirs, mine, 0
