"""The rules of a game with pictures, as JSON."""

from __future__ import annotations

from functools import lru_cache

from senet_gp.games.examples import RuleExample, examples_of
from senet_gp.games.protocol import Game
from senet_gp.games.wording import wording_of
from senet_gp.serve.game_json import geometry_json, position_json, steps_json, thrown_json
from senet_gp.serve.requests import Json


@lru_cache(16)
def rules_json(game: Game) -> Json:
    """The rules of a game: its text, the board at the start, and examples with a move each."""
    return {
        "game": game.name,
        "title": game.title,
        "rules_text": " ".join(game.rules_text.split()),
        "geometry": geometry_json(game.geometry),
        "start": position_json(game, game.starts()[0], 0),
        "examples": [_example(game, example) for example in examples_of(game)],
    }


def _example(game: Game, example: RuleExample) -> Json:
    decision, index = example.decision(game)
    after = decision.afterstates[index].position
    return {
        "title": example.title,
        "text": example.text,
        **thrown_json(decision.throws),
        "before": position_json(game, decision.position, 0),
        "after": position_json(game, after, 0),
        "steps": steps_json(wording_of(decision), index),
    }
