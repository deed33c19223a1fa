"""Checks of decisions and of words on boards, as they are met in games, and the faults that they find."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import isclose
from typing import Any, NoReturn

import numpy as np

from primitives.declarations import Primitive
from primitives.types import Square, Truth, square_named
from primitives.vocabulary import Node, Vocabulary
from senet_gp.engine.participants import Source, scored_boards, seen_boards, values_of
from senet_gp.games.board_pictures import board_svg
from senet_gp.games.board_texts import board_text
from senet_gp.games.dice.features import AGAIN, features_of, inputs_of, noted
from senet_gp.games.dice.game import Board as Masks
from senet_gp.games.dice.game import DiceGame, if_dice
from senet_gp.games.dice.numbering import (
    NumberedRules,
    board_of,
    groups_of,
    is_numbered,
    number_of,
    numbered_rules,
)
from senet_gp.games.dice.rules import (
    COLUMNS,
    GOES_ON,
    MINE,
    STATE,
    THEIRS,
    THROWS_AGAIN,
    Room,
    afterstates,
    luck,
    most_afterstates,
    new_room,
    swapped,
    thrown,
    told_law,
)
from senet_gp.games.plain import Pieces
from senet_gp.games.protocol import Board, Decision, Game
from senet_gp.games.small import SmallGame, if_solvable
from senet_gp.runtime.errors import MAX_CHARACTERS, SenetGpError, UsageError
from senet_gp.runtime.streams import game_streams

_SHOWN = 120
#: A notation, and the text of a position, are at most so long.
_MAX_NOTATION = 100
_MAX_TEXT = 1000
#: There is room for so many boards or inputs more than there should be, so that too many are found.
_BEYOND = 1 << 20
_NOT_THERE = "\N{WHITE QUESTION MARK ORNAMENT}"
#: A board is so many numbers, none of which is larger.
_BOARD, _MASK = 3, 2**32 - 1
#: No game has such throws.
_IMPOSSIBLE = (10**6,) * 20


class GameFaultError(SenetGpError):
    """A game fails a check; the message is a sentence that names the check, the position, and what is wrong.

    Attributes:
        check: the name of the check.
    """

    def __init__(self, check: str, message: str) -> None:
        super().__init__(message)
        self.check = check

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle both arguments."""
        return type(self), (self.check, str(self))


class Check:
    """A check of a game, at one place.

    Attributes:
        game: the game.
        name: the name of the check, as the end of "fails the check".
        where: the position, or what else is looked at.
    """

    def __init__(self, game: Game, name: str, where: str) -> None:
        self.game, self.name, self.where = game, name, where

    def that(self, holds: object, expected: str, found: object) -> None:
        """Raise a fault unless something holds.

        Args:
            holds: whether it holds.
            expected: what was expected, as a part of a sentence.
            found: what was found instead.
        """
        if not holds:
            self.fail(expected, repr(found))

    def fail(self, expected: str, found: str, shown: int = _SHOWN) -> NoReturn:
        """Raise a fault, which shows so many characters of what was found."""
        found = found if len(found) <= shown else f"{found[:shown]} …"
        raise GameFaultError(
            self.name,
            f"{type(self.game).__name__} fails the check {self.name!r} at {self.where}: expected {expected}, "
            f"but found {found}",
        )


@contextmanager
def checking(game: Game, name: str, where: str) -> Iterator[Check]:
    """A check; an exception that the game raises meanwhile is a fault, too."""
    check = Check(game, name, where)
    try:
        yield check
    except GameFaultError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever the game raises is its fault
        try:
            # Sentences of this program say at their end what to do.
            shown = MAX_CHARACTERS if isinstance(error, SenetGpError) else _SHOWN
            check.fail("no exception", f"{type(error).__name__}: {error}", shown)
        except GameFaultError as fault:
            raise fault from error


def place(game: Game, position: Any) -> str:
    """A position for a message, even if the game cannot write it."""
    try:
        return f"position {str(game.text(position))[:_SHOWN]}"
    except Exception:  # noqa: BLE001 - that is a fault of its own, which another check finds
        return f"position {repr(position)[:_SHOWN]}"


