"""The addresses of the page: kept, so that one goes on after a restart, and told, so that a phone opens it.

For each directory that is served, a file in the person's own folder keeps its token and the ports that it was
served at. A person who reads it can use the page, so no other person may.
"""

from __future__ import annotations

import contextlib
import ipaddress
import json
import os
import re
import socket
import stat
import tempfile
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from senet_gp.runtime.documents import glance
from senet_gp.runtime.errors import SenetGpError
from senet_gp.runtime.files import own_folder
from senet_gp.serve.requests import new_token

#: Where addresses are kept in the person's own folder; the page shows no hidden files.
_FOLDER = ".addresses"
_FORMAT = "senet-gp address"
_MAX_BYTES = 1 << 16
_A_TOKEN = re.compile(r"[\w-]{32}", re.ASCII)
#: Ports of a directory that are remembered, as it may be served twice at the same time.
_MAX_PORTS = 4


@dataclass(frozen=True)
class SavedAddress:
    """What is kept of the addresses of a directory.

    Attributes:
        token: its token.
        ports: the ports that it was served at, the last one first.
    """

    token: str
    ports: tuple[int, ...] = ()


def address_for(directory: Path, *, new_address: bool = False) -> SavedAddress:
    """What is kept of the addresses of a directory, or else a new token.

    Args:
        directory: the directory.
        new_address: whether to draw a new token in any case, so that old addresses lead nowhere.
    """
    kept = _read(directory)
    if kept is None or new_address:
        return SavedAddress(new_token(), kept.ports if kept is not None else ())
    return kept


def keep_address(directory: Path, address: SavedAddress, port: int) -> None:
    """Keep at which port a directory is served from now on, and its token.

    Where that cannot be kept, such as on a full disk, the page can be used all the same.
    """
    others = (other for other in address.ports if other != port)
    used = replace(address, ports=(port, *others)[:_MAX_PORTS])
    if _read(directory) != used:
        content = {"format": _FORMAT, "directory": str(directory), "token": used.token, "ports": used.ports}
        with contextlib.suppress(OSError, SenetGpError):
            _write(_file_of(directory), json.dumps(content))


def _read(directory: Path) -> SavedAddress | None:
    """What is kept of the addresses of a directory; None if nothing is, or if others may have read it."""
    try:
        path = _file_of(directory)
        status = path.lstat()
        if not stat.S_ISREG(status.st_mode) or (os.name == "posix" and not _is_private(status)):
            return None
    except (OSError, SenetGpError):
        return None
    content = glance(path, _MAX_BYTES)
    token, ports = content.get("token"), content.get("ports")
    if content.get("format") != _FORMAT or not isinstance(token, str) or not _A_TOKEN.fullmatch(token):
        return None
    given = ports if isinstance(ports, list) else []
    return SavedAddress(
        token, tuple(port for port in given[:_MAX_PORTS] if type(port) is int and 0 < port < 1 << 16)
    )


def _is_private(status: os.stat_result) -> bool:
    """Whether a file is this person's, and no other may read or change it."""
    return status.st_uid == os.geteuid() and not status.st_mode & 0o077


def _file_of(directory: Path) -> Path:
    """The file that keeps the addresses of a directory."""
    name = sha256(os.fsencode(os.path.realpath(directory))).hexdigest()[:32]
    return own_folder() / _FOLDER / f"{name}.json"


def _write(path: Path, content: str) -> None:
    """Write a file that no other person may read at any moment; there is the old one or the whole new one."""
    path.parent.mkdir(mode=0o700, exist_ok=True)
    descriptor, beside = tempfile.mkstemp(prefix=".", dir=path.parent)  # this person's alone
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(content)
        os.replace(beside, path)  # noqa: PTH105 - the name is a str
    except BaseException:
        os.unlink(beside)  # noqa: PTH108
        raise


def is_loopback(host: str) -> bool:
    """Whether only this computer reaches what listens at an address.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def names_of(host: str) -> list[str]:
    """The parts of addresses that name a server, as its computer and others open them.

    >>> names_of("127.0.0.1"), names_of("::1")
    (['127.0.0.1'], ['[::1]'])

    Args:
        host: the address that it listens at; if that is any, each one of this computer is named, that of the
            network first and its own last.
    """
    try:
        listens = ipaddress.ip_address(host)
    except ValueError:
        return [host]
    if not listens.is_unspecified:
        return [_shown(host)]
    versions = {4} if listens.version == 4 else {4, 6}
    own = map(ipaddress.ip_address, _own_addresses())
    found = [address for address in own if address.version in versions]
    used = _used_outside()
    found.sort(key=lambda address: (address.is_loopback, address.version, str(address) != used))
    return [_shown(str(address)) for address in found] or ["127.0.0.1" if 4 in versions else "[::1]"]


def _shown(address: str) -> str:
    return f"[{address}]" if ":" in address else address


def _own_addresses() -> list[str]:
    """The addresses of this computer; those of single links are left out, since no browser opens them."""
    import psutil

    found = []
    for network in psutil.net_if_addrs().values():
        for one in network:
            if one.family in {socket.AF_INET, socket.AF_INET6}:
                address = ipaddress.ip_address(one.address.partition("%")[0])
                if not address.is_link_local and str(address) not in found:
                    found.append(str(address))
    return found


def _used_outside() -> str:
    """The address of this computer in the network that leads elsewhere; empty if there is none.

    Nothing is sent: the system only tells what it would send from.
    """
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(("198.51.100.1", 9))
        return str(asked.getsockname()[0])
    return ""
