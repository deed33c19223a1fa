"""The server of the page: its socket, its threads, and its end."""

from __future__ import annotations

import errno
import logging
import os
import select
import socket
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from senet_gp.runtime import interruption
from senet_gp.runtime.checks import absolute
from senet_gp.runtime.errors import SenetGpError, UsageError, printable, shortened
from senet_gp.runtime.machine import no_search_for_cycles

if TYPE_CHECKING:
    from pathlib import Path

#: The port that is used if it is free and no other is named.
USUAL_PORT = 8627
#: How many requests are answered at once; most of them are short.
_THREADS = 8
_MAX_HEADER = 16 << 10
#: A little more than the application reads of a request, so that the application refuses what is too large.
_MAX_READ = 256 << 10
#: A connection without an answer for this many seconds is closed.
_PATIENCE = 30
#: The most connections at a time, the server's own two files included. A browser has six.
_MAX_CONNECTIONS = 128
#: Seconds that the first game may take before what later requests need is loaded.
_SECONDS_LOADING = 20


class _OneLine(logging.Formatter):
    """Writes a message on one line, with no trace of where it came from."""

    def format(self, record: logging.LogRecord) -> str:
        error = record.exc_info[1] if record.exc_info else None
        told = f" ({type(error).__name__}: {error})" if error is not None else ""
        return f"senet-gp: {printable(shortened(record.getMessage() + told, 300))}"


def run_server(
    directory: Path | None,
    host: str,
    port: int | None,
    tell: Callable[[Sequence[str]], None],
    *,
    new_address: bool = False,
) -> None:
    """Serve the page until the person interrupts the program.

    Args:
        directory: where the files are; by default in the person's own folder, and runs also in the current
            directory. This process works there from now on.
        host: the address to listen at.
        port: the port; by default one of those that the directory was served at before, or the usual one, or
            any other one if they are taken.
        tell: is called with the page's addresses as soon as they can be opened: how other computers open it,
            if they can, and last how this one does.
        new_address: whether earlier addresses of the directory lead nowhere from now on.

    Raises:
        KeyboardInterrupt: if the person interrupts the program before the page can be opened.
        SenetGpError: if a library is missing.
        UsageError: if the server cannot listen there.
        FileError: if there is no such directory, or the person's own folder cannot be made.
    """
    try:
        with no_search_for_cycles():  # which would take a tenth of the time until the first board
            from senet_gp.serve.addresses import address_for, keep_address, names_of
            from senet_gp.serve.app import App, PageServer
            from senet_gp.serve.directory import places_of, work_in
            from senet_gp.serve.interface import Interface
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in {"waitress", "werkzeug"}:
            raise
        raise SenetGpError("serve needs two libraries: pip install waitress werkzeug") from None
    places = places_of(directory)
    home = absolute(places.home)
    address = address_for(home, new_address=new_address)
    listening = _listening(host, [*address.ports, USUAL_PORT, 0] if port is None else [port])
    work_in(places)
    _log_in_lines()
    number = int(listening.getsockname()[1])
    keep_address(home, address, number)
    interface = Interface()
    app = App(address.token, interface.gets, interface.posts)
    server = PageServer(
        app,
        _sock=listening,
        bind_socket=False,
        sockinfo=(listening.family, listening.type, listening.proto, listening.getsockname()),
        sockets=[listening],
        threads=_THREADS,
        ident="",
        max_request_header_size=_MAX_HEADER,
        max_request_body_size=_MAX_READ,
        channel_timeout=_PATIENCE,
        connection_limit=_MAX_CONNECTIONS,
        channel_request_lookahead=1,  # else nothing tells that a client has gone
        asyncore_use_poll=hasattr(select, "poll"),
        log_socket_errors=False,
        clear_untrusted_proxy_headers=True,
    )
    interruption.check()  # from here on a signal waits until the server hears it
    tell([f"http://{name}:{number}/{address.token}/" for name in names_of(host)])
    threading.Thread(target=_warm_up, args=(interface.begun,), name="warm-up", daemon=True).start()
    server.run()


def _listening(host: str, ports: Sequence[int]) -> socket.socket:
    """A socket at an address, at the first of these ports that is free.

    Raises:
        UsageError: if the address is none of this computer, or the port is taken.
    """
    reason, named = "", shortened(repr(host))
    for number in ports:
        try:
            found = socket.getaddrinfo(host, number, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
            family, kind, protocol, _, address = found[0]
            listening = socket.socket(family, kind, protocol)
        except (OSError, UnicodeError, OverflowError) as error:
            raise UsageError(f"{named} is no address of this computer: {_why(error)}") from None
        try:
            if os.name == "posix":
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if host == "::":  # some systems would leave out those who come by the older protocol
                listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
            listening.bind(address)
            listening.listen()  # from here on no other process can use the port
        except OSError as error:
            listening.close()
            if error.errno == errno.EADDRNOTAVAIL:
                raise UsageError(f"{named} is no address of this computer") from None
            reason = _why(error)
        else:
            return listening
    raise UsageError(f"port {ports[-1]} of {named} cannot be used: {reason}; name another by --port")


def _why(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error).lower()


def _log_in_lines() -> None:
    """Let errors of the server be told in one line each, on standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_OneLine())
    for name in ("waitress", "senet_gp.serve"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(logging.ERROR)
    threading.excepthook = _log_failure


def _log_failure(failure: threading.ExceptHookArgs) -> None:
    """Log in one line that a thread has failed, such as one that loads what is needed later."""
    name = "a thread" if failure.thread is None else failure.thread.name
    reason = f"{failure.exc_type.__name__}: {failure.exc_value}"
    logging.getLogger("senet_gp.serve").error("%s failed: %s", name, reason)


def _warm_up(begun: threading.Event) -> None:
    """Load what the first game needs while the browser opens the page, and what hints need after that.

    Args:
        begun: is set as soon as a game has been shown.
    """
    from senet_gp.games.registry import DEFAULT_GAME, game_of
    from senet_gp.players.levels import default_opponent
    from senet_gp.players.parsing import player_from_text
    from senet_gp.runtime.streams import game_streams

    with suppress(SenetGpError, KeyboardInterrupt):
        game = game_of(DEFAULT_GAME)
        streams = game_streams(1)
        with no_search_for_cycles():
            decision = game.next_decision(game.starts()[0], 0, streams)
            begun.wait(_SECONDS_LOADING)
        player_from_text(default_opponent(game), game).choose(decision, streams)
        from senet_gp.arena.record import new_record
        from senet_gp.serve.advice import hint_json, why_json

        record = new_record(("random", "random"), game, 1)
        hint_json(record, decision)
        why_json(record, decision, 0, None, None, None)
