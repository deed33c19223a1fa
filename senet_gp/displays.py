"""How notebooks show objects: as a picture or a table, which a later layer makes.

Jupyter asks an object for ``_repr_svg_`` or ``_repr_html_``, so nothing of Jupyter is imported. A class names
the function that draws it by its dotted name, which is resolved when the object is shown.
"""

from __future__ import annotations

from typing import ClassVar

from senet_gp.rows import resolved


class Pictured:
    """A base of objects that a notebook shows as a picture.

    Attributes:
        picture: ``module:function``, from the object to an SVG document, or None if it cannot be drawn; a
            notebook then shows its text.
    """

    __slots__ = ()
    picture: ClassVar[str]

    def _repr_svg_(self) -> str | None:
        picture: str | None = resolved(self.picture)(self)
        return picture


class Tabled:
    """A base of objects that a notebook shows as HTML: tables, texts and pictures.

    Attributes:
        table: ``module:function``, from the object to an HTML fragment in which all texts are escaped.
    """

    __slots__ = ()
    table: ClassVar[str]

    def _repr_html_(self) -> str:
        return str(resolved(self.table)(self))
