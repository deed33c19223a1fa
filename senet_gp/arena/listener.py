"""Waiting until worker processes send something or end."""

from __future__ import annotations

import selectors
import sys
from typing import Any, Generic, Protocol, TypeVar

from multiprocess import connection as connections

from senet_gp import interruption


class Heard(Protocol):
    """A worker, as far as the listener knows it."""

    @property
    def process(self) -> Any:
        """Its process, with a ``sentinel`` that becomes ready when it ends."""

    @property
    def connection(self) -> Any:
        """Our end of its pipe."""


W = TypeVar("W", bound=Heard)


class Listener(Generic[W]):
    """The workers that are waited for, registered with the system once instead of at every wait.

    ``multiprocess.connection.wait`` registers all pipes and processes each time, which with 64 workers takes
    longer than everything else about an answer.
    """

    def __init__(self) -> None:
        self._workers: list[W] = []
        self._selector: selectors.BaseSelector | None = None

    def add(self, worker: W) -> None:
        """Listen to another worker."""
        self._workers.append(worker)
        # Waiting for pipes works differently on Windows.
        if sys.platform != "win32":
            if self._selector is None:
                self._selector = selectors.DefaultSelector()
            for source in (worker.connection, worker.process.sentinel):
                self._selector.register(source, selectors.EVENT_READ, worker)

    def remove(self, worker: W) -> None:
        """Stop listening to a worker, whose pipe must still be open."""
        self._workers.remove(worker)
        if self._selector is not None:
            self._selector.unregister(worker.connection)
            self._selector.unregister(worker.process.sentinel)
            if not self._workers:
                self._selector.close()
                self._selector = None

    def wait(self) -> list[W]:
        """Wait until workers have sent something or died, or a signal has come; returns those workers.

        Raises:
            KeyboardInterrupt: if the user interrupts the program.
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
