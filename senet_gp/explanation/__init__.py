"""Explanations of players: what an expression reads, which parts matter, and where it decided games."""