def check_position(game: Game, position: Any, seat: int) -> None:
    """Check what is asked of a position in which the game goes on."""
    where = place(game, position)
    with checking(game, "what words see", where) as check:
        _check_seen(check, game.seen(position))
    with checking(game, "positions read back", where) as check:
        text = game.text(position)
        one_line = isinstance(text, str) and text.isprintable() and text and " " not in text
        check.that(one_line and len(text) <= _MAX_TEXT, "a text of one short line without blanks", text)
        try:
            read = game.position_from(text)
        except UsageError as error:
            check.fail("position_from(text) to read a position that games reach", str(error), MAX_CHARACTERS)
        check.that(read == position, "position_from(text) to be the position", text)
        check.that(hash(read) == hash(position), "equal hashes of equal positions", text)
    with checking(game, "other texts are refused", where) as check:
        for other in ("", _NOT_THERE, f"{game.text(position)}{_NOT_THERE}"):
            try:
                found = game.position_from(other)
            except UsageError:
                continue
            check.fail(f"position_from({other!r}) to raise UsageError", repr(found))
    with checking(game, "the sides exchanged twice", where) as check:
        twice = game.swapped(game.swapped(position))
        check.that(twice == position, "swapped(swapped(position)) to be the position", twice)
    with checking(game, "both players see one board", where) as check:
        own = _sorted(game, position, seat)
        others = _sorted(game, game.swapped(position), 1 - seat)
        check.that(own == others, f"the same occupants for the other player, {others}", own)
    with checking(game, "the board is drawn", where) as check:
        squares = set(game.geometry.places)
        occupants = game.occupants(position, seat)
        check.that(
            set(occupants) <= squares,
            f"occupants of squares 1 to {len(squares)} of the geometry alone",
            occupants,
        )
        seats = {one for seats in occupants.values() for one in seats}
        check.that(seats <= {0, 1}, "occupants that are the seats 0 and 1", seats)
        beside = {where: (theirs, mine) for where, (mine, theirs) in game.beside(position).items()}
        found = dict(game.beside(game.swapped(position)))
        check.that(found == beside, f"beside to exchange both players with swapped, {beside}", found)
        board_text(game, position, seat)
        if squares:
            board_svg(game, position, seat)


def check_throws(game: Game, position: Any, seat: int) -> None:
    """Check the throws that can be made in a position."""
    where = place(game, position)
    with checking(game, "chances of throws", where) as check:
        chances = game.throw_chances(position)
        total = sum(chances.values())
        check.that(abs(total - 1) < 1e-9, "chances of throws that sum to 1", total)
        check.that(min(chances.values()) > 0, "chances greater than 0", dict(chances))
        if not game.stochastic:
            check.that(list(chances) == [()], "no throws in a game that is not stochastic", list(chances))
        try:
            game.decision(position, seat, _IMPOSSIBLE)
        except UsageError:
            pass
        else:
            check.fail(f"check_throws to refuse {_IMPOSSIBLE} with a UsageError", "a decision")
        lucks = {}
        for throws in chances:
            check.that(throws == tuple(sorted(throws)), "throws in rising order", throws)
            decision = game.decision(position, seat, throws)
            check.that(decision.throws == throws, f"a decision with the throws {throws}", decision.throws)
            lucks[throws] = decision.luck
    with checking(game, "luck", where) as check:
        mean = sum(chance * lucks[throws] for throws, chance in chances.items())
        most = max(map(abs, lucks.values()))
        check.that(
            abs(mean) <= 1e-9 * (1 + most), "luck with a mean of 0 over the throws of throw_chances", mean
        )


