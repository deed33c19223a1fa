"""Boards as SVG: what is read out of the picture is what stands on the board."""

from __future__ import annotations

from xml.etree.ElementTree import Element, fromstring

import pytest
from drawn_games import BOARDLESS, CROWDED, DRAWN, choices_of

from senet_gp.games.board_pictures import board_svg
from senet_gp.games.protocol import Game
from senet_gp.games.registry import game_of, in_words
from senet_gp.games.senet import Senet, SenetPosition

every_game = pytest.mark.parametrize("game", DRAWN, ids=in_words)
SVG = "{http://www.w3.org/2000/svg}"


def read(picture: str) -> Element:
    return fromstring(picture)  # noqa: S314 - it is our own


def squares_in(picture: Element) -> dict[int, Element]:
    return {
        int(part.attrib["data-square"]): part for part in picture.iter(f"{SVG}g") if part.get("data-square")
    }


def pieces_in(picture: Element) -> dict[int, tuple[int, ...]]:
    """The seats of the pieces that lie within each square's frame."""
    found: dict[int, tuple[int, ...]] = {}
    for square, part in squares_in(picture).items():
        for circle in part.iter(f"{SVG}circle"):
            assert lies_within(part, float(circle.attrib["cx"]), float(circle.attrib["cy"]))
            # The first mover's are full, the other's are rings.
            assert (circle.get("fill") == "currentColor") == (circle.attrib["data-seat"] == "0")
            assert ("stroke" in circle.attrib) == (circle.attrib["data-seat"] == "1")
            found[square] = (*found.get(square, ()), int(circle.attrib["data-seat"]))
    return found


def lies_within(square: Element, x: float, y: float) -> bool:
    frame = square.find(f"{SVG}rect")
    assert frame is not None
    left, top, width, height = (float(frame.attrib[name]) for name in ("x", "y", "width", "height"))
    return left < x < left + width and top < y < top + height


def square_at(picture: Element, point: str) -> int:
    """The square in which a point lies; 0 if it lies in none."""
    x, y = map(float, point.split(","))
    width, height = (float(picture.attrib[name]) for name in ("width", "height"))
    assert 0 <= x <= width
    assert 0 <= y <= height
    inside = [square for square, part in squares_in(picture).items() if lies_within(part, x, y)]
    return inside[0] if inside else 0


def arrows_in(picture: Element) -> list[tuple[int, int]]:
    """The squares in which the arrows begin, and those in which their tips lie."""
    found = []
    for part in picture.iter(f"{SVG}g"):
        if part.get("data-step"):
            line, head = part.find(f"{SVG}path"), part.find(f"{SVG}polygon")
            assert line is not None
            assert head is not None
            begin = line.attrib["d"].removeprefix("M").partition("Q")[0]
            found.append((square_at(picture, begin), square_at(picture, head.attrib["points"].split()[0])))
    return found


@every_game
def test_every_square_label_and_piece_is_there(game: Game) -> None:
    for choice in choices_of(game, 1):
        picture = read(board_svg(game, choice.before, choice.seat))
        assert pieces_in(picture) == game.occupants(choice.before, choice.seat)
        for square, part in squares_in(picture).items():
            texts = [text.text for text in part.iter(f"{SVG}text")]
            note = game.geometry.notes.get(square)
            assert texts == [game.geometry.label(square), *([note] if note else [])]
        assert squares_in(picture).keys() == game.geometry.places.keys()


@every_game
def test_squares_lie_as_on_the_table(game: Game) -> None:
    picture = read(board_svg(game, game.starts()[0], 0))
    corners = {}
    for square, part in squares_in(picture).items():
        frame = part.find(f"{SVG}rect")
        assert frame is not None
        corners[square] = (float(frame.attrib["y"]), float(frame.attrib["x"]))
    by_place = sorted(corners, key=lambda square: corners[square])
    assert by_place == [square for row in game.geometry.rows for square in row]
    assert len(set(corners.values())) == len(corners)


@every_game
def test_arrows_lead_from_square_to_square(game: Game) -> None:
    for choice in choices_of(game, 1):
        steps = choice.decision.steps(choice.index)
        picture = read(board_svg(game, choice.before, choice.seat, steps=steps))
        # An arrow from the hand is a short one, in the square where the piece is placed.
        assert arrows_in(picture) == [(start or target, target) for start, target in steps]


def test_several_steps_are_numbered() -> None:
    position = SenetPosition.of([9, 30], [10, 20])
    decision = Senet().decision(position, 0, (1, 1, 1, 2))
    (index,) = (i for i in range(len(decision.afterstates)) if decision.notation(i) == "9+1 10+1 11+1 30+2")
    steps = decision.steps(index)
    assert steps == [(9, 10), (10, 11), (11, 12), (30, 0)]
    picture = read(board_svg(Senet(), position, 0, steps=steps))
    assert arrows_in(picture) == steps
    numbers = [part.findtext(f"{SVG}text") for part in picture.iter(f"{SVG}g") if part.get("data-step")]
    assert numbers == ["1", "2", "3", "4"]
    one = board_svg(Senet(), position, 0, steps=steps[:1])
    assert [p.find(f"{SVG}text") for p in read(one).iter(f"{SVG}g") if p.get("data-step")] == [None]


def test_special_squares_are_marked() -> None:
    picture = read(board_svg(Senet(), SenetPosition.start(), 0))
    shaded = [
        square
        for square, part in squares_in(picture).items()
        if any("fill-opacity" in frame.attrib for frame in part.iter(f"{SVG}rect"))
    ]
    assert sorted(shaded) == [26, 27, 28, 29, 30]


def test_a_picture_says_what_it_shows() -> None:
    hexapawn = game_of("hexapawn")
    decision = hexapawn.decision(hexapawn.decision(hexapawn.starts()[0], 0, ()).following(0), 1, ())
    text = board_svg(hexapawn, decision.position, 1, steps=decision.steps(0), title="Black's reply")
    picture = read(text)
    assert picture.attrib["role"] == "img"
    assert picture[0].tag == f"{SVG}title"
    assert picture[0].text == "Black's reply"
    assert picture.findtext(f"{SVG}desc") == (
        "The first mover's pieces, full: 4 2 3. The other's, rings: 7 8 9. Arrow from 9 to 6."
    )
    assert read(board_svg(hexapawn, decision.position, 1))[0].text == "Hexapawn"


def test_whatever_a_game_is_called_the_picture_is_sound() -> None:
    picture = read(board_svg(CROWDED, None, 0, steps=[(1, 5), (4, 0), (0, 3)]))
    assert picture.findtext(f"{SVG}title") == "Crowd <& \\x1b>"
    assert {square: tuple(found) for square, found in pieces_in(picture).items()} == CROWDED.occupants(
        None, 0
    )
    assert sorted(squares_in(picture)) == [1, 2, 3, 4, 5]
    assert [text.text for text in squares_in(picture)[5].iter(f"{SVG}text")] == ["<end>"]
    assert arrows_in(picture) == [(1, 5), (4, 0), (3, 3)]


def test_without_a_board_there_is_the_positions_text() -> None:
    picture = read(board_svg(BOARDLESS, 12, 0))
    assert [text.text for text in picture.iter(f"{SVG}text")] == ["<12>"]
    assert picture.findtext(f"{SVG}desc") == "<12>"
