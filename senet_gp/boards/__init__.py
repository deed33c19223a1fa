"""Boards drawn as text and as SVG, of any game by what it says of its geometry and of who stands where."""