def check_decision(game: Game, decision: Decision) -> None:
    """Check what is asked of a decision."""
    where = place(game, decision.position)
    if decision.throws:
        where += f" with the throws {decision.throws}"
    indices = range(len(decision.afterstates))
    with checking(game, "decisions are deterministic", where) as check:
        again = game.decision(decision.position, decision.seat, decision.throws)
        found, same = (
            [(one.notation(n), one.afterstates[n].position) for n in range(len(one.afterstates))]
            for one in (decision, again)
        )
        check.that(found, "at least one afterstate", found)
        check.that(found == same, f"the same afterstates when asked again, {same}", found)
    with checking(game, "names of moves", where) as check:
        names = [name for name, _ in found]
        check.that(
            all(isinstance(n, str) and n.isprintable() and 1 <= len(n) <= _MAX_NOTATION for n in names),
            f"a notation of 1 to {_MAX_NOTATION} characters on a line for each move",
            names,
        )
        check.that(len(set(names)) == len(names), "a notation of its own for each move", names)
        for index in indices:
            named = decision.named(names[index])
            check.that(named == index, f"named({names[index]!r}) to be {index}", named)
        try:
            decision.named(_NOT_THERE)
        except UsageError:
            pass
        else:
            check.fail("named() to refuse what is no move with a UsageError", "an index")
    with checking(game, "afterstates are distinct", where) as check:
        after = [position for _, position in found]
        check.that(len(set(after)) == len(after), "different positions after different moves", found)
    with checking(game, "named moves of policies", where) as check:
        check.that(decision.policy == game.policy, f"a decision with policy={game.policy}", decision.policy)
        if game.policy:
            check.that(len(found) == len(game.named_moves), f"the moves {', '.join(game.named_moves)}", names)
    for index in indices:
        _check_afterstate(game, decision, index, f"{where}, move {found[index][0]}")
    with checking(game, "boards of compiled code", where) as check:
        boards = decision.boards()
        if not game.family:
            check.that(boards is None, "boards() to be None in a game without kernels", boards)
        else:
            rows = 4 if if_dice(game) is None else COLUMNS
            shape = (rows, 1 if game.policy else len(found))
            check.that(
                boards is not None and boards.shape == shape and boards.dtype == np.uint32,
                f"uint32 boards of the shape {shape}",
                boards,
            )
    small = if_solvable(game)
    if small is not None:
        _check_small(small, decision, where)
    dice = if_dice(game)
    if dice is not None:
        check_kernels(dice, decision)


def check_kernels(game: DiceGame, decision: Decision) -> None:
    """Check that the kernels of a game with throws mean what its decisions say."""
    where = f"{place(game, decision.position)} with the throws {decision.throws}"
    indices = range(len(decision.afterstates))
    reached = [decision.afterstates[n].position for n in indices if decision.result(n) is None]
    _check_boards(game, [decision.position, *reached], where)
    with checking(game, "throws as numbers", where) as check:
        read = game.throws_of(game.throw_of(decision.throws), decision.position)
        check.that(read == decision.throws, f"throw_of({decision.throws}) to be a number of its own", read)
    board, throw = game.board_of(decision.position), game.throw_of(decision.throws)
    _check_thrown(game, decision, where)
    room, count = _afterstates(game, board, throw, where)
    _check_law(game, decision, where)
    with checking(game, "luck of the kernels", where) as check:
        found = luck(game.compiled_rules, *board, throw)
        check.that(isclose(found, decision.luck, abs_tol=1e-9), f"the luck {decision.luck}", found)
    with checking(game, "afterstates of the kernels", where) as check:
        check.that(count == len(indices), f"{len(indices)} afterstates", count)
        boards = room.boards[[MINE, THEIRS, STATE], :count].T.tolist()
        told = [list(game.board_of(after.position)) for after in decision.afterstates]
        check.that(boards == told, f"the boards (mine, theirs, state) {told}, in this order", boards)
        check.that(not (room.boards[STATE, :count] >= AGAIN).any(), f"states below {AGAIN}", boards)
        results = room.results[:count].tolist()
        expected = [_result_of(decision, index) for index in indices]
        check.that(results == expected, f"the results {expected}", results)
    _check_inputs(game, list(zip(boards, results, strict=True)), where)
    with checking(game, "numbers of boards", where) as check:
        if is_numbered(game):
            following = [decision.following(n) for n in indices if decision.result(n) is None]
            rules, most = numbered_rules(game), groups_of(game)[-1] - 1
            for position in (decision.position, *following):
                _check_number(check, rules, most, game.board_of(position))


