"""``senet-gp doctor``."""

from __future__ import annotations

import sys

import click

from senet_gp.cli.options import json_option
from senet_gp.cli.output import print_json
from senet_gp.errors import printable


@click.command("doctor")
@json_option
def command(*, as_json: bool) -> None:
    """Say what is installed, where compiled code is kept, how fast this computer plays, and what is off.

    Ends with 0 if nothing is off, else with 1. It takes some seconds, the first time about 15 more, in which
    it compiles.
    """
    from senet_gp.cli import FAILED
    from senet_gp.cli.health import findings

    seen = []
    for finding in findings():
        seen.append(finding)
        if not as_json:
            click.echo(f"{finding.what}: {printable(finding.found)}")
    off = [finding for finding in seen if finding.advice]
    if as_json:
        rows = [{"what": one.what, "found": one.found, "advice": one.advice} for one in seen]
        print_json({"findings": rows, "off": len(off)})
    else:
        click.echo()
        for finding in off:
            click.echo(f"{finding.what}: {printable(finding.advice)}")
        if not off:
            click.echo("Everything is in order.")
    if off:
        sys.exit(FAILED)
