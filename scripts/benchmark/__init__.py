"""Measurements for developers: a yardstick, bred trees, plain DEAP, simulated cores.

The scripts in the directory above import this package as ``benchmark``. It is not installed.
"""
