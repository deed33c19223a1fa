"""The checks of games: all of ours pass, and each fault that is planted in a game is found and named."""

# Methods that are planted need not look at what they are given.
# ruff: noqa: ARG001

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import pytest
from heaps import HeapsOfStones

from primitives import Number, Primitive, Truth, Vocabulary
from primitives.common import plain_vocabulary
from senet_gp.games.board.game import grid_symmetries
from senet_gp.games.plain import (
    Pieces,
    PlainBoardGame,
    PlainDecision,
    PlainGame,
    Sides,
    moves_given,
)
from senet_gp.games.protocol import Game, Geometry, grid
from senet_gp.games.registry import GAMES, Entry, game_of
from senet_gp.runtime.errors import UsageError
from senet_gp.runtime.streams import Streams
from senet_gp.testing import GameFaultError, check_game, kernels

OURS = [
    *(game_of(name) for name in ("pursuit", "hexapawn", "tictactoe", "trilobite")),
    # With all pieces a game in plain Python takes seconds.
    game_of("senet", {"pieces": 2}),
    game_of("pursuit", {"size": 5, "rounds": 7}),
]


@pytest.mark.parametrize("game", OURS, ids=repr)
def test_our_games_pass(game: Game) -> None:
    report = check_game(game, seconds=0.1)
    assert report.games >= 3
    assert repr(report).count("\n") == 0
    assert f"{report.decisions} decisions" in repr(report)


def test_the_clock_decides_only_how_many_games_are_played() -> None:
    short, long = (check_game("tictactoe", seconds=seconds) for seconds in (0, 2))
    assert (short.games, short.words) == (3, long.words)
    assert long.games > short.games


class Nim(PlainBoardGame):
    """Two players fill four squares in turn, and the one that fills the last wins."""

    name = "nim"
    title = "Nim"
    rules_text = "Two players fill a row of four squares in turn.\nThe one that fills the last square wins."
    geometry: ClassVar[Geometry] = Geometry(grid(4, 1))  # type: ignore[misc]
    most_turns = 10

    def most_pieces(self) -> int:
        """Two."""
        return 2

    def moves(self, position: Pieces, throws: tuple[int, ...]) -> dict[str, Pieces]:  # noqa: ARG002
        """Any free square."""
        return {f"{n}": position.moved(0, n) for n in range(1, 5) if n not in position.both}

    def result(self, position: Pieces) -> int | None:
        """The last square wins."""
        return 1 if len(position.both) == 4 else None

    def symmetries(self) -> list[tuple[int, ...]]:
        """The row turned round."""
        return grid_symmetries(4, 1, mirror=True, turn=False)


@dataclass(frozen=True)
class Apart(Nim):
    """A square next to one of one's own cannot be taken, and who cannot move has lost."""

    def moves(self, position: Pieces, throws: tuple[int, ...]) -> dict[str, Pieces]:
        """Any free square that is not next to mine."""
        taken = super().moves(position, throws)
        return {n: after for n, after in taken.items() if not {int(n) - 1, int(n) + 1} & position.mine}

    def result(self, position: Pieces) -> int | None:
        """The other has no move."""
        return None if self.moves(self.swapped(position), ()) else 1


class Shuttle(Nim):
    """One piece each goes to and fro, until a player leaves the board."""

    cyclic = True

    def starts(self) -> list[Pieces]:
        """At the ends."""
        return [Pieces(frozenset({1}), frozenset({4}))]

    def moves(self, position: Pieces, throws: tuple[int, ...]) -> dict[str, Pieces]:  # noqa: ARG002
        """A step, or off the board."""
        (start,) = position.mine
        free = {1, 2, 3, 4} - position.both
        steps = {f"{n}": position.moved(start, n) for n in (start - 1, start + 1) if n in free}
        return steps | {"off": Pieces(frozenset(), position.theirs)}

    def result(self, position: Pieces) -> int | None:
        """Off the board."""
        return None if position.mine else 0


