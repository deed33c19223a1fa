"""Games that are analysed while the page goes on: jobs in threads, one at a time."""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, InvalidStateError, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from senet_gp.arena.pool import Pending, Pool
from senet_gp.arena.record import GameRecord
from senet_gp.games.wording import wording_of
from senet_gp.insight.analysis.analysed import GameAnalysis, JudgedChoice, analyse
from senet_gp.insight.analysis.wording import luck_of, meaning_of
from senet_gp.runtime.errors import SenetGpError
from senet_gp.runtime.machine import available_cores
from senet_gp.runtime.origins import told
from senet_gp.serve.game_json import Json, steps_of
from senet_gp.serve.requests import Refused
from senet_gp.show.report.analysis_page import write_analysis_page

_LOG = logging.getLogger("senet_gp.serve")
#: So many jobs are kept; more than so many that have not ended are refused.
_MAX_KEPT, _MAX_WAITING = 16, 4
_MAX_THREADS = 8


class ThreadPool(Pool):
    """Does tasks in threads of this process: compiled code plays games without holding Python's lock."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._executor = ThreadPoolExecutor(threads)
        # One task waits beside those that are done: whoever submits them knows how far the work is.
        self._places = threading.Semaphore(threads + 1)

    @property
    def workers(self) -> int:
        """How many tasks are done at the same time."""
        return self._threads

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Pending:
        """Submit a task; this waits while a task for each thread, and another one, are not done."""
        self._places.acquire()
        future: Future[Any] = self._executor.submit(function, *arguments)
        future.add_done_callback(lambda _: self._places.release())
        return future

    def close(self) -> None:
        """Do no more tasks."""
        self._executor.shutdown(wait=False, cancel_futures=True)


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
            self._content = analysis_json(analysis)
        return {**head, "state": "done", "done": head["of"], "analysis": self._content}

    def cancel(self) -> None:
        """Give the job up, unless it has ended; what is being measured is measured to its end."""
        self.outcome.cancel()

    def run(self) -> None:
        """Analyse the game."""
        if self.ended:
            return
        try:
            with ThreadPool(min(_MAX_THREADS, available_cores())) as pool:
                analysis = analyse(self.record, pool=pool, show=self._show)
            with suppress(InvalidStateError):  # it was cancelled at the last moment
                self.outcome.set_result(analysis)
        except CancelledError:
            self.outcome.cancel()
        except SenetGpError as error:
            self._fail(str(error))
        except KeyboardInterrupt:
            self._fail("the server has been stopped")
        except Exception as error:  # noqa: BLE001 - the server goes on, whatever was asked
            _LOG.error("the analysis of %s failed: %s: %s", self.file, type(error).__name__, error)
            self._fail(told(error) or f"this failed: {type(error).__name__}")

    def _fail(self, sentence: str) -> None:
        with suppress(InvalidStateError):
            self.outcome.set_exception(SenetGpError(sentence))

    def _show(self, done: int) -> None:
        if self.outcome.cancelled():
            raise CancelledError
        self.done = done


class Jobs:
    """The jobs of a server, done one after the other by one thread."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self._lock = threading.Lock()
        self._works = False

    def begin(self, file: str, record: GameRecord) -> Job:
        """Analyse a game; the job of the same game, if there is one.

        Raises:
            Refused: if there is nothing to analyse, or too many jobs are waiting.
        """
        if not record.choices:
            raise Refused(400, "the game has no moves yet, so there is nothing to analyse")
        with self._lock:
            for job in self._jobs.values():
                if job.file == file and _same(job.record, record) and not job.error:
                    return job
            if sum(not job.ended for job in self._jobs.values()) >= _MAX_WAITING:
                raise Refused(429, "too many games are being analysed: wait until one is done")
            job = Job(secrets.token_urlsafe(9), file, record)
            self._jobs[job.name] = job
            ended = [name for name, old in self._jobs.items() if old.ended]
            for name in ended[: max(0, len(self._jobs) - _MAX_KEPT)]:
                del self._jobs[name]
            if not self._works:
                self._works = True
                threading.Thread(target=self._work, name="analysis", daemon=True).start()
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
        """Give a job up, so that the next one begins; one that has ended stays as it is.

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
            done = [
                job.analysis for job in self._jobs.values() if job.file == file and _same(job.record, record)
            ]
        analysis = next((one for one in done if one is not None), None)
        if analysis is None:
            raise Refused(409, "the game has not been analysed yet: do that first")
        write_analysis_page(analysis, out)

    def _work(self) -> None:
        """Do the jobs in their order, until none is left."""
        while (job := self._next()) is not None:
            job.run()

    def _next(self) -> Job | None:
        with self._lock:
            job = next((job for job in self._jobs.values() if not job.ended), None)
            self._works = job is not None
            return job


def _same(record: GameRecord, other: GameRecord) -> bool:
    return record is other or record.to_text() == other.to_text()


def analysis_json(analysis: GameAnalysis) -> Json:
    """An analysis as ``senet-gp analyse --json`` has it, and what a page needs besides."""
    content = analysis.as_json()
    content["choices"] = [
        {**given, **_more(judged), "best": _best(given["best"], judged)}
        for given, judged in zip(content["choices"], analysis.choices, strict=True)
    ]
    stochastic = analysis.record.game.stochastic
    luck = [luck_of(analysis, "the first mover")] if stochastic else []
    return {**content, "means": analysis.means, "sentences": [meaning_of(analysis), *luck]}


def _more(judged: JudgedChoice) -> Json:
    choice = judged.choice
    return {
        "index": choice.index,
        "text": wording_of(choice.decision).told(choice.index),
        "steps": steps_of(choice.decision, choice.index),
        "first_movers": judged.first_movers,
    }


def _best(given: list[Json], judged: JudgedChoice) -> list[Json]:
    decision = judged.choice.decision
    wording = wording_of(decision)
    return [
        {**one, "index": index, "text": wording.told(index), "steps": steps_of(decision, index)}
        for one, index in zip(given, judged.shown, strict=True)
    ]
