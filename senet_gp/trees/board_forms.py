"""The forms of the boards that exported Python files read, which depend on the game.

The text of a board has a character for each square, from square 1 on: x for a piece of the player who has
just moved, o for a piece of the other, a dot for an empty square. The files contain the sources of the
functions that read it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from primitives.vocabulary import Vocabulary
from senet_gp.games.plain import Pieces
from senet_gp.games.protocol import Board, Game, in_signs

#: The most moves that lead to a random board.
_MOST_MOVES = 20
#: The explanation, in exported files, of boards that are written square by square.
SQUARES_USAGE = """\
Run it with boards as arguments to score them, and to see which of them is played. A board is one character
a square from 1 on: x a piece of the player who has just moved, o one of the other's, . an empty square.
"""


def pieces(text: str, squares: int) -> tuple[frozenset[int], frozenset[int]]:
    """The squares of x and those of o."""
    if len(text) != squares or set(text) - set("xo."):
        raise ValueError(f"a board is {squares} characters x, o or ., not {text!r}")
    mine = frozenset(square for square, piece in enumerate(text, 1) if piece == "x")
    return mine, frozenset(square for square, piece in enumerate(text, 1) if piece == "o")


def numbers(texts: list[str]) -> list[int]:
    """Texts as whole numbers."""
    try:
        return [int(text) for text in texts]
    except ValueError:
        raise ValueError(f"there should be whole numbers instead of {', '.join(texts)}") from None


def read_moved(text: str, squares: int, width: int) -> Board:
    """``BOARD``, ``BOARD:TARGET`` or ``BOARD:START-TARGET``."""
    board, _, move = text.partition(":")
    mine, theirs = pieces(board, squares)
    start, _, target = move.rpartition("-")
    first, last = numbers([start or "0", target or "0"])
    return Board(mine, theirs, squares=squares, width=width, start=first, target=last)


@dataclass(frozen=True)
class BoardForm:
    """The text form of a game's boards.

    Attributes:
        read: makes a board, as words see it, from its text, the number of squares, and the width; exported
            files contain the source of this function.
        usage: the explanation of the form, in which ``{start}`` stands for the board at the start.
        sample: draws a random board and returns its text.
    """

    read: Callable[[str, int, int], Any]
    usage: str
    sample: Callable[[Vocabulary, random.Random], str]


def sample_pieces(vocabulary: Vocabulary, rng: random.Random) -> str:
    """The text of a random board: pieces of both sides on random squares."""
    squares = vocabulary.squares
    counted = vocabulary.by_name.get("my_pieces")
    most = squares if counted is None else counted.high
    mine, theirs = rng.randint(0, most), rng.randint(0, most)
    signs = ("x" * mine + "o" * theirs)[:squares].ljust(squares, ".")
    return "".join(rng.sample(signs, squares))


def reached(game: Game, rng: random.Random) -> Any:
    """What words see after some random moves."""
    position, seat = rng.choice(game.starts()), 0
    for left in range(rng.randrange(_MOST_MOVES), -1, -1):
        chances = game.throw_chances(position)
        (throws,) = rng.choices(list(chances), list(chances.values()))
        decision = game.decision(position, seat, throws)
        index = rng.randrange(len(decision.afterstates))
        if left == 0 or decision.result(index) is not None:
            break
        position = decision.following(index)
        seat ^= decision.ends_turn(index)
    return decision.view(index)


def sample_moved(vocabulary: Vocabulary, rng: random.Random) -> str:
    """The text of a board that random moves lead to, with the move just made."""
    board = reached(vocabulary.game, rng)
    return f"{in_signs(board.mine, board.theirs, vocabulary.squares)}:{board.start}-{board.target}"


#: Boards with the move just made.
MOVED = BoardForm(
    read_moved,
    SQUARES_USAGE
    + """\
