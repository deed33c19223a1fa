"""The operators of breeding: selection, crossover, mutation, migration."""
