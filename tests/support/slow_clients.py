"""Many clients that begin requests and go on by a byte at a time; they need no token.

``python tests/support/slow_clients.py`` prints how long the page takes to answer among 1,400 of them that
send a byte every five seconds.
"""

from __future__ import annotations

import resource
import socket
import sys
import tempfile
import threading
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Self

from patience import PATIENCE
from served import Server, served

COUNT = 1400
#: What they begin with: nothing, a request, a request's body.
_BEGINNINGS = (
    b"",
    b"GET / HTTP/1.1\r\n",
    b"POST /x HTTP/1.1\r\nContent-Length: 50000\r\n\r\n",
)
_FILES_LEFT = 200
_SECONDS_BETWEEN_BYTES = 5.0
_SECONDS_BETWEEN_ANSWERS = 0.05
_ROUNDS = 8


class SlowClients:
    """Clients that are connected inside a context: 1,400, or as many as this process may have files."""

    def __init__(self, server: Server) -> None:
        self._address = server.host, server.port
        self._connections: list[socket.socket] = []
        self._ends = ExitStack()

    def __enter__(self) -> Self:
        """Connect them, each with the beginning of a request."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        files = COUNT + _FILES_LEFT if hard == resource.RLIM_INFINITY else min(COUNT + _FILES_LEFT, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, files), hard))
        self._ends.callback(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        for number in range(files - _FILES_LEFT):
            client = self._ends.enter_context(socket.create_connection(self._address, timeout=PATIENCE))
            self._connections.append(client)
            with suppress(OSError):  # it may be closed already
                client.sendall(_BEGINNINGS[number % len(_BEGINNINGS)])
        return self

    def __exit__(self, *_: object) -> None:
        """Close them."""
        self._ends.close()

    def send(self) -> None:
        """Let each send one more byte."""
        for client in self._connections:
            with suppress(OSError):
                client.sendall(b"x")

    def open(self) -> int:
        """How many the server has not closed."""
        return sum(_is_open(client) for client in self._connections)


def _is_open(client: socket.socket) -> bool:
    try:
        client.settimeout(0)  # else it would wait for a byte
        return bool(client.recv(1, socket.MSG_PEEK))
    except BlockingIOError:
        return True
    except OSError:
        return False


def _main() -> None:
    with tempfile.TemporaryDirectory() as place:
        home = Path(place) / "home"
        home.mkdir()
        with served(home) as server, SlowClients(server) as clients:
            sending = threading.Thread(target=_send_on, args=(clients,))
            sending.start()
            slowest = 0.0
            while sending.is_alive():
                begun = time.monotonic()
                assert server.ask("GET", server.path)[0] == 200
                slowest = max(slowest, time.monotonic() - begun)
                time.sleep(_SECONDS_BETWEEN_ANSWERS)
            left = clients.open()
    sys.stdout.write(f"the slowest answer came after {slowest:.3f} s; {left} clients are connected\n")


def _send_on(clients: SlowClients) -> None:
    """Let clients send a byte every five seconds, for a while."""
    for _ in range(_ROUNDS):
        clients.send()
        time.sleep(_SECONDS_BETWEEN_BYTES)


if __name__ == "__main__":
    _main()
