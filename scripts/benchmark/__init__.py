"""What ``scripts/bench.py`` measures: games, generations, workers, memory, plain DEAP, and a yardstick.

The scripts in the directory above import this package as ``benchmark``. It is not installed.
"""
