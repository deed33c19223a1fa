"""How an evolved player scores the choices of a decision."""

from __future__ import annotations

from senet_gp.analysis.playouts import Playouts
from senet_gp.analysis.sources import chance_source
from senet_gp.arena.record import GameRecord
from senet_gp.engine.scored_boards import scored_boards, scored_plainly, values_of
from senet_gp.errors import printable
from senet_gp.games.protocol import Decision
from senet_gp.players.player import ExpressionPlayer, Player
from senet_gp.players.search import SearchPlayer
from senet_gp.quoting import shortened
from senet_gp.serve.boards import Json


def scoring_player(record: GameRecord, player: Player | None) -> ExpressionPlayer | None:
    """The player whose expression scores boards: the one named, or the one that gives the chances.

    Args:
        record: the game.
        player: whose reasons are asked for, if anybody's.

    Returns:
        The player; None if neither is an expression.
    """
    source = chance_source(record.game)
    for one in (player, source.player if isinstance(source, Playouts) else None):
        base = one.base if isinstance(one, SearchPlayer) else one
        if isinstance(base, ExpressionPlayer):
            return base
    return None


def scores_json(record: GameRecord, decision: Decision, player: Player | None) -> Json:
    """The scores of all choices, in the order of their indices; none if nobody scores them."""
    scoring = scoring_player(record, player)
    if scoring is None or decision.policy:
        return {"player": None, "scores": []}
    boards = scored_boards(decision, plainly=scored_plainly(record.game, scoring.vocabulary))
    scores = values_of(scoring.participant, boards)
    return {"player": printable(shortened(scoring.name, 60)), "scores": [float(score) for score in scores]}