class Three(NamedTuple):
    """A position of three numbers."""

    one: int
    two: int
    three: int


class Run(PlainGame):
    """Two runners, a die of three sides, and three squares; after a three one throws again."""

    name = "run"
    title = "Run"
    rules_text = "Two players run three squares.\nA die of three sides says how far."
    stochastic = True
    geometry: ClassVar[Geometry] = Geometry(grid(9, 1))  # type: ignore[misc]

    def starts(self) -> list[Sides]:
        """Before the first square."""
        return [Sides((0,), (0,))]

    def dice(self, position: Sides) -> tuple[int, ...]:  # noqa: ARG002
        """One die of three sides."""
        return (3,)

    def goes_on(self, position: Sides, throws: tuple[int, ...]) -> bool:  # noqa: ARG002
        """After a three."""
        return throws == (3,)

    def moves(self, position: Sides, throws: tuple[int, ...]) -> Mapping[str, Sides]:
        """Run, or stay."""
        to = min(position.mine[0] + throws[0], 10)
        return {f"+{throws[0]}": Sides((to,), position.theirs), "stay": position}

    def result(self, position: Sides) -> int | None:
        """Beyond the last square."""
        return 1 if position.mine[0] == 10 else None

    def refusal(self, position: Sides) -> str | None:
        """One runner each."""
        return None if all(len(side) == 1 and 0 <= side[0] <= 10 for side in position) else "one runner each"


def my_square(race: Sides) -> int:
    """The square of my runner."""
    return race.mine[0]


def as_text(race: Sides) -> Any:
    """The square, but not as a number."""
    return str(race.mine[0])


def square_if(race: Sides, wanted: bool) -> int:
    """The square of my runner, or theirs."""
    return race.mine[0] if wanted else race.theirs[0]


def words_of(game: Game) -> dict[str, Vocabulary]:
    """The right words."""
    return plain_vocabulary(game, {my_square: 10})


def narrow_words(game: Game) -> dict[str, Vocabulary]:
    """A range that is too small."""
    return plain_vocabulary(game, {my_square: 2})


def mistyped_words(game: Game) -> dict[str, Vocabulary]:
    """A word that is no number."""
    return plain_vocabulary(game, {my_square: 10, as_text: 10})


def words_of_truths(game: Game) -> dict[str, Vocabulary]:
    """A word whose argument is a truth, with a range that is too small, where no word is always true."""
    narrow = Primitive(square_if, (Truth,), Number, None, 0, 2)
    logic = ("and_", "or_", "not_", "always", "never")
    words = plain_vocabulary(game, {my_square: 10})["basic"].without(*logic, "if_then_else")
    return {"basic": words.with_primitives(narrow)}


#: What a method, a property or an attribute of one of the two games is replaced by, and the fault.
FAULTS: list[tuple[type[PlainGame], str, Any, str, str]] = []


def plant(base: type[PlainGame], name: str, check: str, message: str) -> Callable[[Any], Any]:
    """Plant a fault: the decorated method replaces the one of this name."""

    def planted(method: Any) -> Any:
        FAULTS.append((base, name, method, check, message))
        return method

    return planted


@plant(Nim, "position_from", "positions read back", r"position_from\(text\) to be the position")
def _reads_another(game: Nim, text: str) -> Pieces:
    found = PlainBoardGame.position_from(game, text)
    return game.swapped(found)


@plant(
    Nim,
    "position_from",
    "positions read back",
    r"_raises of .* has failed with ZeroDivisionError: .* \(line \d+",
)
def _raises(game: Nim, text: str) -> Pieces:
    raise ZeroDivisionError("division by zero")


@plant(Run, "position_from", "other texts are refused", r"position_from\(''\) to raise UsageError")
def _reads_anything(game: Run, text: str) -> Sides:
    try:
        return PlainGame.position_from(game, text)  # type: ignore[no-any-return]
    except UsageError:
        return game.starts()[0]


