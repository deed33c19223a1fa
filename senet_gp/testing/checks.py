"""What every game must satisfy: tables of checks. Each is a predicate, called what the check is called.

A predicate yields claims: whether something holds, what was expected as a part of a sentence, and what was
found. The first claim that does not hold is a fault of the game, and so is an exception that the game raises.
"""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from primitives.common import CERTAINTIES
from primitives.declarations import Primitive
from primitives.types import Square, Truth, square_named
from primitives.vocabulary import Node, Vocabulary
from senet_gp.engine.participants import Source, scored_boards, seen_boards, values_of
from senet_gp.games.board_pictures import board_svg
from senet_gp.games.board_texts import board_text
from senet_gp.games.dice.game import if_dice
from senet_gp.games.dice.rules import COLUMNS
from senet_gp.games.plain import Pieces, PlainGame, moves_given
from senet_gp.games.protocol import Board, Decision, Game
from senet_gp.games.small import SmallGame, if_solvable
from senet_gp.runtime import origins
from senet_gp.runtime.errors import MAX_CHARACTERS, SenetGpError, UsageError

#: Characters of what was found, and of a position, that a message shows.
_SHOWN = 120
#: The most characters of a notation, and of the text of a position.
_MAX_NOTATION = 100
_MAX_TEXT = 1000
_NOT_THERE = "\N{WHITE QUESTION MARK ORNAMENT}"
#: No game has such throws.
_IMPOSSIBLE = (10**6,) * 20

#: Whether something holds, what was expected, and what was found.
Claims = Iterator[tuple[object, str, object]]
#: Checks in their order. The name of a check is that of its function.
Table = tuple[Callable[..., Claims], ...]


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


def check(table: Table, where: str, game: Game, *more: Any) -> None:
    """Check a game by a table of checks.

    Args:
        table: the checks.
        where: the position, or what else is looked at.
        game: the game, the first argument of each predicate.
        more: the other arguments of each predicate.

    Raises:
        GameFaultError: if a claim does not hold, or the game raises an exception.
    """
    for predicate in table:
        name = predicate.__name__.replace("_", " ").strip()
        try:
            wrong = next((claim for claim in predicate(game, *more) if not claim[0]), None)
        except Exception as error:
            sentence = "" if isinstance(error, SenetGpError) else origins.told(error)
            text = sentence or f"{type(error).__name__}: {error}"
            is_whole = bool(sentence) or isinstance(error, SenetGpError)
            raise _fault(game, name, where, "no exception", text, is_whole=is_whole) from error
        if wrong is not None:
            _, expected, found = wrong
            is_whole = isinstance(found, UsageError)
            text = str(found) if is_whole else repr(found)
            raise _fault(game, name, where, expected, text, is_whole=is_whole)


def _fault(game: Game, name: str, where: str, expected: str, text: str, *, is_whole: bool) -> GameFaultError:
    # Sentences of this program say at their end what to do.
    shown = MAX_CHARACTERS if is_whole else _SHOWN
    text = text if len(text) <= shown else f"{text[:shown]} …"
    return GameFaultError(
        name,
        f"{type(game).__name__} fails the check {name!r} at {where}: expected {expected}, but found {text}",
    )


def position_text(game: Game, position: Any) -> str:
    """A position for a message, even if the game cannot write it."""
    try:
        return f"position {str(game.text(position))[:_SHOWN]}"
    except Exception:  # noqa: BLE001 - that is a fault of its own, which another check finds
        return f"position {repr(position)[:_SHOWN]}"


def _result_or_refusal(function: Callable[..., Any], *arguments: Any) -> Any:
    """What a function returns, or the usage error that it raises."""
    try:
        return function(*arguments)
    except UsageError as refusal:
        return refusal


def _refused(answer: object) -> bool:
    return isinstance(answer, UsageError)


def check_position(game: Game, position: Any, seat: int) -> None:
    """Check what is asked of a position in which the game goes on."""
    where = position_text(game, position)
    check((_what_words_see,), where, game, partial(game.seen, position))
    check(_POSITION, where, game, position, seat)