def _check_boards(game: DiceGame, positions: Sequence[Any], where: str) -> None:
    """Check that positions are boards, and what the other player sees of them."""
    with checking(game, "boards and positions", where) as check:
        for position in positions:
            board = game.board_of(position)
            masks = len(board) == _BOARD and all(0 <= mask <= _MASK for mask in board)
            check.that(masks, "board_of to give three whole numbers: mine, theirs and the state", board)
            read = game.position_of(board)
            check.that(read == position, f"position_of(board_of()) to be {position}", read)
    with checking(game, "what the other player sees", where) as check:
        for position in positions:
            found, expected = swapped(game.compiled_rules, *game.board_of(position)), game.swapped(position)
            told = tuple(game.board_of(expected))
            check.that(found == told, f"the kernel swapped to give the board of {expected}, {told}", found)


def _check_thrown(game: DiceGame, decision: Decision, where: str) -> None:
    """Check that the kernel throws what the game throws, and draws as much for it."""
    board, seat = game.board_of(decision.position), decision.seat
    streams, others = (game_streams(sum(board)) for _ in range(2))
    with checking(game, "throws of the kernels", where) as check:
        throws = game.next_decision(decision.position, seat, streams).throws
        expected, found = game.throw_of(throws), thrown(game.compiled_rules, *board, others, seat)
        check.that(found == expected, f"thrown to give {expected}, for {throws}, from the same draws", found)
        check.that(np.array_equal(streams, others), "thrown to draw as often as the game", "another number")


def _check_number(check: Check, rules: NumberedRules, most: int, board: Masks) -> None:
    """A board on which the game goes on has a number of its own."""
    number = number_of(rules, *board)
    check.that(
        0 <= number <= most, f"number_of_board to give a number from 0 to {most} of the board {board}", number
    )
    found = board_of(rules, number)
    check.that(
        found == tuple(board), f"board_of_number({number}) to be the board {board} of number_of_board", found
    )


def _afterstates(game: DiceGame, board: Masks, throw: int, where: str) -> tuple[Room, int]:
    """The boards that a kernel lists, which may be no more than it says; there is room for many more."""
    with checking(game, "number of afterstates", where) as check:
        room, most = new_room(game.rules_module), most_afterstates(game.rules_module)
        boards = np.zeros(room.boards.size + _BEYOND, np.uint32)[: room.boards.size]
        results = np.zeros(room.results.size + _BEYOND, np.int8)[: room.results.size]
        roomy = Room(boards.reshape(room.boards.shape), results, room.scratch)
        count = afterstates(game.compiled_rules, *board, throw, roomy)
        check.that(1 <= count <= most, f"1 to {most} afterstates, as MAX_AFTERSTATES says", count)
    return roomy, count


def _check_inputs(game: DiceGame, after: list[tuple[list[int], int]], where: str) -> None:
    """Check what networks see of boards, and what follows them."""
    with checking(game, "what networks see", where) as check:
        inputs, most = inputs_of(game.rules_module)
        active, seen = np.zeros(most + _BEYOND, np.int64), features_of(game.rules_module)
        for (mine, theirs, state), result in after:
            count = noted(seen, mine, theirs, state | (AGAIN if result == THROWS_AGAIN else 0), active)
            if count < 0:
                shown = count + GOES_ON
                check.that(shown == result, f"result_on to tell the result {result} or {GOES_ON}", shown)
                continue
            check.that(count <= most, f"at most {most} inputs that are 1 (MAX_ACTIVE)", count)
            found = active[:count].tolist()
            check.that(all(0 <= n < inputs for n in found), f"inputs from 0 to {inputs - 1}", found)


def _check_law(game: DiceGame, decision: Decision, where: str) -> None:
    """Check that the chances of the kernels' law are those that the game tells."""
    laws, number = game.laws(), told_law(game.compiled_rules, *game.board_of(decision.position))
    with checking(game, "laws of throws", where) as check:
        check.that(0 <= number < len(laws), f"law to give a number from 0 to {len(laws) - 1}", number)
        chances = dict(zip(laws[number].throws.tolist(), laws[number].chances.tolist(), strict=True))
        check.that(isclose(sum(chances.values()), 1), "chances that add up to 1", sum(chances.values()))
        told = {game.throw_of(t): chance for t, chance in game.throw_chances(decision.position).items()}
        equal = told.keys() == chances.keys() and all(isclose(told[t], chances[t]) for t in told)
        check.that(equal, f"laws and law to give the chances of throw_chances, {told}", chances)


