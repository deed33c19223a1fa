"""Boards as text and as SVG pictures, for any game, from its geometry and its occupied squares."""
