"""The common parts of the games without chance: boards and moves as objects, and compiled rules."""
