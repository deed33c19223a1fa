"""Dash with kernels: games are those of its plain rules, win probabilities those of an independent solver."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from senet_gp.arena.exact_verdict import exact_verdict, listed_verdict
from senet_gp.engine.exact_table import ChanceTable, chance_table, listed_chances
from senet_gp.engine.participants import RANDOM_MOVER, SAFE_RANDOM_MOVER, Chooser
from senet_gp.engine.play import play_duels, play_games
from senet_gp.engine.results import Pairings
from senet_gp.games import PlainGame, Sides
from senet_gp.games.registry import GAMES, game_of
from senet_gp.players.parsing import player_from_text
from senet_gp.runtime.streams import part_keys

PACKAGE = Path(__file__).resolve().parents[2] / "docs" / "examples" / "board_games"
SIDES, HOME, MARKED = 6, 13, (4, 8)
PLAYED = 100


@pytest.fixture(scope="module")
def games() -> Iterator[tuple[Any, Any]]:
    """The game with kernels, and the one without."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(PACKAGE)
        import_module("board_games_example.fast_dash")
        yield game_of("fast_dash"), game_of("dash")
    for name in ("dash", "fast_dash"):
        del GAMES[name], sys.modules[f"board_games_example.{name}"]


@pytest.mark.parametrize("text", ["random", "expr:(sub my_last their_steps)", "expr:(sub 1 their_steps)"])
def test_games_are_those_of_the_plain_rules(text: str, games: tuple[Any, Any]) -> None:
    pairings = Pairings(np.zeros(PLAYED, np.int64), np.ones(PLAYED, np.int64), part_keys(1, PLAYED))
    found = []
    for game in games:
        player: Chooser = player_from_text(text, game).participant or RANDOM_MOVER
        players = [player, SAFE_RANDOM_MOVER]
        found.append((*play_games(players, pairings, game), *play_duels(players, pairings, 3, game)))
    for compiled, plain in zip(*found, strict=True):
        np.testing.assert_array_equal(compiled, plain)


def solved() -> dict[tuple[tuple[int, int], tuple[int, int]], float]:
    """The chance of winning in every position of the player to move, by the text of the rules alone."""
    places = [(a, b) for a in range(HOME + 1) for b in range(a, HOME + 1) if a < HOME]
    positions = list(product(places, places))
    number = {position: index for index, position in enumerate(positions)}
    won = len(positions)
    # For each throw and runner, the position that follows, and whether its value is that of the other player.
    after = np.empty((SIDES, 2, won), np.int64)
    others = np.zeros((SIDES, 2, won), np.bool_)
    for index, (mine, theirs) in enumerate(positions):
        for throw in range(SIDES):
            for runner in range(2):
                start, stays = mine[runner], mine[1 - runner]
                if start == HOME:
                    start, stays = stays, start
                to = min(start + throw + 1, HOME)
                own = (min(to, stays), max(to, stays))
                caught = sorted(0 if square == to < HOME else square for square in theirs)
                if own == (HOME, HOME):
                    after[throw, runner, index] = won
                elif to in MARKED:
                    after[throw, runner, index] = number[own, (caught[0], caught[1])]
                else:
                    after[throw, runner, index] = number[(caught[0], caught[1]), own]
                    others[throw, runner, index] = True
    values, change = np.full(won + 1, 0.5), 1.0
    values[won] = 1.0
    while change > 1e-10:
        reached = np.where(others, 1 - values[after], values[after])
        new = reached.max(axis=1).mean(axis=0)
        change = float(np.abs(new - values[:won]).max())
        values[:won] = new
    return dict(zip(positions, values.tolist(), strict=False))


def test_exact_chances_are_those_of_an_independent_solver(games: tuple[Any, Any]) -> None:
    fast, _ = games
    table = chance_table(fast)
    for (mine, theirs), chance in solved().items():
        assert abs(table.chance(Sides(mine, theirs)) - chance) < 1e-6


@pytest.mark.parametrize(
    "text", [pytest.param("random", marks=pytest.mark.slow), "expr:(sub my_last their_steps)", "minimax"]
)
def test_without_kernels_it_is_solved_and_judged_alike(text: str, games: tuple[Any, Any]) -> None:
    fast, plain = games
    listed = listed_chances(plain)
    known = chance_table(fast).chances_of(listed.listing.positions)
    np.testing.assert_allclose(listed.values, known, atol=1e-7)
    found = listed_verdict(plain, player_from_text(text, plain))
    expected = exact_verdict(fast, player_from_text(text, fast), None, None, 1)
    assert [seat.regret for seat in found.seats] == pytest.approx(
        [seat.regret for seat in expected.seats], abs=1e-7
    )


def test_perfect_play_of_what_no_game_reaches_is_found_when_it_is_asked_for(games: tuple[Any, Any]) -> None:
    _, plain = games
    # Whoever lands on 8 sends the others there home.
    position, minimax = Sides((8, 8), (8, 8)), player_from_text("minimax", plain)
    best = [max(minimax.scores(plain.decision(position, 0, (side,)))) for side in range(1, 7)]
    assert listed_chances(plain).chance(position) == pytest.approx(np.mean(best), abs=1e-9)


def test_a_number_beyond_the_last_is_no_board(games: tuple[Any, Any]) -> None:
    table = chance_table(games[0])
    few = ChanceTable(table.game, table.values[:9])
    assert np.isnan(few.chances_of([Sides((5, 7), (3, 9))])).all()


@pytest.mark.parametrize("throws", [(), (0,), (0, 0), (0, 3), (1,)])
def test_throws_are_told_from_their_number(
    throws: tuple[int, ...], games: tuple[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    fast, _ = games
    chances = {(2,): 0.5, throws: 0.5}
    monkeypatch.setattr(type(fast), "throw_chances", lambda _game, _position: chances)
    assert fast.throws_of(fast.throw_of(throws), fast.starts()[0]) == throws


class Wheel(NamedTuple):
    """A place, which is the same for both."""

    place: int


@dataclass(frozen=True)
class Wheels(PlainGame):
    """Five places, a coin, and players of whom nobody need end the game; at 13 a player goes on from 3."""

    name = "wheels"
    title = "Wheels"
    stochastic = True

    def starts(self) -> list[Wheel]:
        """Any place."""
        return [Wheel(place) for place in range(5)]

    def dice(self, position: Wheel) -> tuple[int, ...]:  # noqa: ARG002
        """A coin."""
        return (2,)

    def moves(self, position: Wheel, throws: tuple[int, ...]) -> dict[str, Wheel]:
        """From each place, after each throw; 5 and 6 are ends."""
        to = {0: ((0, 3), (1, 3)), 1: ((4, 13), (4,)), 2: ((3,), (3,)), 3: ((5, 2), (2, 4)), 4: ((0,), (6,))}
        return {str(place): Wheel(place) for place in to[position.place % 10][throws[0] - 1]}

    def throws_again(self, decision: Any, index: int) -> bool:
        """At 13."""
        return bool(decision.afterstates[index].position.place > 6)

    def swapped(self, position: Wheel) -> Wheel:
        """The same place."""
        return Wheel(position.place % 10)

    def result(self, position: Wheel) -> int | None:
        """Drawn or lost."""
        return {5: 0, 6: -1}.get(position.place)


def test_players_that_avoid_the_end_have_chances_nevertheless() -> None:
    chances = listed_chances(Wheels()).chances_of([Wheel(place) for place in range(5)])
    assert chances == pytest.approx([3 / 7, 5 / 7, 2 / 7, 5 / 7, 2 / 7])
