"""``senet-gp export RUN --front``: the players of all sizes, as a table or a file for each."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from senet_gp.runtime.errors import UsageError, printable
from senet_gp.runtime.files import check_new, filled, write_whole
from senet_gp.show.formats import FORMATS, content_in

if TYPE_CHECKING:
    from senet_gp.players.by_size import PlayersBySize

#: The format that is a table of all sizes, and no format of a single expression.
TABLE = "csv"
#: The endings of files whose format is not called by them.
_ENDINGS = {"python": "py", "latex": "tex", "infix": "txt"}
#: The formats that are printed one after another, a line each.
_OF_A_LINE = frozenset({"lisp"})


def export_front(run: str, format_name: str, out: Path | None) -> None:
    """Print or write the players that are stronger than all smaller ones.

    Args:
        run: the run's directory.
        format_name: the format; ``csv`` makes one table.
        out: the new file of a table, or the new directory of the files of other formats; None to print.

    Raises:
        FileError: if the run kept no players by size, or a file cannot be written.
        UsageError: if it is not the directory of a run, or what is asked for cannot be printed.
    """
    from senet_gp.players.by_size import of_run

    if not os.path.isdir(run):  # noqa: PTH112 - it raises nothing
        raise UsageError(f"{printable(run)} is no run: --front needs the directory of a run that has ended")
    sizes = of_run(Path(run))
    if format_name == TABLE:
        table = _as_csv(sizes)
        if out is None:
            click.echo(table, nl=False)
        else:
            write_whole(out, table, new=True)
        return
    files = {
        f"{len(one.tree)}.{_ENDINGS.get(format_name, format_name)}": content_in(
            format_name, one.tree, sizes.vocabulary
        )
        for one in sizes.front
    }
    if out is None:
        if format_name not in _OF_A_LINE:
            raise UsageError(
                f"{format_name} of all sizes is several files: name a new directory for them with --out, or "
                f"use --format {TABLE}"
            )
        click.echo("".join(str(content) for content in files.values()), nl=False)
        return
    check_new(out)
    with filled(out):
        for name, content in files.items():
            write_whole(out / name, content, new=True)
    click.echo(f"{printable(str(out))} written ({len(files)} players)", err=True)


def _as_csv(sizes: PlayersBySize) -> str:
    """A row for each player."""
    rows: Sequence[dict[str, object]] = sizes.rows()
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def known_formats() -> list[str]:
    """The names of all formats, that of the table included."""
    return [*FORMATS, TABLE]
