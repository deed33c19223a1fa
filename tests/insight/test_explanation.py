"""Explanations: planted parts that do and do not matter, and slow computations of the same."""

from __future__ import annotations

import random
import re
from itertools import pairwise
from statistics import mean

import numpy as np
import pytest
from small_boards import candidate_board
from strategies import random_board, random_tree

from primitives import vocabulary_of
from primitives.types import Number
from senet_gp.arena.decisions import Decisions
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.cli.sections import Page
from senet_gp.engine.participants import Source
from senet_gp.engine.playthrough import Playthrough, draw_start, play_game
from senet_gp.engine.results import Pairings
from senet_gp.games.registry import game_of
from senet_gp.games.senet import Senet, SenetPosition
from senet_gp.games.wording import wording_of
from senet_gp.insight import decisive_positions, pairing
from senet_gp.insight.decisive_positions import PlayoutEffort, most_decisive
from senet_gp.insight.explanation import Explanation, explain, wins_lost
from senet_gp.insight.pairing import Pairing, chance_of, decisions_of
from senet_gp.insight.parts import Influences, Subtrees, Terms, reads_of, replaced
from senet_gp.insight.way_of_play import way_of_play
from senet_gp.players.parsing import as_player, player_from_text
from senet_gp.players.player import ExpressionPlayer
from senet_gp.runtime.errors import SenetGpError
from senet_gp.runtime.streams import game_streams, part_keys
from senet_gp.trees.individual import Individual
from senet_gp.trees.plain import value, values_on
from senet_gp.trees.sums import constant
from senet_gp.trees.text import from_lisp, to_lisp

PLANTED = "(sub (sub 5 5) (mul 30 my_distance))"
HEXAPAWN = "(add (mul 9 (sub my_pieces their_pieces)) (add (sub 5 5) their_moves))"
RACE = "(sub their_distance my_distance)"


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisive_positions, "PLAYOUTS", PlayoutEffort(((30, 8), (6, 30)), 60))
    monkeypatch.setattr(pairing, "USUAL", pairing.SampleSize(8, 400))


def paired(text: str, name: str) -> Pairing:
    game = game_of(name)
    player = player_from_text(f"expr:{text}", game)
    assert isinstance(player, ExpressionPlayer)
    return Pairing.of(player, game)


def influences(pairing: Pairing, sampled: Decisions) -> Influences:
    tree = Individual(pairing.player.tree, pairing.player.vocabulary)
    return Influences(tree, Subtrees.of(tree, tree.vocabulary), sampled)


def explained(text: str, game: str, pool: WorkerPool, games: int = 400) -> Explanation:
    pairing = paired(text, game)
    return explain(pairing.player, pairing.game, games=games, seed=1, pool=pool)


def test_parts_are_one_if_they_mean_the_same() -> None:
    vocabulary = vocabulary_of("senet", "extended")
    text = (
        "(add (if_then_else (mine (add 20 6)) (add my_pieces hits) 5) "
        "(if_then_else (mine (add 30 26)) (add hits my_pieces) (sub 7 2)))"
    )
    tree = from_lisp(text, vocabulary)
    distinct = {to_lisp(tree[part.occurrences[0]]): part for part in Subtrees.of(tree, vocabulary).distinct}
    assert distinct[text].depth == 0
    assert distinct["(mine (add 20 6))"].times == 2
    assert distinct["(mine (add 20 6))"].square == 26
    assert distinct["(add my_pieces hits)"].times == 2
    assert (distinct["5"].times, distinct["5"].constant) == (2, 5)
    # Both choices mean the same, so they are one part, in two places.
    assert distinct["(if_then_else (mine (add 20 6)) (add my_pieces hits) 5)"].times == 2


@pytest.mark.parametrize("number", range(6))
def test_parts_in_several_places_have_one_value(number: int) -> None:
    rng = random.Random(number)
    vocabulary = vocabulary_of("senet", "extended")
    tree = random_tree(rng, vocabulary, 120)
    boards = [random_board(rng) for _ in range(20)]
    for part in Subtrees.of(tree, vocabulary).distinct:
        values = [tuple(values_on(tree[place], vocabulary, boards)) for place in part.occurrences]
        assert len(set(values)) == 1
        assert part.constant is None or set(values[0]) == {part.constant}
        for place, other in pairwise(part.occurrences):
            assert place.stop <= other.start


def test_replacing_is_done_in_all_places() -> None:
    vocabulary = vocabulary_of("senet")
    tree = from_lisp("(add my_distance (sub (mul 3 my_distance) my_pieces))", vocabulary)
    subtrees = Subtrees.of(tree, vocabulary)
    part = subtrees.distinct[subtrees.number[1]]
    without = replaced(tree.codes, part.occurrences, vocabulary.encode(constant(61, Number, vocabulary)))
    expected = "(add (add (mul 30 2) 1) (sub (mul 3 (add (mul 30 2) 1)) my_pieces))"
    assert to_lisp(vocabulary.decode(without)) == expected


