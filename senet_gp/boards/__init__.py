"""Boards as text and as SVG pictures, for any game, from its geometry and its occupied squares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from senet_gp.lazy import public_names

if TYPE_CHECKING:
    from senet_gp.boards.svg import board_svg as board_svg
    from senet_gp.boards.text import board_text as board_text

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
