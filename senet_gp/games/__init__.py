"""The games: one folder for each, what they share, and their registry."""
