"""The columns of an experiment's runs by which variants can be compared."""

#: The champion's share of points; the sum of its worst results in both seats of a small game; its size and
#: depth; the games and the generations of its run.
COMPARED = ("score", "verdict", "nodes", "depth", "games", "generations")
