"""Drawings of what a machine has learned: small boards with the weights of their moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from senet_gp.experiments.matchbox_training import Change
from senet_gp.games.board_texts import small_rows
from senet_gp.games.small import Position, SmallGame
from senet_gp.players.matchbox import BOXES, Box, MatchboxPlayer, weight_names

_GAP = "   "


def drawn_boxes(
    player: MatchboxPlayer, signs: tuple[str, str] = ("x", "o"), empty: str = ".", width: int = 80
) -> Iterator[str]:
    """The lines of a drawing of every box, as many side by side as fit.

    Boards are seen from the first mover's side. Next to each are its moves with their weights, or the value
    of the board, and below it whatever a board cannot show.

    Args:
        player: the machine.
        signs: the signs of the first and of the second mover's pieces.
        empty: the sign of an empty square.
        width: the largest width of a line, in characters.
    """
    for seat, who in enumerate(("first mover", "second mover")):
        boxes = [(text, box) for text, box in player.boxes.items() if box.seat == seat]
        if not boxes:
            continue
        boxes.sort(key=lambda item: (-_pieces(player.game, player.game.position_from(item[0])), item[0]))
        what = "Boxes" if player.scheme.form == BOXES else "Boards after a move"
        yield f"{what} of the {who}, {signs[seat]}: {len(boxes)}"
        yield ""
        blocks = [_block(player, text, box, signs, empty) for text, box in boxes]
        yield from _side_by_side(blocks, width)


def drawn_changes(
    game: SmallGame,
    changes: Sequence[Change],
    signs: tuple[str, str] = ("x", "o"),
    empty: str = ".",
    width: int = 80,
) -> Iterator[str]:
    """The lines of a drawing of what a game has changed: the boards with their weights.

    Args:
        game: the game.
        changes: the changed decisions, at least one.
        signs: the signs of the first and of the second mover's pieces.
        empty: the sign of an empty square.
        width: the largest width of a line, in characters.
    """
    blocks = []
    for change in changes:
        decision = change.decision
        weights = [
            str(old) if old == new else f"{old} -> {new}"
            for old, new in zip(change.before, change.after, strict=True)
        ]
        longest = max(map(len, weights))
        entries = [(decision.notation(index), f"{text:<{longest}}") for index, text in enumerate(weights)]
        blocks.append(_with_weights(game, decision.position, decision.seat, entries, signs, empty))
    yield from _side_by_side(blocks, width)


def _pieces(game: SmallGame, position: Position) -> int:
    """How many squares are not empty."""
    return len(game.occupants(position, 0))


def _block(player: MatchboxPlayer, text: str, box: Box, signs: tuple[str, str], empty: str) -> list[str]:
    """The lines of one box: the rows of the board, with the weights in as many columns as needed."""
    position = player.game.position_from(text)
    names = weight_names(player, text, box.seat)
    entries = list(zip(names, map(str, box.weights), strict=True))
    return _with_weights(player.game, position, box.seat, entries, signs, empty)


def _with_weights(
    game: SmallGame,
    position: Position,
    seat: int,
    entries: Sequence[tuple[str, str]],
    signs: tuple[str, str],
    empty: str,
) -> list[str]:
    """A board with names and weights next to it, and below it whatever a board cannot show."""
    text = game.text(position)
    lines = [" ".join(row) for row in small_rows(game, position, seat, signs, empty)] or [text]
    height = len(lines)
    for first in range(0, len(entries), height):
        column = entries[first : first + height]
        name_width = max(len(name) for name, _ in column)
        weight_width = max(len(weight) for _, weight in column)
        cells = [f"  {name:<{name_width}} {weight:>{weight_width}}" for name, weight in column]
        blank = " " * len(cells[0])
        lines = [line + cell for line, cell in zip_longest(lines, cells, fillvalue=blank)]
    return lines if game.shows_all(position) or not game.geometry.rows else [*lines, text]


def _side_by_side(blocks: Sequence[list[str]], width: int) -> Iterator[str]:
    """Blocks of lines in rows, all columns equally wide, with an empty line after each row."""
    widest = max(len(line) for block in blocks for line in block)
    count = max(1, (width + len(_GAP)) // (widest + len(_GAP)))
    for first in range(0, len(blocks), count):
        for lines in zip_longest(*blocks[first : first + count], fillvalue=""):
            yield _GAP.join(f"{line:<{widest}}" for line in lines).rstrip()
        yield ""