@plant(Run, "swapped", "whose turn is next", "swapped twice to be the position")
def _forgets(game: Run, position: Sides) -> Sides:
    return Sides(position.theirs, (0,))


@plant(Nim, "occupants", "both players see one board", "the same occupants for the other player")
def _always_first(game: Nim, position: Pieces, seat: int) -> Any:
    return game.standing(position.mine, position.theirs, 0)


@plant(Nim, "occupants", "the board is drawn", "occupants of squares 1 to 4 of the geometry alone")
def _off_the_board(game: Nim, position: Pieces, seat: int) -> Any:
    return {5: (0,)}


@plant(Run, "throw_chances", "chances of throws", "chances of throws that sum to 1, but found 0.6")
def _too_few(game: Run, position: Sides) -> Any:
    return {(1,): 0.3, (2,): 0.3}


@plant(Run, "throw_chances", "throws agree with their chances", r"\(1,\) about 900 of 2000 times")
def _unequal(game: Run, position: Sides) -> Any:
    return {(1,): 0.45, (2,): 0.1, (3,): 0.45}


@plant(Run, "throw_chances", "throws agree with their chances", r"throws among \[\(2,\)\], but found \[\(1,")
def _only_twos(game: Run, position: Sides) -> Any:
    return {(2,): 1.0}


@plant(Run, "luck", "luck", "luck with a mean of 0 over the throws of throw_chances, but found 2.0")
def _always_lucky(game: Run, position: Sides, throws: tuple[int, ...]) -> float:
    return float(throws[0])


@plant(Nim, "stochastic", "small games", "stochastic = False in a small game")
def _says_dice() -> None: ...


@plant(Run, "moves", "afterstates are distinct", "different positions after different moves")
def _twice(game: Run, position: Sides, throws: tuple[int, ...]) -> Any:
    return {"stay": position, "wait": position}


@plant(Run, "moves", "names of moves", "a notation of 1 to 100 characters on a line for each move")
def _two_lines(game: Run, position: Sides, throws: tuple[int, ...]) -> Any:
    return {"go\non": Sides((min(position.mine[0] + throws[0], 10),), position.theirs)}


def _drifting() -> Iterator[int]:
    yield from range(10**6)


_DRIFT = _drifting()


@plant(Run, "moves", "decisions are deterministic", "the same afterstates when asked again")
def _drifts(game: Run, position: Sides, throws: tuple[int, ...]) -> Any:
    return {f"+{next(_DRIFT)}": Sides((10,), position.theirs)}


@plant(Run, "result", "random games", "result gave 2 in Run")
def _two_points(game: Run, position: Sides) -> int | None:
    return 2 if position.mine[0] == 10 else None


@plant(Run, "result", "results", "self_losses = True in the class, as this move loses")
def _loses(game: Run, position: Sides) -> int | None:
    return -1 if position.mine[0] == 10 else None


@plant(Run, "result", "random games", "result gave False in Run; None means that the game goes on")
def _false(game: Run, position: Sides) -> int | None:
    return position.mine[0] == 10


@plant(
    Run,
    "moves",
    "chances of throws",
    "moves of Run gave two moves with the name 'stay': every move needs a name",
)
def _pairs_of_one_name(game: Run, position: Sides, throws: tuple[int, ...]) -> Any:
    yield "stay", position
    yield "stay", Sides((10,), position.theirs)


@plant(Run, "dice", "chances of throws", r"dice of Run gave 3: .*, for one die \(3,\)$")
def _one_number(game: Run, position: Sides) -> Any:
    return 3


@plant(Run, "moves", "chances of throws", r"_second_die of .* has failed with IndexError: .* \(line \d+ of")
def _second_die(game: Run, position: Sides, throws: tuple[int, ...]) -> Any:
    return {f"+{throws[1]}": position}


