"""Waiting for what comes from worker processes, or for their end."""

from __future__ import annotations

import selectors
import sys
from typing import Any, Generic, Protocol, TypeVar

from multiprocess import connection as connections

from senet_gp import interruption


class Heard(Protocol):
    """A worker, as it is listened to."""

    @property
    def process(self) -> Any:
        """Its process, with the ``sentinel`` that tells its end."""

    @property
    def connection(self) -> Any:
        """Our end of its pipe."""


W = TypeVar("W", bound=Heard)


class Listener(Generic[W]):
    """Whoever is listened to, known to the system once and not anew for every answer.

    ``multiprocess.connection.wait`` tells the system of all pipes and processes each time, which takes longer
    than all else that an answer costs if there are 64 workers.
    """

    def __init__(self) -> None:
        self._workers: list[W] = []
        self._selector: selectors.BaseSelector | None = None

    def add(self, worker: W) -> None:
        """Listen to a worker, too."""
        self._workers.append(worker)
        # Pipes of Windows are waited for in another way.
        if sys.platform != "win32":
            if self._selector is None:
                self._selector = selectors.DefaultSelector()
            for source in (worker.connection, worker.process.sentinel):
                self._selector.register(source, selectors.EVENT_READ, worker)

    def remove(self, worker: W) -> None:
        """Listen to a worker no more; its pipe is still open."""
        self._workers.remove(worker)
        if self._selector is not None:
            self._selector.unregister(worker.connection)
            self._selector.unregister(worker.process.sentinel)
            if not self._workers:
                self._selector.close()
                self._selector = None

    def wait(self) -> list[W]:
        """Wait until workers have sent something or are dead, or a signal has come: those workers.

        Raises:
            KeyboardInterrupt: if the person has asked for it.
        """
        with interruption.heard_at_once():
            return self._wait_here() if self._selector is None else self._selected(self._selector)

    def _selected(self, selector: selectors.BaseSelector) -> list[W]:
        for wakeup in interruption.wakeups():
            if wakeup not in selector.get_map():
                selector.register(wakeup, selectors.EVENT_READ)
        found = [key.data for key, _ in selector.select()]
        return list(dict.fromkeys(worker for worker in found if worker is not None))

    def _wait_here(self) -> list[W]:
        owners = {}
        for worker in self._workers:
            owners[worker.connection] = owners[worker.process.sentinel] = worker
        sources = connections.wait([*owners, *interruption.wakeups()])
        return list(dict.fromkeys(owners[source] for source in sources if source in owners))
