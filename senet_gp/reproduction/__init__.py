"""The experiment of 1995 (Ferrer and Martin), repeated and judged with statistics."""