@plant(Nim, "moves", "squares of a board", r"pieces on squares 1 to 4 of the geometry alone, but found \[0\]")
def _from_zero(game: Nim, position: Pieces, throws: tuple[int, ...]) -> Any:
    return {f"{n}": position.moved(5, n) for n in range(4) if n not in position.both}


@plant(
    Nim, "geometry", "squares of a board", r"pieces on squares 1 to 3 of the geometry alone, but found \[4\]"
)
def _narrow_board() -> None: ...


@plant(Run, "geometry", "squares of pieces", r"most of the squares .*, but found \[0, 4, 5, 6, 7, 8, 9\]")
def _short_board() -> None: ...


@plant(Run, "goes_on", "turns end", "the other player's turn to come, as goes_on or throws_again gives")
def _never_ends(game: Run, position: Sides, throws: tuple[int, ...]) -> bool:
    return True


@plant(Run, "moves", "games end", "one of them to end before most_turns = 20 turns")
def _never(game: Run, position: Sides, throws: tuple[int, ...]) -> Any:
    return {"stay": position}


@plant(Nim, "result", "results", "result to be 1 for one side only")
def _both(game: Nim, position: Pieces) -> int | None:
    return 1 if len(position.both) == 4 or len(position.theirs) == 1 else None


@plant(Nim, "steps", "steps of pieces", "a piece of the player on square 3")
def _from_nowhere(game: Nim, decision: PlainDecision, index: int) -> Any:
    return ((3, 4),)


@plant(Nim, "symmetries", "symmetries", "the identity as the first symmetry")
def _no_identity(game: Nim) -> Any:
    return [(4, 3, 2, 1)]


@plant(Nim, "mapped", "symmetries", "moves and results to be mapped, too")
def _maps_one_side(game: Nim, position: Pieces, symmetry: Any) -> Pieces:
    return Pieces(frozenset(symmetry[n - 1] for n in position.mine), position.theirs)


@plant(Nim, "view", "what words see", "no exception, but found .*lambda")
def _not_pickled(game: Nim, decision: PlainDecision, index: int) -> Any:
    return lambda: decision


@plant(Nim, "text", "positions read back", "a text of one short line without blanks")
def _blanks(game: Nim, position: Pieces) -> str:
    return " ".join(PlainBoardGame.text(game, position))


@plant(Nim, "throw", "throws agree with their chances", "nothing is thrown in Nim here")
def _throws(game: Nim, position: Pieces, seat: int, streams: Streams) -> tuple[int, ...]:
    return (1,)


@plant(Run, "stochastic", "chances of throws", "no throws in a game that is not stochastic, but found")
def _says_no_dice() -> None: ...


@plant(Run, "check_throws", "chances of throws", "check_throws to refuse .* with a UsageError")
def _allows_all(game: Run, position: Sides, throws: tuple[int, ...]) -> None: ...


@plant(Run, "beside", "the board is drawn", "beside to exchange both players with swapped")
def _mine_alone(game: Run, position: Sides) -> Any:
    return {"home": (position.mine[0], position.mine[0])}


@plant(Nim, "position_from", "positions read back", "read a position that games reach, but found full")
def _refuses(game: Nim, text: str) -> Pieces:
    if "x" in text:
        raise UsageError("full")
    return PlainBoardGame.position_from(game, text)


@plant(
    Nim,
    "moves",
    "what words see",
    r"no square with pieces of both sides \(else one_side_a_square = False\), but",
)
def _shares(game: Nim, position: Pieces, throws: tuple[int, ...]) -> Any:
    return {
        f"{n}": Pieces(position.mine | {n}, position.theirs) for n in range(1, 5) if n not in position.mine
    }


@plant(Nim, "result", "symmetries", "moves and results to be mapped, too, by .* of symmetries")
def _the_last_on_the_left(game: Nim, position: Pieces) -> int | None:
    return 0 if 1 in position.mine else None


