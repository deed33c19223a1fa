"""The state of a game as JSON: what the page shows."""

from __future__ import annotations

from typing import Any

from senet_gp.arena.record import GameRecord, next_decision
from senet_gp.games.protocol import Decision
from senet_gp.games.registry import parameters_of, titled
from senet_gp.players.matchbox import MatchboxPlayer
from senet_gp.serve.game_json import (
    Json,
    Moves,
    changed_by,
    choices_json,
    geometry_json,
    position_json,
    throws_json,
)
from senet_gp.serve.games import last_own_choice
from senet_gp.serve.lessons import Lessons, box_json, lesson_of
from senet_gp.serve.players import PERSON, Players, is_person, shown_name
from senet_gp.serve.requests import Refused


class States:
    """Makes states of records.

    Attributes:
        players: who can say whether a record's players can play.
        lessons: who can say whether a game can teach a machine.
    """

    def __init__(self, players: Players, lessons: Lessons) -> None:
        self.players = players
        self.lessons = lessons
        self._told = Moves()

    def state(self, file: str, record: GameRecord) -> Json:
        """The state of a game as it stands."""
        over = record.outcome is not None
        decision = None if over else next_decision(record)
        seat = None if decision is None else decision.seat
        person = seat is not None and is_person(record.players[seat])
        everybody = self._players(record)
        blocked = seat is not None and bool(everybody[seat]["error"])
        forced = decision is not None and len(decision.afterstates) == 1
        return {
            **self._head(file, record, everybody),
            **self._place(record, len(record.choices), decision),
            "person": person,
            "can_undo": record.resigned or last_own_choice(record) is not None,
            "can_step": seat is not None and not blocked and (forced or not person),
            "choices": choices_json(decision) if decision is not None and person else [],
            "chosen": None,
            "moves": self._moves(record),
            **_end(record),
        }

    def earlier(self, file: str, record: GameRecord, after: int) -> Json:
        """The state of a game as it was after a number of choices.

        Raises:
            Refused: if the game has fewer.
        """
        count = len(record.choices)
        if after > count:
            raise Refused(400, f"the game has {count} choices, not {after}")
        made = record.choices[after] if after < count else None
        if made is None:
            shown = None if record.outcome is not None else next_decision(record)
        else:
            shown = made.decision
        return {
            **self._head(file, record, self._players(record)),
            **self._place(record, after, shown),
            "person": False,
            "can_undo": False,
            "can_step": False,
            "choices": [] if shown is None else choices_json(shown),
            "chosen": None if made is None else made.index,
            "moves": self._moves(record),
            **_end(record if made is None else None),
        }

    @staticmethod
    def decision(record: GameRecord, after: int) -> tuple[Decision, int | None]:
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

    def _head(self, file: str, record: GameRecord, everybody: list[Json]) -> Json:
        game = record.game
        return {
            "file": file,
            "game": game.name,
            "title": titled(game),
            "parameters": parameters_of(game),
            "geometry": geometry_json(game.geometry),
            "players": everybody,
            "seed": record.seed,
            "of": len(record.choices),
            "lesson": self.lessons.of(record),
        }

    def _players(self, record: GameRecord) -> list[Json]:
        return [
            {
                "text": PERSON if is_person(name) else name,
                "name": shown_name(name, record.game.name),
                "person": is_person(name),
                "error": self.players.why_not(name, record.game),
            }
            for name in record.players
        ]

    def _place(self, record: GameRecord, after: int, decision: Decision | None) -> Json:
        """The board after a number of choices, who is to move, and what led there."""
        last = record.choices[after - 1] if after else None
        position: Any
        if decision is not None:
            position, seat = decision.position, decision.seat
        elif last is not None:
            position, seat = last.played.position, last.seat
        else:
            position, seat = record.start, 0
        turn = 1 if last is None else last.turn + last.ends_turn
        moved = None
        if last is not None:
            moved = {**self._told.json(record.game, last, after), "changed": changed_by(record.game, last)}
        return {
            "after": after,
            "turn": turn,
            "seat": None if decision is None else decision.seat,
            "position": position_json(record.game, position, seat),
            **throws_json(decision),
            "last": moved,
        }

    def _moves(self, record: GameRecord) -> list[Json]:
        moves = [
            self._told.json(record.game, choice, number) for number, choice in enumerate(record.choices, 1)
        ]
        for seat, name in enumerate(record.players):
            machine = self._machine(name, record)
            if machine is None:
                continue
            own = [number for number, choice in enumerate(record.choices) if choice.seat == seat]
            nothing: list[list[int] | None] = [None] * len(own)
            learns = self.lessons.of(record) != "taught"
            lesson = (lesson_of(machine, record, seat) if learns else None) or nothing
            for number, learned in zip(own, lesson, strict=True):
                choice = record.choices[number]
                moves[number]["box"] = box_json(machine, choice.decision, choice.index, learned)
        return moves

    def _machine(self, name: str, record: GameRecord) -> MatchboxPlayer | None:
        """The machine of matchboxes that plays under this name, if one does."""
        if not name.startswith("matchbox:") or self.players.why_not(name, record.game):
            return None
        player = self.players.player(name, record.game)
        return player if isinstance(player, MatchboxPlayer) else None


def _end(record: GameRecord | None) -> Json:
    """How a game ended; for earlier states it goes on."""
    if record is None:
        return {"outcome": None, "resigned": False, "result": "unfinished", "end": ""}
    return {
        "outcome": record.outcome,
        "resigned": record.resigned,
        "result": record.result,
        "end": "" if record.outcome is None else record.end,
    }
