"""The speed of senet-gp on a machine, as ``senet-gp bench`` measures it.

Measurements that only developers need are in scripts/benchmark, which is not installed.
"""