def check_throws(game: Game, position: Any, seat: int) -> None:
    """Check the throws that can be made in a position."""
    check(_THROWS, position_text(game, position), game, position, seat)


def check_decision(game: Game, decision: Decision) -> None:
    """Check what is asked of a decision."""
    where = decision_text(game, decision)
    check(_DECISION, where, game, decision)
    for index in range(len(decision.afterstates)):
        move = f"{where}, move {decision.notation(index)}"
        check(_AFTERSTATE, move, game, decision, index)
        check((_what_words_see,), move, game, partial(decision.view, index))
    check((_seen_as_after_a_move, _boards_of_compiled_code), where, game, decision)
    small = if_solvable(game)
    if small is not None:
        check(_SMALL, where, small, decision)


def check_vocabulary(game: Game, vocabulary: Vocabulary) -> None:
    """Check that a vocabulary is the game's."""
    check((_vocabularies,), f"the vocabulary {vocabulary.name}", game, vocabulary)


def check_words(game: Game, vocabulary: Vocabulary, decision: Decision, rng: random.Random) -> None:
    """Check the values of the words that read boards on the afterstates of a decision."""
    words = [word for word in vocabulary.primitives if word.reads_board]
    if any(Truth in word.arguments for word in words):
        # Arguments that are truths are words whose values are known.
        lacking = [word for word in CERTAINTIES if word.name not in vocabulary.by_name]
        vocabulary = vocabulary.with_primitives(*lacking)
    for word in words:
        arguments = [_argument(kind, vocabulary, rng) for kind in word.arguments]
        where = f"{position_text(game, decision.position)}, word {word.name}"
        check(_WORD, where, game, word, arguments, vocabulary, decision)


def decision_text(game: Game, decision: Decision) -> str:
    """A decision for a message."""
    throws = f" with the throws {decision.throws}" if decision.throws else ""
    return position_text(game, decision.position) + throws


def _seen_as_after_a_move(game: Game, decision: Decision) -> Claims:
    """Words that read what ``view`` makes are also asked of positions before any move."""
    seen, viewed = game.seen(decision.position), decision.view(0)
    yield type(seen) is type(viewed), f"seen to make what view makes, {type(viewed).__name__}", seen


def _what_words_see(game: Game, view_of: Callable[[], Any]) -> Claims:
    """What words see is pickled to workers, and looked up by its hash."""
    view = view_of()
    if game.one_side_a_square and isinstance(view, Board | Pieces):
        shared = sorted(view.mine & view.theirs)
        yield not shared, "no square with pieces of both sides (else one_side_a_square = False)", shared
    there = pickle.loads(pickle.dumps(view))  # noqa: S301 - our own
    yield there == view, "a view that is equal after it is pickled", there
    yield hash(there) == hash(view), "equal hashes of equal views", there


def _positions_read_back(game: Game, position: Any, _seat: int) -> Claims:
    text = game.text(position)
    one_line = isinstance(text, str) and text.isprintable() and text and " " not in text
    yield one_line and len(text) <= _MAX_TEXT, "a text of one short line without blanks", text
    read = _result_or_refusal(game.position_from, text)
    yield not _refused(read), "position_from(text) to read a position that games reach", read
    yield read == position, "position_from(text) to be the position", text
    yield hash(read) == hash(position), "equal hashes of equal positions", text


def _other_texts_are_refused(game: Game, position: Any, _seat: int) -> Claims:
    for other in ("", _NOT_THERE, f"{game.text(position)}{_NOT_THERE}"):
        read = _result_or_refusal(game.position_from, other)
        yield _refused(read), f"position_from({other!r}) to raise UsageError", read


def _both_players_see_one_board(game: Game, position: Any, seat: int) -> Claims:
    own, other = (
        {square: sorted(seats) for square, seats in sorted(game.occupants(seen, whose).items())}
        for seen, whose in ((position, seat), (game.swapped(position), 1 - seat))
    )
    yield own == other, f"the same occupants for the other player, {other}", own