@plant(Shuttle, "cyclic", "lines of play", "cyclic = True, as a game can come to a position again")
def _says_it_ends() -> None: ...


@plant(Nim, "rules_text", "names and rules", "rules_text to be the rules in two to four lines")
def _untold() -> None: ...


@dataclass(frozen=True)
class Threes(Run):
    """A position of three numbers on a board, of which the game says nothing more."""

    def starts(self) -> Any:
        """Three numbers."""
        return [Three(0, 0, 3)]

    def refusal(self, position: Any) -> None:
        """All are possible."""


@dataclass(frozen=True)
class SwappedThrees(Threes):
    """It says how the other player sees them."""

    def swapped(self, position: Any) -> Any:
        """The first two change places."""
        return Three(position.two, position.one, position.three)


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (
            Threes(),
            r"Three\(.*\) is not a named tuple of two parts, mine and theirs: override swapped in Threes$",
        ),
        (SwappedThrees(), "override occupants in SwappedThrees, or leave out its geometry$"),
    ],
)
def test_positions_of_other_forms_need_methods(game: Game, message: str) -> None:
    with pytest.raises(GameFaultError, match=message):
        check_game(game, seconds=0)


def test_moves_in_pairs_are_the_same_as_in_a_dict() -> None:
    start, pairs = Run().starts()[0], RunInPairs()
    assert [one[:2] for one in pairs.decision(start, 0, (2,)).afterstates] == [
        one[:2] for one in Run().decision(start, 0, (2,)).afterstates
    ]
    assert check_game(pairs, seconds=0).off_board == (0,)


@pytest.mark.parametrize(
    "wrong",
    [["stay"], [("stay", 1, 2)], [(1, Sides((1,), (1,)))], {1: Sides((1,), (1,))}, 3, 0, True],
)
def test_what_are_no_pairs_is_refused(wrong: Any) -> None:
    with pytest.raises(UsageError, match=r"moves of Nim gave .*: it gives a dict, or pairs, of a notation"):
        moves_given(Nim(), wrong)


@dataclass(frozen=True)
class RunInPairs(Run):
    """Run, whose moves are pairs."""

    def moves(self, position: Sides, throws: tuple[int, ...]) -> Any:
        """The same moves."""
        yield from dict(super().moves(position, throws)).items()


@dataclass(frozen=True)
class Endless(Run):
    """A turn that never ends."""

    name = "endless"

    def goes_on(self, position: Sides, throws: tuple[int, ...]) -> bool:  # noqa: ARG002
        """Always."""
        return True

    def moves(self, position: Sides, throws: tuple[int, ...]) -> Mapping[str, Sides]:  # noqa: ARG002
        """Stay."""
        return {"stay": position}


def test_a_turn_that_never_ends_is_found() -> None:
    with pytest.raises(GameFaultError, match="every turn to end, but found '1000 decisions in a turn'"):
        check_game(Endless(), seconds=0)


@dataclass(frozen=True)
class Registered(Run):
    """Run by a name of its own."""

    name = "registered"


