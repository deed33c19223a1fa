"""Exact verdicts against enumerating every line of play, and what is known of perfect players."""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from thinned import thinned

from senet_gp.arena import verdict as walking
from senet_gp.arena.verdict import LinesOfPlay, Verdict, verdict
from senet_gp.games.board.game import Afterstate, BoardDecision, BoardGame, Position
from senet_gp.games.hexapawn import Hexapawn
from senet_gp.games.pursuit import Pursuit
from senet_gp.games.registry import parameters_of
from senet_gp.games.small import Rulebook
from senet_gp.games.solving.perfect import PerfectPlay
from senet_gp.games.tictactoe import TicTacToe
from senet_gp.games.trilobite import Trilobite
from senet_gp.players.position_table import table_player
from senet_gp.players.search import MinimaxPlayer
from senet_gp.runtime.errors import UsageError

GAMES: list[BoardGame] = [Hexapawn(), TicTacToe(), Trilobite(), Pursuit()]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


class Policy:
    """A player made of a function from a decision to what it may choose."""

    name = "policy"

    def __init__(self, possible: Callable[[BoardDecision], list[int]]) -> None:
        self._possible = possible

    def possible(self, decision: BoardDecision) -> list[int]:
        """The indices of the afterstates that it may choose."""
        return self._possible(decision)


def anything(decision: BoardDecision) -> list[int]:
    return list(range(len(decision.afterstates)))


def first(decision: BoardDecision) -> list[int]:  # noqa: ARG001
    return [0]


def whims(game: BoardGame, seed: int, skill: float) -> Policy:
    """A player with one or two moves of its own in every position, as a rule among the best."""
    perfect = PerfectPlay(game)

    def possible(decision: BoardDecision) -> list[int]:
        text = f"{seed} {decision.seat} {decision.game.text(decision.position)}"
        rng = random.Random(zlib.crc32(text.encode()))
        indices = anything(decision)
        if rng.random() < skill:
            ratings = perfect.ratings(decision.afterstates)
            indices = [index for index in indices if ratings[index] == max(ratings)]
        return sorted(rng.sample(indices, min(len(indices), rng.randint(1, 2))))

    return Policy(possible)


def every_line(game: BoardGame, player: Policy, seat: int) -> tuple[int, int]:
    """The worst result, and the length of a shortest line that ends so: by enumeration, for acyclic games."""

    def worst(position: Position, mover: int) -> tuple[int, int]:
        afterstates = game.afterstates(position)
        indices = anything(BoardDecision(game, mover, position, afterstates))
        if mover == seat:
            indices = player.possible(BoardDecision(game, mover, position, afterstates))
        return min(after(afterstates[index], mover) for index in indices)

    def after(afterstate: Afterstate, mover: int) -> tuple[int, int]:
        if afterstate.result is not None:
            return (afterstate.result if mover == seat else -afterstate.result), 1
        result, length = worst(game.swapped(afterstate.position), 1 - mover)
        return result, length + 1

    return worst(game.starts()[0], 0)


def result_of_line(
    game: BoardGame, player: Policy, seat: int, start: str, line: tuple[str, ...]
) -> int | None:
    """The result of a line of a verdict, in which the player plays only moves that it may choose, or None."""
    position, mover = game.position_from(start), 0
    for number, move in enumerate(line):
        afterstates = game.afterstates(position)
        index = game.afterstate_named(afterstates, mover, move)
        if mover == seat:
            assert index in player.possible(BoardDecision(game, mover, position, afterstates))
        result = afterstates[index].result
        if result is not None:
            assert number == len(line) - 1
            return result if mover == seat else -result
        position, mover = game.swapped(afterstates[index].position), 1 - mover
    return None


@pytest.mark.parametrize(
    "game", thinned([Hexapawn(), Trilobite(), Trilobite(4, 2, 2), Trilobite(2, 4, 3)], kept=[0, 2]), ids=repr
)
def test_verdicts_are_those_of_enumeration(game: BoardGame) -> None:
    worst = set()
    for seed in range(8):
        player = whims(game, seed, skill=(0, 0.5, 0.9, 1)[seed % 4])
        for seat in verdict(game, player).seats:
            assert (seat.worst, len(seat.line)) == every_line(game, player, seat.seat)
            assert result_of_line(game, player, seat.seat, seat.start, seat.line) == seat.worst
            worst.add(seat.worst)
    assert len(worst) > 1


