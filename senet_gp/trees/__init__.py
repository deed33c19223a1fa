"""Expressions as trees: DEAP individuals, their text, and their plain meaning."""