def test_the_terms_add_up_to_the_value(pool: WorkerPool) -> None:
    text = "(add (sub (sub my_pieces (sub hits my_moves)) (sub 9 hits)) (sub my_pieces (mul 2 my_distance)))"
    sampled = decisions_of(paired(text, "senet"), 1, pool)
    tree = from_lisp(text, vocabulary_of("senet"))
    terms = Terms.of(tree, Subtrees.of(tree, tree.vocabulary), sampled.boards)
    assert sorted(term.infix for term in terms.all) == ["-2 * my_distance", "2 * my_pieces", "my_moves"]
    assert terms.rest == -9
    # What saturates does not add up.
    huge = from_lisp(
        "(add my_pieces (mul (mul (mul 30 my_distance) (mul 30 30)) (mul 30 30)))", tree.vocabulary
    )
    assert Terms.of(huge, Subtrees.of(huge, huge.vocabulary), sampled.boards).rest is None


def test_moments_are_the_decisions_of_the_games(pool: WorkerPool) -> None:
    pairing = paired(HEXAPAWN, "hexapawn")
    sampled = decisions_of(pairing, 3, pool)
    assert {sample.seat for sample in sampled.met} == {0, 1}
    for number, key in enumerate(part_keys(3, 6).tolist()):
        streams = game_streams(key)
        players = (pairing.player, pairing.partner) if number % 2 == 0 else (pairing.partner, pairing.player)
        choices = list(
            Playthrough(players, streams, pairing.game, draw_start(pairing.game, streams)).choices()
        )
        own = [c for c in choices if c.seat == number % 2 and len(c.decision.afterstates) > 1]
        found = [sample for sample in sampled.met if sample.game_number == number + 1]
        assert [(c.turn, c.before, c.index) for c in own] == [(m.turn, m.position, m.chosen) for m in found]
    # The mean of a query, from its plain meaning; every decision counts the same.
    vocabulary = pairing.player.vocabulary
    tree = from_lisp("their_moves", vocabulary)
    means = []
    for sample in sampled.met[:300]:
        afterstates = sample.decision(pairing.game).afterstates
        means.append(mean(value(tree, vocabulary, candidate_board(pairing.game, c)) for c in afterstates))
    assert sampled.first(300).mean(Source.of(tree, vocabulary)) == pytest.approx(mean(means))


def test_who_never_has_a_choice_cannot_be_explained(pool: WorkerPool) -> None:
    game = game_of("trilobite", {"width": 1, "height": 3, "line": 3})
    player = player_from_text("expr:my_pieces", game)
    with pytest.raises(SenetGpError, match="never had a choice"):
        explain(player, game, games=10, seed=1, pool=pool)  # type: ignore[arg-type]


@pytest.mark.parametrize(("text", "game"), [(PLANTED, "senet"), (HEXAPAWN, "hexapawn")])
def test_what_does_not_matter_measures_nothing(text: str, game: str, pool: WorkerPool) -> None:
    found = explained(text, game, pool)
    idle = {influence.lisp for influence in found.idle}
    assert "(sub 5 5)" in idle
    assert found.parts[0].influence.lisp in {"(mul 30 my_distance)", "my_distance", "their_pieces"}
    assert found.parts[0].lost.interval[0] > 0.1
    pairing = paired(text, game)
    vocabulary = pairing.player.vocabulary
    whole = vocabulary.encode(pairing.player.tree)
    other = vocabulary.encode(from_lisp(text.replace("(sub 5 5)", "(sub 1 1)"), vocabulary))
    (lost,) = wins_lost(pairing, whole, [other], games=100, key=1, pool=pool)
    assert lost.share == 0
    assert lost.interval[0] < 0 < lost.interval[1]


