"""Experiments: runs of several variants with many seeds, measured and compared."""