def _the_board_is_drawn(game: Game, position: Any, seat: int) -> Claims:
    squares = set(game.geometry.places)
    occupants = game.occupants(position, seat)
    alone = f"occupants of squares 1 to {len(squares)} of the geometry alone"
    yield set(occupants) <= squares, alone, occupants
    seats = {each for seats in occupants.values() for each in seats}
    yield seats <= {0, 1}, "occupants that are the seats 0 and 1", seats
    beside = {where: (theirs, mine) for where, (mine, theirs) in game.beside(position).items()}
    exchanged = dict(game.beside(game.swapped(position)))
    yield exchanged == beside, f"beside to exchange both players with swapped, {beside}", exchanged
    board_text(game, position, seat)
    if squares:
        board_svg(game, position, seat)


_POSITION: Table = (
    _positions_read_back,
    _other_texts_are_refused,
    _both_players_see_one_board,
    _the_board_is_drawn,
)


def _chances_of_throws(game: Game, position: Any, seat: int) -> Claims:
    chances = game.throw_chances(position)
    total = sum(chances.values())
    yield abs(total - 1) < 1e-9, "chances of throws that sum to 1", total
    yield min(chances.values()) > 0, "chances greater than 0", dict(chances)
    silent = game.stochastic or list(chances) == [()]
    yield silent, "no throws in a game that is not stochastic", list(chances)
    answer = _result_or_refusal(game.decision, position, seat, _IMPOSSIBLE)
    yield _refused(answer), f"check_throws to refuse {_IMPOSSIBLE} with a UsageError", "a decision"
    for throws in chances:
        yield throws == tuple(sorted(throws)), "throws in rising order", throws
        made = game.decision(position, seat, throws).throws
        yield made == throws, f"a decision with the throws {throws}", made


def _luck(game: Game, position: Any, seat: int) -> Claims:
    chances = game.throw_chances(position)
    by_throws = [game.decision(position, seat, throws).luck for throws in chances]
    mean = sum(chance * pips for chance, pips in zip(chances.values(), by_throws, strict=True))
    near = abs(mean) <= 1e-9 * (1 + max(map(abs, by_throws)))
    yield near, "luck with a mean of 0 over the throws of throw_chances", mean


_THROWS: Table = (_chances_of_throws, _luck)


def _moves(decision: Decision) -> list[tuple[str, Any]]:
    """The notation of each move, and the position after it."""
    after = enumerate(decision.afterstates)
    return [(decision.notation(index), afterstate.position) for index, afterstate in after]


def _decisions_are_deterministic(game: Game, decision: Decision) -> Claims:
    moves = _moves(decision)
    again = _moves(game.decision(decision.position, decision.seat, decision.throws))
    yield moves, "at least one afterstate", moves
    yield moves == again, f"the same afterstates when asked again, {again}", moves


def _names_of_moves(_game: Game, decision: Decision) -> Claims:
    names = [name for name, _ in _moves(decision)]
    fit = all(
        isinstance(name, str) and name.isprintable() and 1 <= len(name) <= _MAX_NOTATION for name in names
    )
    yield fit, f"a notation of 1 to {_MAX_NOTATION} characters on a line for each move", names
    yield len(set(names)) == len(names), "a notation of its own for each move", names
    for index, name in enumerate(names):
        named = decision.named(name)
        yield named == index, f"named({name!r}) to be {index}", named
    answer = _result_or_refusal(decision.named, _NOT_THERE)
    yield _refused(answer), "named() to refuse what is no move with a UsageError", answer


def _afterstates_are_distinct(_game: Game, decision: Decision) -> Claims:
    moves = _moves(decision)
    different = len({position for _, position in moves}) == len(moves)
    yield different, "different positions after different moves", moves


def _named_moves_of_policies(game: Game, decision: Decision) -> Claims:
    yield decision.policy == game.policy, f"a decision with policy={game.policy}", decision.policy
    names = [name for name, _ in _moves(decision)]
    all_named = not game.policy or len(names) == len(game.named_moves)
    yield all_named, f"the moves {', '.join(game.named_moves)}", names