@pytest.mark.parametrize(
    ("text", "without", "game"),
    [
        (HEXAPAWN, "(mul 9 my_pieces)", "hexapawn"),
        ("(add own_last_move 1)", "(sub (add enemy_x 1) own_x)", "pursuit"),
        (RACE, "(sub 5 my_moves)", "senet"),
    ],
)
def test_wins_lost_are_those_of_games_played_slowly(
    text: str, without: str, game: str, pool: WorkerPool
) -> None:
    pairing = paired(text, game)
    vocabulary = pairing.player.vocabulary
    codes = [vocabulary.encode(from_lisp(one, vocabulary)) for one in (text, without)]
    games = 30
    (lost,) = wins_lost(pairing, codes[0], codes[1:], games=games, key=5, pool=pool)
    keys = part_keys(5, games // 2).tolist()
    points = []
    for one in (text, without):
        player = ExpressionPlayer(from_lisp(one, vocabulary), vocabulary, one)
        total = 0.0
        for number in range(games):
            key = keys[number // 2]
            if number % 2 == 0:
                total += (1 + play_game(player, pairing.partner, key, pairing.game).outcome) / 2  # type: ignore[operator]
            else:
                total += (1 - play_game(pairing.partner, player, key, pairing.game).outcome) / 2  # type: ignore[operator]
        points.append(total / games)
    if game == "senet":  # where luck is subtracted
        assert lost.interval[0] < points[0] - points[1] < lost.interval[1]
        assert lost.share == pytest.approx(points[0] - points[1], abs=0.15)
    else:
        assert lost.share == pytest.approx(points[0] - points[1])


@pytest.mark.parametrize(("text", "name"), [(HEXAPAWN, "hexapawn"), (RACE, "senet"), ("own_x", "pursuit")])
def test_chances_are_those_of_games_played_on_slowly(text: str, name: str, pool: WorkerPool) -> None:
    pairing = paired(text, name)
    game = pairing.game
    keys = part_keys(9, 4)
    sampled = decisions_of(pairing, 4, pool)
    thrown_on = [sample for sample in sampled.met[:150] if not sample.decision(game).ends_turn(0)]
    for sample in [*sampled.met[5:100:40], *thrown_on[:2]]:
        decision = sample.decision(game)
        for index in range(min(3, len(decision.afterstates))):
            if decision.result(index) is not None:
                assert chance_of(pairing, decision, index, keys) == (1 + decision.result(index)) / 2  # type: ignore[operator]
                continue
            points = []
            for key in keys.tolist():
                players = (pairing.player, pairing.partner)
                if decision.ends_turn(index):
                    players = players[::-1]  # type: ignore[assignment]
                game_on = Playthrough(players, game_streams(key), game, decision.following(index))
                list(game_on.choices())
                sign = -1 if decision.ends_turn(index) else 1
                points.append((1 + sign * (game_on.outcome or 0)) / 2)
            assert chance_of(pairing, decision, index, keys) == mean(points)


@pytest.mark.parametrize(("text", "game"), [(HEXAPAWN, "hexapawn"), (RACE, "senet")])
def test_the_choice_has_the_best_score(text: str, game: str, pool: WorkerPool) -> None:
    found = explained(text, game, pool, games=20)
    assert len(found.decisive) == 3
    assert len({position.sample.game_number for position in found.decisive}) == 3
    player = player_from_text(f"expr:{text}", game)
    assert isinstance(player, ExpressionPlayer)
    for position in found.decisive:
        decision = position.sample.decision(found.game)
        scores = player.scores(decision)
        own, rival = position.candidates[:2]
        assert own.chosen
        assert own.score == max(scores)
        assert own.moves == decision.notation(position.sample.chosen)
        assert rival.score == max(score for score in scores if score < max(scores))
        assert position.gain == own.chance - rival.chance
        assert len(position.candidates) + position.others == len(scores)
        rest = found.terms.rest
        assert rest is not None
        assert all(sum(afterstate.terms) + rest == afterstate.score for afterstate in position.candidates)
        for afterstate in position.candidates:
            assert afterstate.interval[0] <= afterstate.chance <= afterstate.interval[1] + 1e-9


@pytest.mark.parametrize(
    ("text", "game"),
    [("(sub 9 move_to)", "hexapawn"), ("my_distance", "senet"), ("move_to", "tictactoe")],
)
def test_a_win_that_is_passed_up_is_shown_and_called_a_mistake(
    text: str, game: str, pool: WorkerPool, capsys: pytest.CaptureFixture[str]
) -> None:
    """However much better than its rival the choice is."""
    found = explained(text, game, pool, games=20)
    missed = 0
    for position in found.decisive:
        decision = position.sample.decision(found.game)
        results = {decision.notation(n): decision.result(n) for n in range(len(decision.afterstates))}
        wins = {moves for moves, result in results.items() if result == 1}
        chosen = position.candidates[0]
        better = [one for one in position.candidates if one.interval[0] > chosen.interval[1]]
        assert (position.better in better) == bool(better)
        assert position.as_json()["mistake"] == bool(better)
        if wins and chosen.moves not in wins:
            missed += 1
            assert position.better is not None
            assert position.better.moves in wins
            assert position.better.interval == (1, 1)
    assert missed
    Page(found.game, ascii_only=False).show(found.section())
    said = " ".join(capsys.readouterr().out.split())
    assert len(re.findall(r"it is a mistake: [^.]+ wins at once", said)) == missed


def test_a_policy_names_what_it_plays(pool: WorkerPool) -> None:
    found = explained("(add own_last_move (if_then_else (greater own_x 1) 1 3))", "pursuit", pool, 20)
    assert found.decisive
    for position in found.decisive:
        assert position.value is not None
        own, rival, *others = position.candidates
        assert own.moves == str(position.value % 4)
        assert own.score is None
        assert rival.chance >= max(other.chance for other in others)
        assert {afterstate.perfect for afterstate in position.candidates} <= {-1, 0, 1}


def test_what_is_asked_is_told_in_words(pool: WorkerPool) -> None:
    text = "(if_then_else (mine (add 20 6)) (move_start 1) (if_then_else (theirs my_pieces) 1 2))"
    pairing = paired(text, "senet")
    reads = {read.word: read for read in reads_of(influences(pairing, decisions_of(pairing, 1, pool)))}
    assert set(reads) == {"mine", "move_start", "theirs", "my_pieces"}
    assert reads["mine"].text == "mine(26)"
    assert reads["mine"].meaning == "Whether a piece of mine stands on square 26."
    assert reads["mine"].squares == (26,)
    assert not reads["mine"].computed
    assert reads["theirs"].computed
    assert set(reads["theirs"].squares) <= set(range(1, 8)) | {30}
    assert "square my_pieces" in reads["theirs"].meaning
    assert reads["my_pieces"].squares == ()


def test_a_lone_question_is_read(pool: WorkerPool) -> None:
    pairing = paired("my_distance", "senet")
    sampled = decisions_of(pairing, 1, pool)
    (read,) = reads_of(influences(pairing, sampled))
    assert read.text == "my_distance"
    terms = Terms.of(
        from_lisp("my_distance", pairing.player.vocabulary),
        influences(pairing, sampled).subtrees,
        sampled.boards,
    )
    assert [term.infix for term in terms.all] == ["my_distance"]


def test_influence_is_the_share_of_changed_choices(pool: WorkerPool) -> None:
    pairing = paired("(sub their_moves my_distance)", "senet")
    sampled = decisions_of(pairing, 2, pool).first(150)
    vocabulary = pairing.player.vocabulary
    part = next(one for one in influences(pairing, sampled).tried if one.lisp == "their_moves")
    other = ExpressionPlayer(vocabulary.decode(part.without), vocabulary, "without")
    decisions = [sample.decision(pairing.game) for sample in sampled.met]
    changed = [pairing.player.possible(decision) != other.possible(decision) for decision in decisions]
    assert 0.1 < part.changed == pytest.approx(mean(changed))


def test_games_can_begin_anywhere() -> None:
    from senet_gp.engine.participants import RANDOM_MOVER
    from senet_gp.engine.play import play_games

    programs = [RANDOM_MOVER, RANDOM_MOVER]
    zero = np.zeros(20, np.int64)
    pairings = Pairings(zero, zero + 1, part_keys(1, 20))
    for game in (Senet(5), game_of("hexapawn")):
        usual = play_games(programs, pairings, game)
        named = play_games(programs, pairings, game, game.starts()[0])
        assert all((a == b).all() for a, b in zip(usual, named, strict=True))
    nearly = play_games(programs, pairings, Senet(), SenetPosition.of([30], [1]))
    assert (nearly.outcomes == 1).all()


def test_positions_come_from_a_pairing_alone(pool: WorkerPool) -> None:
    pairing = paired("5", "senet")
    assert most_decisive(pairing, decisions_of(pairing, 1, pool), (), key=1, pool=pool) == []


def test_the_last_paragraph_says_how_it_plays(pool: WorkerPool, capsys: pytest.CaptureFixture[str]) -> None:
    found = explained("(sub my_pieces (mul 2 their_pieces))", "hexapawn", pool, games=2)
    assert found.as_json()["plays"] == list(found.way.sentences)
    # Pages tell the same of it, whatever the seed: they look at the same games.
    assert found.way == way_of_play(as_player(f"expr:{to_lisp(found.tree)}", found.game), found.game)
    Page(found.game, ascii_only=False).show(found.section())
    shown = " ".join(capsys.readouterr().out.split())
    assert shown.endswith(f"How it plays {found.way.text}")


def test_moves_are_written_as_people_read_them(pool: WorkerPool) -> None:
    found = explained("(sub (mul 5 hits) my_distance)", "senet", pool, games=2)
    for position in found.decisive:
        decision = position.sample.decision(found.game)
        for one in position.candidates:
            index = decision.named(one.moves)
            assert one.text == wording_of(decision).move_text(index)
            assert one.text == "no move" or "→" in one.text or "+" in one.text
