"""Games as JSON: their rules, parameters and boards; positions, decisions and moves."""

from __future__ import annotations

from functools import cache
from typing import Any

from senet_gp.engine.playthrough import Choice
from senet_gp.games.board_texts import changed_squares
from senet_gp.games.geometry import Geometry
from senet_gp.games.protocol import Decision, Game, spoken
from senet_gp.games.registry import GAMES, game_of, parameters_of
from senet_gp.games.wording import throws_again, wording_of
from senet_gp.players.parsing import usual_opponent
from senet_gp.runtime.errors import SenetGpError
from senet_gp.serve.recent import Recent

Json = dict[str, Any]
#: So many moves are remembered: those of some ten games.
_MAX_KEPT = 4000
#: No parameter is looked for beyond this.
_FAR = 1 << 20


def geometry_json(geometry: Geometry) -> Json:
    """How a board is drawn: its squares with their places and their texts."""
    return {
        "width": geometry.width,
        "height": len(geometry.rows),
        "ways": list(geometry.ways),
        "squares": [
            {
                "square": square,
                "column": column,
                "row": row,
                "label": geometry.label(square),
                "note": geometry.notes.get(square, ""),
                "meaning": geometry.meanings.get(square, ""),
            }
            for square, (column, row) in sorted(geometry.places.items())
        ],
    }


def position_json(game: Game, position: Any, seat: int) -> Json:
    """A position: who stands where, and what is beside the board.

    Args:
        game: the game.
        position: the position.
        seat: the seat of the player whose view it is.
    """
    beside = game.beside(position).items()
    return {
        "text": game.text(position),
        "squares": {str(square): list(seats) for square, seats in game.occupants(position, seat).items()},
        "beside": [
            {"place": place, "pieces": [theirs, mine] if seat else [mine, theirs]}
            for place, (mine, theirs) in beside
        ],
    }


def throws_json(decision: Decision | None) -> Json:
    """What was thrown, also in words, and after what the player throws again."""
    throws = () if decision is None else decision.throws
    return {
        "throws": list(throws),
        "spoken": spoken(throws) if throws else "",
        "again": "" if decision is None else throws_again(decision),
    }


def choices_json(decision: Decision) -> list[Json]:
    """All choices of a decision, in the order in which they are listed."""
    wording = wording_of(decision)
    return [
        {
            "index": index,
            "notation": decision.notation(index),
            "text": wording.told(index),
            "parts": list(wording.parts(index)),
            "steps": steps_of(decision, index),
            "ways": [[list(step) for step in way] for way in wording.ways(index)],
            "remark": wording.remark(index),
            "result": decision.result(index),
            "ends_turn": decision.ends_turn(index),
        }
        for index in wording.order()
    ]


def steps_of(decision: Decision, index: int) -> list[list[int]]:
    """The steps of an afterstate, each from a square to a square; 0 is the hand, or off the board."""
    return [list(step) for step in decision.steps(index)]


class Moves:
    """Tells moves, and remembers the last ones, since a page asks for all moves of a game again and again."""

    def __init__(self) -> None:
        self._told: Recent[Json] = Recent(_MAX_KEPT)

    def json(self, game: Game, choice: Choice, number: int) -> Json:
        """A move that was made.

        Args:
            game: the game.
            choice: the choice.
            number: its number in the game, from 1 on.
        """
        decision = choice.decision
        key = (game, game.text(decision.position), decision.seat, tuple(decision.throws), choice.index)
        told = self._told.get(key)
        if told is None:
            told = _move(choice)
            self._told.keep(key, told)
        return {"number": number, "turn": choice.turn, **told}


def _move(choice: Choice) -> Json:
    """What does not depend on when a move was made."""
    decision, index = choice.decision, choice.index
    wording = wording_of(decision)
    return {
        "seat": choice.seat,
        "throws": list(decision.throws),
        "spoken": spoken(decision.throws) if decision.throws else "",
        "notation": decision.notation(index),
        "text": wording.told(index),
        "remark": wording.remark(index),
        "told": wording.with_remark(index),
        "steps": steps_of(decision, index),
        "options": len(decision.afterstates),
        "forced": len(decision.afterstates) == 1,
        "result": choice.result,
    }


def changed_by(game: Game, choice: Choice) -> list[int]:
    """The squares that hold other pieces after a choice than before, and are not empty."""
    before = (choice.before, choice.seat)
    return sorted(changed_squares(game, before, (choice.played.position, choice.seat)))


def games_json() -> list[Json]:
    """All games that can be made; one of a broken plugin is left out."""
    found = []
    for name in GAMES:
        try:
            found.append(game_json(name))
        except SenetGpError:
            continue
    return found


@cache
def game_json(name: str) -> Json:
    """A game with its default parameters.

    Raises:
        UsageError: if there is no such game.
    """
    game, entry = game_of(name), GAMES[name]
    return {
        "name": name,
        "title": game.title,
        "rules_text": " ".join(game.rules_text.split()),
        "parameters": [
            {"name": parameter, "default": value, **_bounds(name, parameter, value)}
            for parameter, value in parameters_of(game).items()
        ],
        "parameters_help": entry.rule_help,
        "short_game": _parameters(entry.short_game),
        "small": game.small,
        "stochastic": game.stochastic,
        "geometry": geometry_json(game.geometry),
        "opponent": usual_opponent(name),
    }


def _parameters(text: str) -> dict[str, int] | None:
    """Parameters written as on the command line; None if there are none."""
    return {key: int(value) for key, _, value in (one.partition("=") for one in text.split())} or None


def _bounds(name: str, parameter: str, value: Any) -> dict[str, int]:
    """The least and the largest value of a parameter, the others being the usual ones."""
    return {"least": _bound(name, parameter, value, -1), "most": _bound(name, parameter, value, 1)}


def _bound(name: str, parameter: str, inside: int, way: int) -> int:
    """The last possible value in a direction, found by halving: what is possible is one interval."""
    step = 1
    while step < _FAR and _possible(name, parameter, inside + way * step):
        inside += way * step
        step *= 2
    while step > 1:
        step //= 2
        if _possible(name, parameter, inside + way * step):
            inside += way * step
    return inside


def _possible(name: str, parameter: str, value: int) -> bool:
    try:
        game_of(name, {parameter: value})
    except SenetGpError:
        return False
    return True
