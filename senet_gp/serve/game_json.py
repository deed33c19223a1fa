"""Games as JSON: their rules, parameters and boards; the states of records, which the page shows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from senet_gp.arena.record import GameRecord, next_decision
from senet_gp.engine.playthrough import Choice
from senet_gp.games.board_texts import changed_squares
from senet_gp.games.protocol import Decision, Game, spoken
from senet_gp.games.registry import GAMES, game_of, parameters_of, titled
from senet_gp.games.small import if_solvable
from senet_gp.games.wording import RuleExample, applying, examples_of, throws_again, wording_of
from senet_gp.players.human import addressed
from senet_gp.players.levels import default_opponent, levels_of
from senet_gp.runtime.errors import SenetGpError
from senet_gp.serve.board_json import (
    choices_json,
    falls,
    geometry_json,
    position_json,
    single_steps_json,
    steps_json,
    thrown_json,
)
from senet_gp.serve.games import last_own_choice
from senet_gp.serve.players import (
    PERSON,
    box_json,
    is_person,
    machine_of,
    weights_learned,
    why_not,
)
from senet_gp.serve.requests import Json, Refused

#: Moves remembered: those of some twenty games. Those of a Senet game take some 90 ms.
_MAX_KEPT = 4000
#: Below this many points of 100 the exact number says nothing.
_HOPELESS = 15


def state_json(file: str, record: GameRecord, lesson: str | None) -> Json:
    """The state of a game as it stands: what the page shows.

    Args:
        file: the name of its file.
        record: the game.
        lesson: whether it can teach a machine (:class:`~senet_gp.serve.players.Lessons`).
    """
    decision = None if record.outcome is not None else next_decision(record)
    seat = None if decision is None else decision.seat
    person = seat is not None and is_person(record.players[seat])
    players = _players(record)
    blocked = seat is not None and bool(players[seat]["error"])
    forced = decision is not None and len(decision.afterstates) == 1
    choices = choices_json(decision) if decision is not None and person else []
    return {
        **_head(file, record, players, lesson),
        **_place(record, len(record.choices), decision),
        "person": person,
        "can_undo": record.resigned or last_own_choice(record) is not None,
        "can_step": seat is not None and not blocked and (forced or not person),
        "choices": choices,
        "steps": single_steps_json(decision, choices) if decision is not None else [],
        "tips": applying(decision) if decision is not None and person else [],
        "chosen": None,
        "made_for_you": _made_for_you(record),
        **_sentences(record, decision, players, person=person),
        **_end(record),
    }


def _made_for_you(record: GameRecord) -> str:
    """That the last move of the only person was made for them, if they had no other."""
    people = [seat for seat, name in enumerate(record.players) if is_person(name)]
    own = [choice for choice in record.choices if [choice.seat] == people]
    forced = bool(own) and len(own[-1].decision.afterstates) == 1
    return "In your last turn there was only one move, so it was made for you." if forced else ""


def earlier_json(file: str, record: GameRecord, lesson: str | None, after: int) -> Json:
    """The state of a game as it was after a number of choices, before another one was made."""
    decision, index = decision_at(record, after)
    players = _players(record)
    return {
        **_head(file, record, players, lesson),
        **_place(record, after, decision),
        "person": False,
        "can_undo": False,
        "can_step": False,
        "choices": choices_json(decision),
        "steps": [],
        "chosen": index,
        **_sentences(record, decision, players, person=False),
        **_end(None),
    }


def decision_at(record: GameRecord, after: int) -> tuple[Decision, int | None]:
    """The decision after a number of choices, and the index of the choice that was made, if one was.

    Raises:
        Refused: if the game has fewer choices, or ends there.
    """
    if after < len(record.choices):
        choice = record.choices[after]
        return choice.decision, choice.index
    if after > len(record.choices) or record.outcome is not None:
        raise Refused(400, f"nobody is to move after {after} choices")
    return next_decision(record), None


def _head(file: str, record: GameRecord, players: list[Json], lesson: str | None) -> Json:
    """What is the same after every choice: the game, its players, and all moves."""
    game = record.game
    return {
        "file": file,
        "game": game.name,
        "title": titled(game),
        "parameters": parameters_of(game),
        "geometry": geometry_json(game.geometry),
        "players": players,
        "seed": record.seed,
        "retried": record.retried,
        "of": len(record.choices),
        "lesson": lesson,
        "moves": _moves(record, learns=lesson != "taught"),
    }


def _players(record: GameRecord) -> list[Json]:
    alone = sum(map(is_person, record.players)) == 1
    owners = ("piece of the first player", "piece of the second player")
    return [
        {
            "text": PERSON if is_person(name) else name,
            "name": called,
            "person": is_person(name),
            "owner": owners[seat] if not alone else "your piece" if is_person(name) else "their piece",
            "error": why_not(name, record.game),
        }
        for seat, (name, called) in enumerate(
            zip(record.players, addressed(record.players, record.game), strict=True)
        )
    ]


def _sentences(
    record: GameRecord, decision: Decision | None, players: Sequence[Json], *, person: bool
) -> Json:
    """Whose turn it is and what they throw, or how the game ended; and that they have still to throw."""
    if decision is None:
        turns = f"{record.turns} turn{'' if record.turns == 1 else 's'}"
        return {"status": _ending(record, players), "to_throw": "", "length": f"The game had {turns}."}
    name = players[decision.seat]["name"]
    thrown, again = spoken(decision.throws) if decision.throws else "", throws_again(decision)
    does = _verb(name, "throw") + f" {thrown}" if thrown else _verb(name, "are") + " to move"
    then = f", and throw again {again}" if again else ""
    what = ": choose a move" if person and len(decision.afterstates) > 1 else ""
    return {"status": f"{name} {does}{then}{what}.", "to_throw": f"{name} {_verb(name, 'are')} to throw."}


def _ending(record: GameRecord, players: Sequence[Json]) -> str:
    """Who has won, and why, unless the board tells it."""
    if not record.outcome:
        return "Nobody has won."
    seat = 0 if record.outcome == 1 else 1
    won, lost = (players[one]["name"] for one in (seat, 1 - seat))
    last = record.choices[-1] if record.choices else None
    if record.resigned:
        why = f"{'you' if lost == 'You' else lost} {_verb(lost, 'resign')}"
    else:
        why = "" if last is None else record.game.reason(last.played.position, last.result or 0)
    return f"{won} {_verb(won, 'win')}{': ' if why else ''}{why}."


def _verb(name: str, verb: str) -> str:
    """A verb as it follows a player's name."""
    return verb if name == "You" else "is" if verb == "are" else f"{verb}s"


