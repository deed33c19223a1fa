"""Export of expressions to other formats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from senet_gp.lazy import public_names

if TYPE_CHECKING:
    from senet_gp.export.formats import FORMATS as FORMATS
    from senet_gp.export.formats import Format as Format
    from senet_gp.export.formats import content_in as content_in
    from senet_gp.export.formats import register_format as register_format
    from senet_gp.export.formats import text_in as text_in

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