def _result_of(decision: Decision, index: int) -> int:
    """What follows an afterstate, as the kernels tell it."""
    result = decision.result(index)
    if result is not None:
        return result
    return GOES_ON if decision.ends_turn(index) else THROWS_AGAIN


def _check_afterstate(game: Game, decision: Decision, index: int, where: str) -> None:
    after = decision.afterstates[index].position
    result = decision.result(index)
    with checking(game, "results", where) as check:
        truth = isinstance(result, (bool, np.bool_))
        check.that(not truth, "a result of 1, 0, -1, or None if the game goes on", result)
        check.that(result in {None, 1, 0, -1}, "a result of 1, 0, -1 or None", result)
        check.that(result == decision.result(index), "the same result when asked again", result)
        check.that(
            result != -1 or game.self_losses,
            "self_losses = True in the class, as this move loses for the player who makes it (else result "
            "answers for the wrong player)",
            game.self_losses,
        )
        own: Callable[[Any], int | None] | None = getattr(game, "result", None)
        if own is not None and result == 1:
            check.that(own(game.swapped(after)) != 1, "a position that only one side has won", after)
    with checking(game, "whose turn is next", where) as check:
        ends, following = decision.ends_turn(index), decision.following(index)
        check.that(ends or result is None, "a move that ends the game to end the turn", ends)
        expected = game.swapped(after) if ends else after
        check.that(following == expected, f"the position {place(game, expected)} to follow", following)
        check.that(game.swapped(game.swapped(after)) == after, "swapped twice to be the position", after)
    with checking(game, "what words see", where) as check:
        _check_seen(check, decision.view(index))
    with checking(game, "steps of pieces", where) as check:
        _check_steps(check, decision, index, after)


def _check_steps(check: Check, decision: Decision, index: int, after: Any) -> None:
    """The player moves only their own pieces, which then stand where the steps lead."""
    game, seat = check.game, decision.seat
    pieces = _own(game, decision.position, seat)
    steps = decision.steps(index)
    for start, target in steps:
        check.that(start != target, "steps to another square", steps)
        if start:
            check.that(pieces[start], f"a piece of the player on square {start}", steps)
            pieces[start] -= 1
        if target:
            pieces[target] += 1
    shown = game.occupants(after, seat)
    # A piece that has caught another may hide it, or be hidden.
    hidden = any(target and 1 - seat in shown.get(target, ()) for _, target in steps)
    found = _own(game, after, seat)
    check.that(hidden or +pieces == found, f"steps that lead to {sorted(found.elements())}", steps)


def _check_small(game: SmallGame, decision: Decision, where: str) -> None:
    position, seat = decision.position, decision.seat
    with checking(game, "small games", where) as check:
        check.that(not game.stochastic, "stochastic = False in a small game", game.stochastic)
        ends = [decision.ends_turn(index) for index in range(len(decision.afterstates))]
        check.that(all(ends), "every move to end the turn in a small game", ends)
        afterstates = game.afterstates(position)
        among = game.decision_among(position, seat, afterstates)
        names = [game.notation(afterstate, seat) for afterstate in afterstates]
        told = [decision.notation(index) for index in range(len(decision.afterstates))]
        check.that(names == told, f"the same moves from afterstates() as from decision(), {told}", names)
        check.that(len(among.afterstates) == len(told), "the same decision from decision_among()", among)
        after = [afterstate.position for afterstate in afterstates]
        wanted = [afterstate.position for afterstate in decision.afterstates]
        check.that(after == wanted, "the same positions from afterstates() as from decision()", after)
        read = game.position_to_move_from(game.text(position))
        check.that(read == position, "position_to_move_from(text) to be the position", read)
    with checking(game, "symmetries", where) as check:
        symmetries = game.symmetries()
        squares = tuple(range(1, len(game.geometry.places) + 1))
        check.that(tuple(symmetries[0]) == squares, "the identity as the first symmetry", symmetries[0])
        moved = {(one.position, one.result) for one in afterstates}
        for symmetry in symmetries:
            check.that(tuple(sorted(symmetry)) == squares, "a permutation of the squares", symmetry)
            mapped = game.mapped(position, symmetry)
            mirrored = {(one.position, one.result) for one in game.afterstates(mapped)}
            expected = {(game.mapped(one, symmetry), result) for one, result in moved}
            same = mirrored == expected
            check.that(same, f"moves and results to be mapped, too, by {symmetry} of symmetries", mirrored)


