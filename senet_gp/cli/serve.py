"""``senet-gp serve``."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from senet_gp.cli import Interrupted
from senet_gp.cli.help_pages import Verb, option
from senet_gp.runtime.errors import printable

#: The group of options in the help.
_PAGE = "Page"


@click.command("serve", cls=Verb, examples=["senet-gp serve", "senet-gp serve --port 8000"])
@click.argument("directory", type=click.Path(path_type=Path, exists=True, file_okay=False), default=".")
@option(
    "--port",
    group=_PAGE,
    type=click.IntRange(0, 65535),
    help="The port of the page's address; 0 is any free one.  [default: 8627, or another if that is taken]",
)
@option(
    "--host",
    group=_PAGE,
    default="127.0.0.1",
    show_default=True,
    help="The address to listen at. By default only this computer can open the page.",
)
@option(
    "--open/--no-open",
    "opens",
    group=_PAGE,
    default=None,
    help="Whether to open the page in a browser.  [default: in a terminal, if there is a screen]",
)
def command(directory: Path, port: int | None, host: str, *, opens: bool | None) -> None:
    """Serve a page on which games are played, watched, stepped through and analysed, until Ctrl-C.

    Records, runs and players' files are those of DIRECTORY, by default the current one; no other files are
    read or written. The page needs no network; docs/serve.md says what is safe about it.
    """
    from senet_gp.serve.server import is_loopback, run_server

    def tell(address: str) -> None:
        click.echo(f"{address}\nThis address is a key to the page: keep it to yourself. Ctrl-C ends it.")
        if not is_loopback(host):
            click.echo(
                f"senet-gp: other computers may reach this page, at {printable(host)}. They need the whole "
                "address, which travels unencrypted.",
                err=True,
            )
        sys.stdout.flush()
        if opens if opens is not None else sys.stdout.isatty() and _has_screen():
            _open(address)

    try:
        run_server(directory, host, port, tell)
    except KeyboardInterrupt:
        raise Interrupted("the page is closed; every game is in its file") from None


def _has_screen() -> bool:
    """Whether a browser has a screen of its own; one for terminals would take this terminal over."""
    return sys.platform in {"darwin", "win32"} or bool({"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys())


def _open(address: str) -> None:
    """Open the page in a browser, which must not hold up the server."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
