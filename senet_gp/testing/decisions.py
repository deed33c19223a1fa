"""Checks of single decisions, as they are met in games."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from senet_gp.boards.svg import board_svg
from senet_gp.boards.text import board_text
from senet_gp.errors import UsageError
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.small import SmallGame, if_solvable
from senet_gp.testing.fault import Check, checking, place

#: A notation, and the text of a position, are at most so long.
_MAX_NOTATION, _MAX_TEXT = 100, 1000
_NOT_THERE = "\N{WHITE QUESTION MARK ORNAMENT}"


def check_position(game: Game, position: Any, seat: int) -> None:
    """Check what is asked of a position in which the game goes on."""
    where = place(game, position)
    with checking(game, "positions read back", where) as check:
        text = game.text(position)
        one_line = isinstance(text, str) and text.isprintable() and text and " " not in text
        check.that(one_line and len(text) <= _MAX_TEXT, "a text of one short line without blanks", text)
        check.that(game.position_from(text) == position, "position_from(text) to be the position", text)
        check.that(hash(game.position_from(text)) == hash(position), "equal hashes of equal positions", text)
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
        check.that(set(occupants) <= squares, f"occupants of squares 1 to {len(squares)} alone", occupants)
        seats = {one for seats in occupants.values() for one in seats}
        check.that(seats <= {0, 1}, "occupants that are the seats 0 and 1", seats)
        board_text(game, position, seat)
        if squares:
            board_svg(game, position, seat)
    with checking(game, "what words see", where) as check:
        _travels(check, game.seen(position))


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
        lucks = {}
        for throws in chances:
            check.that(throws == tuple(sorted(throws)), "throws in rising order", throws)
            decision = game.decision(position, seat, throws)
            check.that(decision.throws == throws, f"a decision with the throws {throws}", decision.throws)
            lucks[throws] = decision.luck
    with checking(game, "luck", where) as check:
        mean = sum(chance * lucks[throws] for throws, chance in chances.items())
        most = max(map(abs, lucks.values()))
        check.that(abs(mean) <= 1e-9 * (1 + most), "luck with a mean of 0 over all throws", mean)


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
            f"notations of 1 to {_MAX_NOTATION} characters on a line",
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
        if not game.kernels:
            check.that(boards is None, "boards() to be None in a game without kernels", boards)
        else:
            shape = (4, 1 if game.policy else len(found))
            check.that(
                boards is not None and boards.shape == shape and boards.dtype == np.uint32,
                f"uint32 boards of the shape {shape}",
                boards,
            )
    small = if_solvable(game)
    if small is not None:
        _check_small(small, decision, where)


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
        _travels(check, decision.view(index))
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
        check.that(not game.stochastic, "no throws in a small game", decision.throws)
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
        moved = set(after)
        for symmetry in symmetries:
            check.that(tuple(sorted(symmetry)) == squares, "a permutation of the squares", symmetry)
            mapped = game.mapped(position, symmetry)
            mirrored = {afterstate.position for afterstate in game.afterstates(mapped)}
            expected = {game.mapped(one, symmetry) for one in moved}
            check.that(mirrored == expected, f"the moves to be mapped, too, by {symmetry}", mirrored)


def _travels(check: Check, view: Any) -> None:
    """What words see is pickled to workers, and looked up by its hash."""
    there = pickle.loads(pickle.dumps(view))  # noqa: S301 - our own
    check.that(there == view, "a view that is equal after it is pickled", there)
    check.that(hash(there) == hash(view), "equal hashes of equal views", there)


def _own(game: Game, position: Any, seat: int) -> Counter[int]:
    """How many pieces a player has on each square."""
    occupants: Sequence[tuple[int, Sequence[int]]] = list(game.occupants(position, seat).items())
    return Counter(square for square, seats in occupants for whose in seats if whose == seat)


def _sorted(game: Game, position: Any, seat: int) -> dict[int, list[int]]:
    return {square: sorted(seats) for square, seats in sorted(game.occupants(position, seat).items())}
