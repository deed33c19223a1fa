"""What pages and notebooks share: templates, pictures within them, boards.

Templates escape all texts, since names and files may come from anyone.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from senet_gp.games.board_pictures import board_svg
from senet_gp.games.protocol import Decision, Game
from senet_gp.games.wording import wording_of
from senet_gp.runtime import __version__
from senet_gp.runtime.errors import printable, quoted, shortened

#: The sides' signs.
SIGNS = ("\N{BLACK CIRCLE}", "\N{WHITE CIRCLE}")


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
    }
    return environment


def _shown(value: object, most: int = 200) -> str:
    return printable(shortened(value, most))


def data_url(svg: bytes) -> str:
    """A picture as an address that holds it: no script in it can run, and no name clashes with the page's."""
    return f"data:image/svg+xml;base64,{b64encode(svg).decode()}"


def drawn_board(game: Game, decision: Decision, index: int) -> Markup:
    """The board before a choice, with the choice as arrows."""
    picture = board_svg(game, decision.position, decision.seat, steps=wording_of(decision).steps(index))
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
