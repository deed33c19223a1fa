"""``senet-gp serve``."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import click

from senet_gp.cli import Interrupted
from senet_gp.cli.help_pages import Verb, option
from senet_gp.runtime.errors import printable

#: The group of options in the help.
_PAGE = "Page"


@click.command("serve", cls=Verb, examples=["senet-gp serve", "senet-gp serve --dir . --port 8000"])
@option(
    "--dir",
    "directory",
    group=_PAGE,
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Offer the records, runs and players' files of this directory, and write games there.  [default: "
    "your own games, and the runs of the current directory]",
)
@option(
    "--port",
    group=_PAGE,
    type=click.IntRange(0, 65535),
    help="The port of the page's address; 0 is any free one.  [default: that of the last time, or 8627, or "
    "another if they are taken]",
)
@option(
    "--host",
    group=_PAGE,
    default="127.0.0.1",
    show_default=True,
    help="The address to listen at, 0.0.0.0 for any. By default only this computer can open the page.",
)
@option(
    "--new-address",
    group=_PAGE,
    is_flag=True,
    help="Draw another address; the earlier ones lead nowhere from then on.",
)
@option(
    "--open/--no-open",
    "opens",
    group=_PAGE,
    default=None,
    help="Whether to open the page in a browser.  [default: in a terminal, if there is a screen]",
)
def serve(
    directory: Path | None, port: int | None, host: str, *, new_address: bool, opens: bool | None
) -> None:
    """Serve a page on which games are played, watched, stepped through and analysed, until Ctrl-C.

    Your games are kept in your own folder, those of the terminal, too. Besides, the page offers the runs of
    the current directory: its runs/, or itself if it is a run or an experiment; there it only reads. The page
    needs no network; docs/play.md says who can reach it.
    """
    from senet_gp.serve.server import run_server

    def tell(addresses: Sequence[str]) -> None:
        from urllib.parse import urlsplit

        from senet_gp.serve.addresses import is_loopback

        click.echo("\n".join(addresses))
        click.echo("This address is a key to the page: keep it to yourself. Ctrl-C ends it.")
        if not is_loopback(host):
            if not is_loopback(urlsplit(addresses[0]).hostname or ""):
                click.echo(f"On a phone in the same network open {addresses[0]}")
            click.echo(
                f"senet-gp: other computers may reach this page, at {printable(host)}. They need the whole "
                "address, which travels unencrypted.",
                err=True,
            )
        sys.stdout.flush()
        if opens if opens is not None else sys.stdout.isatty() and _has_screen():
            _open(addresses[-1])

    with suppress(KeyboardInterrupt):
        run_server(directory, host, port, tell, new_address=new_address)
    raise Interrupted("the page is closed; every game is in its file")


def _has_screen() -> bool:
    """Whether a browser has a screen of its own; one for terminals would take this terminal over."""
    return sys.platform in {"darwin", "win32"} or bool({"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys())


def _open(address: str) -> None:
    """Open the page in a browser, which must not hold up the server."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
