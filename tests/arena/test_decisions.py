"""Samples of decisions: the same however they are drawn, and what is known of each."""

from __future__ import annotations

import numpy as np
import pytest

from primitives import vocabulary_of
from senet_gp.arena import decisions
from senet_gp.arena.decisions import (
    Decisions,
    Meeting,
    all_decisions,
    boards_of_game,
    sampled_decisions,
)
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.pool import SerialPool
from senet_gp.engine.participants import Source, scored_boards
from senet_gp.engine.playthrough import choices_of_game
from senet_gp.games.pursuit import Pursuit
from senet_gp.games.registry import game_of
from senet_gp.games.trilobite import Trilobite
from senet_gp.players.parsing import player_from_text
from senet_gp.players.player import RandomPlayer
from senet_gp.runtime.streams import game_streams, part_keys
from senet_gp.trees.text import from_lisp

SENET = game_of("senet")
RACE = "expr:(sub their_distance my_distance)"


def meetings(name: str, seats: tuple[int, ...] = (0, 1), count: int = 9) -> list[Meeting]:
    """Games of an expression against a random mover."""
    player = player_from_text(RACE if name == "senet" else "expr:my_pieces", game_of(name))
    return [Meeting((player, RandomPlayer()), key, seats) for key in part_keys(3, count).tolist()]


def drawn(name: str, seats: tuple[int, ...] = (0, 1), workers: int = 1, **options: object) -> Decisions:
    """Some decisions of these games."""
    given: dict[str, object] = {"enough": 30, "at_once": 3} | options
    with WorkerPool(workers) as pool:
        return sampled_decisions(
            meetings(name, seats),
            vocabulary_of(name),
            game_of(name),
            pool=pool,
            **given,  # type: ignore[arg-type]
        )


@pytest.mark.parametrize("name", ["hexapawn", "senet"])
def test_what_is_noted_and_who_plays_changes_no_decision(name: str) -> None:
    plain = drawn(name)
    for other in (drawn(name, noted=True), drawn(name, workers=2), drawn(name, at_once=1, enough=len(plain))):
        assert np.array_equal(plain.boards, other.boards)
        assert np.array_equal(plain.begins, other.begins)
    assert len(plain) >= 30
    assert not plain.met
    assert not plain.complete


@pytest.mark.parametrize("noted", [False, True])
def test_only_the_seats_that_are_asked_for_are_sampled(noted: bool) -> None:
    both = drawn("senet", noted=True)
    one = drawn("senet", (1,), noted=noted)
    first = next(place for place, met in enumerate(both.met) if met.seat == 1)
    assert np.array_equal(one.boards_of(0), both.boards_of(first))
    assert {met.seat for met in one.met} == ({1} if noted else set())


def test_what_is_known_of_a_decision_is_what_happened() -> None:
    sample = drawn("senet", noted=True)
    assert len(sample.met) == len(sample)
    for number, meeting in enumerate(meetings("senet")[:3], 1):
        choices = list(choices_of_game(meeting.players, SENET, game_streams(meeting.key)))
        own = [(place, met) for place, met in enumerate(sample.met) if met.game_number == number]
        assert [(c.turn, c.seat, c.before, c.index) for c in choices] == [
            (met.turn, met.seat, met.position, met.chosen) for _, met in own
        ]
        for (place, met), choice in zip(own, choices, strict=True):
            assert met.decision(SENET).afterstates == choice.decision.afterstates
            boards = scored_boards(choice.decision, plainly=False)
            assert np.array_equal(sample.boards_of(place), boards)


def test_games_that_give_no_decision_give_an_empty_sample() -> None:
    game = game_of("trilobite", {"width": 1, "height": 3, "line": 3})
    pair = (RandomPlayer(), RandomPlayer())
    none = sampled_decisions(
        [Meeting(pair, 1)], vocabulary_of(game), game, enough=5, pool=SerialPool(), noted=True
    )
    assert (len(none), none.met) == (0, ())


def test_the_first_decisions_are_decisions() -> None:
    sample = drawn("senet", noted=True)
    few = sample.first(20)
    assert len(few) == len(few.met) == 20
    words = vocabulary_of("senet")
    source = Source.of(from_lisp("my_distance", words), words)
    assert np.array_equal(few.values(source), sample.values(source)[: few.begins[-1]])
    assert np.array_equal(few.best(source), sample.best(source)[: few.begins[-1]])
    means = [
        few.values(source)[begin:end].mean() for begin, end in zip(few.begins, few.begins[1:], strict=False)
    ]
    assert few.mean(source) == pytest.approx(np.mean(means))


def test_decisions_of_senet_are_those_of_its_games() -> None:
    """The fast walk through a game meets the same positions as the game itself."""
    pair = meetings("senet")[0].players
    met = choices_of_game(pair, SENET, game_streams(5))
    slow = [scored_boards(choice.decision, plainly=False) for choice in met]
    fast = list(boards_of_game(pair, SENET, vocabulary_of(SENET), game_streams(5)))
    assert len(slow) == len(fast) > 20
    assert all(np.array_equal(one, other) for one, other in zip(slow, fast, strict=True))


def test_all_decisions_of_a_small_game_are_listed() -> None:
    whole = all_decisions(Pursuit())
    assert whole is not None
    assert whole.complete
    assert len(whole) == 2088
    assert whole.moves == 4


def test_not_all_decisions_of_a_large_game_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisions, "MAX_POSITIONS", 2000)
    assert all_decisions(Trilobite(5, 6, 4)) is None
