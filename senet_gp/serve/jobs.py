"""Work in the background, while the page goes on: analyses of games, and the person's games added up."""

from __future__ import annotations

import threading
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from senet_gp.arena.record import RECORD_ENDING, GameRecord
from senet_gp.insight.game_analysis import GameAnalysis, JudgedChoice, analyse
from senet_gp.insight.judges import rounded, wins
from senet_gp.insight.own_record import OwnGame, own_game_in, own_records
from senet_gp.players.human import HumanPlayer
from senet_gp.runtime.errors import SenetGpError
from senet_gp.runtime.machine import available_cores
from senet_gp.serve.background import Background, ThreadPool
from senet_gp.serve.directory import found_files, stamp_of
from senet_gp.serve.players import judge_in
from senet_gp.serve.requests import Json, Refused, fault_sentence

#: Jobs kept, finished or not; unfinished jobs allowed at a time; threads of a job.
_MAX_KEPT = 16
_MAX_WAITING = 4
_MAX_THREADS = 8
#: The latest games, which are added up.
_MAX_OWN_GAMES = 200
#: A file, and what differs if it changes.
_Key = tuple[Path, tuple[int, ...]]


@dataclass(eq=False)
class Job:
    """A game that is being analysed, or has been.

    Attributes:
        name: how requests name it.
        file: the file of the game.
        record: the game as it was when the job began.
        done: how many choices have begun to be measured.
        outcome: the analysis, the reason why there is none, or that it was cancelled, whichever came first.
    """

    name: str
    file: str
    record: GameRecord
    done: int = 0
    outcome: Future[GameAnalysis] = field(default_factory=Future, repr=False)
    _content: Json | None = field(default=None, repr=False)

    @property
    def ended(self) -> bool:
        """Whether nothing more will be done."""
        return self.outcome.done()

    @property
    def error(self) -> str:
        """Why it failed, or that it was cancelled; empty if neither."""
        if not self.ended:
            return ""
        if self.outcome.cancelled():
            return "the analysis was cancelled"
        failure = self.outcome.exception()
        return "" if failure is None else str(failure)

    @property
    def analysis(self) -> GameAnalysis | None:
        """The analysis, as soon as it is there."""
        return self.outcome.result() if self.ended and not self.error else None

    def as_json(self) -> Json:
        """How far it is, or what has been found."""
        head: Json = {"job": self.name, "file": self.file, "of": len(self.record.choices)}
        if not self.ended:
            return {**head, "state": "running", "done": self.done}
        analysis = self.analysis
        if analysis is None:
            return {**head, "state": "failed", "error": self.error, "done": self.done}
        if self._content is None:
            self._content = {
                "analysis": analysis.as_json(),
                "moves": [_move(analysis, number, one) for number, one in enumerate(analysis.choices, 1)],
                "begin": analysis.choices.index(_first_shown(analysis)),
                "out": _page_name(Path(self.file)),
                "review": _review(analysis),
            }
        return {**head, "state": "done", "done": head["of"], **self._content}

    def cancel(self) -> None:
        """End the job, unless it has ended; the choice that is being measured is measured to its end."""
        self.outcome.cancel()

    def analysed(self) -> GameAnalysis:
        """Analyse the game.

        Raises:
            SenetGpError: if that fails, whatever the reason.
            CancelledError: if it is cancelled.
        """
        try:
            with ThreadPool(min(_MAX_THREADS, available_cores())) as pool:
                return analyse(self.record, judge=judge_in(self.record), pool=pool, show=self._show)
        except KeyboardInterrupt:
            raise SenetGpError("the server has been stopped") from None
        except (SenetGpError, CancelledError):
            raise
        except Exception as error:
            sentence = fault_sentence(error, f"the analysis of {self.file} failed")
            raise SenetGpError(sentence) from error

    def _show(self, done: int, _total: int, _text: str) -> None:
        if self.outcome.cancelled():
            raise CancelledError
        self.done = done


def _page_name(file: Path) -> str:
    """What a game's page is called; files that are only read have whole paths, and no page beside them."""
    return str(Path(file.name if file.is_absolute() else file).with_suffix(".html"))


def _move(analysis: GameAnalysis, number: int, one: JudgedChoice) -> Json:
    """A choice in the list of moves, with what is known after it."""
    index, decision = one.choice.index, one.choice.decision
    return {
        "number": number,
        "turn": one.choice.turn,
        "seat": one.choice.seat,
        "throws": list(decision.throws),
        "told": one.move_text(index),
        "mark": one.mark,
        "grade": one.grade.value,
        "chance": one.word(index) if analysis.judge.exact else wins(one.chance_of(analysis.side)),
    }


def _first_shown(analysis: GameAnalysis) -> JudgedChoice:
    """The worst choice; where none is bad, the one of the side whose chances are told that lost most."""
    own = [one for one in analysis.choices if one.choice.seat == analysis.side and one.judgement.is_choice]
    return max(analysis.worst or own or analysis.choices[:1], key=lambda one: one.lost)


