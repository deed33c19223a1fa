"""What is known of the boards of each game, beyond what holds for all numbers.

A fact holds on every board that a turn of the game can end in (in Pursuit: before which a player can be
asked). What holds in every game stands here, the rest with the game; each has its reason, and tests try
every one on many boards, of the small games on all of them.
"""

from __future__ import annotations

from primitives.vocabulary import Vocabulary
from senet_gp.games.registry import part_of
from senet_gp.simplification.forms import Facts


def facts_of(vocabulary: Vocabulary) -> Facts:
    """What is known of the game that a vocabulary is for."""
    facts: type[Facts] = part_of(vocabulary.game, "facts")
    return facts(vocabulary)