Behind a colon may stand the move just made: the square that it led to, or both, as in {start}:1-4""",
    sample_moved,
)


def read_placed(text: str, squares: int, width: int) -> Board:
    """Read ``BOARD`` or ``BOARD:TARGET``; a board may be numbers: -1 a cross, 1 a nought, 0 empty."""
    board, colon, target = text.partition(":")
    if "," in board:
        cells = numbers(board.split(","))
        if len(cells) != squares or set(cells) - {-1, 0, 1} or sum(cells) not in {-1, 0}:
            raise ValueError(
                f"on {squares} cells crosses, -1, are as many as noughts, 1, or one more: not {board}"
            )
        # Crosses begin: if there is one more of them, they have just moved.
        signs = {0: ".", -1: "x", 1: "o"} if sum(cells) else {0: ".", -1: "o", 1: "x"}
        board = "".join(signs[cell] for cell in cells)
    return read_moved(board + colon + target, squares, width)


def read_pieces(text: str, squares: int, width: int) -> Pieces:  # noqa: ARG001 - as all readers
    """``BOARD``."""
    return Pieces(*pieces(text, squares))


def _sample_pieces_reached(vocabulary: Vocabulary, rng: random.Random) -> str:
    board = reached(vocabulary.game, rng)
    return in_signs(board.mine, board.theirs, vocabulary.squares)


#: Positions of a :class:`~senet_gp.games.plain.PlainBoardGame`, if its words see them as they are.
PIECES = BoardForm(read_pieces, SQUARES_USAGE + "One is {start}.", _sample_pieces_reached)


#: Boards with the move just made, in any of the ways that they are written.
PLACED = BoardForm(
    read_placed,
    SQUARES_USAGE
    + """\
So where the noughts have just moved they are x. A board may also be nine numbers with commas, -1 a cross,
1 a nought, 0 empty; crosses begin. Behind a colon may stand the square of the move just made, as in
{start}:5""",
    sample_moved,
)


def read_thrown(text: str, squares: int, width: int) -> Board:
    """Read ``BOARD``, ``BOARD:MOVES`` or ``BOARD:MOVES:HITS``, with moves as in ``9+3,12+1``."""
    board, _, more = text.partition(":")
    moves, _, hits = more.partition(":")
    mine, theirs = pieces(board, squares)
    made = [numbers(move.replace("-", "+").split("+")) for move in moves.split(",") if move]
    if any(len(move) != 2 for move in made):
        raise ValueError(f"moves are like 9+3,12+1 and not like {moves}")
    thrown = tuple((throw, start) for start, throw in made)
    return Board(mine, theirs, thrown, numbers([hits or "0"])[0], squares, width)


def _sample_thrown(vocabulary: Vocabulary, rng: random.Random) -> str:
    made = (f"{rng.randint(1, vocabulary.squares)}+{rng.randint(1, 5)}" for _ in range(rng.randint(0, 4)))
    return f"{sample_pieces(vocabulary, rng)}:{','.join(made)}:{rng.randint(0, 4)}"


#: The form of boards with the moves just made, and the number of pieces they hit.
THROWN = BoardForm(
    read_thrown,
    SQUARES_USAGE
    + """\
Behind a colon may stand the moves just made, square+throw, and behind another how many pieces they hit, as in
{start}:9+3,12+1:1""",
    _sample_thrown,
)


def read_places(text: str, squares: int, width: int) -> Board:
    """Read ``X,Y,X,Y,LAST,LAST``: my square, theirs, my last move and theirs, -1 if there was none.

    No word uses the last number; it is there because it is part of positions everywhere else.
    """
    given = numbers(text.split(","))
    if (
        len(given) != 6
        or not all(0 <= place < width for place in given[:4])
        or not all(-1 <= move <= 3 for move in given[4:])
    ):
        raise ValueError(
            f"a board is x,y,x,y,last,last with places from 0 to {width - 1} and last moves from -1 to 3, "
            f"not {text!r}"
        )
    x, y, enemy_x, enemy_y, last_move, _ = given
    mine, theirs = frozenset({y * width + x + 1}), frozenset({enemy_y * width + enemy_x + 1})
    return Board(mine, theirs, squares=squares, width=width, last_move=last_move)


def _sample_places(vocabulary: Vocabulary, rng: random.Random) -> str:
    places = [rng.randrange(vocabulary.width) for _ in range(4)]
    return ",".join(map(str, [*places, rng.randint(-1, 3), rng.randint(-1, 3)]))


#: Both places, and the last moves.
PLACES = BoardForm(
    read_places,
    """\
Run it with boards as arguments, each x,y,x,y,last,last: the player's place, the enemy's, and their last
moves, -1 where there was none, as in {start}. The value and the move are printed.""",
    _sample_places,
)