def _check_seen(check: Check, view: Any) -> None:
    """What words see is pickled to workers, and looked up by its hash."""
    if check.game.one_side_a_square and isinstance(view, Board | Pieces):
        shared = sorted(view.mine & view.theirs)
        check.that(not shared, "one_side_a_square = False, as both sides share squares", shared)
    there = pickle.loads(pickle.dumps(view))  # noqa: S301 - our own
    check.that(there == view, "a view that is equal after it is pickled", there)
    check.that(hash(there) == hash(view), "equal hashes of equal views", there)


def _own(game: Game, position: Any, seat: int) -> Counter[int]:
    """How many pieces a player has on each square."""
    occupants: Sequence[tuple[int, Sequence[int]]] = list(game.occupants(position, seat).items())
    return Counter(square for square, seats in occupants for whose in seats if whose == seat)


def _sorted(game: Game, position: Any, seat: int) -> dict[int, list[int]]:
    return {square: sorted(seats) for square, seats in sorted(game.occupants(position, seat).items())}


def check_vocabulary(game: Game, vocabulary: Vocabulary) -> None:
    """Check that a vocabulary is the game's."""
    with checking(game, "vocabularies", f"the vocabulary {vocabulary.name}") as check:
        check.that(vocabulary.game == game, "a vocabulary of this game with its parameters", vocabulary.game)
        described = [word.name for word in vocabulary.primitives if not word.description]
        check.that(not described, "a docstring of every word, which says what it means", described)


def check_words(game: Game, vocabulary: Vocabulary, decision: Decision, rng: random.Random) -> None:
    """Check the values of the words that read boards on the afterstates of a decision."""
    count = 1 if decision.policy else len(decision.afterstates)
    seen = [decision.view(index) for index in range(count)]
    for word in vocabulary.primitives:
        if word.reads_board:
            arguments = [_argument(word, number, vocabulary, rng) for number in range(len(word.arguments))]
            _check_word(game, word, vocabulary, decision, seen, arguments)


def _check_word(
    game: Game,
    word: Primitive,
    vocabulary: Vocabulary,
    decision: Decision,
    seen: list[Any],
    arguments: list[Node],
) -> None:
    where = f"{place(game, decision.position)}, word {word.name}"
    values = [_passed(*one, vocabulary.squares) for one in zip(word.arguments, arguments, strict=True)]
    meaning = vocabulary.meanings[word.name]
    with checking(game, "values of words", where) as check:
        found = [meaning(view, *values) for view in seen]
        kind = bool if word.result is Truth else int
        check.that(all(type(one) is kind for one in found), f"values of type {kind.__name__}", found)
        check.that(
            all(word.low <= one <= word.high for one in found),
            f"values from {word.low} to {word.high}, as declared",
            found,
        )
        again = [meaning(view, *values) for view in seen]
        check.that(found == again, "the same values when asked again", again)
    if word.compiled is None or decision.boards() is None:
        return
    with checking(game, "compiled words", where) as check:
        # A word may be a Truth, so this need not be an expression.
        codes = vocabulary.codes_of([vocabulary.node_named[word.name], *arguments])
        source = Source(codes.tobytes(), vocabulary)
        compiled = values_of(source, scored_boards(decision, plainly=False)).tolist()
        plain = values_of(source, seen_boards(seen)).tolist()
        check.that(compiled == plain, f"compiled code to find the values of plain Python, {plain}", compiled)


def _passed(kind: type, node: Node, squares: int) -> int:
    """What a word gets for an argument of a type."""
    if kind is Truth:
        return bool(node.name == "always")
    return square_named(node.value, squares) if kind is Square else int(node.value)


def _argument(word: Primitive, number: int, vocabulary: Vocabulary, rng: random.Random) -> Node:
    """A terminal of the type of an argument."""
    if word.arguments[number] is Truth:
        fixed = [vocabulary.node_named[name] for name in ("always", "never") if name in vocabulary.by_name]
        return rng.choice(fixed)
    return vocabulary.node_named[str(rng.choice(vocabulary.constants))]
