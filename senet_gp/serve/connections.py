"""The connections of the page: one that asks for nothing, or is slow to ask, makes room for others."""

from __future__ import annotations

import time
from operator import attrgetter

from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer


class _Connection(HTTPChannel):
    """A connection that is active only when an answer goes out.

    A request therefore has to be whole in time, however often a byte of it comes.
    """

    def handle_read(self) -> None:
        """Read what has come."""
        before = self.last_activity
        super().handle_read()
        self.last_activity = before


class PageServer(TcpWSGIServer):
    """Answers the requests of many connections; it never turns a new one away because of idle ones."""

    channel_class = _Connection
    _map: dict[int, object]

    def run(self) -> None:
        """Answer requests until the person ends it.

        Raises:
            KeyboardInterrupt: when the person ends it.
        """
        try:
            while True:
                self.do_round()
        finally:
            self.task_dispatcher.shutdown()

    def do_round(self) -> None:
        """Make room, and then wait for whatever comes first, and handle it."""
        self._make_room(time.time())
        self.asyncore.loop(self.adj.asyncore_loop_timeout, self.adj.asyncore_use_poll, self._map, count=1)

    def _make_room(self, now: float) -> None:
        """Close the connections that were idle for long; if no place is left, the one idle for longest.

        Waitress closes idle ones, too, but only after what is left has been written, which never happens if a
        client does not read.
        """
        channels = (channel for channel in self._map.values() if isinstance(channel, HTTPChannel))
        idle = sorted((one for one in channels if not one.requests), key=attrgetter("last_activity"))
        late = [channel for channel in idle if channel.last_activity < now - self.adj.channel_timeout]
        if not late and len(self._map) >= self.adj.connection_limit:
            late = idle[:-1][:1]  # one that has just come may ask for something in the next round
        for channel in late:
            channel.handle_close()
