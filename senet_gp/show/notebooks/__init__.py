"""What notebooks show of objects: pictures in SVG, tables in HTML (see :mod:`senet_gp.runtime.displays`).

Notebooks are light or dark, and a program cannot see which. So pictures have a light background of their own,
and tables take the colours of the notebook. All texts are escaped, since names
and files may come from anyone.
"""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from html import escape
from typing import Any

from jinja2 import Environment

from senet_gp.games.protocol import Game
from senet_gp.games.registry import GAMES, in_words
from senet_gp.runtime.errors import printable, shortened
from senet_gp.show.templates import environment_of

#: A longer text, such as the name of a player that is an expression, is cut.
_MAX_CHARACTERS = 80


def rendered(template: str, **values: Any) -> str:
    """The fragment that a template makes of these values; texts in them are escaped.

    Args:
        template: the name of a file beside this module, without its ending.
        values: what the template names.
    """
    return _environment().get_template(f"{template}.html").render(**values)


def image(svg: str, told: str) -> str:
    """A picture as an ``img`` element, in which no script can run and no name clashes with the page's.

    Templates take it with the filter ``safe``.

    Args:
        svg: the picture, an SVG document.
        told: what it shows, for people who cannot see it.
    """
    content = b64encode(svg.encode()).decode()
    return f'<img src="data:image/svg+xml;base64,{content}" alt="{escape(told)}" style="max-width:100%">'


def name_of(game: Game) -> str:
    """The name of a game with its parameters, or the title of a game that is not registered."""
    return in_words(game) if game.name in GAMES else game.title


@cache
def _environment() -> Environment:
    environment = environment_of("senet_gp.show.notebooks")
    environment.filters |= {
        "percent": lambda share: f"{100 * share:.1f} %",
        "shown": lambda text: printable(shortened(text, _MAX_CHARACTERS)),
    }
    return environment
