"""The help of all verbs on a page: a block ``{verbs}`` stands for what ``senet-gp VERB --help-all`` says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from senet_gp.cli import all_commands, cli

if TYPE_CHECKING:
    from senet_gp.cli.help_pages import Verb

_BLOCK = "```{verbs}\n```"
_COLUMNS = 90


def _help_of(verb: str, command: Verb) -> str:
    """A heading and all help of a verb."""
    program = click.Context(cli, info_name="senet-gp")
    context = click.Context(command, program, info_name=verb, terminal_width=_COLUMNS)
    return f"### {verb}\n\n```text\n{command.page(context, everything=True)}\n```"


def _with_verbs(_app: Any, _page: str, source: list[str]) -> None:
    if _BLOCK in source[0]:
        source[0] = source[0].replace(_BLOCK, "\n\n".join(_help_of(*named) for named in all_commands()))


def setup(app: Any) -> dict[str, bool]:
    """Connect to Sphinx."""
    app.connect("source-read", _with_verbs)
    return {"parallel_read_safe": True}
