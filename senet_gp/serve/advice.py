"""Advice on the page: chances and scores of choices, why one is better, matchboxes, who is ahead."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from senet_gp.arena.record import GameRecord
from senet_gp.engine.participants import scored_boards, scored_plainly, values_of
from senet_gp.games.protocol import Decision
from senet_gp.insight.hints import JudgeHints, choice_facts
from senet_gp.insight.judges import Grade, Judge, wins
from senet_gp.insight.rows import Fact, Rows
from senet_gp.players.human import addressed
from senet_gp.players.matchbox import MatchboxPlayer
from senet_gp.players.parsing import called
from senet_gp.players.player import ExpressionPlayer, Player
from senet_gp.players.search import SearchPlayer
from senet_gp.runtime.errors import printable, shortened
from senet_gp.serve.game_json import decision_at
from senet_gp.serve.players import box_json, is_person, judge_in, player_of, why_not
from senet_gp.serve.requests import Json, Refused

_MAX_GAMES = 8
#: The first mover's chance at the end of a game.
_OUTCOMES = {1: 1.0, 0: 0.5, -1: 0.0}


def scoring_player(record: GameRecord, player: Player | None) -> ExpressionPlayer | None:
    """The player whose expression scores boards: the one named, or the one whose games judge.

    Args:
        record: the game.
        player: whose reasons are asked for, if a player was named.

    Returns:
        The player; None if neither is an expression.
    """
    for one in (player, judge_in(record).player):
        base = one.base if isinstance(one, SearchPlayer) else one
        if isinstance(base, ExpressionPlayer):
            return base
    return None


def scores_json(record: GameRecord, decision: Decision, player: Player | None) -> Json:
    """The scores of all choices, in the order of their indices; none if no player scores them."""
    scoring = scoring_player(record, player)
    if scoring is None or decision.policy:
        return {"player": None, "scores": []}
    boards = scored_boards(decision, plainly=scored_plainly(record.game, scoring.vocabulary))
    scores = values_of(scoring.participant, boards)
    return {
        "player": printable(shortened(called(scoring.name, record.game), 60)),
        "scores": [float(score) for score in scores],
    }


class _Adviser:
    """Gives hints by a judge, to one request at a time."""

    def __init__(self, judge: Judge) -> None:
        self.hints = JudgeHints(judge)
        self.lock = threading.Lock()


_adviser = lru_cache(_MAX_GAMES)(_Adviser)


@contextmanager
def hints_in(record: GameRecord) -> Iterator[JudgeHints]:
    """What gives hints in a game, for this thread alone."""
    adviser = _adviser(judge_in(record))
    with adviser.lock:
        yield adviser.hints


def hint_json(record: GameRecord, decision: Decision) -> Json:
    """The best choices of a decision with their chances."""
    with hints_in(record) as hints:
        judgement = hints.judged(decision)
    note = Fact("note", judgement.note, None if judgement.exact else "note")
    return {
        "title": "Perfect play" if judgement.exact else "Chances",
        "sentence": hints.heading(judgement),
        "verdict": judgement.verdict,
        "trust": hints.trust(judgement),
        "best": Rows.of([*choice_facts(judgement), note], judgement.shown).as_json(),
    }


def warning_json(record: GameRecord, decision: Decision, choice: int) -> Json:
    """A question to the person who is about to make a choice that loses much; else an empty sentence.

    Raises:
        Refused: if there is no such choice.
    """
    if choice >= len(decision.afterstates):
        raise Refused(400, f"there is no choice {choice}: there are {len(decision.afterstates)}")
    with hints_in(record) as hints:
        judgement = hints.judged(decision)
    if judgement.grade(choice) is not Grade.BLUNDER:
        return {"sentence": ""}
    more = f"that wins {wins(judgement.lost(choice))} more of 100"
    return {"sentence": f"Sure? There is a {'better move' if judgement.exact else f'move {more}'}."}


def why_json(
    record: GameRecord,
    decision: Decision,
    choice: int,
    rival: int | None,
    player: Player | None,
    taken: int | None,
) -> Json:
    """Why a choice is better or worse than another.

    Args:
        record: the game.
        decision: the decision.
        choice: the index of the choice.
        rival: the index of the other; by default the best other one.
        player: whose matchboxes are asked, if it has any.
        taken: the index of the choice that was made by a machine of matchboxes, if one made it.

    Raises:
        Refused: if there is no such choice, or no other.
    """
    count = len(decision.afterstates)
    if count == 1:
        raise Refused(400, "there is only one choice here")
    for index in (choice, rival):
        if index is not None and index >= count:
            raise Refused(400, f"there is no choice {index}: there are {count}")
    with hints_in(record) as hints:
        why = hints.compared(decision, choice, rival)
    return {
        "choice": why.choice,
        "rival": why.rival,
        "better": why.better,
        "sentences": list(map(printable, why.sentences)),
        "squares": sorted(set(why.squares)),
        "box": box_json(player, decision, taken) if isinstance(player, MatchboxPlayer) else None,
    }


def player_asked(record: GameRecord, seat: int, named: str | None) -> Player | None:
    """The player whose reasons are asked for: the one named, else the one of the seat, else the other.

    A player that cannot be read is left out.

    Raises:
        Refused: if the named player's file is not inside the directory.
        SenetGpError: if there is no such player.
    """
    if named:
        return player_of(named, record.game)
    for name in (record.players[seat], record.players[1 - seat]):
        if not is_person(name) and not why_not(name, record.game):
            return player_of(name, record.game)
    return None


def chance_json(record: GameRecord, after: int) -> Json:
    """Who is ahead after a number of choices, if the player to move then chooses best.

    The bar beside the board shows it.

    Raises:
        Refused: if the game has fewer.
    """
    if record.outcome is not None and after == len(record.choices):
        return _chance(record, _OUTCOMES[record.outcome], "the game is over")
    decision, _made = decision_at(record, after)
    with hints_in(record) as hints:
        judgement = hints.judged(decision)
    chance = judgement.chance(judgement.best)
    return _chance(record, 1 - chance if decision.seat else chance, printable(hints.judge.means))


def _chance(record: GameRecord, first: float, means: str) -> Json:
    """The chance of the only person, else of the first mover."""
    seat = int(list(map(is_person, record.players)) == [False, True])
    chance = 1 - first if seat else first
    name = addressed(record.players, record.game)[seat]
    return {"seat": seat, "chance": chance, "told": f"{name}: {wins(chance)} of 100", "means": means}
