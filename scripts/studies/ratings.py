"""What studies of ratings share: a round robin, in which a random mover has 0."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from studies.work import Work


def above_random(work: Work, game: str, players: Iterable[str], games: int) -> dict[str, Any]:
    """The ratings of players in a round robin with a random mover, and their points against each other.

    Args:
        work: where it is played.
        game: the name of the game.
        players: as the tournament names them.
        games: how many games each pair plays.

    Returns:
        for each player, the random mover included, ``rating`` and its ``interval`` above the random mover,
        and ``points``: the share of points against each other player.
    """
    texts = ["random", *(player for player in players if player != "random")]
    played = work.command("tournament", game, *texts, "--games", games)
    zero = next(one["rating"] for one in played["table"] if one["player"] == "random")
    names, rated = played["players"], {}
    for one in played["table"]:
        won = played["points"][one["entrant"]]
        rated[one["player"]] = {
            "rating": one["rating"] - zero,
            "interval": [None if end is None else end - zero for end in one["interval"]],
            "points": {
                name: points / games for name, points in zip(names, won, strict=True) if name != one["player"]
            },
        }
    return {text: rated[text] for text in texts}
