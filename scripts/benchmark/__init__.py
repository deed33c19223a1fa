"""What senet-gp's speed is developed by: a yardstick, bred trees, plain DEAP, simulated cores.

For scripts beside it, which import it as ``benchmark``; it is no part of what is installed.
"""
