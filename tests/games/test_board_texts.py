"""Boards as text: of all games as they have always been drawn, and of games from outside."""

from __future__ import annotations

from typing import Any

import pytest
from drawn_games import BOARDLESS, CROWDED, DRAWN, choices_of

from senet_gp.games.board.game import BoardGame
from senet_gp.games.board_texts import board_text, changed_squares, marked_text, small_rows, table_lines
from senet_gp.games.protocol import Game, Geometry, grid
from senet_gp.games.registry import in_words
from senet_gp.games.senet import Senet, SenetPosition

every_game = pytest.mark.parametrize("game", [game for game in DRAWN if game.geometry.places], ids=in_words)
#: Those whose pieces stand in masks, by which the boards are drawn here anew.
every_masked_game = pytest.mark.parametrize(
    "game", [game for game in DRAWN if isinstance(game, BoardGame | Senet)], ids=in_words
)
both_signs = pytest.mark.parametrize(("signs", "empty"), [(("x", "o"), "."), (("●", "○"), "·")])


def plain_text(game: Game, position: Any, seat: int, signs: tuple[str, str], empty: str) -> str:
    """The board drawn from the masks of its position, six characters a square."""
    if isinstance(game, BoardGame):
        first = position if seat == 0 else game.swapped(position)
        masks, rows = (first.mine, first.theirs), game.geometry.rows
    else:
        masks = (position.mine, position.theirs) if seat == 0 else (position.theirs, position.mine)
        rows = (tuple(range(10, 0, -1)), tuple(range(11, 21)), tuple(range(30, 20, -1)))
    lines = []
    for row in rows:
        labels, pieces = "", ""
        for square in row:
            labels += f"{plain_label(game, square):>6}"
            sign = signs[0] if masks[0] >> square & 1 else signs[1] if masks[1] >> square & 1 else empty
            pieces += f"{sign:>6}"
        lines += [labels, pieces]
    if game.name == "senet":
        lines.append("   any     2     3 water house")
    return "\n".join(lines)


def plain_label(game: Game, square: int) -> str:
    if game.name == "pursuit":
        size = len(game.geometry.rows)
        return f"{(square - 1) % size},{(square - 1) // size}"
    if game.name == "trilobite":
        return str(square - 1)
    return str(square) if game.name in {"senet", "hexapawn", "tictactoe"} else game.geometry.label(square)


@every_masked_game
@both_signs
def test_boards_look_as_their_masks_say(game: Game, signs: tuple[str, str], empty: str) -> None:
    for choice in choices_of(game, 2):
        for position in (choice.before, choice.played.position):
            text = board_text(game, position, choice.seat, signs, empty)
            assert text == plain_text(game, position, choice.seat, signs, empty)


@every_game
def test_both_players_see_the_same_table(game: Game) -> None:
    for choice in choices_of(game, 2):
        if choice.ends_turn and choice.result is None:
            after = board_text(game, choice.played.position, choice.seat)
            assert after == board_text(game, choice.next_position, 1 - choice.seat)


@every_game
def test_small_rows_hold_the_signs_alone(game: Game) -> None:
    lines = 3 if game.name == "senet" else len(game.geometry.rows)
    for choice in choices_of(game, 2):
        text = board_text(game, choice.before, choice.seat, ("1", "2"), "-").splitlines()
        rows = small_rows(game, choice.before, choice.seat, ("1", "2"), "-")
        assert rows == [line.split() for line in text[1 : 2 * lines : 2]]


def test_senets_board_lies_as_it_does_on_the_table() -> None:
    """Square 1 is top right, 10 top left, 11 below 10, 20 below 1, 21 below 20, 30 bottom left."""
    position = SenetPosition.of([1, 11, 30], [10, 20, 21])
    rows = [line.split() for line in board_text(Senet(), position, 0).splitlines()]
    assert rows[0] == [str(square) for square in range(10, 0, -1)]
    assert rows[1] == [*"o........x"]
    assert rows[2] == [str(square) for square in range(11, 21)]
    assert rows[3] == [*"x........o"]
    assert rows[4] == [str(square) for square in range(30, 20, -1)]
    assert rows[5] == [*"x........o"]
    assert rows[6] == ["any", "2", "3", "water", "house"]  # 30 to 26
    from_the_other_seat = board_text(Senet(), SenetPosition.of([1], [2]), 1, ("x", "o"), "-")
    assert from_the_other_seat.splitlines()[1].split() == [*"--------xo"]


