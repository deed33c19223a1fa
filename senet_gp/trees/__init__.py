"""Players as trees: DEAP individuals, their text form, and their plain meaning."""
