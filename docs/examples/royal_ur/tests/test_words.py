"""The words of Ur on boards that a person can check, and the players that are made of them."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from royal_ur.game import Ur
from royal_ur.players import PLAYERS
from royal_ur.themes import THEMES
from royal_ur.views import View

from primitives import vocabulary_of
from senet_gp import from_lisp
from senet_gp.engine.participants import RANDOM_MOVER, Participant
from senet_gp.engine.play import play_games
from senet_gp.engine.results import Pairings
from senet_gp.games import Sides
from senet_gp.players.hand import hand_made_group, hand_made_player
from senet_gp.runtime.streams import part_keys

#: A middle game: mine have 3, 8 and 11, theirs 4, 6, 9 and 13.
MIDDLE = Sides((0, 0, 0, 3, 8, 11, 15), (0, 4, 6, 9, 13, 15, 15))
#: What the words say of it, as the player with 3, 8 and 11 sees it.
VALUES = {
    "my_distance": 3 * 15 + 12 + 7 + 4,
    "their_distance": 15 + 11 + 9 + 6 + 2,
    "lead": 43 - 68,
    "my_hand": 3,
    "their_hand": 1,
    "my_home": 1,
    "their_home": 2,
    "my_rosettes": 1,
    "their_rosettes": 1,
    "my_shared": 2,
    "their_shared": 2,
    "my_first": 11,
    "my_last": 3,
    "their_first": 13,
    "their_last": 4,
    # A 1 hits from 8 to 9, and a 3 from 3 to 6.
    "my_threats": 4 + 4,
    # A 2 hits from 9 to 11; the piece on 8 is safe.
    "their_threats": 6,
    "my_exposed": 1,
    "their_exposed": 2,
    "my_risk": 6 * 11,
    "their_risk": 4 * 9 + 4 * 6,
    # Theirs on 9 and 6 come 2 and 5 squares on in 7 and 4 of sixteen cases.
    "my_danger": (7 + 4) * 11,
    # Mine on 3 and in hand come to 6, on 8 and 3 to 9.
    "their_danger": (7 + 2) * 6 + (4 + 2) * 9,
    "my_late": 1,
    "their_late": 1,
    "my_end": 0,
    "their_end": 0,
    "my_safe": 2,
    "their_safe": 2,
    # 1 hits on 9, 3 hits on 6, and 4 brings a piece to the rosette.
    "my_gain": 4 * (1 + 9) + 6 * 2 + 4 * (3 + 6) + (4 + 5),
    # 1 leads to the rosette 14, and 2 hits on 11.
    "their_gain": 4 * (1 + 5) + 6 * (2 + 11) + 4 * 3 + 4,
    # They throw next.
    "next_lead": 16 * (43 - 68) - 118,
    # All four by 1, 2 and 4; by 3 only from 3 and 11, as 3 and 11 are mine.
    "my_moves": 4 + 4 + 2 + 4,
    # All five by 1; by 2 from the hand, 9 and 13, as 6 is theirs and 8 is held; by 3 from the hand, 4 and 9,
    # as 9 is theirs; by 4 from 6, as 4 and 13 are theirs and 8 is held.
    "their_moves": 5 + 3 + 3 + 1,
    # 1 from 3 to 4, 3 from 11 to 14, 4 from the hand to 4.
    "my_rosette_throws": 4 + 4 + 1,
    # 1 from 13 to 14.
    "their_rosette_throws": 4,
    "i_hold_centre": True,
    "they_hold_centre": False,
    "hit": False,
    "i_throw_again": False,
}


@pytest.mark.parametrize("word", VALUES)
def test_words(word: str) -> None:
    game = Ur()
    found = vocabulary_of(game).by_name[word]
    assert found(game.seen(MIDDLE)) == VALUES[word]


def test_each_word_has_a_kernel_and_an_example() -> None:
    vocabulary = vocabulary_of("ur")
    assert vocabulary.without_kernel == ()
    own = {word.name for word in vocabulary.primitives if word.reads_board}
    assert own == {*VALUES}


@pytest.mark.parametrize(("throw", "word"), [(3, "hit"), (1, "i_throw_again"), (2, None)])
def test_what_a_move_has_done(throw: int, word: str | None) -> None:
    game = Ur()
    decision = game.decision(MIDDLE, 0, (throw,))
    view = decision.view(
        [decision.notation(n).startswith("3-") for n in range(len(decision.afterstates))].index(True)
    )
    words = vocabulary_of(game).by_name
    assert [name for name in ("hit", "i_throw_again") if words[name](view)] == ([word] if word else [])


def test_themes_are_about_all_words_and_can_be_measured() -> None:
    vocabulary = vocabulary_of("ur")
    told = [word for theme in THEMES for word in theme.words]
    assert sorted(told) == sorted(VALUES)
    for theme in THEMES:
        from_lisp(theme.gauge, vocabulary)


def test_each_level_beats_the_one_before() -> None:
    game, games = Ur(), 2000
    assert hand_made_group("hand:LEVEL", "ur") == tuple(f"hand:{name}" for name in PLAYERS)
    levels: list[Participant] = [RANDOM_MOVER]
    for name in PLAYERS:
        participant = hand_made_player(name, game).participant
        assert participant is not None
        levels.append(participant)
    for weaker, stronger in pairwise(range(len(levels))):
        keys = np.tile(part_keys(1, games // 2), 2)
        first = np.repeat([stronger, weaker], games // 2)
        outcomes = play_games(levels, Pairings(first, first[::-1].copy(), keys), game).outcomes
        points = outcomes[: games // 2].sum(dtype=int) - outcomes[games // 2 :].sum(dtype=int)
        # The least difference that was measured, in 20,000 games, is that of the last two: 60 of 100.
        assert points / games > 0.1


def test_the_lead_after_the_next_throw_if_i_throw_again() -> None:
    words, position = vocabulary_of("ur").by_name, Sides((0, 0, 0, 3, 8, 14, 15), (0, 4, 6, 9, 14, 15, 15))
    view = View.of(position, again=True)
    assert (words["my_end"](view), words["their_end"](view)) == (1, 1)
    # 1 hits on 9, 3 hits on 6, 4 leads to the rosette, and 2 leads on; they have 42 squares to go, I have 65.
    assert words["next_lead"](view) == 16 * (42 - 65) + 4 * (1 + 9) + 6 * 2 + 4 * (3 + 6) + (4 + 5)
