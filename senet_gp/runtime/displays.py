"""How notebooks show objects: as a picture or as HTML, which a package above makes.

Jupyter asks an object for ``_repr_svg_`` and ``_repr_html_``, so nothing of Jupyter is imported. A class does
not know how it is shown: :mod:`senet_gp.built_in` names the functions that know all classes.
"""

from __future__ import annotations

from typing import Any

from senet_gp.runtime.registries import Registry, resolved

#: The functions, ``module:function``, that make of an object an SVG document, and an HTML fragment in which
#: all texts are escaped; each returns None for what it does not show.
SHOWN_BY: Registry[str] = Registry("form", {}, installed=True)


class Displayed:
    """A base of objects that a notebook shows as a picture or as HTML; else it shows their text."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        return _shown("svg", self)

    def _repr_html_(self) -> str | None:
        return _shown("html", self)


def _shown(form: str, thing: Any) -> str | None:
    document: str | None = resolved(SHOWN_BY[form])(thing)
    return document
