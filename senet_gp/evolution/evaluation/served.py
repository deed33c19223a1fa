"""Which games a suite can serve: its row in the registry names one of these functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from senet_gp.games.small import if_solvable

if TYPE_CHECKING:
    from primitives.vocabulary import Vocabulary
    from senet_gp.games.protocol import Rules


def why_not_on_boards(game: Rules, vocabulary: Vocabulary) -> str:
    """Why compiled code cannot play on from single boards; empty if it can."""
    if if_solvable(game) is None:
        return (
            f"{game.name} does not have: single boards without throws are meant; use knockout or full-games"
        )
    if vocabulary.without_kernel:
        return (
            f"compiled code alone can serve, but {vocabulary.without_kernel[0]} has no kernel: use knockout "
            "or full-games, or give the word one"
        )
    return ""
