"""What ``scripts/bench.py`` measures: games, generations, workers, memory and plain DEAP.

The scripts in the directory above import this package as ``benchmark``. It is not installed.
"""
