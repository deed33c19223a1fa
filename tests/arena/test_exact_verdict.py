"""How good players of Senet with few pieces are against perfect play."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import permutations
from math import comb, sqrt

import numpy as np
import pytest
from thinned import thinned

from senet_gp.arena import exact_verdict as judging
from senet_gp.arena.exact_verdict import ExactVerdict, _interval, exact_verdict
from senet_gp.arena.match import play_match
from senet_gp.engine.exact_solving import OVER, TURN
from senet_gp.engine.exact_table import chance_table
from senet_gp.games.dice.rules import GOES_ON, THROWS_AGAIN, WON
from senet_gp.games.registry import game_of
from senet_gp.games.senet import plain_rules as slow
from senet_gp.games.senet.game import Senet
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import Player
from senet_gp.runtime.errors import UsageError

ONE, TWO = Senet(pieces=1), Senet(pieces=2)


@cache
def verdict_on(name: str, game: Senet = ONE, games: int | None = None, seed: int = 1) -> ExactVerdict:
    return exact_verdict(game, player_from_text(name, game), None, games, seed)


def ends_and_weights(
    mine: slow.Squares, theirs: slow.Squares, *, perfect: bool
) -> Iterator[tuple[float, slow.Board, bool]]:
    """What a turn can end in, with probabilities, and whether the player throws on; random or perfect."""
    if slow.WATER in mine:
        for throw, chance in slow.THROWS.items():
            yield float(chance), (slow.rescue(mine, theirs, throw), theirs), False
        return
    for throws, (chance, again) in slow.throw_groups().items():
        ends = list(slow.end_boards(mine, theirs, throws))
        if perfect:
            masks = [[sum(1 << square for square in side) for side in board] for board in ends]
            boards = np.zeros((5, len(ends)), np.uint32)
            boards[:2] = np.array(masks).T
            then = THROWS_AGAIN if again else GOES_ON
            results = [(GOES_ON if slow.WATER in own else then) if own else WON for own, _ in ends]
            chances = chance_table(ONE).after_chances(boards, np.array(results))
            ends = [ends[int(chances.argmax())]]
        for board in ends:
            yield float(chance) / len(ends), board, again and slow.WATER not in board[0]


def random_against_perfect() -> tuple[float, float]:
    """The chances of the random mover against perfect play with one piece a side, by the slow rules.

    The unknowns of the equations are its chance if it is to move, then if its opponent is.
    """
    numbers = {board: number for number, board in enumerate(permutations(range(1, 31), 2))}
    size = len(numbers)
    matrix, known = np.eye(2 * size), np.zeros(2 * size)
    for (a, b), number in numbers.items():
        for side in (0, 1):
            row = side * size + number
            for weight, (mine, theirs), on in ends_and_weights(
                frozenset([a]), frozenset([b]), perfect=bool(side)
            ):
                if not mine:
                    known[row] += weight * (1 - side)
                elif on:
                    matrix[row, side * size + numbers[(*mine, *theirs)]] -= weight
                else:
                    matrix[row, (1 - side) * size + numbers[(*theirs, *mine)]] -= weight
    values = np.linalg.solve(matrix, known)
    start = numbers[2, 1]
    return float(values[start]), float(values[size + start])


@pytest.mark.slow
def test_the_random_mover_has_the_chances_that_the_slow_rules_give() -> None:
    found = [seat.chance for seat in verdict_on("random").seats]
    assert found == pytest.approx(random_against_perfect(), abs=1e-9)


def test_perfect_play_gives_nothing_away() -> None:
    found = verdict_on("minimax")
    assert abs(found.regret) < 1e-8
    assert [seat.perfect_chance for seat in found.seats] == pytest.approx([0.5370061, 0.4629938], abs=1e-7)
    assert verdict_on("minimax", games=400).interval == (0, pytest.approx(3.84 / 400, rel=1e-3))


def assert_estimates(name: str, game: Senet, games: int) -> None:
    """The estimate from games agrees with the exact regret in each seat."""
    known, estimated = verdict_on(name, game), verdict_on(name, game, games)
    for one, other in zip(known.seats, estimated.seats, strict=True):
        assert 0 < other.error < 0.02
        assert abs(one.regret - other.regret) < 3 * other.error
        assert one.perfect_chance == other.perfect_chance
    low, high = estimated.interval
    assert low < estimated.regret < high


@pytest.mark.parametrize("name", ["random", "hand:HC5", "expr:(sub my_distance their_distance)", "net"])
def test_estimates_from_games_agree_with_the_exact_regret(name: str) -> None:
    assert_estimates(name, ONE, 2000)


@pytest.mark.parametrize(
    ("name", "games", "least"),
    thinned(
        [
            ("hand:HC5", 100, 0.95),  # loses something in 4 games of 100
            ("hand:HC5", 400, 0.95),
            ("expr:(sub their_distance my_distance)", 100, 0.95),
            ("random", 100, 0.9),
            ("random", 400, 0.92),
            ("minimax", 100, 1.0),
        ],
        kept=[0, 3],
    ),
)
def test_intervals_contain_the_exact_regret(name: str, games: int, least: float) -> None:
    """Intervals by the spread alone contain it in 80 of 100 estimates of hand:HC5 from 100 games."""
    exact = verdict_on(name).regret
    intervals = np.array([verdict_on(name, games=games, seed=seed).interval for seed in range(200)])
    assert np.mean((intervals[:, 0] <= exact + 1e-9) & (exact <= intervals[:, 1])) >= least


@pytest.mark.parametrize("cost", [0.3, 1.0])
@pytest.mark.parametrize("expected", [1, 3, 5, 30])
def test_intervals_contain_the_mean_of_losses_that_are_rare(cost: float, expected: int) -> None:
    """By the binomial distribution: of 100 games so many have a loss on average, all of the same size."""
    games, chance = 100, expected / 100
    contained = 0.0
    for lost in range(games + 1):
        share = lost / games
        error = cost * np.sqrt(share * (1 - share) / (games - 1))
        low, high = _interval(cost * share, error, games)
        if low <= cost * chance <= high:
            contained += comb(games, lost) * chance**lost * (1 - chance) ** (games - lost)
    assert contained > 0.94


def test_a_regret_is_not_estimated_from_a_game() -> None:
    with pytest.raises(UsageError, match="at least 4 games, not 1"):
        verdict_on("random", games=1)


def test_an_odd_number_of_games_is_one_more() -> None:
    assert verdict_on("random", games=101).games == 102


def test_expressions_without_and_with_compiled_code_have_the_same_regret() -> None:
    """A search has no program, so it is asked for each choice."""

    class Slowly:
        participant = None
        name = "slowly"

        def __init__(self, base: Player) -> None:
            self.scores = base.scores  # type: ignore[attr-defined]
            self.choose = base.choose

    base = player_from_text("hand:HC5", ONE)
    found = exact_verdict(ONE, Slowly(base), None, 200, 3)
    assert found.seats == exact_verdict(ONE, base, None, 200, 3).seats
    with pytest.raises(UsageError, match="add --games 2000"):
        exact_verdict(TWO, Slowly(base), None, None, 1)


@pytest.mark.slow
def test_two_pieces_estimates_and_games_agree_with_the_exact_chances() -> None:
    assert_estimates("hand:HC5", TWO, 20_000)
    # Wins and losses, and not only what is given away.
    found = verdict_on("hand:HC5", TWO)
    table = chance_table(TWO)
    scores = judging.scores_by(player_from_text("hand:HC5", TWO), TWO)
    for seat in found.seats:
        ends = judging.play_against_perfect(table, scores, seat.seat, 0, 11, np.zeros(20_000))
        won = np.mean(ends[:, OVER] == 1 - 2 * seat.seat)
        assert abs(won - seat.chance) < 3 * sqrt(0.25 / 20_000)
        assert ends[:, TURN].max() < 300


def test_a_match_agrees_with_the_exact_chances() -> None:
    match = play_match("minimax", "random", games=300, seed=5, game=ONE)
    chances = verdict_on("random").seats
    expected = 1 - sum(seat.chance for seat in chances) / 2
    assert abs(match.score - expected) < 3 * sqrt(0.25 / 300)


def test_too_many_pieces_and_players_without_scores_are_refused() -> None:
    for pieces, match in ((7, "1 to 3 pieces a side, not 7"), (3, "name the player table:FILE")):
        game = game_of("senet", {"pieces": pieces})
        with pytest.raises(UsageError, match=match):
            exact_verdict(game, player_from_text("random", game), None, None, 1)
        with pytest.raises(UsageError, match=match):
            player_from_text("minimax", game)

    class Silent:
        participant = None
        name = "silent"

        def choose(self, *_: object) -> int:
            return 0

    with pytest.raises(UsageError, match="does not say how it scores"):
        exact_verdict(ONE, Silent(), None, None, 1)
