"""Options that several verbs share."""

from __future__ import annotations

import click

workers_option = click.option(
    "--workers",
    type=click.IntRange(1, 1024),
    default=None,
    help="Worker processes.  [default: one for each core]",
)

seed_option = click.option(
    "--seed",
    type=click.IntRange(0, 2**63 - 1),
    default=1,
    show_default=True,
    help="The same seed gives the same result.",
)

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")

pieces_option = click.option(
    "--pieces", type=int, help="Pieces a side.  [default: those that a champion was evolved with, else 7]"
)
