"""The games: a folder each, what they share, and their names."""
