"""What players choose in cases, and what that is worth."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest

from primitives import vocabulary_of
from senet_gp.engine.cases import Cases, answers_of, joined_cases, picked
from senet_gp.engine.every_line import EveryLine
from senet_gp.engine.labels import labelled
from senet_gp.engine.participants import (
    RANDOM_MOVER,
    SAFE_RANDOM_MOVER,
    Noisy,
    Source,
    scored_boards,
    values_of,
)
from senet_gp.games.dice.rules import MINE
from senet_gp.games.senet import Senet, SenetDecision, SenetPosition
from senet_gp.games.small import small_game
from senet_gp.runtime.streams import game_streams, part_key, part_keys
from senet_gp.trees.individual import random_individual
from senet_gp.trees.text import from_lisp

WORDS = vocabulary_of("senet", "extended")
#: Of choices that look alike on the board, the moves that led there decide.
BY_THE_MOVES = from_lisp("(add (mul 3 hits) (sub (move_start 1) (move_length 1)))", WORDS)
COUNT = 12


def thrown(position: SenetPosition, key: int, game: Senet) -> SenetDecision:
    """What is to be chosen at a position: the first thing that leaves a choice, of a hundred at most."""
    streams = game_streams(part_key(key, 0))
    for _ in range(100):
        decision = game.next_decision(position, 0, streams)
        if len(decision.afterstates) > 1:
            break
    return decision


def labelled_cases(game: Senet) -> Cases:
    """The choices after some throws at the start, valued by the squares on which the pieces stand."""
    (start,) = game.starts()
    boards = np.array([(start.mine, start.theirs, 0)] * COUNT, np.int64)
    keys = part_keys(5, COUNT)
    return labelled(boards, keys, lambda after: after[MINE] % 97 / 97, game, looks_ahead=False)


def test_of_equal_choices_the_mean_counts_if_they_are_graded() -> None:
    game, rng = Senet(), random.Random(1)
    cases = labelled_cases(game)
    several = [Source.of(random_individual(WORDS, rng), WORDS) for _ in range(12)]
    several.append(Source.of(BY_THE_MOVES, WORDS))
    answers = answers_of(several, cases)
    assert answers.outcomes.dtype == np.float64
    ties = 0
    for program, one in enumerate(several):
        for case, key in enumerate(part_keys(5, COUNT).tolist()):
            scores = values_of(one, scored_boards(thrown(game.starts()[0], key, game), plainly=True))
            best = cases.begins[case] + np.flatnonzero(scores == scores.max())
            ties += len(best) > 1
            assert answers.outcomes[program, case] == pytest.approx(cases.outcomes[best].mean(), abs=1e-12)
    assert 0 < ties < len(several) * COUNT


def test_who_moves_at_random_or_slips_makes_any_choice() -> None:
    """In any order, also where nobody has a program: a program is no longer there than it is scored by."""
    cases = labelled_cases(Senet())
    cases.loses_at_once[::5] = True
    cases.loses_at_once[: cases.begins[1]] = True  # where all lose, all are made
    rng = random.Random(1)
    one = Source.of(random_individual(WORDS, rng), WORDS)
    players = [RANDOM_MOVER, one, Noisy(one, 0.25), RANDOM_MOVER, SAFE_RANDOM_MOVER]
    for several in (players, players[:1], players[::-1]):
        answers = answers_of(several, cases).outcomes
        own = answers_of([one], cases).outcomes[0]
        for case, (begin, end) in enumerate(pairwise(cases.begins.tolist())):
            outcomes, lost = cases.outcomes[begin:end], cases.loses_at_once[begin:end]
            safe = (outcomes if lost.all() else outcomes[~lost]).mean()
            expected = {RANDOM_MOVER: outcomes.mean(), one: own[case], SAFE_RANDOM_MOVER: safe}
            expected[players[2]] = 0.75 * own[case] + 0.25 * safe
            assert answers[:, case] == pytest.approx([expected[player] for player in several], abs=1e-12)


@pytest.mark.parametrize("name", ["tictactoe", "pursuit", "trilobite", "hexapawn"])
@pytest.mark.parametrize("plainly", [False, True])
def test_of_equal_moves_the_worst_counts(name: str, plainly: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """In compiled code and by the plain meanings of words."""
    game, vocabulary = small_game(name), vocabulary_of(name)
    if plainly:
        monkeypatch.setattr("senet_gp.engine.every_line.scored_plainly", lambda *_: True)
    lines = EveryLine.listed.__wrapped__(EveryLine, game, vocabulary)  # type: ignore[attr-defined]
    which = np.arange(0, len(lines.begins) - 1, 37 if len(lines.begins) > 500 else 3)
    cases = picked(lines.cases, which)
    assert (cases.boards.dtype == np.object_) == plainly
    trees = [random_individual(vocabulary, random.Random(n)) for n in range(8)]
    answers = answers_of([Source.of(tree, vocabulary) for tree in trees], cases)
    for tree, outcomes in zip(trees, answers.outcomes, strict=True):
        scores = lines._scores(tree)
        for case, position in enumerate(which.tolist()):
            first, last = lines.begins[position : position + 2]
            best = first + np.flatnonzero(scores[first:last] == scores[first:last].max())
            assert outcomes[case] == lines.values[best].min()


def test_parts_of_cases_are_joined_again() -> None:
    lines = EveryLine.listed(small_game("pursuit"), vocabulary_of("pursuit"))
    parts = [picked(lines.cases, np.arange(begin, end)) for begin, end in ((0, 40), (40, 41), (41, 90))]
    whole, again = picked(lines.cases, np.arange(90)), joined_cases(parts)
    for one, same in zip(whole, again, strict=True):
        assert np.array_equal(one, same)