def _boards_of_compiled_code(game: Game, decision: Decision) -> Claims:
    boards = decision.boards()
    if not game.family:
        yield boards is None, "boards() to be None in a game without kernels", boards
        return
    rows = 4 if if_dice(game) is None else COLUMNS
    shape = (rows, 1 if game.policy else len(decision.afterstates))
    fits = boards is not None and boards.shape == shape and boards.dtype == np.uint32
    yield fits, f"uint32 boards of the shape {shape}", boards


_DECISION: Table = (
    _decisions_are_deterministic,
    _names_of_moves,
    _afterstates_are_distinct,
    _named_moves_of_policies,
)


def _squares_of_a_board(game: Game, decision: Decision, index: int) -> Claims:
    after, places = decision.afterstates[index].position, game.geometry.places
    outside = sorted(after.both.difference(places)) if isinstance(after, Pieces) else []
    yield not outside, f"pieces on squares 1 to {len(places)} of the geometry alone", outside


def _results(game: Game, decision: Decision, index: int) -> Claims:
    result = decision.result(index)
    truth = isinstance(result, bool | np.bool_)
    yield not truth, "a result of 1, 0, -1, or None if the game goes on", result
    yield result in {None, 1, 0, -1}, "a result of 1, 0, -1 or None", result
    yield result == decision.result(index), "the same result when asked again", result
    said = (
        "self_losses = True in the class, as this move loses for the player who makes it (else result "
        "answers for the wrong player)"
    )
    yield result != -1 or game.self_losses, said, game.self_losses
    own: Callable[[Any], int | None] | None = getattr(game, "result", None)
    after = decision.afterstates[index].position
    theirs = game.swapped(after)
    # Where both players see the same, as in Nim, or neither can move, who has moved has won.
    only_one = own is None or result != 1 or theirs == after or own(theirs) != 1
    if not only_one and isinstance(game, PlainGame):
        only_one = not moves_given(game, game.moves(theirs, decision.throws))
    told = "result to be 1 for one side only, by asking first whether the other has already won"
    yield only_one, told, after


def _whose_turn_is_next(game: Game, decision: Decision, index: int) -> Claims:
    after = decision.afterstates[index].position
    ends, following = decision.ends_turn(index), decision.following(index)
    yield ends or decision.result(index) is None, "a move that ends the game to end the turn", ends
    expected = game.swapped(after) if ends else after
    yield following == expected, f"the position {position_text(game, expected)} to follow", following
    yield game.swapped(game.swapped(after)) == after, "swapped twice to be the position", after


def _steps_of_pieces(game: Game, decision: Decision, index: int) -> Claims:
    """The player moves only their own pieces, which then stand where the steps lead."""
    after, seat = decision.afterstates[index].position, decision.seat
    pieces = _own(game, decision.position, seat)
    steps = decision.steps(index)
    for start, target in steps:
        yield start != target, "steps to another square", steps
        if start:
            yield pieces[start], f"a piece of the player on square {start}", steps
            pieces[start] -= 1
        if target:
            pieces[target] += 1
    shown = game.occupants(after, seat)
    # A piece that has caught another may hide it, or be hidden.
    hidden = any(target and 1 - seat in shown.get(target, ()) for _, target in steps)
    found = _own(game, after, seat)
    yield hidden or +pieces == found, f"steps that lead to {sorted(found.elements())}", steps


def _own(game: Game, position: Any, seat: int) -> Counter[int]:
    """How many pieces a player has on each square."""
    occupants = game.occupants(position, seat)
    return Counter(square for square, seats in occupants.items() for whose in seats if whose == seat)


_AFTERSTATE: Table = (
    _squares_of_a_board,
    _results,
    _whose_turn_is_next,
    _steps_of_pieces,
)


