"""What boards are worth: against exact chances and rules, whoever asks, in every game."""

from __future__ import annotations

import heaps
import numpy as np
import pytest
from dice_race import DiceRace
from drawn_games import choices_of

from senet_gp.engine.exact_table import listed_chances
from senet_gp.engine.playthrough import play_game
from senet_gp.games.protocol import Game
from senet_gp.games.registry import GAMES, Entry, game_of
from senet_gp.games.senet import Senet, SenetPosition
from senet_gp.games.small import small_game
from senet_gp.games.solving.perfect import PerfectPlay as Solver
from senet_gp.insight import judge_of, judged, judges
from senet_gp.insight.judges import (
    BLUNDER,
    INACCURACY,
    MISTAKE,
    Bounds,
    Grade,
    Judgement,
    KnownChances,
    NetworkJudge,
    PerfectResults,
    Playouts,
    _shrunk,
    judge_among,
    patient_judge_of,
)
from senet_gp.players.exact import perfect_player
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import RandomPlayer

SENET = Senet()


@pytest.mark.parametrize(
    ("game", "kind", "name"),
    [
        (small_game("hexapawn"), PerfectResults, "perfect play"),
        (Senet(1), KnownChances, "perfect play"),
        (Senet(2), KnownChances, "perfect play"),
        (Senet(3), NetworkJudge, "the network net-mixed"),
        (Senet(6), NetworkJudge, "the network net-mixed"),
        (Senet(7), NetworkJudge, "the network net"),
        (game_of("trilobite", {"width": 5, "height": 4, "line": 4}), Playouts, "random"),
    ],
    ids=str,
)
def test_game_and_parameters_alone_say_who_judges(game: Game, kind: type, name: str) -> None:
    judge = judge_of(game)
    assert isinstance(judge, kind)
    assert judge.name == name
    assert judge.exact == (kind in {PerfectResults, KnownChances})
    assert judge_of(game) is judge
    assert judge_among(("human", "hard"), game) is judge


def test_who_knows_all_chances_judges_their_own_games() -> None:
    race = DiceRace()
    assert isinstance(judge_among(("human", "random"), Senet(3)), NetworkJudge)
    assert isinstance(judge_among(("human", "minimax"), race), KnownChances)
    # A table that is not there does not keep the game from being judged.
    assert judge_among(("human", "table:gone.table"), Senet(3)) is judge_of(Senet(3))


@pytest.mark.parametrize("name", ["hexapawn", "tictactoe", "pursuit"])
def test_perfect_play_is_told_as_the_solver_does(name: str) -> None:
    game = small_game(name)
    judge, solver = judge_of(game), Solver(game)
    decision = game.decision(game.starts()[0], 0, ())
    found = judged(judge, decision)
    assert found.chances.tolist() == [(1 + rating) / 2 for rating in solver.ratings(decision.afterstates)]
    assert found.exact
    assert found.expected == found.best
    assert judge.to_move(game.starts()[0]) == found.chance(found.best)


def test_exact_chances_are_those_of_the_solved_game() -> None:
    perfect = perfect_player(Senet(1), None, "minimax")
    judge = judge_of(Senet(1))
    assert judge.to_move(Senet(1).starts()[0]) == pytest.approx(0.537006, abs=1e-6)
    for choice in choices_of(Senet(1), 10):
        assert judged(judge, choice.decision).chances == pytest.approx(perfect.scores(choice.decision))


@pytest.mark.parametrize(("pieces", "games"), [(1, 100), pytest.param(2, 40, marks=pytest.mark.slow)])
def test_a_network_that_has_learned_few_pieces_is_near_the_exact_chances(pieces: int, games: int) -> None:
    """Its first row gives away less than 0.3 wins of 100 a decision."""
    game = Senet(pieces)
    exact, network = judge_of(game), judge_of(game, "net-mixed")
    assert isinstance(network, NetworkJudge)
    given_away, errors = [], []
    for choice in choices_of(game, games):
        if len(choice.decision.afterstates) > 1:
            true, thought = judged(exact, choice.decision), judged(network, choice.decision)
            given_away.append(true.lost(thought.best))
            errors += (true.chances - thought.chances).tolist()
    assert len(given_away) > 300
    assert np.mean(given_away) < 0.003
    assert np.sqrt(np.mean(np.square(errors))) < 0.03


def test_a_network_keeps_the_side_in_a_turn_that_goes_on_and_sees_ends() -> None:
    judge = judge_of(SENET)
    # Four throws that each grant another: with a piece left far behind, the same player throws on.
    decision = SENET.decision(SenetPosition.from_text("x" + "." * 28 + "o"), 1, (1, 1, 1, 1))
    assert not decision.ends_turn(0)
    assert judged(judge, decision).chance(0) < 0.5
    winning = SENET.decision(SenetPosition.from_text("o" + "." * 28 + "x"), 0, (2,))
    wins = [index for index in range(len(winning.afterstates)) if winning.result(index) == 1]
    assert wins
    assert all(judged(judge, winning).chance(index) == 1 for index in wins)
    # The chance before the throw is the mean, over all throws, of the best chance after it.
    position = SenetPosition.from_text("x" + "." * 28 + "o")
    chances = SENET.throw_chances(position)
    best = [judge.glance(SENET.decision(position, 1, throws)).max() for throws in chances]
    assert judge.to_move(position) == pytest.approx(np.dot(best, list(chances.values())))


