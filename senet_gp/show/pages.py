"""What pages and notebooks share: templates, pictures within them, boards, tables of options.

Templates escape all texts, since names and files may come from anyone.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from senet_gp.evolution.configuration.config import FIELDS, ResolvedConfig
from senet_gp.evolution.configuration.parts import PARTS, class_of
from senet_gp.games.board_pictures import board_svg
from senet_gp.games.protocol import Decision
from senet_gp.games.wording import wording_of
from senet_gp.players.parsing import without_directory
from senet_gp.runtime import __version__
from senet_gp.runtime.errors import printable, quoted, shortened


def html_from(template: str, filters: Mapping[str, Callable[..., Any]] | None = None, **values: Any) -> str:
    """The text that a template makes of values.

    Args:
        template: the name of a file in ``templates``, without its ending.
        filters: further filters of this template.
        values: what the template names; a name without a value is an error.
    """
    environment = _environment()
    if filters:
        environment = environment.overlay()
        environment.filters = {**environment.filters, **filters}
    return environment.get_template(f"{template}.html").render(version=__version__, **values)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("senet_gp.show"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "count": lambda number: f"{number:,}",
        "percent": lambda share: f"{100 * share:.1f} %",
        "tenths": lambda share: f"{100 * share:.1f}",
        "shown": _shown,
        "quoted": quoted,
        "drawn": drawn_board,
    }
    return environment


def _shown(value: object, most: int = 200) -> str:
    return printable(shortened(value, most))


def data_url(svg: bytes) -> str:
    """A picture as an address that holds it: no script in it can run, and no name clashes with the page's."""
    return f"data:image/svg+xml;base64,{b64encode(svg).decode()}"


def drawn_board(decision: Decision, index: int) -> Markup:
    """The board before a choice, with the choice as arrows."""
    picture = board_svg(
        decision.game, decision.position, decision.seat, steps=wording_of(decision).steps(index)
    )
    return Markup(picture)  # noqa: S704 - all texts in it are escaped


@dataclass(frozen=True)
class Picture:
    """A picture of a page.

    Attributes:
        name: what it is called there, and the name of its file without the ending.
        content: the picture as SVG.
        alternative: its description for people who cannot see it.
    """

    name: str
    content: bytes
    alternative: str

    @property
    def width(self) -> int:
        """The width in pixels of a page; 0 if the picture does not say it."""
        found = re.search(rb'<svg[^>]* width="([0-9.]+)pt"', self.content[:4000])
        return round(float(found[1]) * 4 / 3) if found else 0

    @property
    def address(self) -> str:
        """The picture as a data URL."""
        return data_url(self.content)


@dataclass(frozen=True)
class OptionRow:
    """An option in a table.

    Attributes:
        name: its name as in :meth:`~senet_gp.evolution.configuration.config.Config.flat`, such as
            ``fitness.cases``.
        value: its value, in words.
        usual: the value that it usually has, in words, if that differs.
        help: what it is; for the choice of a part, what that part does.
    """

    name: str
    value: str
    usual: str | None
    help: str

    @property
    def kind(self) -> str:
        """The kind of the part that it chooses or belongs to; empty for an option of all runs."""
        kind = self.name.partition(".")[0]
        return kind if kind in PARTS else ""

    @property
    def of_part(self) -> bool:
        """Whether it belongs to a part, below which it stands."""
        return "." in self.name

    @property
    def label(self) -> str:
        """Its name below its part, or the whole name."""
        return self.name.rpartition(".")[2]


def option_rows(config: ResolvedConfig, changed: Mapping[str, tuple[Any, Any]]) -> list[OptionRow]:
    """The rows of all options of a run.

    Args:
        config: its configuration.
        changed: of options that differ from what is usual, the value and the usual one.
    """
    return [
        OptionRow(
            name,
            option_in_words(value),
            option_in_words(changed[name][1]) if name in changed else None,
            help_of(name, config.flat()),
        )
        for name, value in config.flat().items()
    ]


def help_of(name: str, flat: Mapping[str, Any]) -> str:
    """What an option is, for a table; for the choice of a part, what that part does.

    Args:
        name: its name, as in ``flat``.
        flat: all options of the run by name, so also the parts that are chosen.

    >>> help_of("selection.tournament_size", {"selection": "tournament"})
    'individuals drawn, of which the fittest becomes a parent'
    """
    kind, _, inner = name.partition(".")
    if kind not in PARTS:
        return str(FIELDS[kind].metadata["help"])
    if flat[kind] is None:
        return "the chosen tests need none"
    part = class_of(kind, flat[kind])
    return str(part.options()[inner].metadata["help"]) if inner else part.summary


def grouped(rows: Iterable[OptionRow]) -> list[list[OptionRow]]:
    """The rows of options of all runs, then those of each kind of part, its choice first."""
    groups: dict[str, list[OptionRow]] = {"": []}
    for row in rows:
        groups.setdefault(row.kind, []).append(row)
    return [group for group in groups.values() if group]


def changed_only(groups: Iterable[Sequence[OptionRow]]) -> list[list[OptionRow]]:
    """The rows that are not as usual, below the choice of their part also where that is usual."""
    return [
        [row for row in group if row.usual is not None or (row.kind and not row.of_part)]
        for group in groups
        if any(row.usual is not None for row in group)
    ]


def option_in_words(value: Any) -> str:
    """The value of an option as people read it; a file that it names has no directory.

    >>> [option_in_words(value) for value in (True, (), {"pieces": 5}, "net:/nets/mine.json")]
    ['yes', 'none', 'pieces 5', 'net:mine.json']
    """
    if isinstance(value, str):
        value = without_directory(value)
    if isinstance(value, dict):
        return ", ".join(f"{key} {of}" for key, of in value.items()) or "the usual ones"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        value = ", ".join(map(str, value))
    return printable(shortened("none" if value in ("", None) else value, 200))