def test_marks_stand_below_labels_and_without_notes() -> None:
    assert marked_text(Senet.geometry, {7: "em", 27: "p"}, "·").splitlines() == [
        "    10     9     8     7     6     5     4     3     2     1",
        "     ·     ·     ·    em     ·     ·     ·     ·     ·     ·",
        "    11    12    13    14    15    16    17    18    19    20",
        "     ·     ·     ·     ·     ·     ·     ·     ·     ·     ·",
        "    30    29    28    27    26    25    24    23    22    21",
        "     ·     ·     ·     p     ·     ·     ·     ·     ·     ·",
    ]


def test_many_pieces_on_a_square_are_counted_and_no_square_is_drawn_where_none_lies() -> None:
    assert board_text(CROWDED, None, 0).splitlines() == [
        "     1     2",
        "    7x     .",
        "     3     4 <end>",
        "    xo  xxoo   12o",
        "         a&b",
    ]


def test_columns_are_as_wide_as_the_longest_text() -> None:
    assert marked_text(Senet.geometry, {10: "a long mark"}).splitlines()[0] == "".join(
        f"{square:12}" for square in range(10, 0, -1)
    )


def test_without_a_board_there_is_the_positions_text() -> None:
    assert board_text(BOARDLESS, 12, 0) == "<12>"


SIGNS = ("x", "o")


def text(game: Game, position: object, seat: int, changed: set[int] = frozenset()) -> list[str]:  # type: ignore[assignment]
    lines = table_lines(game, position, seat, SIGNS, ".", changed)
    return ["".join(part.text for part in line).rstrip() for line in lines]


@pytest.mark.parametrize("game", DRAWN, ids=in_words)
def test_it_is_the_board_with_marks_around_what_has_changed(game: Game) -> None:
    for choice in choices_of(game, 4):
        before, after = (choice.before, choice.seat), (choice.played.position, choice.seat)
        changed = changed_squares(game, before, after)
        drawn = text(game, *after, changed)
        plain = board_text(game, *after).splitlines()
        bare = ["".join(" " if sign in "()←→" else sign for sign in line) for line in drawn]
        assert [line.split() for line in bare] == [line.split() for line in plain]
        marks = sum(line.count("(") for line in drawn)
        assert marks == sum(line.count(")") for line in drawn) == len(changed)
        assert max(map(len, drawn)) <= max(map(len, plain))


def test_marks_of_neighbours_and_the_way_of_each_row() -> None:
    drawn = text(Senet(), SenetPosition.of([10, 9, 20], [1, 21]), 0, {10, 9, 1, 20, 21})
    assert drawn[1] == "←  (x)   (x)    .     .     .     .     .     .     .    (o)"
    assert drawn[3].startswith("→   .")
    assert drawn[3].endswith("(x)")
    assert max(map(len, drawn)) == 60


def test_a_crowded_square_is_marked_whole() -> None:
    assert text(CROWDED, None, 0, {3, 4}) == [
        "    1     2",
        "   7x     .",
        "    3     4 <end>",
        "  (xo)(xxoo)  12o",
        "        a&b",
    ]


def test_a_wide_board_is_narrower_on_a_narrow_terminal() -> None:
    class Wide(Senet):
        geometry = Geometry(grid(15, 2))  # type: ignore[misc]

    lines = table_lines(Wide(), SenetPosition.of([1], [30]), 0, SIGNS, ".", {1, 30}, columns=60)
    assert max(len("".join(part.text for part in line)) for line in lines) <= 60


def test_pieces_at_home_are_told() -> None:
    assert Senet(3).beside(SenetPosition.of([5], [7, 8])) == {"home, of 3": (2, 1)}
