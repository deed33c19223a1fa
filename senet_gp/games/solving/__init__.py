"""Solvers of games without chance: alpha-beta search, retrograde analysis, and game trees."""