@every_game
def test_perfect_players_get_the_value_of_the_game(game: BoardGame) -> None:
    values = (-1, 1) if game.name == "hexapawn" else (0, 0)
    for player in (MinimaxPlayer(game), table_player("table", game)):
        found = verdict(game, player)
        assert tuple(seat.worst for seat in found.seats) == values
        assert found.measure is None or found.measure.perfect


@every_game
def test_who_may_play_anything_can_lose(game: BoardGame) -> None:
    player = Policy(anything)
    found = verdict(game, player)
    assert [seat.worst for seat in found.seats] == [-1, -1]
    for seat in found.seats:
        assert result_of_line(game, player, seat.seat, seat.start, seat.line) == -1


def test_all_positions_are_met_where_anything_may_be_played() -> None:
    assert [seat.positions for seat in verdict(TicTacToe(), Policy(anything)).seats] == [4520, 4520]
    assert [seat.positions for seat in verdict(Trilobite(), Policy(anything)).seats] == [505, 505]


def test_a_line_that_goes_on_for_ever_is_a_draw() -> None:
    game = Pursuit()
    for player in (MinimaxPlayer(game), table_player("table", game)):
        for seat in verdict(game, player).seats:
            visited = [(game.position_from(seat.start), 0)]
            for move in seat.line:
                position, mover = visited[-1]
                afterstates = game.afterstates(position)
                afterstate = afterstates[game.afterstate_named(afterstates, mover, move)]
                assert afterstate.result is None
                visited.append((game.swapped(afterstate.position), 1 - mover))
            assert visited[-1] in visited[:-1]
            assert len(set(visited)) == len(visited) - 1


def test_the_limit_of_rounds_ends_the_walk_in_a_draw() -> None:
    """In one round no player is near enough to be caught, and a move cannot be repeated before the second."""
    for seat in verdict(Pursuit(5, 1), Policy(anything)).seats:
        assert (seat.worst, len(seat.line)) == (0, 2)
    lost = verdict(Pursuit(4, 2), Policy(first)).seats[0]
    assert (lost.worst, lost.line[0], lost.line[2]) == (-1, "0", "0")


class Counted(NamedTuple):
    """A number after a move, and whether the first mover is to move; how much was added."""

    position: tuple[int, bool]
    result: int | None
    added: int


class Counting:
    """Players add one to three; the first mover wins with six or more, and five turns are drawn."""

    most_turns = 5
    small = True

    def starts(self) -> list[tuple[int, bool]]:
        """The number 0."""
        return [(0, True)]

    def swapped(self, position: tuple[int, bool]) -> tuple[int, bool]:
        """A position as the other player sees it."""
        return position[0], not position[1]

    def afterstates(self, position: tuple[int, bool]) -> list[Counted]:
        """What one to three more come to."""
        number, is_first = position
        result = 1 if is_first else -1
        return [
            Counted((number + added, is_first), None if number + added < 6 else result, added)
            for added in (1, 2, 3)
        ]

    def decision_among(self, position: Any, seat: int, afterstates: Any) -> Any:
        """A decision that has what the walk reads."""
        return SimpleNamespace(seat=seat, position=position, afterstates=afterstates)

    def notation(self, move: Counted, _seat: int) -> str:
        """How much is added."""
        return str(move.added)


def test_a_longer_line_to_known_positions_may_come_to_the_limit_of_turns() -> None:
    """They are met first by shorter lines, which the first mover wins."""
    walked = LinesOfPlay(Rulebook(Counting()), Policy(first), 0, 1000)  # type: ignore[arg-type]
    assert walked.complete
    assert walked.worst() == (0, (0, True), ["1"] * 5)
    longer = type("Longer", (Counting,), {"most_turns": 7})()
    assert LinesOfPlay(Rulebook(longer), Policy(first), 0, 1000).worst().result == 1


