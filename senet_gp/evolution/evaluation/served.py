"""Which games a suite can serve: its row in the registry names one of these functions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from senet_gp.games.small import if_solvable

if TYPE_CHECKING:
    from primitives.vocabulary import Vocabulary
    from senet_gp.games.protocol import Game


def why_not_from_positions(game: Game, vocabulary: Vocabulary, options: Mapping[str, Any]) -> str:
    """Why compiled code cannot play on from single positions as a run wants it; empty if it can."""
    if not game.position_kernels:
        return f"{game.name} does not have: no compiled code plays on from its boards; use full-games"
    if vocabulary.without_kernel:
        return (
            f"compiled code alone can serve, but {vocabulary.without_kernel[0]} has no kernel: use knockout "
            "or full-games, or give the word one"
        )
    if not options["start_plies"] and if_solvable(game) is None:
        return (
            f"draws boards among all that can come up, but those of {game.name} are too many to list: let "
            "them be met in games, as by --start-plies 60"
        )
    return ""
