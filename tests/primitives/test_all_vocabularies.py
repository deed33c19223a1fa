"""What the vocabularies of all games must satisfy."""

from __future__ import annotations

import pytest
from small_boards import BOARD_GAMES

from primitives import Number, Truth, Vocabulary, vocabularies
from senet_gp.games.registry import GAMES, game_of

every_vocabulary = pytest.mark.parametrize(
    "vocabulary",
    [
        pytest.param(words, id=f"{game!r}, {words.name}")
        for game in dict.fromkeys((*map(game_of, GAMES), *BOARD_GAMES))
        for words in vocabularies(game).values()
    ],
)


@every_vocabulary
def test_growth_ends_and_every_type_has_terminals_and_roots(vocabulary: Vocabulary) -> None:
    assert vocabulary.growth < 1
    for kind in (Number, Truth):
        assert any(not group[0].arity for group in vocabulary.symbols[kind])
        assert all(root.arity == 2 and root.ret is kind for root in vocabulary.roots[kind])
        assert vocabulary.roots[kind]


@every_vocabulary
def test_every_word_explains_its_meaning(vocabulary: Vocabulary) -> None:
    for word in vocabulary.primitives:
        assert word.description.endswith("."), f"{word.name} says nothing of its meaning"