def measure_by_hand(
    game: Pursuit, possible: Callable[[BoardDecision], list[int]]
) -> tuple[int, int, int, int]:
    """States met, and those with a win missed, a win allowed, a move repeated."""
    met: set[Position] = set()
    for seat in (0, 1):
        known = {(start, 0) for start in game.starts()}
        waiting = list(known)
        while waiting:
            position, mover = waiting.pop()
            afterstates = game.afterstates(position)
            indices = (
                range(4) if mover != seat else possible(BoardDecision(game, mover, position, afterstates))
            )
            if mover == seat:
                met.add(position)
            for index in indices:
                after = game.swapped(afterstates[index].position), 1 - mover
                if afterstates[index].result is None and after not in known:
                    known.add(after)
                    waiting.append(after)
    missed = allowed = repeated = 0
    for position in met:
        afterstates = game.afterstates(position)
        results = [afterstate.result for afterstate in afterstates]
        mine = [afterstates[index] for index in possible(BoardDecision(game, 0, position, afterstates))]
        missed += 1 in results and any(c.result != 1 for c in mine)
        repeated += any(c.result == -1 for c in mine)
        allowed += any(
            c.result is None and any(d.result == 1 for d in game.afterstates(game.swapped(c.position)))
            for c in mine
        )
    return len(met), missed, allowed, repeated


def avoiding(decision: BoardDecision) -> list[int]:
    """All moves that do not lose at once."""
    return [index for index, afterstate in enumerate(decision.afterstates) if afterstate.result != -1]


def greedy(decision: BoardDecision) -> list[int]:
    """The winning move, else anything that does not lose at once."""
    winning = [index for index, afterstate in enumerate(decision.afterstates) if afterstate.result == 1]
    return winning or avoiding(decision)


@pytest.mark.parametrize("possible", [anything, avoiding, greedy, first])
def test_the_measure_of_pursuit(possible: Callable[[BoardDecision], list[int]]) -> None:
    game = Pursuit()
    measure = verdict(game, Policy(possible)).measure
    assert measure is not None
    faults = (measure.missed_wins, measure.allowed_wins, measure.repeated_moves)
    assert (measure.states, *(fault.count for fault in faults)) == measure_by_hand(game, possible)
    assert not measure.perfect
    for fault in faults:
        assert (fault.position is None) == (fault.count == 0)
    if possible is greedy:
        assert (measure.missed_wins.count, measure.repeated_moves.count) == (0, 0)
        text, move = measure.allowed_wins.position, measure.allowed_wins.move
        assert text is not None
        assert move is not None
        afterstates = game.afterstates(game.position_from(text))
        after = game.swapped(afterstates[int(move)].position)
        assert any(afterstate.result == 1 for afterstate in game.afterstates(after))


def test_a_verdict_as_json() -> None:
    found = verdict(Hexapawn(), MinimaxPlayer(Hexapawn())).as_json()
    assert list(found) == ["game", "parameters", "player", "seats"]
    assert found["seats"][0] == {
        "seat": "first",
        "worst": -1,
        "positions": 9,
        "start": "xxx...ooo",
        "line": ["1-4", "8x4", "2x4", "9-6"],
    }
    assert (found["seats"][1]["seat"], found["seats"][1]["worst"]) == ("second", 1)
    of_pursuit = verdict(Pursuit(), MinimaxPlayer(Pursuit())).as_json()
    assert of_pursuit["parameters"] == parameters_of(Pursuit()) != {}
    measure = of_pursuit["measure"]
    assert (measure["perfect"], measure["missed_wins"]) == (
        True,
        {"count": 0, "position": None, "move": None},
    )


def test_too_large_a_game_has_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walking, "MAX_POSITIONS", 100)
    with pytest.raises(UsageError, match="more than 100 positions can be reached: choose a smaller board"):
        verdict(TicTacToe(), Policy(anything))


def test_a_larger_board() -> None:
    game = Trilobite(4, 4, 4)
    found: Verdict = verdict(game, MinimaxPlayer(game))
    assert [seat.worst for seat in found.seats] == [0, 0]
