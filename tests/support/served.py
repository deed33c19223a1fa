"""A server of the page in a fork of this process, and requests to it."""

from __future__ import annotations

import contextlib
import json
import os
import signal
from collections.abc import Iterator, Sequence
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from commands import Forked, become, import_all
from patience import PATIENCE

from senet_gp.runtime.files import OWN_FOLDER

#: The status of requests that are put off.
TOO_MANY = 429
Json = dict[str, Any]


class Server:
    """A server, which can be killed and started again.

    Attributes:
        directory: where its files are.
        address: the page's address on this computer.
        addresses: all its addresses.
        errors: what it has written to standard error.
    """

    def __init__(
        self,
        directory: Path,
        arguments: Sequence[str] = (),
        *options: str,
        own: Path | None = None,
    ) -> None:
        """Start a server.

        Args:
            directory: where it is started.
            arguments: those of the program.
            options: those of serve, besides the port.
            own: the person's own folder, which is served then; by default the directory is.
        """
        self.directory = directory
        self.errors = ""
        self._arguments = list(arguments)
        self._options = [*options, *([] if own else ["--dir", str(directory)])]
        self._environment = {OWN_FOLDER: str(own)} if own else {}
        self._log = directory.parent / f"{directory.name}-errors.txt"
        self.start("--port", "0")

    def start(self, *options: str) -> None:
        """Start the process; its address is the same each time, unless options say otherwise."""
        import_all()
        arguments = [*self._arguments, "serve", "--no-open", *self._options, *options]
        ours, its = os.pipe()
        with self._log.open("ab") as log, Path(os.devnull).open("rb") as nothing:
            pid = os.fork()
            if not pid:
                os.close(ours)
                os.environ |= self._environment
                become(arguments, self.directory, (nothing.fileno(), its, log.fileno()))
        os.close(its)
        self._process, self._said = Forked(pid), os.fdopen(ours, encoding="utf-8")
        self.addresses = []
        while (line := self._said.readline()).startswith("http://"):
            self.addresses.append(line.strip())
        assert self.addresses, self._log.read_text(encoding="utf-8")
        self.address = self.addresses[-1]
        parts = urlsplit(self.address)
        assert parts.hostname is not None
        assert parts.port is not None
        self.host, self.port, self.path = parts.hostname, parts.port, parts.path

    def kill(self) -> None:
        """Kill it in the middle of whatever it does."""
        self._process.kill()
        self._wait()

    def stop(self, number: int = signal.SIGINT) -> int:
        """Ask it to end; its exit code."""
        os.kill(self._process.pid, number)
        return self._wait()

    def _wait(self) -> int:
        code = self._process.wait()
        self._said.close()
        self.errors = self._log.read_text(encoding="utf-8")
        return code

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        """The status, the headers and the content of the answer to a request, whose path is complete."""
        connection = HTTPConnection(self.host, self.port, timeout=PATIENCE)
        try:
            connection.putrequest(method, path, skip_host="Host" in (headers or {}))
            for name, value in (headers or {}).items():
                connection.putheader(name, value)
            if body is not None:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            response = connection.getresponse()
            return response.status, dict(response.getheaders()), response.read()
        finally:
            connection.close()

    def get(self, path: str, **values: object) -> tuple[int, Json]:
        """The status and the answer to a request of the interface."""
        query = "&".join(f"{name}={quote(str(value), safe='')}" for name, value in values.items())
        return self._answered("GET", f"{self.path}api/{path}?{query}")

    def post(self, path: str, **values: object) -> tuple[int, Json]:
        """The status and the answer to a request that changes something."""
        body = json.dumps(values).encode()
        header = {"Content-Type": "application/json"}
        return self._answered("POST", f"{self.path}api/{path}", body, header)

    def _answered(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Json]:
        """The status and the answer to a request, which is made again if it is put off."""
        while True:
            status, _, content = self.ask(method, path, body, headers)
            if status != TOO_MANY:
                return status, json.loads(content)

    def done(self, path: str, **values: object) -> Json:
        """The answer to a request that changes something, which must be done."""
        status, content = self.post(path, **values)
        assert status in {200, 201, 202}, content
        return content

    def seen(self, path: str, **values: object) -> Json:
        """The answer to a request of the interface, which must be answered."""
        status, content = self.get(path, **values)
        assert status == 200, content
        return content


@contextlib.contextmanager
def served(
    directory: Path, *arguments: str, options: Sequence[str] = (), own: Path | None = None
) -> Iterator[Server]:
    """A server in a directory, which ends without a trace in its errors; see :class:`Server`."""
    server = Server(directory, arguments, *options, own=own)
    try:
        yield server
    finally:
        code = server.stop()
    assert code == 130
    assert "Traceback" not in server.errors
    assert "the page is closed" in server.errors
