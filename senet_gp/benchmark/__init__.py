"""How fast senet-gp is on a machine: what ``senet-gp bench`` measures.

What the program is developed by stands beside the package, in scripts/benchmark.
"""