def _small_games(game: SmallGame, decision: Decision) -> Claims:
    position, seat = decision.position, decision.seat
    yield not game.stochastic, "stochastic = False in a small game", game.stochastic
    ends = [decision.ends_turn(index) for index in range(len(decision.afterstates))]
    yield all(ends), "every move to end the turn in a small game", ends
    afterstates = game.afterstates(position)
    among = game.decision_among(position, seat, afterstates)
    names = [game.notation(afterstate, seat) for afterstate in afterstates]
    told = [name for name, _ in _moves(decision)]
    yield names == told, f"the same moves from afterstates() as from decision(), {told}", names
    yield len(among.afterstates) == len(told), "the same decision from decision_among()", among
    after = [afterstate.position for afterstate in afterstates]
    wanted = [position for _, position in _moves(decision)]
    yield after == wanted, "the same positions from afterstates() as from decision()", after
    read = game.position_to_move_from(game.text(position))
    yield read == position, "position_to_move_from(text) to be the position", read


def _symmetries(game: SmallGame, decision: Decision) -> Claims:
    position, symmetries = decision.position, game.symmetries()
    squares = tuple(range(1, len(game.geometry.places) + 1))
    yield tuple(symmetries[0]) == squares, "the identity as the first symmetry", symmetries[0]
    moved = {(after.position, after.result) for after in game.afterstates(position)}
    for symmetry in symmetries:
        yield tuple(sorted(symmetry)) == squares, "a permutation of the squares", symmetry
        mirrored = {(a.position, a.result) for a in game.afterstates(game.mapped(position, symmetry))}
        same = mirrored == {(game.mapped(after, symmetry), result) for after, result in moved}
        yield same, f"moves and results to be mapped, too, by {symmetry} of symmetries", mirrored


_SMALL: Table = (_small_games, _symmetries)


def _vocabularies(game: Game, vocabulary: Vocabulary) -> Claims:
    yield vocabulary.game == game, "a vocabulary of this game with its parameters", vocabulary.game
    described = [word.name for word in vocabulary.primitives if not word.description]
    yield not described, "a docstring of every word, which says what it means", described


def _views(decision: Decision) -> list[Any]:
    """What words see: the position before the move, or the board after each."""
    return [decision.view(index) for index in range(1 if decision.policy else len(decision.afterstates))]


def _values_of_words(
    _game: Game, word: Primitive, arguments: list[Node], vocabulary: Vocabulary, decision: Decision
) -> Claims:
    meaning = vocabulary.meanings[word.name]
    passed = [
        _passed(kind, node, vocabulary.squares) for kind, node in zip(word.arguments, arguments, strict=True)
    ]
    values, again = ([meaning(view, *passed) for view in _views(decision)] for _ in range(2))
    kind = bool if word.result is Truth else int
    yield all(type(value) is kind for value in values), f"values of type {kind.__name__}", values
    within = all(word.low <= value <= word.high for value in values)
    yield within, f"values from {word.low} to {word.high}, as declared", values
    yield values == again, "the same values when asked again", again


def _compiled_words(
    _game: Game, word: Primitive, arguments: list[Node], vocabulary: Vocabulary, decision: Decision
) -> Claims:
    if word.compiled is not None and decision.boards() is not None:
        # A word may be a Truth, so this need not be an expression.
        codes = vocabulary.codes_of([vocabulary.node_named[word.name], *arguments])
        source = Source(codes.tobytes(), vocabulary)
        compiled = values_of(source, scored_boards(decision, plainly=False)).tolist()
        plain = values_of(source, seen_boards(_views(decision))).tolist()
        yield compiled == plain, f"compiled code to find the values of plain Python, {plain}", compiled


_WORD: Table = (_values_of_words, _compiled_words)


def _passed(kind: type, node: Node, squares: int) -> int:
    """What a word gets for an argument of a type."""
    if kind is Truth:
        return bool(node.name == "always")
    return square_named(node.value, squares) if kind is Square else int(node.value)


def _argument(kind: type, vocabulary: Vocabulary, rng: random.Random) -> Node:
    """A terminal of the type of an argument."""
    names = [word.name for word in CERTAINTIES] if kind is Truth else list(map(str, vocabulary.constants))
    return vocabulary.node_named[rng.choice(names)]