def _place(record: GameRecord, after: int, decision: Decision | None) -> Json:
    """The board after a number of choices, who is to move, and what led there."""
    last = record.choices[after - 1] if after else None
    position: Any
    if decision is not None:
        position, seat = decision.position, decision.seat
    elif last is not None:
        position, seat = last.played.position, last.seat
    else:
        position, seat = record.start, 0
    return {
        "after": after,
        "turn": 1 if last is None else last.turn + last.ends_turn,
        "seat": None if decision is None else decision.seat,
        "position": position_json(record.game, position, seat),
        **thrown_json(() if decision is None else decision.throws),
        "again": "" if decision is None else throws_again(decision),
        "last": last and {**_move(record.game, last, after), "changed": _changed_by(record.game, last)},
    }


def _moves(record: GameRecord, *, learns: bool) -> list[Json]:
    """All moves; those of a machine with its boxes, and what it would learn if it can."""
    moves = [_move(record.game, choice, number) for number, choice in enumerate(record.choices, 1)]
    for seat, name in enumerate(record.players):
        machine = machine_of(name, record.game)
        if machine is None:
            continue
        own = [number for number, choice in enumerate(record.choices) if choice.seat == seat]
        lesson = weights_learned(machine, record, seat) if learns else None
        for place, number in enumerate(own):
            choice, learned = record.choices[number], None if lesson is None else lesson[place]
            moves[number]["box"] = box_json(machine, choice.decision, choice.index, learned)
    return moves


def _end(record: GameRecord | None) -> Json:
    """How a game ended; for earlier states it goes on."""
    if record is None:
        return {"outcome": None, "resigned": False, "result": "unfinished", "line": []}
    return {
        "outcome": record.outcome,
        "resigned": record.resigned,
        "result": record.result,
        "line": _line(record),
    }


def _line(record: GameRecord) -> list[int]:
    """The squares by which a player has won, if the board tells it."""
    if not record.outcome or record.resigned or not record.choices:
        return []
    last = record.choices[-1]
    return list(record.game.winning_squares(last.played.position, last.seat))


def _move(game: Game, choice: Choice, number: int) -> Json:
    """A move that was made.

    Args:
        game: the game.
        choice: the choice.
        number: its number in the game, from 1 on.
    """
    decision = choice.decision
    told = _told_move(game, decision.position, decision.seat, tuple(decision.throws), choice.index)
    return {"number": number, "turn": choice.turn, **told}


@lru_cache(_MAX_KEPT)
def _told_move(game: Game, position: Any, seat: int, throws: tuple[int, ...], index: int) -> Json:
    """What does not depend on when a move was made; a page asks for all moves of a game again and again."""
    decision = game.decision(position, seat, throws)
    wording = wording_of(decision)
    return {
        "seat": seat,
        **thrown_json(throws),
        "notation": decision.notation(index),
        "text": wording.move_text(index),
        "remark": wording.remark(index),
        "told": wording.with_remark(index),
        "steps": steps_json(wording, index),
        "options": len(decision.afterstates),
        "result": decision.result(index),
    }


def _changed_by(game: Game, choice: Choice) -> list[int]:
    """The squares that hold other pieces after a choice than before, and are not empty."""
    before = (choice.before, choice.seat)
    return sorted(changed_squares(game, before, (choice.played.position, choice.seat)))


def games_json() -> list[Json]:
    """All games that can be made; one of a broken plugin is left out."""
    found = []
    for name in GAMES:
        try:
            found.append(_game(name))
        except SenetGpError:
            continue
    return found


def _game(name: str) -> Json:
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
            {"name": parameter, "default": value, "between": game.ranges.get(parameter)}
            for parameter, value in parameters_of(game).items()
        ],
        "parameters_help": entry.rule_help,
        "short_game": _parameters(entry.short_game),
        "small": game.small,
        "stochastic": game.stochastic,
        "falls": falls(game),
        "geometry": geometry_json(game.geometry),
        "opponent": default_opponent(game),
        "levels": levels_json(game),
        "taught": bool(examples_of(game)),
        "learns": if_solvable(game) is not None,
    }


def levels_json(game: Game) -> list[dict[str, str]]:
    """The opponents for people: what each is called, and how strong it is, if that was measured."""
    found: list[dict[str, str]] = []
    for level in levels_of(game):
        strength = "" if level.beginner is None else f"A beginner scores {level.beginner} of 100."
        # Against the strongest all beginners lose: how much better they are is told by the level below.
        if level.below is not None and (level.beginner is None or level.beginner < _HOPELESS):
            strength = f"Scores {level.below} of 100 against {found[-1]['name']}."
        found.append({"text": level.player, "name": level.name, "sentence": "", "strength": strength})
    return found


def _parameters(text: str) -> dict[str, int] | None:
    """Parameters written as on the command line; None if there are none."""
    return {key: int(value) for key, _, value in (one.partition("=") for one in text.split())} or None


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
