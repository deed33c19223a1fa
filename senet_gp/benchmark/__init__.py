"""The speed of senet-gp on a machine, as ``senet-gp bench`` measures it.

What the program is developed by stands beside the package, in scripts/benchmark.
"""