@pytest.mark.parametrize(
    ("words", "check", "message"),
    [
        ("words_of", None, ""),
        ("narrow_words", "values of words", "word my_square: expected values from 0 to 2, as declared, but"),
        ("mistyped_words", "values of words", "word as_text: expected values of type int, but found"),
        (
            "words_of_truths",
            "values of words",
            "word square_if: expected values from 0 to 2, as declared, but",
        ),
        ("no_words", "vocabularies", "no exception, but found .* cannot be imported"),
    ],
)
def test_words_are_checked_if_the_game_is_registered(
    words: str, check: str | None, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = Entry(game=f"{__name__}:Registered", words=f"{__name__}:{words}")
    monkeypatch.setitem(GAMES, "registered", entry)
    if check is None:
        assert check_game("registered", seconds=0).words == 12
        return
    with pytest.raises(GameFaultError, match=message) as caught:
        check_game("registered", seconds=0)
    assert caught.value.check == check


@pytest.mark.parametrize("number", range(len(FAULTS)), ids=[fault[2].__name__ for fault in FAULTS])
def test_a_planted_fault_is_found_and_named(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    base, name, planted, check, message = FAULTS[number]
    values = {
        "_says_dice": True,
        "_says_no_dice": False,
        "_says_it_ends": False,
        "_untold": "Rules.",
        "_short_board": Geometry(grid(3, 1)),
        "_narrow_board": Geometry(grid(3, 1)),
    }
    value = values.get(planted.__name__, planted)
    broken = dataclass(frozen=True)(type("Broken", (base,), {name: value, "most_turns": 20}))
    monkeypatch.setitem(globals(), "Broken", broken)
    broken.__module__ = __name__
    with pytest.raises(GameFaultError, match=message) as caught:
        check_game(broken(), seconds=0)
    assert caught.value.check == check
    sentence = str(caught.value)
    assert sentence.startswith(f"Broken fails the check {caught.value.check!r} at ")
    assert "\n" not in sentence


@dataclass(frozen=True)
class Walk(Run):
    """A runner goes on by one square, without a die."""

    def dice(self, position: Sides) -> tuple[int, ...]:  # noqa: ARG002
        """None."""
        return ()

    def moves(self, position: Sides, throws: tuple[int, ...]) -> Mapping[str, Sides]:  # noqa: ARG002
        """A square further."""
        return {"on": Sides((position.mine[0] + 1,), position.theirs)}

    def goes_on(self, position: Sides, throws: tuple[int, ...]) -> bool:  # noqa: ARG002
        """Never."""
        return False


def test_a_game_with_throws_that_throws_nothing_is_found() -> None:
    with pytest.raises(GameFaultError, match="throws, as the game says stochastic = True, but found 'none'"):
        check_game(Walk(), seconds=0)


@dataclass(frozen=True)
class Undiced(PlainGame):
    """Run, whose author has forgotten the die."""

    name, title, stochastic, rules_text = Run.name, Run.title, True, Run.rules_text
    starts, moves, result = Run.starts, Run.moves, Run.result


def test_a_die_that_was_forgotten_is_named() -> None:
    with pytest.raises(GameFaultError, match="a method dice, as the game says stochastic = True"):
        check_game(Undiced(), seconds=0)


def test_a_game_that_is_over_when_nobody_can_move_passes() -> None:
    assert check_game(Apart(), seconds=0).games


def test_an_impartial_game_passes_without_more() -> None:
    assert check_game(HeapsOfStones(), seconds=0).games >= 3
    for text in ("", "1,2/2", "1,2,2x"):
        with pytest.raises(UsageError, match="is not a position of heaps, which is written as in 1,2,2"):
            HeapsOfStones().position_from(text)


@dataclass(frozen=True)
class ShortNim(Nim):
    """Some games end sooner, but not all."""

    cyclic = False
    most_turns = 3

    def result(self, position: Pieces) -> int | None:
        """The last square wins, and a draw is agreed upon on the first."""
        return super().result(position) if len(position.both) > 1 else (0 if 1 in position.both else None)

    def symmetries(self) -> list[tuple[int, ...]]:
        """None."""
        return [(1, 2, 3, 4)]


def test_a_game_that_may_last_longer_is_found_though_some_end() -> None:
    with pytest.raises(
        GameFaultError, match="every game to end within most_turns = 3, but found 'a longer one'"
    ):
        check_game(ShortNim(), seconds=0)


def test_a_board_that_has_no_number_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "groups_of", lambda _game: (1,))
    with pytest.raises(
        GameFaultError, match="number_of_board to give a number from 0 to 0 of the board"
    ) as caught:
        check_game(game_of("senet", {"pieces": 1}), seconds=0)
    assert caught.value.check == "numbers of boards"
