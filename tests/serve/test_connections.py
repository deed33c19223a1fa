"""Which connections are kept: those that ask in time, and if there are too many, those active last."""

from __future__ import annotations

import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from waitress.channel import HTTPChannel

from senet_gp.serve.app import PageServer

PATIENCE = 30
#: Four are held while another one comes: waitress counts two files of its own.
LIMIT = 7
REQUEST = b"GET / HTTP/1.1\r\n\r\n"
#: More than the system takes at once.
LARGE = b"x" * (16 << 20)


class Rounds:
    """A server that does a round of its loop when it is asked to, so that nothing depends on the clock."""

    def __init__(self) -> None:
        self.released = threading.Event()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._clients: list[socket.socket] = []
        self._server = PageServer(
            self._answer,
            _sock=self._listening,
            bind_socket=False,
            sockinfo=(socket.AF_INET, socket.SOCK_STREAM, 0, self._listening.getsockname()),
            sockets=[self._listening],
            threads=1,
            channel_timeout=PATIENCE,
            connection_limit=LIMIT,
        )

    def _answer(self, environ: dict[str, Any], start_response: Callable[..., object]) -> list[bytes]:
        if environ["PATH_INFO"] == "/later":
            self.released.wait()
        start_response("200 OK", [])
        return [LARGE if environ["PATH_INFO"] == "/large" else b"done"]

    def connected(self, first: bytes = b"") -> socket.socket:
        """A client whose connection was accepted, and whose first bytes were read."""
        client = socket.create_connection(self._listening.getsockname())
        self._clients.append(client)
        self.round()
        if first:
            self.sent(client, first)
        return client

    def sent(self, client: socket.socket, content: bytes) -> None:
        """Let a client send bytes, which are read."""
        client.sendall(content)
        self.round()

    def answered(self, client: socket.socket) -> bytes:
        """What a client is answered, to its end; the head and the rest may come in two parts."""
        content = b""
        while not content.endswith(b"done"):
            if select.select([client], [], [], 0)[0]:
                content += client.recv(1000)
            else:
                self.round()
        return content

    def round(self) -> None:
        """Wait until there is something to do, and do it."""
        self._server.do_round()

    def working(self) -> bool:
        """Whether a request is being worked on."""
        return any(channel.requests for channel in self._channels())

    def _channels(self) -> list[HTTPChannel]:
        return [channel for channel in self._server._map.values() if isinstance(channel, HTTPChannel)]

    def pass_time(self, seconds: float) -> None:
        """Let connections be as if nothing had happened on them for so long."""
        for channel in self._channels():
            channel.last_activity -= seconds

    def open(self) -> list[bool]:
        """Which of the clients are still connected, in the order of their coming."""
        self._server._make_room(time.time())
        held = {channel.addr for channel in self._channels()}
        return [client.getsockname() in held for client in self._clients]

    def close(self) -> None:
        """End the server."""
        self.released.set()
        self._server.task_dispatcher.shutdown()
        for channel in self._channels():
            channel.handle_close()
        for one in self._clients:
            one.close()
        self._server.close()


@pytest.fixture
def server() -> Iterator[Rounds]:
    one = Rounds()
    yield one
    one.close()


@pytest.mark.parametrize(
    "begun", [b"", b"GET / HT", b"\r\n\r\n", b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nx"]
)
def test_a_byte_does_not_keep_a_connection(server: Rounds, begun: bytes) -> None:
    client = server.connected(begun)
    server.pass_time(PATIENCE / 2)
    server.sent(client, begun[-4:] or b"x")
    assert server.open() == [True]
    server.pass_time(PATIENCE / 2)
    server.sent(client, b"x")
    assert server.open() == [False]


def test_an_answer_keeps_a_connection(server: Rounds) -> None:
    client = server.connected()
    for _ in range(3):
        server.pass_time(PATIENCE * 0.9)
        server.sent(client, REQUEST)
        assert server.answered(client).startswith(b"HTTP/1.1 200")
        while server.working():
            server.round()
    assert server.open() == [True]


def test_one_that_waits_for_its_answer_is_kept(server: Rounds) -> None:
    server.connected(b"GET /later HTTP/1.1\r\n\r\n")
    server.pass_time(PATIENCE * 2)
    assert server.open() == [True]


def test_a_reader_who_reads_nothing_is_not_kept(server: Rounds) -> None:
    server.connected(b"GET /large HTTP/1.1\r\n\r\n")
    while server.working():
        server.round()
    server.pass_time(PATIENCE * 2)
    assert server.open() == [False]


def test_the_connection_idle_for_longest_makes_room(server: Rounds) -> None:
    server.connected(b"GET /later HTTP/1.1\r\n\r\n")
    for _ in range(3):
        server.connected(b"GET")
        server.pass_time(1)
    assert server.open() == [True] * 4
    server.connected()
    server.connected()
    assert server.open() == [True, False, False, True, True, True]


def test_where_all_wait_for_answers_a_new_one_waits(server: Rounds) -> None:
    for _ in range(5):
        server.connected(b"GET /later HTTP/1.1\r\n\r\n")
    assert server.open() == [True] * 5
    late = server.connected()
    assert server.open() == [True] * 5 + [False]
    late.sendall(REQUEST)
    server.released.set()
    while not server.open()[-1]:
        server.round()