def _review(analysis: GameAnalysis) -> list[Json]:
    """What a person may learn from a game: the luck, the best choice, and the worst."""
    found: list[Json] = []
    if analysis.record.game.stochastic:
        found.append({"text": analysis.luck_told, "after": None})
    best = max(analysis.choices, key=lambda one: _won(one) if one.choice.seat == analysis.side else -1.0)
    if rounded(_won(best)) > 0:
        than = f"It won {wins(_won(best))} more of 100 than the next best."
        found.append(_told(analysis, best, "Your best move", than))
    for worst in analysis.worst[:1]:
        than = f"It lost {wins(worst.lost)} wins of 100, compared with {worst.move_text(worst.best)}."
        found.append(_told(analysis, worst, "Your worst move", than))
    return found


def _told(analysis: GameAnalysis, one: JudgedChoice, what: str, than: str) -> Json:
    """A choice with what is said of it."""
    moves = one.move_text(one.choice.index)
    text = f"{what}: turn {one.choice.turn}, {moves}. {than}"
    return {"text": text, "after": analysis.choices.index(one)}


def _won(one: JudgedChoice) -> float:
    """How much better a choice was than the next best one; 0 unless it was the best of several."""
    order = one.judgement.order
    if len(order) < 2 or one.choice.index != order[0]:
        return 0.0
    return one.judgement.chance(order[0]) - one.judgement.chance(order[1])


class Jobs:
    """The jobs of a server, done one after the other by one thread."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self._lock = threading.Lock()
        self._background = Background("analysis")

    def begin(self, file: str, record: GameRecord) -> Job:
        """Analyse a game; the job of the same game, if there is one.

        Raises:
            Refused: if there is nothing to analyse, or too many jobs are waiting.
        """
        if not record.choices:
            raise Refused(400, "the game has no moves yet, so there is nothing to analyse")
        name = _name(file, record)
        with self._lock:
            known = self._jobs.get(name)
            if known is not None and not known.error:
                return known
            if sum(not job.ended for job in self._jobs.values()) >= _MAX_WAITING:
                raise Refused(429, "too many games are being analysed: wait until one is done")
            job = self._jobs[name] = Job(name, file, record)
            ended = [other for other, old in self._jobs.items() if old.ended]
            for other in ended[: max(0, len(self._jobs) - _MAX_KEPT)]:
                del self._jobs[other]
            job.outcome = self._background.submit(job.analysed)
        return job

    def named(self, name: str) -> Job:
        """A job.

        Raises:
            Refused: if there is none of this name.
        """
        with self._lock:
            job = self._jobs.get(name)
        if job is None:
            raise Refused(404, "there is no such analysis: begin it again")
        return job

    def cancel(self, name: str) -> Job:
        """End a job, so that the next one begins; one that has ended stays as it is.

        Raises:
            Refused: if there is none of this name.
        """
        job = self.named(name)
        job.cancel()
        return job

    def export(self, file: str, record: GameRecord, out: Path) -> None:
        """Write the analysis of a game as one page into a new file.

        Raises:
            Refused: if the game has not been analysed.
            FileError: if the file exists, or cannot be written.
        """
        with self._lock:
            job = self._jobs.get(_name(file, record))
        analysis = None if job is None else job.analysis
        if analysis is None:
            raise Refused(409, "the game has not been analysed yet: do that first")
        from senet_gp.show.analysis_page import write_analysis_page

        write_analysis_page(analysis, out)


def _name(file: str, record: GameRecord) -> str:
    """The name of the job of a game, which is another one as soon as the game goes on."""
    return sha256(f"{file}\n{record.to_text()}".encode()).hexdigest()[:16]


class OwnGames:
    """Adds up the person's games; each is judged once, as long as its file stays as it is."""

    def __init__(self) -> None:
        self._background = Background("own games")
        self._judged: dict[_Key, Future[OwnGame | None]] = {}
        self._lock = threading.Lock()

    def as_json(self) -> Json:
        """What has been added up, or how many games have been judged until now."""
        keys = sorted(_keys(), key=lambda key: key[1][1])[-_MAX_OWN_GAMES:]
        with self._lock:
            for key in [key for key in self._judged if key not in keys]:
                self._judged.pop(key).cancel()
            # The latest games are judged first: the person may be waiting for the one that has just ended.
            for key in reversed(keys):
                if key not in self._judged:
                    self._judged[key] = self._background.submit(
                        own_game_in, key[0], HumanPlayer.name, judge_in
                    )
            found = [self._judged[key] for key in keys]
        done = [one for one in found if one.done()]
        if len(done) < len(found):
            return {"state": "running", "done": len(done), "of": len(found), "records": []}
        # A game whose own code fails is left out, as one that is no record.
        games = [one.result() for one in found if not one.cancelled() and one.exception() is None]
        records = own_records([one for one in games if one is not None])
        told = [one.as_json() for one in records]
        return {"state": "done", "done": len(done), "of": len(found), "records": told}


def _keys() -> list[_Key]:
    """The records in the directory, each with its stamp."""
    found = []
    for path in found_files(RECORD_ENDING):
        try:
            found.append((path, stamp_of(path)))
        except OSError:
            continue
    return found
