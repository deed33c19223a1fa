"""Simplification of expressions, by proven rules or by the decisions in real games."""
