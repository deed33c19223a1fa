"""The messages to a person before and after each of several games: their pieces, and the winner."""

from __future__ import annotations

from typing import Any

from senet_gp.cli.game_table import GameTable


def tell_beginning(table: GameTable, heading: str, seat: int, opponent: str, position: Any) -> None:
    """Say which game begins, and which pieces the person has; if they move second, show the board.

    Args:
        table: where the person sits.
        heading: which game it is.
        seat: 0 if the person moves first, else 1.
        opponent: the name of their opponent.
        position: the board, as the first mover sees it.
    """
    place = "second" if seat else "first"
    table.say(f"\n{heading}\nYou are {table.signs[seat]} and move {place}, against {opponent}.")
    if seat:
        table.draw(position, 0)


def tell_end(table: GameTable, seat: int, outcome: int, opponent: str, turns: int) -> None:
    """Name the winner: the person (``outcome`` 1), the opponent (-1), or nobody (0)."""
    after = f"after {turns} turns" if turns != 1 else "after 1 turn"
    if outcome == 0:
        table.say(f"The game is over {after}; nobody has won.")
    elif outcome > 0:
        table.say(f"{table.signs[seat]} You have won {after}.")
    else:
        table.say(f"{table.signs[1 - seat]} {opponent} has won {after}.")
