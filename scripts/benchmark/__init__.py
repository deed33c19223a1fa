"""What ``scripts/bench.py`` measures, and the games of plain DEAP that a study measures.

The scripts in the directory above import this package as ``benchmark``. It is not installed.
"""
