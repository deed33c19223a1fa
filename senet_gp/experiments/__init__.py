"""Experiments: variants played with many seeds, measured and compared; that of 1995 is one of them."""

#: The columns of the runs by which variants can be compared: the champion's share of points; the sum of its
#: worst results in both seats of a small game; its size and depth; the games and the generations of its run.
COMPARED = ("score", "verdict", "nodes", "depth", "games", "generations")
