"""Examples that teach the small games, in the order in which they matter."""

from __future__ import annotations

from senet_gp.games.examples import RuleExample
from senet_gp.games.protocol import Decision


def _always(_decision: Decision) -> bool:
    return True


def _wins(decision: Decision) -> bool:
    return any(afterstate.result == 1 for afterstate in decision.afterstates)


def _must_stop_a_line(decision: Decision) -> bool:
    """Whether the other player could win now, and this one cannot."""
    game = decision.game
    theirs = game.afterstates(game.swapped(decision.position))
    return not _wins(decision) and any(afterstate.result == 1 for afterstate in theirs)


def _takes(decision: Decision) -> bool:
    return any("x" in decision.notation(index) for index in range(len(decision.afterstates)))


def _loses(decision: Decision) -> bool:
    return any(afterstate.result == -1 for afterstate in decision.afterstates)


def _three_in_a_line(position: str, move: str) -> RuleExample:
    text = "Three in a row, a column or a diagonal win."
    return RuleExample("Three in a line", text, position, (), move, _wins)


def _stopped_line(position: str, move: str, what: str) -> RuleExample:
    text = f"They have two in a line, and would win on {move}: {what}."
    return RuleExample("Stop their line", text, position, (), move, _must_stop_a_line)


HEXAPAWN = (
    RuleExample(
        "A step", "A pawn steps one square straight ahead, if that is free.", "xxx...ooo", (), "2-5", _always
    ),
    RuleExample(
        "Taking",
        "A pawn takes one square diagonally ahead: here the pawn on 1 takes the one on 5.",
        "xxx.o.o.o",
        (),
        "1x5",
        _takes,
    ),
    RuleExample("Across the board", "Whoever reaches the far row has won.", "..xx....o", (), "4-7", _wins),
    RuleExample(
        "No move left",
        "Whoever leaves the other without a move has won, too: the pawn on 8 cannot go on.",
        ".x.....o.",
        (),
        "2-5",
        _wins,
    ),
)
TICTACTOE = (
    RuleExample("A piece", "Place a piece on any free square.", ".........", (), "5", _always),
    _three_in_a_line("xx.oo....", "3"),
    _stopped_line(".x..oo..x", "4", "take that square"),
)
TRILOBITE = (
    RuleExample(
        "A piece falls",
        "Drop a piece into a column: it falls to the lowest free square.",
        ".......o.",
        (),
        "4",
        _always,
    ),
    _three_in_a_line("...oo.xx.", "8"),
    _stopped_line("...x..oo.", "8", "drop a piece there"),
)
PURSUIT = (
    RuleExample("A step", "Step one square left, right, up or down.", "0,0,2,2,-1,-1", (), "3", _always),
    RuleExample("Catching", "Whoever steps onto the other has won.", "0,0,1,0,-1,-1", (), "1", _wins),
    RuleExample(
        "Never the same step twice",
        "Whoever makes the same step twice running has lost: after a step to the right, go another way.",
        "1,0,3,3,1,-1",
        (),
        "3",
        _loses,
    ),
)