def test_playouts_are_games_of_the_player_whoever_asks_first() -> None:
    game = Senet(3)
    player = player_from_text("hand:HC5", game)
    decision = next(one.decision for one in choices_of(game, 3) if len(one.decision.afterstates) > 3)
    one, other = Playouts(player, game), Playouts(player, game)
    other.after(game.decision(game.starts()[0], 0, (1, 2)))
    assert one.after(decision).tolist() == other.after(decision).tolist()
    # A position before the throw is worth the share of points of games that are played one by one.
    (key, *_) = keys = one._keys(game.starts()[0], (), 20).tolist()
    assert key
    points = [(1 + play_game(player, player, key, game).outcome) / 2 for key in keys]
    assert one._points(game.starts()[0], np.array(keys, np.uint64)) == pytest.approx(np.mean(points))


def test_the_best_of_many_estimates_is_not_flattered() -> None:
    """All 30 choices are equal, so what the best of them seems to be better is luck alone."""
    rng = np.random.default_rng(5)
    raw, shrunk = [], []
    for _ in range(200):
        shares = rng.binomial(400, 0.5, 30) / 400
        raw.append(shares.max() - shares.mean())
        shrunk.append(_shrunk(shares, 400).max() - shares.mean())
    assert np.mean(raw) > 0.04
    assert np.mean(shrunk) < 0.01
    # True differences stay.
    far = np.array([0.2, 0.5, 0.8])
    assert _shrunk(far, 400) == pytest.approx(far, abs=0.005)


def test_a_game_in_plain_python_is_judged_by_a_few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "dicerace", Entry(game="dice_race:DiceRace", words="dice_race:vocabularies"))
    judge = judge_of(DiceRace(), "random")
    assert isinstance(judge, Playouts)
    assert judge.plainly
    assert judge.means == "if both play on as random"
    assert judge.bounds(3).probable > 0.1


def test_perfect_play_judges_a_game_in_plain_python_that_is_soon_solved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(GAMES, "dicerace", Entry(game="dice_race:DiceRace", words="dice_race:vocabularies"))
    short, longer = DiceRace(1), DiceRace(1, 20)
    judge = judge_of(short)
    assert judge_among(("human", "random"), short) is judge
    assert judge.to_move(short.starts()[0]) == pytest.approx(listed_chances(short).first_mover_chance)
    monkeypatch.setattr(judges, "_DECISIONS_SOON", 6)
    assert isinstance(judge_of(longer), Playouts)
    assert isinstance(patient_judge_of(longer), KnownChances)
    monkeypatch.setattr(judges, "_DECISIONS_IN_TIME", 6)
    assert isinstance(patient_judge_of(longer), Playouts)


def test_where_there_is_time_a_small_game_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "heaps", heaps.ENTRY)
    monkeypatch.setattr(judges, "solved_when_asked", lambda game: game.name != "heaps")
    game = game_of("heaps")
    assert isinstance(judge_of(game), Playouts)
    judge = patient_judge_of(game)
    decision = game.decision(game.starts()[0], 0, ())
    # Who leaves an even sum of all heaps wins.
    assert [decision.notation(index) for index in np.flatnonzero(judge.after(decision))] == ["0-1"]


def test_a_game_without_throws_that_is_too_large_to_solve_is_played_on_with_noise() -> None:
    game = game_of("trilobite", {"width": 5, "height": 4, "line": 4})
    judge = judge_of(game, "random-tree:3")
    assert "one move in 4 at random" in judge.means
    assert len(set(judge.after(game.decision(game.starts()[0], 0, ())).tolist())) > 1
    assert judge_of(game_of("trilobite", {"width": 4})).exact


def judgement(*chances: float, bounds: tuple[float, float] = (0.01, 0.02)) -> Judgement:
    """A judgement of a decision with these chances."""
    decision = SENET.decision(SENET.starts()[0], 0, (1, 2))
    order = tuple(np.argsort(-np.array(chances), kind="stable").tolist())
    return Judgement(
        decision, np.array(chances), order, exact=False, bounds=Bounds(*bounds), words=(), expected=0
    )


def test_doubt_and_grades_follow_from_the_wins_lost() -> None:
    found = judgement(0.5, 0.504, 0.493, 0.489, 0.484, 0.45, 0.40)
    assert found.order[:2] == (1, 0)
    assert found.best == 1
    notes = [found.note(index) for index in range(7)]
    assert notes == ["about equal", "", "probably worse", "probably worse", "", "", ""]
    grades = [found.grade(index) for index in range(7)]
    assert grades == [
        Grade.BEST,
        Grade.BEST,
        Grade.FINE,
        Grade.FINE,
        Grade.INACCURACY,
        Grade.MISTAKE,
        Grade.BLUNDER,
    ]
    assert INACCURACY < MISTAKE < BLUNDER
    assert [found.lost(index) for index in range(7)] == pytest.approx(
        [0.004, 0, 0.011, 0.015, 0.02, 0.054, 0.104]
    )
    assert found.verdict == "The first two are about equal."


def test_a_judge_who_is_not_sure_finds_no_mistake() -> None:
    found = judgement(0.6, 0.45, 0.2, bounds=(0.1, 0.3))
    assert [found.grade(index) for index in range(3)] == [Grade.BEST, Grade.FINE, Grade.BLUNDER]
    assert found.verdict == "The first is probably the best."


def test_verdicts() -> None:
    assert judgement(0.6, 0.5).verdict == "The first is the best."
    assert judgement(0.5).verdict == ""
    assert judgement(*[0.5] * 8).verdict == "These, and three more, are about equal."


def test_order_is_by_chance_in_every_game() -> None:
    for game in (Senet(3), SENET, small_game("hexapawn"), game_of("trilobite")):
        for choice in choices_of(game, 4)[:12]:
            found = judged(judge_of(game), choice.decision)
            chances = [found.chance(index) for index in found.order]
            assert chances == sorted(chances, reverse=True)
            assert found.shown == found.order[: len(found.shown)]
            assert RandomPlayer().possible(choice.decision) == sorted(found.order)
