"""How things are shown: pictures, reports, notebooks, and the formats in which an expression is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from senet_gp.runtime import public_names

if TYPE_CHECKING:
    from senet_gp.show.formats import FORMATS as FORMATS
    from senet_gp.show.formats import Format as Format
    from senet_gp.show.formats import content_in as content_in
    from senet_gp.show.formats import register_format as register_format
    from senet_gp.show.formats import text_in as text_in

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
