"""The players made by hand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from primitives import vocabulary_of
from senet_gp.arena.local_pool import WorkerPool
from senet_gp.arena.match import play_match
from senet_gp.players import ExpressionPlayer, RandomPlayer
from senet_gp.players.hand import HandMade, hand_made_group, hand_made_player
from senet_gp.players.hand_senet import (
    BARRICADE,
    ENEMY_FAR,
    ENEMY_INTO_TRAP,
    FEW_ENEMY_OFF,
    HIT,
    MANY_OWN_OFF,
    OUT_OF_TRAP,
    SENET_REFERENCES,
    SENET_SEEDS,
    SENET_VARIANTS,
)
from senet_gp.players.parsing import player_from_text
from senet_gp.players.search import SearchPlayer
from senet_gp.runtime.errors import UsageError
from senet_gp.trees.text import from_lisp, to_lisp

ALL = (*SENET_REFERENCES, *SENET_SEEDS, *SENET_VARIANTS)
PAPER = vocabulary_of("senet", "paper")
PAGE = Path(__file__).resolve().parents[2] / "docs" / "players.md"
#: The terminals of which a player must read at least one to follow a strategy.
SIGNS = {
    FEW_ENEMY_OFF: {"their_pieces"},
    MANY_OWN_OFF: {"my_pieces"},
    OUT_OF_TRAP: {"i_am_in_water"},
    ENEMY_INTO_TRAP: {"they_are_in_water"},
    ENEMY_FAR: {"their_distance"},
    HIT: {"hits"},
    BARRICADE: {"my_barricade", "their_moves", "protected"},
}


def test_there_are_five_references_and_eight_seeds() -> None:
    assert [made.name for made in SENET_REFERENCES] == ["HC1", "HC2", "HC3", "HC4", "HC5"]
    assert [made.name for made in SENET_SEEDS] == [f"S{n}" for n in range(1, 9)]
    assert [made.name for made in SENET_VARIANTS] == [f"V{n}" for n in range(1, 9)]


@pytest.mark.parametrize("letters", ["S", "s", "V", "HC"])
def test_letters_mean_all_players_whose_names_begin_so(letters: str) -> None:
    found = hand_made_group(f"hand:{letters}", "senet")
    assert found == tuple(
        f"hand:{made.name}" for made in ALL if re.fullmatch(letters.upper() + r"\d", made.name)
    )


@pytest.mark.parametrize("text", ["hand:", "hand:H", "hand:HC5", "hand:X", "S", "expr:S", "hand:S "])
def test_other_texts_mean_no_group(text: str) -> None:
    assert hand_made_group(text, "senet") == ()
    assert hand_made_group("hand:S", "hexapawn") == ()


@pytest.mark.parametrize("made", ALL, ids=lambda made: made.name)
def test_each_is_an_expression_of_a_persons_size_in_the_papers_vocabulary(made: HandMade) -> None:
    tree = made.tree(PAPER)
    assert 5 <= len(tree) <= 40
    assert to_lisp(tree).split() == " ".join(made.expression.split()).split()
    assert list(from_lisp(to_lisp(tree), PAPER)) == list(tree)
    assert list(made.tree(vocabulary_of("senet", "extended"))) == list(tree)


@pytest.mark.parametrize("made", ALL, ids=lambda made: made.name)
def test_each_looks_at_what_it_is_said_to_care_for(made: HandMade) -> None:
    words = {node.name for node in made.tree(PAPER)}
    assert made.strategies
    for strategy in made.strategies:
        assert words & SIGNS[strategy], strategy


def test_all_strategies_of_the_paper_are_followed_and_no_two_players_are_the_same() -> None:
    for players in (SENET_REFERENCES, SENET_SEEDS, SENET_VARIANTS):
        assert {strategy for made in players for strategy in made.strategies} == set(SIGNS)
    assert len({to_lisp(made.tree(PAPER)) for made in ALL}) == len(ALL)


def test_the_page_explains_each() -> None:
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    for made in ALL:
        named = f"Strategies: {'; '.join(made.strategies)}." if made in SENET_REFERENCES else ""
        told = f"**{made.name}.** {made.why} {named} {made.expression}"
        assert " ".join(told.split()) in page, "run python scripts/document_players.py"


def test_they_are_players_like_any_other() -> None:
    for text in ("hand:HC1", "hand:hc1", "hand:Hc1"):
        player = player_from_text(text, "senet")
        assert isinstance(player, ExpressionPlayer)
        assert player.name == "hand:HC1"
        assert list(player.tree) == list(SENET_REFERENCES[0].tree(PAPER))
    searching = player_from_text("search:2:hand:s3", "senet")
    assert isinstance(searching, SearchPlayer)
    assert searching.base.name == "hand:S3"


@pytest.mark.parametrize("name", ["", "HC6", "S0", "S", "x" * 5000, "\0", "HC1 "])
def test_unknown_names_are_refused(name: str) -> None:
    with pytest.raises(UsageError, match=r"there is no hand-made player .* of senet: there are HC1, .*, V8$"):
        player_from_text(f"hand:{name}", "senet")


def test_only_some_games_have_hand_made_players() -> None:
    with pytest.raises(
        UsageError, match=r"hexapawn has no .* players, but these games have: senet, tictactoe$"
    ):
        hand_made_player("HC1", "hexapawn")
    with pytest.raises(UsageError, match=r"no hand-made player 'HC1' of tictactoe: there is LOGIC$"):
        hand_made_player("HC1", "tictactoe")


@pytest.mark.parametrize("made", SENET_REFERENCES, ids=lambda made: made.name)
def test_each_reference_beats_a_random_mover(made: HandMade, pool: WorkerPool) -> None:
    """In 80 of 100 games; measured are 97 and more, so no allowance for chance is needed."""
    report = play_match(hand_made_player(made.name, "senet"), RandomPlayer(), games=400, seed=5, pool=pool)
    assert report.wins[0] >= 320


@pytest.mark.parametrize("number", range(1, 9))
def test_the_best_reference_beats_every_random_tree(number: int, pool: WorkerPool) -> None:
    """In more than half of the games; measured are 87 of 100 and more."""
    tree = player_from_text(f"random-tree:{number}", "senet")
    report = play_match(hand_made_player("HC5", "senet"), tree, games=200, seed=6, pool=pool)
    assert report.wins[0] > 100


def test_the_variants_are_as_strong_as_the_references_on_average(pool: WorkerPool) -> None:
    """Against HC1 to HC5, where these score 50 by symmetry; measured are 49."""
    reports = [
        play_match(player_from_text(f"hand:{a.name}", "senet"), player_from_text(f"hand:{b.name}", "senet"),
                   games=100, seed=8, pool=pool)
        for a in SENET_VARIANTS
        for b in SENET_REFERENCES
    ]  # fmt: skip
    mean = sum(report.score for report in reports) / len(reports)
    # 4,000 games: the standard error is below a point.
    assert 0.46 < mean < 0.54
