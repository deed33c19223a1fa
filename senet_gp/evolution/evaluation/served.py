"""Which games and vocabularies a suite supports: its row in the registry names one of these functions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from senet_gp.games.small import if_solvable

if TYPE_CHECKING:
    from primitives.vocabulary import Vocabulary
    from senet_gp.games.protocol import Game


def why_not_from_positions(game: Game, vocabulary: Vocabulary, options: Mapping[str, Any]) -> str:
    """Why compiled code cannot play on from single positions in a run; an empty text if it can."""
    if not game.position_kernels:
        return (
            f"{game.name} does not support: it has no compiled code that plays on from a position; use "
            "{others}"
        )
    if vocabulary.without_kernel:
        return (
            f"needs compiled code, but {vocabulary.without_kernel[0]} has no kernel: use {{others}}, or give "
            "this primitive a kernel"
        )
    if not options["start_plies"] and if_solvable(game) is None:
        return (
            f"draws from all reachable positions if start_plies is 0, but {game.name} has too many to list: "
            "let positions be reached in games, for example by --start-plies 60"
        )
    return ""
